"""Text files of every system mean the same to every reader of text files."""

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble_file
from dsp56k.asm.formats import read_lnk
from dsp56k.asm.link.memory import read_memory_file
from dsp56k.cli.console.profiles import shown_source
from dsp56k.cli.console.word_files import words_of
from dsp56k.cli.main import main
from dsp56k.cli.motorola.asm56000 import main as asm56000
from dsp56k.debug import Debugger
from dsp56k.debug.console.console import Console
from dsp56k.debug.program import load
from dsp56k.emu import Board, Dsp56001, SourceLine
from dsp56k.host.machines import load_machines
from dsp56k.language.project import find_including_source
from dsp56k.study.toml_reader import read_document
from dsp56k.system.text import decode_text
from dsp56k.testing.plugin.budgets import read_budgets
from dsp56k.testing.plugin.comment_tests import read_cases

pytest_plugins = ["pytester"]

ENDS: dict[str, Callable[[bytes], bytes]] = {
    "^Z": lambda text: text + b"\x1a",
    "^Z and the rest of a block": lambda text: text + b"\x1a\x1a\0\xff rubbish \x1a\n",
    "CR LF": lambda text: text.replace(b"\n", b"\r\n"),
    "CR LF and ^Z": lambda text: text.replace(b"\n", b"\r\n") + b"\x1a",
    "CR": lambda text: text.replace(b"\n", b"\r"),
    "no end of the last line": lambda text: text.rstrip(b"\n"),
    "UTF-8 mark": lambda text: b"\xef\xbb\xbf" + text,
    "UTF-8 mark, CR LF and ^Z": lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n") + b"\x1a",
    "UTF-16, low bytes first": lambda text: b"\xff\xfe" + text.decode().encode("utf-16-le"),
    "UTF-16, high bytes first": lambda text: b"\xfe\xff" + text.decode().replace("\n", "\r\n").encode("utf-16-be"),
}

PROGRAM = "start jmp start\n dc 'ä'\n end start\n"
LOD = "_START A 0 0\n\n_DATA P 0000\n0C0000 123456\n_SYMBOL P\nhere I 000001\n_END 0000\n"
SREC = "S0030000FC\nS1090000563412000C004E\nS9030000FC\n"
PLANE = "S0030000FC\nS10500001213D5\nS9030000FC\n"
HEX = ":06000000563412000C0052\n:00000001FF\n"
LNK = "_START M 0 0\n\n_SECTION GLOBAL 0 0\n_DATA R P 0000 $000000\n_ENDSEC\n_END\n"


def assembled(path: Path) -> object:
    made = assemble_file(path)
    return made.words, made.symbols, made.start, [str(found) for found in made.diagnostics]


def included(path: Path) -> object:
    outer = path.with_name("outer.asm")
    outer.write_text(f" include '{path.name}'\n")
    return assembled(outer)


def assembled_from_stdin(path: Path) -> object:
    result = CliRunner().invoke(main, ["asm", "-", "-o", str(path.with_suffix(".lod"))], input=path.read_bytes())
    return result.exit_code, path.with_suffix(".lod").read_bytes()


def loaded(path: Path) -> object:
    dsp = Dsp56001()
    return dsp.load(path), dsp.p[0:2], dsp.regs.pc


def loaded_planes(path: Path) -> object:
    for plane in "012":
        path.with_suffix(f".p{plane}").write_bytes(path.read_bytes())
    dsp = Dsp56001()
    dsp.load(path.with_suffix(".p1"))
    return dsp.p[0:2]


def dumped(path: Path) -> object:
    return CliRunner().invoke(main, ["objdump", str(path), "--symbols"]).output


def dumped_from_stdin(path: Path) -> object:
    return CliRunner().invoke(main, ["objdump", "-", "--symbols"], input=path.read_bytes()).output


def dumped_module(path: Path) -> object:
    read = read_lnk(str(path), path.read_bytes())
    return read.records, read.symbol_table, dumped(path)


def taken_by_asm56000(path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    source, made = path.with_name("argued.asm"), path.with_name("argued.cln")
    source.write_text(PROGRAM)
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr("sys.argv", ["asm56000", f"-f{path.name}"])
    code = asm56000()
    content = made.read_bytes()
    made.unlink()
    return code, content


def console(path: Path) -> object:
    told: list[str] = []
    shown = Console(Debugger.open(path.with_name("p.asm")), told.append)
    shown.script(path)
    return told


def debugged(path: Path) -> object:
    made = load(Dsp56001(), path)
    assert made.text(SourceLine(str(path), 2)) is not None
    return made.source(str(path)), made.addresses(path, 1)


READERS: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "source": ("a.asm", PROGRAM, assembled),
    "INCLUDE": ("a.inc", PROGRAM, included),
    "source on standard input": ("a.asm", PROGRAM, assembled_from_stdin),
    "LOD": ("a.lod", LOD, loaded),
    "LOD, objdump": ("a.lod", LOD, dumped),
    "LOD, objdump of standard input": ("a.lod", LOD, dumped_from_stdin),
    "link file": ("a.lnk", LNK, dumped_module),
    "S-records": ("a.s", SREC, loaded),
    "S-records of a space": ("a.p", SREC, loaded),
    "planes": ("a.p0", PLANE, loaded_planes),
    "Intel hex": ("a.hex", HEX, loaded),
    "Intel hex, objdump": ("a.hex", HEX, dumped),
    "host words": ("words.txt", "1 $2 ; one\nabcdef\n", words_of),
    "memory control file": ("a.ctl", "; board\nbase P:40\nsymbol limit 7\n", lambda path: repr(read_memory_file(path))),
    "machines": (
        "m.toml",
        resources.files("dsp56k.host").joinpath("machines.toml").read_text(encoding="utf-8"),
        load_machines,
    ),
    "board": (
        "b.toml",
        resources.files("dsp56k.emu").joinpath("boards", "falcon.toml").read_text(encoding="utf-8"),
        Board.load,
    ),
    "study": ("s.toml", 'title = "ä"\n[a]\nb = 1\n', lambda path: read_document(path).tables),
    "budgets": ("b.toml", "[clocks]\na = 1\n", read_budgets),
    "tests in a source": (
        "t.asm",
        "; test: first\n; out a = 1\none rts\n; test: second\n; out a = 2\ntwo rts\n",
        lambda path: read_cases(decode_text(path.read_bytes()), "t.asm"),
    ),
    "commands of the debugger": ("c.txt", "print $10\nprint $20\n", console),
    "source in the debugger": ("p2.asm", PROGRAM, debugged),
    "source in a profile": ("p2.asm", PROGRAM.replace("ä", "a"), lambda path: shown_source(path.read_bytes())),
    "who includes a file": (
        "outer.asm",
        " include 'part'\n nop\n",
        lambda path: find_including_source(path.with_name("part.asm")),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.asm").write_text(PROGRAM)
    (tmp_path / "part.asm").write_text(" nop\n")
    return tmp_path


def without_paths(result: object, path: Path) -> str:
    return repr(result).replace(str(path.parent), "")


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("reader", READERS)
def test_a_text_file_means_the_same_however_it_ends_lines_and_itself(reader: str, end: str, folder: Path) -> None:
    name, text, read = READERS[reader]
    plain = text.encode()
    path = folder / name
    path.write_bytes(plain)
    expected = without_paths(read(path), path)
    path.write_bytes(ENDS[end](plain))
    assert without_paths(read(path), path) == expected


@pytest.mark.parametrize("end", ENDS)
def test_an_argument_file(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "args.cmd"
    plain = b"-b ; an object file\n-q\nargued\n"
    path.write_bytes(plain)
    expected = taken_by_asm56000(path, monkeypatch)
    path.write_bytes(ENDS[end](plain))
    assert taken_by_asm56000(path, monkeypatch) == expected


@pytest.mark.parametrize("end", ENDS)
def test_a_test_in_the_first_line_of_a_source_is_run(end: str, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ndsp_asm_files = *.asm\n")
    text = b"; test: first\n; out a = $123000000\nfirst move #>$123,a\n rts\n"
    (pytester.path / "first.asm").write_bytes(ENDS[end](text))
    pytester.runpytest().assert_outcomes(passed=1)


@pytest.mark.parametrize("end", ["^Z", "UTF-8 mark", "CR LF"])
def test_commands_on_standard_input(end: str, folder: Path) -> None:
    commands = b"print $10\nprint $20\n"
    arguments = ["debug", str(folder / "p.asm")]
    expected = CliRunner().invoke(main, arguments, input=commands)
    result = CliRunner().invoke(main, arguments, input=ENDS[end](commands))
    assert (result.exit_code, result.output) == (0, expected.output)

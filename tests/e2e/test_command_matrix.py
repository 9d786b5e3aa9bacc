"""Every command in hostile surroundings: one line, an exit code, nothing left behind, never a traceback."""

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import LibraryMember, coff_bytes, library_bytes
from dsp56k.asm.formats.lod import CLDLOD, lod_text
from dsp56k.system.locks import locked
from shared.x86.compilers import missing

BIN = Path(sys.executable).parent
SOURCE = " section m\n xdef head\n org p:\nhead nop\n jmp *\n endsec\n end head\n"
MODULE = coff_bytes(assemble(SOURCE, relative=True))
PROGRAM = assemble(" org p:$40\nhead nop\n jmp *\nsub rts\n end head\n")


@dataclass(frozen=True)
class Use:
    """A command that does its work: {i} is its input without extension, {o} its output without one."""

    line: str
    input: str
    """The extension of its input."""
    outputs: tuple[str, ...] = ()
    """Extensions of its output files."""
    prints: bool = True

    def words(self, name: str = "in", output: str = "out") -> list[str]:
        return [word.replace("{i}", name).replace("{o}", output) for word in self.line.split()]


USES = {
    "asm": Use("dsp56k asm {i}.asm -o {o}.elf --listing {o}.lst", ".asm", (".elf", ".lst")),
    "asm-sarif": Use("dsp56k asm {i}.asm -o {o}.lod --sarif {o}.sarif --json", ".asm", (".lod", ".sarif")),
    "asm-cln": Use("dsp56k asm {i}.asm -o {o}.cln", ".asm", (".cln",)),
    "link": Use("dsp56k link {i}.cln -o {o}.elf --map {o}.map", ".cln", (".elf", ".map")),
    "convert": Use("dsp56k convert {i}.cld {o}.lod", ".cld", (".lod",)),
    "objdump": Use("dsp56k objdump {i}.cld --symbols", ".cld"),
    "lib-update": Use("dsp56k lib update {o}.lib {i}.cln", ".cln", (".lib",), prints=False),
    "lib-list": Use("dsp56k lib list {i}.lib", ".lib"),
    "disasm": Use("dsp56k disasm {i}.lod", ".lod"),
    "run": Use("dsp56k run {i}.lod", ".lod"),
    "run-json": Use("dsp56k run --json {i}.cld", ".cld"),
    "trace": Use("dsp56k trace {i}.lod", ".lod"),
    "prof": Use("dsp56k prof {i}.lod --callgrind {o}.callgrind", ".lod", (".callgrind",)),
    "debug": Use("dsp56k debug {i}.lod -c continue", ".lod"),
    "call": Use("dsp56k call {i}.lod sub", ".lod"),
    **({} if missing() else {"time": Use("dsp56k time {i}.c f(3) --profile", ".c")}),
    "asm56000": Use("asm56000 -b{o}.cln -l{o}.lst -v {i}.asm", ".asm", (".cln", ".lst")),
    "dsplnk": Use("dsplnk -b{o}.cld -m{o}.map {i}.cln", ".cln", (".cld", ".map"), prints=False),
    "lnk56000": Use("lnk56000 -b{o}.lod -v {i}.cln", ".cln", (".lod",)),
    "dsplib": Use("dsplib -u {o}.lib {i}.cln", ".cln", (".lib",), prints=False),
    "dsplib-list": Use("dsplib -l {i}.lib", ".lib"),
    "cldlod": Use("cldlod {i}.cld", ".cld"),
    "srec": Use("srec -s {i}.cld", ".cld", prints=False),
}
WRITING = [name for name, use in USES.items() if use.outputs]
SURROUNDINGS = count()


def a_third(names: Sequence[str] = tuple(USES)) -> pytest.MarkDecorator:
    """Parametrize a test by every third command, the next test by the next third.

    All commands share the code that meets these surroundings. DSP56K_ALL_USES=1 selects every command.
    """
    chosen = names if os.environ.get("DSP56K_ALL_USES") else names[next(SURROUNDINGS) % 3 :: 3]
    return pytest.mark.parametrize("name", chosen)


PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""The environment of a user's shell: settings of this Python (PYTHONUNBUFFERED) would hide errors of buffers."""
NO_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


def content_of(extension: str) -> bytes:
    """An input that every command takes."""
    return {
        ".asm": SOURCE.encode(),
        ".c": b"int f(int x) { return x * x; }\n",
        ".cln": MODULE,
        ".cld": coff_bytes(PROGRAM),
        ".lod": lod_text(PROGRAM, CLDLOD).encode(),
        ".lib": library_bytes([LibraryMember("m.cln", MODULE)]),
    }[extension]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for extension in (".asm", ".c", ".cln", ".cld", ".lod", ".lib"):
        Path(f"in{extension}").write_bytes(content_of(extension))
    return tmp_path


def run(words: Sequence[str], **options: Any) -> tuple[int, str, str]:
    """Exit code, standard output and error of a command."""
    command, *arguments = words
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    options = streams | {"env": PLAIN} | options
    ended: Any = subprocess.run([BIN / command, *arguments], timeout=60, check=False, **options)
    return ended.returncode, (ended.stdout or b"").decode("utf-8", "replace"), (ended.stderr or b"").decode("utf-8")


def is_safe(text: str) -> bool:
    """No traceback, nothing that steers a terminal, no line without end."""
    lines = text.split("\n")
    return "Traceback" not in text and all(line.isprintable() and len(line) <= 2100 for line in lines)


def no_left_overs() -> bool:
    return not [path for path in Path().iterdir() if path.name.startswith(".")]


def says_one_line(errors: str, words: str) -> bool:
    """Check that the output is one line with these words; the Motorola commands have printed their banner before."""
    lines = [line for line in errors.splitlines() if not line.startswith(("assembling", "linking"))]
    return len(lines) == 1 and words in lines[0]


@pytest.mark.parametrize("name", USES)
def test_the_uses_work(name: str) -> None:
    code, out, errors = run(USES[name].words())
    assert (code, bool(out) or not USES[name].prints) == (0, True), errors
    assert all(Path(f"out{extension}").stat().st_size for extension in USES[name].outputs)


@a_third()
def test_standard_output_is_full(name: str) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, errors = run(USES[name].words(), stdout=full)
    assert code == (1 if USES[name].prints else 0)
    assert not USES[name].prints or says_one_line(errors, "standard output: No space left on device")
    assert no_left_overs()


@a_third()
def test_standard_output_is_closed(name: str) -> None:
    code, _, errors = run(USES[name].words(), stdout=None, preexec_fn=lambda: os.close(1))
    assert code == (1 if USES[name].prints else 0)
    assert not USES[name].prints or says_one_line(errors, "standard output: Bad file descriptor")
    assert no_left_overs()


@a_third()
def test_nobody_reads_standard_output(name: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code, _, errors = run(USES[name].words(), stdout=writer)
    os.close(writer)
    assert code == (1 if USES[name].prints else 0)
    assert not [line for line in errors.splitlines() if not line.startswith(("assembling", "linking"))]
    assert no_left_overs()


@a_third()
def test_no_other_stream_is_open(name: str) -> None:
    def close() -> None:
        os.close(0)
        os.close(2)

    assert run(USES[name].words(), stdin=None, stderr=None, preexec_fn=close)[0] == 0
    # An error that cannot be printed has its exit code nevertheless, and appears nowhere else.
    code, out, _ = run(USES[name].words("missing"), stdin=None, stderr=None, preexec_fn=close)
    assert (code, "missing" in out and "error" in out) == (1, name == "asm-sarif")
    with Path("/dev/full").open("wb") as full:
        assert run(USES[name].words("missing"), stderr=full)[0] == 1


@pytest.mark.parametrize("locale", [{"LC_ALL": "C.UTF-8"}, NO_LOCALE], ids=["utf-8", "c"])
@a_third()
def test_file_names_in_any_encoding(name: str, locale: dict[str, str]) -> None:
    use, odd = USES[name], os.fsdecode(b"b\xff" + "ä€".encode())
    Path(f"in{use.input}").rename(f"{odd}{use.input}")
    code, out, errors = run(use.words(odd, f"o{odd}"), env=PLAIN | locale)
    assert (code, is_safe(out), is_safe(errors)) == (0, True, True), errors
    assert all(Path(f"o{odd}{extension}").stat().st_size for extension in use.outputs)


@a_third()
def test_file_names_that_steer_the_terminal(name: str) -> None:
    use, odd = USES[name], "\x1b[31m\u202eb\nc"
    if use.outputs == (".lib",):
        # The header of a library's module is a line.
        odd = odd.replace("\n", "")
    Path(f"in{use.input}").rename(f"{odd}{use.input}")
    for given in (odd, f"no{odd}"):
        code, out, errors = run(use.words(given))
        assert (code, is_safe(out), is_safe(errors)) == (int(given != odd), True, True), (out, errors)


@a_third()
def test_an_input_that_leads_back_to_itself(name: str) -> None:
    use = USES[name]
    Path(f"loop{use.input}").symlink_to(f"loop{use.input}")
    code, out, errors = run(use.words("loop"))
    assert (code, is_safe(out), is_safe(errors)) == (1, True, True)
    assert f"loop{use.input}" in out + errors


@a_third(WRITING)
def test_an_output_that_leads_back_to_itself(name: str) -> None:
    use = USES[name]
    for extension in use.outputs:
        Path(f"loop{extension}").symlink_to(f"loop{extension}")
        others = [f"out{other}" for other in use.outputs if other != extension]
        words = [word.replace(f"out{extension}", f"loop{extension}") for word in use.words()]
        code, _, errors = run(words)
        assert (code, says_one_line(errors, f"loop{extension}: ")) == (1, True), errors
        assert not [other for other in others if Path(other).exists()]
        assert no_left_overs()
        Path(f"loop{extension}").unlink()


@pytest.mark.parametrize("place", ["missing/out", "/proc/self/out", "in.asm/out"])
@a_third(WRITING)
def test_a_folder_that_takes_no_file(name: str, place: str) -> None:
    before = sorted(Path().iterdir())
    code, _, errors = run(USES[name].words(output=place))
    assert (code, says_one_line(errors, f"{place}.")) == (1, True), errors
    assert sorted(Path().iterdir()) == before


@a_third(WRITING)
def test_a_disk_that_is_full(name: str) -> None:
    # Smaller than the smallest file that is written.
    code, _, errors = run(USES[name].words(), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8)))
    assert (code, says_one_line(errors, ": File too large")) == (1, True), errors
    assert not [path for path in Path().iterdir() if path.stem == "out"]
    assert no_left_overs()


DIGITS = "9" * 50_000


@pytest.mark.parametrize(
    "words",
    [
        ["dsp56k", "run", "in.lod", "--until", DIGITS],
        ["dsp56k", "run", "in.lod", "--until", "0x" + DIGITS],
        ["dsp56k", "run", "in.lod", "--until", "$" + DIGITS],
        ["dsp56k", "run", "in.lod", "--max-clocks", DIGITS],
        ["dsp56k", "run", "in.lod", "--max-instructions", DIGITS],
        ["dsp56k", "run", "in.lod", "--mode", DIGITS],
        ["dsp56k", "trace", "in.lod", "--until", "0x" + DIGITS],
        ["dsp56k", "trace", "in.lod", "--max-clocks", DIGITS],
        ["dsp56k", "asm", "in.asm", "-D", f"N={DIGITS}"],
        ["dsp56k", "asm", "in.asm", "-O", DIGITS],
        ["dsp56k", "link", "in.cln", "-o", "out.lod", "--origin", f"p:{DIGITS}"],
        ["dsp56k", "link", "in.cln", "-o", "out.lod", "-u", DIGITS],
        ["dsp56k", "convert", "in.cld", DIGITS],
        ["dsp56k", "lib", "list", DIGITS],
        ["dsp56k", "time", "in.c", f"f({DIGITS})"],
        ["dsp56k", "time", "in.c", f"f(@{DIGITS})"],
        ["dsp56k", "time", "in.c", DIGITS],
        ["dsp56k", "time", "in.c", "f(1)", "--max-clocks", DIGITS],
        ["dsp56k", "crossover", "--seed", DIGITS],
        ["dsp56k", "crossover", "--job", DIGITS],
        ["dsp56k", DIGITS],
        ["dsp56k", "run", f"--{DIGITS}"],
        ["asm56000", "-b", "-d", "N", DIGITS, "in.asm"],
        ["asm56000", f"-o{DIGITS}", "in.asm"],
        ["asm56000", DIGITS],
        ["asm56000", f"-{DIGITS}"],
        ["dsplnk", "-bout.cld", f"-op:{DIGITS}", "in.cln"],
        ["dsplnk", "-bout.cld", f"-u{DIGITS}", "in.cln"],
        ["dsplib", "-l", DIGITS],
        ["dsplib", f"-{DIGITS}", "in.lib"],
        ["srec", f"-a{DIGITS}", "in.cld"],
        ["cldlod", DIGITS],
    ],
    ids=lambda words: " ".join(word[:12] for word in words),
)
def test_numbers_and_names_of_fifty_thousand_letters(words: list[str]) -> None:
    code, out, errors = run(words)
    # A library's command goes on with -u; a symbol of that name may be looked for and be defined.
    assert code in (1, 2) or "-D" in words or "-d" in words or any(word.startswith("-u") for word in words)
    assert is_safe(out)
    assert is_safe(errors)
    assert len(errors) < 5000


@pytest.mark.parametrize(
    ("command", "record"),
    [
        ("run", "_DATA P {}"),
        ("trace", "_BLOCKDATA P 0 {} 0"),
        ("disasm", "_{}"),
        ("objdump", "_SYMBOL P\n{} I 0 0 0"),
        ("run", "_END {}"),
    ],
)
def test_letters_without_end_in_files(command: str, record: str) -> None:
    for letters in (DIGITS, "\x1b]0;title\x07" * 5000):
        Path("bad.lod").write_text(f"_START T 0 0 0\n{record.format(letters)}\n")
        code, out, errors = run(["dsp56k", command, "bad.lod"])
        assert (code, says_one_line(errors, "bad.lod"), is_safe(out + errors)) == (1, True, True), errors[:200]


WITHOUT_MEMORY = """
import resource, sys
from importlib import import_module
import dsp56k.cli.main, dsp56k.cli.motorola.asm56000, dsp56k.cli.motorola.dsplnk, dsp56k.cli.motorola.dsplib
import dsp56k.cli.motorola.libraries, dsp56k.cli.objects
import dsp56k.asm, dsp56k.asm.link, dsp56k.asm.formats, dsp56k.emu
for name, (room, _) in dsp56k.cli.main.COMMANDS.items():
    import_module(f"dsp56k.cli.{room}.{name.replace('-', '_')}")
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (12 << 20),) * 2)
module, sys.argv = sys.argv[1], sys.argv[2:]
sys.exit(import_module(module).main())
"""
MODULES = {
    "dsp56k": "dsp56k.cli.main",
    "asm56000": "dsp56k.cli.motorola.asm56000",
    "dsplnk": "dsp56k.cli.motorola.dsplnk",
    "lnk56000": "dsp56k.cli.motorola.dsplnk",
    "dsplib": "dsp56k.cli.motorola.dsplib",
    "cldlod": "dsp56k.cli.motorola.cldlod",
    "srec": "dsp56k.cli.motorola.srec",
}
FILL = {".asm": b" nop ;" + b"x" * 200 + b"\n", ".lod": b"000000\n"}
"""Lines that make text files long; other files are filled with zeros."""
LONG = 15 << 20
"""More than there is memory for, and less than what any reader refuses for its size."""


@a_third([name for name in USES if USES[name].input != ".c"])  # at most a megabyte
def test_there_is_no_memory(name: str) -> None:
    use = USES[name]
    large = Path(f"large{use.input}")
    with large.open("wb") as file:
        if use.input == ".lod":
            file.write(b"_DATA P 0\n")
        elif use.input != ".asm":
            file.write(content_of(use.input))
        fill = FILL.get(use.input, b"")
        file.write(fill * (LONG // len(fill)) if fill else b"")
        file.truncate(max(LONG, file.tell()))
    command, *arguments = use.words("large")
    words = [sys.executable, "-c", WITHOUT_MEMORY, MODULES[command], command, *arguments]
    ended = subprocess.run(words, capture_output=True, timeout=100, check=False)
    large.unlink()
    assert (ended.returncode, says_one_line(ended.stderr.decode(), "error: out of memory")) == (1, True), ended.stderr
    assert no_left_overs()


@pytest.fixture
def silent_input() -> Iterator[Callable[[str], Path]]:
    """Makes an input that never comes to its end."""
    made: list[Path] = []

    def make(extension: str) -> Path:
        path = Path(f"fifo{extension}").resolve()
        os.mkfifo(path)
        made.append(path)
        return path

    yield make
    for path in made:
        path.unlink()


@pytest.mark.usefixtures("hangups_heard")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@a_third([name for name in USES if USES[name].outputs != (".lib",) and name != "time"])
def test_a_signal_ends_what_waits(name: str, number: int, code: int, silent_input: Callable[[str], Path]) -> None:
    use = USES[name]
    fifo = silent_input(use.input)
    command, *arguments = use.words("fifo")
    before = sorted(Path().iterdir())
    with subprocess.Popen([BIN / command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        writer = _opened_by_a_reader(fifo)
        _wait_until_asleep(process.pid)
        process.send_signal(number)
        out, errors = process.communicate(timeout=30)
    os.close(writer)
    assert process.returncode == code
    assert says_one_line(errors.decode(), "interrupted" if number == signal.SIGINT else "terminated")
    assert out == b""
    assert sorted(Path().iterdir()) == before


def _opened_by_a_reader(fifo: Path) -> int:
    for _ in range(2000):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        time.sleep(0.01)
    raise AssertionError("nobody has opened the input")


def _wait_until_asleep(process: int) -> None:
    """A reader that has opened its input has not yet read it: a signal just before the read waits with it."""
    asleep = 0
    while asleep < 5:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        time.sleep(0.01)


@pytest.mark.parametrize("name", [name for name in USES if USES[name].outputs == (".lib",)])
def test_a_signal_ends_what_waits_for_another_run(name: str) -> None:
    command, *arguments = USES[name].words()
    before = sorted(Path().iterdir())
    with locked(Path("out.lib")):
        process = subprocess.Popen([BIN / command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2000):
            waiting = [line for line in Path("/proc/locks").read_text().splitlines() if "->" in line]
            if any(f" {process.pid} " in line for line in waiting):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    assert (process.returncode, out, says_one_line(errors.decode(), "interrupted")) == (130, b"", True)
    assert sorted(Path().iterdir()) == before

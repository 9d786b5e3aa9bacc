"""`dsp56k disasm`: its text assembles to the words it was made from."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.asm.budget import MAX_KEPT
from dsp56k.asm.formats import coff_bytes, elf_bytes, lod_text
from dsp56k.asm.object_file import ObjectFile
from dsp56k.cli.main import main
from dsp56k.cli.toolchain import roundtrip_disassembly as exact_module
from dsp56k.cli.toolchain.roundtrip_disassembly import exact
from dsp56k.emu import Symbols
from dsp56k.emu.loader import Block, Program, read_object
from dsp56k.objects.module import Ident, Run, SymbolRecord

PROGRAM = "_START T 0 0 0\n_DATA P 0040\n200013 44F400 000123 000007\n_DATA X 0010\n000001 FFFFFF\n_END 0040\n"
WORDS = st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=40)


def test_prints_source_with_addresses_and_words(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM)
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert result.exit_code == 0
    assert [" ".join(line.split()) for line in result.stdout.splitlines()] == [
        "org p:$0040",
        "clr a ; P:$0040 200013",
        "move #>$000123,x0 ; P:$0041 44F400 000123",
        "dc $000007 ; P:$0043 000007",
        "org x:$0010",
        "dc $000001,$ffffff ; X:$0010",
        "end $0040",
    ]


def test_json(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM)
    shown = json.loads(CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod"), "--json"]).stdout)
    assert shown["start"] == 0x40
    assert shown["statements"][1] == {
        "space": "P",
        "address": 0x41,
        "words": [0x44F400, 0x123],
        "labels": [],
        "text": "move #>$000123,x0",
        "parts": [{"operation": "LongImmediate", "operands": [0x123, "X0"]}, {"operation": "Move", "operands": []}],
    }
    assert shown["statements"][2]["parts"] == []


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM.replace("_END 0040\n", ""))
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "without an _END record" in result.stderr


@settings(max_examples=60)
@given(program=WORDS, data=WORDS, address=st.integers(0, 0xFF00))
def test_any_words_come_back(program: list[int], data: list[int], address: int) -> None:
    lines = exact([Block("P", address, program), Block("X", address, data)], Symbols()).lines
    obj = assemble("".join(f"{line.source}\n" for line in lines))
    assert obj.ok
    assert obj.words == {
        (space, address + offset): word
        for space, words in (("P", program), ("X", data))
        for offset, word in enumerate(words)
    }


LABELLED = """
        org     x:$10
samples dc      1,2,3
more    dc      4
        org     y:$1000
far     ds      1
result  equ     x:$20
count   equ     3
        org     p:$40
start   do      #count,loop_end
        move    x:samples,x0
loop_end
again   move    x0,y:far
        move    a,x:<result
        jclr    #1,x:<<$ffe9,*
        jsr     start
        jmp     again
        end     start
"""


def labelled(tmp_path: Path) -> Path:
    (tmp_path / "a.asm").write_text(LABELLED)
    assert CliRunner().invoke(main, ["asm", str(tmp_path / "a.asm"), "-o", str(tmp_path / "a.elf")]).exit_code == 0
    return tmp_path / "a.elf"


def test_labels_stand_where_they_were_and_in_operands(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["disasm", str(labelled(tmp_path))])
    assert result.exit_code == 0
    assert [" ".join(line.split(";")[0].split()) for line in result.stdout.splitlines()] == [
        "far equ y:$1000",
        "result equ x:$0020",
        "org x:$0010",
        "samples dc $000001,$000002,$000003",
        "more dc $000004",
        "org p:$0040",
        "start do #$03,loop_end",
        "move x:<samples,x0",
        "loop_end",
        "again move x0,y:>far",
        "move a,x:<result",
        "jclr #1,x:<<$ffe9,$0046",
        "jsr <start",
        "jmp <loop_end",
        "end start",
    ]
    (tmp_path / "b.asm").write_text(result.stdout)
    assert CliRunner().invoke(main, ["asm", str(tmp_path / "b.asm"), "-o", str(tmp_path / "b.elf")]).exit_code == 0
    first, second = (read_object(tmp_path / name) for name in ("a.elf", "b.elf"))
    assert (first.blocks, first.start) == (second.blocks, second.start)
    assert {name: value for name, value in first.symbols.items() if name != "count"} == second.symbols


def test_labels_can_be_left_out(tmp_path: Path) -> None:
    file = str(labelled(tmp_path))
    plain = CliRunner().invoke(main, ["disasm", file, "--no-labels"]).stdout
    assert "do      #$03,$0043" in plain
    assert "start" not in plain
    shown = json.loads(CliRunner().invoke(main, ["disasm", file, "--json"]).stdout)
    labels = {(one["space"], one["address"]): one["labels"] for one in shown["statements"] if one["labels"]}
    assert labels == {
        ("X", 0x10): ["samples"],
        ("X", 0x13): ["more"],
        ("P", 0x40): ["start"],
        ("P", 0x43): ["loop_end", "again"],
    }


NAMES = st.sampled_from(["start", "r0", "x", "a b", "1st", "l", "loop", "a_rather_long_name", "$40", "if", "nop", ""])


@settings(max_examples=60)
@given(
    program=WORDS,
    address=st.integers(0, 0x100),
    symbols=st.dictionaries(NAMES, st.tuples(st.sampled_from("XYLPN"), st.integers(0, 0x140)), max_size=8),
)
def test_any_words_come_back_with_any_symbols(
    program: list[int], address: int, symbols: dict[str, tuple[str, int]]
) -> None:
    table = Symbols()
    table.add(
        Program(
            symbols={name: value for name, (_, value) in symbols.items()},
            spaces={name: space for name, (space, _) in symbols.items()},
        )
    )
    obj = assemble("".join(f"{line.source}\n" for line in exact([Block("P", address, program)], table).lines))
    assert obj.ok
    assert obj.words == {("P", address + offset): word for offset, word in enumerate(program)}


WRITERS: dict[str, Callable[[ObjectFile], bytes]] = {
    "cld": coff_bytes,
    "elf": elf_bytes,
    "lod": lambda obj: lod_text(obj).encode("latin-1", "replace"),
}


def named(tmp_path: Path, form: str, *names: str) -> Path:
    """An object file of four words, whose symbols have these names."""
    run = Run("P", 0x40, "P", 0x40, words=[0x200013, 0x0AF080, 0x000040, 0x000007])
    symbols = [
        SymbolRecord(name, 0x40 + number % 4, "P", "label", "", None, False) for number, name in enumerate(names)
    ]
    path = tmp_path / f"a.{form}"
    path.write_bytes(WRITERS[form](ObjectFile(Ident("A"), [run], symbols, 0x40)))
    return path


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    "name",
    [
        "a nop\n include '/etc/hostname'\n msg 'x'\nb", "a nop\n dup 4000000\n bsc 65535,1\n endm\nb", "a\x1ab",
        "a\x1b]0;title\x07", "a b", "a\tb", "a\x0bb", "a\x85b", "n" * 4097,
    ],
)  # fmt: skip
def test_names_that_end_a_line_or_a_field_are_refused(tmp_path: Path, form: str, name: str) -> None:
    path = named(tmp_path, form, "n")
    content = path.read_bytes()
    if form == "lod":
        # A line feed or a blank makes two fields or lines of it there.
        content = content.replace(b"\nn ", b"\n" + name.encode("latin-1") + b" ")
    else:
        content = named(tmp_path, form, name).read_bytes()
    path.write_bytes(content)
    result = CliRunner().invoke(main, ["disasm", str(path)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.removesuffix("\n").isprintable()


HOSTILE = (
    ";", "a;b", "=", "m=", "a=5", "*", "a\\", "\\", "'a", '"a', "a:b", "a,b", "#a", "$40", "1a", "a+b", "(a)",
    "@def(a)", "include", "dup", "endm", "macro", "end", "x0", "r7", "SS", "_a", "a^b", "?a", "%a", "a.b", "{a}", "|a",
    "set", "if", "n" * 512, "n" * 513, "\xe4", "nop", "a_name", "A_NAME",
)  # fmt: skip


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("names", [*((name,) for name in HOSTILE), HOSTILE], ids=repr)
def test_whatever_the_names_the_words_come_back(tmp_path: Path, form: str, names: tuple[str, ...]) -> None:
    path = named(tmp_path, form, *names)
    result = CliRunner().invoke(main, ["disasm", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")
    obj = assemble(result.stdout)
    assert obj.ok
    assert list(obj.words.values()) == [0x200013, 0x0AF080, 0x000040, 0x000007]
    assert obj.start == 0x40
    assert all(exact_module.is_label(name) for name in obj.symbols)


def test_names_that_are_no_labels_are_counted(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["disasm", str(named(tmp_path, "elf", "a;b", "good", "r0"))]).stdout
    assert shown.splitlines()[-1] == "; symbols left out: 2"
    assert "a;b" not in shown


def test_words_that_do_not_come_back_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # No program is known for which this is so: the text is changed until it is right.
    monkeypatch.setattr(exact_module._Text, "change", lambda *_: False)
    (tmp_path / "a.lod").write_text("_START T 0 0 0\n\n_DATA P 0\n200013 0BF083 FFFFFF 200013\n_END 0\n")
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "; words that are not reproduced: P:$0002, 1"
    assert "a.lod: 1 word is not reproduced, the first at P:$0002" in result.stderr
    shown = json.loads(CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod"), "--json"]).stdout)
    assert shown["left"] == [{"space": "P", "address": 2, "words": [0xFFFFFF]}]


def test_a_fill_is_one_line(tmp_path: Path) -> None:
    lines = [
        "_START T 0 0 0",
        "",
        "_BLOCKDATA P 0100 1000 0C0100",
        "_BLOCKDATA X 0 10000 123456",
        "_DATA P 0100 000000",
    ]
    (tmp_path / "a.lod").write_text("\n".join([*lines, "_SYMBOL P", "middle I 000200", "_END", ""]))
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert [" ".join(line.split()) for line in result.stdout.splitlines()] == [
        "org p:$0100",
        "nop ; P:$0100 000000",
        "bsc $00ff,$0c0100 ; P:$0101 to $01FF",
        "middle bsc $0f00,$0c0100 ; P:$0200 to $10FF",
        "org x:$0000",
        "bsc $8000,$123456 ; X:$0000 to $7FFF",
        "bsc $8000,$123456 ; X:$8000 to $FFFF",
    ]
    assert assemble(result.stdout).words == {
        **{("P", at): 0x0C0100 for at in range(0x101, 0x1100)},
        ("P", 0x100): 0,
        **{("X", at): 0x123456 for at in range(0x10000)},
    }


def test_a_text_that_asks_for_too_much_work_goes_without_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    symbols = [f"_SYMBOL P\nsymbol{number} I {number % 100:06X}" for number in range(3_000)]
    text = "\n".join(["_START T 0 0 0", "", "_BLOCKDATA P 0 64 0C0000", *symbols, "_END 0", ""])
    (tmp_path / "a.lod").write_text(text)
    shown = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")]).stdout
    assert shown.splitlines()[-1] == f"; symbols left out: {3_000 - 100 * exact_module.MAX_LABELS_PER_ADDRESS}"
    monkeypatch.setattr("dsp56k.asm.budget.Budget.__init__.__defaults__", (6_000, MAX_KEPT))
    shown = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")]).stdout
    assert [line.split(";")[0].split() for line in shown.splitlines()] == [
        ["org", "p:$0000"], ["bsc", "$0064,$0c0000"], ["end", "$0000"], [],
    ]  # fmt: skip
    assert shown.splitlines()[-1] == "; symbols left out: 3000"


def test_an_empty_block_behind_the_memory_is_left_out() -> None:
    found = exact([Block("Y", 0x10000, []), Block("P", 0, [0])], Symbols())
    assert ([line.text for line in found.lines], found.left) == (["org     p:$0000", "nop"], [])

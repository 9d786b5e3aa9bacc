"""`dsp56k disasm`: its text assembles to the words it was made from."""

import json
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.cli.disasm import exact_lines
from dsp56k.cli.main import main
from dsp56k.emu import Symbols
from dsp56k.emu.loader import Block, Program, read_object

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
    }


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM.replace("_END 0040\n", ""))
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "without an _END record" in result.stderr


@settings(max_examples=60)
@given(program=WORDS, data=WORDS, address=st.integers(0, 0xFF00))
def test_any_words_come_back(program: list[int], data: list[int], address: int) -> None:
    lines = exact_lines([Block("P", address, program), Block("X", address, data)], Symbols())
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
    obj = assemble("".join(f"{line.source}\n" for line in exact_lines([Block("P", address, program)], table)))
    assert obj.ok
    assert obj.words == {("P", address + offset): word for offset, word in enumerate(program)}

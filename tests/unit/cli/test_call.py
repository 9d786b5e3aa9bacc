"""`dsp56k call`: a subroutine called from the shell."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.main import main

SOURCE = """\
        org     x:$10
data    ds      4
total   ds      1
text    ds      3
        org     p:$200
sum     move    #data,r0
        clr     a
        move    x:(r0)+,x0
        do      #4,_end
        add     x0,a    x:(r0)+,x0
_end    move    a1,x:total
        rts
half    mpy     x0,y0,a
        rts
copy    move    x:text,x0
        move    x0,x:text+2
        rts
early   move    #data,r0
        move    x:(r0),x0
        rts
"""


def call(tmp_path: Path, *arguments: str, source: str = SOURCE) -> Result:
    file = tmp_path / "prog.asm"
    file.write_text(source)
    return CliRunner().invoke(main, ["call", str(file), *arguments])


def test_values_in_values_and_clocks_out(tmp_path: Path) -> None:
    result = call(tmp_path, "sum", "--in", "x:data[4]=1,$2,0x3,4", "--out", "x:total", "--clocks")
    assert (result.exit_code, result.stdout) == (0, "x:total = $00000A\n26 clocks, 10 instructions\n")


def test_a_list_counts_itself_and_symbols_know_their_space(tmp_path: Path) -> None:
    result = call(tmp_path, "sum", "--in", "data signed=-1,-2,0,0", "--out", "total signed", "--out", "r0")
    assert result.stdout == "total signed = -3\nr0 = $0015\n"


def test_kinds(tmp_path: Path) -> None:
    result = call(tmp_path, "half", "--in", "x0 fraction=0.5", "--in", "y0 fraction=-1/4", "--out", "a fraction")
    assert result.stdout == "a fraction = -1/8\n"
    result = call(tmp_path, "copy", "--in", "text[2] bytes=41ff", "--out", "text[3] bytes")
    assert result.stdout == "text[3] bytes = 41ff41\n"
    (tmp_path / "octets").write_bytes(b"AB")
    result = call(tmp_path, "copy", "--in", f"text[2] bytes=@{tmp_path / 'octets'}", "--out", "text[3] bytes")
    assert result.stdout == "text[3] bytes = 414241\n"
    number = 1 << 70
    result = call(tmp_path, "copy", "--in", f"text[3] digits={number}", "--out", "text[2] number", "--reads", "text")
    assert (result.exit_code, result.stdout) == (0, "text[2] number = 0\n")


def test_json_and_trace(tmp_path: Path) -> None:
    facts = json.loads(call(tmp_path, "sum", "--in", "data=1,2,3,4", "--out", "data[4]", "--json", "--trace").stdout)
    assert facts["value"] == {"data[4]": [1, 2, 3, 4]}
    assert (facts["routine"], facts["entry"], facts["clocks"], facts["instructions"]) == ("sum", 0x200, 26, 10)
    assert [step["text"] for step in facts["steps"]][:2] == ["move #<$10,r0", "clr a"]
    assert facts["steps"][2]["accesses"] == ["X:$0010 -> $000001"]
    lines = call(tmp_path, "sum", "--in", "data=1,2,3,4", "--trace").stdout.splitlines()
    assert len(lines) == 10 + 1
    assert lines[-1] == "26 clocks, 10 instructions"


def test_wait_states_are_of_memory_off_the_chip(tmp_path: Path) -> None:
    plain = call(tmp_path, "sum", "--in", "data=1,2,3,4", "--clocks").stdout
    assert call(tmp_path, "sum", "--in", "data=1,2,3,4", "--waits", "x=3,y=3").stdout == plain
    waiting = call(tmp_path, "sum", "--in", "data=1,2,3,4", "--waits", "1").stdout
    assert waiting == "38 clocks, 10 instructions\n"


def test_programs_of_other_tools(tmp_path: Path) -> None:
    file = tmp_path / "prog.elf"
    file.write_bytes(elf_bytes(assemble(SOURCE)))
    result = CliRunner().invoke(main, ["call", str(file), "sum", "--in", "data=1,2,3,4", "--out", "total"])
    assert result.stdout == "total = $00000A\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["early"], "violates an instruction-sequence restriction"),
        (["sums"], "did you mean sum"),
        (["sum", "--in", "dat=1,2,3,4"], "did you mean data"),
        (["sum", "--in", "x:data[4]=1,2,3"], "must be 4 values, got 3"),
        (["sum", "--in", "data=1,2,3,16777216"], "does not fit into 24 bits"),
        (["sum", "--in", "data=1,2,3,4", "--writes", "text"], "writes $00000A to X:$0014 <total>, which it may not"),
        (["sum", "--in", "data=1,2,3", "--out", "total"], "X:$0013 <data+3>, which is uninitialised"),
        (["sum", "--in", "data=1,2,3,4", "--max-clocks", "20"], "has not returned within 20 clocks"),
        (["sum", "--waits", "16"], "wait_states"),
        (["copy", "--in", "text bytes=@none"], "none"),
    ],
)
def test_mistakes_of_routines_and_operands_have_exit_code_1(arguments: list[str], words: str, tmp_path: Path) -> None:
    result = call(tmp_path, *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert words in (result.stderr or str(result.exception))


@pytest.mark.parametrize(
    "arguments",
    [
        ["sum", "--in", "data"],
        ["sum", "--in", "=3"],
        ["sum", "--in", "total=three"],
        ["sum", "--in", "total fraction=1/0"],
        ["sum", "--in", "total fraction=1e999999999"],
        ["copy", "--in", "text bytes=4g"],
        ["sum", "--in", "total=1", "--in", "total=2"],
        ["sum", "--waits", "x"],
        ["sum", "-D", "NAME"],
        ["sum", "--placement", "outside"],
        [],
    ],
)
def test_command_lines_that_cannot_be_have_exit_code_2(arguments: list[str], tmp_path: Path) -> None:
    assert call(tmp_path, *arguments).exit_code == 2


def test_a_source_that_does_not_assemble(tmp_path: Path) -> None:
    result = call(tmp_path, "sum", source="sum     bogus\n")
    assert result.exit_code == 1
    assert "prog.asm:1:9" in result.stderr
    assert "1 error" in result.stderr


def test_loose_calls_do_what_the_chip_does(tmp_path: Path) -> None:
    assert call(tmp_path, "early", "--loose").exit_code == 0

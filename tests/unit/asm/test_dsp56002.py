"""The instructions that the DSP56002 adds: assembler, disassembler, commands and project file select them by chip."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k import isa
from dsp56k.asm import assemble, disassemble
from dsp56k.asm.arguments import ArgumentError
from dsp56k.cli.main import main
from dsp56k.language.analysis import analyze
from dsp56k.language.completion import complete
from dsp56k.language.project import Project, read_project_file
from dsp56k.language.queries import inlay_hints
from dsp56k.language.view import View

# INC, DEC and DEBUG; DEBUGcc; four products of 16 pairs, two signs and two accumulators.
WORDS = [
    *(0x000008, 0x000009, 0x00000A, 0x00000B, 0x000200),
    *range(0x000300, 0x000310),
    *(base | low for base in (0x012680, 0x0126C0, 0x012780, 0x0127C0) for low in range(0x40)),
]
SOURCE = " org p:0\n inc a\n macsu -x0,y1,b\n"


def test_each_word_has_one_text_on_the_dsp56002_and_none_on_the_dsp56001() -> None:
    texts = [disassemble(word, chip=isa.DSP56002)[0] for word in WORDS]
    assert len(set(texts)) == len(WORDS) == sum(1 << 24 - row.mask.bit_count() for row in isa.DSP56002_ROWS)
    obj = assemble(" org p:0\n" + "".join(f" {text}\n" for text in texts), chip=isa.DSP56002)
    assert [obj.words["P", at] for at in range(len(WORDS))] == WORDS
    assert obj.warnings == 0
    assert {disassemble(word)[0][:2] for word in WORDS} == {"dc"}


def test_the_order_of_factors_counts_only_where_their_signs_differ() -> None:
    obj = assemble(" org p:0\n macsu x1,x0,a\n macsu x0,x1,a\n mac x1,x0,a\n mac x0,x1,a\n", chip=isa.DSP56002)
    assert [obj.words["P", at] for at in range(4)] == [0x012682, 0x01268A, 0x2000A2, 0x2000A2]


def test_a_macro_may_have_the_name_of_an_instruction_of_the_dsp56002() -> None:
    source = "inc macro\n move #1,a\n endm\n org p:0\n inc\n"
    assert assemble(source).warnings == 0
    (warning,) = assemble(source, chip=isa.DSP56002).diagnostics
    assert "inc" in warning.message


def test_messages_name_the_selected_chip_and_the_option() -> None:
    (*_, last) = assemble(" inc a\n dec b\n").diagnostics
    assert last.notes == ("assemble it with --chip DSP56002",)
    (error, *_) = assemble(" bra *\n", chip=isa.DSP56002).diagnostics
    assert error.message == "BRA is an instruction of the DSP56300; the DSP56002 does not have it"


def test_an_unknown_chip_is_an_error() -> None:
    for call in (lambda: assemble("", chip="DSP56003"), lambda: disassemble(0, chip="DSP56003")):
        with pytest.raises(ArgumentError, match="chip must be DSP56001 or DSP56002, got 'DSP56003'"):
            call()
    with pytest.raises(ValueError, match="chip must be DSP56001 or DSP56002, got 'DSP56003'"):
        isa.decode(0, "DSP56003")


def test_commands_select_the_chip(tmp_path: Path) -> None:
    source, words = tmp_path / "a.asm", str(tmp_path / "a.lod")
    source.write_text(SOURCE)
    run = CliRunner().invoke
    assert "DSP56002" in run(main, ["asm", str(source), "-o", words]).stderr
    assert run(main, ["asm", str(source), "-o", words, "--chip", "DSP56002"]).exit_code == 0
    assert "macsu   -x0,y1,b" in run(main, ["disasm", words, "--chip", "DSP56002"]).stdout
    as_json = json.loads(run(main, ["disasm", words, "--chip", "DSP56002", "--json"]).stdout)
    assert as_json["statements"][1]["parts"] == [{"operation": "Macsu", "operands": ["-", "X0,Y1", "B"]}]
    assert "dc      $000008" in run(main, ["disasm", words]).stdout
    stopped = run(main, ["run", words])
    assert stopped.exit_code != 0
    assert "which is INC on the DSP56002" in stopped.stderr
    printed = json.loads(run(main, ["isa", "inc", "--chip", "DSP56002", "--json"]).stdout)
    assert (printed["chip"], [row["mnemonic"] for row in printed["rows"]]) == ("DSP56002", ["INC"])
    assert run(main, ["isa", "inc"]).exit_code == 2


def test_editors_complete_operands_and_show_clocks_by_chip(tmp_path: Path) -> None:
    path = tmp_path / "a.asm"
    path.write_text(SOURCE)
    for chip, operands, clocks in ((isa.DSP56002, ["a", "b"], [2, 2]), (isa.DSP56001, [], [])):
        project = Project(chip=chip)
        analysis = analyze(path, {}, project)
        assert [one.text for one in complete(" inc ", 5, analysis) if one.sort == "operand"] == operands
        view = View(path, SOURCE.splitlines(), analysis, {}, project)
        assert [hint.clocks for hint in inlay_hints(view, 0, 3)] == clocks


def test_the_project_file_selects_the_chip(tmp_path: Path) -> None:
    path = tmp_path / "dsp56k.toml"
    path.write_text('chip = "DSP56002"\n')
    assert read_project_file(path, Project()).project.chip == "DSP56002"
    path.write_text('options = []\nchip = "56002"\n')
    read = read_project_file(path, Project())
    assert read.project.chip == "DSP56001"
    (problem,) = read.problems
    assert problem.message == "chip must be DSP56001 or DSP56002, got '56002'"
    assert problem.span is not None
    assert problem.span.line == 2

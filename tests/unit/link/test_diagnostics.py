"""Locations of the linker's diagnostics: source lines if a module has line entries, else the module's section."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import ObjectFile, Span, assemble, render, sarif_log
from dsp56k.asm.formats import coff_bytes, read_coff
from dsp56k.asm.link import Linked, Module, link, messages, read_memory_file
from dsp56k.cli.main import main
from dsp56k.objects.readers import read_lnk

CALLER = " section main\n xref tail,far\n org p:\n nop\n jsr tail\n move x:far,a\n endsec\n"
CALLED = " section other\n xdef far\n org p:\nfar nop\n endsec\n"


def stored(name: str, text: str, *, lines: bool = True) -> Module:
    """A module as its file has it, with or without line entries."""
    obj = assemble(text, name=f"{name}.asm", relative=True)
    assert obj.ok
    for run in obj.runs:
        run.lines = run.lines if lines else []
    return Module(f"{name}.cln", read_coff(f"{name}.cln", coff_bytes(obj)))


def spans(linked: Linked) -> dict[str, Span | None]:
    return {found.code: found.span for found in linked.obj.diagnostics}


def line(file: str, number: int, section: str) -> Span:
    return Span(file, number, 0, 0, "", section)


def test_words_have_their_source_lines() -> None:
    found = spans(link([stored("main", CALLER), stored("o", CALLED)]))
    assert found == {"L0101": line("main.asm", 5, "main"), "L0105": line("main.asm", 6, "main")}


def test_words_without_lines_have_their_section() -> None:
    found = spans(link([stored("main", CALLER, lines=False), stored("o", CALLED)]))
    assert found == {"L0101": line("main.cln", 0, "main"), "L0105": line("main.cln", 0, "main")}


def test_what_no_word_refers_to_is_missed_by_its_section() -> None:
    text = b"_START PROG 0001 0002 0000 DSP56000 3.00\n\n_SECTION one 0001 0001\n_XREF 0001\nother\n_END\n"
    found = spans(link([Module("a.lnk", read_lnk("a.lnk", text))]))
    assert found == {"L0101": line("a.lnk", 0, "one")}
    assert spans(link([stored("o", CALLED)], wanted=["none"])) == {"L0101": None}


def test_a_second_definition_shows_the_first() -> None:
    linked = link([stored("a", CALLED), stored("b", "\n" + CALLED)])
    (found,) = linked.obj.diagnostics
    assert (found.code, found.span) == ("L0102", line("b.asm", 5, "other"))
    assert [(label.text, label.span) for label in found.labels] == [("first defined here", line("a.asm", 4, "other"))]
    assert render(found).splitlines() == [
        "b.asm:5: warning[L0102]: Duplicate symbol: far of b.cln is ignored, a.cln defines it",
        "    in section other",
        "    a.asm:4: first defined here",
    ]


def test_a_module_that_was_just_assembled_shows_its_text() -> None:
    modules = [Module(name, assemble(CALLED, name=f"{name}.asm", relative=True)) for name in "ab"]
    (found,) = link(modules).obj.diagnostics
    assert found.span == Span("b.asm", 4, 1, 3, "far nop", "other")


def test_places_of_what_is_only_counted_are_not_looked_for() -> None:
    # Each label is looked for among all runs.
    count = 3000
    obj = assemble("".join(f" org p:{4 * number}\nl{number} nop\n" for number in range(count)), name="m.asm")
    again = ObjectFile(obj.ident, obj.records, [replace(symbol, span=None) for symbol in obj.symbol_table], obj.start)
    start = time.process_time()
    found = link([Module("a", again), Module("b", again)]).obj
    assert time.process_time() - start < 5
    assert (found.warnings, len(found.diagnostics)) == (count, 1001)
    last = found.diagnostics[-2]
    assert (last.code, last.span, len(last.labels)) == ("L0102", line("m.asm", 2000, "GLOBAL"), 1)
    assert [found.diagnostics[-1].code, found.diagnostics[-1].span] == ["L0108", None]


def test_an_overflow_names_the_module() -> None:
    text = " org p:\n ds $fff0\n"
    found = spans(link([stored("a", text), stored("b", text)]))
    assert found == {"L0106": line("b.cln", 0, "GLOBAL")}


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [("section none p:100", "L0201", 1), ("  start $20000", "L0107", 3), ("symbol far 5", "L0202", 1)],
)
def test_the_memory_control_file_has_lines(tmp_path: Path, text: str, code: str, column: int) -> None:
    path = tmp_path / "m.ctl"
    path.write_text(f"; for the board\n{text}\n")
    (found,) = link([stored("o", CALLED)], read_memory_file(path)).obj.diagnostics
    assert (found.code, found.span) == (code, Span(str(path), 2, column, len(text.strip()), text))
    assert render(found).splitlines()[1:3] == [f"    {text}", "    " + " " * (column - 1) + "^" * len(text.strip())]
    assert [label.span for label in found.labels] == [line("o.asm", 4, "other")] * (code == "L0202")


def test_sarif_has_lines_and_sections() -> None:
    linked = link([stored("main", CALLER), stored("o", CALLED, lines=False)])
    (run,) = sarif_log(linked.obj.diagnostics, tool="dsp56k link", more=messages)["runs"]
    assert run["tool"]["driver"]["name"] == "dsp56k link"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["L0101", "L0105"]
    (location,) = next(result["locations"] for result in run["results"] if result["ruleId"] == "L0101")
    assert location == {
        "physicalLocation": {"artifactLocation": {"uri": "main.asm"}, "region": {"startLine": 5}},
        "logicalLocations": [{"name": "main", "kind": "namespace"}],
    }


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.cln").write_bytes(coff_bytes(assemble(CALLER, name="main.asm", relative=True)))
    result = CliRunner().invoke(main, ["link", "main.cln", "-o", "p.cld", "--sarif", "p.sarif", "--json"])
    assert result.exit_code == 1
    found = [entry["span"] for entry in json.loads(result.stdout)["diagnostics"]]
    assert [(span["file"], span["line"], span["section"]) for span in found] == [
        ("main.asm", 5, "main"), ("main.asm", 6, "main")
    ]  # fmt: skip
    log = json.loads(Path("p.sarif").read_text())
    assert [entry["ruleId"] for entry in log["runs"][0]["results"]] == ["L0101", "L0101"]
    assert not Path("p.cld").exists()

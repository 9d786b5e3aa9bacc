"""Every diagnostic has a page, whose example causes it; docs/reference/diagnostics and `dsp56k explain` show them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import diagnostic_pages
from dsp56k.asm import assemble_file
from dsp56k.asm.budget import Budget
from dsp56k.cli.main import main
from dsp56k.language.catalogue import diagnostic_pages as pages
from dsp56k.language.catalogue.diagnostic_pages import GROUPS, UnknownCodeError, kinds, page
from dsp56k.language.catalogue.examples import example_diagnostics

# A missing file needs no source; functions of the linker are a part of L0103 (tests/unit/link/test_findings.py).
WITHOUT_EXAMPLE = {"A0101", "A0340"}
# Additional diagnostics: the missing file, the first of too many, and the instruction too near to the loop's end.
COMPANIONS = {"A0117": {"A0202"}, "A0116": {"A0102"}, "A0113": {"A0201"}, "A0642": {"A0637"}, "L0108": {"L0105"}}


def test_every_diagnostic_has_a_page_and_every_page_a_diagnostic() -> None:
    written = {code for name, _ in GROUPS.values() for code in pages._table(name)}
    assert written == set(kinds())
    assert len(written) > 240
    assert [code for code in kinds() if not page(code).cure.endswith(".")] == []
    assert {code for code in kinds() if not page(code).printed} == WITHOUT_EXAMPLE


def test_every_example_causes_its_diagnostic_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    work, kept = Budget.__init__.__defaults__ or (0, 0)
    wrong = {}
    for entry in map(page, kinds()):
        code = entry.message.code
        monkeypatch.setattr(Budget.__init__, "__defaults__", (entry.work or work, entry.kept or kept))
        codes = {each.code for each in example_diagnostics(entry)}
        if code not in WITHOUT_EXAMPLE and codes != {code} | COMPANIONS.get(code, set()):
            wrong[code] = codes
    assert wrong == {}


def test_a_missing_source_needs_no_example(tmp_path: Path) -> None:
    assert [each.code for each in assemble_file(tmp_path / "none.asm").diagnostics] == ["A0101"]


def test_the_documents_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["diagnostic_pages.py", "--check"])
    assert diagnostic_pages.main() == 0


def test_explain() -> None:
    run = CliRunner().invoke(main, ["explain", "a0604"])
    assert run.exit_code == 0
    assert run.output.startswith("A0604 (error): Offset register number must be the same as address register number\n")
    assert "move    x:(r0)+n1,x0\n" in run.output
    listed = CliRunner().invoke(main, ["explain"]).output.splitlines()
    assert [line.split()[0] for line in listed] == list(kinds())
    (entry,) = json.loads(CliRunner().invoke(main, ["explain", "--json", "L0101"]).output)
    assert (entry["code"], entry["severity"]) == ("L0101", "error")


def test_an_unknown_code_is_named_with_one_like_it() -> None:
    with pytest.raises(UnknownCodeError, match="unknown diagnostic 'A0599'; did you mean A0"):
        page("A0599")
    with pytest.raises(UnknownCodeError, match="`dsp56k explain` lists all"):
        page("\x1b]0;")

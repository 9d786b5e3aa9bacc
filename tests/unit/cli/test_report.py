import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.cli.main import main

STUDY = """schema = "dsp56k-study/1"
title = "A <small> study"
about = "Two blocks."

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 16]

[[expect]]
published = "s1-des-cbc"
quantity = "rate"
of = ["good"]
verdict = "VERDICT"
because = "eight bytes are no large block"
"""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, arguments), "--jobs", "1"])


def study(folder: Path, verdict: str = "disagrees below", name: str = "small.toml") -> Path:
    file = folder / name
    file.write_text(STUDY.replace("VERDICT", verdict))
    return file


def test_a_study_becomes_a_page(tmp_path: Path) -> None:
    done = run(study(tmp_path), "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert done.stdout == f"written: {tmp_path / 'out' / 'report.html'}\n"
    page = (tmp_path / "out" / "report.html").read_bytes()
    assert b"A &lt;small&gt; study" in page
    assert f"<code>dsp56k study run {tmp_path / 'small.toml'}</code>".encode() in page
    assert b"eight bytes are no large block" in page
    run(study(tmp_path), "--out", tmp_path / "out")
    assert (tmp_path / "out" / "report.html").read_bytes() == page


def test_a_broken_expectation_is_told_and_the_page_is_written(tmp_path: Path) -> None:
    done = run(study(tmp_path, "disagrees above"), "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "failed expectations: s1-des-cbc\n" in done.stdout
    assert b"disagrees below, NOT disagrees above as expected" in (tmp_path / "out" / "report.html").read_bytes()


@pytest.mark.parametrize("wrong", ["[[runs]]", "title = 7"])
def test_a_wrong_study_is_one_sentence_and_nothing_is_written(tmp_path: Path, wrong: str) -> None:
    file = study(tmp_path)
    file.write_text(file.read_text().replace('title = "A <small> study"', wrong))
    done = run(file, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert "small.toml" in done.stderr
    assert not (tmp_path / "out" / "report.html").exists()


def test_the_outcome_as_json(tmp_path: Path) -> None:
    done = run(study(tmp_path, "disagrees above"), "--out", tmp_path / "out", "--json")
    facts = {"studies": ["small"], "broken": ["s1-des-cbc"], "wrong": []}
    assert json.loads(done.stdout) == {"page": str(tmp_path / "out" / "report.html"), **facts}


def test_two_studies_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert run(study(tmp_path), study(tmp_path / "other")).exit_code == 2


def test_a_bundle_that_cannot_be_written_is_refused_before_a_call_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(*_: object) -> None:
        pytest.fail("a call was measured")

    monkeypatch.setattr("dsp56k.study.conclusions.analysis.analyze", measured)
    (tmp_path / "file").write_text("")
    done = run(study(tmp_path), "--out", tmp_path / "out", "--bundle", tmp_path / "file" / "mine.zip")
    assert done.exit_code == 1
    assert str(tmp_path / "file") in done.stderr
    done = run(study(tmp_path), "--out", tmp_path / "out", "--bundle", tmp_path / "out" / "report.html")
    assert done.exit_code == 2
    assert "--bundle must not be the page" in done.stderr

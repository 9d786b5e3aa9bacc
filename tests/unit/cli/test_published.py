"""`dsp56k published` with made-up results of the studies."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from dsp56k.cli.main import main
from dsp56k.study.published import builtin_published
from dsp56k.study.results.quantities import Budget, Component, Quantity
from dsp56k.study.results.result import Verdict
from dsp56k.study.schema import VerdictName

OURS = Quantity(368, 168, float("inf"), "bytes")
BUDGET = Budget(368, (Component("wait states", 168, float("inf")),))


def verdict(expected: VerdictName = "agrees", *, repeated: bool = False) -> Verdict:
    return Verdict(
        "s1-des-600",
        "made-up",
        "crossing",
        ("a", "b"),
        OURS,
        "agrees",
        expected,
        "bounded",
        BUDGET,
        0.0,
        0.5,
        repeated=repeated,
    )


def run(patched: pytest.MonkeyPatch, out: Path, *verdicts: Verdict, right: bool = True, options: str = "") -> Result:
    results = [
        SimpleNamespace(
            id="made-up",
            right=right,
            verdicts=verdicts,
            broken=[one.published for one in verdicts if one.broken and not one.repeated],
        )
    ]
    patched.setattr("dsp56k.study.conclusions.analysis.analyze", lambda plans, measurer: results)
    return CliRunner().invoke(main, ["published", "--jobs", "1", "--out", str(out), *options.split()])


def test_every_number_is_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(monkeypatch, tmp_path, verdict(), verdict("disagrees above", repeated=True), options="--json")
    assert ran.exit_code == 0, ran.output
    rows = json.loads(ran.stdout)["published"]
    assert [row["id"] for row in rows] == [*builtin_published()]
    keys = {"id", "seed", "place", "quote", "relation", "value", "to", "unit", "ours", "range", "verdict", "study"}
    judged = {"expected", "former_verdict", "normalised_error", "flip", "budget", "coverage"}
    assert all(row.keys() == keys | judged | {"quantity", "of", "cause", "causes", "remark"} for row in rows)
    assert all(row["cause"] and row["quote"] for row in rows)
    by_id = {row["id"]: row for row in rows}
    assert by_id["s1-des-600"] == {
        "id": "s1-des-600",
        "seed": "S1",
        "place": "section 6",
        "quote": builtin_published()["s1-des-600"].quote,
        "relation": "about",
        "value": 600,
        "to": None,
        "unit": "bytes",
        "ours": 368,
        "range": [168, None],
        "verdict": "agrees",
        "expected": "agrees",
        "former_verdict": "bounded",
        "normalised_error": 0.0,
        "flip": 0.5,
        "coverage": None,
        "budget": {
            "below": {
                "uncertainty": pytest.approx(400 / 3**0.5),
                "components": {"wait states": {"half_width": 200, "share": 1.0}},
            },
            "above": {"uncertainty": None, "components": {"wait states": {"half_width": None, "share": 1.0}}},
        },
        "study": "made-up",
        "quantity": "crossing",
        "of": ["a", "b"],
        "cause": "the value itself",
        "causes": [],
        "remark": "",
    }
    shand = by_id["s1-shand"]
    assert (shand["ours"], shand["range"], shand["verdict"], shand["study"]) == (None, None, "not comparable", "")
    clock = by_id["s1-dsp-clock"]
    assert (clock["ours"], clock["range"], clock["verdict"]) == (20e6, [20e6, 20e6], "input")
    assert clock["study"] == "board.isa-card-8k.dsp_clock_hz"
    assert "s1-des-600" in run(monkeypatch, tmp_path, verdict()).stdout


def test_a_broken_expectation_and_a_wrong_result_are_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, tmp_path, verdict("disagrees above")).exit_code == 1
    ran = run(monkeypatch, tmp_path, verdict(), right=False)
    assert (ran.exit_code, ran.stderr) == (1, "made-up: a result is wrong\n")


def test_two_judges_of_one_number_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(monkeypatch, tmp_path, verdict(), verdict())
    assert (ran.exit_code, "s1-des-600 is assessed twice" in ran.stderr) == (1, True)

"""Published numbers of a study's own file."""

from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.reports import tables
from dsp56k.study.results.result import StudyResult, published_of_results
from shared.made_up_outcomes import MadeUp

STUDY = """schema = "dsp56k-study/1"
title = "Another paper"
about = "A rate of its table 2."

[published.ours-1]
seed = "Smith 2020"
place = "table 2"
quote = "DES runs at 350 Kbit/s"
value = {value}
unit = "bit/s"

[[run]]
name = "DSP"
where = "dsp"
board = "isa-card-8k"

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 4096]

[[expect]]
published = "ours-1"
quantity = "rate"
of = ["DSP"]
verdict = "agrees"
"""


def judged(folder: Path, value: str, name: str = "own", text: str = STUDY) -> StudyResult:
    path = folder / f"{name}.toml"
    path.write_text(text.format(value=value))
    return analyze([Plan.of_file(path)], Measurer(MadeUp()))[0]


def test_a_number_of_another_paper_is_assessed_with_its_words(tmp_path: Path) -> None:
    found = judged(tmp_path, "1")
    assert [one.verdict for one in found.verdicts] == ["disagrees above"]
    (row,) = tables.verdicts(found, published_of_results([found])).rows
    assert row[:3] == ("ours-1", "Smith 2020, table 2", "1 bit/s: \u201cDES runs at 350 Kbit/s\u201d")


@pytest.mark.parametrize("quantity", ["rate", "memory_rate"])
def test_a_rate_that_is_half_as_high_again_flips_when_our_time_is(tmp_path: Path, quantity: str) -> None:
    text = STUDY.replace('"rate"', f'"{quantity}"')
    (first,) = judged(tmp_path, "1", text=text).verdicts
    assert first.ours is not None
    (one,) = judged(tmp_path, f"{first.ours.value / 1.5:.0f}", text=text).verdicts
    assert one.verdict == "disagrees above"
    assert one.flip == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("unit", ["us", "us/byte", "clocks/byte"])
def test_a_slope_flips_when_our_time_is_shorter(tmp_path: Path, unit: str) -> None:
    coefficient = '"coefficient"\nfit = "line"\ncoefficient = "slope"'
    text = STUDY.replace("bit/s", unit).replace('"rate"', coefficient)
    text += '\n[[fit]]\nname = "line"\nrun = "DSP"\njob = "des-cbc-encrypt"\nmodel = "fixed + slope * bytes"\n'
    (first,) = judged(tmp_path, "1", text=text).verdicts
    assert first.ours is not None
    (one,) = judged(tmp_path, f"{first.ours.value / 2}", text=text).verdicts
    assert one.verdict == "disagrees above"
    assert one.flip == pytest.approx(-0.5, abs=0.01)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("ours-1", "s1-rsa", r"\[published\] s1-rsa: the package has a published number of this name"),
        ('place = "table 2"\n', "", r"\[published.ours-1\] place: missing"),
    ],
)
def test_a_wrong_number_is_refused_with_its_line(tmp_path: Path, before: str, after: str, message: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(STUDY.format(value=1).replace(before, after))
    with pytest.raises(StudyError, match=rf"own.toml:5: {message}"):
        Plan.of_file(path)


def test_two_studies_must_agree_on_a_number(tmp_path: Path) -> None:
    one, other = judged(tmp_path, "1", "one"), judged(tmp_path, "2", "two")
    assert published_of_results([one, one])["ours-1"].value == 1
    with pytest.raises(StudyError, match=r"two: published\.ours-1 differs"):
        published_of_results([one, other])


def test_the_digest_follows_the_inputs(tmp_path: Path) -> None:
    one, same, other = (judged(tmp_path, value).inputs for value in ("1", "1", "2"))
    assert one == same != other


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_published_number_is_finite(tmp_path: Path, value: str) -> None:
    with pytest.raises(StudyError, match=rf"own.toml:9: \[published.ours-1\] value: must be finite, got {value}"):
        judged(tmp_path, value)


def test_the_budget_has_every_parameter_that_is_varied_without_its_base(tmp_path: Path) -> None:
    vary = '[vary]\n"board.dsp_clock_hz" = [19_000_000, 22_000_000]\n"firmware.des_pace" = [6, 8]\n'
    (found,) = judged(tmp_path, "1", text=STUDY + vary).verdicts
    assert found.budget is not None
    assert [one.name for one in found.budget.components] == ["board.dsp_clock_hz", "firmware.des_pace"]
    assert found.coverage is not None
    assert found.coverage.misfit < 0.1
    assert found.ours is not None
    assert found.ours.low <= found.coverage.low < found.coverage.high <= found.ours.high

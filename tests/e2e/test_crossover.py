"""The whole chain: assembled DSP code on the card, driven by x86 code, against the PC's own software."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.host import report
from dsp56k.host.errors import HostError
from dsp56k.host.jobs import JOBS, PAPER_BITS_PER_SECOND
from dsp56k.host.measure import Settings, measure
from dsp56k.host.results import Results

SMALL = {
    "des-cbc": (8, 64, 512),
    "des-cbc-chip": (8, 512),
    "md2": (8, 264),
    "rsa512-crt": (64,),
    "rsa512-public": (64, 128),
}


def small_settings(seed: int = 1990) -> Settings:
    jobs = tuple(replace(JOBS[name], sizes=sizes) for name, sizes in SMALL.items())
    return replace(Settings.of(seed=seed), jobs=jobs)


@pytest.fixture(scope="module")
def results() -> Results:
    return measure(small_settings())


def test_the_paper_s_speeds_are_reached(results: Results) -> None:
    assert {routine.name for routine in results.routines} == set(PAPER_BITS_PER_SECOND)
    for routine in results.routines:
        assert routine.bits_per_second >= (PAPER_BITS_PER_SECOND[routine.name] or 0), routine


def test_every_point_is_right_and_takes_time(results: Results) -> None:
    assert results.verified
    for crossover in results.crossovers:
        assert len(crossover.points) == len(SMALL[crossover.job])
        times = [(point.host_us, point.card_us) for point in crossover.points]
        assert times == sorted(times)
        assert min(min(pair) for pair in times) > 0


def test_more_than_an_order_of_magnitude_on_private_keys(results: Results) -> None:
    """Paper, section 6: RSA on the card is more than ten times as fast as software on the fast PC."""
    for crossover in results.crossovers:
        if crossover.job == "rsa512-crt":
            assert crossover.points[0].host_us > 10 * crossover.points[0].card_us


def test_the_same_settings_give_the_same_bytes(results: Results) -> None:
    again = measure(small_settings())
    assert again.as_json() == results.as_json()
    assert report.picture(again) == report.picture(results)


def test_the_seed_changes_the_work_but_not_what_it_costs_much(results: Results) -> None:
    jobs = tuple(replace(JOBS[name], sizes=(64,)) for name in ("des-cbc", "md2"))
    other = measure(replace(small_settings(7), jobs=jobs))
    assert other.settings["seed"] == 7
    mine = next(c for c in results.crossovers if c.job == "des-cbc")
    theirs = next(c for c in other.crossovers if c.job == "des-cbc")
    assert theirs.points[0].card_us == pytest.approx(mine.points[1].card_us, rel=0.02)


def test_a_faster_dsp_is_faster() -> None:
    job = replace(JOBS["des-cbc"], sizes=(512,))
    at_20, at_27 = (
        measure(replace(Settings.of(dsp_clock_hz=mhz * 1_000_000), jobs=(job,))).crossovers[0].points[0].card_us
        for mhz in (20, 27)
    )
    assert at_27 < at_20


def test_the_files_hold_what_readers_rely_on(results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.host.measure.measure", lambda settings, progress: results)
    run = CliRunner().invoke(main, ["crossover", "--out", str(tmp_path / "out"), "--json"])
    assert run.exit_code == 0, run.output
    text = (tmp_path / "out" / "crossover.json").read_text()
    assert run.stdout == text
    data = json.loads(text)
    assert {"name", "clocks", "bits_per_second", "paper_bits_per_second"} <= data["routines"][0].keys()
    crossover = data["crossovers"][0]
    assert {"job", "card", "host", "software", "points", "winner", "crossover_bytes"} <= crossover.keys()
    assert {"host_fixed_us", "host_us_per_byte", "card_fixed_us", "card_us_per_byte"} <= crossover.keys()
    assert {"bytes", "host_us", "card_us", "verified"} == crossover["points"][0].keys()
    assert (tmp_path / "out" / "crossover.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--job", "rot13"], 1, "unknown job 'rot13': there is des-cbc"),
        (["--host", "cray"], 1, "unknown host 'cray': there is 386-20"),
        (["--dsp-clock", "33"], 2, "33"),
        (["--bank", "16"], 2, "16"),
        (["--seed", "one"], 2, "one"),
    ],
)
def test_bad_arguments_leave_earlier_results(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    earlier = tmp_path / "crossover.json"
    earlier.write_text("earlier")
    run = CliRunner().invoke(main, ["crossover", "--out", str(tmp_path), *arguments])
    assert run.exit_code == code
    assert message in run.output
    assert "Traceback" not in run.output
    assert earlier.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [earlier]


def test_a_wrong_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.host.workload.Workload.md2", lambda self, data: bytes(16))
    with pytest.raises(HostError, match="md2 of 8 bytes: the result is wrong"):
        measure(replace(Settings.of(), jobs=(replace(JOBS["md2"], sizes=(8,)),)))

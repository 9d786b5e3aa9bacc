"""The whole chain: assembled DSP code on the card, driven by x86 code, against the PC's own software."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k import lib
from dsp56k.cli.main import main
from dsp56k.host import report
from dsp56k.host.jobs import JOBS, PAPER_BITS_PER_SECOND
from dsp56k.host.measure import Settings, measure
from dsp56k.host.results import Results, UnverifiedError
from dsp56k.host.software import GRADES, Measured
from dsp56k.system.locks import locked

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
    assert {"sizes", "crossings", "card_wins", "regressor"} <= crossover.keys()
    assert data["routines"][0]["verified"] is True
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


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("dsp56k.host.software.HostSoftware.md2", "md2 of 8 bytes: the result is wrong on plain-c (and 2 more)"),
        ("dsp56k.host.driver.CardDriver.md2", "md2 of 8 bytes: the result is wrong on card"),
    ],
)
def test_a_wrong_result_is_told_and_is_an_error(
    broken: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(JOBS, "md2", replace(JOBS["md2"], sizes=(8,)))
    monkeypatch.setattr(broken, lambda self, data: Measured(bytes(16), 1, 10**6))
    run = CliRunner().invoke(main, ["crossover", "--job", "md2", "--out", str(tmp_path / "out")])
    assert run.exit_code == 1
    assert message in run.stderr
    assert "Traceback" not in run.stderr
    rows = [line for line in run.stdout.splitlines() if "md2" in line and "plain-c" in line]
    assert rows[0].rstrip(" \u2502").endswith("NO")
    assert not (tmp_path / "out").exists()
    with pytest.raises(UnverifiedError) as caught:
        measure(Settings.of(["md2"]))
    assert not caught.value.results.verified
    assert json.loads(caught.value.results.as_json())["verified"] is False


@pytest.mark.parametrize(
    ("routine", "name"),
    [
        ("rsa_private", "rsa512-crt"),
        ("rsa_public", "rsa512-public"),
        ("montgomery_product", "montgomery-product-22"),
        ("des_ecb_encrypt", "des-ecb"),
        ("des_cbc_encrypt", "des-cbc"),
        ("md2", "md2"),
    ],
)
def test_a_wrong_routine_is_an_error(routine: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = getattr(lib, routine)

    def wrong(*arguments: object, **keywords: object) -> object:
        result = right(*arguments, **keywords)
        value = result.value ^ 1 if isinstance(result.value, int) else bytes(len(result.value))
        return replace(result, value=value)

    monkeypatch.setattr(lib, routine, wrong)
    with pytest.raises(UnverifiedError, match=f"{name}: the routine's result is wrong") as caught:
        measure(replace(Settings.of(), jobs=()))
    assert not caught.value.results.verified
    assert next(r.name for r in caught.value.results.routines if not r.verified) == name


def test_a_wrong_answer_of_the_des_chip_s_routine_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.lib.firmware.Firmware.read", lambda self, start, count: bytes(count))
    with pytest.raises(UnverifiedError, match="the routine's result is wrong") as caught:
        measure(replace(Settings.of(), jobs=()))
    assert "des-cbc-chip" in {routine.name for routine in caught.value.results.routines if not routine.verified}


def test_the_pc_s_parameters_are_measured_and_told() -> None:
    jobs = (replace(JOBS["des-cbc"], sizes=(64,)),)
    default = measure(replace(Settings.of(), jobs=jobs))
    slow = measure(replace(Settings.of(host_clock_hz=16_000_000, wait_states=2, isa_cycle=8), jobs=jobs))
    for one, other in zip(default.crossovers, slow.crossovers, strict=True):
        assert (one.host, other.host) == ("386-20", "386-16")
        assert other.points[0].host_us > 20 / 16 * one.points[0].host_us
        assert other.points[0].card_us > one.points[0].card_us
    told = json.loads(slow.as_json())["settings"]
    assert told["hosts"] == ["386-16"]
    assert told["host_clocks_hz"] == [16_000_000]
    assert told["wait_states"] == 2
    assert told["isa"] == {"clock_hz": 8_000_000, "cycle": 8, "zero_wait_cycle": 3, "recovery": 0}


def test_hosts_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[slow]\ncpu = "i386"\nclock_hz = 12_000_000\nmemory = { model = "manual" }\n')
    arguments = [
        "crossover",
        "--machines",
        str(file),
        "--job",
        "des-cbc-chip",
        "--json",
        "--out",
        str(tmp_path / "out"),
    ]
    measured = CliRunner().invoke(main, [*arguments, "--host", "slow"])
    assert measured.exit_code == 0
    assert json.loads(measured.stdout)["settings"]["host_clocks_hz"] == [12_000_000]
    unknown = CliRunner().invoke(main, [*arguments, "--host", "slower"])
    assert unknown.exit_code == 1
    assert "unknown host 'slower': there is 386-20" in unknown.stderr
    assert "486-66, slow" in unknown.stderr
    file.write_text("[slow]\nspeed = 3\n")
    wrong = CliRunner().invoke(main, [*arguments, "--host", "slow"])
    assert wrong.exit_code == 1
    assert "mine.toml: [slow] speed: no such key" in wrong.stderr


def test_several_hosts() -> None:
    jobs = (replace(JOBS["des-cbc"], sizes=(8, 64)),)
    results = measure(replace(Settings.of(hosts=["386-20", "486-50"]), jobs=jobs))
    assert results.verified
    assert results.settings["memory"] == ["bus-unit", "pipeline"]
    assert results.settings["wait_states"] == [1, None]
    us = {(c.host, c.software): c.points[-1].host_us for c in results.crossovers}
    for grade in GRADES:
        assert us["486-50", grade] < us["386-20", grade] / 4


def test_the_folder_is_tried_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_work(settings: Settings, progress: object) -> Results:
        pytest.fail("measured")

    monkeypatch.setattr("dsp56k.host.measure.measure", no_work)
    (tmp_path / "file").write_text("")
    for out in ("/proc/nope", "/proc", str(tmp_path / "file" / "out")):
        run = CliRunner().invoke(main, ["crossover", "--out", out])
        assert run.exit_code == 1, run.output
        assert out in run.stderr
        assert "Traceback" not in run.stderr


def test_work_that_fails_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(settings: Settings, progress: object) -> Results:
        assert (tmp_path / "new" / "out").is_dir()
        raise KeyboardInterrupt

    monkeypatch.setattr("dsp56k.host.measure.measure", interrupted)
    run = CliRunner().invoke(main, ["crossover", "--out", str(tmp_path / "new" / "out")])
    assert run.exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_the_command_and_writes_nothing(tmp_path: Path) -> None:
    for attempt in range(4):
        program = "from dsp56k.cli.main import main; main()"
        command = [sys.executable, "-c", program, "crossover", "--job", "rsa512", "--out", str(tmp_path / "out")]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (tmp_path / "out").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.4 + 0.25 * attempt)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        output, errors = child.communicate(timeout=30)
        assert child.returncode == 130, errors
        assert "Traceback" not in errors
        assert "ignored" not in errors
        assert output == ""
        assert list(tmp_path.iterdir()) == []


def test_results_that_cannot_be_kept_are_printed(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "crossover.json")

    monkeypatch.setattr("dsp56k.host.measure.measure", lambda settings, progress: results)
    monkeypatch.setattr("dsp56k.cli.crossover.write_together", full)
    run = CliRunner().invoke(main, ["crossover", "--out", str(tmp_path / "out"), "--json"])
    assert run.exit_code == 1
    assert run.stdout == results.as_json()
    assert "No space left on device" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_two_runs_in_one_folder_do_not_mix(tmp_path: Path) -> None:
    """Two processes write pairs at once; whenever nobody writes, both files are of one pair."""
    script = """
import sys
from pathlib import Path
from dsp56k.cli.files import write_together
folder, mark = Path(sys.argv[1]), sys.argv[2].encode()
for _ in range(300):
    write_together({folder / "crossover.json": mark, folder / "crossover.png": mark * 2})
"""
    writers = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path), mark]) for mark in "AB"]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        if (tmp_path / "crossover.json").exists():
            with locked(tmp_path / "crossover.json"):
                text, picture = ((tmp_path / f"crossover.{kind}").read_bytes() for kind in ("json", "png"))
            assert picture == text * 2
            seen.add(text)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert seen == {b"A", b"B"}
    assert {path.name for path in tmp_path.iterdir()} == {"crossover.json", "crossover.png"}

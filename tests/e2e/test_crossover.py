"""`dsp56k crossover`: assembled DSP code on the card, driven by x86 code, against the PC's own software."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from dsp56k import lib
from dsp56k.cli.main import main
from dsp56k.host.software import Measured
from dsp56k.study.schema import JobTable, StudyFile
from dsp56k.study.toml_reader import Document, builtin_document
from dsp56k.system.locks import locked

SMALL = {
    "des-cbc": (8, 64, 512),
    "des-cbc-chip": (8, 512),
    "md2": (8, 264),
    "rsa512-crt": (1, 2),
    "rsa512-public": (1, 2),
}


@pytest.fixture(autouse=True, scope="module")
def small_sizes() -> Iterator[None]:
    """Return the study with small sizes, on which the tested properties do not depend."""

    def smaller(job: JobTable) -> JobTable:
        sizes = SMALL.get(job.name or job.operation, job.sizes)
        return msgspec.structs.replace(job, sizes=sizes if job.operation != "rsa512" or job.name else (1, 2))

    def document(name: str) -> Document:
        found = builtin_document(name)

        class Small(Document):
            def convert(self, kind: Any, value: object = None, keys: Any = ()) -> Any:
                study = found.convert(kind, value, keys)
                if isinstance(study, StudyFile):
                    return msgspec.structs.replace(study, job=tuple(map(smaller, study.job)))
                return study

        return Small(found.path, found.text, found.tables)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("dsp56k.study.plans.plan.builtin_document", document)
        yield


def run(out: Path, *arguments: str) -> Result:
    """Run the command in one process, without parameter corners unless they are selected."""
    vary = () if "--vary" in arguments else ("--no-vary",)
    return CliRunner().invoke(main, ["crossover", "--jobs", "1", "--out", str(out), *vary, *arguments])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, small_sizes: None) -> Path:
    """The results of all jobs."""
    out = tmp_path_factory.mktemp("results")
    ran = run(out, "--json")
    assert ran.exit_code in (0, 1), ran.output
    assert ran.stdout, (ran.output, ran.exception)
    assert ran.stdout == (out / "crossover.json").read_text()
    return out


@pytest.fixture(scope="module")
def results(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "crossover.json").read_text())
    return found


def test_the_paper_s_speeds_are_reached(results: dict[str, Any]) -> None:
    rates = {row["name"]: (row["bits_per_second"], row["paper_bits_per_second"]) for row in results["routines"]}
    assert list(rates) == [
        *("rsa512-crt", "rsa512", "rsa512-public", "montgomery-product-22"),
        *("des-ecb", "des-cbc", "des-cbc-chip", "md2"),
    ]
    assert {name: paper for name, (_, paper) in rates.items() if paper} == {
        "rsa512-crt": 11_600,
        "rsa512": 4_600,
        "des-cbc": 350_000,
        "des-cbc-chip": 3_800_000,
        "md2": 190_000,
    }
    assert all(ours >= (paper or 0) for ours, paper in rates.values())


def test_every_point_is_right_and_takes_time(results: dict[str, Any]) -> None:
    assert results["verified"] is True
    assert {(row["job"], row["software"], row["checks"]) for row in results["crossovers"]} == {
        (job, grade, checks)
        for checks in (0, 7)
        for job in (*SMALL, "rsa512")
        for grade in ("plain-c", "period", "good", "asm (1994)")
        if not (job.startswith("rsa") and grade == "asm (1994)")
        if not (grade == "period" and not job.startswith("des"))
    }
    for row in results["crossovers"]:
        times = [(point["host_us"], point["card_us"]) for point in row["points"]]
        assert times == sorted(times)
        assert min(min(pair) for pair in times) > 0
        assert all(point["verified"] for point in row["points"])


def test_checks_lengthen_the_calls_of_the_card_alone(results: dict[str, Any]) -> None:
    """The PC looks for an answer every 2 us for 0.2 ms, and then every 33 us or later.

    So 44 us of checks lengthen a call by one or two of the later looks. No check follows a job of the DES chip. The
    phase of a look depends on the clocks of the start, so a change of the firmware may change these numbers by a look.
    """
    rows = {(row["job"], row["software"], row["checks"]): row["points"][0] for row in results["crossovers"]}
    lengthened = {}
    for job, software, _ in rows:
        without, careful = (rows[job, software, either] for either in (0, 7))
        assert without["host_us"] == careful["host_us"]
        lengthened[job] = careful["card_us"] - without["card_us"]
    assert lengthened == pytest.approx(
        {
            "des-cbc-chip": 0,
            "des-cbc": 33,
            "md2": 33,
            "rsa512-crt": 3226.75,
            "rsa512": 4491.75,
            "rsa512-public": 66,
        }
    )


def test_more_than_an_order_of_magnitude_on_private_keys(results: dict[str, Any]) -> None:
    """Paper, section 6: RSA on the card is more than ten times as fast as software on the fast PC."""
    for row in results["crossovers"]:
        if row["job"] == "rsa512-crt":
            assert row["points"][0]["host_us"] > 10 * row["points"][0]["card_us"]


def test_the_files_hold_what_readers_rely_on(results: dict[str, Any], folder: Path) -> None:
    header = {"id", "title", "command", "version", "inputs", "units", "environment"}
    lists = {"routines", "crossovers", "verdicts", "notes"}
    assert results.keys() == header | {"settings", "card_boot_us", "verified"} | lists
    assert results["command"] == "dsp56k study run crossover --no-vary"
    routine = {"name", "what", "clocks", "bits_per_second", "paper_bits_per_second", "verified"}
    routine |= {"clocks_range", "bits_per_second_range"}
    assert results["routines"][0].keys() == routine
    row = results["crossovers"][0]
    assert {"job", "card", "host", "software", "points", "winner", "crossover_bytes", "crossover_range"} <= row.keys()
    assert {"sizes", "crossings", "card_wins", "checks", "regressor", "why"} <= row.keys()
    for side in ("host", "card"):
        assert {f"{side}_fixed_us", f"{side}_us_per_byte", f"{side}_fit_worst", f"{side}_fixed_us_range"} <= row.keys()
    point = {"bytes", "host_us", "card_us", "host_us_range", "card_us_range", "verified"}
    assert row["points"][0].keys() == point
    regressors = {row["job"]: row["regressor"] for row in results["crossovers"]}
    assert (regressors["md2"], regressors["des-cbc"]) == ("16 * (bytes // 16)", "bytes")
    assert 10_000 < results["card_boot_us"] < 1_000_000
    assert results["settings"]["hosts"] == ["386-20"]
    assert {verdict["id"] for verdict in results["verdicts"]} >= {"s1-des-600", "s1-rsa-crt"}
    assert (folder / "crossover.png").read_bytes().startswith(b"\x89PNG")


FEW = ("--job", "rsa512-public", "--wait-states", "1", "--json")


def test_the_same_options_give_the_same_bytes(tmp_path: Path) -> None:
    """Without corners; tests/e2e/test_study.py compares the bytes of a study with corners."""
    assert run(tmp_path / "a", *FEW).exit_code in (0, 1)
    assert run(tmp_path / "b", *FEW, "--jobs", "2").exit_code in (0, 1)
    for name in ("crossover.json", "crossover.png"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.timeout(300)
def test_corners_give_ranges(tmp_path: Path) -> None:
    assert run(tmp_path, *FEW, "--vary").exit_code in (0, 1)
    (good,) = (
        row
        for row in json.loads((tmp_path / "crossover.json").read_text())["crossovers"]
        if (row["software"], row["checks"]) == ("good", 0)
    )
    low, high = good["points"][0]["card_us_range"]
    # The wait states are fixed: the error of the clocks, refresh and the bus vary.
    assert low < good["points"][0]["card_us"] < high
    assert good["crossover_range"][0] <= good["crossover_bytes"] <= good["crossover_range"][1]


def test_the_options_are_measured_and_told(tmp_path: Path, results: dict[str, Any]) -> None:
    options = ("--host-clock", "16", "--wait-states", "2", "--isa-cycle", "8", "--dsp-clock", "27", "--seed", "7")
    ran = run(tmp_path, "--job", "des-cbc-chip", *options, "--json")
    told = json.loads(ran.stdout)
    settings = told["settings"]
    assert (settings["hosts"], settings["host_clocks_hz"]) == (["386-16"], [16_000_000])
    assert (settings["wait_states"], settings["isa"]["cycle"], settings["seed"]) == (2, 8, 7)
    assert settings["isa"] == {"clock_hz": 8_000_000, "cycle": 8, "zero_wait_cycle": 3, "recovery": 0}
    assert (settings["jobs"], settings["dsp_clock_hz"]) == (["des-cbc-chip"], 27_000_000)
    assert (settings["memory"], settings["multiply"]) == ("bus-unit", "exact")
    before = next(row for row in results["crossovers"] if row["job"] == "des-cbc-chip")
    (after,) = (
        row for row in told["crossovers"] if (row["software"], row["checks"]) == (before["software"], before["checks"])
    )
    assert after["host"] == "386-16"
    assert after["points"][0]["host_us"] > 20 / 16 * before["points"][0]["host_us"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--job", "rot13"], 1, "unknown job 'rot13': expected one of des-cbc"),
        (["--host", "cray"], 1, "unknown host 'cray': expected one of 386-20"),
        (["--machines", "none.toml"], 1, "none.toml: No such file"),
        (["--dsp-clock", "33"], 2, "33"),
        (["--bank", "16"], 2, "16"),
        (["--seed", "one"], 2, "one"),
    ],
)
def test_bad_arguments_leave_earlier_results(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    earlier = tmp_path / "crossover.json"
    earlier.write_text("earlier")
    ran = run(tmp_path, *arguments)
    assert ran.exit_code == code
    assert message in ran.output
    assert "Traceback" not in ran.output
    assert earlier.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [earlier]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("dsp56k.host.software.HostSoftware.call", "md2 of 8 bytes: the result is wrong on plain-c (and 5 more)"),
        ("dsp56k.host.driver.CardDriver.call", "md2 of 8 bytes: the result is wrong on card (and 3 more)"),
    ],
)
def test_a_wrong_result_is_told_and_is_an_error(
    broken: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(broken, lambda self, name, data: Measured(bytes(16), len(data), 10**6 * len(data)))
    ran = run(tmp_path, "--job", "md2")
    assert ran.exit_code == 1
    assert ran.stderr.endswith(f"error: {message}\n")
    assert "Traceback" not in ran.stderr
    rows = [line for line in ran.stdout.splitlines() if "md2" in line and "plain-c" in line]
    assert rows[0].rstrip(" \u2502").endswith("NO")
    assert not (tmp_path / "crossover.json").exists()


@pytest.mark.parametrize(
    ("routine", "name"),
    [("rsa_private", "rsa512-crt"), ("rsa_public", "rsa512"), ("montgomery_product", "montgomery-product-22")],
)
def test_a_wrong_routine_is_an_error(routine: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = getattr(lib, routine)

    def wrong(*arguments: object, **keywords: object) -> object:
        import dataclasses

        result = right(*arguments, **keywords)
        return dataclasses.replace(result, value=result.value ^ 1)

    monkeypatch.setattr(lib, routine, wrong)
    ran = run(tmp_path, "--job", "rsa512-public")
    assert (ran.exit_code, f"error: {name}: the routine's result is wrong" in ran.stderr) == (1, True)
    assert not (tmp_path / "crossover.json").exists()


def test_a_wrong_answer_of_the_firmware_s_des_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dsp56k.lib.firmware.Firmware.read", lambda self, start, count: bytes(count))
    ran = run(tmp_path, "--job", "rsa512-public", "--json")
    wrong = {row["name"] for row in json.loads(ran.stdout)["routines"] if not row["verified"]}
    assert (ran.exit_code, wrong >= {"des-ecb", "des-cbc", "des-cbc-chip"}) == (1, True)


def test_the_folder_is_tried_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.study.conclusions.analysis.analyze", lambda *arguments: pytest.fail("measured"))
    (tmp_path / "file").write_text("")
    for out in ("/proc/nope", "/proc", str(tmp_path / "file" / "out")):
        ran = run(Path(out))
        assert ran.exit_code == 1, ran.output
        assert out in ran.stderr
        assert "Traceback" not in ran.stderr


def test_work_that_fails_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        assert (tmp_path / "new" / "out").is_dir()
        raise KeyboardInterrupt

    monkeypatch.setattr("dsp56k.study.conclusions.analysis.analyze", interrupted)
    assert run(tmp_path / "new" / "out").exit_code == 130
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_the_command_and_writes_no_results(tmp_path: Path) -> None:
    program = "from dsp56k.cli.main import main; main()"
    out = tmp_path / "out"
    command = [sys.executable, "-c", program, "crossover", "--job", "rsa512", "--jobs", "2", "--out", str(out)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while not list(out.rglob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert child.poll() is None
    os.killpg(child.pid, signal.SIGINT)
    output, errors = child.communicate(timeout=60)
    assert child.returncode == 130, errors
    assert "Traceback" not in errors
    assert output == ""
    assert not (out / "crossover.json").exists()


def test_results_that_cannot_be_kept_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "crossover.json")

    monkeypatch.setattr("dsp56k.cli.studies.crossover.write_together", full)
    ran = run(tmp_path, "--job", "des-cbc-chip", "--json")
    assert ran.exit_code == 1
    assert ran.stdout, (ran.output, ran.exception)
    assert json.loads(ran.stdout)["verified"] is True
    assert "No space left on device" in ran.stderr
    assert not (tmp_path / "crossover.json").exists()


def test_two_runs_in_one_folder_do_not_mix(tmp_path: Path) -> None:
    """Two processes write pairs at once; whenever nobody writes, both files are of one pair."""
    script = """
import sys
from pathlib import Path
from dsp56k.cli.console.files import write_together
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

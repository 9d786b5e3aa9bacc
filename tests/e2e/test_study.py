"""Studies from a file to their results, wherever they run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.errors import ExecutionError
from dsp56k.study.measurement.cache import Cache
from dsp56k.study.measurement.execution import Answer, Cluster, Executor, Processes, Serial, Task, executor
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.writer import StudyRecord, files_of, record_of
from dsp56k.study.results.result import StudyResult
from dsp56k.system.records import encode, read

STUDY = """schema = "dsp56k-study/1"
title = "A small study"
about = "One block and a few."

[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"

[[run]]
name = "DSP alone"
where = "dsp"
board = "isa-card-8k"

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 512]

[vary]
"machine.isa.cycle" = [6, 8]

[[crossing]]
of = ["card", "good"]

[[fit]]
run = "card"
model = "fixed + slope * bytes"

[[expect]]
published = "s1-des-600"
quantity = "crossing"
of = ["card", "good"]
verdict = "disagrees below"
because = "within a factor"

[figure]
kind = "curves"
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("study") / "small.toml"
    file.write_text(STUDY)
    return file


def result_of(study: Path, workers: Executor, cache: Path | None = None) -> StudyResult:
    measurer = Measurer(workers, Cache(cache) if cache else None)
    (result,) = analyze([Plan.of_file(study)], measurer)
    return result


def bytes_of(result: StudyResult) -> bytes:
    return encode(record_of(result, builtin_published()))


@pytest.fixture(scope="module")
def serial(study: Path) -> StudyResult:
    return result_of(study, Serial())


def test_a_study_says_what_each_call_took(serial: StudyResult) -> None:
    assert serial.right
    point = serial.base("card", "des-cbc-encrypt")[0]
    clocks = point.clocks
    assert (point.where, point.size, point.data_bytes, point.seed, point.corner) == ("card", 8, 8, 1990, {})
    assert (clocks.driver + clocks.bus + clocks.poll) / 20 == pytest.approx(point.us)
    assert min(clocks.driver, clocks.bus, clocks.poll, clocks.dsp) > 0
    assert point.host_busy_us == pytest.approx(point.us - clocks.poll / 20, abs=0.06)
    assert 0 < point.host_share < 1
    assert point.bus_bytes > 3 * 8 * 2
    assert point.settings["machine.isa.cycle"] == 6
    (software,) = (one for one in serial.base("good", "des-cbc-encrypt") if one.size == 8)
    assert (software.host_share, software.bus_bytes, software.clocks.driver / 20) == (0, 0, software.us)
    (alone,) = (one for one in serial.base("DSP alone", "des-cbc-encrypt") if one.size == 8)
    assert alone.clocks.dsp / 20 == alone.us < point.us


def test_corners_make_ranges(serial: StudyResult) -> None:
    card = serial.measured("card", "des-cbc-encrypt", "time")[512]
    assert card.low == card.value < card.high
    assert serial.measured("good", "des-cbc-encrypt", "time")[512].is_certain
    (crossing,) = serial.crossings
    assert crossing.first == "good"
    assert crossing.crossover.low == crossing.crossover.value < crossing.crossover.high
    (fit,) = serial.fits
    assert [one.name for one in fit.coefficients] == ["fixed", "slope"]
    assert all(one.corners.low < one.corners.high for one in fit.coefficients)


def test_processes_and_a_cluster_give_the_same_bytes(serial: StudyResult, study: Path) -> None:
    distributed = pytest.importorskip("distributed")
    assert bytes_of(result_of(study, Processes(2))) == bytes_of(serial)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=3, dashboard_address=None) as cluster,
        executor(1, cluster.scheduler_address) as workers,
    ):
        assert isinstance(workers, Cluster)
        assert workers.workers == 2
        assert bytes_of(result_of(study, workers)) == bytes_of(serial)


def test_a_cluster_without_workers_is_given_up(
    study: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("dsp56k.study.measurement.execution.ANSWER_SECONDS", 1)
    monkeypatch.setattr("dsp56k.study.measurement.execution.MAX_WORKERLESS_SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        executor(1, cluster.scheduler_address) as workers,
        pytest.raises(ExecutionError, match=r"^scheduler 'tcp://.*': no workers for 1 s; start one"),
    ):
        result_of(study, workers)
    assert [record.getMessage() for record in caplog.records if record.name == "dsp56k"] == [
        f"scheduler '{cluster.scheduler_address}': no workers; the run waits 1 s for one"
    ]


def test_a_scheduler_that_is_away(tmp_path: Path, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("dsp56k.study.measurement.execution.ANSWER_SECONDS", 1)
    with (
        pytest.raises(ExecutionError, match=r"scheduler 'tcp://127\.0\.0\.1:9': no answer"),
        executor(1, "tcp://127.0.0.1:9"),
    ):
        pass
    out = tmp_path / "out"
    ran = CliRunner().invoke(main, ["study", "run", str(study), "--scheduler", "nonsense://x", "--out", str(out)])
    assert (ran.exit_code, ran.stderr.startswith("error: scheduler 'nonsense://x'")) == (1, True)
    assert not out.exists()


class _Broken:
    """An executor that completes a number of tasks, then fails."""

    workers = 1

    def __init__(self, tasks: int, failure: BaseException) -> None:
        self._tasks = tasks
        self._failure = failure

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        for done, pair in enumerate(Serial().run(tasks)):
            if done == self._tasks:
                raise self._failure
            yield pair


def test_a_run_that_was_interrupted_goes_on(study: Path, serial: StudyResult, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        result_of(study, _Broken(2, KeyboardInterrupt()), tmp_path)
    kept = list(tmp_path.rglob("*.json"))
    assert len(kept) == 2
    before = {path: path.read_bytes() for path in kept}
    measurer = Measurer(Serial(), Cache(tmp_path))
    (result,) = analyze([Plan.of_file(study)], measurer)
    assert bytes_of(result) == bytes_of(serial)
    assert 0 < measurer.measured < len(result.points)
    again = Measurer(Serial(), Cache(tmp_path))
    (result,) = analyze([Plan.of_file(study)], again)
    assert (bytes_of(result), again.measured) == (bytes_of(serial), 0)
    assert all(path.read_bytes()[65:85] == content[65:85] for path, content in before.items())
    # A damaged file is measured again, and mended.
    kept[0].write_bytes(b"{")
    mended = Measurer(Serial(), Cache(tmp_path))
    (result,) = analyze([Plan.of_file(study)], mended)
    assert bytes_of(result) == bytes_of(serial)
    assert mended.measured > 0
    assert kept[0].read_bytes() != b"{"


def test_the_command_writes_everything_together(study: Path, tmp_path: Path, serial: StudyResult) -> None:
    out = tmp_path / "out"
    ran = CliRunner().invoke(main, ["study", "run", str(study), "--out", str(out), "--jobs", "1"])
    assert ran.exit_code == 0, ran.output
    assert "card" in ran.stdout
    files = {path.name: path.read_bytes() for path in (out / "small").iterdir()}
    assert {
        "results.json",
        "points.jsonl",
        "fits.json",
        "crossings.json",
        "logca.json",
        "verdicts.json",
        "holds.json",
        "joint.json",
        "figure.svg",
        "figure.png",
        "report.md",
    } == set(files)
    for name, content in files_of(_commanded(serial, study), builtin_published()).items():
        assert files[name] == (content if isinstance(content, bytes) else b"".join(content))
    record = read(out / "small" / "results.json", StudyRecord)
    assert encode(record) == files["results.json"]
    points = [json.loads(line) for line in files["points.jsonl"].splitlines()]
    assert json.loads(files["results.json"])["points"] == points
    assert {"study", "run", "machine", "version", "settings", "seed", "right"} & set(points[0]) >= {
        "version",
        "right",
        "seed",
    }
    (verdict,) = json.loads(files["verdicts.json"])
    assert (verdict["id"], verdict["verdict"], verdict["unit"]) == ("s1-des-600", "disagrees below", "bytes")


def _commanded(result: StudyResult, study: Path) -> StudyResult:
    from dataclasses import replace

    return replace(result, command=f"dsp56k study run {study}")


def test_a_broken_expectation_is_an_error_and_is_written(study: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(STUDY.replace('verdict = "disagrees below"', 'verdict = "agrees"'))
    command = ["study", "run", str(file), "--out", str(tmp_path / "out"), "--jobs", "1"]
    assert CliRunner().invoke(main, [*command, "--no-vary"]).exit_code == 0
    ran = CliRunner().invoke(main, command)
    assert ran.exit_code == 1, ran.output
    (verdict,) = json.loads((tmp_path / "out" / "small" / "verdicts.json").read_text())
    assert (verdict["verdict"], verdict["expected"]) == ("disagrees below", "agrees")


def test_a_part_of_a_study_on_another_pc(study: Path, tmp_path: Path) -> None:
    arguments = ["study", "run", str(study), "--no-vary", "--jobs", "1", "--out", str(tmp_path)]
    chosen = ["--job", "des-cbc-encrypt", "--host", "486-50", "--host", "286-6", "--seed", "7", "--json"]
    ran = CliRunner().invoke(main, [*arguments, *chosen])
    assert ran.exit_code == 0, ran.output
    (found,) = json.loads(ran.stdout)["studies"]
    assert found["seed"] == 7
    # A PC in real mode does not have the grade of the study's PC.
    runs = {point["run"]: point["settings"].get("machine.cpu") for point in found["points"]}
    assert runs == {"486-50, card": "i486", "286-6, card": "i286", "486-50, good": "i486", "DSP alone": None}
    assert [one["of"] for one in found["crossings"]] == [["486-50, card", "486-50, good"]]
    report = (tmp_path / study.stem / "report.md").read_text()
    assert " --job des-cbc-encrypt --host 486-50 --host 286-6 --seed 7 --no-vary" in report


def test_list_and_show(study: Path) -> None:
    listed = CliRunner().invoke(main, ["study", "list", "--json"])
    assert "crossover" in [one["id"] for one in json.loads(listed.stdout)["studies"]]
    shown = CliRunner().invoke(main, ["study", "show", str(study)])
    assert "machine.memory.wait_states = 1" in shown.stdout
    assert "2 corners, 8 calls without the search for crossover points" in shown.stdout
    as_json = json.loads(CliRunner().invoke(main, ["study", "show", str(study), "--no-vary", "--json"]).stdout)
    assert (as_json["corners"], as_json["calls"]) == (1, 6)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["run"], 2, "expected STUDIES or --all, and not both"),
        (["run", "crossover", "--all"], 2, "expected STUDIES or --all, and not both"),
        (["run", "nothing"], 1, "error: unknown study 'nothing'"),
        (["run", "nothing.toml"], 1, "error: nothing.toml: No such file or directory"),
        (
            ["run", "crossover", "--set", "machine.colour=3"],
            1,
            "error: crossover: unknown parameter 'machine.colour'",
        ),
        (["run", "crossover", "--set", "machine"], 2, "got 'machine'"),
        (["run", "crossover", "crossover"], 2, "got crossover twice"),
        (["run", "crossover", "--jobs", "0"], 2, "0 is not in the range"),
        (["show", "../no-study-here"], 1, "error: ../no-study-here: No such file or directory"),
    ],
)
def test_what_cannot_be_run_leaves_nothing(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "out")] if arguments[0] == "run" else []
    ran = CliRunner().invoke(main, ["study", *arguments, *out])
    assert ran.exit_code == code, ran.output
    assert message in ran.stderr
    assert "Traceback" not in ran.output
    assert not (tmp_path / "out").exists()


def test_ctrl_c_ends_the_workers_and_keeps_what_is_done(study: Path, tmp_path: Path) -> None:
    program = "from dsp56k.cli.main import main; main()"
    command = [sys.executable, "-c", program, "study", "run", str(study), "--jobs", "2", "--out", str(tmp_path / "out")]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while not list(tmp_path.rglob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert child.poll() is None
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130, errors
    assert "Traceback" not in errors
    assert "calls are stored; repeat the command to continue" in errors
    assert list(tmp_path.rglob("*.json"))
    assert not list(tmp_path.rglob("points.jsonl"))
    assert _all_end(child.pid)


def _all_end(group: int) -> bool:
    """Return True if all processes of a group end soon."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_full_disk_costs_the_cache_only(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(files: object) -> None:
        raise OSError(28, "No space left on device", "points")

    monkeypatch.setattr("dsp56k.study.measurement.cache.write_whole", full)
    ran = CliRunner().invoke(main, ["study", "run", str(study), "--jobs", "1", "--out", str(tmp_path / "out")])
    assert ran.exit_code == 0, ran.output
    assert "points: cannot write the cache: No space left on device; the run continues without it" in caplog.messages

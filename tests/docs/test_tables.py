"""Tables in documents are those that their scripts generate from docs/records."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import bench
import bench_asm
import readme_results
import recorder
import timing_table
from docs.documents import ROOT
from dsp56k.study.crossover import CrossoverRecord
from dsp56k.system.records import Record, RecordError, encode, package_version, read
from generated_sections import replaced, update
from recorder import Benchmark, Spread, Target, show, spread

EXACT = {"captures-286", "crossover", "speed-library"}
PAGE = "Prose.\n\n<!-- speed: made by a.py -->\n\n| 1 |\n\n<!-- end of speed -->\n\nMore.\n"


@pytest.mark.timeout(400)  # thousands of calls of every routine
@pytest.mark.parametrize("script", ["library_table.py", "readme_results.py", "speed_tables.py", "timing_table.py"])
def test_the_tables_are_fresh(script: str) -> None:
    command = [sys.executable, str(ROOT / "tools" / "records" / script), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_record_of_timing_is_read_as_it_was_written() -> None:
    document = timing_table.DOCUMENT.read_text(encoding="utf-8")
    written = timing_table.section(list(timing_table.recorded(document).values()))
    assert "\n".join(written) in document


def test_a_stale_table_is_found_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert update(page, "made by a.py", {"speed": ["| 1 |"]}, check=True) == 0
    assert update(page, "made by a.py", {"speed": ["| 2 |"]}, check=True) == 1
    assert capsys.readouterr().err == "page.md: the tables are stale; run a.py\n"
    assert page.read_text() == PAGE
    assert update(page, "made by a.py", {"speed": ["| 2 |"]}) == 0
    assert page.read_text() == PAGE.replace("1", "2")


@pytest.mark.parametrize(("name", "made_by"), [("memory", "made by a.py"), ("speed", "made by b.py")])
def test_a_table_without_its_marks(name: str, made_by: str) -> None:
    with pytest.raises(SystemExit, match=f"no table {name}"):
        replaced(PAGE, name, made_by, [])


@pytest.mark.parametrize("path", sorted(recorder.RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_has_the_header_of_all_records(path: Path) -> None:
    found = read(path, Record)
    assert found.id == path.stem
    assert found.version == package_version()
    # The times of a benchmark have a date and a computer; exact results have neither.
    assert (found.environment is None) == (path.stem in EXACT)


def test_a_run_of_the_crossover_is_compared_without_its_inputs() -> None:
    kept = read(recorder.path_of("crossover"), CrossoverRecord)
    assert readme_results.is_same(msgspec.structs.replace(kept, inputs="0" * 64), kept)
    assert not readme_results.is_same(msgspec.structs.replace(kept, card_boot_us=kept.card_boot_us + 0.1), kept)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"unit": "ms",', "", "Object missing required field `unit` - at `$.rows[0]`"),
        ('"median": 2.0', '"median": "2"', "Expected `float`, got `str` - at `$.rows[0].median`"),
        ('"median": 2.0', '"median": 5.0', "a step: least, quartiles, median and most must ascend - at `$.rows[0]`"),
        ('"least"', '"lowest"', "Object contains unknown field `lowest` - at `$.rows[0]`"),
    ],
)
def test_an_error_of_a_record_names_file_and_field(tmp_path: Path, old: str, new: str, reason: str) -> None:
    chosen = recorder.options("A title: more.", 3).parse_args([])
    made = recorder.record("speed", chosen, {"a step, ms": Spread(2.0, 1.0, 3.0)}, 0.5)
    assert (made.title, made.environment.repetitions) == ("A title", 3)
    path = tmp_path / "speed.json"
    path.write_bytes(encode(made))
    assert read(path, Benchmark) == made
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(RecordError) as caught:
        read(path, Benchmark)
    assert str(caught.value) == f"{path}: {reason}"


def test_a_missing_record_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*gone\.json: No such file"):
        read(tmp_path / "gone.json", Benchmark)


def test_what_runs_have_given() -> None:
    assert spread([3.0, 1.23456, 2.0]) == Spread(median=2.0, least=1.235, most=3.0)
    assert spread([5.0, 1.0, 2.0, 3.0, 4.0]) == Spread(median=3.0, least=1.0, most=5.0, quartiles=(2.0, 4.0))


@pytest.mark.parametrize(
    ("target", "value", "verdict"),
    [
        (Target(4.0), 3.0, "at most 4"),
        (Target(4.0), 4.0, "at most 4"),
        (Target(4.0), 5.0, "at most 4: missed by 25 %"),
        (Target(4.0), 4.001, "at most 4: missed by 1 %"),
        (Target(20_000.0, least=True), 20_000.0, "at least 20,000"),
        (Target(20_000.0, least=True), 15_000.0, "at least 20,000: missed by 25 %"),
    ],
)
def test_a_verdict_says_by_how_much_a_target_was_missed(target: Target, value: float, verdict: str) -> None:
    assert target.verdict(value) == verdict


def test_what_was_missed_is_told_again_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    values = {"fast, ms": Spread(1.0, 1.0, 1.0), "slow, ms": Spread(3.0, 2.0, 4.0), "other, ms": Spread(9.0, 9.0, 9.0)}
    show(values, {"fast, ms": Target(2.0), "slow, ms": Target(2.0, why="it is")})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["1 of 2 targets missed", "slow, ms: at most 2: missed by 50 %; it is"]


@pytest.mark.parametrize(
    ("name", "targets"), [("speed-emulator", bench.TARGETS), ("speed-assembler", bench_asm.TARGETS)]
)
def test_every_target_is_of_a_measurement(name: str, targets: dict[str, Target]) -> None:
    assert targets.keys() <= read(recorder.path_of(name), Benchmark).values.keys()

"""The ZIP file of a page: it repeats itself."""

import io
import zipfile
from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.components import Components
from dsp56k.study.plans.plan import Plan
from dsp56k.study.reports.answers import strips
from dsp56k.study.reports.bundle import bundled
from dsp56k.study.results.result import StudyResult, published_of_results
from shared.made_up_outcomes import MadeUp

STUDY = """schema = "dsp56k-study/1"
title = "Mine"
about = "A DSP of another clock."

[[run]]
name = "DSP"
where = "dsp"
board = "mine"

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 64]
"""


def packed(folder: Path, name: str = "study.toml", *, vary: bool = True) -> tuple[bytes, StudyResult]:
    plan = Plan.of_file(folder / name, vary=vary)
    result = analyze([plan], Measurer(MadeUp()))[0]
    return bundled([plan], [result], published_of_results([result]), {"report.html": b"<page>"}), result


def test_a_bundle_has_the_files_that_give_the_same_bundle(tmp_path: Path) -> None:
    first = tmp_path / "first"
    (first / "boards").mkdir(parents=True)
    (first / "study.toml").write_text(STUDY)
    board = 'schema = "dsp56k-board/1"\nabout = "Mine."\nlike = "isa-card-8k"\ndsp_clock_hz = 33_000_000\n'
    (first / "boards" / "mine.toml").write_text(board)
    (first / "unrelated.toml").write_text("secret = 1\n")
    content, result = packed(first)
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        names = set(file.namelist())
        readme = file.read("README.txt").decode()
        file.extractall(tmp_path / "again")
    assert {"report.html", "inputs/study/study.toml", "inputs/study/boards/mine.toml"} <= names
    assert {"results/study/points.jsonl", "results/study/figure.svg"} <= names
    assert not any("unrelated" in name for name in names)
    assert result.inputs in readme
    assert "(cd inputs/study; dsp56k study run study.toml)" in readme
    assert packed(tmp_path / "again" / "inputs" / "study")[0] == content


def test_the_command_repeats_a_study_as_it_was_run(tmp_path: Path) -> None:
    (tmp_path / "my study.toml").write_text(STUDY.replace('"mine"', '"isa-card-8k"'))
    content, _ = packed(tmp_path, "my study.toml", vary=False)
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        readme = file.read("README.txt").decode()
    assert "(cd inputs/'my study'; dsp56k study run 'my study.toml' --no-vary)" in readme


def test_a_directory_is_no_header_of_a_source(tmp_path: Path) -> None:
    (tmp_path / "mine.asm").write_text("")
    (tmp_path / "mine.inc").write_text("")
    (tmp_path / "old.inc").mkdir()
    parts = Components(tmp_path)
    parts.source("firmware", "mine.asm")
    assert list(parts.files) == [tmp_path / "mine.asm", tmp_path / "mine.inc"]


def test_files_are_those_that_were_measured(tmp_path: Path) -> None:
    board, text = tmp_path / "mine.toml", 'schema = "dsp56k-board/1"\nabout = "Mine."\nlike = "isa-card-8k"\n'
    board.write_text(text)
    (tmp_path / "study.toml").write_text(STUDY)
    plan = Plan.of_file(tmp_path / "study.toml")
    board.write_text("changed during a long run")
    assert plan.files() == {"study.toml": STUDY.encode(), "mine.toml": text.encode()}


@pytest.mark.parametrize("sizes", ["[0]", "[0, 64]"])
def test_an_empty_message_is_a_size(tmp_path: Path, sizes: str) -> None:
    text = STUDY.replace('"mine"', '"isa-card-8k"').replace("des-cbc-encrypt", "md2").replace("[8, 64]", sizes)
    second = text[text.index("[[run]]") : text.index("[[job]]")].replace("DSP", "DSP again")
    crossing = '[[crossing]]\nof = ["DSP", "DSP again"]\n'
    (tmp_path / "study.toml").write_text(text.replace("[[job]]", f"{second}[[job]]") + crossing)
    content, result = packed(tmp_path)
    assert [one.comparisons[0].speed_up for one in strips(result)] == ["1 times as fast"]
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert "results/study/figure.svg" in file.namelist()

import dataclasses
import math
import os
import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from dsp56k.study.errors import StudyError
from dsp56k.study.figures.builder import KINDS as MODULES
from dsp56k.study.figures.builder import MAX_CURVES, build_content, draw
from dsp56k.study.figures.contour_map import crossing
from dsp56k.study.figures.figure_data import BarPanel, Bars, Curves, Map, Mark, Panel, RatioTable
from dsp56k.study.figures.style import COLOURS, DASHES, HATCHES, MARKERS, arrange, styled
from dsp56k.study.published import builtin_published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import StudyResult
from dsp56k.study.results.wording import span
from dsp56k.study.schema import ExpectTable, FigureKind, FigureTable
from dsp56k.study.toml_reader import builtin_studies
from shared.made_up_outcomes import made_up
from shared.study_results import SIZES, point, result

KINDS: dict[FigureKind, type[Any]] = {"curves": Curves, "bars": Bars, "map": Map, "table": RatioTable}


def written_words(svg: bytes) -> list[str]:
    """Return the words in a drawing."""
    return [unescape(words) for words in re.findall(r"<text[^>]*>(.*?)</text>", svg.decode())]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_results_give_the_same_bytes(kind: FigureKind) -> None:
    first, second = (draw(build_content(result(kind), builtin_published())) for _ in range(2))
    assert first.svg == second.svg
    assert first.png == second.png
    assert first.png.startswith(b"\x89PNG")
    assert ElementTree.fromstring(first.svg).tag.endswith("svg")
    assert b"<dc:date>" not in first.svg


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_is_the_study_s(kind: FigureKind) -> None:
    content = build_content(result(kind), builtin_published())
    assert isinstance(content, KINDS[kind])
    assert content.title == "DES-CBC: PC alone against PC with card"
    words = content.configuration
    assert words.startswith(
        "card: 386-20, isa-card-8k, firmware library, additional microseconds in the driver 200;"
        " plain-c: 386-20, program"
    )
    assert "Parameters: wait states 1; machine clock 20 MHz. Uncertain: wait states 0, 1, 2. Key setup incl" in words
    assert "Seed 1990. dsp56k 0.1.0." in words


def test_without_a_wish_sizes_are_drawn_as_curves_and_single_sizes_as_bars() -> None:
    found = result(None)
    assert isinstance(build_content(found, builtin_published()), Curves)
    one = dataclasses.replace(found, points=tuple(point for point in found.points if point.size == 8))
    assert isinstance(build_content(one, builtin_published()), Bars)


def test_curves_show_rates_times_bands_crossings_and_what_is_published() -> None:
    content = build_content(result(), builtin_published())
    assert isinstance(content, Curves)
    (panel,) = content.panels
    assert isinstance(panel, Panel)
    assert [curve.name for curve in panel.curves] == ["card", "plain-c", "good"]
    good = panel.curves[2]
    assert tuple(good.sizes) == SIZES
    base, fast, slow = (point("good", "des-cbc", 8, wait_states) for wait_states in (1, 0, 2))
    assert good.times[0] == Quantity(base.us, fast.us, slow.us, "us")
    assert good.rates[0].low == pytest.approx(64e6 / slow.us)
    assert [mark.words for mark in panel.marks] == ["96 (40 to never)", "always"]
    assert [(line.label, line.value) for line in panel.rates] == [("S1, card", 350_000)]
    assert [(line.label, line.value) for line in panel.sizes] == [("S1", 600)]
    words = written_words(draw(content).svg)
    assert {"10", "100", "1 K", "10 K", "100 K", "1 ms", "1 s"} <= set(words)
    assert {"good: above 96 (40 to never)", "plain-c: always", "dashed: S1, 600 bytes", "rate (bit/s)"} <= set(words)
    assert {"card", "plain-c", "good", "S1, card: 350 Kbit/s"} <= set(words)


def test_panels_beside_each_other_have_their_common_scale_once() -> None:
    content = build_content(result(), builtin_published())
    assert isinstance(content, Curves)
    one, two = (
        written_words(draw(dataclasses.replace(content, panels=[*content.panels] * count)).svg) for count in (1, 2)
    )
    for words in ("1 ms", "1 s", "rate (bit/s)"):
        assert two.count(words) == one.count(words) == 1


def test_a_size_measured_in_one_corner_alone_makes_no_waist_in_the_band() -> None:
    found = result()
    bisected = dataclasses.replace(found, points=(*found.points, point("good", "des-cbc", 104, 1)))
    content = build_content(bisected, builtin_published())
    assert isinstance(content, Curves)
    (panel,) = content.panels
    assert isinstance(panel, Panel)
    assert tuple(panel.curves[2].sizes) == SIZES


def test_operations_are_bars_beside_curves() -> None:
    found = result()
    rsa = tuple(
        msgspec.structs.replace(
            point(run, "des-cbc", 64 * size, wait_states), job="rsa512", operation="rsa512", size=size
        )
        for run in ("card", "good")
        for wait_states in (1, 0, 2)
        for size in (1, 2, 4)
    )
    content = build_content(dataclasses.replace(found, points=(*found.points, *rsa)), builtin_published())
    assert isinstance(content, Curves)
    first, second = content.panels
    assert isinstance(first, Panel)
    assert isinstance(second, BarPanel)
    assert [bar.name for bar in second.bars] == ["card", "good"]
    assert second.bars[0].value.value == pytest.approx(8e6 * 256 / point("card", "des-cbc", 256, 1).us)
    drawing = draw(content)
    words = span(second.bars[0].value)
    assert f"rsa512: card {words}; good" in drawing.alt
    assert words.partition(" (")[0] in written_words(drawing.svg)


def test_jobs_that_no_run_of_the_figure_does_are_left_out() -> None:
    found = result()
    other = msgspec.structs.replace(point("good", "des-cbc", 8, 1), job="other")
    study = msgspec.structs.replace(found.study, figure=FigureTable(kind="curves", runs=("card", "plain-c")))
    content = build_content(dataclasses.replace(found, study=study, points=(*found.points, other)), builtin_published())
    assert isinstance(content, Curves)
    assert [panel.title for panel in content.panels] == ["des-cbc"]


@pytest.mark.parametrize("kind", ["curves", "bars"])
def test_wrong_results_are_named(kind: FigureKind) -> None:
    drawing = draw(build_content(result(kind, wrong="good"), builtin_published()))
    assert "good (wrong results)" in drawing.alt
    assert "good (wrong results)" in written_words(drawing.svg)


def test_bars_have_values_ranges_and_the_published_value() -> None:
    content = build_content(result("bars"), builtin_published())
    assert isinstance(content, Bars)
    bars = {bar.name: bar for bar in content.panels[0].bars}
    assert bars["card"].published == 350_000
    assert bars["good"].published is None
    assert bars["good"].value.low < bars["good"].value.value < bars["good"].value.high
    assert "584 Kbit/s (578 to 590 Kbit/s); paper 350 Kbit/s" in written_words(draw(content).svg)


def test_a_value_that_is_published_in_another_unit_is_no_mark() -> None:
    entries = dict(builtin_published())
    entries["s1-des-cbc"] = msgspec.structs.replace(entries["s1-des-cbc"], unit="blocks/s")
    content = build_content(result("bars"), entries)
    assert isinstance(content, Bars)
    assert [bar.published for bar in content.panels[0].bars] == [None, None, None]


def test_of_several_published_values_a_bar_has_the_study_s_first() -> None:
    found = result("bars")
    wiener = ExpectTable(published="s1-wiener", quantity="rate", of=("card",), verdict="agrees", because="another's")
    study = msgspec.structs.replace(found.study, expect=(*found.study.expect, wiener))
    content = build_content(dataclasses.replace(found, study=study), builtin_published())
    assert isinstance(content, Bars)
    assert content.panels[0].bars[0].published == 350_000


def test_a_map_has_the_measured_pair_and_says_what_it_leaves_out() -> None:
    content = build_content(result("map"), builtin_published())
    assert isinstance(content, Map)
    (panel,) = content.panels
    assert panel.overhead_us == pytest.approx(367 - 120)
    assert [point.name for point in panel.points] == ["good"]
    assert "card against plain-c at des-cbc" in content.configuration
    assert content.published is not None
    assert content.published.value == 600


def test_a_map_without_a_fitted_overhead_is_refused() -> None:
    with pytest.raises(StudyError, match="coefficient named fixed"):
        build_content(dataclasses.replace(result("map"), fits=()), builtin_published())


def test_the_map_s_size_is_where_both_calls_take_as_long() -> None:
    sizes = crossing(np.array([300e3, 400e3, 350e3]), 350e3, 1440.0)
    assert sizes[0] == pytest.approx(378.0)
    assert 1440 + sizes[0] * 8e6 / 350e3 == pytest.approx(sizes[0] * 8e6 / 300e3)
    assert math.isinf(sizes[1])
    assert math.isinf(sizes[2])


def test_a_ladder_has_a_row_for_each_verdict() -> None:
    content = build_content(result("table"), builtin_published())
    assert isinstance(content, RatioTable)
    assert [(rung.name, rung.published, rung.verdict) for rung in content.rungs] == [
        ("s1-des-600", 600, "agrees"),
        ("s1-des-cbc", 350_000, "disagrees above"),
    ]
    assert "96 bytes (40 bytes to never); paper 600 bytes: agrees" in written_words(draw(content).svg)


@pytest.mark.parametrize("kind", KINDS)
def test_the_alternative_text_follows_the_data(kind: FigureKind) -> None:
    found = result(kind)
    slower = dataclasses.replace(
        found,
        points=tuple(msgspec.structs.replace(point, us=2 * point.us) for point in found.points),
        verdicts=tuple(
            dataclasses.replace(verdict, ours=Quantity(1.0, 1.0, 1.0, "bit/s")) for verdict in found.verdicts
        ),
    )
    first, second = (draw(build_content(each, builtin_published())).alt for each in (found, slower))
    assert found.study.title in first
    assert first != second


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (0, 0, 0, "always"),
        (math.inf, math.inf, math.inf, "never"),
        (math.inf, 160, math.inf, "never (160 to never)"),
        (40, 0, 160, "40 (always to 160)"),
        (1024, 1024, 1024, "1,024"),
    ],
)
def test_a_crossing_in_words(value: float, low: float, high: float, words: str) -> None:
    assert Mark("card", "good", Quantity(value, low, high, "bytes"), (8, 65_536)).words == words


def test_each_of_six_curves_is_told_apart_without_colour() -> None:
    for shapes in (MARKERS, DASHES, HATCHES, COLOURS):
        assert len(set(shapes)) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_over_text_or_curves_or_outside(kind: FigureKind) -> None:
    check_texts(result(kind))


FEW = ("s1-27mhz", "s1-crossover-map", "s3-flow", "s5-counts")
"""Studies with one kind of figure each; `make figures` checks all."""
ALL_FIGURES = "DSP56K_ALL_FIGURES"


@pytest.mark.parametrize("name", builtin_studies() if os.environ.get(ALL_FIGURES) else FEW)
def test_no_text_of_a_study_of_the_package_is_over_anything(name: str) -> None:
    check_texts(made_up(name))


def check_texts(found: StudyResult) -> None:
    from shared.figure_overlaps import outside, overlaps

    content = build_content(found, builtin_published())
    with styled():
        figure = MODULES[type(content)].draw(content).figure
        arrange(figure)
        assert overlaps(figure) == []
        assert outside(figure) == []


def test_a_label_over_a_curve_is_found() -> None:
    from shared.figure_overlaps import overlaps

    content = build_content(result(), builtin_published())
    with styled():
        figure = MODULES[type(content)].draw(content).figure
        arrange(figure)
        rate = figure.axes[3]
        size, value = (column[8] for column in rate.get_lines()[0].get_data())
        rate.annotate("over the curve", (float(size), float(value)))
        assert overlaps(figure) == ["'over the curve' over line card"]


def test_a_panel_has_five_curves_at_most_and_every_run_has_one() -> None:
    content = build_content(made_up("s4-crossings", "rc4"), builtin_published())
    assert isinstance(content, Curves)
    panels = [panel for panel in content.panels if isinstance(panel, Panel)]
    assert max(len(panel.curves) for panel in panels) <= MAX_CURVES
    names = {panel.title: [curve.name for curve in panel.curves] for panel in panels}
    assert names["rc4, 386-20, card"] == ["386-20, card", "386-20, plain-c", "386-20, good", "386-20, asm"]
    marks = [mark.second for panel in panels if panel.title == "rc4, 386-20, card" for mark in panel.marks]
    assert marks == ["386-20, plain-c", "386-20, good", "386-20, asm"]


def test_no_points_no_crash() -> None:
    empty: StudyResult = dataclasses.replace(result("table"), verdicts=())
    assert draw(build_content(empty, builtin_published())).png


@pytest.mark.parametrize("kind", KINDS)
def test_two_dollars_are_no_formula(kind: FigureKind) -> None:
    found = result(kind)
    for title in ("a $x^$ b", "$a$ for $b$", "$900, not $500"):
        study = msgspec.structs.replace(found.study, title=title)
        drawing = draw(build_content(dataclasses.replace(found, study=study), builtin_published()))
        assert title in written_words(drawing.svg)


def with_run_named(name: str) -> Curves:
    content = build_content(result(), builtin_published())
    assert isinstance(content, Curves)
    (panel,) = content.panels
    assert isinstance(panel, Panel)
    curves = [dataclasses.replace(panel.curves[0], name=name), *panel.curves[1:]]
    return dataclasses.replace(content, panels=[dataclasses.replace(panel, curves=curves)])


def test_a_letter_that_no_font_has_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("matplotlib.font_manager.findSystemFonts", list)
    drawing = draw(with_run_named("加密卡"))
    assert "加密卡" in written_words(drawing.svg)
    assert drawing.png
    (record,) = caplog.records
    assert record.message.startswith("figure: no installed font has '加' of '加密卡' (nor 2 other characters)")


def test_a_control_character_leaves_the_drawing_well_formed(caplog: pytest.LogCaptureFixture) -> None:
    assert "a␇b" in ElementTree.fromstring(draw(with_run_named("a\x07b")).svg).itertext()
    assert not caplog.records


def test_an_installed_font_has_letters_that_the_first_one_lacks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    from matplotlib import get_data_path

    (tmp_path / "damaged.ttf").write_bytes(b"damaged")
    fonts: list[str] = []
    monkeypatch.setattr("matplotlib.font_manager.findSystemFonts", lambda: fonts)
    boxed = draw(with_run_named("⃝"))
    assert len(caplog.records) == 1
    fonts += [str(tmp_path / "damaged.ttf"), f"{get_data_path()}/fonts/ttf/STIXGeneral.ttf"]
    found = draw(with_run_named("⃝"))
    assert len(caplog.records) == 1
    assert b"STIXGeneral" in found.svg
    assert found.png != boxed.png
    # A figure without such letters is the same on every machine.
    assert b"STIXGeneral" not in draw(with_run_named("é")).svg


def test_a_file_of_the_working_directory_does_not_set_matplotlib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """matplotlib reads ./matplotlibrc: in a foreign study it could have every text set by LaTeX."""
    import matplotlib as mpl

    (tmp_path / "matplotlibrc").write_text("text.usetex: True\naxes.grid: True\n")
    monkeypatch.chdir(tmp_path)
    with mpl.rc_context(fname="matplotlibrc"):
        assert mpl.rcParams["text.usetex"]
        with styled():
            assert not mpl.rcParams["text.usetex"]
            assert not mpl.rcParams["axes.grid"]
        assert mpl.rcParams["text.usetex"]

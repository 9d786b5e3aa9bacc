import dataclasses
import math
from typing import Any

import msgspec
import pytest

from dsp56k.study.conclusions.paper_settings import incomparable_entries
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.reports import tables
from dsp56k.study.results.quantities import Budget, Component, Quantity
from dsp56k.study.results.result import Band, Change
from shared.study_results import point, result

Corner = tuple[dict[str, Any], str, tuple[Change, ...]]


def test_measured_says_what_its_columns_are() -> None:
    grid = tables.measured(result())
    headings = [column.heading for column in grid.columns]
    assert headings == [
        "job", "configuration", "rate at 65,536 bytes", "time at 8 bytes", "CPU left to the PC", "verified",
    ]  # fmt: skip
    assert grid.rows[0] == (
        "des-cbc", "card", "584 Kbit/s (578 to 590 Kbit/s)", "477 µs (472 to 481 µs)", "50 %", "yes",
    )  # fmt: skip


def test_other_work_has_a_column_if_there_is_any() -> None:
    found = result()
    base = [one for one in found.points if not one.corner]
    free = [msgspec.structs.replace(one, free_clocks=10 if one.run == "card" else 0) for one in base]
    grid = tables.measured(dataclasses.replace(found, points=tuple(free)))
    assert grid.columns[-2].heading == "other work"
    # Half of the call of 65,536 bytes, in which the PC is not busy.
    assert [row[-2] for row in grid.rows] == ["449 ms, 50 %", "-", "-"]


def test_sizes_that_differ_stand_in_the_cells() -> None:
    found = result()
    longer = msgspec.structs.replace(point("good", "des-cbc", 8, 1), job="md2", size=100, data_bytes=100)
    grid = tables.measured(dataclasses.replace(found, points=(*found.points, longer)))
    assert [column.heading for column in grid.columns][2:4] == ["rate at the largest size", "time at the smallest size"]
    assert grid.rows[0][2].endswith(", 65,536 bytes")
    assert grid.rows[-1][2].endswith(", 100 bytes")


def test_a_wrong_result_is_a_no() -> None:
    assert [row[-1] for row in tables.measured(result(wrong="good")).rows] == ["yes", "yes", "NO"]


def test_crossings_name_the_sizes_that_always_and_never_mean() -> None:
    assert tables.crossings(result()).rows == [
        ("des-cbc", "card", "good", "96 bytes", "40 bytes to none up to 65,536 bytes"),
        ("des-cbc", "card", "plain-c", "faster from 8 bytes", "-"),
    ]


def test_a_run_that_wins_the_smallest_sizes_alone_says_up_to_which() -> None:
    found = result()
    never = Quantity(math.inf, math.inf, math.inf, "bytes")
    short = dataclasses.replace(found.crossings[1], bands=(Band((Change("plain-c", (112, 120)),)),), crossover=never)
    later: Corner = ({}, "card", (Change("plain-c", (301, 309)),))
    never_at_all: Corner = ({}, "plain-c", ())
    for crossing, said in (
        (short, ("only up to 112 bytes", "-")),
        (dataclasses.replace(short, corners=(later,)), ("only up to 112 bytes", "112 to 301 bytes")),
        (dataclasses.replace(short, corners=(never_at_all,)), ("only up to 112 bytes", "none to 112 bytes")),
    ):
        (row,) = tables.crossings(dataclasses.replace(found, crossings=(crossing,))).rows
        assert row[3:] == said


def test_the_overview_has_both_rates_the_range_what_is_published_and_the_verdict() -> None:
    grid = tables.overview(result(wrong="plain-c"), builtin_published())
    assert [column.heading for column in grid.columns][3:5] == [
        "configuration, rate at 65,536 bytes", "against, rate at 65,536 bytes",
    ]  # fmt: skip
    assert grid.rows == [
        ("des-cbc", "card", "good", "584 Kbit/s (578 to 590 Kbit/s)", "494 Kbit/s (411 to 617 Kbit/s)",
         "96 bytes; 40 bytes to none up to 65,536 bytes", "about 600 bytes: agrees", "yes"),
        ("des-cbc", "card", "plain-c", "584 Kbit/s (578 to 590 Kbit/s)", "235 Kbit/s (196 to 294 Kbit/s)",
         "faster from 8 bytes", "-", "NO"),
    ]  # fmt: skip


def test_fits_have_intervals_ranges_and_the_worst_point() -> None:
    row = tables.fits(result()).rows[0]
    assert row == (
        "card", "des-cbc", "us = fixed + slope * bytes", "fixed", "367", "366 to 368", "330 to 404", "0.1 %", "-",
    )  # fmt: skip


def test_verdicts_stand_beside_both_numbers_and_their_cause() -> None:
    rows = tables.verdicts(result(), builtin_published()).rows
    quote = builtin_published()["s1-des-600"].quote
    assert rows[0] == (
        "s1-des-600", "Dussé & Kaliski 1990, section 6", f"about 600 bytes: \u201c{quote}\u201d",
        "96 bytes (40 bytes to never)", "agrees", "0.5", "at -12 %",
        "within the uncertainty, of machine.memory.wait_states",
    )  # fmt: skip
    assert rows[1][4:] == (
        "disagrees above, NOT agrees as expected",
        "40.4",
        "at +64 %",
        "card is 1.5 times as fast as good (des-cbc), 80 % of the difference; 20 % not explained",
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("s1-des-600", "about 600 bytes"),
        ("s1-rsa-order", "more than 10 times"),
        ("s1-improvement-3-386", "up to 10 % less time"),
        ("s1-des-chip", "3.8 Mbit/s"),
        ("s1-figure-1a-slow", "drawn, without a number"),
        ("s1-hardware-speed", "stated in words"),
        ("s2-e1", "9 to 12 Kbyte/s"),
        ("s3-crossover", "64 to 256 bytes"),
        ("s5-des", "38.4 Kblocks/s"),
    ],
)
def test_a_published_value_in_words(name: str, words: str) -> None:
    assert tables.printed(builtin_published()[name]) == words


def test_every_published_number_has_a_row_with_its_verdict_or_why_it_has_none() -> None:
    published = builtin_published()
    verdicts = result().verdicts
    grid = tables.published_table(published, [*verdicts, *incomparable_entries(published, verdicts)])
    rows = {row[0]: row for row in grid.rows}
    assert set(rows) == set(published)
    assert rows["s1-des-600"][3:5] == ("96 bytes (40 bytes to never)", "agrees")
    assert rows["s1-cost"][3:] == ("-", "not comparable", "-", "never", "a price")
    assert [row[0] for row in tables.verdicts(result(), published).rows] == ["s1-des-600", "s1-des-cbc"]


def test_an_explanation_follows_from_the_verdict() -> None:
    agrees, above = result().verdicts
    exact = Budget(600.0, (Component("seed", 600.0, 600.0),))
    for changed, words in (
        (dataclasses.replace(agrees, budget=exact), "within the printed digits"),
        (dataclasses.replace(agrees, error=0.0), "the value itself"),
        (dataclasses.replace(above, causes=()), "not explained by runs: other code"),
        (dataclasses.replace(above, causes=(), remark=""), "not explained by runs"),
        (dataclasses.replace(above, verdict="not comparable", reason="another clock"), "another clock"),
    ):
        assert changed.cause == words


def test_an_infinite_value_is_never() -> None:
    entry = Published(seed="S9", place="p", quote="q" * 12, value=8.0, unit="bytes")
    verdict = dataclasses.replace(
        result().verdicts[0],
        published="s9",
        ours=Quantity(math.inf, math.inf, math.inf, "bytes"),
        budget=Budget(math.inf, ()),
    )
    assert tables.published_table({"s9": entry}, [verdict]).rows[0][3] == "never, nothing varied"

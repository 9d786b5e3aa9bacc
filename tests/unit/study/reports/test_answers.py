"""The answer of a study: strips of sizes with the number of corners."""

import dataclasses
import math

import pytest

from dsp56k.study.reports.answers import Segment, fastest, leading, strips
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Band, Change, Crossing, StudyResult
from shared.made_up_outcomes import made_up
from shared.study_results import result

WON = Change("card", (96, 104))


def crossing(
    first: str, bands: tuple[Band, ...], value: Quantity, *corners: tuple[str, tuple[Change, ...]]
) -> StudyResult:
    """Return a result with one crossover point and some corners."""
    found = result()
    one = Crossing(
        ("card", "good"), "des-cbc", (8, 65_536), first, bands, value,
        tuple(({"seed": seed}, first, changes) for seed, (first, changes) in enumerate(corners)), "",
        Quantity(2.5, 1.25, 4, "times"),
    )  # fmt: skip
    return dataclasses.replace(found, crossings=(one,))


def test_a_strip_shows_at_how_many_corners_the_card_is_faster() -> None:
    corners = (("good", (Change("card", (1016, 1024)),)), ("good", ()))
    found = crossing("good", (Band((WON,)),), Quantity(96, 96, math.inf, "bytes"), *corners)
    (strip,) = strips(found)
    (row,) = strip.comparisons
    assert [segment.shade for segment in row.segments] == ["none", "some"]
    assert row.segments[1].start == pytest.approx(100 * math.log(104 / 8) / math.log(65_536 / 8), abs=0.01)
    assert sum(segment.width for segment in row.segments) == pytest.approx(100, abs=0.1)
    assert row.certainty == "2 of 3 corners"
    assert row.speed_up == "2.5 times as fast, 1.25 to 4 times over the corners"
    assert row.words == "above 96 bytes (96 bytes to never)"
    assert row.mark is not None
    assert strip.sentence == "des-cbc: card is faster than good above 96 bytes (96 bytes to never)."


def test_a_strip_has_ticks_at_its_ends_and_at_decades_that_are_far_enough_from_them() -> None:
    (strip,) = strips(crossing("card", (), Quantity(0, 0, 0, "bytes")))
    assert [label for _, label in strip.ticks] == ["8", "100", "1 K", "65,536"]
    assert [place for place, _ in strip.ticks] == pytest.approx(
        [0, *(100 * math.log(size / 8) / math.log(65_536 / 8) for size in (100, 1000)), 100], abs=0.01
    )


def test_always_and_never_are_words() -> None:
    always = strips(crossing("card", (), Quantity(0, 0, 0, "bytes")))[0]
    assert always.comparisons[0].segments == (Segment("all", 0.0, 100.0),)
    assert always.sentence == "des-cbc: card is faster than good at every size."
    never = strips(crossing("good", (), Quantity(math.inf, math.inf, math.inf, "bytes")))[0]
    assert never.comparisons[0].segments == (Segment("none", 0.0, 100.0),)
    assert never.comparisons[0].words == "never"
    assert never.sentence == "des-cbc: card is never faster than good."


def test_a_card_that_is_faster_only_for_small_sizes() -> None:
    lost = Band((Change("good", (96, 104)),))
    strip = strips(crossing("card", (lost,), Quantity(math.inf, math.inf, math.inf, "bytes")))[0]
    assert strip.sentence == "des-cbc: card is faster than good only up to 96 bytes."
    assert [segment.shade for segment in strip.comparisons[0].segments] == ["all", "none"]


def test_never_in_the_base_but_at_a_corner() -> None:
    value = Quantity(math.inf, 1016, math.inf, "bytes")
    strip = strips(crossing("good", (), value, ("good", (Change("card", (1016, 1024)),))))[0]
    assert strip.sentence == "des-cbc: card is faster than good only at some corners, at best above 1,016 bytes."
    assert strip.comparisons[0].certainty == "1 of 2 corners"


def test_the_time_of_the_pc_is_a_result() -> None:
    (strip,) = leading(strips(result()))
    assert strip.busy == (
        "In a call of 65,536 bytes the PC is busy 449 ms of 898 ms, and another program could have at most 50 % of the "
        "time; its own software takes 1.06 s to 2.23 s."
    )


def test_without_a_crossover_point_the_fastest_run_is_the_answer() -> None:
    found = dataclasses.replace(result(), crossings=())
    assert strips(found) == []
    (sentence,) = fastest(found)
    assert sentence.startswith("des-cbc, 65,536 bytes: card is the fastest, 584 Kbit/s (578 to 590 Kbit/s); it is 1.18")
    assert "2.48 times as fast as plain-c" in sentence


def test_the_speed_up_has_its_range_over_the_corners() -> None:
    found = made_up("s1-layers")
    one = found.crossings[0]
    card, pc = (
        {repr(point.corner): point.us for point in found.points if (point.run, point.job, point.size) == (run, *at)}
        for at in [(one.job, one.sizes[1])]
        for run in one.of
    )
    assert len(pc) == len(one.corners) + 1
    ratios = [pc[corner] / card[corner] for corner in pc]
    assert (one.speed_up.value, one.speed_up.low, one.speed_up.high) == (ratios[0], min(ratios), max(ratios))

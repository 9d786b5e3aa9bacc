"""Results of studies made by hand: what figures, documents and pages are tested with, without measuring anything."""

from __future__ import annotations

import math

import msgspec

from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Budget, Component, Quantity
from dsp56k.study.results.result import Band, Cause, Change, Coefficient, Crossing, Fit, StudyResult, Verdict
from dsp56k.study.schema import (
    CrossingTable,
    ExpectTable,
    FigureKind,
    FigureTable,
    FitTable,
    JobTable,
    RunTable,
    StudyFile,
)

SIZES = tuple(8 << power for power in range(14))
COSTS = {"card": (367.0, 13.7), "plain-c": (2900.0, 34.0), "good": (120.0, 16.2)}
"""Microseconds a call and a byte, of three runs."""
WAIT_STATES = (0, 1, 2)
_SPREAD = {"card": 0.01, "plain-c": 0.2, "good": 0.2}
WHERE = {"card": "card", "plain-c": "pc", "good": "pc"}


def point(run: str, job: str, size: int, wait_states: int, *, right: bool = True) -> Point:
    """A call whose time is a line over the size and grows with the wait states; one wait state is the base."""
    fixed, slope = COSTS[run]
    us = (fixed + slope * size) * (1 + _SPREAD[run] * (wait_states - 1))
    return msgspec.convert(
        {
            "study": "offload", "run": run, "job": job, "where": WHERE[run],
            "corner": {} if wait_states == 1 else {"machine.memory.wait_states": wait_states},
            "settings": {"machine.clock_hz": 20_000_000, "machine.memory.wait_states": wait_states,
                         "driver.overhead_us": 200 if run == "card" else 0},
            "operation": "des-cbc-encrypt", "key": "cold",
            "size": size, "data_bytes": size, "blocks": size // 8, "seed": 1990, "version": "0.1.0", "clocks": {},
            "us": us, "host_busy_us": us / 2, "bus_bytes": size, "right": right,
        },
        Point,
    )  # fmt: skip


def study(kind: FigureKind | None = "curves", title: str = "DES-CBC: PC alone against PC with card") -> StudyFile:
    """The study that these results are of."""
    return StudyFile(
        schema="dsp56k-study/1",
        title=title,
        about="When does the card pay off? <Both> sides include the key schedule & the call.",
        run=(
            RunTable(name="card", where="card", machine="386-20", board="isa-card-8k", firmware="library"),
            RunTable(name="plain-c", where="pc", machine="386-20", program="plain-c"),
            RunTable(name="good", where="pc", machine="386-20", program="good"),
        ),
        job=(JobTable(operation="des-cbc-encrypt", sizes=SIZES, name="des-cbc"),),
        vary={"machine.memory.wait_states": WAIT_STATES},
        fit=tuple(FitTable(model="fixed + slope * bytes", run=run) for run in COSTS),
        crossing=(CrossingTable(of=("card", "good")), CrossingTable(of=("card", "plain-c"))),
        expect=(
            ExpectTable(
                published="s1-des-600",
                quantity="crossing",
                of=("card", "good"),
                verdict="agrees",
                because="fixed cost",
            ),
            ExpectTable(published="s1-des-cbc", quantity="rate", of=("card",), verdict="agrees", because="other code"),
        ),
        figure=kind and FigureTable(kind=kind),
    )


def result(kind: FigureKind | None = "curves", *, wrong: str = "", name: str = "offload") -> StudyResult:
    """A result with three runs, a crossing with a range, one that is always won, fits, verdicts; `wrong` names a run
    whose results are wrong.
    """
    file = study(kind)
    points = tuple(
        point(run, "des-cbc", size, wait_states, right=run != wrong)
        for run in COSTS
        for wait_states in (1, 0, 2)
        for size in SIZES
    )
    fits = tuple(
        Fit(
            f"{run}, des-cbc", run, "des-cbc", "fixed + slope * bytes",
            (
                Coefficient("fixed", fixed, (fixed - 1, fixed + 1), Quantity(fixed, fixed * 0.9, fixed * 1.1, "us")),
                Coefficient("slope", slope, (slope, slope), Quantity(slope, slope, slope, "us")),
            ),
            tuple((size, 0.001) for size in SIZES),
        )
        for run, (fixed, slope) in COSTS.items()
    )  # fmt: skip
    crossings = (
        Crossing(
            ("card", "good"), "des-cbc", (8, 65_536), "good",
            (Band((Change("card", (96, 104)),)),),
            Quantity(96.0, 40.0, math.inf, "bytes"), (),
            "of the measured sizes good at 8 to 96, card at 104 to 65,536 bytes", Quantity(1.3, 1.1, 1.5, "times"),
        ),
        Crossing(
            ("card", "plain-c"), "des-cbc", (8, 65_536), "card", (), Quantity(0.0, 0.0, 0.0, "bytes"), (),
            "card is faster at every measured size, 8 to 65,536 bytes", Quantity(8.0, 8.0, 8.0, "times"),
        ),
    )  # fmt: skip
    verdicts = (
        Verdict(
            "s1-des-600", name, "crossing", ("card", "good"), Quantity(96.0, 40.0, math.inf, "bytes"), "agrees",
            "agrees", "bounded", Budget(96.0, (Component("machine.memory.wait_states", 40.0, math.inf),)), 0.5, -0.12,
            remark="fixed cost",
        ),
        Verdict(
            "s1-des-cbc", name, "rate", ("card",), Quantity(583e3, 577e3, 590e3, "bit/s"), "disagrees above",
            "agrees", "exceeded", Budget(583e3, ()), 40.4, 0.64,
            (Cause("card", "good", "des-cbc", "des-cbc", 1.5, 0.8),), "other code",
        ),
    )  # fmt: skip
    return StudyResult(
        name, file, "0.1.0", {}, True, points, fits, crossings, verdicts, f"dsp56k study run {name}",
        configurations={
            "card": "386-20 with isa-card-8k, firmware library",
            "plain-c": "386-20, program plain-c",
            "good": "386-20, program good",
        },
    )  # fmt: skip

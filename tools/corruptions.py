"""Shows the assessments that three deliberate errors of the model change.

An ISA cycle that takes 30 % longer, a DES chip that is twice as fast, and a driver that is twice as slow must each
change at least a third of the assessments and held values whose number they change. `make corruptions` measures the
base of the studies of the card once, and the two first errors by execution; the driver's part of each call is known.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

import msgspec

from dsp56k.card.chips.wd20c03 import Wd20c03Description
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Corner, Job, Plan
from dsp56k.study.results.result import StudyResult
from dsp56k.study.tasks import Outcome, Series

STUDIES = ("s1-figure-1a", "s1-figure-2a", "s1-figure-2b", "s1-figure-3", "s1-27mhz", "s1-overhead")
LEAST = 1 / 3
MOVED = 1e-4
"""The relative change from which a number counts as changed: less is the phase of two clocks."""


class _SlowDriver(Measurer):
    """Measures as its base class, but the instructions of the driver take twice as long."""

    def outcome(self, series: Series, size: int) -> Outcome:
        """Return the outcome of a call that was measured."""
        found = super().outcome(series, size)
        clocks = found.clocks
        if series.where != "card":
            return found
        more = found.us * clocks.driver / (clocks.driver + clocks.bus + clocks.poll)
        clocks = msgspec.structs.replace(clocks, driver=2 * clocks.driver)
        return msgspec.structs.replace(found, clocks=clocks, us=found.us + more, host_busy_us=found.host_busy_us + more)


@contextmanager
def _slow_bus() -> Iterator[None]:
    plain = Plan.series

    def series(plan: Plan, run: str, job: Job, corner: Corner) -> Series:
        found = plain(plan, run, job, corner)
        hertz = found.settings.get("machine.isa.clock_hz")
        if hertz is None:
            return found
        return msgspec.structs.replace(
            found, settings={**found.settings, "machine.isa.clock_hz": round(float(hertz) / 1.3)}
        )

    with mock.patch.object(Plan, "series", series):
        yield


@contextmanager
def _fast_chip() -> Iterator[None]:
    plain = Wd20c03Description()
    fast = replace(plain, clocks_per_access=plain.clocks_per_access // 2, clocks_to_result=plain.clocks_to_result // 2)
    with mock.patch("dsp56k.card.chips.wd20c03.Wd20c03Description", return_value=fast):
        yield


def _measured(measurer: Callable[[], Measurer] = lambda: Measurer(Serial())) -> list[StudyResult]:
    return analyze([Plan.builtin(name, vary=False) for name in STUDIES], measurer())


def assessments(results: Sequence[StudyResult]) -> dict[str, tuple[float, str]]:
    """Return the number and the assessment of each published and each held value."""
    found: dict[str, tuple[float, str]] = {}
    for result in results:
        for verdict in result.verdicts:
            if verdict.ours is not None and verdict.verdict not in ("not comparable", "input"):
                found[f"{result.id} {verdict.published}"] = (verdict.ours.value, verdict.verdict)
        for held in result.holds:
            name = f"{result.id} {held.quantity} {held.job} {' / '.join(held.of)}"
            found[name] = (held.ours.value, "changed" if held.broken else "held")
    return found


def main() -> None:
    """Print what each error changes; the exit code is 1 if one changes less than a third."""
    plain = assessments(_measured())
    with _slow_bus():
        slow_bus = assessments(_measured())
    with _fast_chip():
        fast_chip = assessments(_measured())
    slow_driver = assessments(_measured(lambda: _SlowDriver(Serial())))
    good = not any(word == "changed" for _, word in plain.values())
    for name, other in (
        ("ISA cycle 30 % longer", slow_bus),
        ("DES chip twice as fast", fast_chip),
        ("driver twice as slow", slow_driver),
    ):
        moved = [key for key, (value, _) in plain.items() if not math.isclose(value, other[key][0], rel_tol=MOVED)]
        changed = [key for key in moved if plain[key][1] != other[key][1]]
        sys.stdout.write(f"{name}: {len(changed)} of {len(moved)} assessments change\n")
        for key in moved:
            words = f"{plain[key][0]:.5g} -> {other[key][0]:.5g}, {plain[key][1]} -> {other[key][1]}"
            sys.stdout.write(f"  {'*' if key in changed else ' '} {key}: {words}\n")
        good = good and len(changed) >= LEAST * max(1, len(moved))
    raise SystemExit(not good)


if __name__ == "__main__":
    main()

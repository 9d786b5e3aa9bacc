"""Shows the assessments that three deliberate errors of the model change.

An ISA cycle that takes 30 % longer, a DES chip that is twice as fast, and a driver that is twice as slow must each
change at least a third of the assessments and held values whose number they change. The base of the studies is measured
once: the parts of each call that the bus and the driver take are known. Only the chip is measured again.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

import msgspec

from dsp56k.card.chips.wd20c03 import Wd20c03Description
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult
from dsp56k.study.runners import drop_benches
from dsp56k.study.tasks import Outcome, Series

STUDIES = ("s1-figure-1a", "s1-figure-2a", "s1-figure-2b", "s1-figure-3", "s1-27mhz")
WITH_CHIP = ("s1-figure-2b", "s1-27mhz")
LEAST = 1 / 3
MOVED = 1e-4
"""The relative change from which a number counts as changed: less is the phase of two clocks."""


class _Scaled(Measurer):
    """Measures as its base class, but parts of calls on a card take longer.

    Attributes:
        driver: The factor of the driver's instructions.
        bus: The factor of the bus cycles without polling.
    """

    driver = 1.0
    bus = 1.0

    def outcome(self, series: Series, size: int) -> Outcome:
        """Return the outcome of a call that was measured."""
        found = super().outcome(series, size)
        clocks = found.clocks
        if series.where != "card":
            return found
        driver, bus = (self.driver - 1) * clocks.driver, (self.bus - 1) * clocks.bus
        more = found.us * (driver + bus) / (clocks.driver + clocks.bus + clocks.poll)
        return msgspec.structs.replace(
            found,
            clocks=msgspec.structs.replace(clocks, driver=clocks.driver + round(driver), bus=clocks.bus + round(bus)),
            us=found.us + more,
            host_busy_us=found.host_busy_us + more,
        )


@contextmanager
def _fast_chip() -> Iterator[None]:
    plain = Wd20c03Description()
    fast = replace(plain, clocks_per_access=plain.clocks_per_access // 2, clocks_to_result=plain.clocks_to_result // 2)
    with mock.patch("dsp56k.card.chips.wd20c03.Wd20c03Description", return_value=fast):
        # Benches that were made before have the plain chip.
        drop_benches(0)
        yield
    drop_benches(0)


def _measured(measurer: Measurer, studies: Sequence[str] = STUDIES) -> dict[str, tuple[float, str]]:
    return assessments(analyze([Plan.builtin(name, vary=False) for name in studies], measurer))


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
    measurer = _Scaled(Serial())
    plain = _measured(measurer)
    measurer.bus = 1.3
    slow_bus = _measured(measurer)
    measurer.bus, measurer.driver = 1.0, 2.0
    slow_driver = _measured(measurer)
    with _fast_chip():
        fast_chip = _measured(Measurer(Serial()), WITH_CHIP)
    good = not any(word == "changed" for _, word in plain.values())
    for name, other in (
        ("ISA cycle 30 % longer", slow_bus),
        ("DES chip twice as fast", fast_chip),
        ("driver twice as slow", slow_driver),
    ):
        moved = [key for key in other if not math.isclose(plain[key][0], other[key][0], rel_tol=MOVED)]
        changed = [key for key in moved if plain[key][1] != other[key][1]]
        sys.stdout.write(f"{name}: {len(changed)} of {len(moved)} assessments change\n")
        for key in moved:
            words = f"{plain[key][0]:.5g} -> {other[key][0]:.5g}, {plain[key][1]} -> {other[key][1]}"
            sys.stdout.write(f"  {'*' if key in changed else ' '} {key}: {words}\n")
        good = good and len(changed) >= LEAST * max(1, len(moved))
    raise SystemExit(not good)


if __name__ == "__main__":
    main()

"""The study whether a card pays off for RC4 and MD5: its values in docs/records/ciphers.md, without the ranges."""

from __future__ import annotations

import pytest

from cipher_tables import DOCUMENT, LONG_CALL, last_size, sides
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.quantities import finite
from dsp56k.study.results.wording import amount


def values_of(line: str) -> tuple[str, ...]:
    """Return the cells of a line of a table without the ranges of rates and the last cell, a range."""
    return tuple(cell.partition(" (")[0] for cell in line.strip("| ").split(" | ")[:-1])


@pytest.mark.timeout(300)
def test_the_document_has_what_is_measured() -> None:
    (result,) = analyze([Plan.builtin("s4-crossings", vary=False)], Measurer(Serial()))
    assert result.right
    stated = {values_of(line) for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")}
    for job in ("rc4", "md5"):
        for card, own in sides():
            (crossing,) = (one for one in result.crossings if (one.of, one.job) == ((card, own), job))
            rates = [
                amount(point.bits_per_second, "bit/s")
                for run in (card, own)
                for point in result.base(run, job)
                if point.size == LONG_CALL
            ]
            assert (job.upper(), own, *rates, last_size(finite(crossing.crossover.value))) in stated

"""Clock counts become times by one rounding rule: down, from power-up."""

from fractions import Fraction

import pytest

from dsp56k.emu import Dsp56001

PICOSECONDS = 10**12


@pytest.mark.parametrize("hertz", [27_000_000, 20_500_000, Fraction(43_007_001, 2)])
def test_the_chip_and_its_clock_agree(hertz: int | Fraction) -> None:
    dsp = Dsp56001(clock_hz=hertz)
    dsp.x[0xFFFE] = 0
    for _ in range(20):
        dsp.step()
        assert dsp.now == dsp.clock.time_of(dsp.total_clocks) == int(dsp.total_clocks * PICOSECONDS / Fraction(hertz))

"""Memory as signed numbers and fractions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.emu import Dsp56001
from dsp56k.isa.errors import Dsp56kError

DSP = Dsp56001()


@given(word=st.integers(0, 0xFFFFFF), address=st.integers(0, 0x200))
def test_every_word_comes_back(word: int, address: int) -> None:
    DSP.x[address] = word
    signed, fraction = DSP.x.signed[address], DSP.x.fraction[address]
    assert signed % (1 << 24) == word
    assert fraction == Fraction(signed, 1 << 23)
    DSP.y.signed[address], DSP.p.fraction[address] = signed, fraction
    assert (DSP.y[address], DSP.p[address]) == (word, word)


def test_slices() -> None:
    DSP.p.fraction[0x40:0x43] = (0.5, -1, Fraction(1, 3))
    assert DSP.p[0x40:0x43] == [0x400000, 0x800000, 0x2AAAAB]
    assert DSP.p.signed[0x40:0x42] == [0x400000, -0x800000]
    DSP.p.signed[0x42:0x3F:-1] = [-1, -2, -3]
    assert DSP.p[0x40:0x43] == [0xFFFFFD, 0xFFFFFE, 0xFFFFFF]
    assert len(DSP.p.signed) == 65_536
    assert repr(DSP.p.fraction) == "<fraction of <Memory P: 65536 words>>"


def test_what_lies_between_two_words_goes_to_the_nearest_and_of_two_to_the_even() -> None:
    step = 2.0**-23
    DSP.x.fraction[0:4] = (0.5 * step, 1.5 * step, 1.4 * step, -0.5 * step)
    assert DSP.x[0:4] == [0, 2, 1, 0]


def test_iteration_ends_with_the_last_word() -> None:
    dsp = Dsp56001()
    dsp.y[0xFFBF] = 0xC00000
    assert sum(dsp.y.signed) == -0x400000
    assert list(dsp.y.fraction)[0xFFBF:] == [-0.5, *64 * [0.0]]
    assert -0.5 in dsp.y.fraction


def test_fractions_of_numpy_are_exact() -> None:
    DSP.x.fraction[0:2] = np.array([0.5, 2.0**-23], dtype=np.float32)
    assert DSP.x[0:2] == [0x400000, 1]


WRONG: dict[str, Callable[[Any], object]] = {
    "signed, too large": lambda x: x.signed.__setitem__(0, 1 << 23),
    "signed, much too large": lambda x: x.signed.__setitem__(0, 1 << 70),
    "signed, no whole number": lambda x: x.signed.__setitem__(0, 0.5),
    "fraction, 1": lambda x: x.fraction.__setitem__(0, 1.0),
    "fraction, below -1": lambda x: x.fraction.__setitem__(0, -1.0000002),
    "fraction, no number": lambda x: x.fraction.__setitem__(0, float("nan")),
    "fraction, text": lambda x: x.fraction.__setitem__(0, "half"),
    "another length": lambda x: x.fraction.__setitem__(slice(0, 2), [0.5]),
    "no list": lambda x: x.fraction.__setitem__(slice(0, 1), 0.5),
    "no address": lambda x: x.fraction[0x10000],
    "a name": lambda x: x.signed["a"],
}


@pytest.mark.parametrize("name", WRONG)
def test_what_no_word_can_be(name: str) -> None:
    before = DSP.x[0:2]
    with pytest.raises(Dsp56kError):
        WRONG[name](DSP.x)
    assert DSP.x[0:2] == before

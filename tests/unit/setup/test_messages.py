"""Messages of errors have the expected and the given value; tools/prose finds those that state a falsehood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, EmulatorError
from dsp56k.lib import OperandError, des_ecb_encrypt

WRONG: Any = "x"


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda dsp: Dsp56001(mode=9), "mode must be 0 to 3, got 9"),
        (lambda dsp: dsp.run(max_clocks=WRONG), "max_clocks must be an integer, got 'x'"),
        (lambda dsp: Dsp56001(clock_hz=WRONG), "clock_hz must be a positive number, got 'x'"),
        (lambda dsp: dsp.run(max_clocks=-1), "max_clocks must be 0 to 18446744073709551615, got -1"),
        (lambda dsp: Dsp56001(board="mars"), "unknown board 'mars': expected one of bare, falcon, next"),
        (lambda dsp: dsp.run(condition=WRONG), "condition must be a function, got 'x'"),
    ],
)
def test_wrong_arguments_are_told(attempt: Callable[[Dsp56001], object], message: str) -> None:
    with pytest.raises((ConfigurationError, EmulatorError)) as caught:
        attempt(Dsp56001())
    assert str(caught.value).startswith(message)


def test_lengths_are_told() -> None:
    with pytest.raises(OperandError, match=r"key must be 8 bytes, got 1 byte$"):
        des_ecb_encrypt(b"k", bytes(8))


def test_a_limit_without_its_name_is_told_how_to_write_it() -> None:
    dsp: Any = Dsp56001()
    with pytest.raises(TypeError, match=r"run\(\) must be passed by name, as run\(max_clocks=100\)"):
        dsp.run(100)
    with pytest.raises(TypeError, match=r"as trace\(max_instructions=5\)"):
        dsp.trace(5)

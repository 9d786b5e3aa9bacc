from __future__ import annotations

import pytest

from dsp56k.debug import DebugError, Debugger
from dsp56k.emu import ConfigurationError
from dsp56k.emu.errors import ExpressionError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$1F + 0x10 + %101 + 3", 0x1F + 0x10 + 5 + 3),
        ("2 + 3 * 4 - 10 / 3 - 10 % 4", 2 + 12 - 3 - 2),
        ("10%2", 0),
        ("1 << 4 | 3 & 2 ^ 1", 16 | 2 ^ 1),
        ("1 < 2 && 2 <= 2 && !(3 > 3) && 3 >= 3", 1),
        ("0 || 5", 1),
        ("r1 = $12 && R1 == 18 && r1 != 19", 1),
        ("x:$20", 0xABCDEF),
        ("x:count + 1", 0xABCDF0),
        ("x:(r1+14)", 0xABCDEF),
        ("signed(x:count)", 0xABCDEF - (1 << 24)),
        ("signed(a)", -1),
        ("a1", 0xFFFFFF),
        ("-a2", -0xFF),
        ("~0", -1),
        ("@start", 0x40),
        ("p:start", 0x08F4BF),
        ("clocks + instructions + hits", 0),
        ("-7 / 2 * 10 + -7 % 2", -31),
        ("0 && 1 / 0 || 1 || 1 / 0", 1),
        ("-1 >> 127 == -1 && 1 << 126 >> 126", 1),
        (" + ".join(["1"] * 400), 400),
    ],
)
def test_a_value_is_what_c_says(session: Debugger, text: str, value: int) -> None:
    session.change("register", "r1", 0x12)
    session.change("register", "a", (1 << 56) - 1)
    session.change("memory", "X", 0x20, 0xABCDEF)
    assert session.evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not complete"),
        ("1 +", "not complete"),
        ("(1", "parenthesis"),
        ("1 2", "after the expression"),
        ("signed(3)", "register or a word"),
        ("* 3", "expected a number, a name or a parenthesis"),
        ("1 ? 2", "after the expression"),
        ("%2", "binary digits"),
        ("(" * 5000, "too deeply"),
        ("accessed > 1", "no loaded program has a symbol"),
        ("1" * 5000, "fit .*128 bits"),
        ("$8" + "0" * 31, "fit .*128 bits"),
    ],
)
def test_a_mistake_is_told(session: Debugger, text: str, why: str) -> None:
    with pytest.raises((DebugError, ConfigurationError), match=why):
        session.evaluate(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / (r1 - $12)", "divides by 0"),
        ("a << 100", "fit .*128 bits"),
        ("1 << clocks - 1", "a shift count must be 0 to 127, got -1"),
        ("x:(r1 - $13)", "got X:-1"),
        (" + ".join(["1"] * 600), "more than 500 deep"),
    ],
)
def test_what_has_no_value_is_told(session: Debugger, text: str, why: str) -> None:
    session.change("register", "r1", 0x12)
    session.change("register", "a", 1 << 55)
    with pytest.raises(ExpressionError, match=why) as caught:
        session.evaluate(text)
    assert caught.value.fields["expression"].startswith(repr(text)[:30])


def test_an_unknown_symbol_is_told_with_the_nearest(session: Debugger) -> None:
    with pytest.raises(ConfigurationError, match="did you mean start"):
        session.evaluate("strat + 1")

"""Multiple-precision routines, the modular inverse, and errors of the firmware's RSA entries."""

import random

import pytest

from dsp56k import lib
from dsp56k.lib.digits import WORD, from_digits, largest, to_digits
from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import Machine


@pytest.mark.parametrize("digits", range(2, 44))
def test_arithmetic_agrees_with_python_up_to_both_ends(digits: int) -> None:
    end = largest(digits)
    source = random.Random(digits)
    pairs = [(end, end), (-end, end), (end, -end), (-end, -end), (0, 0), (1, -1)]
    pairs += [(source.randint(-end, end), source.randint(-end, end)) for _ in range(4)]
    for a, b in pairs:
        assert lib.mp_add(a, b, digits).value == a + b
        assert lib.mp_subtract(a, b, digits).value == a - b
        assert lib.mp_multiply(a, b, digits).value == a * b
        assert lib.mp_square(a, digits).value == a * a
        assert lib.mp_compare(a, b, digits).value == (a > b) - (a < b)
    assert lib.mp_compare(pairs[-1][0], pairs[-1][0], digits).value == 0


@pytest.mark.parametrize("bits", range(1, 25))
@pytest.mark.parametrize("method", ["newton", "bits"])
def test_modular_inverse(method: str, bits: int) -> None:
    source = random.Random(bits)
    words = {1, (1 << bits) - 1, (1 << bits - 1) | 1, *(source.getrandbits(bits) | 1 for _ in range(20))}
    clocks = set()
    for x in words:
        result = lib.modular_inverse(x, bits, method=method)
        assert result.value == pow(x, -1, 1 << bits)
        clocks.add(result.clocks)
    assert len(clocks) == 1


def test_modular_inverse_refuses() -> None:
    for x, bits in ((2, 24), (0, 24), (1 << 24 | 1, 24), (-1, 24), (1, 0), (1, 25)):
        with pytest.raises(OperandError):
            lib.modular_inverse(x, bits)
    with pytest.raises(OperandError, match="method must be newton or bits"):
        lib.modular_inverse(1, method="euclid")


def test_digits_and_integers() -> None:
    assert to_digits(0x800000, 2) == [0x800000, 1]
    assert from_digits([0x800000, 1]) == 0x800000
    assert to_digits(-1, 2) == [WORD, 0]
    with pytest.raises(OperandError):
        to_digits(largest(2) + 1, 2)


def run(machine: Machine, routine: str, words: list[int], x0: int = 0) -> int:
    machine.put("x", "rsa_data", words)
    machine.dsp.regs.x0 = x0
    machine.call(routine)
    return machine.dsp.regs.a1


OK, NO_KEY, REFUSED = 0, 3, 7


def test_firmware_entries_want_a_key_first() -> None:
    assert run(Machine(), "rsa_private", [2, 0]) == NO_KEY
    assert run(Machine(), "rsa_crt", [2, 0, 0, 0]) == NO_KEY


@pytest.mark.parametrize(("digits", "n"), [(1, [35]), (44, [35]), (2, [34, 0]), (2, [1, 0x800000]), (0xFFFF, [35])])
def test_a_refused_key_leaves_none(digits: int, n: list[int]) -> None:
    machine = Machine()
    assert run(machine, "rsa_load", [35, 0, 5, 0], 2) == OK
    assert run(machine, "rsa_load", n, digits) == REFUSED
    expected = NO_KEY if digits == 2 else OK
    assert run(machine, "rsa_private", [2, 0]) == expected


def test_an_operand_not_below_the_modulus_is_refused_and_the_key_stays() -> None:
    machine = Machine()
    assert run(machine, "rsa_load", [35, 0, 5, 0], 2) == OK
    for words in ([35, 0], [0, 1], [WORD, WORD]):
        assert run(machine, "rsa_private", words) == REFUSED
    assert run(machine, "rsa_private", [2, 0]) == OK
    assert machine.get("x", "rsa_data", 2) == [32, 0]


def test_crt_key_digits_reach_to_22() -> None:
    assert run(Machine(), "rsa_load_crt", [0] * 115, 23) == REFUSED

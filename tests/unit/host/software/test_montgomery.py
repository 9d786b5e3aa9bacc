"""A Montgomery product by rows and by columns on the PC: the paper's Improvement 3 on its 386."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.host import LoadedMachine, Machine, Out
from dsp56k.host.program import builtin_program

BITS = 512
ORDERS = ("product_by_rows", "product_by_columns")
MODULUS = random.Random(7).getrandbits(BITS) | 1 << BITS - 1 | 1


@cache
def products() -> LoadedMachine:
    return Machine().load(builtin_program("montgomery"))


def product(pc: LoadedMachine, order: str, a: int, b: int, modulus: int) -> tuple[int, int]:
    """The product, and its clocks."""
    numbers = [number.to_bytes(BITS // 8, "little") for number in (a, b, modulus)]
    timed = pc.call(order, Out(BITS // 8), *numbers, -pow(modulus, -1, 1 << 32) % (1 << 32))
    return int.from_bytes(timed.outputs[0], "little"), timed.clocks


@pytest.mark.parametrize("order", ORDERS)
@given(st.integers(0, MODULUS - 1), st.integers(0, MODULUS - 1))
def test_products_of_random_numbers(order: str, a: int, b: int) -> None:
    assert product(products(), order, a, b, MODULUS)[0] == a * b * pow(2, -BITS, MODULUS) % MODULUS


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("modulus", [MODULUS, (1 << BITS) - 1, (1 << BITS - 1) + 1, 3])
def test_carries_at_the_edges(order: str, modulus: int) -> None:
    for a, b in ((0, 0), (1, 1), (modulus - 1, modulus - 1), (1, modulus - 1), (modulus - 1, modulus // 2)):
        assert product(products(), order, a, b, modulus)[0] == a * b * pow(2, -BITS, modulus) % modulus


@pytest.mark.parametrize("wait_states", [0, 1, 2])
def test_columns_are_a_tenth_faster(wait_states: int) -> None:
    pc = Machine("386-20", wait_states=wait_states).load(builtin_program("montgomery"))
    numbers = random.Random(3)
    clocks = [
        [product(pc, order, numbers.randrange(MODULUS), numbers.randrange(MODULUS), MODULUS)[1] for _ in range(10)]
        for order in ORDERS
    ]
    assert 0.10 < 1 - sum(clocks[1]) / sum(clocks[0]) < 0.125  # the paper: "at best a 10 percent improvement"


def test_no_access_crosses_a_double_word() -> None:
    watched = Machine().load(replace(builtin_program("montgomery"), aligned=False))
    for order in ORDERS:
        assert product(watched, order, MODULUS - 1, 5, MODULUS) == product(products(), order, MODULUS - 1, 5, MODULUS)


def test_multiplications_are_an_order_of_magnitude_slower_than_shifts() -> None:
    counts = [products().call(name, 100, 0x89AB_CDEF, 0xFEDC_BA98).clocks for name in ("multiplications", "shifts")]
    assert counts[0] / counts[1] == pytest.approx(8.8, abs=0.05)

"""Polynomials at the ends of their intervals."""

import pytest

from dsp56k.testing.proofs.polynomials import UNKNOWN, Polynomials


@pytest.mark.parametrize(
    ("low", "high", "is_zero", "is_negative"),
    [
        (1, 9, 0, 0),
        (0, 9, UNKNOWN, 0),
        (-1, 9, UNKNOWN, UNKNOWN),
        (-9, 0, UNKNOWN, UNKNOWN),
        (-9, -1, 0, 1),
    ],
)
def test_a_flag_is_known_if_all_numbers_of_the_interval_agree(
    low: int, high: int, is_zero: object, is_negative: object
) -> None:
    domain = Polynomials()
    value = domain.atom("v", low, high)
    assert (domain.is_zero(value), domain.is_negative(value)) == (is_zero, is_negative)


@pytest.mark.parametrize(("low", "high", "fits"), [(0, 15, True), (1, 15, True), (-1, 15, False), (0, 16, False)])
def test_a_number_that_fits_is_its_own_remainder(low: int, high: int, fits: bool) -> None:
    domain = Polynomials()
    value = domain.atom("v", low, high)
    assert (domain.masked(value, 15).terms == value.terms) is fits


def test_a_mask_has_no_or_all_bits() -> None:
    domain = Polynomials()
    value = domain.atom("v", -9, 9)
    assert domain.masked(value, 0) == 0
    assert domain.masked(value, -1) == value
    assert domain.or_(value, -1) == -1

"""Times of whole calls on the card: a PC 386 at 20 MHz with one wait state, a DSP at 20 MHz without."""

import pytest

from dsp56k.card import Card
from dsp56k.lib.firmware import image
from dsp56k.study.operations.workload import Workload
from shared.firmware_on_card import driver_on

WORKLOAD = Workload(1990)
LONG = 65_536
ALL_CHECKS = 7


@pytest.mark.parametrize(("checks", "limit"), [(0, 640), (ALL_CHECKS, 760)])
def test_a_block_of_des_cbc_with_its_key(checks: int, limit: int) -> None:
    driver = driver_on(Card(), image(checks=checks))
    first, again = (driver.call("des_cbc_encrypt", WORKLOAD.des_key, WORKLOAD.des_iv, bytes(8)).time for _ in range(2))
    assert max(first, again) < limit * 10**6


@pytest.mark.parametrize(("mode", "limit"), [("flat32", 2_400), ("real16", 2_380)])
def test_long_data_by_the_des_chip(mode: str, limit: int) -> None:
    """The driver sums a chunk of results while the card works on the next."""
    driver = driver_on(Card(), image(), mode=mode)
    called = driver.call("des_cbc_encrypt", WORKLOAD.des_key, WORKLOAD.des_iv, bytes(LONG), chip=True)
    assert 8 * LONG / (called.time / 10**9) > limit


def test_a_public_operation_of_rsa() -> None:
    """The time of each further operation with a key of 512 bits and the public exponent 27579, with all checks."""
    driver, key = driver_on(Card(), image()), WORKLOAD.rsa_key
    one, four = (driver.call("rsa_public", WORKLOAD.operands(count), key.e, key.n).time for count in (1, 4))
    assert key.e == 27_579
    assert 512 * 3 / ((four - one) / 10**9) > 155

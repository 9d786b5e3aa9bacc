"""Checks and checksums of the link to the card: the errors that they find by construction."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.lib.firmware import Status
from dsp56k.lib.protocol import command_words, next_number, reply_word, sum_of_bytes, sum_of_words


def test_worked_examples() -> None:
    # docs/reference/firmware.md
    assert command_words(0x10, 1, 5) == (0x000110, 0x21DF05)
    assert reply_word(0, 5) == 0x000522
    assert sum_of_bytes(bytes.fromhex("0123456789ABCDEF")) == 0x1B06A4


def test_numbers() -> None:
    assert [next_number(number) for number in (0, 1, 254, 255)] == [1, 2, 255, 1]


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("line", range(8))
@pytest.mark.parametrize("registers", [0x010101, 0x010000, 0x000100, 0x000001])
def test_a_stuck_data_line_makes_no_error_look_like_ok(line: int, level: int, registers: int) -> None:
    """In one of RXH, RXM, RXL, or in all of them."""
    mask = registers << line
    for status, number in product(Status, range(256)):
        word = reply_word(status, number)
        seen = word | mask if level else word & ~mask
        if seen != word:
            assert seen != reply_word(Status.OK, number), (status, number)


@given(data=st.binary(min_size=1, max_size=200), bit=st.integers(0), more=st.integers(0))
def test_one_or_two_wrong_bits_change_a_sum(data: bytes, bit: int, more: int) -> None:
    size = 8 * len(data)
    value = int.from_bytes(data, "little")
    damaged = value ^ 1 << bit % size
    for wrong in {damaged, damaged ^ 1 << more % size} - {value}:
        assert sum_of_bytes(wrong.to_bytes(len(data), "little")) != sum_of_bytes(data)


@given(data=st.binary(min_size=2, max_size=64), place=st.integers(0))
def test_a_lost_or_doubled_strobe_changes_a_sum(data: bytes, place: int) -> None:
    place %= len(data)
    rest = data[place:]
    doubled = (data[: place + 1] + rest)[: len(data)]
    lost = data[:place] + data[place + 1 :] + b"\0"
    for wrong in {doubled, lost} - {data}:
        assert sum_of_bytes(wrong) != sum_of_bytes(data)


def test_every_single_bit_of_the_largest_buffer() -> None:
    # All zeros: the sum is the weight of the bit
    seen = sum_of_bytes(bytes(28_672))
    for group in range(0, 28_672, 4 * 97):
        for bit in range(32):
            data = bytearray(28_672)
            data[group : group + 4] = (1 << bit).to_bytes(4, "little")
            assert sum_of_bytes(bytes(data)) != seen


def test_words_of_24_bits_and_the_order() -> None:
    assert sum_of_words([]) == 0
    assert len({sum_of_words(words) for words in ([1, 2, 3], [3, 2, 1], [2, 1, 3], [0, 1, 2, 3])}) == 4

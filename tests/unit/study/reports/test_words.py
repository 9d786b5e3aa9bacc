import dataclasses
import math

import pytest

from dsp56k.study.results.configuration import configuration
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.wording import amount, between, decade, digits, half_width, span, time_tick
from shared.study_results import result


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (350_000, "bit/s", "350 Kbit/s"),
        (3_800_000, "bit/s", "3.8 Mbit/s"),
        (999, "bit/s", "999 bit/s"),
        (999_700, "bit/s", "1 Mbit/s"),
        (-999_700, "bit/s", "-1 Mbit/s"),
        (999_499, "bit/s", "999 Kbit/s"),
        (1.5e12, "bit/s", "1,500 Gbit/s"),
        (999.7, "us", "1 ms"),
        (38_373, "blocks/s", "38.4 Kblocks/s"),
        (65_536, "bytes", "65,536 bytes"),
        (1, "operations", "1 operation"),
        (1_443.2, "us", "1.44 ms"),
        (0.05, "us", "50 ns"),
        (2_500_000, "us", "2.5 s"),
        (100, "ns", "100 ns"),
        (2.0, "times", "2 times"),
        (35.0, "%", "35 %"),
        (-1_140.0, "us", "-1.14 ms"),
        (math.inf, "bytes", "never"),
    ],
)
def test_an_amount_is_written_as_a_reader_expects_it(value: float, unit: str, words: str) -> None:
    assert amount(value, unit) == words


@pytest.mark.parametrize(("relative", "words"), [(0.00048, "±0.048 %"), (1.19, "±120 %"), (12.3, "±1,200 %")])
def test_half_of_an_interval_has_two_digits(relative: float, words: str) -> None:
    assert half_width(relative) == words


@pytest.mark.parametrize(
    ("value", "words"), [(0, "0"), (0.367, "0.367"), (1.234, "1.23"), (99.96, "100"), (12345, "12,345")]
)
def test_digits(value: float, words: str) -> None:
    assert digits(value) == words


def test_a_range_names_its_unit_once() -> None:
    assert between(40, 160, "bytes") == "40 to 160 bytes"
    assert between(900, 1200, "bit/s") == "900 bit/s to 1.2 Kbit/s"
    assert between(16, math.inf, "bytes") == "16 bytes to never"


def test_a_certain_quantity_has_no_range() -> None:
    assert span(Quantity(8, 8, 8, "bytes")) == "8 bytes"
    assert span(Quantity(40, 16, 160, "bytes")) == "40 bytes (16 to 160 bytes)"


def test_ticks_are_decades_in_words() -> None:
    assert [decade(10**power) for power in range(1, 7)] == ["10", "100", "1 K", "10 K", "100 K", "1 M"]
    assert [time_tick(10**power) for power in range(0, 7, 3)] == ["1 µs", "1 ms", "1 s"]


def test_a_parameter_that_was_set_is_not_uncertain() -> None:
    found = result()
    assert "Uncertain: wait states 0, 1, 2." in configuration(found)
    chosen = dataclasses.replace(found, settings={"machine.memory.wait_states": 1})
    assert "No uncertain parameters." in configuration(chosen)

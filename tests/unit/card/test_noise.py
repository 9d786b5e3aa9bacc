"""The noise circuit's statistics and determinism. Bounds are five standard deviations unless said otherwise."""

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from dsp56k.card.chips.noise import GRID_PICOSECONDS, NoiseParameters, NoiseSource, _response, _white_block
from dsp56k.card.errors import CardError
from shared.noise_health import fips_140_1

MICROSECOND = 1_000_000
PACED = 20 * MICROSECOND
KNOWN = "1011111100011000000011000011110000111100101001001110001001100000"
ONE_POLE = NoiseParameters(stage_poles_hz=(100_000.0,))


def bits(source: NoiseSource, count: int, step: int = PACED) -> list[int]:
    return [source.bit(i * step) for i in range(count)]


def test_rms_before_gain_is_the_papers_diode() -> None:
    assert NoiseParameters(gain=1.0).rms == pytest.approx(2.2e-3, rel=0.01)


def test_voltage_has_the_stated_rms() -> None:
    source = NoiseSource(3)
    voltages = [source.voltage(i * PACED) for i in range(4000)]
    measured = math.sqrt(sum(v * v for v in voltages) / len(voltages))
    assert measured == pytest.approx(source.parameters.rms, rel=5 / math.sqrt(2 * 4000))


def test_paced_bits_pass_fips_140_1() -> None:
    assert fips_140_1(bits(NoiseSource(1), 20_000)).failures == ()


@pytest.mark.parametrize(("microseconds", "expected"), [(2, 0.18), (5, 0.028), (10, 0.0012)])
def test_correlation_of_one_pole_follows_the_arcsine_law(microseconds: int, expected: float) -> None:
    count = 10_000
    sample = [2 * bit - 1 for bit in bits(NoiseSource(7, ONE_POLE), count, microseconds * MICROSECOND)]
    measured = sum(a * b for a, b in pairwise(sample)) / count
    assert abs(measured - expected) < 5 / math.sqrt(count)


def test_correlation_of_the_filter_itself() -> None:
    response = _response((100_000.0,))
    lag = 2 * MICROSECOND // GRID_PICOSECONDS
    autocorrelation = float(response[lag:] @ response[:-lag])
    assert autocorrelation == pytest.approx(math.exp(-2 * math.pi * 0.2), abs=1e-4)
    assert 2 / math.pi * math.asin(autocorrelation) == pytest.approx(0.18, abs=0.005)


def test_polled_in_a_tight_loop_the_bits_are_poor() -> None:
    assert "runs" in fips_140_1(bits(NoiseSource(1), 20_000, MICROSECOND)).failures


def test_a_bit_is_a_function_of_seed_and_time_only() -> None:
    times = [i * 7_777_777 for i in range(300)]
    first = NoiseSource(42)
    forward = [first.bit(now) for now in times]
    second = NoiseSource(42)
    backward = [second.bit(now) for now in reversed(times)]
    assert forward == backward[::-1]
    assert forward == [first.bit(now) for now in times]
    assert forward == [NoiseSource(42).bit(now) for now in times]


def test_a_bit_is_the_same_in_any_order_and_any_thread() -> None:
    times = [i * 64_000_000 for i in range(400)]  # every block once
    expected = [NoiseSource(43).bit(now) for now in times]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(3):
            _white_block.cache_clear()
            with ThreadPoolExecutor(2) as pool:
                source = NoiseSource(43)
                forward = pool.submit(lambda own: [own.bit(now) for now in times], source)
                backward = [source.bit(now) for now in reversed(times)]
            assert forward.result() == backward[::-1] == expected
    finally:
        sys.setswitchinterval(interval)


def test_known_bits() -> None:
    """Frozen: another numpy or another machine must give the same sequence."""
    assert "".join(map(str, bits(NoiseSource(2026), 64))) == KNOWN


def test_seeds_differ() -> None:
    a, b = bits(NoiseSource(0), 400), bits(NoiseSource(1), 400)
    assert 150 < sum(x != y for x, y in zip(a, b, strict=True)) < 250


def test_late_times_cost_nothing_and_are_defined() -> None:
    hour = 3600 * 10**12
    source = NoiseSource(5)
    assert {source.bit(hour + i * PACED) for i in range(50)} == {0, 1}


def test_offset_biases_as_phi() -> None:
    parameters = NoiseParameters(offset=NoiseParameters().rms / 2)
    p = (1 + math.erf(0.5 / math.sqrt(2))) / 2
    measured = sum(bits(NoiseSource(9, parameters), 4000)) / 4000
    assert abs(measured - p) < 5 * math.sqrt(p * (1 - p) / 4000)


def test_drift_takes_over() -> None:
    source = NoiseSource(9, NoiseParameters(drift_per_second=-100.0))
    assert {source.bit(10**12 + i * PACED) for i in range(100)} == {0}


def test_hum_shows_as_its_sign() -> None:
    source = NoiseSource(9, NoiseParameters(hum=1000.0, hum_hz=50.0))
    quarter = 5 * 10**9
    assert [source.bit(quarter + i * 2 * quarter) for i in range(6)] == [1, 0, 1, 0, 1, 0]


def test_coupled_clock_shows_as_its_sign() -> None:
    source = NoiseSource(9, NoiseParameters(coupling=1000.0, coupling_hz=20_000_000.0))
    assert [source.bit(10**9 + 12_500 + i * 25_000) for i in range(4)] == [1, 0, 1, 0]


def test_hysteresis_holds_the_last_decision() -> None:
    parameters = NoiseParameters(hysteresis=1.5 * NoiseParameters().rms)
    source, ordinary = NoiseSource(11, parameters), NoiseSource(11)
    changes = with_hysteresis = 0
    before = (source.bit(10**9), ordinary.bit(10**9))
    for i in range(1, 1500):
        now = (source.bit(10**9 + i * GRID_PICOSECONDS), ordinary.bit(10**9 + i * GRID_PICOSECONDS))
        with_hysteresis += now[0] != before[0]
        changes += now[1] != before[1]
        if now[0] != before[0]:
            assert abs(source.voltage(10**9 + i * GRID_PICOSECONDS)) > parameters.hysteresis
        before = now
    assert 0 < with_hysteresis < changes / 4


def test_hysteresis_that_nothing_overcomes_reads_zero() -> None:
    assert NoiseSource(1, NoiseParameters(hysteresis=1000.0)).bit(10**10) == 0


def test_as_a_device() -> None:
    source = NoiseSource(1)
    source.write(0, 0xFF, 0)
    source.reset(0)
    source.advance(PACED)
    assert [source.read(0, i * PACED) for i in range(50)] == bits(NoiseSource(1), 50)
    assert source.next_event() is None


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_seed_range(seed: int) -> None:
    with pytest.raises(CardError, match="noise seed"):
        NoiseSource(seed)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("gain", 0.0, "positive"),
        ("bandwidth_hz", math.inf, "positive"),
        ("stage_poles_hz", (), "positive"),
        ("stage_poles_hz", (10.0,), "below 1 kHz"),
        ("hysteresis", -0.1, "negative"),
    ],
)
def test_impossible_parameters(field: str, value: Any, message: str) -> None:
    parameters: dict[str, Any] = {field: value}
    with pytest.raises(CardError, match=message):
        NoiseParameters(**parameters)

"""NOISE: healthy circuits pass, and what passes has the entropy that MD2 makes its bytes of."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from Crypto.Hash import MD2

from dsp56k.card import Card
from dsp56k.card.chips.noise import NoiseParameters, NoiseSource
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Status, image
from dsp56k.lib.tables import md2_table
from shared.firmware_on_card import firmware_on
from shared.noise_health import (
    PERIODS,
    WINDOW,
    periodicity,
    periodicity_cutoff,
    proportion_cutoff,
    repetition_cutoff,
)

RMS = NoiseParameters().rms
ENTROPY = 0.8
"""Bits a sample that the two continuous tests are made for."""
ENOUGH = (128 + 64) / 512
"""Bits a sample: 512 samples make 128 bits, and full entropy takes 64 bits more (SP 800-90B, 3.1.5.1.2)."""
SAMPLE_CLOCKS = 424
"""At 20 MHz."""


def symbol(name: str) -> int:
    return image().symbols[name]


def on_circuit(noise: NoiseParameters | None = None, *, seed: int = 0) -> Firmware:
    return firmware_on(Card(seed=seed, noise=noise))


def sampled(card: Card) -> list[int]:
    """The times at which the circuit is read from now on."""
    times: list[int] = []
    read = card.noise.read

    def watch(offset: int, now: int) -> int:
        times.append(now)
        return read(offset, now)

    card.noise.read = watch  # type: ignore[method-assign] # to see when it is read
    return times


def verdict(firmware: Firmware, count: int = 1) -> int:
    """0, or the number of the test that failed."""
    firmware.command(Opcode.CLOCK, 20_000)
    status = firmware.call(Opcode.NOISE, count)
    failed = firmware.dsp.x[symbol("noise_failed")]
    assert status is (Status.NOISE_FAILED if failed else Status.OK)
    if failed:
        assert firmware.read(DATA_BUFFER, count) == bytes(count)
    return int(failed)


def test_limits_are_those_of_the_health_tests() -> None:
    assert symbol("RUN_LIMIT") == repetition_cutoff(ENTROPY)
    assert symbol("PROPORTION_LIMIT") == proportion_cutoff(ENTROPY)
    assert symbol("PERIOD_LIMIT") == periodicity_cutoff()
    assert (symbol("WINDOW"), symbol("PERIODS")) == (WINDOW, PERIODS)


def test_samples_are_evenly_spaced() -> None:
    card = Card()
    firmware = firmware_on(card)
    times = sampled(card)
    assert verdict(firmware, 33) == 0
    assert len(times) == 2 * (WINDOW + PERIODS)
    for first in (0, WINDOW + PERIODS):
        window = times[first : first + WINDOW + PERIODS]
        assert {later - earlier for earlier, later in pairwise(window)} == {SAMPLE_CLOCKS * 50_000}


def md2_from(start: bytes, text: bytes) -> bytes:
    """Return MD2 of text, begun with a state instead of zeros."""
    table, checksum, last = md2_table(), [0] * 16, 0
    text += bytes([16 - len(text) % 16] * (16 - len(text) % 16))
    for place, byte in enumerate(text):
        last = checksum[place % 16] = checksum[place % 16] ^ table[byte ^ last]
    state = list(start) + [0] * 32
    for block in (*zip(*[iter(text)] * 16, strict=True), checksum):
        state[16:32] = block
        state[32:48] = [old ^ new for old, new in zip(state[:16], block, strict=True)]
        turn = 0
        for number in range(18):
            for place in range(48):
                turn = state[place] = state[place] ^ table[turn]
            turn = (turn + number) % 256
    return bytes(state[:16])


def test_md2_from_zeros_is_md2() -> None:
    text = bytes(range(64))
    assert md2_from(bytes(16), text) == MD2.new(text).digest()


def test_bytes_are_md2_of_the_samples_begun_with_the_bytes_before() -> None:
    card, twin = Card(seed=5), NoiseSource(5)
    firmware = firmware_on(card)
    times = sampled(card)
    assert verdict(firmware, 40) == 0
    bits = [twin.read(0, time) for time in times]
    wanted, made = b"", bytes(16)
    for start in (0, 512, WINDOW + PERIODS):
        text = "".join(map(str, bits[start : start + 512]))
        made = md2_from(made, int(text, 2).to_bytes(64, "big"))
        wanted += made
    assert firmware.read(DATA_BUFFER, 40) == wanted[:40]
    scratch = firmware.dsp.x[symbol("noise_samples") : symbol("noise_samples") + WINDOW + PERIODS + 64]
    assert not any(scratch)


@pytest.mark.parametrize("seed", range(6))
def test_a_healthy_circuit_passes(seed: int) -> None:
    assert verdict(on_circuit(seed=seed), 256) == 0


def test_no_false_alarm_on_the_host() -> None:
    # The same tests on the host's side: 2^-20 a window is the probability of a false alarm
    limit = periodicity_cutoff()
    for seed in range(8):
        source = NoiseSource(seed)
        bits = [source.read(0, place * 21_200_000) for place in range(WINDOW + PERIODS)]
        assert periodicity(bits) < limit
        assert abs(2 * sum(bits[:WINDOW]) - WINDOW) < 2 * proportion_cutoff(ENTROPY) - WINDOW


@pytest.mark.parametrize("hertz", [22_200.0, 11_700.0, 60.0, 1000.0, 24_509.8, 49_019.6, 5_300_000.0, 14_318_180.0])
@pytest.mark.parametrize("sigma", [1.2, 2.0, 20.0])
def test_a_leaking_clock_is_found(hertz: float, sigma: float) -> None:
    assert verdict(on_circuit(NoiseParameters(coupling=sigma * RMS, coupling_hz=hertz))) != 0


def entropy(sigma: float, hertz: float, times: list[int]) -> float:
    """Mean min-entropy of samples under a clock of amplitude `sigma`, for one who knows the clock."""
    total = 0.0
    for time in times:
        level = sigma * math.sin(2 * math.pi * (time * hertz / 1e12 % 1))
        likelier = 0.5 * (1 + math.erf(abs(level) / math.sqrt(2)))
        total -= math.log2(likelier)
    return total / len(times)


@pytest.mark.parametrize("seed", range(20))
def test_a_clock_is_found_or_leaves_enough_entropy(seed: int) -> None:
    source = random.Random(seed)
    hertz = 10 ** source.uniform(1.5, 7.3)
    sigma = source.choice([0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 2.0, 5.0, 20.0])
    card = Card(seed=seed, noise=NoiseParameters(coupling=sigma * RMS, coupling_hz=hertz))
    firmware = firmware_on(card)
    times = sampled(card)
    if verdict(firmware) == 0:
        assert min(entropy(sigma, hertz, times[:512]), entropy(sigma, hertz, times[512:WINDOW])) >= ENOUGH


def test_a_clock_of_the_dsp_itself_moves_only_the_threshold() -> None:
    # 20 MHz on a DSP of 20 MHz: every sample meets the same phase, an offset that may be none
    firmware = on_circuit(NoiseParameters(coupling=20 * RMS, coupling_hz=20_000_000.0))
    assert verdict(firmware, 256) == 0
    assert len(set(firmware.read(DATA_BUFFER, 256))) > 140


@pytest.mark.parametrize("offset", [0.583, 1.5, 4.0])
def test_a_biased_circuit_fails(offset: float) -> None:
    assert verdict(on_circuit(NoiseParameters(offset=offset * RMS)), 256) != 0


@pytest.mark.parametrize("hum", [2, 5, 20])
def test_mains_hum_is_found(hum: int) -> None:
    assert verdict(on_circuit(NoiseParameters(hum=hum * RMS))) != 0


def test_an_md2_message_survives() -> None:
    firmware = on_circuit()
    text = bytes(range(100))
    firmware.command(Opcode.MD2_INIT)
    firmware.write(DATA_BUFFER, text)
    firmware.command(Opcode.MD2_UPDATE, 45)
    firmware.command(Opcode.NOISE, 40)
    firmware.write(DATA_BUFFER, text[45:])
    firmware.command(Opcode.MD2_FINAL, 55)
    assert firmware.read(DATA_BUFFER, 16) == MD2.new(text).digest()


SAMPLES = WINDOW + PERIODS
"""Samples of a window."""
REPEATED = 4
"""X:noise_failed: samples of an earlier window come again."""
MADE_AGAIN = 5
"""X:noise_failed: MD2 made the same bytes again."""


def with_samples(sample: Callable[[int, int], int]) -> Firmware:
    """A card whose sample of a number is what `sample` makes of number and the circuit's bit."""
    card = Card(seed=7)
    read, count = card.noise.read, 0

    def replaced(offset: int, now: int) -> int:
        nonlocal count
        count += 1
        return sample(count - 1, read(offset, now))

    card.noise.read = replaced  # type: ignore[method-assign] # the test replaces it
    return firmware_on(card)


@pytest.mark.parametrize(
    ("period", "window"),
    [(SAMPLES, 2), (520, 2), (2 * SAMPLES, 3), (512, 2), (1024, 2), (777, 2), (3 * SAMPLES, 6), (5000, 8)],
)
def test_samples_that_come_again_fail(period: int, window: int) -> None:
    seen: list[int] = []

    def repeated(number: int, bit: int) -> int:
        seen.append(seen[number - period] if number >= period else bit)
        return seen[-1]

    firmware = with_samples(repeated)
    answers = [verdict(firmware, 16) for _ in range(window)]
    assert answers == [0] * (window - 1) + [REPEATED]


def test_a_shift_register_of_15_bits_is_found_when_it_has_come_around() -> None:
    state = 1

    def shifted(_number: int, _bit: int) -> int:
        nonlocal state
        state = state >> 1 | ((state ^ state >> 1) & 1) << 14
        return state & 1

    firmware = with_samples(shifted)
    answers = [verdict(firmware, 16) for _ in range(86)]
    assert REPEATED in answers
    assert not any(answers[:8])


def test_a_window_that_comes_again_after_the_one_it_is_compared_with_gives_other_bytes() -> None:
    card = Card(seed=7)
    bits = random.Random(1)
    window = [bits.getrandbits(1) for _ in range(SAMPLES)]
    count = 0

    def replayed(_offset: int, _now: int) -> int:
        nonlocal count
        count += 1
        return window[(count - 1) % SAMPLES]

    card.noise.read = replayed  # type: ignore[method-assign, assignment] # the test replaces it
    firmware = firmware_on(card)
    made = set()
    for _ in range(3):
        for place in ("noise_mark", "noise_age", "noise_span"):
            firmware.dsp.x[symbol(place)] = 0
        assert verdict(firmware, 16) == 0
        made.add(firmware.read(DATA_BUFFER, 16))
    assert len(made) == 3


def test_bytes_that_are_made_again_fail() -> None:
    firmware = on_circuit()

    def keep_what_is_to_come(_chip: object, _address: int) -> None:
        place = symbol("md2_x")
        firmware.dsp.x[symbol("noise_output") : symbol("noise_output") + 16] = firmware.dsp.y[place : place + 16]

    # Where the digest is compared with the one before
    firmware.dsp.hooks.on_execute(keep_what_is_to_come, symbol("noise_compare"))
    assert verdict(firmware, 16) == MADE_AGAIN

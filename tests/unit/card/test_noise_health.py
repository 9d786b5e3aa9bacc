"""Health tests: published cutoffs, and sources that must fail."""

import random

import pytest

from shared.noise_health import (
    AdaptiveProportionTest,
    RepetitionCountTest,
    fips_140_1,
    periodicity,
    periodicity_cutoff,
    proportion_cutoff,
    repetition_cutoff,
    von_neumann,
)


@pytest.mark.parametrize(("entropy", "repetition", "proportion"), [(1, 21, 589), (0.8, 26, 664), (0.5, 41, 793)])
def test_cutoffs_at_two_to_the_minus_twenty(entropy: float, repetition: int, proportion: int) -> None:
    assert repetition_cutoff(entropy) == repetition
    assert proportion_cutoff(entropy) == proportion


def test_repetition_count_fails_at_the_cutoff_and_stays_failed() -> None:
    test = RepetitionCountTest(21)
    assert all(test.feed(1) for _ in range(20))
    assert not test.feed(1)
    assert not test.feed(0)
    assert test.failed


def test_repetition_count_starts_again_at_each_change() -> None:
    test = RepetitionCountTest(3)
    assert all(test.feed(bit) for bit in [0, 0, 1, 1, 0, 0, 1, 1])


def test_adaptive_proportion_fails_within_a_window() -> None:
    test = AdaptiveProportionTest(589)
    verdicts = [test.feed(1) for _ in range(600)]
    assert verdicts.index(False) == 588


def test_adaptive_proportion_counts_per_window() -> None:
    test = AdaptiveProportionTest(600)
    window = [1] * 599 + [0] * 425
    assert all(test.feed(bit) for bit in window * 4)


def test_fips_accepts_a_good_generator() -> None:
    source = random.Random(1)
    assert fips_140_1([source.getrandbits(1) for _ in range(20_000)]).passed


def test_fips_rejects_a_stuck_source_in_every_test() -> None:
    report = fips_140_1([0] * 20_000)
    assert report.failures == ("monobit", "poker", "runs", "long run")
    assert (report.ones, report.longest_run) == (0, 20_000)


def test_fips_rejects_alternation() -> None:
    assert fips_140_1([0, 1] * 10_000).failures == ("poker", "runs")


def test_fips_long_run_is_34() -> None:
    source = random.Random(1)
    good = [source.getrandbits(1) for _ in range(20_000)]
    for length, failed in [(33, ()), (34, ("long run",))]:
        start = 5_000
        sample = [*good[:start], 0, *[1] * length, 0, *good[start + length + 2 :]]
        assert fips_140_1(sample).failures == failed


def test_fips_wants_exactly_20000_bits() -> None:
    with pytest.raises(ValueError, match="must have 20000 bits, got 3"):
        fips_140_1([0, 1, 0])


def test_von_neumann() -> None:
    assert von_neumann([0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1]) == [0, 1, 1]
    source = random.Random(2)
    biased = [int(source.random() < 0.8) for _ in range(20_000)]
    clean = von_neumann(biased)
    assert abs(sum(clean) / len(clean) - 0.5) < 0.03


def test_periodicity() -> None:
    assert periodicity_cutoff() == 176
    assert periodicity_cutoff(periods=32) == 178
    source = random.Random(3)
    bits = [source.getrandbits(1) for _ in range(1040)]
    assert periodicity(bits) < 176
    assert periodicity([0, 1] * 520) == 1024
    # Every seventh bit follows the one before, seven bits later
    for i in range(7, 1040, 3):
        bits[i] = bits[i - 7]
    assert periodicity(bits) > 300
    with pytest.raises(ValueError, match="must have 1040 bits, got 3"):
        periodicity([0, 1, 0])

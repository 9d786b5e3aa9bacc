"""The studies of the paper's algorithms and of its 600 bytes, run as they come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult


def result_of(name: str, *, vary: bool = True) -> StudyResult:
    (result,) = analyze([Plan.builtin(name, vary=vary)], Measurer(Serial()))
    assert result.right
    return result


def check(result: StudyResult, expected: dict[str, float], tolerance: float = 0.01) -> None:
    assert {one.published: one.verdict for one in result.verdicts} == dict.fromkeys(expected, "agrees")
    for one in result.verdicts:
        assert one.ours is not None
        assert one.ours.value == pytest.approx(expected[one.published], rel=tolerance)


def test_improvement_3_on_the_386() -> None:
    saved, multiply = result_of("s1-improvement-3").verdicts
    assert (saved.published, saved.verdict, saved.expected) == ("s1-improvement-3-386", *["agrees"] * 2)
    assert (multiply.published, multiply.verdict) == ("s1-386-multiply", "agrees")
    assert saved.ours is not None
    assert multiply.ours is not None
    assert (saved.ours.value, multiply.ours.value) == pytest.approx((11.69, 8.84), rel=0.001)


def test_internal_memory_pays() -> None:
    check(result_of("s1-placement", vary=False), {"s1-internal-program": 1.39})


SIGNATURE = """schema = "dsp56k-study/1"
title = "A signature and its halves"
about = "On a DSP, a card and a PC."

[[run]]
name = "DSP"
where = "dsp"
board = "isa-card-8k"

[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"

[[run]]
name = "PC"
where = "pc"
machine = "386-20"
program = "good"

[[job]]
operation = "sign-md2-rsa512"
sizes = [256]

[[job]]
operation = "md2"
sizes = [256]

[[job]]
operation = "rsa512-crt"
sizes = [1]
"""


def test_a_signature_takes_the_time_of_its_halves(tmp_path: Path) -> None:
    """The power is of another operand, by which its time differs by some per cent."""
    path = tmp_path / "signature.toml"
    path.write_text(SIGNATURE)
    (result,) = analyze([Plan.of_file(path)], Measurer(Serial()))
    assert result.right
    for run in ("DSP", "card", "PC"):
        whole, digest, power = (result.base(run, job)[0].us for job in ("sign-md2-rsa512", "md2", "rsa512-crt"))
        assert whole == pytest.approx(digest + power, rel=0.03)
        assert digest > 0.03 * power  # so that a signature without its digest would fail


PKCS_SIGNATURE = """schema = "dsp56k-study/1"
title = "A signature of PKCS #1 and its halves"
about = "On a card and a PC."

[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-32k"
firmware = "signatures"
set = { "firmware.checks" = 0 }

[[run]]
name = "PC"
where = "pc"
machine = "386-20"
program = "good"

[[job]]
operation = "sign-sha1-rsa512"
sizes = [4096]

[[job]]
operation = "sign-sha1-rsa512"
key = "loaded"
sizes = [4096]

[[job]]
operation = "sha1"
sizes = [4096]

[[job]]
operation = "rsa512-crt"
sizes = [1]
"""


def test_a_signature_by_one_command_takes_its_halves_and_a_second_digest(tmp_path: Path) -> None:
    """On the PC it takes its halves, whether the key is loaded or not; rsa512-crt brings its key on the card."""
    path = tmp_path / "signature.toml"
    path.write_text(PKCS_SIGNATURE)
    (result,) = analyze([Plan.of_file(path)], Measurer(Serial()))
    assert result.right
    jobs = ("sign-sha1-rsa512", "sign-sha1-rsa512-loaded", "sha1", "rsa512-crt")
    cold, loaded, digest, power = (result.base("PC", job)[0].us for job in jobs)
    assert cold == loaded == pytest.approx(digest + power, rel=0.01)
    assert digest > 0.03 * power  # so that a signature without its digest would fail
    cold, loaded, digest, power = (result.base("card", job)[0].us for job in jobs)
    assert cold > loaded + 1_000
    assert loaded == pytest.approx(2 * digest + power, rel=0.1)


@pytest.mark.timeout(300)
def test_six_hundred_bytes_by_execution() -> None:
    verdicts = result_of("s1-overhead", vary=False).verdicts
    ours = {one.published: one.ours.value for one in verdicts if one.ours}
    assert ours == pytest.approx({"s1-des-600": 192, "s1-md2-small": 63}, rel=0.05)

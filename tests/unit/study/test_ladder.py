"""The network processor's ciphers up their ladder: the studies, and the tables of ciphers.md made of them."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.operations import OPERATIONS
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Point
from dsp56k.study.published import builtin_published
from dsp56k.study.results.result import StudyResult, value_of

DOCUMENT = Path(__file__).parents[3] / "docs" / "records" / "ciphers.md"
BLOCKS = {"rc4": 256, "md5": 5, "blowfish": 32, "khufu": 32, "khafre": 32, "seal": 1}
"""That the studies' calls have; of MD5 one is padding."""
NAMES = {"rc4": "RC4", "md5": "MD5", "blowfish": "Blowfish", "khufu": "Khufu", "khafre": "Khafre", "seal": "SEAL"}
STEPS = ("plain", "computation", "latency", "placement")
TOPS = (
    *((cipher, "streams", f"{cipher}-pair") for cipher in ("rc4", "md5", "seal")),
    *((cipher, "streams", f"{cipher}-further") for cipher in ("blowfish", "khufu", "khafre")),
    ("rc4", "placement", "rc4-fresh"),
    ("rc4", "port", "rc4-fresh"),
    ("rc4", "helper", "rc4-fresh"),
    *((cipher, run, f"{cipher}-further") for cipher in BLOCKS if cipher != "rc4" for run in ("port", "helper")),
)
"""The last line of the table: cipher, run and job."""
LATENCIES = (0, 1, 2, 3)
FAST = 1.35
"""27 MHz over 20."""


@cache
def ladder(cipher: str) -> StudyResult:
    (result,) = analyze([Plan.builtin(f"s4-{cipher}")], Measurer(Serial()))
    return result


def at(cipher: str, run: str, waits: int, job: str = "") -> Point:
    (point,) = (
        point
        for point in ladder(cipher).points
        if (point.run, point.job) == (run, job or cipher) and point.settings["variant.wait_states"] == waits
    )
    return point


def printed(cipher: str) -> list[float]:
    """The throughputs of the paper's table 2, which has Khufu and Khafre as one."""
    entries = builtin_published()
    name = {"khafre": "khufu"}.get(cipher, cipher)
    steps = ("unoptimized", "computation", "latency", "threads")
    return [entries[f"s4-table-2-{name}-{step}-throughput"].value or 0 for step in steps]


def row(cipher: str, step: str) -> str:
    """A step as the document has it."""
    point = at(cipher, step, 0)
    rounds = OPERATIONS[f"{cipher}-variant"].rounds * BLOCKS[cipher]
    counts = [point.counts[kind] / rounds for kind in ("x-accesses", "y-accesses", "external-accesses")]
    rates = [f"{at(cipher, step, waits).bits_per_second / 1e6:.2f}" for waits in LATENCIES]
    shares = [f"{value_of(at(cipher, step, waits), 'utilization'):.0f}" for waits in LATENCIES]
    cells = [
        step,
        str(point.counts["code-words"]),
        *(f"{accesses:.1f}" for accesses in counts),
        f"{point.clocks.dsp / point.data_bytes:.1f}",
        " ".join(shares),
        " ".join(rates),
        f"{FAST * point.bits_per_second / 1e6:.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


def check_steps(cipher: str, text: str) -> None:
    rates = [at(cipher, step, 0).bits_per_second for step in STEPS]
    gains = [f"{after / before:.2f}" for rates in (rates, printed(cipher)) for before, after in pairwise(rates)]
    wanted = [*(row(cipher, step) for step in STEPS), f"| {NAMES[cipher]} | " + " | ".join(gains) + " |"]
    assert [line for line in wanted if line not in text] == []


def check_streams_and_helper(cipher: str, run: str, job: str, text: str) -> None:
    points = [at(cipher, run, waits, job) for waits in LATENCIES]
    alone = cipher if job.endswith("-pair") else job
    before = [at(cipher, "placement", waits, alone) for waits in LATENCIES]
    words = points[0].counts["code-words"]
    clocks = " ".join(f"{point.clocks.dsp / point.data_bytes:.1f}" for point in points)
    gains = " ".join(
        f"{point.bits_per_second / base.bits_per_second:.2f}" for point, base in zip(points, before, strict=True)
    )
    name = NAMES[cipher] + (", key and 256 bytes" if job == "rc4-fresh" else "")
    assert f"| {name} | {run} | {words} | {clocks} | {gains} |" in text


@pytest.mark.timeout(300)
@pytest.mark.parametrize("cipher", BLOCKS)
def test_the_ladder_is_right_and_the_document_has_it(cipher: str) -> None:
    """One test for each cipher, because a worker of the test run measures all of its ladder for it."""
    result = ladder(cipher)
    assert result.right
    assert [one.published for one in result.verdicts if one.verdict != one.expected] == []
    text = DOCUMENT.read_text(encoding="utf-8")
    check_steps(cipher, text)
    for of, run, job in TOPS:
        if of == cipher:
            check_streams_and_helper(cipher, run, job, text)
    for waits in LATENCIES:
        rates = [at(cipher, step, waits).bits_per_second for step in STEPS]
        assert rates == sorted(rates), f"each step is faster with {waits} wait states"
    slow, fast = at(cipher, "placement", 0), at(cipher, "placement, 27 MHz", 0)
    assert fast.clocks == slow.clocks
    assert fast.bits_per_second == pytest.approx(FAST * slow.bits_per_second, rel=1e-4)


STUDY = """schema = "dsp56k-study/1"
title = "mine"
about = "A cipher."
[[run]]
name = "it"
where = "dsp"
board = "isa-card-8k"
variant = "plain"
[[job]]
operation = "rc4-variant"
sizes = [1]
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('variant = "plain"\n', "", "no configuration of the study can measure it"),
        ('variant = "plain"', 'variant = "fast"', "unknown variant 'fast'"),
        ('operation = "rc4-variant"', 'operation = "md4"', "no configuration of the study can measure it"),
        ('where = "dsp"', 'where = "pc"\nmachine = "386-20"\nprogram = "good"', "a run on a PC alone has no board"),
    ],
)
def test_runs_that_cannot_be(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STUDY.replace(old, new))
    with pytest.raises(StudyError, match=re.escape(message)):
        Plan.of_file(path)

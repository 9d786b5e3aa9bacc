"""The studies of packets, as they come with the package, except for their corners and most of their sizes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.operations.packets import COUNT
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Point
from dsp56k.study.results.result import StudyResult
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document, parse_document

SIZES = (64, 512)
TEXT = (Path(__file__).parents[2] / "docs" / "records" / "packets.md").read_text(encoding="utf-8")


def small(name: str, *runs: str) -> StudyResult:
    document = builtin_document(name)
    study = document.convert(StudyFile)
    packets = (job for job in study.job if job.operation == "packets")
    jobs = tuple(msgspec.structs.replace(job, sizes=SIZES, runs=runs) for job in packets)
    plan = Plan(name, document, None, study=msgspec.structs.replace(study, job=jobs, vary={}, crossing=(), expect=()))
    (found,) = analyze([plan], Measurer(Serial()))
    return found


@pytest.fixture(scope="module")
def ways() -> StudyResult:
    return small("s3-packets")


@pytest.fixture(scope="module")
def bus() -> StudyResult:
    return small("s3-bus")


@pytest.fixture(scope="module")
def flow() -> StudyResult:
    return small("s3-flow", "flow-through", "flow-through, interrupt", "flow-through, no sums")


def at(result: StudyResult, run: str, size: int, job: str = "packets") -> Point:
    (point,) = (point for point in result.base(run, job) if point.size == size)
    return point


def test_every_packet_is_right(ways: StudyResult, bus: StudyResult, flow: StudyResult) -> None:
    for result, runs in ((ways, 15), (bus, 9), (flow, 6)):
        assert len(result.points) == runs * len(SIZES)
        assert all(point.right and point.data_bytes == COUNT * point.size for point in result.points)


def test_who_is_faster(ways: StudyResult) -> None:
    def rates(size: int) -> dict[str, float]:
        return {run: at(ways, run, size).bits_per_second for run in ways.configurations}

    for rate in map(rates, SIZES):
        assert rate["PC alone"] < min(value for run, value in rate.items() if run != "PC alone") / 2.5
        for way in ("CPU", "FIFO", "DMA"):
            assert rate[f"{way}, two passes"] < rate[f"{way}, one pass"]
        assert rate["DMA, one pass"] < rate["CPU, one pass"]
        # Neither waits for the other's bytes.
        assert rate["FIFO, one pass"] > 1.35 * rate["CPU, one pass"]
        assert rate["CPU, two passes"] < rate["descriptors"] < rate["descriptors, together"]
    assert rates(64)["descriptors"] < rates(64)["CPU, one pass"]


def test_flow_through_is_faster_and_takes_no_bus(ways: StudyResult, bus: StudyResult, flow: StudyResult) -> None:
    for size in SIZES:
        cold, loaded = (at(flow, "flow-through", size, job) for job in ("packets", "packets-loaded"))
        assert at(ways, "descriptors, together", size).bits_per_second < cold.bits_per_second
        assert cold.bits_per_second < loaded.bits_per_second
        assert at(ways, "descriptors, other work", size).host_share < cold.host_share < loaded.host_share
        # 32 bytes of each association; then operation, number, status, how many were made, two sums
        assert loaded.counts["bus-cycles"] < 30
        assert cold.counts["bus-cycles"] - loaded.counts["bus-cycles"] == pytest.approx(32 * COUNT + 12, abs=10)


def test_what_is_left_of_the_pc(ways: StudyResult) -> None:
    left = {run: at(ways, run, 512).host_share for run in ways.configurations}
    assert left["PC alone"] == 0
    assert left["DMA, one pass"] < left["CPU, one pass"] < left["descriptors, other work"]
    # The other work is done in turns; between them the PC looks at the card and at the next descriptor.
    assert 0.75 * left["descriptors, together"] < left["descriptors, other work"] < left["descriptors, together"]


def test_parts_of_a_call_add_up(ways: StudyResult) -> None:
    for point in ways.points:
        clocks = point.clocks
        hertz = point.settings["machine.clock_hz"]
        assert isinstance(hertz, int)
        assert clocks.driver + clocks.bus + clocks.poll == pytest.approx(point.us * hertz / 1e6, rel=1e-4)


def test_bytes_are_counted(bus: StudyResult) -> None:
    def cycles(run: str, size: int) -> int:
        return at(bus, run, size).counts["bus-cycles"]

    for size in SIZES:
        assert cycles("DMA, two passes", size) / cycles("DMA, one pass", size) == pytest.approx(1.5, abs=0.02)
        modes = [f"DMA, one pass{mode}" for mode in ("", ", block", ", single")]
        assert len({cycles(run, size) for run in modes}) == 1
        grants = [at(bus, run, size).counts["bus-grants"] for run in modes]
        assert grants[0] == grants[1] == 2 * COUNT < grants[2]
    # A descriptor with its keys, its state and sums, the payload, the packet; and the driver's own
    assert cycles("descriptors, together", 64) - COUNT * (32 + 16 + 64 + 96 + 7) < 40


def test_packets_want_their_driver() -> None:
    text = """
schema = "dsp56k-study/1"
title = "packets"
about = "packets"
[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-32k"
[[job]]
operation = "packets"
sizes = [64]
runs = ["card"]
"""
    with pytest.raises(StudyError, match="packets cannot be measured on a card"):
        Plan("mine", parse_document(text, "mine.toml"), None)


def rows(name: str) -> list[list[str]]:
    table = TEXT.split(f"<!-- {name}:")[1].split("<!-- end")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[4:-1]]


def test_the_document_has_the_rates(ways: StudyResult, flow: StudyResult) -> None:
    found = rows("rates")
    assert len(found) == 15
    price = {run: values for run, *values in rows("price of sums")}
    for run, result in (("CPU, one pass, no sums", ways), ("flow-through, no sums", flow)):
        assert price[run][0] == f"{at(result, run, 64).bits_per_second / 1000:.0f}"
    for run, *values in found:
        result = flow if run.startswith("flow") else ways
        name, job = run.replace(", keys before", ""), "packets-loaded" if ", keys before" in run else "packets"
        for size, place in ((64, 0), (512, 3)):
            assert values[place] == f"{at(result, name, size, job).bits_per_second / 1000:.0f}"


def test_the_document_has_the_bytes(bus: StudyResult, flow: StudyResult) -> None:
    found = rows("bytes")
    assert len(found) == 10
    for run, *values in found:
        result = flow if run.startswith("flow") else bus
        for size, place in ((64, 0), (512, 3)):
            assert values[place] == f"{at(result, run, size).counts['bus-cycles'] / (COUNT * size):.2f}"

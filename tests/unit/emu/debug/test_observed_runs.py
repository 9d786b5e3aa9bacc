"""Observed runs use the fast path between events; their events are exactly those of a trace."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from dsp56k.asm import assemble_file
from dsp56k.emu import Access, Dsp56001, Step, StopReason
from shared.emu_programs import loaded, program, state

PROGRAMS = Path(__file__).parents[3] / "benchmarks" / "programs"
COUNT = 600
STARTS = {"branchy_lfsr.asm": 23, "table_loop.asm": 8, "mac_loop.asm": 23, "branchy.asm": 23}
"""Programs with loops, calls and jumps, and the bits of their data."""


def stream(seed: int) -> Callable[[], Dsp56001]:
    return lambda: loaded(program(Random(seed)), seed)


def from_file(name: str, **defines: str) -> Callable[[], Dsp56001]:
    def made() -> Dsp56001:
        random, dsp = Random(1), Dsp56001()
        for memory in (dsp.x, dsp.y):
            memory[0:256] = [random.getrandbits(STARTS[name]) for _ in range(256)]
        dsp.x[0xFFFE] = 0
        dsp.load_words(assemble_file(PROGRAMS / name, defines={"ORIGIN": "0", **defines}).words)
        return dsp

    return made


CASES = [
    *((f"stream {seed}", stream(seed)) for seed in range(1000, 1150)),
    *((name, from_file(name, REPEATED=repeated)) for name in STARTS for repeated in ("0", "1")),
]


def traced(dsp: Dsp56001) -> list[Step]:
    return list(dsp.trace(max_instructions=COUNT))


@pytest.mark.parametrize(("name", "made"), CASES, ids=[name for name, _ in CASES])
def test_hooks_are_called_where_a_trace_shows_it(name: str, made: Callable[[], Dsp56001]) -> None:
    random, expected, seen = Random(name), made(), []
    steps = traced(expected)
    touched = sorted({access.address for step in steps for access in step.accesses} | {0x10, 0xFF})
    ranges = [(space, random.choice(touched), random.choice((0, 0, 1, 40))) for space in "XYXY"][
        : random.randrange(1, 5)
    ]
    dsp = made()
    for space, first, more in ranges:
        dsp.hooks.on_access(lambda _, access, by: seen.append((access, by)), space, first, min(first + more, 0xFFFF))

    def hooked(access: Access) -> int:
        return sum(space == access.space and first <= access.address <= first + more for space, first, more in ranges)

    dsp.run(max_instructions=COUNT)
    assert seen == [(access, step.address) for step in steps for access in step.accesses for _ in range(hooked(access))]
    assert state(dsp) == state(expected)


@pytest.mark.parametrize(("name", "made"), CASES, ids=[name for name, _ in CASES])
def test_a_watched_word_stops_a_run_after_each_access(name: str, made: Callable[[], Dsp56001]) -> None:
    expected = made()
    steps = traced(expected)
    accesses = [access for step in steps for access in step.accesses] or [Access("X", 0, 0, False, False, 0)]
    watched, dsp, seen = Random(name).choice(accesses), made(), []
    dsp.watchpoints.add(watched.space, watched.address)
    while (stop := dsp.run(max_instructions=COUNT - dsp.instructions)).reason is StopReason.WATCHPOINT:
        seen.append((stop.accessed_by, stop.clocks))
    place = watched.space, watched.address
    assert seen == [
        (step.address, step.start + step.clocks)
        for step in steps
        if any((access.space, access.address) == place for access in step.accesses)
    ]
    assert state(dsp) == state(expected)


@pytest.mark.parametrize(("name", "made"), CASES, ids=[name for name, _ in CASES])
def test_places_are_met_each_time_that_they_execute(name: str, made: Callable[[], Dsp56001]) -> None:
    random, expected = Random(name), made()
    steps = traced(expected)
    addresses = sorted({step.address for step in steps})
    marked = {random.choice(addresses) for _ in range(random.randrange(1, 4))}
    hooked, stopped = made(), made()
    called: list[tuple[int, int]] = []
    for address in marked:
        hooked.hooks.on_execute(lambda dsp, address: called.append((address, dsp.clocks)), address)
    stopped.breakpoints |= marked
    hooked.run(max_instructions=COUNT)
    met = [(step.address, step.start) for step in steps if step.address in marked]
    assert called == met
    stops = []
    while (stop := stopped.run(max_instructions=COUNT - stopped.instructions)).reason is StopReason.BREAKPOINT:
        stops.append((stop.pc, stop.clocks))
    # No run stops before its first instruction; where the last of the trace led is a stop as well.
    first = [(steps[0].address, 0)] if steps[0].address in marked else []
    assert first + stops in (met, [*met, (expected.regs.pc, expected.clocks)])
    assert state(hooked) == state(stopped) == state(expected)


def test_a_hook_that_changes_pc_is_met_again_when_execution_comes_back() -> None:
    dsp = from_file("branchy.asm")()
    calls: list[int] = []

    def again(dsp: Dsp56001, address: int) -> None:
        calls.append(dsp.instructions)
        if len(calls) < 4:
            dsp.regs.pc = 0

    dsp.hooks.on_execute(again, 6)
    dsp.run(max_instructions=200)
    assert len(calls) >= 4
    assert sorted(set(calls)) == calls

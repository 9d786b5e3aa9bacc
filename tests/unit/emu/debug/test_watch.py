"""Watchpoints: the accesses that stop a run, and their report."""

import time
from typing import Any

import pytest

from dsp56k.emu import Access, ConfigurationError, Dsp56001, MemoryAccessError, StopReason, Watchpoint
from shared.emu_programs import chip

PROGRAM = """
        org p:0
        move #$7,x0
        move x0,x:$20
        move x:$20,a
        move a,y:$1234
        movem x0,p:$40
        bset #4,x:$20
        mac x0,y0,a x:(r0)+,x0 a,y:(r4)+
        jmp *
"""


def stops(*watch: Any, **directions: Any) -> list[tuple[int | None, list[str]]]:
    dsp = chip(PROGRAM)
    dsp.watchpoints.add(*watch, **directions)
    seen = []
    while (stop := dsp.run()).reason is StopReason.WATCHPOINT:
        seen.append((stop.accessed_by, [str(access) for access in stop.accesses]))
    assert stop.reason is StopReason.HALT
    return seen


def test_spaces_ranges_and_directions() -> None:
    assert stops("X", 0x20) == [
        (1, ["X:$0020 <- $070000"]),
        (2, ["X:$0020 -> $070000"]),
        (7, ["X:$0020 -> $070000", "X:$0020 <- $070010"]),
    ]
    assert [by for by, _ in stops("X", 0x10, 0x30, read=False)] == [1, 7]
    assert [by for by, _ in stops("X", 0x20, write=False)] == [2, 7]
    assert stops("X", 0x21, 0xFFFF) == []
    assert stops("Y", 0x1000, 0x2000) == [(3, ["Y:$1234 <- $070000"])]
    assert stops("P", 0x40) == [(5, ["P:$0040 <- $070000"])]
    assert stops("Y", 0) == [(8, ["Y:$0000 <- $070000"])]
    assert stops("P", 0, 0x3F) == []


def test_the_access_tells_its_side_of_port_a_and_its_waits() -> None:
    dsp = chip(PROGRAM, bcr=0x0500)
    dsp.watchpoints.add("Y", 0x1234)
    stop = dsp.run()
    assert stop.accesses == (Access("Y", 0x1234, 0x070000, write=True, external=True, waits=5),)
    assert stop.pc == 5
    assert "accessed_by=3" in repr(stop)


def test_peripheral_registers_and_devices_are_seen_once() -> None:
    class Counter:
        def __init__(self) -> None:
            self.reads = 0

        def read(self, offset: int, now: int) -> int:
            self.reads += 1
            return self.reads

        def write(self, offset: int, value: int, now: int) -> None: ...

    dsp = chip(" org p:0\n movep y:$ffc1,x:$ffff\n movep x:$ffff,a\n jmp *")
    device = Counter()
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC1, device)
    dsp.watchpoints.add("Y", 0xFFC1)
    dsp.watchpoints.add("X", 0xFFFF)
    assert [str(a) for a in dsp.run().accesses] == ["Y:$FFC1 -> $000001", "X:$FFFF (IPR) <- $000001"]
    assert [str(a) for a in dsp.run().accesses] == ["X:$FFFF (IPR) -> $000001"]
    assert device.reads == 1


def test_repetitions_stop_one_by_one_and_removal_ends_it() -> None:
    dsp = chip(" org p:0\n rep #5\n move x0,x:(r0)+\n jmp *")
    watch = dsp.watchpoints.add("X", 0, 2)
    assert (watch, list(dsp.watchpoints)) == (Watchpoint("X", 0, 2, True, True), [watch])
    assert [dsp.run().accesses[0].address for _ in range(2)] == [0, 1]
    dsp.watchpoints.remove(watch)
    assert dsp.run().reason is StopReason.HALT
    with pytest.raises(ConfigurationError, match="not set"):
        dsp.watchpoints.remove(watch)
    dsp.watchpoints.add("X", 1)
    dsp.watchpoints.clear()
    assert len(dsp.watchpoints) == 0


def test_wrong_watchpoints_are_refused() -> None:
    dsp = Dsp56001()
    wrong: list[tuple[Any, str]] = [
        (("L", 1), "space must be X, Y or P"),
        (("X", 5, 4), "empty"),
        (("X", "nothing"), "symbol"),
    ]
    for arguments, message in wrong:
        with pytest.raises(ConfigurationError, match=message):
            dsp.watchpoints.add(*arguments)
    with pytest.raises(ConfigurationError, match="reads, writes or both"):
        dsp.watchpoints.add("X", 0, read=False, write=False)
    with pytest.raises(MemoryAccessError, match="must be"):
        dsp.watchpoints.add("X", 0x10000)


def test_many_watchpoints_are_added_at_once() -> None:
    """20,000 of them took half a minute of processor time when each addition sent all of them to the chip."""
    dsp = Dsp56001()
    start = time.process_time()
    for address in range(20_000):
        dsp.watchpoints.add("X", 0x1000 + address)
    assert len(dsp.watchpoints) == 20_000
    assert time.process_time() - start < 3

"""Native bus cycles against those in Python: every access, its result, and the DSP's state at its time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import unicorn
from unicorn import x86_const as x86

from dsp56k import lib
from dsp56k.card import Card, CardAccessError
from dsp56k.card.faults.fault_models import FlippedRam, LostStrobe, StuckLine
from dsp56k.emu.timeline import Time
from dsp56k.host import _pc
from dsp56k.host.bus.disk import CHANNEL, read_on
from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.isa_bus import IsaTiming, RationalBusClock, new_bus_clock
from dsp56k.host.callbacks.bus_cycles import BusCycles, NativeCycles
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import ClockLimitError, DriverError, MachineFaultError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import Program, builtin_program
from dsp56k.host.slot import insert
from dsp56k.study.operations.workload import Workload
from reference_model.pc.accounting import BOTH, PCS, AccountingName, PlainBusClock, PlainCycles
from shared.calls import times_of_calls
from shared.x86.code import Board, program

WINDOW = 0xD_0000
DATA16 = MODES["real16"].data.start
IN_RESET, RUNS = 0x10, 0x01
"""CTRL.WEN with the DSP in reset; CTRL.RUN."""


class Watched:
    """A PC with a card.

    `blocks` has the clocks after every block that Unicorn announces, and so after every item of a string instruction
    that it executes; `calls` the card's accesses with the state of the DSP; `bursts` the numbers of consecutive bytes.
    """

    def __init__(self, accounting: AccountingName, code: Program, card: Card, **parameters: Any) -> None:
        self.card = card
        self.pc = PCS[accounting](code, **parameters)
        for name in ("window_read", "window_write"):
            setattr(card, name, self._kept(name, getattr(card, name)))
        self._burst, card.window_burst = card.window_burst, self._counted  # type: ignore[method-assign]  # the test replaces it
        # The plain PC reaches the ports in Python.
        bus = card.bus
        read, write = (bus.read, bus.write) if accounting == "native" else (card.port_read, card.port_write)
        ports: Any = SimpleNamespace(read=self._kept("read", read), write=self._kept("write", write))
        card.bus = ports
        insert(card, self.pc)
        card.bus = bus
        assert type(self.pc._cycles) is (NativeCycles if accounting == "native" else PlainCycles)
        self.blocks: list[tuple[int, int]] = []
        self.calls: dict[Time, tuple[object, ...]] = {}
        self.bursts = 0
        self.pc._uc.hook_add(unicorn.UC_HOOK_BLOCK, self._block)

    def _block(self, uc: Any, address: int, size: int, _: object) -> None:
        self.blocks.append((address, self.pc.clocks))

    def _kept(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def kept(*arguments: int) -> Any:
            value = call(*arguments)
            dsp, now = self.card.dsp, arguments[-1]
            assert now not in self.calls
            self.calls[now] = name, arguments, value, dsp.clocks, dsp.instructions, dsp.regs.pc, dsp.regs.sr, dsp.regs.a
            return value

        return kept

    def _counted(self, most: int, *, write: bool) -> Any:
        burst = self._burst(most, write=write)
        if burst is None:
            return None

        def finish(done: int, written: bytes, now: Time) -> None:
            self.bursts += done
            burst.finish(done, written, now)

        return replace(burst, finish=finish)


def same(native: Watched, plain: Watched) -> None:
    """Both implementations had the same results, and the native one had no additional accesses."""
    moved = Counter(plain.blocks)
    moved.subtract(native.blocks)
    assert set(moved.values()) <= {0, 1}
    # Items that Unicorn did not execute: each is one of a burst.
    assert moved.total() <= native.bursts
    assert native.pc.profile() == plain.pc.profile()
    assert plain.bursts == 0
    assert len(plain.calls) == len(native.calls) + native.bursts
    assert native.calls.items() <= plain.calls.items()
    assert native.pc.clocks == plain.pc.clocks
    assert native.card.events == plain.card.events
    assert native.card.dsp.snapshot() == plain.card.dsp.snapshot()
    # Some milliseconds, not more: the firmware sums its code while it waits
    later = max(native.calls) + 10**10
    of_both = [
        (each.card.generator.word, each.card.generator.phase, each.card.port_read(15, later))
        for each in (native, plain)
    ]
    assert of_both[0] == of_both[1]


def work(driver: CardDriver) -> list[object]:
    job = Workload(11)
    done: list[object] = [driver.start(lib.firmware.image().segments)]
    for size in (8, 520):
        data = job.data(size)
        done.append(driver.call("des_cbc_encrypt", job.des_key, job.des_iv, data))
        done.append(driver.call("des_cbc_decrypt", job.des_key, job.des_iv, data, chip=True))
        done.append(driver.call("md2", data[:-3]))
    done.append(driver.random(40))
    done.append(driver.call("rsa_crt", job.operands(2), job.rsa_key))
    done.append(driver.confirm())
    return done


@pytest.mark.parametrize(
    "machine",
    [
        {},
        {"cpu": "i486", "memory": "pipeline", "clock_hz": Fraction(100_000_000, 3), "isa": IsaTiming(recovery=2)},
        {"cpu": "i286", "mode": "real16", "clock_hz": 10_000_000},
    ],
    ids=["386", "486", "286"],
)
def test_every_job_of_the_card(machine: dict[str, Any]) -> None:
    code = builtin_program("driver", machine.get("mode", "flat32"))
    watched = [Watched(way, code, Card(seed=3, strict=True), **machine) for way in BOTH]
    results = [work(CardDriver(each.pc)) for each in watched]
    assert results[0] == results[1]
    same(*watched)
    assert watched[0].bursts > 30_000
    assert len(watched[1].blocks) - len(watched[0].blocks) > 30_000


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (StuckLine("window.data", bit=3, level=1, at=10**9, nth=500, count=20), "the firmware arrived damaged"),
        (LostStrobe("window.step", nth=30_000, count=1), "the firmware arrived damaged"),
        (FlippedRam("P", 0x200, 5, at=10**11), "confirm the card's memory: code"),
    ],
    ids=["stuck line", "lost strobe", "flipped bit"],
)
def test_a_fault_sees_every_access(fault: Any, found: str) -> None:
    watched, messages = [], []
    for way in BOTH:
        message = ""
        each = Watched(way, builtin_program("driver"), Card(seed=3))
        each.card.faults.add(fault)
        try:
            work(CardDriver(each.pc))
        except DriverError as failure:
            message = str(failure)
        messages.append(message)
        watched.append(each)
        assert each.card.faults.acted(fault) > 0
    assert messages[0] == messages[1]
    assert found in messages[0]
    assert watched[0].bursts == 0
    same(*watched)


PAST_THE_BANK = program(
    "ba 08 03 00 00",  # mov edx, 308h
    f"b0 {IN_RESET:02x}",
    "ee",  # out dx, al
    "42",
    "b0 fe",  # AGLOW, AGHIGH: $1FFE, two words before the end of the bank
    "ee",
    "42",
    "b0 1f",
    "ee",
    f"bf 00 00 {WINDOW >> 16:02x} 00",
    f"be 00 00 {DATA.start >> 16:02x} 00",
    "b9 40 00 00 00",
    "fc",
    "f3 a4",  # rep movsb
    "c3",
)


@pytest.mark.parametrize("strict", [False, True])
def test_an_access_past_the_bank_is_met_one_by_one(strict: bool) -> None:
    watched = [Watched(way, PAST_THE_BANK, Card(strict=strict)) for way in BOTH]
    for each in watched:
        each.pc.write(DATA.start, bytes(range(64)))
        if strict:
            with pytest.raises(CardAccessError, match="COUNTER_PAST_BANK"):
                each.pc.run("f")
        else:
            each.pc.run("f")
        assert each.card.dsp.port_a.ram("P")[0x1FFE:0x2000] == [0x020100, 0x050403]
    assert 0 < watched[0].bursts < 6
    same(*watched)


@pytest.mark.parametrize("parameters", [{}, {"dma": DmaTiming()}], ids=["native", "with DMA"])
def test_a_burst_may_be_broken_off_and_begun_again(parameters: dict[str, Any]) -> None:
    """Reads, writes and other accesses in between, from both banks and at any phase; idle DMA changes nothing."""
    move = ["b9 0b 00 00 00", "f3 a4"]  # 11 bytes
    code = program(
        "fc", "ba 08 03 00 00", f"b0 {IN_RESET:02x}", "ee",
        *[f"be 00 00 {DATA.start >> 16:02x} 00", f"bf 00 00 {WINDOW >> 16:02x} 00", *move, "83 ef 05", *move] * 2,
        "ec",  # in al, dx
        *[f"bf 00 10 {DATA.start >> 16:02x} 00", f"be 00 00 {WINDOW >> 16:02x} 00", *move, *move] * 2,
        "ec", "c3",
    )  # fmt: skip
    native, plain = Watched("native", code, Card(), **parameters), Watched("plain", code, Card())
    for each in (native, plain):
        each.pc.write(DATA.start, bytes(range(1, 101)))
        each.card.dsp.port_a.ram("P")[:100] = range(100)
        each.pc.run("f")
        each.pc.run("f")
    assert native.pc.read(DATA.start + 0x1000, 64) == plain.pc.read(DATA.start + 0x1000, 64)
    assert native.bursts > 40
    same(native, plain)


OPEN = ["ba 08 03 00 00", f"b0 {IN_RESET:02x}", "ee"]
"""The window responds."""


class PythonPC(PC):
    """A PC whose accesses to boards are all done in Python."""

    def _new_accounting(self) -> Any:
        parts: Any = super()._new_accounting()
        parts.cycles = partial(BusCycles, self._uc, self._mode, parts.counter)
        return parts


def test_accesses_are_arbitrated_from_the_one_that_enables_a_channel_to_the_one_that_disables_it() -> None:
    """A disk becomes active between two runs and in the second one; the time before it has the bus counts, too."""
    move = [f"bf 00 00 {WINDOW >> 16:02x} 00", f"be 00 00 {DATA.start >> 16:02x} 00", "b9 40 00 00 00", "f3 a4"]
    mask, unmask = (f"b0 {value:02x} e6 0a" for value in (4 | CHANNEL, CHANNEL))
    code = program("fc", *OPEN, *move, unmask, *move, mask, *move, "c3")
    buffer = range(DATA.start + 0x8000, DATA.start + 0x8100)
    results = []
    for kind in (PC, PythonPC):
        card, pc = Card(), kind(code, dma=DmaTiming(), interrupts=True)
        insert(card, pc)
        dma = pc.isa_bus.dma
        assert dma is not None
        pc.write(DATA.start, bytes(range(64)))
        pc.run("f")
        clocks = [pc.clocks]
        disk = read_on(dma, 200_000, buffer, 0)
        times = times_of_calls(disk, "take")
        for _ in range(2):
            pc.run("f")
            clocks.append(pc.clocks)
        counts = dma.held, dma.cycles, dma.grants, disk.lost
        ram = card.dsp.port_a.ram("P")[:192]
        results.append((clocks, counts, times, pc.read(buffer.start, 0x100), ram, card.generator.word))
    assert results[0] == results[1]
    assert len(results[0][2]) > 50


def test_boards_are_checked_while_an_interrupt_is_unmasked_only() -> None:
    """Each time at which native cycles check the boards is one at which Python's cycles do."""
    fill = [f"bf 00 00 {WINDOW >> 16:02x} 00", "b9 40 00 00 00", "f3 aa"]
    unmask, mask = (f"b0 {value:02x} e6 21" for value in (0xDF, 0xFF))
    wait = ["b9 40 00 00 00", "e2 fe"]
    again = [unmask, *fill, *wait, mask, *fill, "4b"]
    back = 2 + sum(len(bytes.fromhex(code)) for code in again)
    code = program("fc", *OPEN, "bb 04 00 00 00", *again, f"75 {256 - back:02x}", "c3")
    results = []
    for kind in (PC, PythonPC):
        card, pc = Card(), kind(code, interrupts=True)
        times = times_of_calls(card, "catch_up")
        insert(card, pc)
        pc.run("f")
        results.append((pc.clocks, times))
    (native_clocks, native), (clocks, times) = results
    assert native_clocks == clocks
    assert set(native) <= set(times)
    assert len(native) > 50


def moving(source: int, destination: int, count: int, *, back: bool = False) -> Program:
    registers = [f"{opcode} {value.to_bytes(4, 'little').hex()}" for opcode, value in
                 (("be", source), ("bf", destination), ("b9", count))]  # fmt: skip
    return program(*OPEN, *registers, "fd" if back else "fc", "f3 a4", "c3")


def moved(code: Program, limit: int | None = None) -> list[Watched]:
    watched = [Watched(way, code, Card()) for way in BOTH]
    for each in watched:
        each.pc.write(DATA.start, bytes(range(100)))
        each.card.dsp.port_a.ram("P")[:40] = range(0x10203, 0x10203 + 40)
        with suppress(ClockLimitError, MachineFaultError):
            each.pc.run("f", limit=limit)
    same(*watched)
    of_both = [(each.pc._memory(), each.pc._uc.reg_read(x86.UC_X86_REG_ECX)) for each in watched]
    assert of_both[0] == of_both[1]
    return watched


@pytest.mark.parametrize("limit", [None, *range(300, 1500, 97)])
@pytest.mark.parametrize(("source", "destination"), [(DATA.start, WINDOW), (WINDOW, DATA.start + 50)])
def test_a_limit_stops_a_move_after_the_same_item(source: int, destination: int, limit: int | None) -> None:
    native, plain = moved(moving(source, destination, 60), limit)
    assert len(plain.blocks) - len(native.blocks) > (10 if limit is None or limit > 700 else -1)


@pytest.mark.parametrize(("source", "destination"), [(DATA.start + 50, WINDOW + 50), (WINDOW + 50, DATA.start + 50)])
def test_a_move_downwards_is_executed_by_unicorn(source: int, destination: int) -> None:
    native, plain = moved(moving(source, destination, 40, back=True))
    assert len(plain.blocks) == len(native.blocks)


def test_a_move_over_the_end_of_memory_is_executed_by_unicorn() -> None:
    native, plain = moved(moving(WINDOW, DATA.stop - 30, 40))
    assert 0 < len(plain.blocks) - len(native.blocks) < 30


@pytest.mark.parametrize("offset", [10, 0x100])
def test_a_move_to_a_page_of_code_is_executed_by_unicorn(offset: int) -> None:
    """Code is not overwritten; data after it is."""
    native, plain = moved(moving(WINDOW, MODES["flat32"].program.start + offset, 40))
    assert len(plain.blocks) == len(native.blocks)


def test_a_move_ends_at_the_end_of_a_segment() -> None:
    """The offset then is 0 again."""
    code = program(
        "ba 08 03", f"b0 {IN_RESET:02x}", "ee",
        f"b8 {DATA16 >> 4 & 0xFF:02x} {DATA16 >> 12:02x}", "8e d8",  # mov ds, ax
        f"b8 00 {WINDOW >> 12:02x}", "8e c0",  # mov es, ax
        "be e0 ff", "bf 00 00", "b9 40 00", "fc", "f3 a4", "c3",
        mode="real16",
    )  # fmt: skip
    watched = [Watched(way, code, Card(), cpu="i286", mode="real16", clock_hz=10_000_000) for way in BOTH]
    for each in watched:
        for address in (DATA16, DATA16 + 0xFFE0):
            each.pc.write(address, bytes(range(address & 0xFF, (address & 0xFF) + 32)))
        each.pc.run("f")
        assert each.card.dsp.port_a.ram("P").octets(0, 22)[:64] == bytes([*range(0xE0, 0x100), *range(32)])
    same(*watched)
    # Unicorn executes only the items at the ends of both parts.
    assert len(watched[1].blocks) - len(watched[0].blocks) == 64 - 5


def test_a_failure_of_a_board_ends_the_run() -> None:
    for way in BOTH:
        board = Board()
        board.read = lambda offset, now: 1 // 0  # type: ignore[method-assign]  # the test replaces it
        for code in ("ec", "66 ed", f"a0 00 00 {WINDOW >> 16:02x} 00"):
            pc = PCS[way](program("ba 00 03 00 00", code, "c3"))
            pc.isa_bus.attach_ports(0x300, 2, board)
            pc.isa_bus.attach_memory(WINDOW, 0x1000, board)
            with pytest.raises(ZeroDivisionError):
                pc.run("f")


def test_memory_without_a_board_floats_before_and_after_one() -> None:
    values = []
    for way in BOTH:
        pc = PCS[way](program("a0 00 00 0a 00", "a2 ff ff 0c 00", "8a 25 00 10 0d 00", "c3"))
        board = Board()
        pc.isa_bus.attach_memory(WINDOW, 0x1000, board)
        values.append((pc.run("f"), pc._uc.reg_read(x86.UC_X86_REG_AH)))
        assert not board.reads
        assert not board.writes
    assert values[0] == values[1]
    assert (values[0][0].value & 0xFF, values[0][1]) == (0xFF, 0xFF)


def test_a_machine_may_run_within_a_board_of_another() -> None:
    def nested(accounting: AccountingName) -> Board:
        class Nested(Board):
            def read(self, offset: int, now: Time) -> int:
                inner = PCS[accounting](program("ba 00 03 00 00", "ec", "c3"))
                inner.isa_bus.attach_ports(0x300, 1, Board([offset + 5]))
                return inner.run("f").value & 0xFF

        return Nested()

    for of_outer in BOTH:
        for of_inner in BOTH:
            pc = PCS[of_outer](program("ba 02 03 00 00", "ec", "c3"))
            pc.isa_bus.attach_ports(0x300, 4, nested(of_inner))
            assert pc.run("f").value & 0xFF == 7


def test_a_board_may_be_attached_by_another_one() -> None:
    class Opens(Board):
        def write(self, offset: int, value: int, now: Time) -> None:
            pc.isa_bus.attach_ports(0x400, 1, Board([0x12]))

    for way in BOTH:
        pc = PCS[way](program("ba 00 04 00 00", "ec", "4a", "ee", "42", "ec", "c3"))
        pc.isa_bus.attach_ports(0x3FF, 1, Opens())
        assert pc.run("f").value & 0xFF == 0x12


@pytest.mark.parametrize(
    ("cpu", "bus"),
    [
        (20_000_000, 8_000_000),
        (Fraction(100_000_000, 3), Fraction(25_000_000, 3)),
        (6_000_000 / Fraction("1.055"), 10),
        (20_000_000, Fraction(315_000_000, 44)),  # in days, clocks times picoseconds exceed 64 bits before the division
    ],
)
def test_the_native_bus_clock_is_that_in_python(cpu: Fraction | int, bus: Fraction | int) -> None:
    native, rational, plain = new_bus_clock(cpu, bus), RationalBusClock(cpu, bus), PlainBusClock(cpu, bus)
    assert type(native) is _pc.BusClock
    start = 0
    for step in range(2000):
        cycle = start, 3 + step % 4, step % 7
        assert native.cycle(*cycle) == rational.cycle(*cycle) == plain.cycle(*cycle)
        start += step * step * step % 1009 * (1 + (step > 1900) * 10**9)


def test_a_restored_bus_clock_has_its_last_cycle() -> None:
    clock = new_bus_clock(20_000_000, 8_000_000)
    assert type(clock) is _pc.BusClock
    clock.cycle(100, 6, 2)
    state, end, following = clock.state(), clock.last_end, clock.cycle(101, 3, 0)
    clock.restart()
    assert clock.last_end == 0
    assert clock.cycle(101, 3, 0) != following
    clock.restore(state)
    assert clock.last_end == end
    assert clock.cycle(101, 3, 0) == following


def test_a_bus_clock_of_endless_fractions_is_in_python() -> None:
    bus = Fraction(8_000_000 * 10**30 + 1, 10**30)
    clock = new_bus_clock(20_000_000, bus)
    assert type(clock) is RationalBusClock
    assert PC(program("ec", "c3"), isa=IsaTiming(clock_hz=bus)).run("f").clocks > 0


@pytest.mark.parametrize("accounting", BOTH)
def test_a_word_for_a_board_of_16_bits_is_one_cycle(accounting: AccountingName) -> None:
    # mov edx, 300h; mov eax, 1234h; out dx, ax; in ax, dx; inc edx; out dx, ax; ret
    code = program("ba00030000", "b834120000", "66ef", "66ed", "42", "66ef", "c3")
    clocks = {}
    for words in (False, True):
        board = Board([0x40, 0x41])
        pc = PCS[accounting](code)
        pc.isa_bus.attach_ports(0x300, 4, board, words=words)
        clocks[words] = pc.run("f").clocks
        assert [(offset, value) for offset, value, _ in board.writes] == [(0, 0x34), (1, 0x12), (1, 0x40), (2, 0x41)]
        assert [offset for offset, _ in board.reads] == [0, 1]
        whole = [one[-1] == other[-1] for one, other in (board.writes[:2], board.reads, board.writes[2:])]
        assert whole == [words, words, False]
    # Two words in 3 bus clocks each, and not in twice 6; at 20 and 8 MHz
    assert clocks[False] - clocks[True] == pytest.approx(2 * 9 * 2.5, abs=3)

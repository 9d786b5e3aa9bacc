"""The accounting of a PC in Python: counter, bus, operands and cache, without any native code.

It uses the product's tables: timings of instructions, levels of time, and the answers of `Blocks` for a block after a
node. `EachInstruction` (tests/shared/x86/code.py) judges those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal

import unicorn
from unicorn import x86_const as x86

from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Time
from dsp56k.host.bus.isa_bus import IsaBus
from dsp56k.host.callbacks.accounting import Accounting, Failed
from dsp56k.host.callbacks.cache import Misses
from dsp56k.host.callbacks.process_signals import SignalGuard
from dsp56k.host.callbacks.unicorn_hooks import Ram, register_reader
from dsp56k.host.clocks import Blocks, Counter, Level, TimedCode
from dsp56k.host.clocks.counters import NO_LIMIT, Taken
from dsp56k.host.clocks.instruction_forms import SHIFT_MASK, Multiplier, Timing
from dsp56k.host.cpu_modes import ISA_MEMORY, Mode
from dsp56k.host.errors import MachineFaultError
from dsp56k.host.pc import PC
from reference_model.pc.i8254 import I8254

AccountingName = Literal["native", "plain"]
BOTH: tuple[AccountingName, AccountingName] = ("native", "plain")

_CARRY, _PARITY, _ZERO, _SIGN, _OVERFLOW = (1 << bit for bit in (0, 2, 6, 7, 11))
_STRING_READS = ("movs", "rep movs", "lods", "rep lods")
_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE
_LINE, _SETS, _WAYS = 16, 128, 4


class PlainCounter:
    """A counter in Python; `announce` is Unicorn's block callback.

    `on_limit` is the watch-dog; `on_failure` receives the error in `announce`, which may not raise: KeyError names an
    address outside the code.
    """

    def __init__(self, blocks: Blocks, on_limit: Callable[[], None], on_failure: Failed) -> None:
        self._blocks = blocks
        self._on_limit = on_limit
        self._on_failure = on_failure
        self._taken: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._waits: dict[int, int] = {}
        self.restart()

    def restart(self) -> None:
        """Return to the state after power-up."""
        self.clocks = 0
        self.limit = NO_LIMIT
        self.node = self._blocks.root
        self._taken.clear()
        self._waits.clear()

    def state(self) -> object:
        """Return clocks, limit and node."""
        return self.clocks, self.limit, self.node

    def restore(self, state: object) -> None:
        """Return to a result of `state`."""
        self.clocks, self.limit, self.node = state  # type: ignore[misc]  # a result of `state`

    def announce(self, engine: object, address: int, size: int, data: object) -> None:
        """Process the announcement of a block."""
        del engine, data
        try:
            place = self.node.number, address, size
            edge = self._blocks.follow(self.node, address, size)
            self.node = edge.node
            self.clocks += edge.clocks
            taken = *place, edge.node.number
            clocks, times = self._taken.get(taken, (0, 0))
            self._taken[taken] = clocks + edge.clocks, times + 1
            if self.clocks > self.limit:
                self._on_limit()
        except BaseException as failure:  # noqa: BLE001 - handed on; Unicorn's frames may not see it
            self._on_failure(failure)

    def wait(self, pc: int, clocks: int) -> None:
        """Charge `clocks` more for the instruction at `pc`."""
        self.clocks += clocks
        self._waits[pc] = self._waits.get(pc, 0) + clocks

    def edges(self) -> list[Taken]:
        """Return every edge taken since power-up."""
        return [Taken(*place, *taken) for place, taken in self._taken.items()]

    def waits(self) -> dict[int, int]:
        """Return the clocks that were charged by `wait`, by address."""
        return dict(self._waits)


class PlainBusClock:
    """The clock of the bus as times, in picoseconds without rounding."""

    def __init__(self, cpu_hz: Fraction | int, bus_hz: Fraction | int) -> None:
        self._cpu, self._bus = (PICOSECONDS_PER_SECOND / Fraction(hertz) for hertz in (cpu_hz, bus_hz))
        self.restart()

    def restart(self) -> None:
        """Return to the state after power-up: the bus is free."""
        self._free = Fraction(0)

    def cycle(self, start: int, clocks: int, recovery: int) -> tuple[Time, int]:
        """Return the end of a cycle requested at CPU clock `start`, and the CPU clock edge at or after it."""
        begin = max(self._edge(start * self._cpu, self._bus), self._free)
        end = begin + clocks * self._bus
        self._free = end + recovery * self._bus
        return int(end), int(self._edge(end, self._cpu) / self._cpu)

    @staticmethod
    def _edge(time: Fraction, period: Fraction) -> Fraction:
        return -(-time // period) * period


class PlainCycles:
    """Every access of the CPU to the bus, as one Python callback."""

    def __init__(
        self,
        uc: unicorn.Uc,
        mode: Mode,
        counter: PlainCounter,
        level: Level,
        code: TimedCode,
        isa: IsaBus,
        guard: SignalGuard,
        fail: Failed,
    ) -> None:
        self.function = ""
        self._uc, self._mode, self._counter, self._level = uc, mode, counter, level
        self._code, self._isa, self._guard, self._fail = code, isa, guard, fail
        self._register = register_reader(uc)
        self._mapped = False

    def hook_ports(self) -> None:
        """Install the callbacks of ports."""

        def read(uc: unicorn.Uc, port: int, size: int, _: object) -> int:
            return self._access(port, size, None, memory=False)

        def write(uc: unicorn.Uc, port: int, size: int, value: int, _: object) -> None:
            self._access(port, size, value, memory=False)

        self._uc.hook_add(unicorn.UC_HOOK_INSN, read, None, 1, 0, x86.UC_X86_INS_IN)
        self._uc.hook_add(unicorn.UC_HOOK_INSN, write, None, 1, 0, x86.UC_X86_INS_OUT)

    def move_strings(self, ram: Iterable[Ram], code: Iterable[range]) -> None:
        """Do nothing: Unicorn executes every item."""

    def begin(self, function: str) -> None:
        """Prepare a run; map the memory of boards if there is any."""
        self.function = function
        if self._isa.has_memory and not self._mapped:
            self._mapped = True
            self._map()

    def finish(self) -> None:
        """Do nothing: boards have all data."""

    def _map(self) -> None:
        def read(uc: unicorn.Uc, offset: int, size: int, _: object) -> int:
            return self._access(ISA_MEMORY.start + offset, size, None, memory=True)

        def write(uc: unicorn.Uc, offset: int, size: int, value: int, _: object) -> None:
            self._access(ISA_MEMORY.start + offset, size, value, memory=True)

        self._uc.mmio_map(ISA_MEMORY.start, len(ISA_MEMORY), read, None, write, None)
        # Without a hook, Unicorn does not store the program counter before an access.
        self._uc.hook_add(_ACCESSES, lambda *_: None, None, ISA_MEMORY.start, ISA_MEMORY.stop - 1)
        self._uc.ctl_flush_tb()  # type: ignore[attr-defined]  # mypy sees the class for Python 2

    def _access(self, address: int, size: int, value: int | None, *, memory: bool) -> int:
        try:
            self._guard.interruptible = True
            pc = self._mode.linear(self._register)
            if memory and value is None and size > 1:
                self._check_wide_read(pc, address, size)
            asked = self._counter.clocks + self._counter.node.access[pc][0 if value is None else 1]
            result, end = self._cycles(address, size, value, asked, memory=memory)
            charged = self._level.data_cycle(port=not memory)
            self._counter.wait(pc, max(0, end - asked - charged))
            self._guard.interruptible = False
        except BaseException as failure:  # noqa: BLE001 - re-raised by PC.run()
            self._fail(failure)
            return 0
        return result

    def _cycles(self, address: int, size: int, value: int | None, asked: int, *, memory: bool) -> tuple[int, int]:
        """Return the value read, and the CPU clock at the end of the last cycle; all are requested at once."""
        isa = self._isa
        slot = isa.memory_slot(address)[1] if memory else isa.port_slot(address)
        if size == 2 and slot.words and address % 2 == 0:
            if value is not None:
                return 0, isa.write_word(address, value, asked) or 0
            word = isa.read_word(address, asked)
            assert word is not None
            return word
        result, end = 0, asked
        for number in range(size):
            place = address + number if memory else (address + number) % 0x10000
            if value is None:
                byte, end = (isa.read_memory if memory else isa.read_port)(place, asked)
                result |= byte << 8 * number
            else:
                end = (isa.write_memory if memory else isa.write_port)(place, value >> 8 * number & 0xFF, asked)
        return result, end

    def _check_wide_read(self, pc: int, address: int, size: int) -> None:
        """Refuse what Unicorn may have made of narrower reads."""
        if self._code.at[pc].row not in _STRING_READS or address not in self._mode.string_sources(self._register):
            message = f"{size}-byte read of a board's memory at {pc:#x}: byte reads and aligned string moves only"
            raise MachineFaultError(message, pc=pc, function=self.function)


class PlainCache:
    """128 sets of four lines, with three bits of pseudo-LRU each."""

    def __init__(self, counter: PlainCounter, miss_clocks: int, mode: Mode, uc: unicorn.Uc) -> None:
        self._counter = counter
        self._miss_clocks = miss_clocks
        self._mode = mode
        self._register = register_reader(uc)
        self.restart()
        uc.hook_add(unicorn.UC_HOOK_BLOCK, self._block)
        for area in mode.ram:
            uc.hook_add(_ACCESSES, self._access, None, area.start, area.stop - 1)

    def misses(self) -> Misses:
        """Return misses since power-up."""
        return Misses(self._code, self._data)

    def restart(self) -> None:
        """Empty the cache."""
        self._lines: list[list[int | None]] = [[None] * _WAYS for _ in range(_SETS)]
        # For each set: whether the last line used was of the first two; of these, the first; of the others, the third
        self._bits = [[False] * 3 for _ in range(_SETS)]
        self._code = self._data = 0

    def _block(self, uc: unicorn.Uc, address: int, size: int, _: object) -> None:
        missed = self._read(address, size)
        self._code += missed
        self._counter.wait(address, missed * self._miss_clocks)

    def _access(self, uc: unicorn.Uc, kind: int, address: int, size: int, value: int, _: object) -> None:
        if kind == unicorn.UC_MEM_WRITE:
            for line in range(address // _LINE, (address + size - 1) // _LINE + 1):
                if line in self._lines[line % _SETS]:
                    self._use(line % _SETS, self._lines[line % _SETS].index(line))
            return
        missed = self._read(address, size)
        self._data += missed
        if missed:
            self._counter.wait(self._mode.linear(self._register), missed * self._miss_clocks)

    def _read(self, address: int, size: int) -> int:
        """Return the number of lines that had to be filled."""
        missed = 0
        for line in range(address // _LINE, (address + size - 1) // _LINE + 1):
            held, bits = self._lines[line % _SETS], self._bits[line % _SETS]
            if line not in held:
                missed += 1
                oldest = (3 if bits[2] else 2) if bits[0] else (1 if bits[1] else 0)
                held[held.index(None) if None in held else oldest] = line
            self._use(line % _SETS, held.index(line))
        return missed

    def _use(self, number: int, way: int) -> None:
        self._bits[number][0] = way < 2
        self._bits[number][1 if way < 2 else 2] = way % 2 == 0


class PlainAccounting:
    """The parts of a machine without native code; for a PC without DMA and interrupts."""

    def __init__(
        self, uc: unicorn.Uc, mode: Mode, blocks: Blocks, on_limit: Callable[[], None], on_failure: Failed
    ) -> None:
        self._uc = uc
        self._mode = mode
        self._counter = PlainCounter(blocks, on_limit, on_failure)
        self.counter: Counter = self._counter
        uc.hook_add(unicorn.UC_HOOK_BLOCK, self._counter.announce)

    def timer(self) -> I8254:
        """Return the interval timer."""
        return I8254()

    def bus_clock(self, cpu_hz: Fraction, bus_hz: Fraction | int) -> PlainBusClock:
        """Return the clock of the bus."""
        return PlainBusClock(cpu_hz, bus_hz)

    def cycles(self, level: Level, code: TimedCode, isa: IsaBus, guard: SignalGuard, fail: Failed) -> PlainCycles:
        """Return the accesses to the bus."""
        assert isa.dma is None
        assert isa.interrupts is None
        return PlainCycles(self._uc, self._mode, self._counter, level, code, isa, guard, fail)

    def watch_accesses(self, level: Level, width: int, timings: Iterable[Timing]) -> None:
        """Charge each bus cycle of an access after the first one."""
        at = {timing.address: timing for timing in timings}
        register = register_reader(self._uc)

        def access(uc: unicorn.Uc, kind: int, address: int, size: int, value: int, data: object) -> None:
            crossings = (address + size - 1) // width - address // width
            if crossings:
                pc = self._mode.linear(register)
                overlap = level.write_overlap(at[pc]) if kind == unicorn.UC_MEM_WRITE and pc in at else 0
                self._counter.wait(pc, crossings * level.crossing - overlap)

        for area in self._mode.ram:
            self._uc.hook_add(_ACCESSES, access, None, area.start, area.stop - 1)

    def watch_operands(self, timings: Iterable[Timing], ram: Iterable[Ram], *, multipliers: bool) -> None:
        """Charge instructions just before they run, by what their registers contain."""
        for timing in timings:
            if timing.by_cl or timing.unless or timing.search:
                self._before(timing, lambda timing=timing: self._by_register(timing))  # type: ignore[misc]  # a default
            if multipliers and timing.multiplier is not None:
                self._before(timing, lambda each=timing.multiplier: self._by_multiplier(each))  # type: ignore[misc]  # as above

    def cache(self, miss_clocks: int) -> PlainCache:
        """Return a simulated cache."""
        return PlainCache(self._counter, miss_clocks, self._mode, self._uc)

    def shorten_stores(self, code: Iterable[range]) -> object:
        """Do nothing: stores take Unicorn's usual path."""

    def _before(self, timing: Timing, clocks: Callable[[], int]) -> None:
        def charge(uc: unicorn.Uc, address: int, size: int, data: object) -> None:
            self._counter.wait(address, clocks())

        self._uc.hook_add(unicorn.UC_HOOK_CODE, charge, None, timing.address, timing.address)

    def _read(self, name: str) -> int:
        """Return the value of a register; 0 for none."""
        return int(self._uc.reg_read(getattr(x86, f"UC_X86_REG_{name.upper()}"))) if name else 0

    def _by_register(self, timing: Timing) -> int:
        if timing.by_cl:
            count = self._read("cl") & SHIFT_MASK
            return timing.by_cl * count if count else timing.unshifted
        if timing.search:
            return timing.search.each * passed(self._read(timing.search.register), timing)
        return 0 if holds(timing.condition, self._read("eflags")) else timing.unless

    def _by_multiplier(self, multiplier: Multiplier) -> int:
        return multiplier.early_out.clocks(self._value(multiplier), in_memory=multiplier.in_memory) - multiplier.mean

    def _value(self, multiplier: Multiplier) -> int:
        if multiplier.in_memory:
            index = self._read(multiplier.index) * multiplier.scale
            offset = self._read(multiplier.base) + index + multiplier.displacement
            address = (self._read(multiplier.segment) << 4) + (offset & multiplier.offset_mask)
            content = bytes(self._uc.mem_read(address, multiplier.bits // 8))
            return int.from_bytes(content, "little", signed=multiplier.signed)
        value = self._read(multiplier.register)
        sign = 1 << multiplier.bits - 1
        return value - 2 * sign if multiplier.signed and value & sign else value


class PlainPC(PC):
    """A PC whose accounting is the judge's."""

    def _new_accounting(self) -> Accounting:
        return PlainAccounting(self._uc, self._mode, self._blocks, self._out_of_clocks, self._block_failed)


PCS: dict[AccountingName, type[PC]] = {"native": PC, "plain": PlainPC}
"""The machine by its accounting."""


def passed(value: int, timing: Timing) -> int:
    """Return the number of clear bits of `value` that the BSF or BSR passes; all of its bits if it is 0."""
    assert timing.search is not None
    bits = timing.search.bits
    text = f"{value & (1 << bits) - 1:0{bits}b}"
    first = (text[::-1] if timing.text.startswith("bsf") else text).find("1")
    return bits if first < 0 else first


def holds(condition: int, flags: int) -> bool:
    """Return True if a condition of Jcc and SETcc holds (80386 Programmer's Reference Manual, appendix D)."""
    less = bool(flags & _SIGN) != bool(flags & _OVERFLOW)
    positive = (
        bool(flags & _OVERFLOW),
        bool(flags & _CARRY),
        bool(flags & _ZERO),
        bool(flags & (_CARRY | _ZERO)),
        bool(flags & _SIGN),
        bool(flags & _PARITY),
        less,
        bool(flags & _ZERO) or less,
    )[condition >> 1 & 7]
    return positive != bool(condition & 1)

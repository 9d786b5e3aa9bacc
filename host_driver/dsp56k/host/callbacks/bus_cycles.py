"""The CPU's bus cycles: accesses to ports and to the memory of boards.

Every access is charged at the clock of its begin in the running instruction; the two clocks (or, of a memory cycle, two
and the wait states) that its level already charged are subtracted. The byte cycles of a wider access follow each other
on the bus without the CPU: all are requested at the same clock. A word for a 16-bit board is one cycle.

`NativeCycles` computes times in native code, and calls Python only if a board must respond; a board may provide
consecutive bytes beforehand (`Burst`). `BusCycles` calls Python for each access: while a DMA channel or an interrupt
is enabled, for accesses of several bytes, and for a bus clock that native code cannot represent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import unicorn
from unicorn import x86_const as x86

from dsp56k.host._pc import BusClock as NativeClock
from dsp56k.host._pc import BusCycles as NativeAccess
from dsp56k.host._pc import CountedPorts
from dsp56k.host._pc import Timer as NativeTimer
from dsp56k.host.bus.isa_bus import PORTS, WORD_CYCLE, IsaBus
from dsp56k.host.callbacks.process_signals import SignalGuard
from dsp56k.host.callbacks.unicorn_hooks import (
    Ram,
    c_functions,
    code_pages,
    hook_ports,
    keep_pc_exact,
    map_boards,
    native_ram,
    register_reader,
    register_writer,
)
from dsp56k.host.clocks import Counter, Level, NativeCounter, TimedCode
from dsp56k.host.clocks.instruction_forms import Flow
from dsp56k.host.cpu_modes import ISA_MEMORY, Mode
from dsp56k.host.errors import MachineFaultError

_STRING_READS = ("movs", "rep movs", "lods", "rep lods")
_FLAT_MOVE = (x86.UC_X86_REG_ECX, x86.UC_X86_REG_ESI, x86.UC_X86_REG_EDI, x86.UC_X86_REG_EFLAGS, 0, 0)
_SEGMENTED_MOVE = (
    x86.UC_X86_REG_CX,
    x86.UC_X86_REG_SI,
    x86.UC_X86_REG_DI,
    x86.UC_X86_REG_EFLAGS,
    x86.UC_X86_REG_DS,
    x86.UC_X86_REG_ES,
)
"""The registers of MOVS: count, source, destination, flags, and the segments of both."""
_WORD = 2
_SHORTEST_BURST = 4
"""Minimum of consecutive bytes for which a burst is worth its request."""
_LONGEST_BURST = 0xFFFF
"""Maximum count of CX."""


class BusCycles:
    """Unicorn's callbacks of IN, OUT and the memory of boards.

    `fail` receives an error in one of them, and ends the run. `function` is the running one, for messages.
    """

    def __init__(
        self,
        uc: unicorn.Uc,
        mode: Mode,
        counter: Counter,
        level: Level,
        code: TimedCode,
        isa: IsaBus,
        guard: SignalGuard,
        fail: Callable[[BaseException], None],
    ) -> None:
        self.function = ""
        self._uc = uc
        self._counter = counter
        self._level = level
        self._isa = isa
        self._code = code
        self._guard = guard
        self._fail = fail
        self._mode = mode
        self._register = register_reader(uc)
        self._memory_reached = False
        self._keep: list[object] = []

    def _pc(self) -> int:
        """Return the linear address of the running instruction."""
        return self._mode.linear(self._register)

    def hook_ports(self) -> None:
        """Install the callbacks of ports."""

        def read(uc: unicorn.Uc, port: int, size: int, _: object) -> int:
            return self.access(port, size, None, False)

        def write(uc: unicorn.Uc, port: int, size: int, value: int, _: object) -> None:
            self.access(port, size, value, False)

        self._uc.hook_add(unicorn.UC_HOOK_INSN, read, None, 1, 0, x86.UC_X86_INS_IN)
        self._uc.hook_add(unicorn.UC_HOOK_INSN, write, None, 1, 0, x86.UC_X86_INS_OUT)

    def move_strings(self, ram: Iterable[Ram], code: Iterable[range]) -> None:
        """See Cycles."""

    def begin(self, function: str) -> None:
        """Prepare a run of `function`.

        The memory of boards is mapped at the first run in which there is any: it slows down every access to memory.
        """
        self.function = function
        if self._isa.has_memory and not self._memory_reached:
            self._memory_reached = True
            self._map_memory()
            self._keep.append(keep_pc_exact(self._uc, ISA_MEMORY))
            self._uc.ctl_flush_tb()  # type: ignore[attr-defined]  # mypy sees the class for Python 2

    def finish(self) -> None:
        """Finish a run: boards get all pending data."""

    def _map_memory(self) -> None:
        def read(uc: unicorn.Uc, offset: int, size: int, _: object) -> int:
            return self.access(offset, size, None, True)

        def write(uc: unicorn.Uc, offset: int, size: int, value: int, _: object) -> None:
            self.access(offset, size, value, True)

        self._uc.mmio_map(ISA_MEMORY.start, len(ISA_MEMORY), read, None, write, None)

    def access(self, place: int, size: int, value: int | None, memory: bool) -> int:
        """Run the byte cycles of an access at a port, or at an offset of the boards' memory.

        Args:
            place: port or offset.
            size: bytes.
            value: value to be written; None for a read.
            memory: True for memory.

        Returns:
            The value read.
        """
        isa, read = self._isa, 0
        try:
            self._guard.interruptible = True
            pc = self._pc()
            if memory and value is None and size != 1:
                self._check_wide_read(pc, ISA_MEMORY.start + place, size)
            asked = self._counter.clocks + self._counter.node.access[pc][value is not None]
            start = end = asked if isa.dma is None else isa.dma.granted(asked)
            whole = self._word(place, value, start) if size == _WORD and not memory else None
            if whole is not None:
                read, end = whole
            for position in range(size if whole is None else 0):
                at = ISA_MEMORY.start + place + position if memory else (place + position) % PORTS
                if value is None:
                    byte, end = isa.read_memory(at, start) if memory else isa.read_port(at, start)
                    read |= byte << 8 * position
                else:
                    byte = value >> 8 * position & 0xFF
                    end = isa.write_memory(at, byte, start) if memory else isa.write_port(at, byte, start)
            if isa.dma is not None:
                isa.dma.released(end)
            isa.busy_until = end
            self._counter.wait(pc, max(0, end - asked - self._level.data_cycle(port=not memory)))
            self._guard.interruptible = False
        except BaseException as failure:  # noqa: BLE001 - re-raised by PC.run()
            self._fail(failure)
            return 0
        return read

    def _word(self, port: int, value: int | None, start: int) -> tuple[int, int] | None:
        """Run the cycle of a word of a 16-bit board; return the value read, and the CPU clock at its end."""
        if value is None:
            return self._isa.read_word(port, start)
        end = self._isa.write_word(port, value, start)
        return None if end is None else (0, end)

    def _check_wide_read(self, pc: int, address: int, size: int) -> None:
        """Refuse a wide read unless it is certain that the program requested it.

        Unicorn turns an unaligned read into two wider aligned ones, whose extra bytes would reach the board. A string
        instruction has its address in (E)SI; the width of the others is unknown.
        """
        string = self._code.at[pc].row in _STRING_READS
        if not string or address not in self._mode.string_sources(self._register):
            raise MachineFaultError(
                f"{size}-byte read of a board's memory at {pc:#x}: byte reads and aligned string moves only",
                pc=pc,
                function=self.function,
            )


class NativeCycles(BusCycles):
    """Bus cycles with native callbacks, whose methods are in `_pc.pyi`.

    They call `starts`, `slot`, `access` and `failed`.
    """

    def __init__(self, clock: NativeClock, uc: unicorn.Uc, mode: Mode, counter: NativeCounter, *parts: Any) -> None:
        super().__init__(uc, mode, counter, *parts)
        self._clock = clock
        functions = c_functions(uc, segmented=mode.segmented)
        charged = self._level.data_cycle(port=True), self._level.data_cycle(port=False)
        self._cycles = NativeAccess(counter.native, clock, self, self._guard, functions, charged)
        self._isa.on_attach = self._cycles.forget

    def hook_ports(self) -> None:
        """See BusCycles."""
        hook_ports(self._uc, self._cycles.callbacks())

    def move_strings(self, ram: Iterable[Ram], code: Iterable[range]) -> None:
        """See Cycles."""
        pages = [(pages.start, pages.stop) for pages in code_pages(code)]
        registers = _SEGMENTED_MOVE if self._mode.segmented else _FLAT_MOVE
        self._cycles.move_strings(registers, register_writer(self._uc), ISA_MEMORY.start, native_ram(ram), pages)

    def finish(self) -> None:
        """See BusCycles."""
        try:
            self._cycles.finish()
        except BaseException as failure:  # noqa: BLE001 - re-raised by PC.run()
            self._fail(failure)

    def _map_memory(self) -> None:
        map_boards(self._uc, ISA_MEMORY, self._cycles.callbacks())

    def starts(self, pc: int) -> tuple[int, int, bool]:
        """Return the begin of reads and of writes of the instruction at `pc` of the current block.

        They count from the charged clocks. The last value is whether it is repeated a known number of times.
        """
        return *self._counter.node.access[pc], self._code.at[pc].flow is Flow.REPEAT

    def begin(self, function: str) -> None:
        """See BusCycles."""
        super().begin(function)
        if self._isa.dma is not None:
            # Boards that were attached since the last access in native code get the bus from its end onwards.
            self._isa.dma.released(self._clock.last_end)
        self._cycles.arbitrate(self._isa.is_arbitrated)

    def slot(
        self, address: int, memory: bool
    ) -> tuple[int, int, int, int, int, int | None, tuple[Any, Any, Any], object | None] | None:
        """Return the slot at a port or an offset of the boards' memory; None for an arbiter of the bus.

        It consists of its first and last address, base of its offsets, bus clocks of a cycle and of its recovery,
        bus clocks of the cycle of a word, None if that takes two, functions that read, write and request consecutive
        bytes, and the board itself if it is native.
        """
        word_clocks = None
        if memory:
            addresses, slot = self._isa.memory_slot(ISA_MEMORY.start + address)
            start, stop = addresses.start - ISA_MEMORY.start, addresses.stop - ISA_MEMORY.start
            # An offset where no board responds is of no importance, but the native code requires a natural number.
            base = max(0, slot.first - ISA_MEMORY.start)
            recovery = 0
        else:
            slot = self._isa.port_slot(address)
            if self._isa.is_arbiter(slot.device):
                return None
            start, stop, base, recovery = address, address + 1, slot.first, self._isa.timing.recovery
            word_clocks = WORD_CYCLE if slot.words else None
        device = slot.device
        burst = getattr(device, "burst", None) if memory else None

        def stream(write: bool) -> tuple[int, int, bytes, int, Any] | None:
            left = self._register(x86.UC_X86_REG_CX) - 1 & _LONGEST_BURST
            found = burst(left, write=write) if burst is not None and left >= _SHORTEST_BURST else None
            if found is None:
                return None
            return base + found.offsets.start, base + found.offsets.stop, found.data, found.most, found.finish

        in_a_row = None if burst is None else stream
        is_native = isinstance(device, NativeTimer) or (isinstance(device, CountedPorts) and device.is_native)
        native = device if is_native and not memory else None
        functions = device.read, device.write, in_a_row
        return start, stop, base, slot.clocks, recovery, word_clocks, functions, native

    def access(self, place: int, size: int, value: int | None, memory: bool) -> int:
        """See BusCycles. The access may enable or disable DMA channels and interrupts."""
        read = super().access(place, size, value, memory)
        self._cycles.arbitrate(self._isa.is_arbitrated)
        return read

    def failed(self, failure: BaseException) -> None:
        """Report an error in an access."""
        self._fail(failure)

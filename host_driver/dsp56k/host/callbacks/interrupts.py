"""Interrupts by boards and by INT, which Unicorn does not have.

The CPU leads, as it does at accesses: every `QUANTUM` clocks, while any input of the controller is unmasked, all boards
are brought forward to the CPU's time, and a request interrupts the program between two blocks. The block that would
have come is charged when it runs, after the handler; a profile counts it twice.

The CPU then (Intel, 80386 Programmer's Reference Manual, chapter 9) pushes FLAGS, CS and EIP, clears IF, and continues
at the gate's address, in the clocks of INT by an interrupt gate of the same privilege; in real mode it pushes words,
and continues at the far address of the vector. Before that are two acknowledge cycles, for each of which the AT's bus
takes as long as for an 8-bit board (our assumption).

INT n does the same without acknowledge cycles; its clocks are those of the instruction.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Protocol

import unicorn
from unicorn import x86_const as x86

from dsp56k.emu.timeline import Clock
from dsp56k.host.bus.i8259 import I8259
from dsp56k.host.bus.isa_bus import IsaBus
from dsp56k.host.clocks import Counter
from dsp56k.host.errors import MachineFaultError

QUANTUM = 64
"""CPU clocks between two checks of the boards: 3.2 us at 20 MHz.

A request waits no longer, except for a block's end.
"""
IDT, GDT = 0x0000, 0x0800
"""Linear addresses of the tables of a DOS extender: 256 gates; nothing, code, data."""
_CODE, _DATA = 0x08, 0x10
_IF = 0x200
_WORD = 0xFFFF
_GATE, _GATE_BYTES = 0x8E, 8
"""An interrupt gate of 32 bits, present, for privilege 0."""
_FLAT = bytes.fromhex("ffff0000 009b cf00"), bytes.fromhex("ffff0000 0093 cf00")
_FRAME = struct.Struct("<III")
_REAL_FRAME = struct.Struct("<HHH")
_FAR = struct.Struct("<HH")
_ACKNOWLEDGE_CYCLES = 2
EXCEPTIONS = range(0x20)
"""Vectors of the CPU's own exceptions (80386 Programmer's Reference Manual, 9.1); INT may have the others."""


class Entry(Protocol):
    """The entry of a handler in a mode of the CPU; addresses are linear."""

    def begin(self, uc: unicorn.Uc) -> None:
        """Prepare a run of a program."""

    def enter(self, uc: unicorn.Uc, vector: int, address: int) -> int | None:
        """Push the flags and the address that IRET returns to; return the handler's address, or None without one."""


class FlatEntry(Entry):
    """The entry by the gates of a DOS extender."""

    def begin(self, uc: unicorn.Uc) -> None:
        """Set the tables' registers, and segments that IRETD can return to."""
        uc.mem_write(GDT, bytes(8) + b"".join(_FLAT))
        uc.reg_write(x86.UC_X86_REG_GDTR, (0, GDT, 8 * (1 + len(_FLAT)) - 1, 0))
        uc.reg_write(x86.UC_X86_REG_CS, _CODE)
        for register in (x86.UC_X86_REG_SS, x86.UC_X86_REG_DS, x86.UC_X86_REG_ES):
            uc.reg_write(register, _DATA)

    def enter(self, uc: unicorn.Uc, vector: int, address: int) -> int | None:
        """Push EFLAGS, CS and EIP."""
        low, selector, kind, high = struct.unpack("<HHxBH", uc.mem_read(IDT + _GATE_BYTES * vector, _GATE_BYTES))
        if kind != _GATE or selector != _CODE:
            return None
        top = uc.reg_read(x86.UC_X86_REG_ESP) - _FRAME.size
        uc.mem_write(top, _FRAME.pack(address, _CODE, uc.reg_read(x86.UC_X86_REG_EFLAGS)))
        uc.reg_write(x86.UC_X86_REG_ESP, top)
        return int(high << 16 | low)


class RealEntry(Entry):
    """The entry by the vectors of real mode."""

    def begin(self, uc: unicorn.Uc) -> None:
        """Do nothing: the vectors are at address 0."""

    def enter(self, uc: unicorn.Uc, vector: int, address: int) -> int | None:
        """Push FLAGS, CS and IP."""
        offset, segment = _FAR.unpack(uc.mem_read(_FAR.size * vector, _FAR.size))
        if not offset and not segment:
            return None
        code, flags = uc.reg_read(x86.UC_X86_REG_CS), uc.reg_read(x86.UC_X86_REG_EFLAGS) & _WORD
        top = uc.reg_read(x86.UC_X86_REG_SP) - _REAL_FRAME.size & _WORD
        uc.mem_write((uc.reg_read(x86.UC_X86_REG_SS) << 4) + top, _REAL_FRAME.pack(address - (code << 4), code, flags))
        uc.reg_write(x86.UC_X86_REG_SP, top)
        uc.reg_write(x86.UC_X86_REG_CS, segment)
        return int((segment << 4) + offset)


def enter_handler(entry: Entry, uc: unicorn.Uc, vector: int, address: int) -> int:
    """Push the return address, clear IF, and return the handler's address.

    Raises:
        MachineFaultError: the vector has no handler.
    """
    handler = entry.enter(uc, vector, address)
    if handler is None:
        raise MachineFaultError(f"interrupt ${vector:02X} has no handler", number=vector)
    uc.reg_write(x86.UC_X86_REG_EFLAGS, uc.reg_read(x86.UC_X86_REG_EFLAGS) & ~_IF)
    return handler


class Interrupts:
    """Checks of the boards, and the entry of a handler.

    Args:
        entry: how the CPU's mode enters a handler.
        clocks: clocks of the CPU that this takes.
        address: the address of the running instruction.
    """

    def __init__(
        self,
        uc: unicorn.Uc,
        counter: Counter,
        clock: Clock,
        isa: IsaBus,
        controller: I8259,
        *,
        entry: Entry,
        clocks: int,
        address: Callable[[], int],
    ) -> None:
        self._uc, self._counter, self._clock, self._isa = uc, counter, clock, isa
        self._controller = controller
        self._entry, self._clocks, self._address = entry, clocks, address
        self._stopped = False

    def begin(self) -> None:
        """Prepare a run of a program."""
        self._stopped = False

    @property
    def armed(self) -> bool:
        """True if boards have to be checked."""
        return self._controller.armed

    def look(self) -> None:
        """Check the boards at the begin of a charged block: they may take the bus, and may stop the program."""
        counter = self._counter
        start = counter.clocks - self._block()
        if not self._isa.is_arbitrated or start < self._isa.busy_until:
            # The program has disabled all boards since, or the CPU continues while its last write is on the bus.
            return
        dma = self._isa.dma
        if dma is not None:
            free = dma.granted(start)
            dma.released(free)
            counter.wait(self._address(), free - start)
            start = free
        if self._controller.pending(self._clock.time_of(start)) and self._uc.reg_read(x86.UC_X86_REG_EFLAGS) & _IF:
            self._stopped = True
            self._uc.emu_stop()

    def enter(self) -> int | None:
        """Return the handler's address after a stop for an interrupt; None after any other.

        Raises MachineFaultError if there is no handler.
        """
        if not self._stopped:
            return None
        self._stopped = False
        uc, counter = self._uc, self._counter
        address = self._address()
        counter.wait(address, -self._block())
        start = end = counter.clocks
        for _ in range(_ACKNOWLEDGE_CYCLES):
            _, end = self._isa.clock.cycle(end, self._isa.timing.cycle, 0)
        vector = self._controller.acknowledge()
        handler = enter_handler(self._entry, uc, vector, address)
        counter.wait(handler, end - start + self._clocks)
        return handler

    def _block(self) -> int:
        """Return the clocks that the block has been charged which has just been announced."""
        return sum(self._counter.node.spent.values())

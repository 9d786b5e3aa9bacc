"""The modes of the CPU: 32-bit flat mode, as under a DOS extender, and 16-bit real mode, as under DOS.

Each has a memory map and a calling convention.

Both are cdecl: each argument takes 32 bits of the stack, the first one lowest, the return address below it; the caller
pops. Boards of the ISA bus are between $A0000 and $FFFFF, conventional RAM below.

    flat32  0x0010_0000  the program (512 KB)
            0x0018_0000  stack (512 KB, grows down from its end)
            0x0020_0000  data (2 MB)

A pointer is its linear address; the value is returned in EAX.

    real16  0x0_0000  RAM that nothing uses (the vectors' and the BIOS's)
            0x1_0000  the program's segment: CS, DS, ES and SS point to it, as to that of a DOS .COM program. Code,
                      constants and variables from offset $100, up to $EFFF; the stack grows down from $FFF0
            0x2_0000  nothing: an access to a word at offset $FFFF of the program's segment ends here, as it would on a
                      286 or 386
            0x3_0000  data (448 KB)

A pointer is a far one, offset below segment, with an offset of 0 to 15; other arguments have their low word first. A
function is called near: it ends with RET. Its value is returned in DX:AX.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.errors import HostError
from dsp56k.lib.operands import require_int
from dsp56k.system.text import described

ModeName = Literal["flat32", "real16"]

CONVENTIONAL = range(0x000A_0000)
ISA_MEMORY = range(0x000A_0000, 0x0010_0000)

_ARGUMENT = range(-(1 << 31), 1 << 32)
"""Signed or unsigned, 32 bits."""
_SPARE = 16
"""Bytes of the stack above the arguments."""
_FLAGS = 2
"""EFLAGS at the start of a function: the bit that is always set."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """An argument that is the linear address of something in memory."""

    address: int


StackArgument = int | Pointer


class Mode(Protocol):
    """The properties of a PC that depend on its mode.

    Attributes:
        name: "flat32" or "real16".
        bits: bits of operands and addresses without prefixes.
        engine: Unicorn's number of the mode.
        segmented: True if addresses are offsets in segments.
        base: linear address of a program's base.
        program: linear addresses that a program may take.
        ram: all of the memory, in areas.
        data: the area of programs' data.
        return_address: linear address to which a function returns; nothing runs there.
    """

    name: ModeName
    bits: int
    engine: int
    segmented: bool
    base: int
    program: range
    ram: tuple[range, ...]
    data: range
    return_address: int

    def slot(self, argument: StackArgument) -> bytes:
        """Return the four bytes of an argument; raise HostError if it does not fit."""

    def begin(self, uc: unicorn.Uc, arguments: tuple[StackArgument, ...]) -> None:
        """Put a call's frame on the stack and set the registers; raise HostError for an argument that does not fit."""

    def value(self, uc: unicorn.Uc) -> int:
        """Return the value of a function, 32 bits, unsigned."""

    def linear(self, read: Callable[[int], int]) -> int:
        """Return the linear address of the running instruction.

        `read` returns the register of a number of Unicorn's.
        """

    def string_sources(self, read: Callable[[int], int]) -> set[int]:
        """Return linear addresses, one of which a string instruction reads."""


class Flat32(Mode):
    """32-bit flat mode, with the right to use ports."""

    name = "flat32"
    bits = 32
    engine = unicorn.UC_MODE_32
    segmented = False
    base = 0
    program = range(0x0010_0000, 0x0018_0000)
    stack = range(0x0018_0000, 0x0020_0000)
    data = range(0x0020_0000, 0x0040_0000)
    ram = (CONVENTIONAL, program, stack, data)
    return_address = 0x0050_0000

    def slot(self, argument: StackArgument) -> bytes:
        """Return the bytes of a number, or of a linear address."""
        return _doubleword(argument.address if isinstance(argument, Pointer) else argument)

    def begin(self, uc: unicorn.Uc, arguments: tuple[StackArgument, ...]) -> None:
        """Push the return address and the arguments."""
        frame = b"".join(self.slot(argument) for argument in (self.return_address, *arguments))
        top = self.stack.stop - _SPARE - len(frame)
        uc.mem_write(top, frame)
        uc.reg_write(x86.UC_X86_REG_ESP, top)
        uc.reg_write(x86.UC_X86_REG_EFLAGS, _FLAGS)

    def value(self, uc: unicorn.Uc) -> int:
        """Return EAX."""
        return int(uc.reg_read(x86.UC_X86_REG_EAX))

    def linear(self, read: Callable[[int], int]) -> int:
        """Return EIP."""
        return read(x86.UC_X86_REG_EIP) & 0xFFFF_FFFF

    def string_sources(self, read: Callable[[int], int]) -> set[int]:
        """Return ESI."""
        return {read(x86.UC_X86_REG_ESI) & 0xFFFF_FFFF}


class Real16(Mode):
    """16-bit real mode."""

    name = "real16"
    bits = 16
    engine = unicorn.UC_MODE_16
    segmented = True
    base = 0x1_0000
    program = range(base + 0x100, base + 0xF000)
    stack_top = base + 0xFFF0
    data = range(0x3_0000, CONVENTIONAL.stop)
    ram = (range(0x2_0000), data)
    return_address = base
    """Offset 0, to which a .COM program returns under DOS."""

    def slot(self, argument: StackArgument) -> bytes:
        """Return the bytes of a number, or of a far pointer with minimum offset: most of its segment follows it."""
        if not isinstance(argument, Pointer):
            return _doubleword(argument)
        address = require_int("argument", argument.address)
        if not 0 <= address < ISA_MEMORY.stop:
            raise HostError(f"pointer is {described(address)}: real mode reaches the first megabyte", argument=address)
        return _doubleword(address >> 4 << 16 | address & 0xF)

    def begin(self, uc: unicorn.Uc, arguments: tuple[StackArgument, ...]) -> None:
        """Push a near return address, offset 0, and the arguments."""
        frame = bytes(2) + b"".join(self.slot(argument) for argument in arguments)
        top = self.stack_top - len(frame)
        uc.mem_write(top, frame)
        for register in _SEGMENT_REGISTERS:
            uc.reg_write(register, self.base >> 4)
        uc.reg_write(x86.UC_X86_REG_ESP, top - self.base)
        uc.reg_write(x86.UC_X86_REG_EFLAGS, _FLAGS)

    def value(self, uc: unicorn.Uc) -> int:
        """Return DX:AX."""
        return int(uc.reg_read(x86.UC_X86_REG_DX)) << 16 | int(uc.reg_read(x86.UC_X86_REG_AX))

    def linear(self, read: Callable[[int], int]) -> int:
        """Return CS:IP as a linear address."""
        return ((read(x86.UC_X86_REG_CS) & 0xFFFF) << 4) + (read(x86.UC_X86_REG_IP) & 0xFFFF)

    def string_sources(self, read: Callable[[int], int]) -> set[int]:
        """Return SI in each segment: a prefix may select any."""
        offset = read(x86.UC_X86_REG_SI) & 0xFFFF
        return {((read(register) & 0xFFFF) << 4) + offset for register in _SEGMENT_REGISTERS}


MODES: dict[ModeName, Mode] = {"flat32": Flat32(), "real16": Real16()}

_SEGMENT_REGISTERS = (
    x86.UC_X86_REG_CS,
    x86.UC_X86_REG_DS,
    x86.UC_X86_REG_ES,
    x86.UC_X86_REG_SS,
    x86.UC_X86_REG_FS,
    x86.UC_X86_REG_GS,
)


def _doubleword(argument: int) -> bytes:
    """Return the bytes of an argument that is a number."""
    number = require_int("argument", argument)
    if number not in _ARGUMENT:
        raise HostError(
            f"argument must be an integer of 32 bits, signed or unsigned, got {described(number)}", argument=number
        )
    return (number & 0xFFFF_FFFF).to_bytes(4, "little")

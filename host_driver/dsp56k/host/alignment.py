"""Accesses to RAM that cross a double word: a 32-bit bus makes them in two cycles.

Source: 80386 Programmer's Reference Manual, section 2.2 (transfers are of double words at addresses divisible by four;
misaligned operands take extra memory cycles); row `misaligned operand` of x86-clocks.csv. A word within a double word
takes one cycle wherever it lies.

The CPU is held for the second cycle of a write, too: at most the wait states are too many, for the bus unit posts
writes. Unicorn tells of accesses slowly, the more so the longer its blocks are, for it looks up each instruction:
programs known to make none do without (`Program.aligned`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.hooks import c_functions, hook_natively

BUS_WIDTH = 4
"""Bytes of a bus cycle of the 386DX and the i486."""
_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE


def watch_alignment(uc: Any, counter: Counter, cycle: int, ram: Iterable[range]) -> None:
    """Charge each access to `ram` the `cycle` clocks (Level.crossing) of every bus cycle beyond its first."""

    def access(uc: Any, kind: int, address: int, size: int, value: int, data: object) -> None:
        del kind, value, data
        further = (address % BUS_WIDTH + size - 1) // BUS_WIDTH
        if further:
            counter.wait(uc.reg_read(x86.UC_X86_REG_EIP), further * cycle)

    functions = c_functions(uc)
    for area in ram:
        if isinstance(counter, NativeCounter) and functions is not None:
            hook_natively(uc, _ACCESSES, *counter.alignment(cycle, functions), area)
        else:
            uc.hook_add(_ACCESSES, access, None, area.start, area.stop - 1)

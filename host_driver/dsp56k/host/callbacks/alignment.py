"""Accesses to RAM that cross a multiple of the bus's width: it makes them in two cycles.

Source: 80386 Programmer's Reference Manual, section 2.2 (transfers are of double words at addresses divisible by four;
misaligned operands take extra memory cycles); row `misaligned operand` of x86-clocks.csv. A word within a double word
takes one cycle wherever it lies.

The CPU is held for the second cycle of a write, too: at most the wait states are too many, for the bus unit posts
writes. Unicorn reports accesses slowly, the more so the longer its blocks are, as it looks up each instruction:
programs known to make none do without (`Program.aligned`).
"""

from __future__ import annotations

import unicorn

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively, register_reader
from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.modes import Mode

_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE


def watch_alignment(uc: unicorn.Uc, counter: Counter, cycle: int, width: int, mode: Mode) -> None:
    """Charge each access to RAM the `cycle` clocks (Level.crossing) of every bus cycle of `width` bytes beyond its
    first.
    """
    register = register_reader(uc)

    def access(uc: unicorn.Uc, kind: int, address: int, size: int, value: int, data: object) -> None:
        del uc, kind, value, data
        further = (address % width + size - 1) // width
        if further:
            counter.wait(mode.linear(register), further * cycle)

    functions = c_functions(uc, segmented=mode.segmented)
    for area in mode.ram:
        if isinstance(counter, NativeCounter) and functions is not None:
            hook_natively(uc, _ACCESSES, *counter.alignment(cycle, width, functions), area)
        else:
            uc.hook_add(_ACCESSES, access, None, area.start, area.stop - 1)

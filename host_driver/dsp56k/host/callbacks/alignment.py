"""Accesses to RAM that cross a multiple of the bus's width: it makes them in two cycles.

Source: 80386 Programmer's Reference Manual, section 2.2 (transfers are of double words at addresses divisible by four;
misaligned operands take extra memory cycles); entry `misaligned operand` of x86-clocks.csv. A word within a double word
takes one cycle at any offset.

At level `three-units` a write's second cycle overlaps the next instruction (Level.write_overlap). At the others the
CPU waits for it: at most the wait states are too many. Unicorn reports accesses slowly, the more so the longer its
blocks are, as it looks up each instruction: programs known to make none do without (`Program.aligned`).
"""

from __future__ import annotations

from collections.abc import Iterable

import unicorn

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively
from dsp56k.host.clocks import Level, NativeCounter
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.cpu_modes import Mode

_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE


def watch_alignment(
    uc: unicorn.Uc, counter: NativeCounter, level: Level, width: int, mode: Mode, timings: Iterable[Timing]
) -> None:
    """Charge each access to RAM by an instruction of `timings` the clocks of its bus cycles after the first one.

    A bus cycle has `width` bytes; `level` gives its clocks.
    """
    overlaps = {timing.address: overlap for timing in timings if (overlap := level.write_overlap(timing))}
    functions = c_functions(uc, segmented=mode.segmented)
    for area in mode.ram:
        hook_natively(uc, _ACCESSES, *counter.alignment(level.crossing, width, overlaps, functions), area)

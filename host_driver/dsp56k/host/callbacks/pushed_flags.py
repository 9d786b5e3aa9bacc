"""PUSHF on a 286: bits 12 to 15 of the flags are 0 in real mode, whatever POPF loaded.

Intel's AP-485 distinguishes the processors by them. Unicorn keeps them as a 386 does.
"""

from __future__ import annotations

from collections.abc import Iterable

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.clocks.instruction_forms import Timing

_ROW = "pushf"
_HIGH_BYTE = 0x0F
"""Mask of the flags' upper byte."""


def clear_pushed_flags(uc: unicorn.Uc, timings: Iterable[Timing]) -> set[int]:
    """Clear the upper bits of the flags that each PUSHF among `timings` has pushed, at the instruction after it.

    The result has the addresses of those that have run and whose next instruction has not: none between two runs.
    """
    pushed: set[int] = set()
    for timing in timings:
        if timing.row == _ROW:
            _watch(uc, timing.address, timing.address + timing.size, pushed)
    return pushed


def _watch(uc: unicorn.Uc, pushf: int, following: int, pushed: set[int]) -> None:

    def push(uc: unicorn.Uc, address: int, size: int, data: object) -> None:
        del uc, address, size, data
        pushed.add(pushf)

    def clear(uc: unicorn.Uc, address: int, size: int, data: object) -> None:
        del address, size, data
        if pushf in pushed:
            pushed.remove(pushf)
            stack, offset = uc.reg_read(x86.UC_X86_REG_SS) << 4, uc.reg_read(x86.UC_X86_REG_SP)
            place = stack + (offset + 1 & 0xFFFF)
            uc.mem_write(place, bytes([uc.mem_read(place, 1)[0] & _HIGH_BYTE]))

    uc.hook_add(unicorn.UC_HOOK_CODE, push, None, pushf, pushf)
    uc.hook_add(unicorn.UC_HOOK_CODE, clear, None, following, following)

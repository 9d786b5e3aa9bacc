"""MUL and IMUL by their operands: 386 and i486 stop early where the multiplier is small.

A block is charged the mean of random multipliers; just before each multiplication the difference to its own is added.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.clocks.forms import Multiplier, Timing
from dsp56k.host.hooks import c_functions, hook_natively

_SIZES = range(33)
"""ceil(log2) of the absolute value of a multiplier of up to 32 bits; zero counts as one."""


def watch_multiplications(uc: Any, counter: Counter, timings: Iterable[Timing]) -> None:
    """Charge each multiplication among `timings` what its own multiplier takes."""
    for timing in timings:
        if timing.multiplier is not None:
            _watch(uc, counter, timing.address, timing.multiplier)


def _watch(uc: Any, counter: Counter, address: int, multiplier: Multiplier) -> None:
    clocks = multiplier.early_out.clocks
    corrections = [clocks(1 << size, in_memory=multiplier.in_memory) - multiplier.mean for size in _SIZES]
    functions = c_functions(uc, segmented=bool(multiplier.segment))
    if isinstance(counter, NativeCounter) and functions is not None:
        operand: tuple[int, int, tuple[int, int, int, int] | None]
        if multiplier.in_memory:
            displacement, mask = multiplier.displacement & 0xFFFF_FFFF, multiplier.offset_mask
            memory = multiplier.scale, displacement, _number(multiplier.segment), mask
            operand = _number(multiplier.base), _number(multiplier.index), memory
        else:
            operand = _number(multiplier.register), 0, None
        callback = counter.multiplication(address, operand, multiplier.bits, multiplier.signed, corrections, functions)
        hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(address, address + 1))
        return

    def correct(uc: Any, address: int, size: int, data: object) -> None:
        del size, data
        counter.wait(address, corrections[max(abs(_value(uc, multiplier)) - 1, 0).bit_length()])

    uc.hook_add(unicorn.UC_HOOK_CODE, correct, None, address, address)


def _number(name: str) -> int:
    """Unicorn's number of a register; 0 for none."""
    return int(getattr(x86, f"UC_X86_REG_{name.upper()}")) if name else 0


def _value(uc: Any, multiplier: Multiplier) -> int:
    def register(name: str) -> int:
        return int(uc.reg_read(_number(name))) if name else 0

    if multiplier.in_memory:
        offset = register(multiplier.base) + register(multiplier.index) * multiplier.scale + multiplier.displacement
        address = (register(multiplier.segment) << 4) + (offset & multiplier.offset_mask)
        value = int.from_bytes(uc.mem_read(address, multiplier.bits // 8), "little")
    else:
        value = register(multiplier.register)
    sign = 1 << multiplier.bits - 1
    return value - 2 * sign if multiplier.signed and value & sign else value

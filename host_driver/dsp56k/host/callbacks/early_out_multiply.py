"""Early-out multiplication: MUL and IMUL of 386 and i486 stop early if the multiplier is small.

A block is charged the mean of random multipliers; just before each multiplication the difference to its own is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.callbacks.unicorn_hooks import Ram, c_functions, hook_natively
from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.clocks.counters import Multiplication
from dsp56k.host.clocks.forms import Multiplier, Timing

_SIZES = range(33)
"""ceil(log2) of the absolute value of a multiplier of up to 32 bits; zero counts as one."""


_NEAR = 64
"""Maximum distance in bytes of multiplications that share a hook, if there are more than `_FEW`."""
_FEW = 16
"""Up to this number separate hooks are faster than a test of each instruction between: four took half the time."""


def watch_multiplications(uc: unicorn.Uc, counter: Counter, timings: Iterable[Timing], ram: Iterable[Ram]) -> None:
    """Charge each multiplication among `timings` by its multiplier. `ram` is the result of `map_ram`."""
    areas = [(area.addresses.start, len(area.addresses), area.host) for area in ram]
    found = [(timing.address, timing.multiplier) for timing in timings if timing.multiplier is not None]
    for run in _runs(sorted(found, key=lambda one: one[0])):
        functions = c_functions(uc, segmented=bool(run[0][1].segment))
        if isinstance(counter, NativeCounter) and functions is not None:
            every = [_native(address, multiplier) for address, multiplier in run]
            callback = counter.multiplications(every, functions, areas)
            hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(run[0][0], run[-1][0] + 1))
        else:
            for address, multiplier in run:
                _watch(uc, counter, address, multiplier)


def _runs(found: list[tuple[int, Multiplier]]) -> Iterator[list[tuple[int, Multiplier]]]:
    """Yield groups of multiplications that are near each other."""
    run: list[tuple[int, Multiplier]] = []
    near = _NEAR if len(found) > _FEW else 0
    for address, multiplier in found:
        if run and (address - run[-1][0] > near or bool(multiplier.segment) != bool(run[-1][1].segment)):
            yield run
            run = []
        run.append((address, multiplier))
    if run:
        yield run


def _corrections(multiplier: Multiplier) -> list[int]:
    clocks = multiplier.early_out.clocks
    return [clocks(1 << size, in_memory=multiplier.in_memory) - multiplier.mean for size in _SIZES]


def _native(address: int, multiplier: Multiplier) -> Multiplication:
    operand: tuple[int, int, tuple[int, int, int, int] | None]
    if multiplier.in_memory:
        displacement, mask = multiplier.displacement & 0xFFFF_FFFF, multiplier.offset_mask
        memory = multiplier.scale, displacement, _number(multiplier.segment), mask
        operand = _number(multiplier.base), _number(multiplier.index), memory
    else:
        operand = _number(multiplier.register), 0, None
    return address, operand, multiplier.bits, multiplier.signed, _corrections(multiplier)


def _watch(uc: unicorn.Uc, counter: Counter, address: int, multiplier: Multiplier) -> None:
    corrections = _corrections(multiplier)

    def correct(uc: unicorn.Uc, address: int, size: int, data: object) -> None:
        del size, data
        counter.wait(address, corrections[max(abs(_value(uc, multiplier)) - 1, 0).bit_length()])

    uc.hook_add(unicorn.UC_HOOK_CODE, correct, None, address, address)


def _number(name: str) -> int:
    """Return Unicorn's number of a register; 0 for none."""
    return int(getattr(x86, f"UC_X86_REG_{name.upper()}")) if name else 0


def _value(uc: unicorn.Uc, multiplier: Multiplier) -> int:
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

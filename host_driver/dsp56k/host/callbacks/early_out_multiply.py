"""Early-out multiplication: MUL and IMUL of 386 and i486 stop early if the multiplier is small.

A block is charged the mean of random multipliers; just before each multiplication the difference to its own is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.callbacks.unicorn_hooks import Ram, c_functions, hook_natively
from dsp56k.host.clocks import NativeCounter
from dsp56k.host.clocks.counters import Multiplication
from dsp56k.host.clocks.instruction_forms import Multiplier, Timing

_SIZES = range(33)
"""ceil(log2) of the absolute value of a multiplier of up to 32 bits; zero counts as one."""


_NEAR = 64
"""Maximum distance in bytes of multiplications that share a hook, if there are more than `_FEW`."""
_FEW = 16
"""Up to this number separate hooks are faster than a test of each instruction between: four took half the time."""


def watch_multiplications(
    uc: unicorn.Uc, counter: NativeCounter, timings: Iterable[Timing], ram: Iterable[Ram]
) -> None:
    """Charge each multiplication among `timings` by its multiplier. `ram` is the result of `map_ram`."""
    areas = [(area.addresses.start, len(area.addresses), area.host) for area in ram]
    found = [(timing.address, timing.multiplier) for timing in timings if timing.multiplier is not None]
    for run in _runs(sorted(found, key=lambda one: one[0])):
        functions = c_functions(uc, segmented=bool(run[0][1].segment))
        every = [_native(address, multiplier) for address, multiplier in run]
        callback = counter.multiplications(every, functions, areas)
        hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(run[0][0], run[-1][0] + 1))


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


def _number(name: str) -> int:
    """Return Unicorn's number of a register; 0 for none."""
    return int(getattr(x86, f"UC_X86_REG_{name.upper()}")) if name else 0

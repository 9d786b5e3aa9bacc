"""Clocks that depend on the operands of an instruction: unaligned accesses, registers, multipliers.

A block is charged what does not depend on them; when the instruction runs, a callback in native code adds the rest.

Accesses to RAM that cross a multiple of the bus's width take two cycles. Source: 80386 Programmer's Reference Manual,
section 2.2 (transfers are of double words at addresses divisible by four; misaligned operands take extra memory
cycles); entry `misaligned operand` of x86-clocks.csv. A word within a double word takes one cycle at any offset. With
the timing model `three-units` a write's second cycle overlaps the next instruction (Level.write_overlap). With the
others the CPU waits for it, which is too long by at most the wait states. Unicorn reports accesses slowly, the more so
the longer its blocks are, as it looks up each instruction: programs known to make none do without (`Program.aligned`).

The instructions whose clocks depend on a register are shifts by CL and SALC on a 286, BSF and BSR on a 386, SETcc on a
486. MUL and IMUL of 386 and i486 stop early if the multiplier is small; a block is charged the mean of random ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.callbacks.unicorn_hooks import Ram, c_functions, hook_natively, native_ram
from dsp56k.host.clocks import Level, NativeCounter
from dsp56k.host.clocks.instruction_forms import Multiplier, Timing
from dsp56k.host.cpu_modes import Mode

_Multiplication = tuple[int, tuple[int, int, tuple[int, int, int, int] | None], int, bool, list[int]]
"""The address, operand and bits of a multiplication, whether it is signed, and clocks to add by its multiplier's size.

An operand has Unicorn's numbers of registers: of the multiplier, and 0 and None; or of base and index of an operand in
memory, and its scale, displacement, segment (0 in flat memory) and the mask of its offset.
"""
_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE
_SIZES = range(33)
"""ceil(log2) of the absolute value of a multiplier of up to 32 bits; zero counts as one."""
_NEAR = 64
"""Maximum distance in bytes of multiplications that share a hook, if there are more than `_FEW`."""
_FEW = 16
"""Up to this number separate hooks are faster than a test of each instruction between: four took half the time."""


def watch_alignment(
    uc: unicorn.Uc, counter: NativeCounter, level: Level, width: int, mode: Mode, timings: Iterable[Timing]
) -> None:
    """Charge each access to RAM by an instruction of `timings` the clocks of its bus cycles after the first one.

    A bus cycle has `width` bytes; `level` gives its clocks.
    """
    overlaps = [(timing.address, overlap) for timing in timings if (overlap := level.write_overlap(timing))]
    functions = c_functions(uc, segmented=mode.segmented)
    for area in mode.ram:
        hook_natively(uc, _ACCESSES, *counter.native.alignment(level.crossing, width, overlaps, functions), area)


def watch_registers(uc: unicorn.Uc, counter: NativeCounter, timings: Iterable[Timing], *, segmented: bool) -> None:
    """Charge each such instruction among `timings` what its register says."""
    functions = c_functions(uc, segmented=segmented)
    for timing in timings:
        if not (timing.by_cl or timing.unless or timing.search):
            continue
        place = timing.address
        if timing.by_cl:
            callback = counter.native.shift(place, x86.UC_X86_REG_CL, timing.by_cl, timing.unshifted, functions)
        elif timing.search:
            search, upwards = timing.search, _is_upwards(timing)
            callback = counter.native.search(
                place, _register_number(search.register), search.each, search.bits, upwards, functions
            )
        else:
            flags = x86.UC_X86_REG_EFLAGS
            callback = counter.native.unless(place, flags, timing.condition, timing.unless, functions)
        hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(place, place + 1))


def _is_upwards(timing: Timing) -> bool:
    """Return True for BSF, which searches upwards."""
    return timing.text.startswith("bsf")


def watch_multiplications(
    uc: unicorn.Uc, counter: NativeCounter, timings: Iterable[Timing], ram: Iterable[Ram]
) -> None:
    """Charge each multiplication among `timings` by its multiplier. `ram` is the result of `map_ram`."""
    areas = native_ram(ram)
    found = [(timing.address, timing.multiplier) for timing in timings if timing.multiplier is not None]
    for run in _runs(sorted(found, key=lambda one: one[0])):
        functions = c_functions(uc, segmented=bool(run[0][1].segment))
        every = [_native(address, multiplier) for address, multiplier in run]
        callback = counter.native.multiplications(every, functions, areas)
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


def _native(address: int, multiplier: Multiplier) -> _Multiplication:
    operand: tuple[int, int, tuple[int, int, int, int] | None]
    if multiplier.in_memory:
        displacement, mask = multiplier.displacement & 0xFFFF_FFFF, multiplier.offset_mask
        memory = multiplier.scale, displacement, _register_number(multiplier.segment), mask
        operand = _register_number(multiplier.base), _register_number(multiplier.index), memory
    else:
        operand = _register_number(multiplier.register), 0, None
    return address, operand, multiplier.bits, multiplier.signed, _corrections(multiplier)


def _register_number(name: str) -> int:
    """Return Unicorn's number of a register; 0 for none."""
    return int(getattr(x86, f"UC_X86_REG_{name.upper()}")) if name else 0

"""Instructions whose clocks depend on a register: shifts by CL and SALC on a 286, BSF and BSR on a 386, SETcc on a 486.

A block is charged what does not depend on it; just before the instruction the rest is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively
from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.clocks.forms import SHIFT_MASK, Search, Timing

_CARRY, _PARITY, _ZERO, _SIGN, _OVERFLOW = (1 << bit for bit in (0, 2, 6, 7, 11))


def watch_registers(uc: unicorn.Uc, counter: Counter, timings: Iterable[Timing], *, segmented: bool) -> None:
    """Charge each such instruction among `timings` what its register says."""
    functions = c_functions(uc, segmented=segmented)
    for timing in timings:
        if not (timing.by_cl or timing.unless or timing.search):
            continue
        place = timing.address
        if isinstance(counter, NativeCounter) and functions is not None:
            if timing.by_cl:
                callback = counter.shift(place, x86.UC_X86_REG_CL, timing.by_cl, timing.unshifted, functions)
            elif timing.search:
                search, upwards = timing.search, _is_upwards(timing)
                callback = counter.search(place, _number(search), search.each, search.bits, upwards, functions)
            else:
                flags = x86.UC_X86_REG_EFLAGS
                callback = counter.unless(place, flags, timing.condition, timing.unless, functions)
            hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(place, place + 1))
        else:
            uc.hook_add(unicorn.UC_HOOK_CODE, _charging(counter, timing), None, place, place)


def _charging(counter: Counter, timing: Timing) -> Callable[[unicorn.Uc, int, int, object], None]:
    """Return the callback of a machine whose counter is not native."""

    def charge(uc: unicorn.Uc, address: int, size: int, data: object) -> None:
        del size, data
        if timing.by_cl:
            count = uc.reg_read(x86.UC_X86_REG_CL) & SHIFT_MASK
            counter.wait(address, timing.by_cl * count if count else timing.unshifted)
        elif timing.search:
            counter.wait(address, timing.search.each * passed(uc.reg_read(_number(timing.search)), timing))
        elif not holds(timing.condition, uc.reg_read(x86.UC_X86_REG_EFLAGS)):
            counter.wait(address, timing.unless)

    return charge


def passed(value: int, timing: Timing) -> int:
    """Return the number of clear bits of `value` that the BSF or BSR passes; all of its bits if it is 0."""
    assert timing.search is not None
    bits = timing.search.bits
    text = f"{value & (1 << bits) - 1:0{bits}b}"
    first = (text[::-1] if _is_upwards(timing) else text).find("1")
    return bits if first < 0 else first


def _is_upwards(timing: Timing) -> bool:
    """Return True for BSF, which searches upwards."""
    return timing.text.startswith("bsf")


def _number(search: Search) -> int:
    """Unicorn's number of the register."""
    return int(getattr(x86, f"UC_X86_REG_{search.register.upper()}"))


def holds(condition: int, flags: int) -> bool:
    """Return True if a condition of Jcc and SETcc holds (80386 Programmer's Reference Manual, appendix D)."""
    less = bool(flags & _SIGN) != bool(flags & _OVERFLOW)
    positive = (
        bool(flags & _OVERFLOW),
        bool(flags & _CARRY),
        bool(flags & _ZERO),
        bool(flags & (_CARRY | _ZERO)),
        bool(flags & _SIGN),
        bool(flags & _PARITY),
        less,
        bool(flags & _ZERO) or less,
    )[condition >> 1 & 7]
    return positive != bool(condition & 1)

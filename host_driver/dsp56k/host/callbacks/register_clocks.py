"""Instructions whose clocks depend on a register: shifts by CL and SALC on a 286, BSF and BSR on a 386, SETcc on a 486.

A block is charged what does not depend on it; just before the instruction the rest is added.
"""

from __future__ import annotations

from collections.abc import Iterable

import unicorn
from unicorn import x86_const as x86

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively
from dsp56k.host.clocks import NativeCounter
from dsp56k.host.clocks.instruction_forms import Search, Timing


def watch_registers(uc: unicorn.Uc, counter: NativeCounter, timings: Iterable[Timing], *, segmented: bool) -> None:
    """Charge each such instruction among `timings` what its register says."""
    functions = c_functions(uc, segmented=segmented)
    for timing in timings:
        if not (timing.by_cl or timing.unless or timing.search):
            continue
        place = timing.address
        if timing.by_cl:
            callback = counter.shift(place, x86.UC_X86_REG_CL, timing.by_cl, timing.unshifted, functions)
        elif timing.search:
            search, upwards = timing.search, _is_upwards(timing)
            callback = counter.search(place, _number(search), search.each, search.bits, upwards, functions)
        else:
            flags = x86.UC_X86_REG_EFLAGS
            callback = counter.unless(place, flags, timing.condition, timing.unless, functions)
        hook_natively(uc, unicorn.UC_HOOK_CODE, *callback, range(place, place + 1))


def _is_upwards(timing: Timing) -> bool:
    """Return True for BSF, which searches upwards."""
    return timing.text.startswith("bsf")


def _number(search: Search) -> int:
    """Unicorn's number of the register."""
    return int(getattr(x86, f"UC_X86_REG_{search.register.upper()}"))

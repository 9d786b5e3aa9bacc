"""A routine must not depend on what nobody has put there: with other values it gives the same, in the same time."""

from __future__ import annotations

from itertools import zip_longest
from typing import NoReturn

from dsp56k.lib.routine.call import Call, Outcome
from dsp56k.lib.routine.steps import MOST_STEPS
from dsp56k.lib.routine.unknown import Unknown, unset_registers


def check_accidents(call: Call, outcome: Outcome) -> None:
    """Take a call again with other values in the unknown words that it read, and with the first call of a routine in
    the registers that nobody has set; later ones would tell the same.

    Raises:
        RoutineError: it depends on one.
    """
    bench = call.bench
    unknown = [Unknown(read.space, read.address, pc=read.pc) for read in call.unknown_reads]
    if not bench.tried:
        unknown += unset_registers(call.spec)
    if not unknown:
        return
    state = bench.dsp.snapshot() if call.spec.carries else None
    if not _same(call, outcome, unknown):
        _name(call, outcome, next((one for one in unknown if not _same(call, outcome, [one])), unknown[0]))
    bench.tried = True
    if state is not None:
        bench.dsp.restore(state)


def _same(call: Call, outcome: Outcome, unknown: list[Unknown]) -> bool:
    return call.run_with(unknown, outcome.clocks + 1) == outcome


def _name(call: Call, outcome: Outcome, unknown: Unknown) -> NoReturn:
    """Say what the routine depends on."""
    if unknown.register:
        sentence = f"depends on {unknown.register.upper()}, which is uninitialised"
        call.fail("read", sentence, _first_use(call, unknown), register=unknown.register)
    place = call.spec.symbols.place(unknown.address, unknown.space)
    sentence = f"reads {place}, which is uninitialised, and the result depends on it"
    call.fail("read", sentence, unknown.pc, space=unknown.space, address=unknown.address)


def _first_use(call: Call, unknown: Unknown) -> int | None:
    """The address of the first instruction that does something else where a register has another value."""
    if call.executed > MOST_STEPS:
        return None
    for one, other in zip_longest(call.steps(MOST_STEPS), call.steps(MOST_STEPS, [unknown])):
        if one is None or other is None or one.effects(unknown.register) != other.effects(unknown.register):
            return int((one or other).pc)
    return None

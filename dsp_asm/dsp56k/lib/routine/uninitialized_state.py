"""Check for uninitialised state: with other values in it a routine must return the same result in the same time."""

from __future__ import annotations

from itertools import zip_longest
from typing import NoReturn

from dsp56k.lib.routine.call import Call, Outcome
from dsp56k.lib.routine.replay import MAX_STEPS
from dsp56k.lib.routine.uninitialized_values import Unknown, unset_registers


def check_accidents(call: Call, outcome: Outcome) -> None:
    """Repeat a call with other values in the uninitialised words that it read.

    After the first call of a routine, the registers that nobody has set get other values, too; later calls would behave
    the same.

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
    """Raise the error that names the word or register on which the routine depends."""
    if unknown.register:
        sentence = f"depends on {unknown.register.upper()}, which is uninitialised"
        call.fail("read", sentence, _first_use(call, unknown), register=unknown.register)
    place = call.spec.symbols.place(unknown.address, unknown.space)
    sentence = f"reads {place}, which is uninitialised, and the result depends on it"
    call.fail("read", sentence, unknown.pc, space=unknown.space, address=unknown.address)


def _first_use(call: Call, unknown: Unknown) -> int | None:
    """Return the address of the first instruction with another effect if a register has another value."""
    if call.executed > MAX_STEPS:
        return None
    for one, other in zip_longest(call.steps(MAX_STEPS), call.steps(MAX_STEPS, [unknown])):
        if one is None or other is None or one.effects(unknown.register) != other.effects(unknown.register):
            return int((one or other).pc)
    return None

"""Errors of a failed call, with routine, address, source line and value."""

from __future__ import annotations

from typing import Any

from dsp56k import asm
from dsp56k.emu import Dsp56001, EmulatorError, GuardedMemoryError, Stop, StopReason, Symbols
from dsp56k.isa import later_chip
from dsp56k.lib.errors import RoutineError

UNDERFLOW = 1 << 5
"""UF of the stack pointer register (UM 6-17)."""


def text_at(address: int, dsp: Dsp56001) -> str:
    """Return the instruction at a program address."""
    following = dsp.p[(address + 1) % len(dsp.p)]
    return " ".join(asm.disassemble(dsp.p[address], following, address)[0].split())


def mistake(
    routine: str, what: str, sentence: str, pc: int | None, dsp: Dsp56001, symbols: Symbols, **facts: Any
) -> RoutineError:
    """Return the error of a routine: `what` is the kind, `sentence` follows "routine at P:$0000: ".

    `facts` may name space, address, register, value, and inputs as the caller passed them.
    """
    known: dict[str, Any] = dict.fromkeys(("space", "address", "register", "value", "symbol", "source", "text"))
    place = ""
    if pc is not None:
        source = symbols.line(pc)
        known |= {"symbol": symbols.near(pc), "source": source, "text": text_at(pc, dsp)}
        place = f" at {symbols.place(pc)} `{known['text']}`"
    return RoutineError(f"{routine}{place}: {sentence}", routine=routine, what=what, pc=pc, **(known | facts))


def refused(routine: str, error: EmulatorError, dsp: Dsp56001, symbols: Symbols) -> RoutineError:
    """Return the error for one of the emulator's: a restricted sequence, a part that is not modelled."""
    if isinstance(error, GuardedMemoryError):
        return _trespass(routine, error, dsp, symbols)
    pc = getattr(error, "pc", None)
    rule = getattr(error, "rule", None)
    if rule is None:
        return mistake(routine, "unsupported", error.message, pc, dsp, symbols)
    return mistake(
        routine,
        "sequence",
        f"violates an instruction-sequence restriction: {rule} (UM {error.fields['page']})",
        pc,
        dsp,
        symbols,
    )


def _trespass(routine: str, error: GuardedMemoryError, dsp: Dsp56001, symbols: Symbols) -> RoutineError:
    """Return the error for a forbidden write; the instruction is executed to find the value that it writes."""
    space, address, pc = (error.fields[name] for name in ("space", "address", "pc"))
    dsp.checks.memory_guard = None
    step = next(dsp.trace(max_instructions=1))
    value = next(access.value for access in step.accesses if access.write and access.address == address)
    sentence = f"writes ${value:06X} to {symbols.place(address, space)}, which it may not"
    return mistake(routine, "write", sentence, pc, dsp, symbols, space=space, address=address, value=value)


def lost(routine: str, stop: Stop, limit: int, last: int | None, dsp: Dsp56001, symbols: Symbols) -> RoutineError:
    """Return the error for a run that ended elsewhere than at its return; `last` is the last executed instruction."""
    what, pc = "no return", stop.pc
    match stop.reason:
        case StopReason.BUDGET:
            sentence = f"has not returned within {limit:,} clocks"
        case StopReason.HALT:
            sentence = "jumps to itself"
        case StopReason.ILLEGAL:
            word = dsp.p[stop.pc]
            later = later_chip(word)
            hint = f", which is {later[0]} on the {later[1]}" if later else ""
            what, sentence = "illegal", f"${word:06X} is not an instruction of the DSP56001{hint}"
        case StopReason.STACK_ERROR:
            flow = "underflows" if dsp.regs.sp & UNDERFLOW else "overflows"
            what, pc = "stack", stop.pc if last is None else last
            sentence = f"the stack {flow}"
        case StopReason.UNLOADED:
            assert stop.unloaded is not None
            what, pc = "unloaded", stop.pc if last is None else last
            sentence = f"goes on at P:${stop.pc:04X}, and nothing was ever loaded to P:${stop.unloaded:04X}"
            return mistake(routine, what, sentence, pc, dsp, symbols, space="P", address=stop.unloaded)
        case StopReason.WAIT | StopReason.STOP:
            pc = stop.pc if last is None else last
            sentence = "is in the WAIT or STOP state, which no interrupt ends"
        case _:
            raise AssertionError(f"nothing ends a call with {stop.reason}")
    return mistake(routine, what, sentence, pc, dsp, symbols)

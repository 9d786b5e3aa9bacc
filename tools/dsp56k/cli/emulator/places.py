"""Where a program is to stop and where it stands, for the commands that run one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.shell import decimal_hint, dollar_hint, note_digit
from dsp56k.system.text import shown

INTERRUPTED = "INTERRUPTED"
"""What the commands show instead of a StopReason where a signal has ended a run."""

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Stop, Symbols

UNDERFLOW = 1 << 5
"""UF of the stack pointer register (UM 6-17)."""


def place_named(text: str, symbols: Symbols, option: str) -> int:
    """Return the P address that an option names: a symbol, a number, FILE:LINE or another form that the tools print.

    Raises:
        InputError: unknown symbol or line, another memory, or not a location; the message begins with the option.
    """
    from dsp56k.emu import EmulatorError

    try:
        place = symbols.address(text, "P", option)
        note_digit(option, text, symbols)
        return place
    except EmulatorError as error:
        raise InputError(f"{error}{dollar_hint(text)}") from None


def not_reached(file: Path, dsp: Dsp56001, reason: str, text: str, place: int) -> InputError:
    """Return the error of a run that ended before it reached the location `text` of an option."""
    wanted = f"P:${place:04X}"
    given = text if text.lower() == wanted.lower() else f"{text} ({wanted})"
    stopped = place_of(dsp.regs.pc, dsp)
    return InputError(
        f"{file}: the program stopped ({reason}) at {stopped} before it reached {given}{decimal_hint(text)}"
    )


def place_of(pc: int, dsp: Dsp56001) -> str:
    """A program address, with the symbol at or before it and the source line where the loaded file has them."""
    return shown(dsp.symbols.place(pc))


def summary(reason: str, dsp: Dsp56001) -> str:
    """Why a run ended, where the program stands, and how far it has come."""
    return f"{reason} at {place_of(dsp.regs.pc, dsp)} after {dsp.clocks:,} clocks, {dsp.instructions:,} instructions"


def mistake(file: Path, dsp: Dsp56001, stop: Stop) -> InputError | None:
    """What to raise where a mistake of the program has ended a run; an instruction of a later chip is named."""
    from dsp56k.emu import StopReason
    from dsp56k.isa import later_chip

    place = place_of(stop.pc, dsp)
    match stop.reason:
        case StopReason.ILLEGAL:
            word = dsp.p[stop.pc]
            later = later_chip(word)
            hint = f", which is {later[0]} on the {later[1]}; the DSP56001 does not have it" if later else ""
            return InputError(f"{file}: illegal instruction at {place}: ${word:06X}{hint}")
        case StopReason.STACK_ERROR:
            flow = "underflow" if dsp.regs.sp & UNDERFLOW else "overflow"
            return InputError(f"{file}: stack {flow}; the next instruction is at {place}")
        case StopReason.UNLOADED:
            assert stop.unloaded is not None
            known = dsp.symbols.line(stop.unloaded) is not None
            hint = (
                (": the file has its words at another address, from which a loader must copy them (dsp56k objdump)")
                if known
                else ""
            )
            return InputError(
                f"{file}: execution reached uninitialised program memory at {place_of(stop.unloaded, dsp)}{hint}"
            )
        case _:
            return None

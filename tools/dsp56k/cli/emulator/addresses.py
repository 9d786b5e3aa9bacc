"""Program locations for the commands that run a program: stop addresses, and the address at the end of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.shell import decimal_hint, dollar_hint, note_digit
from dsp56k.system.text import shown

INTERRUPTED = "INTERRUPTED"
"""Shown instead of a StopReason if a signal has ended a run."""

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Stop, Symbols

UNDERFLOW = 1 << 5
"""UF of the stack pointer register (UM 6-17)."""


def parse_location(text: str, symbols: Symbols, option: str) -> int:
    """Return the P address that an option names: a symbol, a number, FILE:LINE or another form that the tools print.

    Raises:
        InputError: The symbol or line is unknown, or the text is not a program location; the message names the option.
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
    stopped = format_location(dsp.regs.pc, dsp)
    return InputError(
        f"{file}: the program stopped ({reason}) at {stopped} before it reached {given}{decimal_hint(text)}"
    )


def format_location(pc: int, dsp: Dsp56001) -> str:
    """Format a program address with the symbol at or before it, and the source line if the file has it."""
    return shown(dsp.symbols.place(pc))


def run_summary(reason: str, dsp: Dsp56001) -> str:
    """Return why a run ended, at which address, and after how many clocks and instructions."""
    location = format_location(dsp.regs.pc, dsp)
    return f"{reason} at {location} after {dsp.clocks:,} clocks, {dsp.instructions:,} instructions"


def program_error(file: Path, dsp: Dsp56001, stop: Stop) -> InputError | None:
    """Return the exception for an error of the program that has ended a run; name an instruction of a newer chip."""
    from dsp56k.emu import StopReason
    from dsp56k.isa import later_chip

    place = format_location(stop.pc, dsp)
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
                f"{file}: execution reached uninitialised program memory at {format_location(stop.unloaded, dsp)}{hint}"
            )
        case _:
            return None

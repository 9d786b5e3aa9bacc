"""Where a program is to stop and where it stands, for the commands that run one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.errors import InputError
from dsp56k.system.text import shown

INTERRUPTED = "INTERRUPTED"
"""What the commands show instead of a StopReason where a signal has ended a run."""

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Stop, Symbols

UNDERFLOW = 1 << 5
"""UF of the stack pointer register (UM 6-17)."""


def place_named(text: str, symbols: Symbols) -> int | str:
    """A symbol of the file before a number ($hex, 0xhex or decimal); what is neither is taken for a symbol's name."""
    if text in symbols:
        return text
    try:
        return int(text[1:], 16) if text.startswith("$") else int(text, 0)
    except ValueError:
        return text


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
            return InputError(f"{file}: stack {flow}; execution was to go on at {place}")
        case StopReason.UNLOADED:
            assert stop.unloaded is not None
            known = dsp.symbols.line(stop.unloaded) is not None
            hint = ": its words lie elsewhere, for a loader to bring them there (dsp56k objdump)" if known else ""
            return InputError(f"{file}: execution came to {place_of(stop.unloaded, dsp)}, which was never loaded{hint}")
        case _:
            return None

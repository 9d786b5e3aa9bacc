"""`dsp56k run`: run an object file on a bare DSP56001 and show where and how it ended."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.main import InputError
from dsp56k.cli.output import examples, json_option, print_json

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Stop


@click.command(
    "run", epilog=examples("dsp56k run fir.lod", "dsp56k run fir.elf --until done --max-clocks 100000 --json")
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", metavar="SYMBOL|ADDRESS", help="Stop before this P address: a symbol, $hex, 0xhex or decimal.")
@click.option(
    "--max-clocks",
    type=click.IntRange(min=1),
    default=100_000_000,
    show_default=True,
    help="Stop after this many oscillator clocks (20,000,000 are a second at 20 MHz).",
)
@click.option("--mode", type=click.IntRange(0, 3), default=0, show_default=True, help="Operating mode: the MB:MA pins.")
@json_option
def command(file: Path, until: str | None, max_clocks: int, mode: int, as_json: bool) -> None:
    """Run FILE (.lod, .elf, .cld and others) until it halts (a jump to itself), waits, stops or uses up its clocks.

    The chip has RAM at every external address. Shown are the reason of the stop, the exact clocks since reset, the
    instructions, and all registers. Exit code 1 if the program met an illegal instruction, or never reached --until.
    """
    from dsp56k.emu import Dsp56001, StopReason

    dsp = Dsp56001(mode=mode)
    symbols = dsp.load(file)
    target = None if until is None else _address(until, symbols, file)
    stop = dsp.run(until=target, max_clocks=max_clocks)
    if as_json:
        print_json(
            {
                "file": str(file),
                "reason": stop.reason.name,
                "pc": stop.pc,
                "source": None if (source := dsp.symbols.line(stop.pc)) is None else str(source),
                "clocks": stop.clocks,
                "instructions": stop.instructions,
                "registers": dsp.regs.as_dict(),
            }
        )
    else:
        click.echo(_report(stop, dsp))
    if stop.reason is StopReason.ILLEGAL:
        word = dsp.p[stop.pc]
        raise InputError(f"{file}: illegal instruction at {place_of(stop.pc, dsp)}: ${word:06X}{_of_later_chip(word)}")
    if until is not None and stop.reason is not StopReason.BREAKPOINT:
        raise InputError(f"{file}: stopped ({stop.reason.name}) before reaching {until}")


def place_of(pc: int, dsp: Dsp56001) -> str:
    """A program address, with its source line where the loaded file tells it."""
    source = dsp.symbols.line(pc)
    return f"P:${pc:04X}" if source is None else f"P:${pc:04X} ({source})"


def _of_later_chip(word: int) -> str:
    """Which later chip's instruction an illegal word is, as the tail of a message."""
    from dsp56k.isa import later_chip

    later = later_chip(word)
    return f", which is {later[0]} on the {later[1]}; the DSP56001 does not have it" if later else ""


def _address(text: str, symbols: dict[str, int], file: Path) -> int:
    """The P address that `text` names: a symbol of the file before a number."""
    if text in symbols:
        return symbols[text]
    try:
        return int(text[1:], 16) if text.startswith("$") else int(text, 0)
    except ValueError:
        near = difflib.get_close_matches(text, symbols, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise InputError(f"{file}: no symbol {text!r}, and it is no address either{hint}") from None


def _report(stop: Stop, dsp: Dsp56001) -> str:
    """The stop, then the registers in the order of the manual's programming model (UM 5-2)."""
    r = dsp.regs
    lines = [
        f"{stop.reason.name} at {place_of(stop.pc, dsp)} "
        f"after {stop.clocks:,} clocks, {stop.instructions:,} instructions",
        "",
    ]
    lines += [f"{d}   ${r[d + '2']:02X} ${r[d + '1']:06X} ${r[d + '0']:06X}    " for d in "ab"]
    for index, source in enumerate("xy"):
        lines[2 + index] += f"{source}   ${r[source + '1']:06X} ${r[source + '0']:06X}"
    lines += [
        "    ".join(f"r{n}  ${r[f'r{n}']:04X}  n{n} ${r[f'n{n}']:04X}  m{n} ${r[f'm{n}']:04X}" for n in (row, row + 4))
        for row in range(4)
    ]
    lines.append(f"pc  ${r.pc:04X}  sr ${r.sr:04X}  omr ${r.omr:02X}  sp ${r.sp:02X}  la ${r.la:04X}  lc ${r.lc:04X}")
    return "\n".join(lines)

"""`dsp56k run`: run an object file on a bare DSP56001 and show where and how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.emulator.options import program_options
from dsp56k.cli.emulator.places import INTERRUPTED, mistake, place_named, summary

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001


@click.command(
    "run",
    epilog=examples("dsp56k run fir.lod", "dsp56k run fir.elf --until done --max-clocks 100000 --json"),
)
@program_options(
    click.option(
        "--max-clocks",
        type=click.IntRange(min=1),
        default=100_000_000,
        show_default=True,
        help="Stop after this many oscillator clocks (20,000,000 are a second at 20 MHz).",
    ),
    click.option("--max-instructions", type=click.IntRange(min=1), help="Stop after this many instructions."),
)
@json_option
def command(
    file: Path,
    until: str | None,
    max_clocks: int,
    max_instructions: int | None,
    mode: int,
    strict: bool,
    run_on: bool,
    as_json: bool,
) -> None:
    """Run FILE (.lod, .elf, .cld and others) until it halts (a jump to itself), waits, stops or uses up its clocks.

    The chip has RAM at every external address. Shown are the reason of the stop, the exact clocks since reset, the
    instructions, and all registers. Exit code 1 if the program met an illegal instruction, over- or underflowed the
    stack, came to P memory that FILE does not load and nothing has written, broke a rule of --strict, or never reached
    --until; ^C shows the same of where the program stood.
    """
    from dsp56k.emu import Dsp56001, StopReason

    dsp = Dsp56001(mode=mode, refuse_restricted=strict)
    dsp.load(file)
    show = _show_json if as_json else _show
    try:
        stop = dsp.run(
            until=None if until is None else place_named(until, dsp.symbols),
            max_clocks=max_clocks,
            max_instructions=max_instructions,
            stack_errors=not run_on,
            unloaded=not run_on,
        )
    except KeyboardInterrupt:
        # What the run has come to is not lost.
        show(INTERRUPTED, file, dsp)
        raise
    show(stop.reason.name, file, dsp)
    if (error := mistake(file, dsp, stop)) is not None:
        raise error
    if until is not None and stop.reason is not StopReason.BREAKPOINT:
        raise InputError(f"{file}: stopped ({stop.reason.name}) before reaching {until}")


def _show_json(reason: str, file: Path, dsp: Dsp56001) -> None:
    pc = dsp.regs.pc
    print_json(
        {
            "file": str(file),
            "reason": reason,
            "pc": pc,
            "symbol": dsp.symbols.near(pc),
            "source": None if (source := dsp.symbols.line(pc)) is None else str(source),
            "clocks": dsp.clocks,
            "instructions": dsp.instructions,
            "registers": dsp.regs.as_dict(),
        }
    )


def _show(reason: str, _: Path, dsp: Dsp56001) -> None:
    """Why the run ended and where, then the registers in the order of the manual's programming model (UM 5-2)."""
    r = dsp.regs
    lines = [summary(reason, dsp), ""]
    lines += [f"{d}   ${r[d + '2']:02X} ${r[d + '1']:06X} ${r[d + '0']:06X}    " for d in "ab"]
    for index, source in enumerate("xy"):
        lines[2 + index] += f"{source}   ${r[source + '1']:06X} ${r[source + '0']:06X}"
    lines += [
        "    ".join(f"r{n}  ${r[f'r{n}']:04X}  n{n} ${r[f'n{n}']:04X}  m{n} ${r[f'm{n}']:04X}" for n in (row, row + 4))
        for row in range(4)
    ]
    lines.append(f"pc  ${r.pc:04X}  sr ${r.sr:04X}  omr ${r.omr:02X}  sp ${r.sp:02X}  la ${r.la:04X}  lc ${r.lc:04X}")
    click.echo("\n".join(lines))

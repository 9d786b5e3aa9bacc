"""`dsp56k trace`: run an object file and show each instruction with its clocks and memory accesses."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.boards import fitted
from dsp56k.cli.console.output import examples, labels_option
from dsp56k.cli.emulator.options import program_options
from dsp56k.cli.emulator.places import INTERRUPTED, mistake, place_named, summary
from dsp56k.system.text import shown

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, SourceLine, Step, Symbols


@click.command(
    "trace",
    epilog=examples("dsp56k trace fir.lod", "dsp56k trace fir.elf --until done --max-instructions 200 --json"),
)
@program_options(
    click.option(
        "--max-instructions",
        type=click.IntRange(min=1),
        default=1000,
        show_default=True,
        help="Stop after this many instructions.",
    ),
    click.option("--max-clocks", type=click.IntRange(min=1), help="Stop after this many oscillator clocks."),
)
@labels_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line: each step, then the stop.")
def command(
    file: Path,
    until: str | None,
    max_instructions: int,
    max_clocks: int | None,
    board: str | None,
    mode: int | None,
    strict: bool,
    run_on: bool,
    labels: bool,
    as_json: bool,
) -> None:
    """Run the object FILE on a DSP56001 and show every instruction.

    Each line has the clock at which the instruction begins, its clocks, address and words, its text, and its data
    accesses with their wait states; then its source line, where FILE has it (ELF, COFF). A label has its own
    line. A REP and each repetition are a line each. Exit code 1 if the program met an illegal instruction, over- or
    underflowed the stack, came to P memory that was never loaded, or broke a rule of --strict.
    """
    from dsp56k.emu import Symbols

    dsp = fitted(board).chip(mode, strict=strict)
    dsp.load(file)
    trace = dsp.trace(
        until=None if until is None else place_named(until, dsp.symbols),
        max_clocks=max_clocks,
        max_instructions=max_instructions,
        stack_errors=not run_on,
        unloaded=not run_on,
    )
    symbols = dsp.symbols if labels else Symbols()
    try:
        for step in trace:
            source = dsp.symbols.line(step.address)
            if as_json:
                click.echo(json.dumps(_record(step, symbols, source)))
                continue
            for name in symbols.names(step.address):
                click.echo(f"{shown(name)}:")
            click.echo(_line(step, symbols, source))
    except KeyboardInterrupt:
        _show_end(INTERRUPTED, dsp, as_json)
        raise
    stop = trace.stop
    assert stop is not None  # the trace is over
    _show_end(stop.reason.name, dsp, as_json)
    if (error := mistake(file, dsp, stop)) is not None:
        raise error


def _text(step: Step, symbols: Symbols) -> str:
    from dsp56k.asm import disassemble

    def name(space: str, address: int) -> str | None:
        return next(iter(symbols.names(address, space)), None)

    second = step.words[1] if len(step.words) > 1 else 0
    return " ".join(disassemble(step.words[0], second, step.address, naming=name)[0].split())


def _record(step: Step, symbols: Symbols, source: SourceLine | None) -> dict[str, Any]:
    cost = step.cost
    return {
        "start": step.start,
        "clocks": step.clocks,
        "address": step.address,
        "words": list(step.words),
        "text": _text(step, symbols),
        "symbol": symbols.near(step.address),
        "source": None if source is None else str(source),
        "accesses": [asdict(access) for access in step.accesses],
        "cost": {
            "base": cost.base,
            "effective_address": cost.effective_address,
            "waits": cost.waits,
            "fetch": cost.fetch,
            "refetch": cost.refetch,
            "conflict": cost.conflict,
            "stall": cost.stall,
            "idle": cost.idle,
            "trace": cost.trace,
        },
    }


def _line(step: Step, symbols: Symbols, source: SourceLine | None) -> str:
    words = " ".join(f"{word:06X}" for word in step.words)
    seen = "  ".join(str(access) + (f" +{access.waits}" if access.waits else "") for access in step.accesses)
    text = _text(step, symbols)
    place = "" if source is None else f"  ; {source}"
    facts = f"{step.start:>8} {step.clocks:>3}  P:${step.address:04X} {words:<13}  {text:<36}  {seen}"
    return shown(f"{facts}{place}".rstrip())


def _show_end(reason: str, dsp: Dsp56001, as_json: bool) -> None:
    facts = {"reason": reason, "pc": dsp.regs.pc, "clocks": dsp.clocks, "instructions": dsp.instructions}
    click.echo(json.dumps(facts) if as_json else summary(reason, dsp))

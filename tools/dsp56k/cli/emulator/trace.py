"""`dsp56k trace`: run an object file and show each instruction with its clocks and memory accesses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, labels_option
from dsp56k.cli.console.serial_options import SerialFiles, serial_options
from dsp56k.cli.console.shared_options import file_format_option
from dsp56k.cli.console.word_files import host_in_option
from dsp56k.cli.emulator import notices
from dsp56k.cli.emulator.addresses import INTERRUPTED, not_reached, parse_location, program_error, run_summary
from dsp56k.cli.emulator.notices import is_stuck, waiting
from dsp56k.cli.emulator.options import ProgramOptions, bcr_option, from_option, program_options, set_option
from dsp56k.cli.emulator.trace_format import Records, Registers, StepFile, TraceEvents, Waveform, line_of
from dsp56k.system.text import shown

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001


@click.command(
    "trace",
    epilog=examples(
        "dsp56k trace fir.lod",
        "dsp56k trace fir.elf --until done --max-instructions 200 --json",
        "dsp56k trace fir.elf --from filter --registers --vcd fir.vcd",
    ),
)
@program_options(
    from_option,
    click.option(
        "--max-instructions",
        type=click.IntRange(min=1),
        default=1000,
        show_default=True,
        help="Stop after this many instructions.",
    ),
    click.option("--max-clocks", type=click.IntRange(min=1), help="Stop after this many oscillator clocks."),
)
@file_format_option
@bcr_option
@set_option
@host_in_option
@serial_options
@labels_option
@click.option("--registers", is_flag=True, help="Show the registers that each instruction changes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line: each step, then the stop.")
@click.option(
    "--vcd", type=click.Path(path_type=Path), metavar="FILE", help="Write a value change dump, for wave viewers."
)
@click.option(
    "--perfetto", type=click.Path(path_type=Path), metavar="FILE", help="Write trace events, for ui.perfetto.dev."
)
def command(
    program: ProgramOptions,
    start: str | None,
    max_instructions: int,
    max_clocks: int | None,
    serial: SerialFiles,
    labels: bool,
    registers: bool,
    as_json: bool,
    vcd: Path | None,
    perfetto: Path | None,
) -> None:
    """Run the object FILE on a DSP56001 and show every instruction.

    Each line has the clock at which the instruction begins, its clocks, address, words and text, and its data accesses
    with their wait states. --registers adds the registers that it changes. The source line follows if FILE contains it
    (ELF, COFF). A label has its own line, and so has each repetition of REP. With --vcd or --perfetto only the end is
    printed, unless --json is used. --max-instructions and --max-clocks count from --from. The exit code is 1 as for
    run, and if --from is not reached.
    """
    from dsp56k.emu import Symbols

    file, read = program.file, program.inputs(serial)
    dsp = program.chip(serial)
    end = program.end(dsp)
    if start is not None:
        _run_to(dsp, program, start)
    trace = dsp.trace(until=end, max_clocks=max_clocks, max_instructions=max_instructions, **program.stops)
    records = Records(dsp, dsp.symbols if labels else Symbols())
    watched = Registers(dsp) if registers else None
    files: dict[Path, StepFile] = {}
    if vcd is not None:
        files[vcd] = Waveform(dsp, records, watched)
    if perfetto is not None:
        files[perfetto] = TraceEvents(dsp, records, file.name)
    try:
        for step in trace:
            changed = {} if watched is None else watched.changed()
            for each in files.values():
                each.take(step, changed)
            if as_json:
                facts = records.facts(step)
                click.echo(json.dumps(facts if watched is None else facts | {"registers": changed}))
            elif not files:
                for name in records.symbols.names(step.address):
                    click.echo(f"{shown(name)}:")
                click.echo(line_of(step, records, changed))
    except KeyboardInterrupt:
        # Show the steps so far, even after an error.
        _write(files, serial, read)
        _show_end(INTERRUPTED, dsp, as_json)
        raise
    stop = trace.stop
    assert stop is not None  # the trace has ended
    _write(files, serial, read)
    _show_end(stop.reason.name, dsp, as_json)
    if (error := program_error(file, dsp, stop)) is not None:
        raise error


def _write(files: Mapping[Path, StepFile], serial: SerialFiles, read: Sequence[Path]) -> None:
    write_apart([{path: each.text().encode() for path, each in files.items()}, *serial.outputs()], read)


def _run_to(dsp: Dsp56001, program: ProgramOptions, start: str) -> None:
    """Run up to the location at which the trace begins.

    Raises:
        InputError: The program does not reach it.
    """
    from dsp56k.emu import StopReason

    file, served = program.file, program.host_in is not None
    place = parse_location(start, dsp.symbols, "--from")
    if dsp.regs.pc == place:
        return
    while True:
        stop = dsp.run(until=place, max_clocks=notices.PATIENCE, **program.stops)
        if stop.reason is not StopReason.BUDGET or is_stuck(dsp, served=served):
            break
    if (error := program_error(file, dsp, stop)) is not None:
        raise error
    if stop.reason is not StopReason.BREAKPOINT:
        why = "".join(f"; {line}" for line in waiting(dsp, served=served))
        missed = not_reached(file, dsp, stop.reason.name, start, place)
        raise InputError(f"{missed.message}{why}")


def _show_end(reason: str, dsp: Dsp56001, as_json: bool) -> None:
    facts = {"reason": reason, "pc": dsp.regs.pc, "clocks": dsp.clocks, "instructions": dsp.instructions}
    click.echo(json.dumps(facts) if as_json else run_summary(reason, dsp))

"""`dsp56k prof`: profile a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.profiles import ENTRIES, profile_files, profile_lines, profile_options
from dsp56k.cli.console.serial_options import SerialFiles, serial_options
from dsp56k.cli.console.shared_options import file_format_option
from dsp56k.cli.console.word_files import host_in_option
from dsp56k.cli.emulator import notices
from dsp56k.cli.emulator.addresses import INTERRUPTED, not_reached, parse_location, program_error, run_summary
from dsp56k.cli.emulator.notices import is_stuck, lost, waiting
from dsp56k.cli.emulator.options import ProgramOptions, bcr_option, from_option, program_options, set_option
from dsp56k.cli.emulator.trace_format import text_of
from dsp56k.cli.emulator.vcd_writer import Waves

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Profiler, Stop

_SLICE = 100_000
"""Clocks after which signals and ports are sampled, so that the chip does not drop older changes."""


@click.command(
    "prof",
    epilog=examples(
        "dsp56k prof fir.elf",
        "dsp56k prof fir.elf --from filter --to done --times 10 --callgrind callgrind.out.fir",
        "dsp56k prof demo.lod --board falcon --host-in words.txt --max-clocks 32000000",
        "dsp56k prof fir.elf --bcr 0 --speedscope fir.json --listing fir.txt",
    ),
)
@program_options(
    from_option,
    click.option(
        "--times",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Profile this many runs from --from to --until.",
    ),
    click.option("--max-clocks", type=click.IntRange(min=1), help="Stop after this many oscillator clocks in total."),
)
@file_format_option
@bcr_option
@set_option
@host_in_option
@serial_options
@profile_options()
@click.option(
    "--vcd",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write signals, ports and functions for wave viewers.",
)
@json_option
def command(
    program: ProgramOptions,
    start: str | None,
    times: int,
    max_clocks: int | None,
    serial: SerialFiles,
    listing: Path | None,
    callgrind: Path | None,
    speedscope: Path | None,
    perfetto: Path | None,
    top: int,
    vcd: Path | None,
    as_json: bool,
) -> None:
    """Profile FILE on a DSP56001: clocks by function, cost component, source line and instruction.

    The profile covers the whole program, or --times runs from --from to --until. ^C ends the run; the profile so far is
    shown and written. The exit code is 1 as for run, and if --from or --until was not reached.
    """
    from dsp56k.emu import StopReason

    file, read = program.file, program.inputs(serial)
    dsp = program.chip(serial)
    wanted = {"listing": listing, "callgrind": callgrind, "speedscope": speedscope, "perfetto": perfetto}
    profiler = dsp.profile(entries=ENTRIES if speedscope or perfetto or vcd else 0)
    waves = None if vcd is None else Waves(dsp)
    runs = _ProfiledRuns(dsp, program, start, max_clocks, waves)
    interrupted: KeyboardInterrupt | None = None
    stop: Stop | None = None
    try:
        stop = runs.run(profiler, times)
    except KeyboardInterrupt as signalled:
        interrupted = signalled
    profile = profiler.result(text_of(dsp.symbols))
    files = profile_files(profile, file, wanted)
    if waves is not None and vcd is not None:
        waves.enter(profile)
        files[vcd] = waves.text().encode()
    write_apart([files, *serial.outputs()], read)
    reason = INTERRUPTED if stop is None else stop.reason.name
    if as_json:
        from dsp56k.profile.json_report import facts

        print_json({"file": str(file), "reason": reason, "runs": runs.done, **facts(profile)})
    else:
        reached = stop is not None and stop.reason is StopReason.BREAKPOINT
        lines = [*([] if reached else waiting(dsp, served=program.host_in is not None)), *lost(dsp)]
        click.echo("\n".join([run_summary(reason, dsp), *lines]))
        if profile.clocks:
            click.echo("\n".join([f"{profile.clocks:,} clocks profiled", "", *profile_lines(profile, top)]))
    if interrupted is not None:
        raise interrupted
    assert stop is not None  # the run was not interrupted
    if (error := program_error(file, dsp, stop)) is not None:
        raise error
    if runs.missed is not None:
        raise not_reached(file, dsp, reason, *runs.missed)


class _ProfiledRuns:
    """Runs from one location to another, or to the end.

    Attributes:
        done: The number of finished runs.
        missed: The location that the last run did not reach, as text and as an address, or None.
    """

    def __init__(
        self, dsp: Dsp56001, program: ProgramOptions, start: str | None, max_clocks: int | None, waves: Waves | None
    ) -> None:
        self._dsp = dsp
        begin = None if start is None else parse_location(start, dsp.symbols, "--from")
        self._locations = begin, program.end(dsp)
        self._names = start, program.until
        self._end = None if max_clocks is None else dsp.total_clocks + max_clocks
        self._waves = waves
        self._stops = program.stops
        self.done = 0
        self.missed: tuple[str, int] | None = None

    def run(self, profiler: Profiler, times: int) -> Stop:
        """Profile up to `times` runs and return the last stop."""
        begin, end = self._locations
        while True:
            if begin is not None and self._dsp.regs.pc != begin:
                stop = self._run_to(begin, self._names[0])
                if self.missed is not None:
                    return stop
            with profiler:
                stop = self._run_to(end, self._names[1])
            if self.missed is not None:
                return stop
            self.done += 1
            if end is None or self.done == times:
                return stop

    def _run_to(self, location: int | None, name: str | None) -> Stop:
        from dsp56k.emu import StopReason

        began = self._dsp.total_clocks
        while True:
            left = None if self._end is None else max(0, self._end - self._dsp.total_clocks)
            slice_ = notices.PATIENCE if left is None else left
            slice_ = slice_ if self._waves is None else min(slice_, _SLICE)
            stop = self._dsp.run(until=location, max_clocks=slice_, **self._stops)
            if self._waves is not None:
                self._waves.sample()
            if stop.reason is not StopReason.BUDGET or slice_ == left:
                break
            if left is None and self._dsp.total_clocks - began >= notices.PATIENCE and is_stuck(self._dsp, served=True):
                break
        reached = stop.reason is StopReason.BREAKPOINT
        self.missed = None if reached or location is None or name is None else (name, location)
        return stop

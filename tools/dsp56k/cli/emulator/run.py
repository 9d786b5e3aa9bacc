"""`dsp56k run`: run an object file on a DSP56001 and show where and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.serial_options import SerialFiles, serial_options
from dsp56k.cli.console.shared_options import format_option
from dsp56k.cli.console.word_files import host_in_option, text_of
from dsp56k.cli.emulator.addresses import INTERRUPTED, not_reached, program_error, run_summary
from dsp56k.cli.emulator.memory_options import ranges, rows
from dsp56k.cli.emulator.memory_options import words_of as memory_words
from dsp56k.cli.emulator.notices import lost, polled, waiting
from dsp56k.cli.emulator.options import ProgramOptions, bcr_option, program_options, set_option
from dsp56k.system.text import counted

if TYPE_CHECKING:
    from dsp56k.debug import Service
    from dsp56k.emu import Dsp56001

    Received = Callable[[], list[int]]
    """Returns the words that the DSP has sent, the same at each call."""


@click.command(
    "run",
    epilog=examples(
        "dsp56k run fir.lod",
        "dsp56k run fir.elf --until done --max-clocks 100000 --json",
        "dsp56k run fir.elf --bcr 0 --set x:samples=1,2,3,4 --dump x:0-3",
        "dsp56k run demo.lod --board falcon",
    ),
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
@format_option
@bcr_option
@set_option
@click.option(
    "--dump", "dumps", multiple=True, metavar="RANGE", help="Show memory at the end, as x:0-0xf; may be repeated."
)
@host_in_option
@click.option(
    "--host-out", type=click.Path(path_type=Path), help="Write the words that the DSP sends to its host, one per line."
)
@serial_options
@click.option(
    "--dap",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Let a debugger attach at this port of localhost; 0 selects a free port.",
)
@click.option("--dap-wait", is_flag=True, help="Wait until a debugger has attached.")
@click.option("--engine-report", is_flag=True, help="Show what compiled code and the interpreter have executed.")
@json_option
def command(
    program: ProgramOptions,
    max_clocks: int,
    max_instructions: int | None,
    dumps: tuple[str, ...],
    host_out: Path | None,
    serial: SerialFiles,
    dap: int | None,
    dap_wait: bool,
    engine_report: bool,
    as_json: bool,
) -> None:
    """Run FILE (.lod, .elf, .cld and others) until it halts (a jump to itself), waits, stops or uses up its clocks.

    The chip has RAM at every external address, unless --board selects other hardware. The command shows the stop
    reason, the exact clocks since reset, the instruction count and all registers; so does ^C. The exit code is 1 at an
    illegal instruction, a stack overflow or underflow, uninitialised program memory or a violation that --strict finds,
    and if --until is not reached.

    With --host-in or --host-out a host is connected to the host port that is always ready. All numbers in its files are
    hexadecimal. --ssi-out writes a WAV file at the rate of the SSI's frames, with a channel for each slot.
    """
    from dsp56k.emu import StopReason

    file, until = program.file, program.until
    dsp = program.chip(serial)
    place = program.end(dsp)
    shown_ranges = ranges(dsp, dumps)
    received = None
    if program.host_in or host_out:
        dsp.host.send([])
        received = cache(dsp.host.receive)
    report = _Report(file, dsp, shown_ranges, received)

    def show(reason: str, *, has_engine: bool = False) -> None:
        if as_json:
            print_json(report.as_json(reason, has_engine=has_engine))
        else:
            click.echo(report.as_text(reason, has_engine=has_engine))

    try:
        with nullcontext() if dap is None else _served(dsp, dap, file, wait=dap_wait):
            stop = dsp.run(until=place, max_clocks=max_clocks, max_instructions=max_instructions, **program.stops)
    except KeyboardInterrupt:
        # Show the state that was reached, even after an error. The notices execute instructions.
        serial.disconnect()
        show(INTERRUPTED)
        raise
    finally:
        # Write the words that the DSP has sent, however the run has ended.
        to_host = {host_out: text_of(received())} if host_out is not None and received is not None else {}
        write_apart([to_host, *serial.outputs()], program.inputs(serial))
    show(stop.reason.name, has_engine=engine_report)
    if (error := program_error(file, dsp, stop)) is not None:
        raise error
    if until is not None and place is not None and stop.reason is not StopReason.BREAKPOINT:
        raise not_reached(file, dsp, stop.reason.name, until, place)


def _served(dsp: Dsp56001, port: int, file: Path, *, wait: bool) -> Service:
    """Return the port to which debuggers attach; with `wait`, wait for a debugger."""
    from dsp56k.debug import serve

    service = serve(dsp, port, folders=[str(file.parent)])
    click.echo("a debugger can attach at {}:{}".format(*service.address), err=True)
    if wait:
        service.wait()
    return service


@dataclass(frozen=True)
class _Report:
    """The state of a chip after its run.

    Attributes:
        file: the program.
        dsp: the chip.
        dumps: spaces, first addresses and numbers of the words to show.
        received: returns the words that the DSP has sent to its host, if it has one.
    """

    file: Path
    dsp: Dsp56001
    dumps: Sequence[tuple[str, int, int]]
    received: Received | None

    def as_json(self, reason: str, *, has_engine: bool) -> dict[str, Any]:
        """Return the state as a JSON object, with the engine's report if `has_engine` is set."""
        dsp, received = self.dsp, self.received
        pc = dsp.regs.pc
        engine = {"engine": dsp.engine_report().as_dict()} if has_engine else {}
        return {
            "file": str(self.file),
            "reason": reason,
            "pc": pc,
            "symbol": dsp.symbols.near(pc),
            "source": None if (source := dsp.symbols.line(pc)) is None else str(source),
            "clocks": dsp.clocks,
            "instructions": dsp.instructions,
            "registers": dsp.regs.as_dict(),
            "memory": [
                {"space": space, "address": first, "words": words}
                for space, first, words in memory_words(dsp, self.dumps)
            ],
            "host": None if received is None else {"received": received(), "not_sent": list(dsp.host.to_send)},
            "polls_host": polled(dsp) == "host",
            "notices": self._notices(reason),
            **engine,
        }

    def as_text(self, reason: str, *, has_engine: bool) -> str:
        """Return why and where the run ended, and the registers in the order of the programming model (UM 5-2)."""
        dsp, r = self.dsp, self.dsp.regs
        lines = [run_summary(reason, dsp)]
        engine = ["", str(dsp.engine_report())] if has_engine else []
        lines += self._notices(reason)
        if self.received is not None:
            received, sent = counted(len(self.received()), "word"), len(dsp.host.to_send)
            lines.append(f"host: {received} received, {sent} not sent")
        lines.append("")
        registers = len(lines)
        lines += [f"{d}   ${r[d + '2']:02X} ${r[d + '1']:06X} ${r[d + '0']:06X}    " for d in "ab"]
        for index, source in enumerate("xy"):
            lines[registers + index] += f"{source}   ${r[source + '1']:06X} ${r[source + '0']:06X}"
        lines += [
            "    ".join(
                f"r{n}  ${r[f'r{n}']:04X}  n{n} ${r[f'n{n}']:04X}  m{n} ${r[f'm{n}']:04X}" for n in (row, row + 4)
            )
            for row in range(4)
        ]
        lines.append(
            f"pc  ${r.pc:04X}  sr ${r.sr:04X}  omr ${r.omr:02X}  sp ${r.sp:02X}  la ${r.la:04X}  lc ${r.lc:04X}"
        )
        if self.dumps:
            lines += ["", *rows(dsp, self.dumps)]
        return "\n".join([*lines, *engine])

    def _notices(self, reason: str) -> list[str]:
        """Return lines on the peripheral that the program waits for at the end of a run, and on lost words."""
        from dsp56k.emu import StopReason

        losses = lost(self.dsp)
        if self.received is not None:
            # `waiting` restores the chip, which drops words that were not received yet.
            self.received()
        asleep, ended = reason == StopReason.WAIT.name, reason == StopReason.BUDGET.name
        return [*waiting(self.dsp, served=self.received is not None, asleep=asleep, ended=ended), *losses]

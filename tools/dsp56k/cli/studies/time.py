"""`dsp56k time`: measure the clocks of a C or NASM function on PCs of 1985 to 1994."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.completion import complete_machines
from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.profiles import profile_files, profile_lines, profile_options
from dsp56k.cli.studies.call_syntax import Call, parse_call
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND
from dsp56k.host import (
    Machine,
    MachineRow,
    PcParameters,
    Timed,
    builtin_machines,
    compile_c,
    load_machines,
    load_program,
)
from dsp56k.host.compiler import OPTIMIZATIONS, Optimization
from dsp56k.host.errors import HostError
from dsp56k.host.machines import DEFAULT_MACHINE
from dsp56k.profile.json_report import facts
from dsp56k.system.suggestions import unknown

if TYPE_CHECKING:
    from dsp56k.host import LoadedMachine

_HERTZ_PER_MHZ = 1_000_000
_PICOSECONDS_PER_MICROSECOND = 10**6
_SHOWN_BYTES = 64
"""Maximum number of output bytes that the table shows."""


@click.command(
    "time",
    epilog=examples(
        "dsp56k time crc.c 'crc32(@data.bin, 4096)' --machine 386-20,486-50",
        "dsp56k time cipher.c 'encrypt(hex(0123456789abcdef), \"8 bytes!\", out(8))' --profile",
    ),
)
@click.argument("sources", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.argument("call")
@click.option(
    "--machine",
    "names",
    multiple=True,
    metavar="NAME[,NAME]",
    shell_complete=complete_machines,
    help=f"Run on these machines ({', '.join(builtin_machines())}); may be repeated. [default: {DEFAULT_MACHINE}]",
)
@click.option(
    "--machines",
    "machine_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read further machines from a TOML file (docs/reference/host.md).",
)
@click.option("--host-clock", type=click.IntRange(1, 200), help="Clock of the machines in MHz. [default: their own]")
@click.option(
    "--wait-states", type=click.IntRange(0, 15), help="Wait states of the machines' memory. [default: their own]"
)
@click.option(
    "-O",
    "--optimize",
    type=click.Choice(OPTIMIZATIONS),
    default="2",
    show_default=True,
    help="Optimisation level of gcc.",
)
@click.option(
    "-D", "--define", "defines", multiple=True, metavar="NAME[=VALUE]", help="Define a macro; may be repeated."
)
@click.option(
    "--bytes",
    "size",
    type=click.IntRange(min=1),
    help="Number of bytes that the call processes, for the rate. [default: all bytes passed to it]",
)
@click.option(
    "--max-clocks",
    type=click.IntRange(min=1),
    help="Fail if the call takes more clocks. [default: 120 s of the machine]",
)
@click.option("--profile", "profiled", is_flag=True, help="Show a profile by function and instruction.")
@profile_options(("listing", "callgrind", "speedscope"))
@json_option
def command(
    sources: tuple[Path, ...],
    call: str,
    names: tuple[str, ...],
    machine_file: Path | None,
    host_clock: int | None,
    wait_states: int | None,
    optimize: Optimization,
    defines: tuple[str, ...],
    size: int | None,
    max_clocks: int | None,
    profiled: bool,
    listing: Path | None,
    callgrind: Path | None,
    speedscope: Path | None,
    top: int,
    as_json: bool,
) -> None:
    r"""Compile FILE (.c or .asm; a linked .elf is used as it is), run CALL on each machine, and show its clocks.

    CALL is a function and its arguments. Numbers are passed by value; @file, "text" and hex(0123ab) are stored in
    memory and passed by address; out(16) is an output buffer of 16 bytes, which are shown. Clocks are exact and the
    same on any computer. The command requires gcc, NASM and ld. A profile that is written to a file is of the first
    machine.
    """
    parsed = parse_call(call)
    changes: PcParameters = {}
    if host_clock is not None:
        changes["clock_hz"] = host_clock * _HERTZ_PER_MHZ
    if wait_states is not None:
        changes["wait_states"] = wait_states
    machines = [Machine(row, **changes) for row in _rows(names, machine_file)]
    macros = {name: value if equals else "1" for name, equals, value in (each.partition("=") for each in defines)}
    loaded = [_loaded(sources, machine, optimize, macros) for machine in machines]
    runs = _run(machines, loaded, parsed, max_clocks)
    wanted = {"listing": listing, "callgrind": callgrind, "speedscope": speedscope}
    if any(wanted.values()):
        write_apart([profile_files(runs[0].profile(), sources[0], wanted)], sources)
    size = parsed.size if size is None else size
    if as_json:
        print_json(_facts(call, sources, machines, runs, size, profiled))
    else:
        click.echo("\n".join(_lines(machines, runs, size, top if profiled else 0)))


def _rows(names: Sequence[str], machine_file: Path | None) -> list[MachineRow]:
    known = {**builtin_machines(), **(load_machines(machine_file) if machine_file else {})}
    wanted = [name.strip() for given in names or (DEFAULT_MACHINE,) for name in given.split(",")]
    for name in wanted:
        if name not in known:
            raise HostError(unknown("machine", name, known), machine=name)
    return [known[name] for name in wanted]


def _loaded(
    sources: Sequence[Path], machine: Machine, optimize: Optimization, macros: Mapping[str, str]
) -> LoadedMachine:
    if len(sources) == 1 and sources[0].suffix == ".elf":
        return machine.load(load_program(sources[0]))
    return machine.load(compile_c(*sources, machine=machine.row, optimize=optimize, defines=macros))


def _run(
    machines: Sequence[Machine], loaded: Sequence[LoadedMachine], call: Call, max_clocks: int | None
) -> list[Timed]:
    """Run the call once on each machine; a terminal shows the progress."""
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
    from rich.text import Text

    class Clocks(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.fields['pc'].clocks:,} clocks")

    runs = []
    columns = (TextColumn("{task.description}"), Clocks(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        for machine, one in zip(machines, loaded, strict=True):
            task = progress.add_task(machine.row.name, total=None, pc=one.pc)
            runs.append(one.call(call.function, *call.arguments, limit=max_clocks))
            progress.remove_task(task)
    return runs


def _lines(machines: Sequence[Machine], runs: Sequence[Timed], size: int, top: int) -> list[str]:
    rate = f" {'bytes/s':>14}" if size else ""
    lines = [f"{'machine':12} {'value':>10} {'clocks':>16} {'us':>16} {'calls/s':>12}{rate}"]
    for machine, run in zip(machines, runs, strict=True):
        each, microseconds = _a_second(run), run.time / _PICOSECONDS_PER_MICROSECOND
        rate = f" {each * size:14,.0f}" if size else ""
        lines.append(
            f"{machine.row.name:12} {run.value:#10x} {run.clocks:16,} {microseconds:16,.2f} {each:12,.1f}{rate}"
        )
    for machine, run in zip(machines, runs, strict=True):
        for number, output in enumerate(run.outputs, 1):
            more = f" and {len(output) - _SHOWN_BYTES:,} more" if len(output) > _SHOWN_BYTES else ""
            lines.append(f"{machine.row.name}, out {number}: {output[:_SHOWN_BYTES].hex()}{more}")
        if top:
            lines += ["", machine.row.name, *profile_lines(run.profile(), top)]
    return lines


def _a_second(run: Timed) -> float:
    return PICOSECONDS_PER_SECOND / run.time


def _facts(
    call: str, sources: Sequence[Path], machines: Sequence[Machine], runs: Sequence[Timed], size: int, profiled: bool
) -> dict[str, Any]:
    return {
        "call": call,
        "files": [str(source) for source in sources],
        "bytes": size,
        "machines": [
            {
                "machine": machine.row.name,
                "cpu": machine.row.cpu,
                "clock_hz": machine.parameters["clock_hz"],
                "wait_states": machine.parameters.get("wait_states"),
                "value": run.value,
                "clocks": run.clocks,
                "time_ps": run.time,
                "calls_per_second": _a_second(run),
                "bytes_per_second": _a_second(run) * size if size else None,
                "outputs": [output.hex() for output in run.outputs],
                **({"profile": facts(run.profile())} if profiled else {}),
            }
            for machine, run in zip(machines, runs, strict=True)
        ],
    }

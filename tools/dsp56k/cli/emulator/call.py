"""`dsp56k call`: call a subroutine of a program with values, and show its results and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.completion import complete_symbols
from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.shared_options import defines_option, definitions, folders_option, format_option
from dsp56k.cli.console.shell import decimal_hint, dollar_hint, note_digit
from dsp56k.cli.emulator.operand_options import input_of, json_of, text_of, value_of
from dsp56k.objects.formats import SUFFIXES
from dsp56k.system.text import counted, described, shown

if TYPE_CHECKING:
    from dsp56k.lib import CallTrace, OperandError, Result, Routine
    from dsp56k.objects.module import Module


@click.command(
    "call",
    epilog=examples(
        "dsp56k call square.asm sq --in 'x:opa[22] digits=12345' --out 'x:res[44] digits' --clocks",
        "dsp56k call fir.elf mac --in x0=0x100 --in 'y0 fraction=-0.5' --out 'a fraction' --trace",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("entry", metavar="ENTRY", shell_complete=complete_symbols)
@click.option("--in", "inputs", multiple=True, metavar="OPERAND=VALUE", help="Set an input; may be repeated.")
@click.option(
    "--out", "outputs", multiple=True, metavar="OPERAND", help="Show this operand after the return; may be repeated."
)
@click.option("--clocks", is_flag=True, help="Show clocks and instructions, from the first instruction to the return.")
@click.option(
    "--trace", "traced", is_flag=True, help="Show every instruction with the registers and words that it changes."
)
@click.option(
    "--waits", metavar="N|SPACE=N,...", default="0", help="Wait states of external memory: 1, or p=3,x=1.  [default: 0]"
)
@click.option(
    "--placement",
    type=click.Choice(("internal", "external")),
    default="internal",
    show_default=True,
    help="Run P:$0 to $1FF from internal or external program memory.",
)
@click.option(
    "--before", multiple=True, metavar="LOCATION", help="Call this subroutine first, as setup; may be repeated."
)
@click.option(
    "--keeps", metavar="REGISTERS", default="m0-m7", show_default=True, help="Registers that the routine must preserve."
)
@click.option(
    "--writes",
    multiple=True,
    metavar="OPERAND",
    help="Memory that the routine may write, in addition to --out.  [default: all except code]",
)
@click.option("--reads", multiple=True, metavar="OPERAND", help="Treat this memory as initialised.")
@click.option(
    "--max-clocks",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="Fail if the routine has not returned after this many clocks.",
)
@click.option("--loose", is_flag=True, help="Do not check accesses to memory or instruction-sequence restrictions.")
@format_option
@folders_option
@defines_option
@json_option
def command(
    file: Path,
    entry: str,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    clocks: bool,
    traced: bool,
    waits: str,
    placement: str,
    before: tuple[str, ...],
    keeps: str,
    writes: tuple[str, ...],
    reads: tuple[str, ...],
    max_clocks: int,
    loose: bool,
    form: str | None,
    folders: tuple[str, ...],
    defines: tuple[str, ...],
    as_json: bool,
) -> None:
    """Call the subroutine at ENTRY of FILE: a source, or a program (.lod, .cld, .elf).

    ENTRY is a symbol, a P address ('P:$41' or 0x41) or FILE:LINE. An OPERAND is a register, a symbol, or x: y: p: l:
    with a symbol or address. Append [n] for n words, and after a space their kind: words, signed, fraction, digits,
    number or bytes. Separate values by commas; bytes are hexadecimal digits, or @FILE. The exit code is 1 if the
    routine does not return, leaves the stack changed, violates a restriction of the chip, writes to other memory, or
    depends on uninitialised memory or registers. The error shows the instruction.
    """
    from dsp56k.lib import OperandError, Routine, RoutineError

    given = dict(input_of(text, "--in") for text in inputs)
    if len(given) < len(inputs):
        raise click.UsageError("each --in must set another operand, got one twice")
    options = {"entry": "ENTRY", "wait_states": "--waits"}
    options |= {name: f"--{name}" for name in ("before", "keeps", "writes", "reads")}
    options |= {**dict.fromkeys(outputs, "--out"), **dict.fromkeys(given, "--in")}
    try:
        routine = Routine.from_program(
            _program(file, form, folders, defines),
            entry,
            inputs={place: place for place in given},
            outputs={place: place for place in outputs},
            before=before,
            keeps=keeps,
            writes=writes or None,
            reads=reads,
            wait_states=_waits(waits),
            placement="internal" if placement == "internal" else "external",
            max_clocks=max_clocks,
            strict=not loose,
        )
        for option, text in (("ENTRY", entry), *(("--before", each) for each in before)):
            note_digit(option, text, routine.symbols)
        values = {place: value_of(routine.inputs[place], text, "--in") for place, text in given.items()}
        trace = routine.trace(**values) if traced else None
        if trace is not None and not as_json:
            click.echo("\n".join(shown(str(step)) for step in trace.steps))
        result = routine(**values) if trace is None else trace.outcome()
    except OperandError as error:
        raise _about_option(error, options) from None
    except RoutineError as error:
        raise InputError(f"{error}{decimal_hint(entry)}") from None
    if as_json:
        print_json(_facts(routine, result, trace))
        return
    found = result.value if len(outputs) != 1 else {outputs[0]: result.value}
    for place, value in found.items():
        click.echo(shown(f"{place} = {text_of(routine.outputs[place], value)}"))
    if clocks or not outputs:
        click.echo(f"{counted(result.clocks, 'clock')}, {counted(result.instructions, 'instruction')}")


def _about_option(error: OperandError, options: Mapping[str, str]) -> InputError:
    """Return the error with the name of its option instead of the names of the Python interface."""
    name, value = str(error.fields.get("name", "")), error.fields.get("value")
    why = error.message.removeprefix(f"{error.fields.get('routine')}: ").removeprefix(f"{name}: ")
    option = next((text for key, text in options.items() if name == key or name.startswith(f"{key}[")), "")
    operand = f" {described(name)}" if option in ("--in", "--out") else ""
    hint = dollar_hint(value) if isinstance(value, str) else ""
    return InputError(f"{option}{operand}: {why}{hint}" if option else f"{why}{hint}")


def _program(file: Path, form: str | None, folders: Sequence[str], defines: Sequence[str]) -> Module:
    """Return the program in a file; a source is assembled, and its diagnostics are shown."""
    from dsp56k.asm import assemble_file, render_all
    from dsp56k.lib.routine.program import program_of
    from dsp56k.objects.readers import read_object

    if form is not None or file.suffix.lower().removeprefix(".") in SUFFIXES:
        return program_of(read_object(file, form))
    program = assemble_file(file, include_paths=folders, defines=definitions(defines))
    click.echo(render_all(program.diagnostics), err=True, nl=False)
    if not program.ok:
        raise InputError(f"{file}: {counted(program.errors, 'error')}")
    return program


def _waits(text: str) -> int | dict[str, int]:
    """Parse the wait states of an option."""
    try:
        if "=" not in text:
            return int(text)
        return {space.strip(): int(number) for space, number in (part.split("=") for part in text.split(","))}
    except ValueError:
        raise click.BadParameter(
            f"expected a number or SPACE=N,..., as p=3,x=1, got {described(text)}", param_hint="--waits"
        ) from None


def _facts(routine: Routine, result: Result[Any], trace: CallTrace | None) -> dict[str, Any]:
    """Return the result for JSON."""
    outputs = list(routine.outputs)
    values = result.value if len(outputs) != 1 else {outputs[0]: result.value}
    facts: dict[str, Any] = {
        "routine": routine.name,
        "entry": routine.entry,
        "value": {
            place: [json_of(part) for part in value] if isinstance(value, list) else json_of(value)
            for place, value in values.items()
        },
        "clocks": result.clocks,
        "instructions": result.instructions,
        "setup_clocks": result.setup_clocks,
    }
    if trace is not None:
        facts["steps"] = [
            {
                "pc": step.pc,
                "words": list(step.words),
                "text": step.text,
                "start": step.start,
                "clocks": step.clocks,
                "registers": step.registers,
                "accesses": [str(access) for access in step.accesses],
                "symbol": step.symbol,
                "source": None if step.source is None else str(step.source),
            }
            for step in trace.steps
        ]
    return facts

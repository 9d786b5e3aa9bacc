"""`dsp56k disasm`: print an object file as source that assembles to the same words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.output import examples, json_option, labels_option, print_json
from dsp56k.cli.console.shared_options import chip_option, format_option
from dsp56k.cli.toolchain.roundtrip_disassembly import Line, exact

if TYPE_CHECKING:
    from dsp56k.isa import Part


@click.command(
    "disasm",
    epilog=examples("dsp56k disasm fir.lod", "dsp56k disasm fir.elf --no-labels --json"),
)
@click.argument("file", type=click.Path(path_type=Path))
@labels_option
@format_option
@chip_option
@json_option
def command(file: Path, labels: bool, form: str | None, chip: str, as_json: bool) -> None:
    """Disassemble FILE (.lod, .elf, .cld and others) to assembly source, with its labels.

    The source assembles to the same words; an instruction without an exact assembly text is shown as DC. Names that
    cannot be labels are left out, and so are those of an address after the first 16. If words cannot be reproduced, a
    comment shows where, and the exit code is 1.
    """
    from dsp56k.emu import Symbols
    from dsp56k.emu.loader import read_object

    program = read_object(file, form)
    symbols = Symbols()
    if labels:
        symbols.add(program)
    found = exact(program.blocks, symbols, program.start, chip)
    if as_json:
        left = [{"space": line.space, "address": line.address, "words": line.words} for line in found.left]
        print_json(
            {"file": str(file), "start": program.start, "statements": _statements(found.lines, chip), "left": left}
        )
    else:
        for line in found.lines:
            click.echo(line.source)
        if found.unnamed:
            click.echo(f"; symbols left out: {found.unnamed}")
        for line in found.left:
            click.echo(f"; words that are not reproduced: {line.place}, {len(line.words)}")
    if found.left:
        count = sum(len(line.words) for line in found.left)
        words = "1 word is" if count == 1 else f"{count} words are"
        raise InputError(f"{file}: {words} not reproduced, the first at {found.left[0].place}")


def _statements(lines: list[Line], chip: str) -> list[dict[str, object]]:
    """Return the statements for JSON, each with all labels before it."""
    statements: list[dict[str, object]] = []
    labels: list[str] = []
    for line in lines:
        labels += [line.label] if line.label and not line.text.startswith("equ") else []
        if line.words:
            text = " ".join(line.text.split())
            place = {"space": line.space, "address": line.address}
            statements.append(
                {**place, "words": line.words, "labels": labels, "text": text, "parts": _parts(line, chip)}
            )
            labels = []
    return statements


def _parts(line: Line, chip: str) -> list[dict[str, object]]:
    """Return the encodings that an instruction belongs to, with their operands; none for data."""
    from dsp56k.isa import decode

    found = None if line.space != "P" or line.text.startswith("dc") else decode(line.words[0], chip)
    return (
        [{"operation": part.row.op, "operands": _operands(part, line.words)} for part in found.parts] if found else []
    )


def _operands(part: Part, words: Sequence[int]) -> list[object]:
    """Return the operands of an encoding, those of the second word with their value."""
    values: list[object] = []
    for operand, value in zip(part.row.operands, part.values, strict=True):
        if not operand.letters:
            values.append(words[1])
        else:
            values.append(("Absolute", words[1]) if value == ("Absolute", 0) else value)
    return values

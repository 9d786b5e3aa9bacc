"""`srec`: a load file (.cld or .lod) as Motorola S-records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.exit_codes import OK
from dsp56k.cli.motorola.commands import UsageError, run
from dsp56k.cli.motorola.file_names import existing, with_extension
from dsp56k.cli.motorola.options import CommandLine, Takes, parse

if TYPE_CHECKING:
    from dsp56k.asm.formats import Widths
    from dsp56k.objects.module import Module

USAGE = """usage: srec [options] file[.cld] ...
          -m            a file for each byte of the words: .p0 .p1 .p2, .x0 and so on; addresses count words
          -s            one file with all memory spaces: .s
          -b, -w        addresses count bytes (three per word), or words (the default)
          -r            high byte first
          -a2 -a3 -a4   bytes of the addresses of data records: S1, S2, S3 (as few as each needs)
          -t2 -t3 -t4   bytes of the start address in the last record: S9, S8, S7
          -q            accepted
        Without -m and -s there is a file for each memory space: .p .x .y
        example: srec -bs filter.cld
        """
_LETTERS = {
    "a": Takes.VALUE,
    "b": Takes.NOTHING,
    "m": Takes.NOTHING,
    "q": Takes.NOTHING,
    "r": Takes.NOTHING,
    "s": Takes.NOTHING,
    "t": Takes.VALUE,
    "w": Takes.NOTHING,
}


def main() -> int:
    """Run `srec` as an entry point."""
    return run("srec", USAGE, convert)


def convert(arguments: Sequence[str]) -> int:
    """Convert, and return the exit code."""
    from dsp56k.asm.formats import ObjectFormatError, Widths
    from dsp56k.cli.console.files import write_apart
    from dsp56k.cli.objects import read_object_file

    line = parse(arguments, _LETTERS, lambda _, word: False)
    if not line.files:
        raise UsageError("expected a file to convert")
    if line.has("m") and line.has("s"):
        raise UsageError("-m and -s cannot be combined")
    widths = Widths(_width(line, "a"), _width(line, "t"))
    outputs: list[dict[Path, bytes]] = []
    names = [with_extension(name, ".cld") for name in line.files]
    sources = [existing(name) for name in names]
    for name, source in zip(names, sources, strict=True):
        obj = read_object_file(source)
        if obj.relocation is not None:
            # The addresses and words of a relocatable module are unknown before it is linked.
            raise ObjectFormatError(
                f"{source}: cannot convert a relocatable module; link it first", file=str(source), field="words"
            )
        target = Path(name.name)
        outputs += ({target.with_suffix(suffix): text.encode()} for suffix, text in _texts(obj, line, widths).items())
    write_apart(outputs, sources)
    return OK


def _texts(obj: Module, line: CommandLine, widths: Widths) -> dict[str, str]:
    """Return the files of one input, by suffix."""
    from dsp56k.asm.formats import srec_planes, srec_text
    from dsp56k.asm.formats.hex_formats import blocks
    from dsp56k.objects.formats import SPACES
    from dsp56k.objects.module import Run

    if line.has("m"):
        return srec_planes(obj, widths)
    parts = {".s": obj}
    if not line.has("s"):
        runs = [Run(space, address, space, address, "", words) for space, address, words in blocks(obj)]
        of_space = {space: [run for run in runs if run.space == space] for space in SPACES}
        parts = {f".{space.lower()}": replace(obj, records=[*found]) for space, found in of_space.items() if found}
    return {
        suffix: srec_text(part, byte_addresses=line.has("b"), high_first=line.has("r"), widths=widths)
        for suffix, part in parts.items()
    }


def _width(line: CommandLine, letter: str) -> int:
    """Return the value of -a or -t, or 0 if it was not given."""
    value = line.value(letter)
    if value is None:
        return 0
    if value not in ("2", "3", "4"):
        raise UsageError(f"-{letter} must be 2, 3 or 4 bytes, got {value}")
    return int(value)

"""`srec`: a load file (.cld or .lod) as Motorola S-records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dsp56k.cli.motorola.options import NONE, OK, UsageError, existing, parse, run, with_extension

USAGE = """usage: srec [options] file[.cld] ...
  -m            a file for each byte of the words: .p0 .p1 .p2, .x0 and so on; addresses count words
  -s            one file with all memory spaces: .s
  -b, -w        addresses count bytes (three a word), or words (the default)
  -r            high byte first
  -q            accepted
Without -m and -s there is a file for each memory space: .p .x .y
example: srec -bs filter.cld"""
_LETTERS = {"b": NONE, "m": NONE, "q": NONE, "r": NONE, "s": NONE, "w": NONE}


def main() -> int:
    """Entry point of `srec`."""
    return run("srec", USAGE, convert)


def convert(arguments: Sequence[str]) -> int:
    """Convert; the exit code."""
    from dsp56k.asm.formats import ObjectFormatError, srec_planes, srec_text
    from dsp56k.asm.formats.hexfiles import SPACES, blocks
    from dsp56k.asm.objectfile import Run
    from dsp56k.cli.objects import read_object_file
    from dsp56k.cli.output import write_apart

    line = parse(arguments, _LETTERS, lambda _, word: False)
    if not line.files:
        raise UsageError("no file to convert")
    if line.has("m") and line.has("s"):
        raise UsageError("-m and -s exclude one another")
    outputs: list[dict[Path, bytes]] = []
    sources = [existing(with_extension(name, ".cld")) for name in line.files]
    for source in sources:
        obj = read_object_file(source)
        if obj.relocation is not None:
            # Its addresses and words are not known before it is linked.
            raise ObjectFormatError(f"{source}: a relocatable module: link it first", file=str(source), field="words")
        target = Path(source.name)
        if line.has("m"):
            outputs.append({target.with_suffix(suffix): text.encode() for suffix, text in srec_planes(obj).items()})
            continue
        settings = {"byte_addresses": line.has("b"), "high_first": line.has("r")}
        if line.has("s"):
            outputs.append({target.with_suffix(".s"): srec_text(obj, **settings).encode()})
            continue
        for space in SPACES:
            runs = [Run(s, address, s, address, "", words) for s, address, words in blocks(obj) if s == space]
            if runs:
                part = srec_text(replace(obj, records=[*runs]), **settings)
                outputs.append({target.with_suffix(f".{space.lower()}"): part.encode()})
    write_apart(outputs, sources)
    return OK

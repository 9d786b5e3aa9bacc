"""`cldlod`: a COFF load file as LOD text, on standard output."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.cli.console.exit_codes import OK
from dsp56k.cli.console.streams import write_output
from dsp56k.cli.motorola.commands import UsageError, run
from dsp56k.cli.motorola.file_names import existing, with_extension

USAGE = """usage: cldlod file[.cld]
Writes the file as LOD text to standard output.
example: cldlod filter.cld > filter.lod"""


def main() -> int:
    """Run `cldlod` as an entry point."""
    return run("cldlod", USAGE, convert)


def convert(arguments: Sequence[str]) -> int:
    """Convert, and return the exit code."""
    from dsp56k.asm.formats import ObjectFormatError, read_coff
    from dsp56k.cli.objects import object_files, read_bytes

    if len(arguments) != 1:
        raise UsageError("expected one .cld file")
    path = existing(with_extension(arguments[0], ".cld"))
    obj = read_coff(str(path), read_bytes(path))
    if obj.relocation is not None:
        raise ObjectFormatError(
            f"{path}: cannot convert a relocatable module; link it first", file=str(path), field="f_flags"
        )
    write_output(object_files(obj, path, "lod")[path])
    return OK

"""`asm56000`: the assembler, with the options of ASM 1.4 and of the versions up to 6.3."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.exit_codes import OK, WRONG_INPUT
from dsp56k.cli.console.streams import STANDARD_OUTPUT
from dsp56k.cli.motorola.commands import UsageError, run
from dsp56k.cli.motorola.file_names import path_of
from dsp56k.cli.motorola.options import CommandLine, Takes, parse
from dsp56k.system.text import encoded, shown

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile

USAGE = """usage: asm56000 [options] file[.asm] ...
          -a            absolute mode: addresses are final, the object file is a .cld (and a .lod next to it)
          -b[file]      write the object file: .cln, or .cld with -a, after the first source file
          -d SYM STR    as DEFINE SYM 'STR'
          -e[aw] file   append (a) or write (w) the messages to a file, too
          -f file       more arguments from a file
          -g            accepted: line numbers for a debugger
          -i path       a directory for INCLUDE; the last one is searched first
          -l[file]      write the listing: .lst after the first source file, or - for the screen
          -m path       a directory of macros, as MACLIB
          -o opt,...    as OPT
          -v            show progress, and the number of errors and warnings
          -z            leave the symbols out of an absolute object file
          -c -p -q      accepted: they change no object file
        example: asm56000 -b -lfilter.lst -d POINTS 16 filter.asm
        """
_LETTERS = {
    **dict.fromkeys("acgqvz", Takes.NOTHING),
    **dict.fromkeys("bl", Takes.FILE),
    **dict.fromkeys("fimop", Takes.VALUE),
    **dict.fromkeys("d", Takes.PAIR),
    **dict.fromkeys("e", Takes.MODE),
}
_OUTPUTS = frozenset({".cln", ".cld", ".lnk", ".lod", ".lst", ".ls", ".elf"})


def main() -> int:
    """Run `asm56000` as an entry point."""
    return run("asm56000", USAGE, assemble_command)


def assemble_command(arguments: Sequence[str]) -> int:
    """Assemble, and return the exit code."""
    from dsp56k.asm import render_all
    from dsp56k.asm.formats import listing_text
    from dsp56k.cli.console.files import write_apart

    line = parse(arguments, _LETTERS, lambda _, word: Path(word).suffix.lower() in _OUTPUTS)
    if not line.files:
        raise UsageError("Missing source filename")
    line.say_duplicates({"b": "object", "l": "listing"})
    sources = line.sources(".asm")
    if line.has("v"):
        print(shown(f"assembling {', '.join(map(str, sources))}"), file=sys.stderr)
    obj = _assemble(line, sources)
    if line.has("z") and line.has("a"):
        obj.symbol_table, obj.exported_symbols = [], []
    report = render_all(obj.diagnostics)
    outputs: list[dict[Path, bytes]] = []
    if obj.ok and line.has("b"):
        outputs.append(_object_files(obj, line))
    if line.has("l"):
        path = line.output("l", ".lst")
        # No file is written after an error, but a listing on the screen shows the messages at their lines (ASM 1.5).
        if obj.ok or path == STANDARD_OUTPUT:
            outputs.append({path: encoded(listing_text(obj, clocks=False, pages=True))})
    with line.message_file(report) as messages:
        write_apart([messages, *outputs], sources)
    sys.stdout.write(report)
    if line.has("v") or not obj.ok:
        print(f"{obj.errors}    Errors\n{obj.warnings}    Warnings")
    return OK if obj.ok else WRONG_INPUT


def _assemble(line: CommandLine, sources: list[Path]) -> ObjectFile:
    """Assemble the sources as one."""
    from dsp56k.asm import assemble_files

    defines = dict(value.split("=", 1) for value in line.values("d"))
    relative = not line.has("a")
    # Short programs often begin at P:0, so `assemble` leaves out this default of absolute mode (ASM chapter 6, OPT).
    options = [] if relative else ["INTR"]
    options += [option for value in line.values("o") for option in value.split(",") if option]
    return assemble_files(
        sources,
        include_paths=line.folders("i"),
        maclib_paths=line.folders("m"),
        defines=defines,
        options=options,
        relative=relative,
    )


def _object_files(obj: ObjectFile, line: CommandLine) -> dict[Path, bytes]:
    """Return the object file; it goes to the current directory unless its name has a path."""
    from dsp56k.asm.formats import ASM31
    from dsp56k.cli.objects import object_files
    from dsp56k.objects.module import UNNAMED

    absolute = line.has("a")
    suffix = ".cld" if absolute else ".cln"
    path = line.output("b", suffix)
    form = path.suffix.lower()[1:]
    if absolute and form in ("lod", "elf"):
        return object_files(obj, path, form, ASM31)
    # Without symbols a COFF file does not name its module either: cldlod finds nothing for _START (trex_dsp.lod).
    bare = absolute and line.has("z")
    files = object_files(replace(obj, ident=UNNAMED) if bare else obj, path, suffix[1:])
    if absolute and form and not path_of(line.value("b") or "").suffix:
        # The assemblers before COFF wrote this format under the same command line.
        files |= object_files(obj, path.with_suffix(".lod"), "lod", ASM31)
    return files

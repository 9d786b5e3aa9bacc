"""`asm56000`: the assembler, with the options of ASM 1.4 and of the versions up to 6.3."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.motorola.options import (
    NONE,
    OK,
    OPTIONAL,
    PAIR,
    REQUIRED,
    WRONG_INPUT,
    CommandLine,
    UsageError,
    parse,
    run,
    with_extension,
)

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile

USAGE = """usage: asm56000 [options] file[.asm] ...
  -a            absolute mode: addresses are final, the object file is a .cld (and a .lod beside it)
  -b[file]      write the object file: .cln, or .cld with -a, after the first source file
  -d SYM STR    as DEFINE SYM 'STR'
  -e[aw] file   append (a) or write (w) the messages to a file, too
  -f file       more arguments from a file
  -g            accepted: line numbers for a debugger
  -i path       a folder for INCLUDE; the last one is searched first
  -l[file]      write the listing: .lst after the first source file
  -m path       a folder of macros, as MACLIB
  -o opt,...    as OPT
  -c -q -v -z   accepted: signs of life and what they leave out
example: asm56000 -b -lfilter.lst -d POINTS 16 filter.asm"""
_LETTERS = {
    "a": NONE, "b": OPTIONAL, "c": NONE, "d": PAIR, "e": REQUIRED, "f": REQUIRED, "g": NONE, "i": REQUIRED,
    "l": OPTIONAL, "m": REQUIRED, "o": REQUIRED, "p": REQUIRED, "q": NONE, "v": NONE, "z": NONE,
}  # fmt: skip
_OUTPUTS = frozenset({".cln", ".cld", ".lnk", ".lod", ".lst", ".ls", ".elf"})


def main() -> int:
    """Entry point of `asm56000`."""
    return run("asm56000", USAGE, assemble_command)


def assemble_command(arguments: Sequence[str]) -> int:
    """Assemble; the exit code."""
    from dsp56k.asm import render_all
    from dsp56k.asm.formats import listing_text
    from dsp56k.cli.output import write_whole

    line = parse(arguments, _LETTERS, lambda word: Path(word).suffix.lower() in _OUTPUTS)
    if not line.files:
        raise UsageError("no source file")
    sources = [with_extension(name, ".asm") for name in line.files]
    obj = _assemble(line, sources)
    report = render_all(obj.diagnostics)
    files: dict[Path, bytes] = {}
    target = line.value("b")
    if obj.ok and target is not None:
        files |= _object_files(obj, target, sources[0], absolute=line.has("a"))
    listing = line.value("l")
    if listing is not None and obj.ok:
        path = with_extension(listing, ".lst") if listing else Path(sources[0].with_suffix(".lst").name)
        files[path] = listing_text(obj, clocks=False, pages=True).encode("utf-8")
    errors = line.value("e")
    if errors:
        path = Path(errors[1:] if errors[:1].lower() in ("a", "w") and len(errors) > 1 else errors)
        before = path.read_bytes() if arguments_append(arguments) and path.is_file() else b""
        files[path] = before + report.encode()
    write_whole(files)
    sys.stdout.write(report)
    if line.has("v") or not obj.ok:
        print(f"{obj.errors}    Errors\n{obj.warnings}    Warnings")
    return OK if obj.ok else WRONG_INPUT


def arguments_append(arguments: Sequence[str]) -> bool:
    """Whether the messages are to be appended to their file (-ea)."""
    return any(word[:3].lower() == "-ea" for word in arguments)


def _assemble(line: CommandLine, sources: list[Path]) -> ObjectFile:
    """Assemble the sources as one."""
    from dsp56k.asm import assemble, assemble_file

    defines = dict(value.split("=", 1) for value in line.values("d"))
    includes = [value.replace("\\", "/") for value in line.values("i")]
    macros = [value.replace("\\", "/") for value in line.values("m")]
    relative = not line.has("a")
    # The default of absolute mode (ASM chapter 6, OPT), which `assemble` leaves out: short programs often begin at P:0.
    options = [] if relative else ["INTR"]
    options += [option for value in line.values("o") for option in value.split(",") if option]
    if len(sources) == 1:
        return assemble_file(
            sources[0],
            include_paths=includes,
            maclib_paths=macros,
            defines=defines,
            options=options,
            relative=relative,
        )
    # Several files are one source (ASM 1.4).
    text = "".join(f" include '{source}'\n" for source in sources)
    return assemble(
        text,
        name=sources[0].name,
        include_paths=includes,
        maclib_paths=macros,
        defines=defines,
        options=options,
        relative=relative,
    )


def _object_files(obj: ObjectFile, target: str, source: Path, *, absolute: bool) -> dict[Path, bytes]:
    """The object file, in the current folder unless its name says otherwise."""
    from dsp56k.asm.formats import ASM31
    from dsp56k.cli.objects import object_files

    suffix = ".cld" if absolute else ".cln"
    if not target:
        path = Path(source.with_suffix(suffix).name)
        files = object_files(obj, path, suffix[1:])
        if absolute:
            # What the assemblers before COFF wrote under the same command line.
            files |= object_files(obj, path.with_suffix(".lod"), "lod", ASM31)
        return files
    path = with_extension(target, suffix)
    form = path.suffix.lower()[1:]
    if absolute and form in ("lod", "elf"):
        return object_files(obj, path, form, ASM31)
    return object_files(obj, path, suffix[1:])

"""`dsplnk`: the linker, with the options of ASM's linker chapter and of the versions up to 6.3."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.exit_codes import OK, WRONG_INPUT
from dsp56k.cli.motorola.commands import UsageError, run
from dsp56k.cli.motorola.file_names import existing, module_file, path_of, with_extension
from dsp56k.cli.motorola.options import CommandLine, Takes, parse
from dsp56k.system.text import encoded, shown

if TYPE_CHECKING:
    from dsp56k.objects.module import Module

USAGE = """usage: dsplnk [options] file[.cln] ...
          -b[file]      the object file: a .cld (or .lod, .elf by its name) after the first module
          -e[aw] file   append (a) or write (w) the messages to a file, too
          -f file       more arguments from a file
          -i            combine the modules into one that can be linked again; needs -b
          -l library    search a library for symbols that are unresolved so far
          -m[file]      write a map: .map after the first module
          -n            ignore case in symbols
          -o mem:addr   the base address of a memory space, as pe:40
          -p path       a directory of libraries; the last one is searched first
          -r[file]      read a memory control file: .ctl after the first module
          -s            write the symbols to a .lod, too; a .cld has them
          -u symbol     look for a symbol in the libraries
          -v            show progress, and the number of errors and warnings
          -z            leave symbols and line numbers out
          -a -c -g -q   accepted: they change no object file
        example: dsplnk -bfilter.cld -mfilter.map -rboard.ctl main.cln fft.cln -lio
        """
_LETTERS = {
    **dict.fromkeys("acginqsvz", Takes.NOTHING),
    **dict.fromkeys("bmr", Takes.FILE),
    **dict.fromkeys("flopu", Takes.VALUE),
    **dict.fromkeys("e", Takes.MODE),
}
_LOAD_FILES = frozenset({".cld", ".lod", ".elf"})
_OUTPUTS = _LOAD_FILES | {".map", ".ctl", ".mem"}
_ONCE = {"b": "object", "m": "map", "r": "memory control"}


def main() -> int:
    """Run `dsplnk` as an entry point."""
    return run("dsplnk", USAGE, link_command)


def main_lnk56000() -> int:
    """Run `lnk56000` as an entry point."""
    return run("lnk56000", USAGE.replace("dsplnk", "lnk56000"), old_link_command)


def old_link_command(arguments: Sequence[str]) -> int:
    """Link as lnk56000, the linker before COFF: it writes .lod, and programs without END start at 0."""
    return link_command(arguments, ".lod", 0)


def link_command(arguments: Sequence[str], suffix: str = ".cld", start: int | None = None) -> int:
    """Link, and return the exit code.

    `suffix` is that of an object file without a name; `start` is that of `link`.
    """
    from dsp56k.asm import render_all
    from dsp56k.asm.link import MemoryControl, link, map_text, read_memory_file
    from dsp56k.cli.console.files import write_apart
    from dsp56k.cli.objects import read_input

    line = parse(arguments, _LETTERS, _is_output)
    if line.has("i"):
        # An incremental link writes a module. Otherwise a module after -b or -m is an input, which must not be
        # overwritten.
        line = parse(arguments, _LETTERS, lambda letter, word: _is_output(letter, word) or _is_module(letter, word))
    if not line.files:
        raise UsageError("Missing link filename")
    incremental = line.has("i")
    if incremental and not line.value("b"):
        raise UsageError("Default load file not allowed in incremental link")
    line.say_duplicates(_ONCE)
    # An output without a name gets that of the first module, as the command line has it.
    first = path_of(line.files[0])
    sources = [
        _library(value, line) if letter == "l" else module_file(path_of(value))
        for letter, value in line.ordered
        if letter in ("", "l")
    ]
    control = MemoryControl()
    memory = line.value("r")
    if memory is not None:
        memory_file = existing(with_extension(memory, ".ctl") if memory else first.with_suffix(".ctl"))
        control = read_memory_file(memory_file)
        sources.append(memory_file)
    for origin in line.values("o"):
        control.origin(origin)
    inputs = [read_input(path) for path in sources[: len(line.files) + len(line.values("l"))]]
    if line.has("v"):
        print(shown(f"linking {', '.join(entry.name for entry in inputs)}"), file=sys.stderr)
    linked = link(
        inputs,
        control,
        ignore_case=line.has("n"),
        wanted=line.values("u"),
        incremental=incremental,
        start=start,
    )
    obj = linked.obj
    report = render_all(obj.diagnostics)
    sys.stdout.write(report)
    outputs: list[dict[Path, bytes]] = []
    if obj.ok:
        outputs.append(_object_files(obj, line, ".cln" if incremental else suffix))
        if line.has("m"):
            outputs.append({line.output("m", ".map"): encoded(map_text(linked))})
    # Build scripts in the field let the assembler's -b name a .cld, which the linker then replaces.
    with line.message_file(report) as messages:
        write_apart([messages, *outputs], [path for path in sources if path.suffix.lower() not in _LOAD_FILES])
    if line.has("v") or not obj.ok:
        print(f"{obj.errors}    Errors\n{obj.warnings}    Warnings")
    return OK if obj.ok else WRONG_INPUT


def _object_files(obj: Module, line: CommandLine, suffix: str) -> dict[Path, bytes]:
    """Return the object file, named by -b or after the first module."""
    from dsp56k.asm.formats import LNK56000
    from dsp56k.cli.objects import object_files
    from dsp56k.objects.module import UNNAMED

    if obj.relocation is None and line.has("z"):
        obj.symbol_table = []
        for block in obj.runs:
            block.lines = []
    if line.has("s"):
        obj.exported_symbols = [symbol.name for symbol in obj.symbol_table]
    path = line.output("b", suffix)
    form = path.suffix.lower()[1:]
    if obj.relocation is not None:
        form = "cln"
    elif form not in ("lod", "elf"):
        form = "cld"
        if line.has("z"):
            obj.ident = UNNAMED
    return object_files(obj, path, form, LNK56000)


def _is_output(_: str, word: str) -> bool:
    return Path(word).suffix.lower() in _OUTPUTS


def _is_module(letter: str, word: str) -> bool:
    return letter == "b" and Path(word).suffix.lower() == ".cln"


def _library(name: str, line: CommandLine) -> Path:
    """Return the path of a library; the directories of -p are searched."""
    path = with_extension(name, ".lib")
    folders = [Path(), *reversed(line.folders("p"))]
    found = (existing(folder / path) for folder in folders)
    return next((library for library in found if library.is_file()), path)

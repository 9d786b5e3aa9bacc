"""`dsplnk`: the linker, with the options of ASM's linker chapter and of the versions up to 6.3."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from dsp56k.cli.motorola.options import (
    NONE,
    OK,
    OPTIONAL,
    REQUIRED,
    WRONG_INPUT,
    CommandLine,
    UsageError,
    parse,
    run,
    with_extension,
)

USAGE = """usage: dsplnk [options] file[.cln] ...
  -b[file]      the object file: a .cld (or .lod, .elf by its name) after the first module
  -f file       more arguments from a file
  -i            combine the modules into one that can be linked again; needs -b
  -l library    search a library for what is missing so far
  -m[file]      write a map: .map after the first module
  -n            ignore case in symbols
  -o mem:addr   where a memory space's counter begins, as pe:40
  -p path       a folder for libraries; the last one is searched first
  -r[file]      read a memory control file: .ctl after the first module
  -u symbol     look for a symbol in the libraries
  -z            leave symbols out
  -c -g -q -s -v  accepted: signs of life and debugging
example: dsplnk -bfilter.cld -mfilter.map -rboard.ctl main.cln fft.cln -lio"""
_LETTERS = {
    "b": OPTIONAL, "c": NONE, "e": REQUIRED, "f": REQUIRED, "g": NONE, "i": NONE, "l": REQUIRED, "m": OPTIONAL,
    "n": NONE, "o": REQUIRED, "p": REQUIRED, "q": NONE, "r": OPTIONAL, "s": NONE, "u": REQUIRED, "v": NONE, "z": NONE,
}  # fmt: skip
_OUTPUTS = frozenset({".cld", ".lod", ".elf", ".map", ".ctl", ".mem"})
_MODULES = (".cln", ".lnk")


def main() -> int:
    """Entry point of `dsplnk`."""
    return run("dsplnk", USAGE, link_command)


def link_command(arguments: Sequence[str]) -> int:
    """Link; the exit code."""
    from dsp56k.asm import render_all
    from dsp56k.asm.formats import ASM31, CLDLOD
    from dsp56k.asm.link import MemoryControl, link, map_text, read_memory_file
    from dsp56k.cli.objects import object_files, read_input
    from dsp56k.cli.output import write_whole

    line = parse(arguments, _LETTERS, lambda word: Path(word).suffix.lower() in _OUTPUTS)
    if not line.files:
        raise UsageError("no module to link")
    incremental = line.has("i")
    target = line.value("b")
    if incremental and not target:
        raise UsageError("Default load file not allowed in incremental link")
    paths = [_module(name) for name in line.files]
    control = MemoryControl()
    memory = line.value("r")
    if memory is not None:
        control = read_memory_file(with_extension(memory, ".ctl") if memory else paths[0].with_suffix(".ctl"))
    for origin in line.values("o"):
        control.origin(origin)
    inputs = [
        read_input(_library(value, line) if letter == "l" else _module(value))
        for letter, value in line.ordered
        if letter in ("", "l")
    ]
    linked = link(inputs, control, ignore_case=line.has("n"), wanted=line.values("u"), incremental=incremental)
    obj = linked.obj
    sys.stdout.write(render_all(obj.diagnostics))
    if obj.ok:
        if line.has("z") and not incremental:
            obj.symbol_table = []
        suffix = ".cln" if incremental else ".cld"
        path = with_extension(target, suffix) if target else Path(paths[0].with_suffix(suffix).name)
        form = path.suffix.lower()[1:]
        form = form if form in ("lod", "elf") and not incremental else suffix[1:]
        files = object_files(obj, path, form, CLDLOD if line.has("s") else ASM31)
        map_name = line.value("m")
        if map_name is not None:
            files[with_extension(map_name, ".map") if map_name else Path(paths[0].with_suffix(".map").name)] = map_text(
                linked
            ).encode()
        write_whole(files)
    if line.has("v") or not obj.ok:
        print(f"{obj.errors}    Errors\n{obj.warnings}    Warnings")
    return OK if obj.ok else WRONG_INPUT


def _module(name: str) -> Path:
    """A module's path; without an extension .cln, or .lnk where only that is there."""
    path = Path(name.replace("\\", "/"))
    if path.suffix:
        return path
    return next((path.with_suffix(s) for s in _MODULES if path.with_suffix(s).is_file()), path.with_suffix(".cln"))


def _library(name: str, line: CommandLine) -> Path:
    """A library's path, with the folders of -p."""
    path = with_extension(name, ".lib")
    folders = [Path(value.replace("\\", "/")) for value in reversed(line.values("p"))]
    return next((folder / path for folder in [Path(), *folders] if (folder / path).is_file()), path)

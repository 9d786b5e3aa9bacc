"""The program of a module: of an assembly, a link or an object file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import Block, Program, SourceLine
from dsp56k.objects.binary_reader import ObjectFormatError
from dsp56k.objects.module import Module
from dsp56k.objects.readers import files


def read_object(path: Path, form: str | None = None) -> Program:
    """Return the program of an object file (`dsp56k.objects.readers.read_object`).

    Raises:
        LoadError: The file cannot be read, has an unknown format, is not a valid object file, or has to be linked.
    """
    file = str(path)
    try:
        module = files.read_object(path, form)
    except OSError as error:
        raise LoadError(f"{file}: {error.strerror}", file=file, field="file") from error
    except ObjectFormatError as error:
        raise LoadError(error.message, **error.fields) from error
    return image_of(module, file)


def image_of(module: Module, file: str = "") -> Program:
    """Return the program of a module: its words, its symbols with their spaces, and the source lines of its words.

    Raises:
        LoadError: The module has errors or is relocatable; `file` if it is the module of a file.
    """
    if module.errors and not file:
        errors = [str(found) for found in getattr(module, "diagnostics", ()) if found.is_error]
        raise LoadError("a program with errors: " + "; ".join(errors[:1] + ["..."] * (module.errors > 1)))
    if module.relocation is not None:
        text = "cannot load a relocatable module: link it first (dsp56k link)"
        raise LoadError(f"{file}: {text}", file=file, field="relocation") if file else LoadError(text)
    return Program(_blocks(module), *_symbols(module), module.start, partial(_lines, module))


def _blocks(module: Module) -> list[Block]:
    blocks = []
    for run in module.runs:
        if run.space == "L":
            blocks += [Block(space, run.address, run.words[half::2]) for half, space in enumerate("XY")]
        else:
            blocks.append(Block(run.space, run.address, list(run.words)))
    return blocks


def _symbols(module: Module) -> tuple[dict[str, int], dict[str, str]]:
    """Return the values and spaces of the integers by name; a global name hides a section's own."""
    records = {symbol.name: symbol for symbol in module.named_symbols() if isinstance(symbol.value, int)}
    return {name: int(symbol.value) for name, symbol in records.items()}, {n: s.space for n, s in records.items()}


def _lines(module: Module) -> dict[tuple[str, int], SourceLine]:
    lines: dict[tuple[str, int], SourceLine] = {}
    for run in module.runs:
        step, first_space = (2, "X") if run.space == "L" else (1, run.run_space)
        start = run.run_address
        ends = [first for first, _, _ in run.lines[1:]] + [len(run.words)]
        for (first, file, line), end in zip(run.lines, ends, strict=False):
            source = SourceLine(file, line)
            for at in range(start + first // step, start + end // step):
                lines[first_space, at] = source
                if step == 2:
                    lines["Y", at] = source
    return lines

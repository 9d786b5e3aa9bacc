"""ASM56000-compatible assembler and disassembler.

The pipeline, a file for each stage:

    source.py       files
    lines.py        lines of all inputs, continuation, DEFINE
    expansion.py    macros, repetitions, INCLUDE
    statements.py   the fields of a line
    passes.py       operations, with directives/
    expressions.py  values, with functions/; evaluation.py keeps the symbols
    encoder.py      instructions, from the ISA rows by way of templates.py, candidates.py and forms.py
    output.py       words at the counters of locations.py
    objectfile.py   what is left for loaders, writers (formats/) and the linker (link/); listing.py for people

facts.py, sequence.py, restrictions.py and buffers.py look at what stands near what; machine.py has the widths and the
memory spaces that all count with. The reverse way is disassembler.py.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.asm.arguments import ArgumentError
    from dsp56k.asm.assembler import assemble, assemble_file, assemble_files
    from dsp56k.asm.diagnostics import Diagnostic, Frame, Severity, Span
    from dsp56k.asm.disassembler import Naming, disassemble
    from dsp56k.asm.objectfile import ObjectFile, Run, SymbolRecord
    from dsp56k.asm.rendering import render, render_all
    from dsp56k.asm.sarif import sarif_log
else:
    # A module is loaded when one of its names is first asked for: tools that may never assemble start at once.
    _MODULES = {
        "arguments": ("ArgumentError",),
        "assembler": ("assemble", "assemble_file", "assemble_files"),
        "diagnostics": ("Diagnostic", "Frame", "Severity", "Span"),
        "disassembler": ("Naming", "disassemble"),
        "objectfile": ("ObjectFile", "Run", "SymbolRecord"),
        "rendering": ("render", "render_all"),
        "sarif": ("sarif_log",),
    }

    def __getattr__(name: str) -> object:
        for module, names in _MODULES.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__all__ = [
    "ArgumentError",
    "Diagnostic",
    "Frame",
    "Naming",
    "ObjectFile",
    "Run",
    "Severity",
    "Span",
    "SymbolRecord",
    "assemble",
    "assemble_file",
    "assemble_files",
    "disassemble",
    "render",
    "render_all",
    "sarif_log",
]

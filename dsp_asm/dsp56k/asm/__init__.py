"""ASM56000-compatible assembler and disassembler.

The stages of a line, a subpackage for each:

    source/        files, lines of all inputs, macros, DEFINE; the fields of a statement
    expressions/   values, with functions/
    program/       symbols, location counters, words
    instructions/  from the instruction table to words, and the checks of adjacent instructions
    passes/        operations, with directives/
    object_file.py  the result for loaders, writers (formats/) and the linker (link/); listing.py for people

diagnostics/ has their messages, budget.py the limits of a source; dsp56k.objects.word_sizes has the widths
and the memory spaces that all of them use. disassembler.py is the inverse.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.asm.arguments import ArgumentError
    from dsp56k.asm.assembler import assemble, assemble_file, assemble_files
    from dsp56k.asm.diagnostics.model import Diagnostic, Frame, Severity
    from dsp56k.asm.diagnostics.rendering import render, render_all
    from dsp56k.asm.diagnostics.sarif import sarif_log
    from dsp56k.asm.disassembler import Naming, disassemble
    from dsp56k.asm.object_file import ObjectFile
    from dsp56k.objects.module import Run, Span, SymbolRecord
else:
    # A module is loaded when one of its names is first used: tools that may never assemble start immediately.
    _MODULES = {
        "arguments": ("ArgumentError",),
        "assembler": ("assemble", "assemble_file", "assemble_files"),
        "diagnostics.model": ("Diagnostic", "Frame", "Severity"),
        "disassembler": ("Naming", "disassemble"),
        "object_file": ("ObjectFile",),
        "dsp56k.objects.module": ("Run", "Span", "SymbolRecord"),
        "diagnostics.rendering": ("render", "render_all"),
        "diagnostics.sarif": ("sarif_log",),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)


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

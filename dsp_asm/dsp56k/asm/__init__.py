"""ASM56000-compatible assembler and disassembler.

The stages of a line, a subpackage for each:

    source/        files, lines of all inputs, macros, DEFINE; the fields of a statement
    expressions/   values, functions
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
    __all__: list[str]

    from dsp56k.asm.arguments import ArgumentError as ArgumentError
    from dsp56k.asm.assembler import assemble as assemble
    from dsp56k.asm.assembler import assemble_file as assemble_file
    from dsp56k.asm.assembler import assemble_files as assemble_files
    from dsp56k.asm.diagnostics.model import Diagnostic as Diagnostic
    from dsp56k.asm.diagnostics.model import Frame as Frame
    from dsp56k.asm.diagnostics.model import Severity as Severity
    from dsp56k.asm.diagnostics.rendering import render as render
    from dsp56k.asm.diagnostics.rendering import render_all as render_all
    from dsp56k.asm.diagnostics.sarif import sarif_log as sarif_log
    from dsp56k.asm.disassembler import Naming as Naming
    from dsp56k.asm.disassembler import disassemble as disassemble
    from dsp56k.asm.object_file import ObjectFile as ObjectFile
    from dsp56k.objects.module import Run as Run
    from dsp56k.objects.module import Span as Span
    from dsp56k.objects.module import SymbolRecord as SymbolRecord
else:
    # A module is loaded when one of its names is first used: tools that may never assemble start immediately.
    __getattr__, __dir__, __all__ = lazy_names(__name__)

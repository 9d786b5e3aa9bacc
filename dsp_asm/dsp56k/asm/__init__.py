"""ASM56000-compatible assembler and disassembler.

The pipeline, a file for each stage: source.py (files), lines.py (inputs, continuation, DEFINE), statements.py (fields),
expressions.py with functions/, passes.py (symbols, counters, operations) with directives/, encoder.py (instructions
from the ISA rows), objectfile.py, formats/ (LOD, ELF, listing). The reverse way is disassembler.py.
"""

from dsp56k.asm.assembler import assemble, assemble_file
from dsp56k.asm.diagnostics import Diagnostic, Frame, Severity, Span
from dsp56k.asm.disassembler import Naming, disassemble
from dsp56k.asm.objectfile import ObjectFile, Run, SymbolRecord
from dsp56k.asm.render import render, render_all
from dsp56k.asm.sarif import sarif_log

__all__ = [
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
    "disassemble",
    "render",
    "render_all",
    "sarif_log",
]

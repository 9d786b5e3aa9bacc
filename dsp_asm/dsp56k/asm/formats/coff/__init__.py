"""COFF: writing it, reading it, and the modules that Motorola's assembler makes."""

from dsp56k.asm.formats.coff.module import read_coff
from dsp56k.asm.formats.coff.writer import coff_bytes

__all__ = ["coff_bytes", "read_coff"]

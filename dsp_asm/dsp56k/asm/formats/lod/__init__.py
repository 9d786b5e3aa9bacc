"""The load file, LOD: writing it in the styles of Motorola's tools, and reading it."""

from dsp56k.asm.formats.lod.reader import read_lod
from dsp56k.asm.formats.lod.writer import ASM31, CLDLOD, LNK56000, LodStyle, lod_text, start_record

__all__ = ["ASM31", "CLDLOD", "LNK56000", "LodStyle", "lod_text", "read_lod", "start_record"]

"""Object file formats and the listing: each a module with functions from ObjectFile to text or bytes."""

from dsp56k.asm.formats.elf import elf_bytes
from dsp56k.asm.formats.listing import listing_text
from dsp56k.asm.formats.lod import ASM31, CLDLOD, LodStyle, lod_text

__all__ = ["ASM31", "CLDLOD", "LodStyle", "elf_bytes", "listing_text", "lod_text"]

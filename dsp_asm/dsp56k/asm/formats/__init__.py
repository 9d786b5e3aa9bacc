"""Object file formats and the listing.

Each has a subpackage or a module with functions from a module to text or bytes. dsp56k.objects has the readers.
"""

from dsp56k.asm.formats.coff import coff_bytes
from dsp56k.asm.formats.elf import elf_bytes
from dsp56k.asm.formats.hex_formats import Widths, intel_hex_text, p56_bytes, srec_planes, srec_text
from dsp56k.asm.formats.library import LibraryMember, library_bytes, read_library
from dsp56k.asm.formats.listings import listing_text
from dsp56k.asm.formats.lod import ASM31, CLDLOD, LNK56000, LodStyle, lod_text
from dsp56k.objects.binary_reader import ObjectFormatError
from dsp56k.objects.readers import read_coff, read_elf, read_lnk, read_lod

__all__ = [
    "ASM31",
    "CLDLOD",
    "LNK56000",
    "LibraryMember",
    "LodStyle",
    "ObjectFormatError",
    "Widths",
    "coff_bytes",
    "elf_bytes",
    "intel_hex_text",
    "library_bytes",
    "listing_text",
    "lod_text",
    "p56_bytes",
    "read_coff",
    "read_elf",
    "read_library",
    "read_lnk",
    "read_lod",
    "srec_planes",
    "srec_text",
]

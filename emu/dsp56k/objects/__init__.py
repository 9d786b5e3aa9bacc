"""Object files, as far as writers and readers share them: the layout of each format (coff, elf, dwarf, lod, hexfiles),
the machine that they describe, one budget for a file, which symbols' names can be, how errors say where a file is
wrong. The assembler writes files and reads all that one holds, the emulator what loading takes.
"""

from dsp56k.objects.budget import Budget, Limit
from dsp56k.objects.reading import BytesReader, LinesReader, ObjectFormatError, is_name

__all__ = ["Budget", "BytesReader", "Limit", "LinesReader", "ObjectFormatError", "is_name"]

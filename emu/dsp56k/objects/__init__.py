"""Object files: the parts that writers and readers share.

These are the layouts of the formats (coff, elf, formats), word sizes and memory spaces, the budget of a file, valid
names of symbols, and errors with their location in a file. The assembler writes files and reads all of their content.
The emulator reads the part that is loaded.
"""

from dsp56k.objects.binary_reader import BytesReader, LinesReader, ObjectFormatError, is_name
from dsp56k.objects.budget import Budget, Limit

__all__ = ["Budget", "BytesReader", "Limit", "LinesReader", "ObjectFormatError", "is_name"]

"""What every reader of an object file keeps to: one budget for a file, which symbols' names can be, how errors say
where a file is wrong. The assembler and the emulator read files each in their own way, and within the same limits.
"""

from dsp56k.objects.budget import Budget, Limit
from dsp56k.objects.reading import BytesReader, LinesReader, is_name

__all__ = ["Budget", "BytesReader", "Limit", "LinesReader", "is_name"]

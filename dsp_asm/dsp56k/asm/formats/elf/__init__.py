"""ELF: writing it with line tables, and reading it."""

from dsp56k.asm.formats.elf.reader import read_elf
from dsp56k.asm.formats.elf.writer import elf_bytes

__all__ = ["elf_bytes", "read_elf"]

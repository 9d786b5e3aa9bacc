"""ELF: writing it with line tables."""

from dsp56k.asm.formats.elf.writer import elf_bytes

__all__ = ["elf_bytes"]

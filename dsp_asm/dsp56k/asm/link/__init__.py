"""The linker and the librarian: `link` combines relocatable modules to one absolute object file."""

from dsp56k.asm.link.linker import Linked, link
from dsp56k.asm.link.map_file import map_text
from dsp56k.asm.link.memory import MemoryControl, MemoryFileError, read_memory_file
from dsp56k.asm.link.module import Library, Module

__all__ = ["Library", "Linked", "MemoryControl", "MemoryFileError", "Module", "link", "map_text", "read_memory_file"]

"""Object files read into checked blocks of words: LOD, our ELF, COFF, S-records, Intel hex, P56."""

from typing import TYPE_CHECKING

from dsp56k.system.lazily import lazy_names

if TYPE_CHECKING:
    from dsp56k.emu.loader.program import Block, Program, SourceLine
    from dsp56k.emu.loader.suffixes import read_object
else:
    # The readers are loaded with the first file: most chips are given their words by an assembler or a snapshot.
    _MODULES = {"program": ("Block", "Program", "SourceLine"), "suffixes": ("read_object",)}
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)

__all__ = ["Block", "Program", "SourceLine", "read_object"]

"""Programs in checked blocks of words: object files (LOD, our ELF, COFF, S-records, Intel hex, P56), assemblies."""

from typing import TYPE_CHECKING

from dsp56k.system.lazily import lazy_names

if TYPE_CHECKING:
    from dsp56k.emu.loader.assembled import Assembled, image_of
    from dsp56k.emu.loader.loaded_files import LoadedFiles
    from dsp56k.emu.loader.program import Block, Program, SourceLine
    from dsp56k.emu.loader.suffixes import read_object
else:
    # The readers are loaded with the first file: most chips are given their words by an assembler or a snapshot.
    _MODULES = {
        "assembled": ("Assembled", "image_of"),
        "loaded_files": ("LoadedFiles",),
        "program": ("Block", "Program", "SourceLine"),
        "suffixes": ("read_object",),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)

__all__ = ["Assembled", "Block", "LoadedFiles", "Program", "SourceLine", "image_of", "read_object"]

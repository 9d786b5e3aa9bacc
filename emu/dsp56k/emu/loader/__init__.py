"""Programs as blocks of words, from object files of any format and from assemblies."""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.emu.loader.image import image_of as image_of
    from dsp56k.emu.loader.image import read_object as read_object
    from dsp56k.emu.loader.program import Block as Block
    from dsp56k.emu.loader.program import LoadedFiles as LoadedFiles
    from dsp56k.emu.loader.program import Program as Program
    from dsp56k.emu.loader.program import SourceLine as SourceLine
    from dsp56k.objects.module import Module as Module
else:
    # The readers are imported with the first file: most chips get their words from an assembler or a snapshot.
    __getattr__, __dir__, __all__ = lazy_names(__name__)

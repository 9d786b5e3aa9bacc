"""The readers of object files, one for each format. Each returns the module (`dsp56k.objects.module`) of a file."""

from dsp56k.objects.readers.coff_module import read_coff
from dsp56k.objects.readers.elf import read_elf
from dsp56k.objects.readers.files import read_content, read_module, read_object
from dsp56k.objects.readers.lnk import read_lnk
from dsp56k.objects.readers.lod import read_lod

__all__ = ["read_coff", "read_content", "read_elf", "read_lnk", "read_lod", "read_module", "read_object"]

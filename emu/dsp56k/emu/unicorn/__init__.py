"""The calls of Unicorn's Python package, for scripts that were written for it.

>>> from dsp56k.emu.unicorn import UC_ARCH_DSP56K, UC_DSP56K_REG_A1, UC_MODE_DSP56001, Uc, address_of
>>> uc = Uc(UC_ARCH_DSP56K, UC_MODE_DSP56001)
>>> begin = address_of("P", 0x40)
>>> uc.mem_map(begin, 0x300)
>>> code = bytes.fromhex("56F400123456 200040")     # move #$123456,a, then add x0,a
>>> uc.mem_write(begin, code)
>>> uc.emu_start(begin, begin + len(code))
>>> hex(uc.reg_read(UC_DSP56K_REG_A1))
'0x123456'
"""

from dsp56k.emu.unicorn import constants
from dsp56k.emu.unicorn.constants import *  # noqa: F403 - the names that such scripts import with a star
from dsp56k.emu.unicorn.constants import address_of
from dsp56k.emu.unicorn.mapping import UcError
from dsp56k.emu.unicorn.uc import Uc, UcContext

__all__ = ["Uc", "UcContext", "UcError", "address_of"]
__all__ += [name for name in vars(constants) if name.startswith("UC_")]

"""Parts of a board in native code: DSP and host reach each other's chips through them, mostly without Python.

A device that is mapped as a `ByteLane` calls the part of its `Plug`. The core itself does so if the part is a chip in
native code. `HostBus` has the accesses of the host: each brings the DSP forward to its time.
"""

from dsp56k.emu._core import ByteLane, Chip, DesChip, HostBus, Plug

__all__ = ["ByteLane", "Chip", "DesChip", "HostBus", "Plug"]

"""Where clocks went, the same for the DSP and for the PC: counts by function, instruction, line and symbol."""

from dsp56k.profile.counts import Arc, Entry, Function, Instruction, Part, Place, Profile, Stack, Sum

__all__ = ["Arc", "Entry", "Function", "Instruction", "Part", "Place", "Profile", "Stack", "Sum"]

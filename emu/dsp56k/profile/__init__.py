"""Profiles of the DSP and of the PC in one form: clocks by function, instruction, line and symbol."""

from dsp56k.profile.counts import Arc, Entry, Function, Instruction, Part, Place, Profile, Stack, Sum

__all__ = ["Arc", "Entry", "Function", "Instruction", "Part", "Place", "Profile", "Stack", "Sum"]

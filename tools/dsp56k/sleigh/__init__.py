"""A SLEIGH specification of the DSP56001 for Ghidra, rizin and angr, written from the instruction tables."""

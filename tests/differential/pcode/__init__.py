"""Comparison of the p-code of `dsp56k sleigh` with the emulator; pypcode compiles and translates it."""

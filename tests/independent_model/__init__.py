"""A second plain-Python DSP56001, written independently from UM Appendix A and in another structure than `reference`.

Registers are a file indexed by their six-bit codes (Table A-21), instructions are distinguished by the bits that the
opcode pages print, clocks are the terms of Tables A-6 to A-14. It shares no line with `reference` or the emulator.
It omits exceptions and sleep, peripherals except for the BCR, and behaviour that the manual calls undefined.
"""

"""A second plain-Python DSP56001: UM Appendix A read again, by other eyes and into another shape than `reference`.

Registers are a file indexed by their six-bit codes (Table A-21), instructions are told apart by the bits that the
opcode pages print, clocks are the terms of Tables A-6 to A-14. It shares no line with `reference` or the emulator.
Left out: exceptions and sleep, peripherals but the BCR, what the manual calls undefined.
"""

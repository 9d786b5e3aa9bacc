"""The instructions of the plain-Python DSP56001: words, operations, moves, loops, clocks."""

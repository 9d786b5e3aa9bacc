"""The DSP56001 instruction set as data: rows, fields, registers, timing."""

"""The on-chip peripherals of the plain-Python DSP56001."""

"""The emulated DSP56001."""

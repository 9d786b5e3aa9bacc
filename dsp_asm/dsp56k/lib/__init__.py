"""The DSP56001 crypto library: assembly sources and thin Python callers."""

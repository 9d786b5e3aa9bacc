"""Ciphers and digests on the DSP56001: the firmware's handlers, called on a separate chip; ciphers in variants."""

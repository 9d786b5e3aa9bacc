"""Ciphers and digests on the DSP56001: the firmware's handlers, called on a chip of their own; ciphers in variants."""

from dsp56k.lib.ciphers.md5 import MD5
from dsp56k.lib.ciphers.rc4 import RC4
from dsp56k.lib.ciphers.variants import Cipher

CIPHERS: tuple[Cipher, ...] = (MD5, RC4)
"""All that have variants."""

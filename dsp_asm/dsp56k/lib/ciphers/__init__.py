"""Ciphers and digests on the DSP56001: the firmware's handlers, called on a separate chip; ciphers in variants."""

from dsp56k.lib.ciphers.blowfish import BLOWFISH
from dsp56k.lib.ciphers.md5 import MD5, MD5_PAIR
from dsp56k.lib.ciphers.merkle import KHAFRE, KHUFU
from dsp56k.lib.ciphers.rc4 import RC4, RC4_PAIR
from dsp56k.lib.ciphers.seal import SEAL, SEAL_PAIR
from dsp56k.lib.ciphers.variants import Cipher

CIPHERS: tuple[Cipher, ...] = (BLOWFISH, KHUFU, KHAFRE, MD5, MD5_PAIR, RC4, RC4_PAIR, SEAL, SEAL_PAIR)
"""All ciphers that have variants."""

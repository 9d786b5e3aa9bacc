"""The DSP56001 crypto library: assembly sources and thin Python callers.

Every function runs its routine on an emulated DSP56001 and returns a `Result`: value, clocks, instructions. `Firmware`
is the card's firmware on a bare chip; the words of it are `dsp56k.lib.image.image()`.
"""

from dsp56k.lib.arithmetic import mp_add, mp_compare, mp_multiply, mp_square, mp_subtract
from dsp56k.lib.des import des_cbc_decrypt, des_cbc_encrypt, des_ecb_decrypt, des_ecb_encrypt, des_mac
from dsp56k.lib.digests import md2, md4
from dsp56k.lib.errors import AssemblyError, FirmwareError, OperandError, RoutineError
from dsp56k.lib.firmware import Check, Firmware, Opcode, Part, Status
from dsp56k.lib.image import Image, Segment
from dsp56k.lib.montgomery import (
    modular_inverse,
    montgomery_product,
    montgomery_square,
    unrolled_product,
    unrolled_square,
)
from dsp56k.lib.rsa import modexp, rsa_private, rsa_public
from dsp56k.lib.runner import Result

__all__ = [
    "AssemblyError",
    "Check",
    "Firmware",
    "FirmwareError",
    "Image",
    "Opcode",
    "OperandError",
    "Part",
    "Result",
    "RoutineError",
    "Segment",
    "Status",
    "des_cbc_decrypt",
    "des_cbc_encrypt",
    "des_ecb_decrypt",
    "des_ecb_encrypt",
    "des_mac",
    "md2",
    "md4",
    "modexp",
    "modular_inverse",
    "montgomery_product",
    "montgomery_square",
    "mp_add",
    "mp_compare",
    "mp_multiply",
    "mp_square",
    "mp_subtract",
    "rsa_private",
    "rsa_public",
    "unrolled_product",
    "unrolled_square",
]

"""The DSP56001 crypto library: assembly sources and thin Python callers; and `Routine`, which calls any subroutine.

Every function runs its routine on an emulated DSP56001 and returns a `Result`: value, clocks, instructions; `sweep`
calls one for many keys, messages or settings. `Firmware`
is the card's firmware on a bare chip; the words of it are `dsp56k.lib.image.image()`.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.lib.bignum.arithmetic import mp_add, mp_compare, mp_multiply, mp_square, mp_subtract
    from dsp56k.lib.bignum.keygen import RsaPrivateKey, noise, rsa_generate
    from dsp56k.lib.bignum.montgomery import (
        modular_inverse,
        montgomery_product,
        montgomery_square,
        unrolled_product,
        unrolled_square,
    )
    from dsp56k.lib.bignum.rsa import modexp, rsa_private, rsa_public
    from dsp56k.lib.ciphers.aes import aes_cbc_decrypt, aes_cbc_encrypt, aes_ecb_decrypt, aes_ecb_encrypt
    from dsp56k.lib.ciphers.blowfish import blowfish_decrypt, blowfish_encrypt
    from dsp56k.lib.ciphers.des import (
        des3_cbc_decrypt,
        des3_cbc_encrypt,
        des_cbc_decrypt,
        des_cbc_encrypt,
        des_ecb_decrypt,
        des_ecb_encrypt,
        des_mac,
    )
    from dsp56k.lib.ciphers.digests import md2, md2_pair, md4
    from dsp56k.lib.ciphers.md5 import md5, md5_pair
    from dsp56k.lib.ciphers.merkle import (
        khafre_boxes,
        khafre_decrypt,
        khafre_encrypt,
        khufu_decrypt,
        khufu_encrypt,
        khufu_key,
    )
    from dsp56k.lib.ciphers.rc4 import rc4, rc4_pair
    from dsp56k.lib.ciphers.seal import seal, seal_pair
    from dsp56k.lib.ciphers.sha1 import hmac_sha1, sha1
    from dsp56k.lib.drbg import HmacDrbg
    from dsp56k.lib.errors import AssemblyError, FirmwareError, OperandError, RoutineError, SweepError
    from dsp56k.lib.firmware import Check, Firmware, Opcode, Part, Status
    from dsp56k.lib.image import Image, Segment
    from dsp56k.lib.parameter_sweep import Swept, sweep
    from dsp56k.lib.result import Result
    from dsp56k.lib.routine import CallStep, CallTrace, Operand, Routine
    from dsp56k.lib.tables import SOURCES
else:
    _MODULES = {
        "bignum.arithmetic": ("mp_add", "mp_compare", "mp_multiply", "mp_square", "mp_subtract"),
        "bignum.keygen": ("RsaPrivateKey", "noise", "rsa_generate"),
        "bignum.montgomery": (
            "modular_inverse",
            "montgomery_product",
            "montgomery_square",
            "unrolled_product",
            "unrolled_square",
        ),
        "bignum.rsa": ("modexp", "rsa_private", "rsa_public"),
        "ciphers.aes": ("aes_cbc_decrypt", "aes_cbc_encrypt", "aes_ecb_decrypt", "aes_ecb_encrypt"),
        "ciphers.blowfish": ("blowfish_decrypt", "blowfish_encrypt"),
        "ciphers.des": (
            "des3_cbc_decrypt",
            "des3_cbc_encrypt",
            "des_cbc_decrypt",
            "des_cbc_encrypt",
            "des_ecb_decrypt",
            "des_ecb_encrypt",
            "des_mac",
        ),
        "ciphers.digests": ("md2", "md2_pair", "md4"),
        "ciphers.md5": ("md5", "md5_pair"),
        "ciphers.merkle": (
            "khafre_boxes",
            "khafre_decrypt",
            "khafre_encrypt",
            "khufu_decrypt",
            "khufu_encrypt",
            "khufu_key",
        ),
        "ciphers.rc4": ("rc4", "rc4_pair"),
        "ciphers.seal": ("seal", "seal_pair"),
        "ciphers.sha1": ("hmac_sha1", "sha1"),
        "drbg": ("HmacDrbg",),
        "errors": ("AssemblyError", "FirmwareError", "OperandError", "RoutineError", "SweepError"),
        "firmware": ("Check", "Firmware", "Opcode", "Part", "Status"),
        "image": ("Image", "Segment"),
        "parameter_sweep": ("Swept", "sweep"),
        "result": ("Result",),
        "routine": ("CallStep", "CallTrace", "Operand", "Routine"),
    }
    _get, __dir__ = lazy_names(__name__, _MODULES)

    def __getattr__(name: str) -> object:
        """Return a name; SOURCES is the directory of the sources, in which missing kernels are generated."""
        if name == "SOURCES":
            from dsp56k.lib.kernels.generate import complete_sources

            return complete_sources()
        return _get(name)


__all__ = [
    "SOURCES",
    "AssemblyError",
    "CallStep",
    "CallTrace",
    "Check",
    "Firmware",
    "FirmwareError",
    "HmacDrbg",
    "Image",
    "Opcode",
    "Operand",
    "OperandError",
    "Part",
    "Result",
    "Routine",
    "RoutineError",
    "RsaPrivateKey",
    "Segment",
    "Status",
    "SweepError",
    "Swept",
    "aes_cbc_decrypt",
    "aes_cbc_encrypt",
    "aes_ecb_decrypt",
    "aes_ecb_encrypt",
    "blowfish_decrypt",
    "blowfish_encrypt",
    "des3_cbc_decrypt",
    "des3_cbc_encrypt",
    "des_cbc_decrypt",
    "des_cbc_encrypt",
    "des_ecb_decrypt",
    "des_ecb_encrypt",
    "des_mac",
    "hmac_sha1",
    "khafre_boxes",
    "khafre_decrypt",
    "khafre_encrypt",
    "khufu_decrypt",
    "khufu_encrypt",
    "khufu_key",
    "md2",
    "md2_pair",
    "md4",
    "md5",
    "md5_pair",
    "modexp",
    "modular_inverse",
    "montgomery_product",
    "montgomery_square",
    "mp_add",
    "mp_compare",
    "mp_multiply",
    "mp_square",
    "mp_subtract",
    "noise",
    "rc4",
    "rc4_pair",
    "rsa_generate",
    "rsa_private",
    "rsa_public",
    "seal",
    "seal_pair",
    "sha1",
    "sweep",
    "unrolled_product",
    "unrolled_square",
]

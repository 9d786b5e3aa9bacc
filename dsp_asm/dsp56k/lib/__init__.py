"""The DSP56001 crypto library: assembly sources and thin Python callers; and `Routine`, which calls any subroutine.

Every function runs its routine on an emulated DSP56001 and returns a `Result`: value, clocks, instructions; `sweep`
calls one for many keys, messages or settings. `Firmware` is the card's firmware on a bare chip; its words are
`dsp56k.lib.image.image()`.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.lib.bignum.arithmetic import mp_add as mp_add
    from dsp56k.lib.bignum.arithmetic import mp_compare as mp_compare
    from dsp56k.lib.bignum.arithmetic import mp_multiply as mp_multiply
    from dsp56k.lib.bignum.arithmetic import mp_square as mp_square
    from dsp56k.lib.bignum.arithmetic import mp_subtract as mp_subtract
    from dsp56k.lib.bignum.keygen import RsaPrivateKey as RsaPrivateKey
    from dsp56k.lib.bignum.keygen import noise as noise
    from dsp56k.lib.bignum.keygen import rsa_generate as rsa_generate
    from dsp56k.lib.bignum.montgomery import modular_inverse as modular_inverse
    from dsp56k.lib.bignum.montgomery import montgomery_product as montgomery_product
    from dsp56k.lib.bignum.montgomery import montgomery_square as montgomery_square
    from dsp56k.lib.bignum.montgomery import unrolled_product as unrolled_product
    from dsp56k.lib.bignum.montgomery import unrolled_square as unrolled_square
    from dsp56k.lib.bignum.rsa import modexp as modexp
    from dsp56k.lib.bignum.rsa import rsa_private as rsa_private
    from dsp56k.lib.bignum.rsa import rsa_public as rsa_public
    from dsp56k.lib.ciphers.aes import aes_cbc_decrypt as aes_cbc_decrypt
    from dsp56k.lib.ciphers.aes import aes_cbc_encrypt as aes_cbc_encrypt
    from dsp56k.lib.ciphers.aes import aes_ecb_decrypt as aes_ecb_decrypt
    from dsp56k.lib.ciphers.aes import aes_ecb_encrypt as aes_ecb_encrypt
    from dsp56k.lib.ciphers.blowfish import blowfish_decrypt as blowfish_decrypt
    from dsp56k.lib.ciphers.blowfish import blowfish_encrypt as blowfish_encrypt
    from dsp56k.lib.ciphers.des import des3_cbc_decrypt as des3_cbc_decrypt
    from dsp56k.lib.ciphers.des import des3_cbc_encrypt as des3_cbc_encrypt
    from dsp56k.lib.ciphers.des import des_cbc_decrypt as des_cbc_decrypt
    from dsp56k.lib.ciphers.des import des_cbc_encrypt as des_cbc_encrypt
    from dsp56k.lib.ciphers.des import des_ecb_decrypt as des_ecb_decrypt
    from dsp56k.lib.ciphers.des import des_ecb_encrypt as des_ecb_encrypt
    from dsp56k.lib.ciphers.des import des_mac as des_mac
    from dsp56k.lib.ciphers.digests import md2 as md2
    from dsp56k.lib.ciphers.digests import md2_pair as md2_pair
    from dsp56k.lib.ciphers.digests import md4 as md4
    from dsp56k.lib.ciphers.md5 import md5 as md5
    from dsp56k.lib.ciphers.md5 import md5_pair as md5_pair
    from dsp56k.lib.ciphers.merkle import khafre_boxes as khafre_boxes
    from dsp56k.lib.ciphers.merkle import khafre_decrypt as khafre_decrypt
    from dsp56k.lib.ciphers.merkle import khafre_encrypt as khafre_encrypt
    from dsp56k.lib.ciphers.merkle import khufu_decrypt as khufu_decrypt
    from dsp56k.lib.ciphers.merkle import khufu_encrypt as khufu_encrypt
    from dsp56k.lib.ciphers.merkle import khufu_key as khufu_key
    from dsp56k.lib.ciphers.rc4 import rc4 as rc4
    from dsp56k.lib.ciphers.rc4 import rc4_pair as rc4_pair
    from dsp56k.lib.ciphers.seal import seal as seal
    from dsp56k.lib.ciphers.seal import seal_pair as seal_pair
    from dsp56k.lib.ciphers.sha1 import hmac_sha1 as hmac_sha1
    from dsp56k.lib.ciphers.sha1 import sha1 as sha1
    from dsp56k.lib.drbg import HmacDrbg as HmacDrbg
    from dsp56k.lib.drbg import hmac_drbg as hmac_drbg
    from dsp56k.lib.errors import AssemblyError as AssemblyError
    from dsp56k.lib.errors import FirmwareError as FirmwareError
    from dsp56k.lib.errors import OperandError as OperandError
    from dsp56k.lib.errors import RoutineError as RoutineError
    from dsp56k.lib.errors import SweepError as SweepError
    from dsp56k.lib.firmware import Check as Check
    from dsp56k.lib.firmware import Firmware as Firmware
    from dsp56k.lib.firmware import Opcode as Opcode
    from dsp56k.lib.firmware import Part as Part
    from dsp56k.lib.firmware import Status as Status
    from dsp56k.lib.image import Image as Image
    from dsp56k.lib.image import Segment as Segment
    from dsp56k.lib.parameter_sweep import Swept as Swept
    from dsp56k.lib.parameter_sweep import sweep as sweep
    from dsp56k.lib.result import Result as Result
    from dsp56k.lib.routine import CallStep as CallStep
    from dsp56k.lib.routine import CallTrace as CallTrace
    from dsp56k.lib.routine import Operand as Operand
    from dsp56k.lib.routine import Routine as Routine
    from dsp56k.lib.tables import SOURCES as SOURCES
else:
    _get, __dir__, __all__ = lazy_names(__name__)

    def __getattr__(name: str) -> object:
        """Return a name; SOURCES is the directory of the sources, in which missing kernels are generated."""
        if name == "SOURCES":
            from dsp56k.lib.kernels.generate import complete_sources

            return complete_sources()
        return _get(name)

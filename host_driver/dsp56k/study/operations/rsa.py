"""RSA with a modulus of 512 bits on a DSP alone, step by step, the Montgomery product below it, and a signature.

Correct results come from Python's integers. Sizes are operations with one key, which each call passes: its setup is
part of the call, once.

Each step of the ladder makes exponentiations of single Montgomery routines, without one more advantage of the library:

windows   four bits of exponent for each product, unrolled kernels, several squares in one call: as in the library
bits      one bit of exponent at a time
products  a product in place of each square
loops     the paper's loops, for any number of digits, in place of the unrolled kernels

Python chooses the routines, so the clocks are those of products and squares, without the program around them.

A signature is one job: the MD2 digest of a message, padded, to the power of a private key with CRT. Dussé and Kaliski,
section 1: offloading only the public-key operation may not be enough, because the digest takes time too. The other
signature is that of PKCS #1 (RFC 8017, 8.2) with SHA-1: a PC's software has a digest and a private operation for it,
and the card a command with a key that stays loaded. Sizes are bytes of the message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Literal, get_args

from dsp56k import lib
from dsp56k.host.algorithm_calls import Measured, in_sequence
from dsp56k.host.driver import CardDriver
from dsp56k.host.software import HostSoftware, RsaKey
from dsp56k.lib import oracles
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.bignum.montgomery import PAPER
from dsp56k.lib.digits import digits_for
from dsp56k.lib.pkcs_blocks import modulus_bytes, signed_block
from dsp56k.study.operations.algorithms import case_of
from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled, private_power
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure, Side, unkeyed
from dsp56k.study.operations.workload import DIGIT_BITS, FACTOR_BITS, Workload

MODULUS_BYTES = 2 * FACTOR_BITS // 8
DIGITS = 22
"""24-bit digits of the modulus."""
_MD2_BLOCK = 16
_HEAD, _PAD, _END = b"\0\1", b"\xff", b"\0"
"""Parts of PKCS #1's block of type 1, in which the digest is at the end."""

LadderStep = Literal["windows", "bits", "products", "loops"]
LADDER: tuple[LadderStep, ...] = get_args(LadderStep)
_WINDOW = 4


class _Routines:
    """Montgomery arithmetic by the routines of a step, which counts their clocks."""

    def __init__(self, step: LadderStep, n: int) -> None:
        self._step = step
        self._n = n
        self._digits = digits_for(n)
        self._half = pow(2, -1, n)
        self.clocks = 0

    def entered(self, value: int) -> int:
        """Return the Montgomery form of a number."""
        return (value << DIGIT_BITS * self._digits) % self._n

    def left(self, value: int) -> int:
        """Return the number of a Montgomery form."""
        return value * pow(1 << DIGIT_BITS * self._digits, -1, self._n) % self._n

    def product(self, one: int, other: int) -> int:
        """Return the product of two forms."""
        if self._step == "loops":
            return self._counted(lib.montgomery_product(one, other, self._n, self._digits, improvement=PAPER))
        # The kernel doubles the product.
        return self._counted(lib.unrolled_product(one, other * self._half % self._n, self._n, self._digits))

    def squares(self, value: int, times: int) -> int:
        """Return a form that is squared several times."""
        if self._step in ("windows", "bits"):
            return self._counted(lib.unrolled_square(value, self._n, self._digits, times=times))
        for _ in range(times):
            value = self.product(value, value)
        return value

    def _counted(self, result: lib.Result[int]) -> int:
        self.clocks += result.clocks
        return result.value % self._n


def power(step: LadderStep, base: int, exponent: int, n: int) -> tuple[int, int]:
    """Return base^exponent mod n and the clocks of its products and squares; the exponent is not 0."""
    routines = _Routines(step, n)
    first = routines.entered(base % n)
    value = _by_windows(routines, first, exponent) if step == "windows" else _by_bits(routines, first, exponent)
    return routines.left(value), routines.clocks


def _by_bits(routines: _Routines, first: int, exponent: int) -> int:
    value = first
    for is_one, bits in groupby(f"{exponent:b}"[1:], key=lambda bit: bit == "1"):
        count = sum(1 for _ in bits)
        if not is_one:
            value = routines.squares(value, count)
            continue
        for _ in range(count):
            value = routines.product(routines.squares(value, 1), first)
    return value


def _by_windows(routines: _Routines, first: int, exponent: int) -> int:
    table = [routines.entered(1), first]
    for _ in range(2, 1 << _WINDOW):
        table.append(routines.product(table[-1], first))
    windows = f"{exponent:0{-(-exponent.bit_length() // _WINDOW) * _WINDOW}b}"
    digits = [int(windows[place : place + _WINDOW], 2) for place in range(0, len(windows), _WINDOW)]
    value = table[digits[0]]
    for digit in digits[1:]:
        value = routines.product(routines.squares(value, _WINDOW), table[digit])
    return value


_crt_case = case_of(ALGORITHMS["rsa_crt"])
_power_case = case_of(ALGORITHMS["rsa_private"])
_digest_case = case_of(ALGORITHMS["md2"])


def _checked_crt(side: DspAlone, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
    """Run the private operation, each result checked with the public exponent."""
    return side.total(private_power(cipher, key, check=key.e) for cipher in ciphers)


def _step_of_crt(step: LadderStep) -> Operation:
    """Return the private operation by one step of the ladder of the library's advantages."""

    def power_by_crt(side: DspAlone, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
        values, clocks = [], 0
        for cipher in ciphers:
            (one, first), (two, second) = (
                power(step, cipher, exponent, factor) for exponent, factor in ((key.dp, key.p), (key.dq, key.q))
            )
            values.append(two + key.q * ((one - two) * key.qinv % key.p))
            clocks += first + second
        return side.called(values, clocks)

    return _rsa(f"crt-{step}", _crt_case, unkeyed(power_by_crt))


def _step_of_power(step: LadderStep) -> Operation:
    """Return the same without the Chinese remainder theorem."""

    def powers(side: DspAlone, bases: Sequence[int], exponent: int, modulus: int, _: int) -> DspCalled:
        found = [power(step, base, exponent, modulus) for base in bases]
        return side.called([value for value, _ in found], sum(clocks for _, clocks in found))

    return _rsa(step, _power_case, unkeyed(powers))


def _rsa(name: str, case: Callable[[Workload, int], Case], by_dsp: Procedure[DspAlone]) -> Operation:
    return Operation(f"rsa512-{name}", "operations", case, by_dsp, bytes_each=MODULUS_BYTES, data_dependent=True)


def _product_case(work: Workload, size: int) -> Case:
    n, numbers = work.rsa_key.n, work.operands(2 * size)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return Case((pairs, n, DIGITS), [one * other * pow(2, -DIGIT_BITS * DIGITS, n) % n for one, other in pairs])


def _products(side: DspAlone, pairs: Sequence[tuple[int, int]], modulus: int, digits: int) -> DspCalled:
    """Compute the Montgomery product of each pair, from 0 to the modulus."""
    products = [lib.montgomery_product(*pair, modulus, digits, improvement=PAPER) for pair in pairs]
    return side.called([one.value % modulus for one in products], sum(one.clocks for one in products))


def _padded(digest: bytes) -> int:
    pad = _PAD * (MODULUS_BYTES - len(_HEAD) - len(_END) - len(digest))
    return int.from_bytes(_HEAD + pad + _END + digest, "big")


def _sign_case(work: Workload, size: int) -> Case:
    digest, power = _digest_case(work, size), _crt_case(work, 1)
    key = work.rsa_key
    return Case((digest.arguments, power.arguments[1:]), [pow(_padded(digest.right), key.d, key.n)])


def _sign(side: Side, message: tuple[bytes], key: tuple[Any, ...]) -> Measured[Any]:
    digest = side.call("md2", *message)
    power = side.call("rsa_crt", [_padded(digest.value)], *key)
    return in_sequence(power.value, digest, power)


def _pkcs_case(work: Workload, size: int) -> Case:
    message, key = work.data(size), work.rsa_key
    block = signed_block(oracles.sha1(message), key.n, "sha1")
    right = pow(int.from_bytes(block), key.d, key.n)
    return Case((message, key), right.to_bytes(modulus_bytes(key.n)))


def _sign_by_software(side: HostSoftware, case: Case, loaded: bool) -> Called:
    """Digest and raise to the private exponent; Python makes the block between them, which takes no time."""
    del loaded
    message, key = case.arguments
    digest = side.call("sha1", message)
    power = side.call("rsa_crt", [int.from_bytes(signed_block(digest.value, key.n, "sha1"))], key)
    return in_sequence(power.value[0].to_bytes(modulus_bytes(key.n)), digest, power)


def _load_software_key(side: HostSoftware, case: Case) -> None:
    """Do nothing: a key is in the PC's memory, and each private operation prepares it."""


def _sign_by_card(side: CardDriver, case: Case, loaded: bool) -> Called:
    message, key = case.arguments
    if loaded:
        return side.rsa_keys.sign(message)
    load = side.rsa_keys.load(key)
    signed = side.rsa_keys.sign(message)
    return in_sequence(signed.value, load, signed)


RSA_OPERATIONS = (
    _rsa("crt-checked", _crt_case, unkeyed(_checked_crt)),
    *map(_step_of_crt, LADDER),
    *map(_step_of_power, LADDER),
    Operation("montgomery-product", "operations", _product_case, unkeyed(_products), bytes_each=MODULUS_BYTES),
    Operation(
        "sign-md2-rsa512",
        "bytes",
        _sign_case,
        dsp=unkeyed(_sign),
        card=unkeyed(_sign),
        software=unkeyed(_sign),
        blocks=lambda size: size // _MD2_BLOCK,
        block_bytes=_MD2_BLOCK,
        data_dependent=True,
    ),
    Operation(
        "sign-sha1-rsa512",
        "bytes",
        _pkcs_case,
        card=Procedure(_sign_by_card, lambda side, case: side.rsa_keys.load(case.arguments[1])),
        software=Procedure(_sign_by_software, _load_software_key),
        least=0,
        blocks=ALGORITHMS["sha1"].blocks,
        block_bytes=ALGORITHMS["sha1"].block,
        data_dependent=True,
        needs={"firmware.commands": frozenset(("signatures",))},
    ),
)

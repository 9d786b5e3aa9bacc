"""The library's routines on a chip without PC, bus and driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

from dsp56k import asm, lib
from dsp56k.card import Card
from dsp56k.emu import Dsp56001
from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.software import DES_BLOCK, DIGEST, RsaKey
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.bignum.montgomery import PAPER, WIDE_DIGITS
from dsp56k.lib.digits import digits_for
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, IV_BUFFER, KEY_BUFFER, Firmware, Opcode
from dsp56k.lib.image import Image
from dsp56k.lib.subroutine_calls import Caller
from dsp56k.study.operations.exponentiation import LadderStep, power
from dsp56k.study.schema import CountName

_PROGRAMS_KEPT = 8
_CODE = 0x40
"""The address of straight-line code: after the vectors, in internal program memory."""


@dataclass(frozen=True)
class DspCalled:
    """A result, oscillator clocks, picoseconds."""

    value: Any
    clocks: int
    time: Time
    counts: Mapping[CountName, int] = field(default_factory=dict)


class DspAlone:
    """The library's routines; `call` is that of HostSoftware and CardDriver.

    Args:
        clock: of the chip.
        large: whether the banks are, so that DES runs with its large tables.
        image: the firmware.
        card: one whose firmware waits, for the DES chip.
        step, waits: the variant of ciphers that have some, and its wait states.
    """

    def __init__(
        self, clock: Clock, large: bool, image: Image, card: Card | None = None, *, step: str = "", waits: int = 0
    ) -> None:
        self._clock = clock
        self._large = large
        self._image = image
        self._card = card
        self._step = step
        self._waits = waits
        self._firmware: Firmware | None = None

    def call(self, algorithm: str, *arguments: Any, chip: bool = False) -> DspCalled:
        """Return the result of an algorithm by the firmware of this run, or by the library's function."""
        row = ALGORITHMS[algorithm]
        if row.form == "blocks":
            name = row.name.upper()
            return self._des(Opcode[name.replace("DES", "CHIP") if chip else name], *arguments, chip=chip)
        if row.form == "power":
            return self._powers(*arguments)
        if row.form == "crt":
            return self._crt(*arguments)
        result = row.routines[0](*arguments)
        return self._called(result.value, result.clocks)

    def load_key(self, algorithm: str, key: bytes, *, chip: bool = False) -> None:
        """Load a DES key outside of the measured clocks; `algorithm` is one of its modes."""
        firmware = self._started(chip)
        firmware.write(KEY_BUFFER, key)
        firmware.command(Opcode.CHIP_KEY if chip else Opcode.DES_KEY, 0)

    def prepare_keys(self, algorithm: str) -> None:
        """Do nothing: the keys of DES have no common tables."""

    def variant(self, row: Algorithm, *arguments: Any, loaded: bool) -> DspCalled:
        """Run a cipher's function in the variant of this run, with its setup unless that was `loaded`."""
        assert row.variants is not None
        result = row.routines[0](*arguments, variant=self._step, waits=self._waits)
        called = self._called(result.value, result.clocks + (0 if loaded else result.setup_clocks))
        return replace(called, counts={"code-words": row.variants.code_words(self._step)})

    def _powers(self, bases: Sequence[int], exponent: int, modulus: int, undone_by: int) -> DspCalled:
        """Return base^exponent mod modulus for each base; the key's setup is not counted, results are not checked."""
        del undone_by
        return self._sum([lib.rsa_public(base, n=modulus, e=exponent) for base in bases])

    def _crt(self, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
        """Run the private operation by the Chinese remainder theorem; results are not checked."""
        return self._sum(
            [lib.rsa_private(cipher, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv) for cipher in ciphers]
        )

    def rsa_crt_checked(self, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
        """Run the private operation, each result checked with the public exponent."""
        return self._sum(
            [
                lib.rsa_private(cipher, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv, check=key.e)
                for cipher in ciphers
            ]
        )

    def rsa_crt_step(self, step: LadderStep, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
        """Run the private operation by single routines; only their clocks count."""
        values, clocks = [], 0
        for cipher in ciphers:
            (one, first), (two, second) = (
                power(step, cipher, exponent, factor) for exponent, factor in ((key.dp, key.p), (key.dq, key.q))
            )
            values.append(two + key.q * ((one - two) * key.qinv % key.p))
            clocks += first + second
        return self._called(values, clocks)

    def rsa_power_step(self, step: LadderStep, bases: Sequence[int], exponent: int, modulus: int) -> DspCalled:
        """base^exponent mod modulus for each of `bases` by single routines; only their clocks count."""
        powers = [power(step, base, exponent, modulus) for base in bases]
        return self._called([value for value, _ in powers], sum(clocks for _, clocks in powers))

    def montgomery_products(self, pairs: Sequence[tuple[int, int]], modulus: int, digits: int) -> DspCalled:
        """Compute the Montgomery product of each pair, from 0 to the modulus."""
        products = [lib.montgomery_product(*pair, modulus, digits, improvement=PAPER) for pair in pairs]
        return self._called([one.value % modulus for one in products], sum(one.clocks for one in products))

    def montgomery_product(self, improvement: int, one: int, other: int, modulus: int) -> DspCalled:
        """One product by the routine of one of the paper's improvements."""
        digits = digits_for(modulus, WIDE_DIGITS)
        product = lib.montgomery_product(one, other, modulus, digits, improvement=improvement)
        return self._called(product.value, product.clocks)

    def montgomery_chain(self, first: int, factors: Sequence[int], modulus: int) -> DspCalled:
        """`first` times each of `factors`, each product the next one's factor as it comes, in -N to N - 1 or not."""
        value, clocks, outside = first, 0, 0
        for factor in factors:
            product = lib.montgomery_product(value, factor, modulus, digits_for(modulus), improvement=PAPER)
            value, clocks = product.value, clocks + product.clocks
            outside += not -modulus <= value < modulus
        return replace(self._called(value % modulus, clocks), counts={"out-of-range": outside})

    def montgomery_kernel(self, kernel: Literal["product", "square"], one: int, other: int, modulus: int) -> DspCalled:
        """One product, or one square, by the unrolled kernel."""
        digits = digits_for(modulus)
        if kernel == "square":
            square = lib.unrolled_square(one, modulus, digits)
            return self._called(square.value, square.clocks)
        product = lib.unrolled_product(one, other, modulus, digits)
        # The kernel's product is twice the product.
        return self._called(product.value * pow(2, -1, modulus), product.clocks)

    def in_a_row(self, source: str, count: int, x: Sequence[int], y: Sequence[int], a: int) -> DspCalled:
        """`source` in assembler `count` times in a row, in internal memory, on words of X and Y from address 0.

        X0 and Y0 hold the first words before, R0 and R4 point to the second ones, and A holds `a`; the result is A's
        56 bits.
        """
        dsp = Dsp56001(clock_hz=self._clock.hertz)
        dsp.x[: len(x)], dsp.y[: len(y)] = x, y
        dsp.regs.x0, dsp.regs.y0, dsp.regs.r0, dsp.regs.r4, dsp.regs.a = x[0], y[0], 1, 1, a
        called = self._straight(dsp, count * source)
        return replace(called, value=dsp.regs.a)

    def counting(self, source: str, counts: Mapping[CountName, Callable[[int], int]]) -> DspCalled:
        """Run a program that counts in R7, from 0; the result is R7, and `counts` are derived from it."""
        dsp = Dsp56001(clock_hz=self._clock.hertz)
        dsp.regs.r7 = 0
        called = self._straight(dsp, source)
        return replace(called, value=dsp.regs.r7, counts={kind: of(dsp.regs.r7) for kind, of in counts.items()})

    def modular_inverses(self, digits: Sequence[int]) -> DspCalled:
        """Compute the inverse of each digit modulo 2^24, by the paper's MODULAR-INVERSE."""
        return self._sum([lib.modular_inverse(digit, method="bits") for digit in digits])

    def euclid(self, source: str, digits: Sequence[int]) -> DspCalled:
        """Compute the inverse of each digit by a program of internal memory, from X0 to Y1."""
        values, clocks = [], 0
        for digit in digits:
            dsp = Dsp56001(clock_hz=self._clock.hertz)
            dsp.regs.x0 = digit
            clocks += self._straight(dsp, source).clocks
            values.append(dsp.regs.y1)
        return self._called(values, clocks)

    def multiply(self, one: int, other: int, digits: int) -> DspCalled:
        """Compute the product of two numbers of `digits` digits."""
        product = lib.mp_multiply(one, other, digits)
        return self._called(product.value, product.clocks)

    def job(self, setup_opcode: int | None, setup: bytes, opcode: int, data: bytes, *, clocks: int) -> DspCalled:
        """Commands of the user's own, as CardDriver.job; `clocks` is the driver's business."""
        del clocks
        firmware = self._started(chip=False)
        start = firmware.clocks
        if setup_opcode is not None:
            firmware.write(DATA_BUFFER, setup)
            firmware.command(setup_opcode, len(setup))
        result = bytearray()
        for place in range(0, len(data), DATA_WORDS):
            chunk = data[place : place + DATA_WORDS]
            firmware.write(DATA_BUFFER, chunk)
            firmware.command(opcode, len(chunk))
            result += firmware.read(DATA_BUFFER, len(chunk))
        return self._called(bytes(result), firmware.clocks - start)

    def md2_commands(self, data: bytes) -> DspCalled:
        """Return the digest by the commands of this run's firmware."""
        firmware = self._started(chip=False)
        start = firmware.clocks
        firmware.command(Opcode.MD2_INIT, 0)
        chunks = [data[place : place + DATA_WORDS] for place in range(0, len(data), DATA_WORDS)]
        for chunk in chunks:
            firmware.write(DATA_BUFFER, chunk)
            firmware.command(Opcode.MD2_FINAL if chunk is chunks[-1] else Opcode.MD2_UPDATE, len(chunk))
        return self._called(firmware.read(DATA_BUFFER, DIGEST), firmware.clocks - start)

    def _straight(self, dsp: Dsp56001, source: str) -> DspCalled:
        """Run `source`, put into internal memory, from its first word to its last."""
        words = _assembled(source)
        dsp.load_words(words)
        routine = Caller(dsp)
        routine.enter(_CODE, _CODE + len(words))
        return self._called(None, routine.clocks)

    def _des(self, opcode: Opcode, key: bytes | None, *iv_and_data: bytes, chip: bool) -> DspCalled:
        *ivs, data = iv_and_data
        iv = ivs[0] if ivs else None
        firmware = self._started(chip)
        start = firmware.clocks
        firmware.write(IV_BUFFER, iv or bytes(DES_BLOCK))
        if key is not None:
            firmware.write(KEY_BUFFER, key)
            firmware.command(Opcode.CHIP_KEY if chip else Opcode.DES_KEY, int(iv is not None))
        elif iv is not None:
            firmware.command(Opcode.CHIP_IV if chip else Opcode.DES_IV)
        result = bytearray()
        for place in range(0, len(data), DATA_WORDS):
            chunk = data[place : place + DATA_WORDS]
            firmware.write(DATA_BUFFER, chunk)
            firmware.command(opcode, len(chunk) // DES_BLOCK)
            result += firmware.read(DATA_BUFFER, len(chunk))
        return self._called(bytes(result), firmware.clocks - start)

    def _started(self, chip: bool) -> Firmware:
        if self._firmware is None:
            self._firmware = Firmware(self._card.dsp if self._card else None, self._image)
            if self._large and not chip:
                self._firmware.command(Opcode.DES_TABLES, 1)
        return self._firmware

    def _sum(self, results: Sequence[lib.Result[int]]) -> DspCalled:
        return self._called([one.value for one in results], sum(one.clocks for one in results))

    def _called(self, value: Any, clocks: int) -> DspCalled:
        return DspCalled(value, clocks, self._clock.time_of(clocks))


@lru_cache(_PROGRAMS_KEPT)
def _assembled(source: str) -> Mapping[tuple[str, int], int]:
    return MappingProxyType(asm.assemble(f" org p:{_CODE}\n{source}").words)

"""A deterministic random bit generator, HMAC_DRBG of SP 800-90A, with SHA-1 on the DSP56001."""

from __future__ import annotations

from functools import partial
from typing import SupportsIndex

from dsp56k.lib.ciphers.sha1 import DIGEST_BYTES, LONGEST_DATA
from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import Machine
from dsp56k.lib.operands import check_range, check_size, octets, require_int
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Costs, Result
from dsp56k.system.text import counted

SOURCE = "hmac_drbg.asm"
program = partial(assembled, SOURCE)
SEED_COMMAND, GENERATE_COMMAND, INSTANTIATE_COMMAND, RESEED_COMMAND, INPUT_COMMAND, MIX_COMMAND = range(0x60, 0x66)
"""Opcodes of src/drbg.asm, the card's `image(commands="drbg")`."""
SEED_CLOCKS, REQUEST_CLOCKS = 30_000, 6000
"""Maximum clocks for each byte of a command and for 64 more: of one that takes noise, of any other."""
CARD_REQUEST_BYTES = 1 << 12
"""Bytes of a command, which is a request."""
CARD_INPUT_BYTES, CARD_NOISE_BYTES = 64, 32
"""Maximum bytes of an input of the card in addition to noise, and bytes of noise for a seed."""
CARD_SEED_BYTES = CARD_INPUT_BYTES + CARD_NOISE_BYTES
MIN_ENTROPY_BYTES, MIN_NONCE_BYTES = 16, 8
"""For the security strength of 128 bits (SP 800-90A, 8.6.3 and 8.6.7)."""
MIN_SEED_BYTES = MIN_ENTROPY_BYTES + MIN_NONCE_BYTES
MAX_SIZE = 1 << 20
"""Maximum bytes of `hmac_drbg`; any value works."""
MAX_REQUEST_BYTES = 1 << 15
"""Maximum bytes of a request, which fill half of X (SP 800-90A, table 2, permits 2^16)."""
RESEED_INTERVAL = 1 << 48
"""Maximum requests between two seeds (SP 800-90A, table 2)."""
MAX_INPUT_BYTES = LONGEST_DATA - DIGEST_BYTES - 1
"""Maximum bytes of all inputs of a call together, which one message of HMAC contains."""


class HmacDrbg:
    """A generator with a security strength of 128 bits; `setup` is the cost of its first seed.

    `generate` is a source of `rsa_generate`.
    """

    def __init__(
        self,
        entropy: bytes,
        nonce: bytes,
        personalization: bytes = b"",
        *,
        reseed_interval: SupportsIndex = RESEED_INTERVAL,
    ) -> None:
        """Seed the generator.

        Args:
            entropy: at least 16 bytes with at least 128 bits of entropy, such as those of `noise`: its health tests
                are not repeated here.
            nonce: at least 8 bytes that no other generator has.
            personalization: any bytes.
            reseed_interval: requests before a new seed is required, 1 to 2^48.

        Raises:
            OperandError: too few bytes, or more than 8,043 together, an interval out of range.
        """
        nonce = _at_least("nonce", nonce, MIN_NONCE_BYTES)
        entropy = _at_least("entropy", entropy, MIN_ENTROPY_BYTES)
        self._interval = require_int("reseed_interval", reseed_interval)
        check_range("reseed_interval", self._interval, 1, RESEED_INTERVAL)
        self._machine = Machine(SOURCE)
        seed = entropy + nonce + octets("personalization", personalization)
        self.setup = self._seed("drbg_seed", seed, "personalization")

    def reseed(self, entropy: bytes, additional: bytes = b"") -> Result[None]:
        """Mix new entropy, at least 16 bytes, and any additional bytes into the state.

        Raises:
            OperandError: too few bytes, or more than 8,043 together.
        """
        entropy = _at_least("entropy", entropy, MIN_ENTROPY_BYTES)
        return self._seed("drbg_reseed", entropy + octets("additional", additional), "additional")

    def generate(self, count: int, additional: bytes = b"") -> Result[bytes]:
        """Return `count` pseudo-random bytes, 0 to 32,768; `additional` bytes are mixed into the state before.

        Raises:
            OperandError: a count out of range, more than 8,043 bytes, a new seed is required.
        """
        count, additional = require_int("count", count), octets("additional", additional)
        check_range("count", count, 0, MAX_REQUEST_BYTES)
        _check_input("additional", additional)
        if self._requests >= self._interval:
            message = f"cannot generate bytes: a new seed is required after {counted(self._interval, 'request')}"
            raise OperandError(f"{message}; call reseed", name="count", value=count)
        registers, output = self._machine.dsp.regs, self._machine.symbols["DRBG_OUTPUT"]
        registers.r3, registers.n3 = output, count
        done = self._call("drbg_generate", additional)
        self._requests += 1
        return Result(bytes(self._machine.get("x", output, count)), done.clocks, done.instructions)

    def _seed(self, routine: str, material: bytes, name: str) -> Result[None]:
        _check_input(name, material)
        done = self._call(routine, material)
        self._requests = 0
        return done

    def _call(self, routine: str, given: bytes) -> Result[None]:
        machine = self._machine
        machine.put("x", "DRBG_INPUT", given)
        machine.dsp.regs.r5, machine.dsp.regs.n6 = machine.symbols["DRBG_INPUT"], len(given)
        before = machine.clocks, machine.instructions
        machine.call(routine)
        return Result(None, machine.clocks - before[0], machine.instructions - before[1])


def hmac_drbg(seed: bytes, size: SupportsIndex, request: SupportsIndex = CARD_REQUEST_BYTES) -> Result[bytes]:
    """Return bytes of a new generator.

    Args:
        seed: entropy of 16 bytes, a nonce of 8 bytes and any personalization.
        size: the number of bytes.
        request: bytes of each request, 1 to 32,768; the last one can be shorter.

    Raises:
        OperandError: a seed of fewer bytes, or a number out of range.
    """
    seed, size, request = octets("seed", seed), require_int("size", size), require_int("request", request)
    check_size("seed", seed, len(seed) >= MIN_SEED_BYTES, f"at least {MIN_SEED_BYTES} bytes")
    check_range("size", size, 0, MAX_SIZE)
    check_range("request", request, 1, MAX_REQUEST_BYTES)
    costs = Costs()
    generator = HmacDrbg(seed[:MIN_ENTROPY_BYTES], seed[MIN_ENTROPY_BYTES:MIN_SEED_BYTES], seed[MIN_SEED_BYTES:])
    made = b"".join(costs.add(generator.generate(min(request, size - place))) for place in range(0, size, request))
    done = costs.result(made)
    return Result(made, done.clocks, done.instructions, generator.setup.clocks)


def _at_least(name: str, given: bytes, least: int) -> bytes:
    given = octets(name, given)
    check_size(name, given, len(given) >= least, f"at least {least} bytes")
    return given


def _check_input(name: str, material: bytes) -> None:
    if len(material) > MAX_INPUT_BYTES:
        message = f"all inputs of a call must be at most {MAX_INPUT_BYTES} bytes, got {counted(len(material), 'byte')}"
        raise OperandError(message, name=name, value=len(material))

"""SHA-1 and HMAC on the DSP56001."""

from __future__ import annotations

from functools import partial

from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import octets, octets_up_to
from dsp56k.lib.program_cache import assembled

SOURCE = "sha1.asm"
program = partial(assembled, SOURCE)
DIGEST_BYTES, BLOCK_BYTES = 20, 64
INIT_COMMAND, UPDATE_COMMAND, FINAL_COMMAND, HASH_COMMAND = range(0x60, 0x64)
"""Opcodes of src/signatures.asm, the card's `image(commands="signatures")`."""
HMAC_KEY_COMMAND, HMAC_INIT_COMMAND = 0x6A, 0x6C
BLOCK_CLOCKS = 11_000
"""Maximum clocks of such a command for a block."""
LONGEST_DATA = 0x1F80
"""Maximum bytes of a message, so that its length in bits is two bytes, also behind the key of HMAC."""


def sha1(data: bytes) -> Result[bytes]:
    """Return the 20-byte SHA-1 digest (FIPS 180-1).

    Args:
        data: at most 8,064 bytes.

    Raises:
        OperandError: too many bytes.
    """
    data = octets_up_to("data", data, LONGEST_DATA)
    machine = Machine(SOURCE)
    machine.put("x", "SHA1_MESSAGE", data)
    machine.dsp.regs.r3, machine.dsp.regs.n7 = machine.symbols["SHA1_MESSAGE"], len(data)
    machine.call("sha1_digest")
    return Result(bytes(machine.get("x", "SHA1_DIGEST", DIGEST_BYTES)), machine.clocks, machine.instructions)


def hmac_sha1(key: bytes, data: bytes) -> Result[bytes]:
    """Return the 20-byte HMAC-SHA-1 (RFC 2104).

    Args:
        key: any bytes; if more than 64, their digest, which is a part of the work.
        data: at most 8,064 bytes.

    Raises:
        OperandError: too many bytes.
    """
    key, data = octets("key", key), octets_up_to("data", data, LONGEST_DATA)
    clocks = instructions = 0
    if len(key) > BLOCK_BYTES:
        digest = sha1(octets_up_to("key", key, LONGEST_DATA))
        key, clocks, instructions = digest.value, digest.clocks, digest.instructions
    machine = Machine(SOURCE)
    machine.put("x", "SHA1_KEY", key.ljust(BLOCK_BYTES, b"\0"))
    machine.put("x", "SHA1_MESSAGE", data)
    machine.dsp.regs.n7 = len(data)
    machine.call("hmac_sha1")
    value = bytes(machine.get("x", "SHA1_DIGEST", DIGEST_BYTES))
    return Result(value, machine.clocks + clocks, machine.instructions + instructions)

"""MD5 on the DSP56001."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.lib.ciphers.host_assist import ACCESS_CLOCKS, helped
from dsp56k.lib.ciphers.variants import Cipher, check_two
from dsp56k.lib.library_runner import Result
from dsp56k.lib.operands import octets_up_to

MD5 = Cipher("md5", "ciphers/md5/md5.asm", ("plain", "computation", "latency", "placement", "port", "helper"))
MD5_PAIR = Cipher("md5_pair", "ciphers/md5/md5.asm", ("streams",))
INIT_COMMAND, UPDATE_COMMAND, FINAL_COMMAND, HASH_COMMAND = range(0x64, 0x68)
"""Opcodes of src/ciphers.asm, the card's `image(commands="ciphers")`."""
DIGEST_BYTES = 16
LONGEST_DATA = 0xDF00
"""Maximum bytes of a message: X from $1000 to the DSP's own registers, with space for the padding."""
_BLOCK_BYTES, _LENGTH_BYTES = 64, 8
_BLOCK_WORDS, _DIGEST_WORDS = 32, 8
"""Words of 24 bits through the port: two for each word of 32."""


def md5(data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Return the 16-byte MD5 digest (RFC 1321); the message is padded first.

    Args:
        data: at most 57,088 bytes.
        variant: of the program; `MD5.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        The digest; moving the constants to their addresses counts as `setup_clocks`.

    Raises:
        OperandError: too many bytes, no such variant, wait states out of range.
    """
    data = octets_up_to("data", data, LONGEST_DATA)
    machine = MD5.machine(variant, waits)
    machine.call("md5_tables", prepares=True)
    setup, before = machine.clocks, machine.instructions
    if variant in ACCESS_CLOCKS:
        words = _words(_padded(data))
        machine.dsp.regs.n7 = len(words) // _BLOCK_WORDS
        value = _bytes(helped(machine, variant, "md5_helped", words, _DIGEST_WORDS))
        return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)
    machine.put("x", "MD5_DATA", data)
    machine.put("x", "MD5_BYTES", [len(data)])
    machine.call("md5_digest")
    value = bytes(machine.get("x", "MD5_DIGEST", DIGEST_BYTES))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def md5_pair(data: Sequence[bytes], *, variant: str = "streams", waits: int = 0) -> Result[tuple[bytes, bytes]]:
    """Return the MD5 digests of two messages, interleaved.

    Args:
        data: two, as `md5` takes them; the work is that of the longer one, twice.
        variant: of the program; `MD5_PAIR.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        The digests; moving the constants to their addresses counts as `setup_clocks`.

    Raises:
        OperandError: not two, too many bytes, no such variant, wait states out of range.
    """
    check_two("data", data)
    messages = [octets_up_to("data", message, LONGEST_DATA) for message in data]
    machine = MD5_PAIR.machine(variant, waits)
    machine.call("md5_tables", prepares=True)
    setup, before = machine.clocks, machine.instructions
    for space, message in zip("xy", messages, strict=True):
        machine.put(space, "MD5_DATA", message)
        machine.put(space, "MD5_BYTES", [len(message)])
    machine.call("md5_digests")
    first, second = (bytes(machine.get(space, "MD5_DIGEST", DIGEST_BYTES)) for space in "xy")
    return Result((first, second), machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def _padded(data: bytes) -> bytes:
    zeros = -(len(data) + 1 + _LENGTH_BYTES) % _BLOCK_BYTES
    return data + b"\x80" + bytes(zeros) + (8 * len(data)).to_bytes(_LENGTH_BYTES, "little")


def _words(data: bytes) -> list[int]:
    """Return words in the order of the rounds, as a PC packs them: the upper three bytes, and the lowest one on top."""
    words = [int.from_bytes(data[place : place + 4], "little") for place in range(0, len(data), 4)]
    return [half for word in words for half in (word >> 8, (word & 0xFF) << 16)]


def _bytes(halves: list[int]) -> bytes:
    """Return the bytes of words, as a PC unpacks them."""
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return b"".join((upper << 8 | lower >> 16).to_bytes(4, "little") for upper, lower in pairs)

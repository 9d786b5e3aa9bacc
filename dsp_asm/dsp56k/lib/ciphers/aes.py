"""AES on the DSP56001."""

from __future__ import annotations

from contextvars import Context
from functools import cache, partial

from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_blocks, check_size, octets
from dsp56k.lib.program_cache import assembled

SOURCE = "ciphers/aes.asm"
program = partial(assembled, SOURCE)
BLOCK_BYTES = 16
KEY_BYTES = (16, 24, 32)
KEY_COMMAND, KEY_IV_COMMAND, IV_COMMAND = range(0x60, 0x63)
ECB_ENCRYPT_COMMAND, ECB_DECRYPT_COMMAND, CBC_ENCRYPT_COMMAND, CBC_DECRYPT_COMMAND = range(0x63, 0x67)
"""Opcodes of src/aes.asm, the card's `image(commands="aes")`."""
COMMAND_CLOCKS = 4000
"""Maximum clocks of a command for a byte, and for up to 64 more. The first key needs the most: it makes the tables."""
LONGEST_DATA = 0xC000
"""Maximum bytes of data: X starting at $2000."""
_DATA = 0x2000


def aes_ecb_encrypt(key: bytes, data: bytes) -> Result[bytes]:
    """Encrypt blocks of 16 bytes with AES, each by itself.

    Args:
        key: 16, 24 or 32 bytes.
        data: a multiple of 16 bytes, at most 49,152.

    Returns:
        Ciphertext; the round keys count as `setup_clocks`, the tables, which serve all keys, do not count.

    Raises:
        OperandError: a wrong length.
    """
    return _run("aes_ecb_encrypt", key, data)


def aes_ecb_decrypt(key: bytes, data: bytes) -> Result[bytes]:
    """Decrypt blocks of 16 bytes with AES, each by itself; as `aes_ecb_encrypt`."""
    return _run("aes_ecb_decrypt", key, data)


def aes_cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> Result[bytes]:
    """Encrypt with AES in the mode CBC; `iv` is 16 bytes, the rest as of `aes_ecb_encrypt`."""
    return _run("aes_cbc_encrypt", key, data, iv)


def aes_cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> Result[bytes]:
    """Decrypt with AES in the mode CBC; as `aes_cbc_encrypt`."""
    return _run("aes_cbc_decrypt", key, data, iv)


def _run(routine: str, key: bytes, data: bytes, iv: bytes = bytes(BLOCK_BYTES)) -> Result[bytes]:
    key, data, iv = octets("key", key), octets("data", data), octets("iv", iv)
    check_size("key", key, len(key) in KEY_BYTES, "16, 24 or 32 bytes")
    check_size("iv", iv, len(iv) == BLOCK_BYTES, f"{BLOCK_BYTES} bytes")
    check_blocks("data", data, BLOCK_BYTES, LONGEST_DATA)
    machine = Machine(SOURCE)
    machine.dsp.restore(_with_tables())
    machine.put("x", "AES_KEY", key)
    machine.dsp.regs.n7 = len(key)
    machine.call("aes_key", prepares=True)
    setup, before = machine.clocks, machine.instructions
    machine.put("x", "AES_CHAIN", iv)
    machine.put("x", _DATA, data)
    machine.dsp.regs.r7, machine.dsp.regs.n7 = _DATA, len(data) // BLOCK_BYTES
    if data:
        machine.call(routine)
    value = bytes(machine.get("x", _DATA, len(data)))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


@cache
def _with_tables() -> bytes:
    """Return the snapshot of a chip that has made its tables, which is not a part of any call that is watched."""
    machine = Machine(SOURCE)
    Context().run(machine.call, "aes_tables")
    return machine.dsp.snapshot()

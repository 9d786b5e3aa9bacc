"""AES on the DSP56001."""

from __future__ import annotations

from contextvars import Context
from functools import cache, partial

from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import octets
from dsp56k.lib.program_cache import assembled
from dsp56k.system.text import counted

SOURCE = "ciphers/aes.asm"
program = partial(assembled, SOURCE)
BLOCK_BYTES = 16
KEY_BYTES = (16, 24, 32)
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
    if len(key) not in KEY_BYTES:
        message = f"key must be 16, 24 or 32 bytes, got {counted(len(key), 'byte')}"
        raise OperandError(message, name="key", value=len(key))
    if len(iv) != BLOCK_BYTES:
        raise OperandError(f"iv must be {BLOCK_BYTES} bytes, got {counted(len(iv), 'byte')}", name="iv", value=len(iv))
    if len(data) % BLOCK_BYTES or len(data) > LONGEST_DATA:
        wanted = f"whole blocks of {BLOCK_BYTES} bytes, at most {LONGEST_DATA} bytes"
        message = f"data must be {wanted}, got {counted(len(data), 'byte')}"
        raise OperandError(message, name="data", value=len(data))
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

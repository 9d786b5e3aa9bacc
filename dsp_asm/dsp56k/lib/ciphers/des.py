"""DES on the DSP56001: key schedule, ECB and CBC, both directions, triple DES, and the MAC of FIPS 113.

Parity bits of keys are ignored. `pair_tables` selects the faster rounds, which need X memory of 32K words; building
their tables, once after the start of the firmware, counts as `setup_clocks`.
"""

from __future__ import annotations

from dataclasses import replace

from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, IV_BUFFER, KEY_BUFFER, Firmware, Opcode
from dsp56k.lib.image import Image, library_image
from dsp56k.lib.library_runner import Result
from dsp56k.lib.operands import check_range, check_size, octets, octets_of_size, require_int
from dsp56k.lib.result import Costs

BLOCK_BYTES = 8
TRIPLE_KEY_BYTES = (16, 24)
TRIPLE_DES_COMMANDS = "des/des3.asm"
"""Triple DES as a file of commands, in the library's sources: docs/reference/firmware.md, section 10."""
DES3_KEY, DES3_CBC_ENCRYPT, DES3_CBC_DECRYPT = 0x60, 0x61, 0x62
"""Opcodes of its commands; the argument of each is in bytes."""
MASTER_KEY, UNWRAP_KEY, CHAIN_IV, DES3_KEY_IV = 0x63, 0x64, 0x65, 0x66
UNWRAP_DES, UNWRAP_CHIP = 0x67, 0x68
"""Further opcodes of src/wrapped_keys.asm, the card's `image(commands="wrapped_keys")`."""
WRAPPED_KEY_BYTES = (8, 16, 24)
DES3_CLOCKS = 1100
"""Maximum clocks of a command for each byte, and for 64 more bytes."""


def des_ecb_encrypt(key: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Encrypt whole blocks in electronic codebook mode.

    Args:
        key: 8 bytes.
        data: a multiple of 8 bytes.
        pair_tables: the rounds for large X memory.

    Returns:
        The ciphertext; clocks and instructions of the key schedule and all blocks.

    Raises:
        OperandError: a wrong length.
    """
    return _run(Opcode.DES_ECB_ENCRYPT, key, None, data, pair_tables)


def des_ecb_decrypt(key: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Decrypt whole blocks in electronic codebook mode; as `des_ecb_encrypt`."""
    return _run(Opcode.DES_ECB_DECRYPT, key, None, data, pair_tables)


def des_cbc_encrypt(key: bytes, iv: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Encrypt whole blocks in cipher block chaining mode.

    Args:
        key: 8 bytes.
        iv: 8 bytes, the initialisation vector.
        data: a multiple of 8 bytes.
        pair_tables: the rounds for large X memory.

    Returns:
        The ciphertext; clocks and instructions of the key schedule, the IV and all blocks.

    Raises:
        OperandError: a wrong length.
    """
    return _run(Opcode.DES_CBC_ENCRYPT, key, octets_of_size("iv", iv, BLOCK_BYTES), data, pair_tables)


def des_cbc_decrypt(key: bytes, iv: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Decrypt whole blocks in cipher block chaining mode; as `des_cbc_encrypt`."""
    return _run(Opcode.DES_CBC_DECRYPT, key, octets_of_size("iv", iv, BLOCK_BYTES), data, pair_tables)


def des_mac(key: bytes, data: bytes, size: int = 4, *, pair_tables: bool = False) -> Result[bytes]:
    """Return the data authentication code of FIPS 113: the start of the last block of a CBC encryption from zeros.

    Args:
        key: 8 bytes.
        data: at least one byte; zeros fill up the last block.
        size: bytes of the code, 2 to 8, by default the 4 of ANSI X9.9.
        pair_tables: the rounds for large X memory.

    Returns:
        The code; clocks and instructions of the key schedule and all blocks.

    Raises:
        OperandError: a wrong length.
    """
    data, size = octets("data", data), require_int("size", size)
    if not data:
        raise OperandError("data must not be empty", name="data", value=0)
    check_range("size", size, 2, BLOCK_BYTES)
    padded = data + bytes(-len(data) % BLOCK_BYTES)
    result = _run(Opcode.DES_MAC, key, bytes(BLOCK_BYTES), padded, pair_tables)
    return replace(result, value=result.value[-BLOCK_BYTES:][:size])


def des3_cbc_encrypt(keys: bytes, iv: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Encrypt whole blocks with triple DES (FIPS 46-3: encrypt, decrypt, encrypt) in cipher block chaining mode.

    Args:
        keys: 24 bytes, or 16: the third key is then the first.
        iv: 8 bytes, the initialisation vector.
        data: a multiple of 8 bytes.
        pair_tables: the rounds for large X memory.

    Returns:
        The ciphertext; clocks and instructions of taking keys and IV and of all blocks, with three key schedules for
        each 4096 bytes.

    Raises:
        OperandError: a wrong length.
    """
    return _run_triple(DES3_CBC_ENCRYPT, keys, iv, data, pair_tables)


def des3_cbc_decrypt(keys: bytes, iv: bytes, data: bytes, *, pair_tables: bool = False) -> Result[bytes]:
    """Decrypt whole blocks with triple DES in cipher block chaining mode; as `des3_cbc_encrypt`."""
    return _run_triple(DES3_CBC_DECRYPT, keys, iv, data, pair_tables)


def _run(operation: Opcode, key: bytes, iv: bytes | None, data: bytes, pair_tables: bool) -> Result[bytes]:
    key, data = octets_of_size("key", key, BLOCK_BYTES), _blocks(data)
    firmware = _firmware(pair_tables)
    setup, before = firmware.clocks, firmware.instructions
    firmware.write(KEY_BUFFER, key)
    firmware.write(IV_BUFFER, iv or bytes(BLOCK_BYTES))
    firmware.command(Opcode.DES_KEY, int(iv is not None))
    value = bytearray()
    for start in range(0, len(data), DATA_WORDS):
        chunk = data[start : start + DATA_WORDS]
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(operation, len(chunk) // BLOCK_BYTES)
        value += firmware.read(DATA_BUFFER, BLOCK_BYTES if operation is Opcode.DES_MAC else len(chunk))
    return Result(bytes(value), firmware.clocks - setup, firmware.instructions - before, setup_clocks=setup)


def _run_triple(operation: int, keys: bytes, iv: bytes, data: bytes, pair_tables: bool) -> Result[bytes]:
    keys, iv, data = _triple_key("keys", keys), octets_of_size("iv", iv, BLOCK_BYTES), _blocks(data)
    firmware = _firmware(pair_tables, triple_des_image())
    setup, before = firmware.clocks, firmware.instructions
    firmware.write(DATA_BUFFER, keys)
    firmware.command(DES3_KEY, len(keys))
    firmware.write(IV_BUFFER, iv)
    firmware.command(Opcode.DES_IV)
    value = bytearray()
    for start in range(0, len(data), DATA_WORDS):
        chunk = data[start : start + DATA_WORDS]
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(operation, len(chunk))
        value += firmware.read(DATA_BUFFER, len(chunk))
    return Result(bytes(value), firmware.clocks - setup, firmware.instructions - before, setup_clocks=setup)


def _triple_key(name: str, keys: bytes) -> bytes:
    keys = octets(name, keys)
    check_size(name, keys, len(keys) in TRIPLE_KEY_BYTES, f"{' or '.join(map(str, TRIPLE_KEY_BYTES))} bytes")
    return keys


def wrap_key(master: bytes, key: bytes) -> Result[bytes]:
    """Encrypt a key of 8, 16 or 24 bytes under a master key, by triple DES in ECB mode (ANSI X9.17).

    Args:
        master: 16 or 24 bytes.
        key: each byte must have odd parity, which the card checks after it has decrypted the key.

    Raises:
        OperandError: a wrong length, a byte of even parity.
    """
    master, key = _triple_key("master", master), octets("key", key)
    check_size("key", key, len(key) in WRAPPED_KEY_BYTES, "8, 16 or 24 bytes")
    for place, byte in enumerate(key):
        if byte.bit_count() % 2 == 0:
            message = f"key must have bytes of odd parity, got even parity in byte {place}"
            raise OperandError(message, name="key", value=None)
    costs, iv = Costs(), bytes(BLOCK_BYTES)
    blocks = (key[first : first + BLOCK_BYTES] for first in range(0, len(key), BLOCK_BYTES))
    return costs.result(b"".join([costs.add(des3_cbc_encrypt(master, iv, block)) for block in blocks]))


def triple_des_image() -> Image:
    """Return the firmware with DES3_KEY, DES3_CBC_ENCRYPT and DES3_CBC_DECRYPT as commands $60 to $62 (32K banks)."""
    return library_image(TRIPLE_DES_COMMANDS)


def _firmware(pair_tables: bool, firmware: Image | None = None) -> Firmware:
    started = Firmware(firmware=firmware)
    if pair_tables:
        started.command(Opcode.DES_TABLES, 1)
    return started


def _blocks(data: bytes) -> bytes:
    data = octets("data", data)
    check_size("data", data, len(data) % BLOCK_BYTES == 0, f"whole blocks of {BLOCK_BYTES} bytes")
    return data

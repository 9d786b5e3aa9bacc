"""RC4 on the DSP56001."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.lib.ciphers.host_assist import ACCESS_CLOCKS, helped
from dsp56k.lib.ciphers.variants import Cipher, check_two
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_size, octets

RC4 = Cipher("rc4", "ciphers/rc4/rc4.asm", ("plain", "computation", "latency", "placement", "port", "helper"))
RC4_PAIR = Cipher("rc4_pair", "ciphers/rc4/rc4.asm", ("streams",))
KEY_COMMAND, STREAM_COMMAND = 0x60, 0x61
"""Opcodes of src/ciphers.asm, the card's `image(commands="ciphers")`."""
COMMAND_CLOCKS = 100
"""Maximum clocks of either command for a byte, and for up to 64 more."""
LONGEST_KEY = 256
LONGEST_DATA = 0xE000
"""Maximum bytes of a message: X, and Y for a second one, from $1000 to the DSP's own registers."""


def rc4(key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Encrypt or decrypt with RC4 (RFC 6229 has its vectors).

    Args:
        key: 1 to 256 bytes.
        data: at most 57,344 bytes.
        variant: of the program; `RC4.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertext or plaintext; the key's schedule counts as `setup_clocks`.

    Raises:
        OperandError: a wrong length, no such variant, wait states out of range.
    """
    key, data = _checked(key, data)
    machine = RC4.machine(variant, waits)
    if variant in ACCESS_CLOCKS:
        helped(machine, variant, "rc4_key", _words_of_s(key))
    else:
        _load_key(machine, key, "rc4_key")
    setup, before = machine.clocks, machine.instructions
    if data:
        machine.put("x", "RC4_DATA", data)
        machine.dsp.regs.r3, machine.dsp.regs.n7 = machine.symbols["RC4_DATA"], len(data)
        machine.call("rc4")
    value = bytes(machine.get("x", "RC4_DATA", len(data)))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def rc4_pair(
    keys: Sequence[bytes], data: Sequence[bytes], *, variant: str = "streams", waits: int = 0
) -> Result[tuple[bytes, bytes]]:
    """Encrypt or decrypt two messages at once, with a key each.

    Args:
        keys: two, as `rc4` takes them.
        data: two; the work is that of the longer one, twice.
        variant: of the program; `RC4_PAIR.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertexts or plaintexts; the keys' schedules count as `setup_clocks`.

    Raises:
        OperandError: not two of each, a wrong length, no such variant, wait states out of range.
    """
    check_two("keys", keys)
    check_two("data", data)
    checked = [_checked(key, text) for key, text in zip(keys, data, strict=True)]
    machine = RC4_PAIR.machine(variant, waits)
    for (key, _), routine in zip(checked, ("rc4_key", "rc4_second_key"), strict=True):
        _load_key(machine, key, routine)
    setup, before = machine.clocks, machine.instructions
    longest = max(len(text) for _, text in checked)
    if longest:
        for space, (_, text) in zip("xy", checked, strict=True):
            machine.put(space, "RC4_DATA", text)
        registers = machine.dsp.regs
        registers.r3 = registers.r7 = machine.symbols["RC4_DATA"]
        registers.n7 = longest
        machine.call("rc4_pair")
    first, second = (
        bytes(machine.get(space, "RC4_DATA", len(text))) for space, (_, text) in zip("xy", checked, strict=True)
    )
    return Result((first, second), machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def _words_of_s(key: bytes) -> list[int]:
    """Return S of a key, computed by a PC: three bytes in a word; the last word has only one."""
    s, j = list(range(256)), 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) % 256
        s[i], s[j] = s[j], s[i]
    return [*(int.from_bytes(s[place : place + 3]) for place in range(0, 255, 3)), s[255]]


def _checked(key: bytes, data: bytes) -> tuple[bytes, bytes]:
    key, data = octets("key", key), octets("data", data)
    for name, value, least, most in (("key", key, 1, LONGEST_KEY), ("data", data, 0, LONGEST_DATA)):
        check_size(name, value, least <= len(value) <= most, f"{least} to {most} bytes")
    return key, data


def _load_key(machine: Machine, key: bytes, routine: str) -> None:
    key = key if len(key) > 1 else 2 * key  # a modulus of one would be reverse carry (UM 5-14)
    machine.put("x", "RC4_KEY", key)
    machine.dsp.regs.n7 = len(key)
    machine.call(routine, prepares=True)

"""RC4 on the DSP56001."""

from __future__ import annotations

from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import octets
from dsp56k.lib.runner import Result

RC4 = Cipher("rc4", "ciphers/rc4/rc4.asm", ("plain", "computation", "latency", "placement"), "rc4")
LONGEST_KEY = 256
LONGEST_DATA = 0xE000
"""Bytes of a message: X from $1000 to the DSP's own registers."""


def rc4(key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Encrypt or decrypt with RC4 (RFC 6229 has its vectors).

    Args:
        key: 1 to 256 bytes.
        data: at most 57,344 bytes.
        variant: of the program; `RC4.variants` has them (docs/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        The other text; the key's schedule counts as `setup_clocks`.

    Raises:
        OperandError: a wrong length, no such variant, wait states out of range.
    """
    key, data = octets("key", key), octets("data", data)
    for name, value, least, most in (("key", key, 1, LONGEST_KEY), ("data", data, 0, LONGEST_DATA)):
        if not least <= len(value) <= most:
            message = f"{name} has {len(value)} bytes: RC4 takes {least} to {most}"
            raise OperandError(message, name=name, value=len(value))
    machine = RC4.machine(variant, waits)
    key = key if len(key) > 1 else 2 * key  # a modulus of one would be reverse carry (UM 5-14)
    machine.put("x", "RC4_KEY", key)
    machine.dsp.regs.n7 = len(key)
    machine.call("rc4_key", prepares=True)
    setup, before = machine.clocks, machine.instructions
    if data:
        machine.put("x", "RC4_DATA", data)
        machine.dsp.regs.r3, machine.dsp.regs.n7 = machine.symbols["RC4_DATA"], len(data)
        machine.call("rc4")
    value = bytes(machine.get("x", "RC4_DATA", len(data)))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)

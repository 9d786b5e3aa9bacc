"""MD5 on the DSP56001."""

from __future__ import annotations

from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import octets
from dsp56k.lib.runner import Result

MD5 = Cipher("md5", "ciphers/md5/md5.asm", ("plain", "computation", "latency", "placement"), "md5")
DIGEST_BYTES = 16
LONGEST_DATA = 0xDF00
"""Bytes of a message: X from $1000, with room for the padding, to the DSP's own registers."""


def md5(data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """The 16-byte MD5 digest (RFC 1321), the message's padding included.

    Args:
        data: at most 57,088 bytes.
        variant: of the program; `MD5.variants` has them (docs/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        The digest; bringing the constants to where they are read counts as `setup_clocks`.

    Raises:
        OperandError: too many bytes, no such variant, wait states out of range.
    """
    data = octets("data", data)
    if len(data) > LONGEST_DATA:
        raise OperandError(
            f"data has {len(data)} bytes: at most {LONGEST_DATA} fit the memory", name="data", value=len(data)
        )
    machine = MD5.machine(variant, waits)
    machine.call("md5_tables", prepares=True)
    setup, before = machine.clocks, machine.instructions
    machine.put("x", "MD5_DATA", data)
    machine.put("x", "MD5_BYTES", [len(data)])
    machine.call("md5_digest")
    value = bytes(machine.get("x", "MD5_DIGEST", DIGEST_BYTES))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)

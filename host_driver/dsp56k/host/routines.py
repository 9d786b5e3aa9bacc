"""The library's routines on a bare DSP: clocks and rates without PC, bus and driver, as the paper states them.

The DES chip's routine runs in the firmware on a card, because it needs the chip.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k import lib
from dsp56k.emu import Dsp56001
from dsp56k.host.errors import HostError
from dsp56k.host.results import Routine
from dsp56k.host.workload import Workload

LONG_DATA = 8192
"""Bytes of a long message: the paper's rates are "for large blocks"."""
DIGITS = 22
"""24-bit digits of a 512-bit modulus."""


def measure_routines(work: Workload, clock_hz: int, card: Dsp56001) -> Sequence[Routine]:
    """Every routine once; `card` is the chip of a card whose firmware waits for a command."""
    key = work.rsa_key
    operand, other = work.operands(2)
    data = work.data(LONG_DATA)
    clocks = {
        "rsa512-crt": lib.rsa_private(operand, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv).clocks,
        "rsa512": lib.rsa_private(operand, n=key.n, d=key.d).clocks,
        "rsa512-public": lib.rsa_public(operand, n=key.n, e=key.e).clocks,
        "montgomery-product-22": lib.montgomery_product(operand, other, key.n, digits=DIGITS).clocks,
        "des-ecb": lib.des_ecb_encrypt(work.des_key, data).clocks,
        "des-cbc": lib.des_cbc_encrypt(work.des_key, work.des_iv, data).clocks,
        "des-cbc-chip": _chip_clocks(work, data, card),
        "md2": lib.md2(data).clocks,
    }
    return [Routine(name, count, _bits(name), clock_hz, _what(name)) for name, count in clocks.items()]


def _chip_clocks(work: Workload, data: bytes, card: Dsp56001) -> int:
    """DES-CBC by the chip: the clocks of the firmware's commands, without the host that sends them."""
    firmware = lib.firmware.Firmware(card)
    firmware.write(lib.firmware.KEY_BUFFER, work.des_key + work.des_iv)
    firmware.command(lib.firmware.Opcode.CHIP_KEY, 1)
    result = b""
    for start in range(0, len(data), lib.firmware.DATA_WORDS):
        chunk = data[start : start + lib.firmware.DATA_WORDS]
        firmware.write(lib.firmware.DATA_BUFFER, chunk)
        firmware.command(lib.firmware.Opcode.CHIP_CBC_ENCRYPT, len(chunk) // 8)
        result += firmware.read(lib.firmware.DATA_BUFFER, len(chunk))
    if result != work.des_cbc(data):
        raise HostError("des-cbc-chip: the result is wrong", job="des-cbc-chip", bytes=len(data))
    return firmware.clocks


def _bits(name: str) -> int:
    return 512 if name.startswith(("rsa", "montgomery")) else 8 * LONG_DATA


def _what(name: str) -> str:
    if name.startswith("rsa"):
        return "one 512-bit operation"
    if name.startswith("montgomery"):
        return "one product of 22 digits"
    return f"{LONG_DATA} bytes, keys included"

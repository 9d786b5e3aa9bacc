"""The library's routines on a bare DSP: clocks and rates without PC, bus and driver, as the paper states them.

The DES chip's routine runs in the firmware on a card, because it needs the chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsp56k import lib
from dsp56k.emu import Dsp56001
from dsp56k.host.results import Routine
from dsp56k.host.workload import Workload
from dsp56k.lib import Result

LONG_DATA = 8192
"""Bytes of a long message: the paper's rates are "for large blocks"."""
DIGITS = 22
"""24-bit digits of a 512-bit modulus."""


def measure_routines(work: Workload, clock_hz: int, card: Dsp56001) -> Sequence[Routine]:
    """Every routine once, its result compared with that of an independent library; `card` is the chip of a card whose
    firmware waits for a command.
    """
    key = work.rsa_key
    operand, other = work.operands(2)
    data = work.data(LONG_DATA)
    private = work.rsa(operand, key.d)
    product = lib.montgomery_product(operand, other, key.n, digits=DIGITS)
    # name: clocks, the routine's result, the right one
    runs: dict[str, tuple[int, object, object]] = {
        "rsa512-crt": _run(lib.rsa_private(operand, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv), private),
        "rsa512": _run(lib.rsa_private(operand, n=key.n, d=key.d), private),
        "rsa512-public": _run(lib.rsa_public(operand, n=key.n, e=key.e), work.rsa(operand, key.e)),
        # The product lies in [-n, n - 1].
        "montgomery-product-22": (product.clocks, product.value % key.n, work.montgomery(operand, other, DIGITS)),
        "des-ecb": _run(lib.des_ecb_encrypt(work.des_key, data), work.des_ecb(data)),
        "des-cbc": _run(lib.des_cbc_encrypt(work.des_key, work.des_iv, data), work.des_cbc(data)),
        "des-cbc-chip": (*_chip_run(work, data, card), work.des_cbc(data)),
        "md2": _run(lib.md2(data), work.md2(data)),
    }
    return [
        Routine(name, clocks, _bits(name), clock_hz, _what(name), verified=value == right)
        for name, (clocks, value, right) in runs.items()
    ]


def _run(result: Result[Any], right: object) -> tuple[int, object, object]:
    return result.clocks, result.value, right


def _chip_run(work: Workload, data: bytes, card: Dsp56001) -> tuple[int, bytes]:
    """DES-CBC by the chip: the clocks of the firmware's commands, without the host that sends them, and the result."""
    firmware = lib.firmware.Firmware(card)
    firmware.write(lib.firmware.KEY_BUFFER, work.des_key + work.des_iv)
    firmware.command(lib.firmware.Opcode.CHIP_KEY, 1)
    result = b""
    for start in range(0, len(data), lib.firmware.DATA_WORDS):
        chunk = data[start : start + lib.firmware.DATA_WORDS]
        firmware.write(lib.firmware.DATA_BUFFER, chunk)
        firmware.command(lib.firmware.Opcode.CHIP_CBC_ENCRYPT, len(chunk) // 8)
        result += firmware.read(lib.firmware.DATA_BUFFER, len(chunk))
    return firmware.clocks, result


def _bits(name: str) -> int:
    return 512 if name.startswith(("rsa", "montgomery")) else 8 * LONG_DATA


def _what(name: str) -> str:
    if name.startswith("rsa"):
        return "one 512-bit operation"
    if name.startswith("montgomery"):
        return "one product of 22 digits"
    return f"{LONG_DATA} bytes, keys included"

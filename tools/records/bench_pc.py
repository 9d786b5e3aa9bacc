"""The PC's speed: `make bench-pc`, or `python tools/records/bench_pc.py [--json] [--record]`.

Each job runs twice, with native accounting and with that of the tests' judge in Python: processor time of this
computer, and the ratio of both. Clocks and results must be equal, which is checked. Then follows the cost of a fresh
machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import recorder
from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.driver import CardDriver
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.host.slot import insert
from dsp56k.host.software import HostSoftware
from dsp56k.study.operations.workload import Workload
from recorder import Spread, spread

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from reference_model.pc.accounting import PCS, AccountingName

SEED = 1990
BYTES = 16_384
REPEATED = 5


def seconds(job: Callable[[], object]) -> tuple[list[float], object]:
    """Return the processor time of each of a few runs, and the result of the last."""
    times = []
    for _ in range(REPEATED):
        begun = time.process_time()
        result = job()
        times.append(time.process_time() - begun)
    return times, result


def jobs(accounting: AccountingName) -> dict[str, Callable[[], object]]:
    """Return the measured jobs, by name."""
    work = Workload(SEED)
    data, operands = work.data(BYTES), work.operands(1)
    software = HostSoftware(PCS[accounting](builtin_program("software-good")), "good")
    card = Card(seed=SEED)
    pc = PCS[accounting](builtin_program("driver"))
    insert(card, pc)
    driver = CardDriver(pc)
    driver.start(lib.firmware.image().segments)
    return {
        "DES-CBC, 16 KB": lambda: software.call("des_cbc_encrypt", work.des_key, work.des_iv, data),
        "MD2, 16 KB": lambda: software.call("md2", data),
        "RSA-512 without CRT": lambda: software.call("rsa_public", operands, work.rsa_key.d, work.rsa_key.n),
        "DES-CBC on the card, 16 KB": lambda: driver.call("des_cbc_encrypt", work.des_key, work.des_iv, data),
        "MD2 on the card, 16 KB": lambda: driver.call("md2", data),
        "RSA-512 on the card": lambda: driver.call("rsa_crt", operands, work.rsa_key),
    }


def measure() -> dict[str, Spread]:
    """Return milliseconds of each job with both kinds of accounting, and the speed-up of the native one.

    Raises:
        SystemExit: The results or clocks differ.
    """
    values = {}
    native, plain = jobs("native"), jobs("plain")
    for name, job in native.items():
        (fast, one), (slow, other) = seconds(job), seconds(plain[name])
        if one != other:
            raise SystemExit(f"{name}: native accounting and Python's differ")
        for way, times in (("native", fast), ("Python", slow)):
            values[f"{name}, {way}, ms"] = spread([1e3 * each for each in times])
        values[f"{name}, times"] = spread([long / short for long, short in zip(slow, fast, strict=True)])
    fresh, _ = seconds(lambda: PC(builtin_program("driver")))
    values["a fresh PC, ms"] = spread([1e3 * each for each in fresh])
    return values


if __name__ == "__main__":
    recorder.report("speed-pc", recorder.options(__doc__, REPEATED).parse_args(), measure)

"""The PC's speed: `make bench-pc`, or `python tools/bench_pc.py`.

Each job runs twice, with native accounting and bus cycles and with those in Python: processor time of this machine, and
what that is of the other. Clocks and results are the same both ways, which is checked. Then what a fresh machine takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.driver import CardDriver
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.host.slot import insert
from dsp56k.host.software import host_software
from dsp56k.study.operations.workload import Workload

Accounting = Literal["native", "plain"]
SEED = 1990
BYTES = 16_384
REPEATED = 3


def seconds(job: Callable[[], object]) -> tuple[float, object]:
    """The least processor time of a few runs, and what the last gave."""
    least = float("inf")
    for _ in range(REPEATED):
        begun = time.process_time()
        result = job()
        least = min(least, time.process_time() - begun)
    return least, result


def jobs(accounting: Accounting) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    work = Workload(SEED)
    data, operands = work.data(BYTES), work.operands(1)
    software = host_software("good", accounting=accounting)
    card = Card(seed=SEED)
    pc = PC(builtin_program("driver"), accounting=accounting)
    insert(card, pc)
    driver = CardDriver(pc)
    driver.start(lib.firmware.image().segments)
    return {
        "DES-CBC, 16 KB": lambda: software.des_cbc_encrypt(work.des_key, work.des_iv, data),
        "MD2, 16 KB": lambda: software.md2(data),
        "RSA-512 without CRT": lambda: software.rsa_power(operands, work.rsa_key.d, work.rsa_key.n),
        "DES-CBC on the card, 16 KB": lambda: driver.des_cbc_encrypt(work.des_key, work.des_iv, data),
        "MD2 on the card, 16 KB": lambda: driver.md2(data),
        "RSA-512 on the card": lambda: driver.rsa_crt(operands, work.rsa_key),
    }


def main() -> None:
    """Print the table."""
    native, plain = jobs("native"), jobs("plain")
    print(f"{'':28}{'native':>10}{'Python':>10}")
    for name, job in native.items():
        (fast, one), (slow, other) = seconds(job), seconds(plain[name])
        if one != other:
            raise SystemExit(f"{name}: the two ways differ")
        print(f"{name:28}{1e3 * fast:>7.1f} ms{1e3 * slow:>7.1f} ms{slow / fast:>7.1f} times")
    fresh, _ = seconds(lambda: PC(builtin_program("driver")))
    print(f"{'a fresh PC':28}{1e3 * fresh:>7.1f} ms")


if __name__ == "__main__":
    main()

"""Every job on PCs and DSPs of many clocks: `python tests/clock_grid.py` runs the whole grid, a test some of it."""

from __future__ import annotations

import sys
from itertools import product
from random import Random

from Crypto.Cipher import DES
from Crypto.Hash import MD2

from dsp56k.card import Card
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.slot import insert
from dsp56k.lib import firmware
from dsp56k.study.operations.workload import Workload

PC_MHZ = (6, 10, 20, 33, 50, 66, 100)
WAIT_STATES = (0, 1, 2, 3)
DSP_MHZ = (1, 5, 8, 10, 12, 20, 27, 33, 40)
SIZES = (8, 64, 600, 4104)
"""Bytes; the last one takes a second chunk of the card's buffer."""
LARGE = 65_536
RANDOM_BYTES = 5


def check_jobs(pc_mhz: int, wait_states: int, dsp_mhz: int, sizes: tuple[int, ...], *, bank_words: int = 8192) -> None:
    """Every job with data of these sizes, on a sound card in a 386 of these clocks; errors as of check_jobs_on."""
    work = Workload(pc_mhz * 1000 + wait_states * 100 + dsp_mhz)
    parameters: PcParameters = {"clock_hz": pc_mhz * 1_000_000, "wait_states": wait_states}
    check_jobs_on(parameters, work, dsp_mhz, sizes, bank_words=bank_words)


def check_jobs_on(
    parameters: PcParameters, work: Workload, dsp_mhz: int, sizes: tuple[int, ...], *, bank_words: int = 8192
) -> None:
    """Measure the jobs in the PC of these `parameters`.

    Raises:
        DriverError: a job fails.
        AssertionError: its answer is wrong, or the card has recorded an anomaly.
    """
    pc = driver_pc(**parameters)
    card = Card(dsp_clock_hz=dsp_mhz * 1_000_000, bank_words=bank_words, strict=True)
    insert(card, pc)
    driver = CardDriver(pc)
    driver.start(firmware.image().segments)
    for size in sizes:
        data = work.data(size)
        for chip in (False, True):
            cipher = driver.call("des_cbc_encrypt", work.des_key, work.des_iv, data, chip=chip).value
            assert cipher == DES.new(work.des_key, DES.MODE_CBC, work.des_iv).encrypt(data)
            assert driver.call("des_cbc_decrypt", work.des_key, work.des_iv, cipher, chip=chip).value == data
        assert driver.call("md2", data).value == MD2.new(data).digest()
    key, operands = work.rsa_key, work.operands(2)
    ciphers = driver.call("rsa_public", operands, key.e, key.n).value
    assert ciphers == [pow(operand, key.e, key.n) for operand in operands]
    assert driver.call("rsa_crt", ciphers, key).value == operands
    assert len(driver.random(RANDOM_BYTES).value) == RANDOM_BYTES
    assert card.anomalies == ()


def main() -> None:
    """The whole grid, every size on each; half of the cards have large banks."""
    grid = list(product(PC_MHZ, WAIT_STATES, DSP_MHZ))
    Random(0).shuffle(grid)
    for number, (pc_mhz, wait_states, dsp_mhz) in enumerate(grid, 1):
        bank_words = 32_768 if number % 2 else 8192
        sizes = (*SIZES, LARGE) if number % 16 == 1 else SIZES
        check_jobs(pc_mhz, wait_states, dsp_mhz, sizes, bank_words=bank_words)
        sys.stdout.write(f"{number}/{len(grid)}: PC {pc_mhz} MHz, {wait_states} ws, DSP {dsp_mhz} MHz: right\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

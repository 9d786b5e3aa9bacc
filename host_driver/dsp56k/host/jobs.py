"""The jobs that both sides can do, the sizes they are measured at, and what the paper says of each.

Source of the statements: S. R. Dussé, B. S. Kaliski Jr., "A Cryptographic Library for the Motorola DSP56000",
section 6.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """One kind of work: `unit` bytes are the least that can be added to it; `sizes` are in bytes, ascending.

    For RSA a unit is one operation on a 512-bit modulus, 64 bytes. `block` bytes cost time together: lines are fitted
    over whole blocks.
    """

    name: str
    card: str
    unit: int
    sizes: tuple[int, ...]
    paper: str
    block: int = 1

    def worked_on(self, size: int) -> int:
        """The bytes of whole blocks: what a line is fitted over."""
        return size // self.block * self.block

    @property
    def regressor(self) -> str:
        """The same in words, for the results file."""
        return "bytes" if self.block == 1 else f"{self.block} * (bytes // {self.block})"

    @property
    def is_rsa(self) -> bool:
        """Whether the job counts operations rather than bytes."""
        return self.name.startswith("rsa512")


BYTES = tuple(8 << power for power in range(14))
OPERATIONS = tuple(64 << power for power in range(5))

JOBS = {
    job.name: job
    for job in (
        Job(
            "des-cbc",
            "dsp",
            8,
            BYTES,
            "350 Kbit/s on the DSP; for blocks of less than about 600 bytes a fast PC is faster in software",
        ),
        Job(
            "des-cbc-chip",
            "chip",
            8,
            BYTES,
            "3.8 Mbit/s with the DES chip; faster than PC software for almost any block size",
        ),
        Job(
            "md2",
            "dsp",
            8,
            BYTES,
            "190 Kbit/s on the DSP, twice the fast PC on large blocks; for small blocks the fast PC is faster",
            # Padding fills up the last block, and the checksum is one more: an empty message costs two.
            block=16,
        ),
        Job(
            "rsa512-crt",
            "dsp",
            64,
            OPERATIONS,
            "11.6 Kbit/s on the DSP, more than an order of magnitude faster than a fast PC",
        ),
        Job(
            "rsa512",
            "dsp",
            64,
            OPERATIONS,
            "4.6 Kbit/s on the DSP, more than an order of magnitude faster than a fast PC",
        ),
        Job("rsa512-public", "dsp", 64, OPERATIONS, "15-bit exponents: figure 1c, faster than private keys; no number"),
    )
}
"""Every job by its name."""

PAPER_BITS_PER_SECOND: dict[str, int | None] = {
    "rsa512-crt": 11_600,
    "rsa512": 4_600,
    "rsa512-public": None,
    "montgomery-product-22": None,
    "des-ecb": None,
    "des-cbc": 350_000,
    "des-cbc-chip": 3_800_000,
    "md2": 190_000,
}
"""The paper's rates on the DSP at 20 MHz, by routine; None where it prints no number."""

"""The kernels of exponentiations as files of the library: `python -m dsp56k.lib.kernels.files` writes them.

They are kept because a search for 43 digits takes minutes; a test compares the smaller ones with what is made anew.
"""

from __future__ import annotations

import re

from dsp56k.lib.kernels.source import BOUNDS, kernel_source
from dsp56k.lib.tables import SOURCES
from dsp56k.system.files import write_whole

FOLDER = SOURCES / "bignum" / "kernels"
SIZES = (9, 11, 17, 22, 33, 43)
"""Digits of RSA-384 with CRT, 512 with, 768 with, 512 without and 1024 with, 768 without, 1024 without."""


def kernel_file(digits: int) -> str:
    """The text of kernels_<digits>.asm: labels fast_squares_n, fast_product_n, fast_product_n_at."""
    square, product = (kernel_source(digits, square=which) for which in (True, False))
    squares = square.replace("kernel_square", f"fast_squares_{digits}")
    products = product.replace("kernel_product", f"fast_product_{digits}")
    head = f"; value = 2 value * operand / R mod N; {digits} digits.\n{_changes(products)}"
    at = f"fast_product_{digits}_at\n"
    return "\n".join(
        [
            f"; UNROLLED MONTGOMERY KERNELS for {digits} digits, N < 2^(24 n - 8): see ../mont_fast.asm.",
            "; Made by `python -m dsp56k.lib.kernels.files`; do not edit.",
            "",
            f"; value = value^2 / R mod N, X:mp_cnt times; {digits} digits.",
            f"{_changes(squares)}{squares}",
            head + products.replace(at, f"; The same with the operand Y:(R4).\n{_changes(products)}{BOUNDS}\n{at}", 1),
        ]
    )


def _changes(source: str) -> str:
    """The line of a head that names the registers that change."""
    addresses = set(re.findall(r",r([0-7])$", source, re.MULTILINE) + re.findall(r"\(r([0-7])\)[+-]", source))
    offsets = set(re.findall(r",n([0-7])$", source, re.MULTILINE))
    return f"; Changes: {' '.join(['A B X Y', *_runs('R', addresses), *_runs('N', offsets)])}\n"


def _runs(letter: str, found: set[str]) -> list[str]:
    """Names of registers, three and more in a row as R0-R2."""
    runs: list[list[int]] = []
    for number in sorted(map(int, found)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    names: list[str] = []
    for run in runs:
        if len(run) > 2:
            names.append(f"{letter}{run[0]}-{letter}{run[-1]}")
        else:
            names += [f"{letter}{number}" for number in run]
    return names


if __name__ == "__main__":
    write_whole({FOLDER / f"kernels_{digits}.asm": kernel_file(digits).encode("ascii") for digits in SIZES})

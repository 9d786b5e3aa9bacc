"""The outcomes of the searches for kernels: `python -m dsp56k.lib.kernels.searched` records them in searched.toml.

All searches take about 45 minutes, one for a kernel of 43 digits more than a minute; with its recorded choices the
kernel is written in a second. A test repeats the search for the smallest kernel of the library's files. A kernel is
used only if its proof is recorded, too (proved.py).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from textwrap import wrap

from dsp56k.lib.kernels.schedule import Weights
from dsp56k.lib.kernels.source import Search, outcome
from dsp56k.system.files import write_whole

SIZES = (9, 11, 17, 22, 33, 43)
"""Digits of the library's files: those of RSA-384 with CRT, 512 with, 768 with, 512 without and 1024 with, 768 without,
1024 without.
"""
RECORDED = range(2, 44)
"""Digits of all kernels, as MIN_DIGITS and MAX_DIGITS of dsp56k.lib.digits, which the installation cannot import."""
SEARCHES = {
    (11, True): Search(300, Weights(free=3, moved=16, near=28, far=9, chain=28, late=11, late_digit=14)),
    (11, False): Search(
        300,
        Weights(free=3, moved=12, near=10, far=3, chain=43, late=11, late_digit=9),
        offsets={1: 44, 2: -10, 5: -7},
    ),
    (22, True): Search(250, Weights(free=2, moved=14, near=19, far=2, chain=39, late=6, late_digit=8)),
    (22, False): Search(
        250,
        Weights(free=1, moved=21, near=17, far=2, chain=18, late=12, late_digit=1),
        offsets={0: -19, 1: -21, 2: -65, 5: -18, 7: -20},
    ),
}
"""Searches by digits and square: the best of some hundred; a product shares offset registers with its square."""
_FILE = Path(__file__).with_name("searched.toml")
_COLUMNS = 110


def search_of(digits: int, *, square: bool) -> Search:
    """Return the parameters of the search for a kernel."""
    return SEARCHES.get((digits, square), Search())


@cache
def searched() -> dict[tuple[int, bool], Search]:
    """Return the searches with their outcomes, by digits and square."""
    kernels = tomllib.loads(_FILE.read_text(encoding="ascii"))["kernel"]
    return {
        (kernel["digits"], kernel["square"]): search_of(kernel["digits"], square=kernel["square"])._replace(
            offsets={int(register): way for register, way in kernel["offsets"].items()},
            choices="".join(kernel["choices"].split()),
        )
        for kernel in kernels
    }


def table_of(digits: int, *, square: bool) -> str:
    """Return a kernel's table of searched.toml."""
    found = outcome(digits, search_of(digits, square=square), square=square)
    offsets = ", ".join(f"{register} = {way}" for register, way in sorted(found.offsets.items()))
    choices = "\n".join(wrap(found.choices, _COLUMNS, break_on_hyphens=False))
    return f"""
[[kernel]]
digits = {digits}
square = {str(square).lower()}
offsets = {{ {offsets} }}
choices = '''
{choices}
'''
"""


if __name__ == "__main__":
    head = "# The outcomes of searches (searched.py). Made by `python -m dsp56k.lib.kernels.searched`; do not edit.\n"
    tables = [table_of(digits, square=square) for digits in RECORDED for square in (True, False)]
    write_whole({_FILE: "".join([head, *tables]).encode("ascii")})

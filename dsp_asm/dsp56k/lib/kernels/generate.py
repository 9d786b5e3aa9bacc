"""The kernels as files of the library's sources, where INCLUDE finds them.

The installation of the package writes them; in a checkout whose generator has changed, the first assembly does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from dsp56k.lib.kernels.proved import require_proved
from dsp56k.lib.kernels.searched import SIZES, searched
from dsp56k.lib.kernels.slice_rounds import round_file
from dsp56k.lib.kernels.source import BOUNDS, kernel_source
from dsp56k.lib.tables import LICENCE, SOURCES
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.files import write_whole

FOLDER = Path("bignum/kernels")
"""Directory of the kernels of exponentiations, relative to the library's sources."""
NAME = "kernels_{}.asm"
ROUND = Path("des/kernels/slice_round.asm")
"""File of the round of bitsliced DES, relative to the library's sources."""
INNER = 12
"""Digits up to which the window table is in internal Y, from which a product takes its operand (mp_memory.asm)."""
_OFFSET = re.compile(r"^ +move +(#>?-?\d+),(n[0-7])$", re.MULTILINE)
_MADE_HERE = "; Made by dsp56k.lib.kernels; do not edit."
"""Replaced by the line that names the version of the generator."""
_SHARED_HEAD = "; The same with the offsets that both kernels share, and Y0, as they leave them."


def kernel_file(digits: int) -> str:
    """Return kernels_<digits>.asm with the labels fast_squares_n, fast_product_n, fast_product_n_at, fast_power_n.

    Raises:
        UnprovedKernelError: a proof of the kernels is not recorded.
    """
    source = require_proved(NAME.format(digits), unproved_kernel_file(digits))
    return source.replace(_MADE_HERE, _made(), 1)


def unproved_kernel_file(digits: int) -> str:
    """Return the source of a file of kernels that a proof is about, without the line that names its generator."""
    square, product = (kernel_source(digits, square=which, search=searched()[digits, which]) for which in (True, False))
    shared = _shared(square, product)
    squares = _own_offsets_late(square, shared).replace("kernel_square", f"fast_squares_{digits}")
    products = _own_offsets_late(product, shared).replace("kernel_product", f"fast_product_{digits}")
    products = products[: products.rindex("        rts")]
    head = f"; value = 2 value * operand / R mod N; {digits} digits.\n{_changes(products)}"
    at = f"fast_product_{digits}_at\n"
    return "\n".join(
        [
            LICENCE,
            f"; UNROLLED MONTGOMERY KERNELS for {digits} digits, N < 2^(24 n - 8): see ../mont_fast.asm.",
            _MADE_HERE,
            "",
            f"; value = value^2 / R mod N, X:mp_cnt times; {digits} digits.",
            f"{_changes(squares)}{squares}",
            _power(digits, shared, squares, products),
            head
            + products.replace(at, f"; The same with the operand Y:(R4).\n{_changes(products)}{BOUNDS}\n{at}", 1)
            # A single product enters here without a loop.
            + f"fast_power_{digits}_end\n        rts\n",
        ]
    )


def _shared(*kernels: str) -> list[str]:
    """Return the lines that set the offset registers with one value in all of the kernels."""
    found: dict[str, set[str]] = {}
    for kernel in kernels:
        for way, register in _OFFSET.findall(kernel):
            found.setdefault(register, set()).add(way)
    return [f"        move    {ways.pop()},{register}" for register, ways in sorted(found.items()) if len(ways) == 1]


def _own_offsets_late(kernel: str, shared: list[str]) -> str:
    """Return the kernel with a header at its label _run, after which it sets offset registers that are not shared."""
    before, label, after = re.split(r"^(\w+_run\n)", kernel, maxsplit=1, flags=re.MULTILINE)
    lines = before.splitlines(keepends=True)
    own = [line for line in lines if _OFFSET.fullmatch(line.rstrip()) and line.rstrip() not in shared]
    before = "".join(line for line in lines if line not in own)
    after = "".join([*own, after])
    times = " X1 times." if "do      x1" in after else ""
    return f"{before}{_SHARED_HEAD}{times}\n{_changes(after)}{BOUNDS}\n{label}{after}"


def _power(digits: int, shared: list[str], squares: str, products: str) -> str:
    """Return the loop over squares and products: the product that follows ends the loop."""
    changed = f"{squares}{products}        move    x:(r6)+,x1\n"
    if digits > INNER:
        changed += "        move    x:(r0)+,a\n"
    listed = "r6" not in squares + products
    pair = ["move    x:(r6)+,x1"]
    entry = "x:(r6)+"
    if not listed:
        pair = ["move    x:<mp_mark,r6", "nop", *pair, "move    x:(r6)+,x0", "move    x0,x:<mp_ent"]
        pair.append("move    r6,x:<mp_mark")
        entry = "x:<mp_ent"
    if digits > INNER:
        operand = [
            f"move    {entry},r0",
            "move    #mp_yt,r4",
            "move    x:(r0)+,a",
            f"rep     #{digits}",
            "move    x:(r0)+,a       a,y:(r4)+",
            "move    #mp_yt,r4",
        ]
    else:
        operand = [f"move    {entry},r4"]
    start = [] if listed else ["        move    r6,x:<mp_mark"]
    lines = [f"        {line}" for line in (*pair, f"jsr     fast_squares_{digits}_run", *operand)]
    return "\n".join(
        [
            "        if      RSA_SLIDING",
            "; For each of X1 pairs (squarings, address of an entry) X:(R6): squares, then 2 value * entry / R mod N.",
            f"{_changes(changed).rstrip()}",
            f"fast_power_{digits}",
            *shared,
            "        move    x:<mp_half,y0",
            *start,
            f"        do      x1,fast_power_{digits}_end",
            *lines,
            f"        jmp     fast_product_{digits}_run",
            "        endif",
            "",
        ]
    )


def _changes(source: str) -> str:
    """Return the line of a header that names the registers that change."""
    addresses = set(re.findall(r",r([0-7])$", source, re.MULTILINE) + re.findall(r"\(r([0-7])\)[+-]", source))
    offsets = set(re.findall(r",n([0-7])$", source, re.MULTILINE))
    factors = "Y" if re.search(r",y0$", source, re.MULTILINE) else "Y1"
    return f"; Changes: {' '.join(['A B X', factors, *_runs('R', addresses), *_runs('N', offsets)])}\n"


def _runs(letter: str, found: set[str]) -> list[str]:
    """Return names of registers, three and more consecutive ones as R0-R2."""
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


def write_kernels(sources: Path, sizes: Iterable[int] = SIZES) -> None:
    """Write the files of some sizes, and the round of bitsliced DES.

    Args:
        sources: the directory of the library's sources.
        sizes: numbers of digits.

    Raises:
        OSError: one cannot be written.
        UnprovedKernelError: a proof of the kernels is not recorded.
    """
    files = {FOLDER / NAME.format(digits): kernel_file(digits) for digits in sizes}
    files[ROUND] = round_file(_made())
    for path in files:
        (sources / path).parent.mkdir(parents=True, exist_ok=True)
    write_whole({sources / path: text.encode("ascii") for path, text in files.items()})


@cache
def complete_sources() -> Path:
    """Return the directory of the library's sources, with the kernels that this generator makes.

    Raises:
        OSError: kernels have to be written and cannot be.
    """
    wanted = [digits for digits in SIZES if not _is_current(SOURCES / FOLDER / NAME.format(digits))]
    if wanted or not _is_current(SOURCES / ROUND):
        write_kernels(SOURCES, wanted)
    return SOURCES


def _is_current(path: Path) -> bool:
    try:
        return _made() in path.read_text(encoding="ascii").split("\n", 3)[:3]
    except (OSError, ValueError):
        return False


@cache
def _made() -> str:
    """Return the line of a file that names its generator."""
    return f"; Made by dsp56k.lib.kernels, version {digest_of_packages('lib.kernels')[:16]}; do not edit."

"""Benchmarks of the library's routines, exact to the clock: declarations as data, measurements, and clock profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from dsp56k.emu import Dsp56001
from dsp56k.lib.algorithm import Benchmark, Parts
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.bignum import montgomery, rsa
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result
from dsp56k.lib.routine.program import symbols_of
from dsp56k.lib.subroutine_calls import watched

CLOCK_HZ = 20_000_000
"""The clock of the rates, which is the paper's."""
_P = 0xEB977E66CCD33E108DEE950ECCE317EDD9150A02D1B6BD52EE41F35A413D4F09
_Q = 0xE79654A8226B2AB13B8B4DC544503DFCCE821BF48CDC2B06A26106C560727767
"""Two primes of 256 bits."""
_E = 65537
_D = pow(_E, -1, (_P - 1) * (_Q - 1))
_C = int("6C" * 63, 16)
OTHER = "the rest"

_RSA: Parts = {
    "squares": ("fast_squares", "mont_squares", "mont_square"),
    "products": ("fast_product", "mont_product", "mont_columns", "mont_value"),
    "exponent": ("recode", "modexp"),
    "copies": ("mp_copy", "load_operand", "mirror"),
}


def _product_bound(digits: int) -> int:
    return 2 * (2 * digits**2 + 1)


def _square_bound(digits: int) -> int:
    """Return the clocks if each cross product is formed once."""
    return 2 * (digits**2 + digits * (digits + 1) // 2 + 1)


_CRT_BOUND = 504 * _square_bound(11) + 161 * _product_bound(11)
"""Fixed windows of four bits: each half has 63 windows of four squares and a product, 14 products
for the table, three into Montgomery form and out of it; one for the recombination."""
_PLAIN_BOUND = 508 * _square_bound(22) + 143 * _product_bound(22)
"""Fixed windows of four bits: 127 windows, with two products into Montgomery form and out of it."""
_PUBLIC_BOUND = 16 * _square_bound(22) + 2 * _product_bound(22)
"""65537: squares, a product by the message, one into Montgomery form."""


def _crt(_: int) -> Result[int]:
    return rsa.rsa_private(_C, p=_P, q=_Q, dp=_D % (_P - 1), dq=_D % (_Q - 1), qinv=pow(_Q, -1, _P))


_BIGNUM = partial(assembled, PROGRAM)
_INVERSE_BOUND = 2 * (11 + 2)
"""Each instruction waits for the one before: the word, its square, two shifts, three times a move and its use,
the result; and the return."""
_N = _P * _Q
ROWS: tuple[Benchmark, ...] = (
    Benchmark(
        "modular_inverse, 24 bits", lambda _: montgomery.modular_inverse(0x123457), _BIGNUM, bound=_INVERSE_BOUND
    ),
    Benchmark("the paper's, bit by bit", lambda _: montgomery.modular_inverse(0x123457, method="bits"), _BIGNUM),
    *(
        Benchmark(
            f"montgomery_product, n = {n}",
            lambda _, n=n: montgomery.montgomery_product(5, 7, (1 << 24 * n - 9) + 1, n),  # type: ignore[misc]  # no type for a default
            _BIGNUM,
            bound=_product_bound(n),
        )
        for n in (11, 22, 43)
    ),
    Benchmark("RSA-512 with CRT", _crt, _BIGNUM, 512, parts=_RSA, paper=11_600, bound=_CRT_BOUND),
    Benchmark(
        *("RSA-512 without CRT", lambda _: rsa.rsa_private(_C, n=_N, d=_D), _BIGNUM, 512),
        parts=_RSA,
        paper=4_600,
        bound=_PLAIN_BOUND,
    ),
    Benchmark(
        *("RSA-512, exponent 65537", lambda _: rsa.rsa_public(_C, n=_N, e=_E), _BIGNUM, 512),
        parts=_RSA,
        bound=_PUBLIC_BOUND,
    ),
    *(benchmark for row in ALGORITHMS.values() for benchmark in row.benchmarks),
)
"""Every benchmark, in the order of the output."""


@dataclass(frozen=True)
class Speed:
    """Measurement of a benchmark.

    Attributes:
        routine: its name.
        clocks: oscillator clocks of a block or a call.
        rate: bits a second at 20 MHz; None if it is meaningless.
        paper: the paper's rate.
        bound: minimum clocks of this method.
        left: clocks above the bound.
        parts: the clocks by part, in descending order; empty if the benchmark has no parts.
    """

    routine: str
    clocks: int
    rate: int | None
    paper: int | None
    bound: int | None
    left: int | None
    parts: dict[str, int]


def measured(row: Benchmark) -> Speed:
    """Return the measurement of a benchmark.

    Raises:
        Dsp56kError: the routine did not run.
    """
    runs = [_profile(row, count) for count in (row.blocks or (1,))]
    clocks, profile = runs[-1]
    if row.blocks:
        fewer, before = runs[0]
        clocks -= fewer
        profile.subtract(before)
        clocks //= row.blocks[1] - row.blocks[0]
    parts = {name: count for name, count in profile.most_common() if count > 0} if row.parts else {}
    return Speed(
        row.routine,
        clocks,
        None if row.bits is None else round(row.bits * CLOCK_HZ / clocks),
        row.paper,
        row.bound,
        None if row.bound is None else clocks - row.bound,
        parts,
    )


def _profile(row: Benchmark, count: int) -> tuple[int, Counter[str]]:
    """Return the clocks of a call, and their parts."""
    clocks: Counter[int] = Counter()

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        last: list[tuple[int, int]] = []

        def note(dsp: Dsp56001, address: int) -> None:
            if last:
                before, at = last.pop()
                clocks[before] += dsp.clocks - at
            last.append((address, dsp.clocks))

        hook = dsp.hooks.on_execute(note, 0, 0xFFFF)
        try:
            yield
            if last:
                before, at = last.pop()
                clocks[before] += dsp.clocks - at
        finally:
            dsp.hooks.remove(hook)

    if not row.parts:
        return row.call(count).clocks, Counter()
    with watched(follow):
        result = row.call(count)
    symbols = symbols_of(row.program())
    parts: Counter[str] = Counter()
    for address, spent in clocks.items():
        parts[_part(row.parts, symbols.near(address) or "")] += spent
    return result.clocks, parts


def _part(parts: Parts, symbol: str) -> str:
    fitting = [(len(start), name) for name, starts in parts.items() for start in starts if symbol.startswith(start)]
    return max(fitting)[1] if fitting else OTHER

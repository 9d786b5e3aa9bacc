"""Benchmarks of the library's routines, exact to the clock: declarations as data, measurements, and clock profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from dsp56k.emu import Dsp56001
from dsp56k.lib.algorithm import Benchmark, Parts
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.kernels import slice_rounds
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result
from dsp56k.lib.routine import Routine
from dsp56k.lib.routine.program import symbols_of
from dsp56k.lib.subroutine_calls import watched
from dsp56k.system.records import Record, package_version

CLOCK_HZ = 20_000_000
"""The clock of the rates, which is the paper's."""
OTHER = "the rest"

_SLICES, _DES_ROUNDS = 24, 16


def _bitsliced_des(blocks: int) -> Result[bytes]:
    data = bytes(8 * blocks)
    return Routine.from_library("des_slice_encrypt")(keys=data, data=data)


_BITSLICED_DES = Benchmark(
    f"DES-ECB bitsliced, {_SLICES} blocks",
    lambda _: _bitsliced_des(_SLICES),
    partial(assembled, "des/slice_search.asm"),
    64 * _SLICES,
    bound=2 * _DES_ROUNDS * slice_rounds.operations_of_a_round(),
)

ROWS: tuple[Benchmark, ...] = (
    *(benchmark for row in ALGORITHMS.values() for benchmark in row.benchmarks),
    _BITSLICED_DES,
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


class LibrarySpeed(Record, frozen=True, kw_only=True):
    """The record of the library's speed: the clock of the rates, and the measurement of each benchmark."""

    hertz: int
    routines: tuple[Speed, ...]


def record(speeds: Iterable[Speed], command: str) -> LibrarySpeed:
    """Return the record of measurements."""
    return LibrarySpeed(
        id="speed-library",
        title="The library's speed on the DSP56001",
        command=command,
        version=package_version(),
        units={"rate": "bit/s", "paper": "bit/s", "bound": "clocks", "left": "clocks", "parts": "clocks"},
        hertz=CLOCK_HZ,
        routines=tuple(speeds),
    )


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

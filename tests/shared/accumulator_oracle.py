"""Routines compared with a model of the accumulators in unbounded integers. The model reads the registers before each
step, and checks the bounds in the routines' header comments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

from dsp56k import isa
from dsp56k.emu import Dsp56001
from dsp56k.lib.subroutine_calls import watched
from dsp56k.testing.accumulators import signed
from dsp56k.testing.execution_traces import trace_routines
from shared.documented_bounds import OTHERS, Bound, bounds, routines, unbound

WORD = 1 << 24
CARRY, LIMITED = 1, 1 << 6
"""Bits of the status register (UM 6-7)."""
Registers = Callable[[str], int]
"""The value of a register as ADD takes it: words in the middle of the accumulator, long words below."""

EXACT: dict[str, Callable[[Registers, tuple[object, ...]], int]] = {
    "Mac": lambda reg, v: reg(str(v[-1])) + _product(reg, *v[:2]),
    "Mpy": lambda reg, v: _product(reg, *v[:2]),
    "Add": lambda reg, v: reg(str(v[1])) + reg(str(v[0])),
    "Sub": lambda reg, v: reg(str(v[1])) - reg(str(v[0])),
    "Adc": lambda reg, v: reg(str(v[1])) + reg(str(v[0])) + reg("C"),
    "Sbc": lambda reg, v: reg(str(v[1])) - reg(str(v[0])) - reg("C"),
    "Addl": lambda reg, v: 2 * reg(str(v[1])) + reg(str(v[0])),
    "Subl": lambda reg, v: 2 * reg(str(v[1])) - reg(str(v[0])),
    "Asl": lambda reg, v: 2 * reg(str(v[0])),
    "Asr": lambda reg, v: reg(str(v[0])) >> 1,
    "Neg": lambda reg, v: -reg(str(v[0])),
    "Abs": lambda reg, v: abs(reg(str(v[0]))),
}
"""The exact result from the registers and the operands, by operation (UM appendix A)."""


def _product(reg: Registers, sign: object, factors: object) -> int:
    """Twice the product of two words as fractions (UM 3-6), with its sign."""
    first, second = (reg(name) // WORD for name in str(factors).split(","))
    return (-2 if sign == "-" else 2) * first * second


class Stretches:
    """The routines of a program by their addresses, and their bounds."""

    def __init__(
        self, symbols: Mapping[str, object], stated: Mapping[str, Bound] | None = None, digits: int = 0
    ) -> None:
        """Create the model of a program with these labels; bounds are those of the library's headers, n is X:mp_len."""
        self._bounds = bounds() if stated is None else stated
        known = self._bounds.keys() | routines()
        self._starts = sorted((int(str(value)), name) for name, value in symbols.items() if name in known)
        self._length, self._digits = int(str(symbols.get("mp_len", 0))), digits

    def most(self, routine: str, dsp: Dsp56001) -> int:
        """Maximum magnitude of an accumulator in a routine."""
        return self._bounds[routine](self._digits or dsp.x[self._length]) if routine in self._bounds else OTHERS

    def keeps(self, routine: str) -> bool:
        """Return True if a routine must have exact results and a bound."""
        return routine not in unbound()

    @lru_cache(maxsize=4096)  # noqa: B019  # lives as long as a test
    def at(self, address: int) -> str:
        """The routine that an address is in."""
        place = bisect_right(self._starts, (address, "\x7f")) - 1
        return self._starts[place][1] if place >= 0 else ""


def checked_steps(call: Callable[[], object], stretches: Stretches, *, most: int | None = None) -> Counter[str]:
    """Take a call, compare each result that an accumulator gets with the exact one, and every value with the bound of
    its routine; how many results there were, by routine, also of those that have none.

    Args:
        call: runs routines of one program.
        stretches: its routines.
        most: instructions of each call of a routine that are looked at; None: all.

    Raises:
        AssertionError: a result was not exact, a value too large, or a move was limited.
    """
    results = _checked(call, stretches, most, loading=True)
    results.update(_checked(call, stretches, most, loading=False))
    return results


def _checked(call: Callable[[], object], stretches: Stretches, most: int | None, *, loading: bool) -> Counter[str]:
    """The code before a result, or the code that computes it."""
    lengths = iter([way.instructions for way in trace_routines(call, loading=loading)])
    results: Counter[str] = Counter()

    @contextmanager
    def beside(dsp: Dsp56001) -> Iterator[None]:
        length = next(lengths) - 1
        before = _registers(dsp)
        for step in dsp.trace(max_instructions=length if most is None else min(most, length)):
            routine = stretches.at(step.address)
            held = stretches.keeps(routine)
            after = _registers(dsp) if held or stretches.keeps(stretches.at(dsp.regs.pc)) else before
            if held:
                results[routine] += _keeps(f"{routine}, P:${step.address:04X}", step.words[0], before, after)
                most_far = stretches.most(routine, dsp)
                for name in "AB":
                    assert after[name] == before[name] or abs(after[name]) <= most_far, (
                        f"{routine}, P:${step.address:04X}: {name} = {after[name]:#x}, beyond {most_far:#x}"
                    )
            before = after
        yield

    with watched(beside, preparing=loading):
        call()
    return results


def _keeps(place: str, word: int, before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Return True if the model has the operation of an instruction; it must not lose a bit."""
    part = _operation(word)
    if part is not None:
        exact = EXACT[part.row.op](before.__getitem__, part.values)
        name = str(part.values[-1])
        assert after[name] == exact, f"{place}: {name} = {after[name]:#x}, not {exact:#x}"
    assert not after["L"], f"{place}: a move was limited"
    return part is not None


@lru_cache(maxsize=4096)
def _operation(word: int) -> isa.Part | None:
    """The operation of a word, if the model has it."""
    decoded = isa.decode(word)
    return decoded.parts[-1] if decoded is not None and decoded.parts[-1].row.op in EXACT else None


def _registers(dsp: Dsp56001) -> dict[str, int]:
    """Return the registers for the model; L is cleared, so that L of the next step is visible."""
    regs = dsp.regs
    status = regs.sr
    if status & LIMITED:
        regs.sr = status & ~LIMITED
    # Five reads, because this is done for each instruction; X is X1:X0.
    x, y = regs.x, regs.y
    return {
        "X": _of(x, 48),
        "Y": _of(y, 48),
        "X0": _of(x % WORD, 24) * WORD,
        "X1": _of(x // WORD, 24) * WORD,
        "Y0": _of(y % WORD, 24) * WORD,
        "Y1": _of(y // WORD, 24) * WORD,
        "A": signed(regs.a),
        "B": signed(regs.b),
        "C": status & CARRY,
        "L": status & LIMITED,
    }


def _of(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> bits - 1 else value

"""Operands of a routine as values of a domain, and integers on which a specification computes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dsp56k.lib.errors import OperandError
from dsp56k.lib.routine.operand import Operand
from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.proofs.domain import Bit, Domain, UnsupportedError, Value, sign_extended
from dsp56k.testing.proofs.running import Cell, Run, cells_of, word_at
from dsp56k.testing.proofs.state import ACCUMULATOR, WORD

Range = tuple[int, int]
"""Smallest and largest value of each word."""
MakeAtom = Callable[[str, int, int, int], Value]
"""Makes an unknown integer of a domain: its name, its width in bits, its smallest and its largest value."""
_SIGNED_KINDS = frozenset(("signed", "digits"))
_BYTE = 8
_END_SHARE = 0.2
"""Share of the words of random inputs that are an end of their range, where carries and overflows are likely."""


class Integer:
    """An integer of a domain, with the operators that a specification needs: + - * ** << >> % & | ^ abs < > <= >=.

    The right operand of << and >> is a number, that of % is a power of two, that of & has contiguous bits.
    """

    def __init__(self, domain: Domain, value: Value) -> None:
        """Wrap a value."""
        self._domain = domain
        self.value = value

    def _with(self, operation: Callable[[Value, Value], Value], other: object, *, swapped: bool = False) -> Integer:
        if not isinstance(other, int | Integer):
            raise UnsupportedError(f"a specification computes with {other!r}, which is not an integer")
        value = other.value if isinstance(other, Integer) else int(other)
        pair = (value, self.value) if swapped else (self.value, value)
        return Integer(self._domain, operation(*pair))

    def __add__(self, other: object) -> Integer:
        return self._with(self._domain.add, other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Integer:
        return self._with(self._domain.subtract, other)

    def __rsub__(self, other: object) -> Integer:
        return self._with(self._domain.subtract, other, swapped=True)

    def __mul__(self, other: object) -> Integer:
        return self._with(self._domain.multiply, other)

    __rmul__ = __mul__

    def __neg__(self) -> Integer:
        return Integer(self._domain, self._domain.subtract(0, self.value))

    def __pow__(self, exponent: int) -> Integer:
        result = Integer(self._domain, 1)
        for _ in range(exponent):
            result = result * self
        return result

    def __lshift__(self, count: int) -> Integer:
        return Integer(self._domain, self._domain.left(self.value, count))

    def __rshift__(self, count: int) -> Integer:
        return Integer(self._domain, self._domain.right(self.value, count))

    def __and__(self, other: object) -> Integer:
        return self._with(self._domain.and_, other)

    __rand__ = __and__

    def __or__(self, other: object) -> Integer:
        return self._with(self._domain.or_, other)

    __ror__ = __or__

    def __xor__(self, other: object) -> Integer:
        return self._with(self._domain.xor, other)

    __rxor__ = __xor__

    def __lt__(self, other: object) -> Truth:
        return Truth(self._domain, self._domain.is_negative((self - other).value))

    def __gt__(self, other: object) -> Truth:
        return Truth(self._domain, self._domain.is_negative((-self + other).value))

    def __le__(self, other: object) -> Truth:
        return (self > other).inverted()

    def __ge__(self, other: object) -> Truth:
        return (self < other).inverted()

    def __abs__(self) -> Integer:
        return Integer(self._domain, self._domain.magnitude(self.value))

    def __mod__(self, other: int) -> Integer:
        if other < 1 or other & other - 1:
            raise UnsupportedError(f"{other} is not a power of two")
        return Integer(self._domain, self._domain.masked(self.value, other - 1))


class Truth:
    """Result of a comparison of integers, for `choose`."""

    def __init__(self, domain: Domain, bit: Bit) -> None:
        """Wrap a bit."""
        self._domain = domain
        self.bit = bit

    def inverted(self) -> Truth:
        """Return the opposite."""
        return Truth(self._domain, self._domain.not_bit(self.bit))

    def choose(self, yes: Integer | int, no: Integer | int) -> Integer:
        """Return one of two integers."""
        one, other = (value.value if isinstance(value, Integer) else int(value) for value in (yes, no))
        return Integer(self._domain, self._domain.choose(self.bit, one, other))

    def __bool__(self) -> bool:
        raise UnsupportedError("a specification must use choose(condition, yes, no), not if, and or or")


def choose(condition: Truth | bool, yes: Any, no: Any) -> Any:
    """Return `yes` if a condition of a specification holds, and `no` otherwise."""
    return condition.choose(yes, no) if isinstance(condition, Truth) else yes if condition else no


def word_width(operand: Operand) -> int:
    """Return the bits of a word of an operand that can differ."""
    return _BYTE if operand.kind == "bytes" else operand.shape.width


def word_range(name: str, operand: Operand, ranges: Mapping[str, Range]) -> Range:
    """Return the smallest and the largest value of an operand's words.

    Raises:
        OperandError: a range that is empty or exceeds that of the operand's form.
    """
    width = word_width(operand)
    signed = operand.kind in _SIGNED_KINDS
    low, high = (-1 << width - 1, (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    first, last = ranges.get(name, (low, high))
    if not low <= first <= last <= high:
        raise OperandError(
            f"the range of {name} must be within {low} to {high}, got {first} to {last}", name=name, value=(first, last)
        )
    return first, last


def place_unknowns(
    run: Run[Any],
    free: Mapping[str, Operand],
    ranges: Mapping[str, Range],
    atom: MakeAtom,
    unknowns: dict[str, list[Value]] | None = None,
) -> dict[str, Any]:
    """Put unknown integers into operands, and their words into `unknowns`.

    Returns:
        Each operand's value as integers of the domain.
    """
    inputs: dict[str, Any] = {}
    for name, operand in free.items():
        low, high = word_range(name, operand, ranges)
        width = word_width(operand)
        words = [atom(f"{name}[{index}]", width, low, high) for index in range(operand.shape.words)]
        place_words(run, operand, words)
        if unknowns is not None:
            unknowns[name] = words
        inputs[name] = assembled(run.follower.domain, operand, words)
    return inputs


def place_words(run: Run[Any], operand: Operand, words: Sequence[Value]) -> None:
    """Put values of the domain into the words of an operand."""
    for cell in cells_of(operand):
        _place(run, cell, words[cell.index[0]])


def _place(run: Run[Any], cell: Cell, word: Value) -> None:
    domain, state = run.follower.domain, run.follower.state
    value = domain.right(word, WORD * cell.index[1])
    if isinstance(cell.location, tuple):
        state.memory[cell.location] = domain.sign_extend(value, WORD)
    elif cell.location[0] in "RNM":
        state.values[cell.location] = domain.masked(value, (1 << cell.width) - 1)
    elif cell.lowest or (cell.location in ("A", "B") and cell.width == WORD):
        before = state.get(cell.location)
        changed = domain.insert(before, value, cell.lowest, cell.width)
        state.values[cell.location] = domain.sign_extend(changed, ACCUMULATOR)
    else:
        state.values[cell.location] = domain.sign_extend(value, cell.width)


def assembled(domain: Domain, operand: Operand, words: list[Value]) -> Any:
    """Return the value of an operand's words: an integer, or a list of them."""
    if operand.kind in ("digits", "number"):
        total: Value = 0
        for index, word in enumerate(words):
            total = domain.add(total, domain.left(word, operand.shape.width * index))
        return Integer(domain, total)
    integers = [Integer(domain, word) for word in words]
    return integers[0] if operand.count is None else integers


def output_value(run: Run[Any], operand: Operand) -> Any:
    """Return the value of an output after the run, as an integer or a list of them."""
    domain = run.follower.domain
    halves: dict[tuple[int, int], Value] = {}
    for cell in cells_of(operand):
        halves.setdefault(cell.index, _read(run, cell))
    words = []
    for index in range(operand.shape.words):
        parts = [halves[index, half] for half in range(2) if (index, half) in halves]
        if len(parts) > 1:
            low = domain.masked(parts[0], (1 << WORD) - 1)
            word = domain.or_(domain.left(parts[1], WORD), low)
        else:
            word = parts[0]
        words.append(word if operand.kind in _SIGNED_KINDS else domain.masked(word, (1 << operand.shape.width) - 1))
    return assembled(domain, operand, words)


def _read(run: Run[Any], cell: Cell) -> Value:
    domain, state = run.follower.domain, run.follower.state
    if isinstance(cell.location, tuple):
        value = state.memory.get(cell.location)
        return sign_extended(word_at(run.dsp, cell.location), WORD) if value is None else value
    value = state.get(cell.location)
    if cell.lowest or (cell.location in ("A", "B") and cell.width < ACCUMULATOR):
        return domain.sign_extend(domain.right(value, cell.lowest), cell.width)
    return value


def random_inputs(
    routine: Routine, values: Mapping[str, Any], free: Mapping[str, Operand], ranges: Mapping[str, Range], *, seed: int
) -> dict[str, Any]:
    """Return inputs with other words in the free operands: the ends of the ranges for low seeds, then random ones."""
    chance = random.Random(seed)
    inputs = dict(values)
    for name, operand in free.items():
        low, high = word_range(name, operand, ranges)
        mask = (1 << operand.shape.width) - 1
        ends = (low, high, max(low, min(high, 0)), max(low, min(high, 1)), max(low, min(high, -1)))
        if seed < len(ends) ** 2:
            pick = ends[(seed // len(ends) + (list(free).index(name) * seed)) % len(ends)]
            words = [pick] * operand.shape.words
        else:
            words = [
                chance.choice(ends) if chance.random() < _END_SHARE else chance.randint(low, high)
                for _ in range(operand.shape.words)
            ]
        inputs[name] = operand.decode([word & mask for word in words])
    return inputs


def output_values(run: Run[Any], routine: Routine) -> Any:
    """Return the value of the output after the run, or the values of several by name."""
    values = {name: output_value(run, operand) for name, operand in routine.outputs.items()}
    return next(iter(values.values())) if len(values) == 1 else values


def output_pairs(actual: Any, expected: Any) -> Iterator[tuple[Any, Any]]:
    """Return the integers of two values that have to be equal.

    Raises:
        TypeError: the values have different forms.
    """
    if isinstance(actual, Mapping):
        if not isinstance(expected, Mapping) or actual.keys() != expected.keys():
            raise TypeError(f"the specification must return a mapping with {', '.join(actual)}")
        for name, value in actual.items():
            yield from output_pairs(value, expected[name])
    elif isinstance(actual, list):
        if not isinstance(expected, Sequence) or len(actual) != len(expected):
            raise TypeError(f"the specification must return a sequence of {len(actual)} integers")
        for one, other in zip(actual, expected, strict=True):
            yield from output_pairs(one, other)
    else:
        if not isinstance(expected, int | Integer):
            raise TypeError("the specification must return an integer")
        yield actual.value, expected.value if isinstance(expected, Integer) else expected

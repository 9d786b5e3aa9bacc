"""Tests in the comments of an assembler source, parsed as text.

A test begins with `; test: NAME` and ends before the first line that is empty or not a comment. Its lines are:

    ; call LABEL                the routine; by default, the next label below the test
    ; in OPERAND = VALUES       an input, as `Routine` takes operands: `x:opa[3]`, `y:$100 signed`, `a`, `x0 fraction`
    ; out OPERAND = VALUES      the expected value after the return
    ; clocks <= 120             oscillator clocks; also `clocks = 120`
    ; budget NAME               no more clocks than the file of budgets has by that name
    ; keeps r7 m0-m7            registers that the routine preserves, instead of m0-m7
    ; writes x:table[64]        memory that it may write in addition to its outputs; default: all but code and
    peripherals
    ; reads y:$100-$17F         memory that is initialised although this test does not do so
    ; before LABEL              a subroutine that is called first; its clocks do not count
    ; wait_states 1             those of all external memory, instead of 0
    ; error TEXT                the call, or the assembly, ends in an error whose message contains TEXT

Values are numbers, `$` for hexadecimal, with a point for fractions, separated by commas; `0*22` is 22 of them. Other
comments of the file are not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import clean_text, described

Value = int | Fraction

_START = re.compile(r"test\s*:\s*(.*)", re.IGNORECASE)
_LABEL = re.compile(r"([A-Za-z_]\w*):?(?:\s|;|$)")
_NUMBER = re.compile(r"(?P<value>-?(?:\$[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?))(?:\s*\*\s*(?P<count>[0-9]+))?")
_LIMIT = re.compile(r"(<=|=)\s*([0-9]+)")
_MAX_VALUES = 65_536
"""Words of a memory space: no operand is longer."""


class ExpectationError(Dsp56kError):
    """A test in a source's comments is invalid: fields `file` and `line`."""


@dataclass(frozen=True, slots=True)
class Operand:
    """The value or expected value of an operand: `spec` as `Routine` takes it, one value or several."""

    spec: str
    values: tuple[Value, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ClockLimit:
    """`<=` or `=`, and the clocks."""

    relation: Literal["<=", "="]
    clocks: int
    line: int


@dataclass(slots=True)
class Case:
    """One test: the call with its inputs, and the expected results. Lines count from 1."""

    name: str
    line: int
    entry: str = ""
    inputs: list[Operand] = field(default_factory=list)
    outputs: list[Operand] = field(default_factory=list)
    clocks: ClockLimit | None = None
    budget: str = ""
    budget_line: int = 0
    keeps: str = ""
    writes: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    wait_states: int = 0
    error: str = ""
    error_line: int = 0


def read_cases(text: str, file: str) -> list[Case]:
    """Return the tests in a source, in their order.

    Args:
        text: The source.
        file: Its name, for messages.

    Raises:
        ExpectationError: A line of a test is invalid, a test expects nothing, or two have the same name.
    """
    return [*_Reader(file).cases(text)]


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._names: dict[str, int] = {}
        self._directives = {
            "call": self._call,
            "in": self._in,
            "out": self._out,
            "clocks": self._clocks,
            "budget": self._budget,
            "keeps": self._keeps,
            "writes": self._writes,
            "reads": self._reads,
            "before": self._before,
            "wait_states": self._wait_states,
            "error": self._error,
        }

    def cases(self, text: str) -> Iterator[Case]:
        """Yield all tests, each when the label below it is known."""
        waiting: list[Case] = []
        open_case: Case | None = None
        for number, line in enumerate(clean_text(text).split("\n"), 1):
            comment = line.lstrip()
            body = comment.lstrip(";").strip() if comment.startswith(";") else ""
            if body and (start := _START.fullmatch(body)):
                open_case = self._opened(start[1].strip(), number)
                waiting.append(open_case)
            elif body and open_case:
                self._directive(open_case, body, number)
            elif not comment.startswith(";"):
                open_case = None
                if label := _LABEL.match(line):
                    yield from self._finished(waiting, label[1])
                    waiting = []
            else:
                open_case = None
        yield from self._finished(waiting, "")

    def _opened(self, name: str, line: int) -> Case:
        if not name or not name.isprintable():
            raise self._wrong(line, "a test must have a printable name: `; test: NAME`")
        if name in self._names:
            raise self._wrong(
                line, f"the names of tests must be unique: line {self._names[name]} has {described(name)}, too"
            )
        self._names[name] = line
        return Case(name, line)

    def _finished(self, cases: list[Case], label: str) -> Iterator[Case]:
        for case in cases:
            case.entry = case.entry or label
            if not case.entry:
                raise self._wrong(case.line, "a label must follow the test, or `; call LABEL` must name the routine")
            if case.error and (case.outputs or case.clocks or case.budget):
                raise self._wrong(case.error_line, "a test that expects an error cannot have outputs or clocks")
            if not (case.outputs or case.clocks or case.budget or case.error):
                raise self._wrong(case.line, "the test expects nothing: it needs `out`, `clocks`, `budget` or `error`")
            yield case

    def _directive(self, case: Case, body: str, line: int) -> None:
        keyword, _, rest = body.partition(" ")
        read = self._directives.get(keyword.lower())
        if read is None:
            raise self._wrong(line, unknown("part of a test", keyword.lower(), self._directives))
        if not rest.strip():
            raise self._wrong(line, f"`{keyword}` must have a value after it")
        read(case, rest.strip(), line)

    def _call(self, case: Case, rest: str, line: int) -> None:
        if case.entry:
            raise self._wrong(line, "a test must call one routine")
        case.entry = rest

    def _in(self, case: Case, rest: str, line: int) -> None:
        case.inputs.append(self._operand(rest, line, case.inputs))

    def _out(self, case: Case, rest: str, line: int) -> None:
        case.outputs.append(self._operand(rest, line, case.outputs))

    def _clocks(self, case: Case, rest: str, line: int) -> None:
        limit = _LIMIT.fullmatch(rest)
        if limit is None or case.clocks is not None:
            raise self._wrong(line, "a test must have one statement of clocks: `clocks <= 120` or `clocks = 120`")
        case.clocks = ClockLimit("<=" if limit[1] == "<=" else "=", self._integer(limit[2], line), line)

    def _keeps(self, case: Case, rest: str, line: int) -> None:
        del line
        case.keeps = f"{case.keeps} {rest}".strip()

    def _budget(self, case: Case, rest: str, line: int) -> None:
        if case.budget:
            raise self._wrong(line, "a test must have one budget")
        case.budget, case.budget_line = rest, line

    def _writes(self, case: Case, rest: str, line: int) -> None:
        del line
        case.writes.append(rest)

    def _reads(self, case: Case, rest: str, line: int) -> None:
        del line
        case.reads.append(rest)

    def _before(self, case: Case, rest: str, line: int) -> None:
        del line
        case.before.append(rest)

    def _wait_states(self, case: Case, rest: str, line: int) -> None:
        case.wait_states = self._integer(rest, line)

    def _error(self, case: Case, rest: str, line: int) -> None:
        if case.error:
            raise self._wrong(line, "a test must expect one error")
        case.error, case.error_line = rest, line

    def _operand(self, rest: str, line: int, others: list[Operand]) -> Operand:
        place, equals, text = rest.partition("=")
        spec = " ".join(place.split())
        if not equals or not spec:
            raise self._wrong(line, "an operand must be written as `x:opa[3] = 1,2,3`")
        if any(other.spec == spec for other in others):
            raise self._wrong(line, f"{described(spec)} is given twice")
        values: list[Value] = []
        for item in text.split(","):
            match = _NUMBER.fullmatch(item.strip())
            if match is None:
                raise self._wrong(
                    line, f"expected a number such as 12, -3, $00FF, 0.25 or 0*22, got {described(item.strip())}"
                )
            count = self._integer(match["count"] or "1", line)
            if len(values) + count > _MAX_VALUES:
                raise self._wrong(line, f"more than {_MAX_VALUES} values")
            values += [self._value(match["value"], line)] * count
        return Operand(spec, tuple(values), line)

    def _value(self, text: str, line: int) -> Value:
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        if "." in digits:
            return sign * Fraction(digits)
        return sign * (int(digits[1:], 16) if digits.startswith("$") else self._integer(digits, line))

    def _integer(self, digits: str, line: int) -> int:
        try:
            return int(digits)
        except ValueError as error:
            # Python refuses to read thousands of decimal digits; the text may also have none.
            raise self._wrong(line, f"expected a number, got {described(digits)}; write long ones as $...") from error

    def _wrong(self, line: int, message: str) -> ExpectationError:
        return ExpectationError(f"{self._file}:{line}: {message}", file=self._file, line=line)

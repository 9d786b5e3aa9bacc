"""Assembler sources with tests in their comments (`comment_tests`), as pytest collects and runs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dsp56k.asm import ObjectFile, assemble_file, render_all
from dsp56k.isa.errors import Dsp56kError
from dsp56k.lib import Result, Routine
from dsp56k.lib.routine import Operand
from dsp56k.lib.routine.declaration import KEPT
from dsp56k.system.files import read_at_most
from dsp56k.system.properties import lazy_property
from dsp56k.system.text import LONGEST_VALUE, decode_text, shown
from dsp56k.testing.plugin.assembly import from_here
from dsp56k.testing.plugin.budgets import budgets_of
from dsp56k.testing.plugin.comment_tests import Case, ExpectationError, read_cases
from dsp56k.testing.plugin.comment_tests import Operand as Expected
from dsp56k.testing.rendering import last_instructions

SHOWN_VALUES = 8
"""Maximum number of values of an array that a failure lists."""
_WHOLE_NUMBERS = ("digits", "number")
"""Kinds of operands that are one number in several words."""
_LARGEST_SOURCE = 1 << 24
_EXACT_DECIMAL = 1 << 64
"""Larger numbers are shown only in hexadecimal."""


class UnmetError(Exception):
    """A result differs from the expectation: the line of the expectation, and text."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class SourceFile(pytest.File):
    """A source, assembled when the first of its tests runs."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests.

        Raises:
            CollectError: The comments are invalid, or the file cannot be read.
        """
        try:
            content = read_at_most(self.path, _LARGEST_SOURCE)
            cases = read_cases(decode_text(content, "utf-8", "replace"), self.shown_path)
        except ExpectationError as error:
            raise self.CollectError(error.message) from error
        except OSError as error:
            raise self.CollectError(f"{self.path}: {error.strerror}") from error
        for case in cases:
            yield SourceTest.from_parent(self, name=case.name, case=case)

    @property
    def shown_path(self) -> str:
        """The file, relative to pytest's start directory if it is below it."""
        start = self.config.invocation_params.dir
        return str(self.path.relative_to(start) if self.path.is_relative_to(start) else self.path)

    @lazy_property
    def program(self) -> ObjectFile:
        """Assemble the program once; errors fail the test with the diagnostics."""
        return assemble_file(from_here(self.path), include_paths=[self.path.parent])


class SourceTest(pytest.Item):
    """One call of a routine, and its expected results."""

    parent: SourceFile

    def __init__(self, *, case: Case, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case
        self._routine: Routine | None = None
        self._values: dict[str, Any] = {}

    def setup(self) -> None:
        """Activate the budgets of the run."""
        if self.case.budget:
            budgets_of(self.config)

    def runtest(self) -> None:
        """Call the routine and compare the results.

        Raises:
            UnmetError: A result is not as expected.
            Dsp56kError: An error that was not expected.
        """
        case = self.case
        try:
            result = self._called()
        except Dsp56kError as error:
            if case.error and case.error in error.message:
                return
            if case.error:
                raise UnmetError(
                    case.error_line, f"expected an error with {case.error!r}, got\n{error.message}"
                ) from error
            raise
        if case.error:
            outcome = f"it returned after {result.clocks} clocks"
            raise UnmetError(case.error_line, f"expected an error with {case.error!r}, but {outcome}")
        self._compare(result)

    def _called(self) -> Result[Any]:
        case = self.case
        self._routine = routine = Routine.from_program(
            self.parent.program,
            case.entry,
            inputs={operand.spec: operand.spec for operand in case.inputs},
            outputs={operand.spec: operand.spec for operand in case.outputs},
            writes=case.writes or None,
            reads=case.reads,
            before=case.before,
            wait_states=case.wait_states,
            keeps=case.keeps or KEPT,
        )
        self._values = {given.spec: _value(given, routine.inputs[given.spec]) for given in case.inputs}
        return routine(**self._values)

    def _compare(self, result: Result[Any]) -> None:
        case, routine = self.case, self._routine
        assert routine is not None  # it was called
        for expected in case.outputs:
            operand = routine.outputs[expected.spec]
            value = result.value if len(case.outputs) == 1 else result.value[expected.spec]
            words = operand.encode(expected.spec, _value(expected, operand))
            if words != operand.encode(expected.spec, value):
                raise UnmetError(expected.line, _difference(operand, operand.decode(words), value))
        if limit := case.clocks:
            kept = result.clocks <= limit.clocks if limit.relation == "<=" else result.clocks == limit.clocks
            if not kept:
                expected_clocks = f"expected clocks {limit.relation} {limit.clocks}"
                raise UnmetError(limit.line, f"{expected_clocks}, {case.entry} took {result.clocks}")
        if case.budget:
            try:
                budgets_of(self.config).check(case.budget, result)
            except AssertionError as error:
                raise UnmetError(case.budget_line, str(error)) from error

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the location of the expectation, both values, and the last instructions."""
        error = excinfo.value
        if not isinstance(error, UnmetError | Dsp56kError):
            return super().repr_failure(excinfo, style)
        line = error.line if isinstance(error, UnmetError) else self._line_of(error)
        if not self.parent.program.ok:
            return f"{self._place(line)}: the source does not assemble\n{render_all(self.parent.program.diagnostics)}"
        return "\n".join([f"{self._place(line)}: {error.message}", *self._last_instructions()])

    def _line_of(self, error: Dsp56kError) -> int:
        """Return the line of the operand that an error names, or of the test."""
        named = str(error.fields.get("name"))
        operands = (*self.case.inputs, *self.case.outputs)
        return next((operand.line for operand in operands if named.startswith(operand.spec)), self.case.line)

    def teardown(self) -> None:
        """Release the chip."""
        self._routine = None

    def _last_instructions(self) -> list[str]:
        if self._routine is None:
            return []
        try:
            trace = self._routine.trace(**self._values)
        except Dsp56kError:
            # The call never began: the message has the reason.
            return []
        called = ", ".join(f"{given.spec} = {shown(_listed(given), LONGEST_VALUE)}" for given in self.case.inputs)
        return [f"called with {called or 'nothing'}", last_instructions(self._routine, trace.steps)]

    def _place(self, line: int) -> str:
        return f"{self.parent.shown_path}:{line}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the location of the test; lines count from 0."""
        return self.path, self.case.line - 1, self.name


def _value(given: Expected, operand: Operand) -> Any:
    """Convert the values of a line to the operand's type."""
    single = operand.count is None or operand.kind in _WHOLE_NUMBERS
    return given.values[0] if single and len(given.values) == 1 else list(given.values)


def _listed(given: Expected) -> str:
    return ", ".join(str(value) for value in given.values)


def _difference(operand: Operand, expected: Any, found: Any) -> str:
    """Both values in hexadecimal and decimal; of an array those that differ."""
    if operand.count is None or operand.kind in _WHOLE_NUMBERS:
        return f"{operand.text}: expected {_number(operand, expected)}, got {_number(operand, found)}"
    differing = [index for index, pair in enumerate(zip(expected, found, strict=True)) if pair[0] != pair[1]]
    lines = [f"{operand.text}: {len(differing)} of {operand.count} values differ"]
    for index in differing[:SHOWN_VALUES]:
        pair = (_number(operand, expected[index]), _number(operand, found[index]))
        lines.append(f"  [{index}] expected {pair[0]}, got {pair[1]}")
    if len(differing) > SHOWN_VALUES:
        lines.append("  ...")
    return "\n".join(lines)


def _number(operand: Operand, value: Any) -> str:
    """One value as `$hexadecimal (decimal)`; a fraction's hexadecimal is its word."""
    if operand.kind in _WHOLE_NUMBERS:
        sign = "-" if value < 0 else ""
        hexadecimal = f"{sign}${abs(value):X}"
        return hexadecimal if abs(value) >= _EXACT_DECIMAL else f"{hexadecimal} ({value})"
    width = operand.shape.width
    word = operand.form.encode(operand.text, value, replace(operand.shape, count=None))[0]
    return f"${word:0{-(-width // 4)}X} ({value})"

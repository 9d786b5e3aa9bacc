"""Models in a small grammar: numbers, names, + - * / ^, parentheses, and four functions.

Only these are evaluated.

    sum      = product { ("+" | "-") product }
    product  = factor { ("*" | "/") factor }
    factor   = "-" factor | atom [ "^" factor ]
    atom     = number | name | "(" sum ")" | function "(" sum { "," sum } ")"
    function = "mod" | "max" | "ceil" | "log2"
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

MAX_NESTING = 50

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/^(),])|(\S))")

Values = Mapping[str, Any]
"""Numbers, or arrays of equal length, by name."""

_Evaluated = Callable[[Values], Any]


class ModelError(Exception):
    """The text is not a model; the caller knows its location."""


@dataclass(frozen=True)
class Model:
    """A parsed model.

    Attributes:
        text: The text.
        names: The names in order of appearance.
        at: The function that returns the value for values of the names.
        stepped: The names within an argument of a function in STEPS.
    """

    text: str
    names: tuple[str, ...]
    at: _Evaluated
    stepped: frozenset[str] = frozenset()


def parse_model(text: str) -> Model:
    """Parse a model; raises ModelError."""
    return _Parser(text).model()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._names: dict[str, None] = {}
        self._stepped: set[str] = set()
        self._steps = 0
        self._tokens = list(_tokens(text))
        self._place = 0

    def model(self) -> Model:
        at = self._sum(0)
        if self._place < len(self._tokens):
            raise ModelError(f"{self._tokens[self._place]!r} is not expected in {self._text!r}")
        return Model(self._text, tuple(self._names), at, frozenset(self._stepped))

    def _sum(self, depth: int) -> _Evaluated:
        return self._row(("+", "-"), lambda: self._product(depth))

    def _product(self, depth: int) -> _Evaluated:
        return self._row(("*", "/"), lambda: self._factor(depth))

    def _row(self, signs: tuple[str, str], part: Callable[[], _Evaluated]) -> _Evaluated:
        result = part()
        while self._next() in signs:
            operation = _OPERATIONS[self._take()]
            result = _combined(operation, result, part())
        return result

    def _factor(self, depth: int) -> _Evaluated:
        if depth > MAX_NESTING:
            raise ModelError(f"more than {MAX_NESTING} parentheses within each other")
        token = self._take()
        if token == "-":  # noqa: S105 - a sign
            negated = self._factor(depth + 1)
            return lambda values: -negated(values)
        base = self._atom(token, depth)
        if self._next() != "^":
            return base
        self._take()
        return _combined(np.power, base, self._factor(depth + 1))

    def _atom(self, token: str, depth: int) -> _Evaluated:
        if token == "(":  # noqa: S105 - a parenthesis, not a password
            return self._arguments(token, 1, depth)[0]
        if token[:1].isdigit():
            number = float(token)
            return lambda values: number
        if token in _FUNCTIONS and self._next() == "(":
            self._take()
            function, count = _FUNCTIONS[token]
            self._steps += token in STEPS
            arguments = self._arguments(token, count, depth)
            self._steps -= token in STEPS
            return _combined(function, *arguments)
        if token[:1].isalpha() or token[:1] == "_":
            self._names[token] = None
            if self._steps:
                self._stepped.add(token)
            return lambda values: values[token]
        raise ModelError(f"{self._text!r} ends too early" if not token else f"unexpected {token!r} in {self._text!r}")

    def _arguments(self, name: str, count: int, depth: int) -> list[_Evaluated]:
        """Parse sums with commas between them, and a closing parenthesis."""
        found = [self._sum(depth + 1)]
        while self._next() == ",":
            self._take()
            found.append(self._sum(depth + 1))
        if self._take() != ")":
            raise ModelError(f"a parenthesis of {self._text!r} is not closed")
        if len(found) != count:
            raise ModelError(f"{name} takes {count} values, got {len(found)}: {self._text!r}")
        return found

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._place += 1
        return token


_OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    # Two numbers as well, of which 0 is a divisor, give infinity or NaN.
    "/": np.true_divide,
}


_FUNCTIONS: Mapping[str, tuple[Callable[..., Any], int]] = {
    "mod": (np.mod, 2),
    "max": (np.maximum, 2),
    "ceil": (np.ceil, 1),
    "log2": (np.log2, 1),
}
"""Functions with the number of their arguments."""
STEPS = ("ceil", "mod")
"""Functions that jump, so that a fit finds no slope by a coefficient within them."""


def _combined(operation: Callable[..., Any], *parts: _Evaluated) -> _Evaluated:
    return lambda values: operation(*(part(values) for part in parts))


def _tokens(text: str) -> Iterator[str]:
    for number, name, sign, wrong in _TOKEN.findall(text):
        if wrong:
            raise ModelError(f"unexpected {wrong!r} in {text!r}")
        yield number or name or sign

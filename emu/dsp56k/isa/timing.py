"""Clock formulae: the text of an encoding's `cycles`, evaluated to oscillator clocks."""

from __future__ import annotations

import re
from functools import lru_cache

from dsp56k.isa.toml_files import load

_SYMBOLS: dict[str, dict[str, object]] = load("timing.toml")["symbol"]
_TERM = re.compile(r"(\d*)([a-z]*)")


@lru_cache(maxsize=256)
def _terms(formula: str) -> tuple[tuple[int, str], ...]:
    terms = []
    for term in formula.split("+"):
        match = _TERM.fullmatch(term)
        if match is None or (match[2] and match[2] not in _SYMBOLS):
            raise ValueError(f"clock formula {formula!r}: unknown term {term!r}")
        terms.append((int(match[1] or 1), match[2]))
    return tuple(terms)


def clocks(formula: str, **terms: int) -> int | None:
    """Return the oscillator clocks of a formula such as "6+ea+ap"; a symbol not given counts 0.

    None for "n/a", the manual's entry for WAIT and STOP (Table A-6, UM A-228). ValueError for an unknown symbol.
    """
    if formula == "n/a":
        return None
    return sum(factor * (terms.get(symbol, 0) if symbol else 1) for factor, symbol in _terms(formula))

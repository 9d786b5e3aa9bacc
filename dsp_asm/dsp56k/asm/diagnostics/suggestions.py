"""Suggestions for unknown words.

They are a similar name, and the DSP56001's equivalent of words of other assemblers and newer chips (`assembler.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from dsp56k.asm.diagnostics.model import Advice, NewerChipFeature
from dsp56k.isa import DSP56300, KINDS, REGISTERS, later_mnemonics
from dsp56k.isa.toml_files import load
from dsp56k.system.suggestions import nearest

_LIKENESS = 0.75
_TABLES = load("assembler.toml")
_WORDS: dict[str, str] = _TABLES["dialects"]
_STAND_INS: dict[str, str] = _TABLES["stand_ins"]
# Notation of the table for forms that differ from those of the DSP56001 by their operands.
_DISPLACED, _IMMEDIATE = "(Rn+", "#"
DISPLACEMENT = "(Rn+x)"
"""Notation in a NewerChipFeature of an address register plus a number."""
_WORD = re.compile(r"[A-Za-z][\w.]*")
_DISPLACEMENT = re.compile(r"\(r[0-7]\s*[+-]\s*[^n)\s]", re.IGNORECASE)
_CONDITIONS = frozenset(KINDS["cc"].values) | frozenset(KINDS["cc"].aliases)


def suggestion(name: str, known: Iterable[str]) -> Advice:
    """Return the known name that is most similar to an unknown one, if there is one."""
    return _guess(name, tuple(known))


def reserved_word(name: str, known: Iterable[str]) -> Advice:
    """Return the most similar of upper-case words whose case does not count, in lower case if `name` is."""
    return suggestion(name, map(str.lower, known) if name.islower() else known)


@lru_cache(maxsize=1000)
def _guess(name: str, known: tuple[str, ...]) -> Advice:
    near = nearest(name, known, _LIKENESS)
    if near is None:
        return Advice()
    case = " The case of letters counts" if near.lower() == name.lower() else ""
    return Advice((f"did you mean {near}?{case}",), near)


def dialect_hint(word: str) -> tuple[str, ...]:
    """Return a note on an operation, in upper case, that only other assemblers have."""
    hint = _WORDS.get(word)
    return (hint,) if hint else ()


def stand_in(mnemonic: str) -> tuple[str, ...]:
    """Return a note with the DSP56001's replacement for a newer chip's instruction."""
    name = _STAND_INS.get(mnemonic)
    return (f"the DSP56001 has {name}",) if name else ()


def later_form(mnemonic: str, operands: str) -> NewerChipFeature | None:
    """Return the operands that only a newer chip's form of the mnemonic accepts."""
    # Fields after the first are parallel moves.
    first = "".join(operands.split()[:1])
    for name, chip in later_mnemonics().items():
        word, _, form = name.partition(" ")
        if form.startswith(_DISPLACED) and _DISPLACEMENT.search(operands):
            return NewerChipFeature(chip, DISPLACEMENT)
        if word == mnemonic and (
            (form.startswith(_IMMEDIATE) and _IMMEDIATE in first) or form in first.upper().split(",")
        ):
            return NewerChipFeature(chip, name)
    words = [word.upper() for word in _WORD.findall(operands)]
    return next(
        (
            NewerChipFeature(DSP56300, word)
            for word in words
            for row in load("dsp56300.toml")["operands"]
            if _names(row, word)
        ),
        None,
    )


def later_note(later: NewerChipFeature | None) -> tuple[str, ...]:
    """Return a note on the result of `later_form`."""
    if later is None:
        return ()
    chip, what = later
    if what == DISPLACEMENT:
        return (
            f"an address register plus a number is an address mode of the {chip}; on the DSP56001 offsets are in Nn",
        )
    return (f"{what} is an {'instruction' if ' ' in what else 'operand'} of the {chip}; the DSP56001 does not have it",)


def _names(row: dict[str, str], word: str) -> bool:
    """Return True if a word is an operand of a form in the table; `cc` in that is any condition."""
    stem, _, rest = row["name"].partition("cc")
    if stem == row["name"]:
        return word == stem
    return word.startswith(stem) and word.removeprefix(stem).removesuffix(rest) in _CONDITIONS


def register_hint(name: str) -> tuple[str, ...]:
    """Return a note with similar register names: those of the same length with the same beginning."""
    like = [known for known in REGISTERS if len(known) == len(name) > 1 and known[0] == name[0].upper()]
    return (
        (f"{name} is not a register; similar registers are {', '.join(like)}",)
        if like and name.upper() not in like
        else ()
    )


def later_chip(mnemonic: str) -> str | None:
    """Return the newer chip that has a mnemonic unknown to the DSP56001, or None."""
    for name, chip in later_mnemonics().items():
        word, _, variants = name.partition(" ")[0].partition("(")
        stem = word.removesuffix("cc")
        if stem != word:
            if mnemonic.startswith(stem) and mnemonic.removeprefix(stem) in _CONDITIONS:
                return chip
        elif mnemonic in {word + variant.upper() for variant in variants.rstrip(")").split(",")}:
            return chip
    return None

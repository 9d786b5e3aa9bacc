"""Hints: what words of other assemblers and later chips are called here (`assembler.toml`)."""

from __future__ import annotations

from dsp56k.isa import KINDS, later_mnemonics
from dsp56k.isa.tables import load

_TABLES = load("assembler.toml")
_WORDS: dict[str, str] = _TABLES["dialects"]
_STAND_INS: dict[str, str] = _TABLES["stand_ins"]
_CONDITIONS = frozenset(KINDS["cc"].values) | frozenset(KINDS["cc"].aliases)


def dialect_hint(word: str) -> tuple[str, ...]:
    """A note on an operation, in upper case, that only other assemblers have."""
    hint = _WORDS.get(word)
    return (hint,) if hint else ()


def stand_in(mnemonic: str) -> tuple[str, ...]:
    """A note with what the DSP56001 has in place of a later chip's instruction."""
    name = _STAND_INS.get(mnemonic)
    return (f"the DSP56001 has {name}",) if name else ()


def later_chip(mnemonic: str) -> str | None:
    """The later chip that has a mnemonic unknown here, or None."""
    for name, chip in later_mnemonics().items():
        word, _, variants = name.partition(" ")[0].partition("(")
        stem = word.removesuffix("cc")
        if stem != word:
            if mnemonic.startswith(stem) and mnemonic.removeprefix(stem) in _CONDITIONS:
                return chip
        elif mnemonic in {word + variant.upper() for variant in variants.rstrip(")").split(",")}:
            return chip
    return None

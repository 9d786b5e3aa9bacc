"""Hints for sources of other assemblers and later chips: what their words are called here (`assembler.toml`)."""

from __future__ import annotations

from dsp56k.isa.tables import load

_TABLES = load("assembler.toml")
_WORDS: dict[str, str] = _TABLES["dialects"]
_STAND_INS: dict[str, str] = _TABLES["stand_ins"]


def dialect_hint(word: str) -> tuple[str, ...]:
    """A note on an operation, in upper case, that only other assemblers have."""
    hint = _WORDS.get(word)
    return (hint,) if hint else ()


def stand_in(mnemonic: str) -> tuple[str, ...]:
    """A note with what the DSP56001 has in place of a later chip's instruction."""
    name = _STAND_INS.get(mnemonic)
    return (f"the DSP56001 has {name}",) if name else ()

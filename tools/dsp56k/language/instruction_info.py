"""Facts about an instruction's words: encodings, clocks and their terms, flags, pages of the manual."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from dsp56k.asm import disassemble
from dsp56k.isa import CHIPS, DSP56002_ROWS, MODES, ROWS, Decoded, Row, clocks, decode
from dsp56k.isa.instruction_set import description
from dsp56k.isa.toml_files import load

FLAGS = "LEUNZVC"
_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\}")
_CONDITION = "{cc:C}"
_FLAG_WORDS = {"*": "as the result is", "?": "by a special rule", "0": "cleared", "1": "set"}
_MEANINGS = load("timing.toml")["symbol"]


class Cost(NamedTuple):
    """Clocks with all memory internal (None if the instruction waits), the formula, and the value of each term."""

    clocks: int | None
    formula: str
    parts: tuple[str, ...]


def cost(decoded: Decoded) -> Cost:
    """Return the clocks of an instruction (UM A-228 to A-232), without wait states."""
    first = decoded.parts[0]
    ea = sum(MODES[value[0]].clocks for part in decoded.parts for value in part.values if isinstance(value, tuple))
    formula, total = first.row.cycles, clocks(first.row.cycles, ea=ea)
    parts = []
    if len(decoded.parts) == 2:
        move = total or 0
        outer = decoded.parts[1].row.cycles
        total = clocks(outer, mv=move)
        amounts = dict.fromkeys((formula, str(move)))
        parts.append(f"mv = {' = '.join(amounts)}: the parallel move")
        formula = outer
    if "ea" in first.row.cycles:
        parts.append(f"ea = {ea}: the effective address")
    parts += [f"{name}: {_MEANINGS[name]['meaning']}" for name in _waits(first.row.cycles)]
    return Cost(total, formula, tuple(parts))


def _waits(formula: str) -> Iterator[str]:
    """Yield the terms of a formula that depend on wait states."""
    return (name for name in re.findall(r"[a-z]+", formula) if name in _MEANINGS and name not in ("mv", "ea", "n"))


@lru_cache(maxsize=20_000)
def clocks_of(words: tuple[int, ...]) -> int | None:
    """Return the clocks of the instructions in `words`; None if one of them waits or is invalid."""
    total, at = 0, 0
    while at < len(words):
        decoded = decode(words[at], CHIPS[-1])
        spent = cost(decoded).clocks if decoded else None
        if decoded is None or spent is None:
            return None
        total += spent
        at += decoded.words
    return total


def explain_instruction(words: tuple[int, ...]) -> str:
    """Describe an instruction in Markdown: operation, encoding, clocks, flags and pages; "" if it is invalid."""
    decoded = decode(words[0]) if words else None
    if decoded is None:
        return ""
    operation = decoded.parts[-1].row
    text, count = disassemble(words[0], words[1] if len(words) > 1 else 0)
    spent = cost(decoded)
    lines = [*_title(operation), f"`{text}`", ""]
    lines += [f"- encoding `{' '.join(f'{word:06X}' for word in words[:count])}`: {_bits(decoded)}"]
    lines += [f"- clocks {spent.formula}" + (f" = **{spent.clocks}**" if spent.clocks is not None else "")]
    lines += [f"  - {part}" for part in spent.parts]
    lines += [f"- flags {_flags(operation)}"]
    lines += [f"- manual: {', '.join(dict.fromkeys(f'UM {part.row.page}' for part in reversed(decoded.parts)))}"]
    return "\n".join(lines)


def describe_mnemonic(mnemonic: str) -> str:
    """Describe a mnemonic without operands in Markdown: all its forms; "" if it does not exist."""
    rows = rows_of(mnemonic)
    if not rows:
        return ""
    moves = " and parallel moves" if rows[0].table == "alu" else ""
    lines = [*_title(rows[0])]
    lines += [f"- `{_readable(row)}`{moves}: clocks {row.cycles}, UM {row.page}" for row in rows]
    return "\n".join([*lines, f"- flags {_flags(rows[0])}"])


@lru_cache(maxsize=256)
def rows_of(mnemonic: str) -> tuple[Row, ...]:
    """Return the encodings of a mnemonic, which may include a condition."""
    name = mnemonic.upper()
    found = tuple(row for row in DSP56002_ROWS + ROWS if row.mnemonic and _matches(row, name))
    return tuple(row for row in found if row.mnemonic == name) or found


def _matches(row: Row, name: str) -> bool:
    if _CONDITION not in row.mnemonic:
        return row.mnemonic == name
    stem = row.mnemonic.replace(_CONDITION, "")
    kind = row.operands[0].kind
    return name.startswith(stem) and name.removeprefix(stem) in {*kind.values, *kind.aliases}


def forms_of(mnemonic: str) -> list[str]:
    """Return the forms of a mnemonic with their operands; the factors of a product are two operands."""
    return [_readable(row).replace("<product>", "<S1>,<S2>") for row in rows_of(mnemonic)]


@lru_cache(maxsize=256)
def title_of(mnemonic: str) -> str:
    """Return the title of a mnemonic, "" if it does not exist."""
    rows = rows_of(mnemonic)
    return str(description(rows[0])["title"]) if rows else ""


@lru_cache(maxsize=256)
def summary(mnemonic: str) -> str:
    """Return the title of a mnemonic, and its clocks with all memory internal: each formula once."""
    formulae = ", ".join(dict.fromkeys(row.cycles for row in rows_of(mnemonic)))
    return f"{title_of(mnemonic)}: {formulae} clocks"


def _title(row: Row) -> list[str]:
    entry = description(row)
    return [f"**{entry['mnemonic']}** {entry['title']}: `{entry['operation']}`", ""] if entry else []


def _readable(row: Row) -> str:
    operands = _PLACEHOLDER.sub(r"<\1>", row.syntax)
    return f"{row.family} {operands}".strip()


def _bits(decoded: Decoded) -> str:
    """Return the bit patterns of the encodings."""
    return " ".join(f"`{part.row.bits}`" for part in decoded.parts)


def _flags(row: Row) -> str:
    said: dict[str, list[str]] = {}
    for flag, sign in zip(FLAGS, row.ccr, strict=True):
        if sign != "-":
            said.setdefault(sign, []).append(flag)
    return "; ".join(f"{' '.join(flags)} {_FLAG_WORDS[sign]}" for sign, flags in said.items()) or "unchanged"

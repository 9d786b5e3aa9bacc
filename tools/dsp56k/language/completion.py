"""Completion: operations, operands, parallel moves that are legal after an operation, symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, product, zip_longest
from string import ascii_letters, digits
from typing import Literal, NamedTuple

from dsp56k.asm import assemble
from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS_OF
from dsp56k.asm.source.statements import split
from dsp56k.asm.source.strings import split_fields
from dsp56k.isa import CHIPS, DSP56001, REGISTERS, Row
from dsp56k.language.analysis import Analysis, value_of
from dsp56k.language.instruction_info import rows_of, summary
from dsp56k.language.keyword_info import directive

Sort = Literal["instruction", "directive", "macro", "operand", "move", "symbol", "register"]

_ENUMERATED = ("register", "product", "sign")
_MOST = 200
MAX_SYMBOLS = 200
"""Maximum number of symbols in a response. An editor queries again when more of a name is typed."""
_PLACEHOLDER = re.compile(r"(\{\w+(?::\w+)?\})")
_LETTERS = f"{ascii_letters}{digits}_."
# One address register of each bank, as in most programs: data in R0, coefficients in R4.
_ADDRESSES = {"X": "(r0)+", "Y": "(r4)+", "L": "(r0)+"}
_DATA = ("x0", "x1", "y0", "y1", "a", "b")
_LONG = ("x", "y", "a", "b", "ab", "ba", "a10", "b10")


class CompletionItem(NamedTuple):
    """A completion: text that replaces the text from `column` onwards."""

    text: str
    sort: Sort
    column: int
    detail: str = ""


def complete(
    line: str, column: int, analysis: Analysis | None, lines: Sequence[str] = (), modules: Sequence[Analysis] = ()
) -> list[CompletionItem]:
    """Return the completions at a column of a line.

    `lines` are those of the file, whose labels are known before there is an analysis; `modules` are the other modules
    of the program. At most MAX_SYMBOLS symbols are returned, of those that begin with the word before the column.
    """
    before = line[:column]
    parts = split(before)
    start = len(before.rstrip(_LETTERS))
    if ";" in before and parts.comment:
        return []
    blank = before.endswith((" ", "\t"))
    if not parts.key or (not parts.operands and not blank):
        # A label begins in column 1.
        return list(_operations(analysis, start)) if before[:1] in (" ", "\t") or " " in before else []
    begun = before[start:].lower()
    symbols = list(
        islice(chain(_symbols(analysis, lines, start, begun), _others(modules, analysis, start, begun)), MAX_SYMBOLS)
    )
    if parts.key not in _mnemonics(analysis):
        return symbols
    fields = split_fields(parts.operands) if parts.operands else []
    done = len(fields) if blank else max(0, len(fields) - 1)
    at = column if blank or not fields else parts.operands_column + fields[-1][1]
    written = " ".join(text for text, _ in fields[:done])
    found = [*_first_operands(parts.key, at)] if done == 0 and parts.key in _mnemonics(analysis) else []
    found += (
        [CompletionItem(text, "move", at) for text in moves(parts.key, written)] if _may_move(parts.key, done) else []
    )
    return [*found, *(CompletionItem(name.lower(), "register", start) for name in REGISTERS), *symbols]


def _mnemonics(analysis: Analysis | None) -> frozenset[str]:
    return MNEMONICS_OF[analysis.chip if analysis is not None else DSP56001]


def _operations(analysis: Analysis | None, start: int) -> Iterator[CompletionItem]:
    for name in sorted(_mnemonics(analysis)):
        yield CompletionItem(name.lower(), "instruction", start, summary(name))
    for name in sorted(DIRECTIVES):
        known = directive(name)
        yield CompletionItem(name.lower(), "directive", start, known.title if known is not None else "")
    if analysis is not None:
        yield from (CompletionItem(name, "macro", start) for name in analysis.macros)


def _symbols(analysis: Analysis | None, lines: Sequence[str], start: int, begun: str) -> Iterator[CompletionItem]:
    """Yield the symbols that begin with `begun`, in lower case."""
    if analysis is None:
        labels = dict.fromkeys(split(text).label for text in lines)
        yield from (CompletionItem(name, "symbol", start) for name in labels if name and name.lower().startswith(begun))
        return
    seen: set[str] = set()
    for record in analysis.obj.symbol_table:
        if record.name not in seen and record.name.lower().startswith(begun):
            seen.add(record.name)
            yield CompletionItem(record.name, "symbol", start, value_of(record))


def _others(modules: Sequence[Analysis], analysis: Analysis | None, start: int, begun: str) -> Iterator[CompletionItem]:
    """Yield the symbols of other modules that begin with `begun` and that this one does not define."""
    own = analysis.public if analysis is not None else {}
    for module in modules:
        for name in module.public:
            if name.lower().startswith(begun) and name not in own:
                yield CompletionItem(name, "symbol", start, module.root.name)


def _may_move(mnemonic: str, fields: int) -> bool:
    """Return True if a parallel move may follow this many fields: operations of the ALU allow them."""
    rows = rows_of(mnemonic)
    return bool(rows) and rows[0].table == "alu" and fields >= (1 if any(row.syntax for row in rows) else 0)


@lru_cache(maxsize=256)
def _operands(mnemonic: str) -> tuple[str, ...]:
    """Return the first operand fields that consist only of registers and products."""
    found: list[str] = []
    for row in rows_of(mnemonic):
        kinds = [operand.kind for operand in row.operands]
        if row.syntax and all(kind.cls in _ENUMERATED for kind in kinds):
            found += _spelled(row)
    moved = f" {_usual_moves()[0]}" if _may_move(mnemonic, 1) else ""
    legal = _legal(mnemonic, [text + moved for text in list(dict.fromkeys(found))[:_MOST]])
    return tuple(text.removesuffix(moved) for text in legal)


def _spelled(row: Row) -> Iterator[str]:
    """Yield the operands of an encoding with every choice of registers."""
    pieces = _PLACEHOLDER.split(row.syntax)
    kinds = [operand.kind.values for operand in row.operands[len(row.operands) - len(pieces) // 2 :]]
    # The factors of a product can be exchanged, although the manual lists one order.
    kinds = [tuple(dict.fromkeys(text for value in values for text in _orders(value))) for values in kinds]
    for values in product(*kinds):
        # The text between placeholders, and the values of the placeholders.
        text = "".join(piece + value for piece, value in zip_longest(pieces[::2], values, fillvalue=""))
        yield text.lower()


def _orders(value: str) -> tuple[str, str]:
    """Return a product and the product with exchanged factors; another operand twice."""
    return value, ",".join(reversed(value.split(",")))


def _first_operands(mnemonic: str, column: int) -> Iterator[CompletionItem]:
    return (CompletionItem(text, "operand", column) for text in _operands(mnemonic))


@lru_cache(maxsize=2000)
def moves(mnemonic: str, written: str) -> tuple[str, ...]:
    """Return the common parallel moves that may follow an operation and its operands, as `mac` and `x0,y0,a`."""
    before = f"{written} " if written else ""
    return tuple(text.removeprefix(before) for text in _legal(mnemonic, [before + move for move in _usual_moves()]))


@lru_cache(maxsize=1)
def _usual_moves() -> tuple[str, ...]:
    reads = [f"{space}:{_ADDRESSES[space]},{name}".lower() for space in "XY" for name in _DATA]
    writes = [f"{name},{space}:{_ADDRESSES[space]}".lower() for space in "XY" for name in _DATA]
    pairs = [
        f"{first} {second}" for first, second in product(reads + writes, repeat=2) if "x:" in first and "y:" in second
    ]
    long = [f"l:(r0)+,{name}" for name in _LONG] + [f"{name},l:(r0)+" for name in _LONG]
    between = [f"{one},{other}" for one, other in product(_DATA, repeat=2) if one != other]
    return (*reads, *writes, *pairs, *long, *between)


def _legal(mnemonic: str, operands: Iterable[str]) -> Iterator[str]:
    """Yield the operands that the assembler accepts."""
    tried = list(operands)
    source = "".join(f" {mnemonic} {text}\n" for text in tried)
    # Only mnemonics of the chip are offered; the last one has those of all.
    found = assemble(f" org p:\n{source}", chip=CHIPS[-1]).diagnostics
    wrong = {entry.span.line for entry in found if entry.is_error and entry.span}
    return (text for line, text in enumerate(tried, start=2) if line not in wrong)

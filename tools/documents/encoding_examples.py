"""Worked encodings for the pages of isa: a line assembled, its words decoded, and disassembled again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from dsp56k import isa
from dsp56k.asm import assemble, disassemble
from dsp56k.language.instruction_info import cost

EXAMPLES = Path(__file__).with_name("isa_examples.toml")
ADDRESS = 0x100
"""The address of the lines: in internal P memory (UM 3-8)."""
SECOND_WORDS = {"word": "the number", "target": "the address", "loop_end": "the loop's last address"}
ABSOLUTE = ("Absolute", 0)


def lines_of(name: str, rows: Sequence[isa.Row]) -> list[str]:
    """Return the source lines of an instruction, or of the table of moves, one for each encoding in their order."""
    found = _examples()[name]
    if len(found) != len(rows):
        raise SystemExit(f"{EXAMPLES.name}: {name} has {len(rows)} encodings and {len(found)} examples")
    return found


@cache
def _examples() -> dict[str, list[str]]:
    tables = tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))
    found: dict[str, list[str]] = tables["instructions"] | tables["moves"]
    return found


def words_of(line: str) -> tuple[int, ...]:
    """Return the words of a source line at ADDRESS."""
    made = assemble(f"        org     p:{ADDRESS}\n        {line}\n")
    if not made.ok:
        raise SystemExit(f"{EXAMPLES.name}: {line}: {made.diagnostics[0]}")
    return tuple(made.words["P", ADDRESS + place] for place in range(len(made.words)))


def worked(name: str, rows: Sequence[isa.Row]) -> list[str]:
    """Return the section of a page: the example of every encoding."""
    lines = ["## Worked encodings", "", "Encodings at P:$0100, each letter with its bits and their meaning;"]
    lines += ["clocks with code and data on the chip.", ""]
    for row, source in zip(rows, lines_of(name, rows), strict=True):
        lines += _one(source, row)
    return [*lines, ""]


def _one(source: str, row: isa.Row) -> Iterator[str]:
    words = words_of(source)
    decoded = isa.decode(words[0])
    if decoded is None or row not in [part.row for part in decoded.parts]:
        raise SystemExit(f"{EXAMPLES.name}: {source} does not encode as {row.bits}")
    yield f"- `{source}` is `{' '.join(f'{word:06X}' for word in words)}`"
    for part in decoded.parts:
        yield f"  - {_bits(part, words[0])} (UM {part.row.page})"
    if len(words) > 1:
        yield f"  - `{words[1]:06X}` is {_second(decoded)}"
    yield f"  - clocks {_clocks(decoded)}"
    text, _ = disassemble(words[0], words[1] if len(words) > 1 else 0, pc=ADDRESS)
    if words_of(text) != words:
        raise SystemExit(f"{EXAMPLES.name}: {source} is disassembled to {text}, which is something else")
    yield f"  - and back: `{text}`"


def _bits(part: isa.Part, word: int) -> str:
    """Return the bits of one part, its pattern, and the values of the pattern's letters."""
    row = part.row
    count, shift = {"alu": (8, 0), "move": (16, 8), "control": (24, 0)}[row.table]
    digits = f"{word >> shift & (1 << count) - 1:0{count}b}"
    bits = " ".join(digits[at : at + 4] for at in range(0, count, 4))
    said = []
    for operand, value in zip(row.operands, part.values, strict=True):
        if operand.letters:
            letters = " ".join(f"`{x}` {row.field(x, word):0{len(row.fields[x])}b}" for x in operand.letters)
            said.append(f"{letters} {_meaning(operand, value)}")
    place = {"alu": f"bits 7-0, {row.mnemonic}: ", "move": "bits 23-8, the move: ", "control": ""}[row.table]
    return f"{place}`{bits}` is `{row.bits}`" + (f", {'; '.join(dict.fromkeys(said))}" if said else "")


def _meaning(operand: isa.Operand, value: isa.OperandValue) -> str:
    if isinstance(value, tuple):
        mode, register = value
        return isa.MODES[mode].text.replace("r", str(register)) or "an absolute address"
    if isinstance(value, int):
        return str(value) if operand.kind.name == "bit" else f"${value:0{4 if value > 0xFF else 2}X}"
    return value or "+"


def _second(decoded: isa.Decoded) -> str:
    for part in decoded.parts:
        for operand, value in zip(part.row.operands, part.values, strict=True):
            if value == ABSOLUTE:
                return "the absolute address"
            if not operand.letters and operand.kind.cls in SECOND_WORDS:
                return SECOND_WORDS[operand.kind.cls]
    raise SystemExit(f"{decoded.word:06X} has no second word")


def _clocks(decoded: isa.Decoded) -> str:
    """Return the formula, its sum, and each of its terms."""
    spent = cost(decoded)
    if spent.clocks is None:
        return "as long as it waits (n/a)"
    terms = [part.partition(":")[0] for part in spent.parts]
    said = [term if "=" in term else f"{term} = 0" for term in terms]
    total = f"{spent.formula} = {spent.clocks}" if terms else str(spent.clocks)
    return total + (f": {', '.join(said)}" if said else "")

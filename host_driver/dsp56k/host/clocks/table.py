"""The table of instruction clocks: x86-clocks.csv, read once and checked."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_CELL = re.compile(
    r"(?P<low>\d+)\.\.(?P<high>\d+)"
    r"|(?P<none>-)"
    r"|(?P<base>\d+)?(?:(?P<plus>\+)?(?P<times>\d*)(?P<letter>[mn]))?"
)


@dataclass(frozen=True, slots=True)
class Clocks:
    """One cell of the table.

    Attributes:
        base: clocks that are always spent.
        per_item: clocks for each repetition or shift count (the factor of `n`).
        target: True where the branch-target term `m` is added.
        range: lowest and highest value of an operand-dependent count.
    """

    base: int
    per_item: int = 0
    target: bool = False
    range: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One form of instruction: its clocks on one processor and where they come from.

    Attributes:
        form: the mnemonic(s) and operand classes, as in the csv file.
        clocks: the cell of the processor the table was read for.
        source: letters of the sources (first lines of the csv file).
    """

    form: str
    clocks: Clocks
    source: str


def parse_cell(text: str) -> Clocks | None:
    """Return the clocks of a cell, None for `-`; raise ValueError if it is not a cell."""
    match = _CELL.fullmatch(text)
    if not text or match is None:
        raise ValueError(f"not a clock count: {text!r}")
    if match["none"]:
        return None
    if match["low"]:
        low, high = int(match["low"]), int(match["high"])
        return Clocks(low, range=(low, high))
    base = int(match["base"] or 0)
    if match["letter"] == "m":
        return Clocks(base, target=True)
    if match["letter"] == "n":
        return Clocks(base, per_item=int(match["times"] or 1))
    return Clocks(base)


COLUMNS = ("i286", "i386", "i386_protected", "i486", "i486_protected")


@cache
def clock_table(column: str, *, measured: bool = False) -> dict[str, Row]:
    """Return every form that exists on the processor of `column`, one of COLUMNS, by its name.

    With `measured`, clocks of the chip replace those of the manual where the two differ.
    """
    if column not in COLUMNS:
        raise ValueError(f"the column must be one of {', '.join(COLUMNS)}, got {column!r}")
    text = resources.files(__package__).joinpath("x86-clocks.csv").read_text(encoding="utf-8")
    table: dict[str, Row] = {}
    for record in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        name = column.removesuffix("_protected")
        cell = (measured and record.get(f"{name}_measured")) or record[column] or record[name]
        clocks = parse_cell(cell)
        if clocks is not None:
            table[record["form"]] = Row(record["form"], clocks, record["src"])
    return table

"""The instruction set as one document for other programs.

`dsp56k isa --json` prints it; docs/reference/isa/instruction-set.schema.json describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from dsp56k.isa.chips import DSP56001
from dsp56k.isa.rows import Operand, Row, rows_of
from dsp56k.isa.tables import KINDS, MODES, REGISTERS, SEQUENCES
from dsp56k.isa.toml_files import load

SCHEMA = "dsp56k-isa/1"
"""The version of the document. A new key does not change it, a changed or removed one does."""
FLAGS = ("L", "E", "U", "N", "Z", "V", "C")
"""The flags of `Row.ccr`, in its order."""
FLAG_EFFECTS: Mapping[str, str] = {"-": "unchanged", "*": "standard", "0": "cleared", "1": "set", "?": "special"}
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_FIXED_REGISTER = re.compile(r"\b([XY]0),")
_SPACE = re.compile(r"(?:\b([PXYL])|\{space:\w\}):$")
_D_IS_READ = re.compile(r"\bD\b")
_ADDRESS = frozenset(("ea", "other_ea", "aa", "pp"))
_CONSTANT = frozenset(("unsigned", "word", "sign"))
_TARGET = frozenset(("address", "target", "loop_end"))


def instruction_set(rows: Sequence[Row] = (), chip: str = DSP56001) -> dict[str, Any]:
    """Return all tables of a chip's instruction set in values that JSON has; `rows` limits the encodings.

    Raises ValueError if the chip is not one of CHIPS.
    """
    all_rows = rows_of(chip)
    kinds = {*load("fields.toml")["kind"], *(operand.kind.name for row in all_rows for operand in row.operands)}
    return {
        "schema": SCHEMA,
        "chip": chip,
        "word_bits": 24,
        "flags": list(FLAGS),
        "flag_effects": dict(FLAG_EFFECTS),
        "registers": [
            {"name": one.name, "width": one.width, "code": one.code, "writable": one.write, "parts": list(one.parts)}
            for one in REGISTERS.values()
        ],
        "modes": [
            {"name": one.name, "text": one.text, "words": one.words, "clocks": one.clocks} for one in MODES.values()
        ],
        "kinds": [
            {
                "name": kind.name,
                "class": kind.cls,
                "values": list(kind.values),
                "modes": list(kind.modes),
                "aliases": dict(kind.aliases),
                "width": kind.width,
                "max": kind.max,
                "base": kind.base,
            }
            for kind in KINDS.values()
            if kind.name in kinds
        ],
        "clock_terms": [
            {"name": name, "clocks": term["value"], "meaning": term["meaning"], "page": term["page"]}
            for name, term in load("timing.toml")["symbol"].items()
        ],
        "sequences": [
            {
                "name": one.name,
                "changes_flow": one.flow,
                "may_be_repeated": one.repeat,
                "may_end_loop": one.loop_end,
                "aborts_pipeline": one.aborted,
            }
            for one in SEQUENCES.values()
        ],
        "rows": [_row(row) for row in rows or all_rows],
    }


def rows_named(mnemonic: str, chip: str = DSP56001) -> tuple[Row, ...]:
    """Return a chip's encodings of a mnemonic, with "cc" for a condition; none if it does not exist."""
    return tuple(row for row in rows_of(chip) if row.family.lower() == mnemonic.lower() and row.mnemonic)


def mnemonics_of_chip(chip: str = DSP56001) -> tuple[str, ...]:
    """Return all mnemonics of a chip, with "cc" for a condition."""
    return tuple(dict.fromkeys(row.family for row in rows_of(chip) if row.mnemonic))


def description(row: Row) -> Mapping[str, Any]:
    """Return what instructions.toml and dsp56002.toml say about an encoding's mnemonic; nothing for a parallel move."""
    return _descriptions().get(row.family, {})


@cache
def _descriptions() -> dict[str, Mapping[str, Any]]:
    files = ("instructions.toml", "dsp56002.toml")
    return {entry["mnemonic"]: entry for file in files for entry in load(file)["instructions"]}


def operand_access(row: Row, place: int) -> str:
    """Return the use of an operand: "read", "write", "read-write", "address", "constant", "condition", or "target".

    An address without a memory space before it is a value that the instruction calculates. A memory operand is "read",
    "write" or "read-write" as its word in memory is; registers of its addressing mode follow from the mode. The
    destination of a conditional instruction is "read-write", because the old value may remain.
    """
    operand = row.operands[place]
    if operand.kind.cls in _CONSTANT:
        return "constant"
    if operand.kind.cls == "condition":
        return "condition"
    if operand.kind.cls in _TARGET:
        return "target"
    if operand.kind.cls == "space":
        return "address"
    before, after = _neighbours(row, place)
    if operand.kind.cls in _ADDRESS and not _SPACE.search(before):
        return "target" if SEQUENCES[row.sequence].flow else "address"
    if "#{bit" in before:
        return "read-write" if row.modifies else "read"
    if row.compares:
        return "read"
    if "," in after and row.sequence != "loop":
        is_changed = operand.kind.name == "rn_reg" and "-> Rn" in description(row).get("operation", "")
        return "read-write" if is_changed else "read"
    if "," not in before and row.table != "alu":
        # A lone operand: the count of REP and DO.
        return "read"
    return "read-write" if row.table != "move" and _reads_destination(row) else "write"


def implicit_registers(row: Row, use: Literal["reads", "writes"]) -> list[str]:
    """Return the registers and flags that an encoding reads or writes apart from its operands."""
    fixed = _FIXED_REGISTER.findall(row.syntax) if use == "reads" else []
    return [*fixed, *description(row).get(use, ())]


def _reads_destination(row: Row) -> bool:
    operation = description(row)["operation"]
    is_conditional = operation.startswith("if ")
    return is_conditional or bool(_D_IS_READ.search(operation.partition("->")[0]))


def _neighbours(row: Row, place: int) -> tuple[str, str]:
    """Return the syntax before and after an operand, up to the blank that separates two moves."""
    in_mnemonic = len(_PLACEHOLDER.findall(row.mnemonic))
    found = list(_PLACEHOLDER.finditer(row.syntax))[place - in_mnemonic]
    return row.syntax[: found.start()].rpartition(" ")[2], row.syntax[found.end() :].partition(" ")[0]


def _row(row: Row) -> dict[str, Any]:
    instruction = description(row)
    return {
        "table": row.table,
        "operation": row.op,
        "mnemonic": row.mnemonic,
        "syntax": row.syntax,
        "title": instruction.get("title", ""),
        "meaning": instruction.get("operation", ""),
        "bits": row.bits,
        "mask": row.mask,
        "value": row.value,
        "fields": {letter: list(bits) for letter, bits in row.fields.items()},
        "operands": [_operand(row, place, operand) for place, operand in enumerate(row.operands)],
        "reads": implicit_registers(row, "reads"),
        "writes": implicit_registers(row, "writes"),
        "words": row.words,
        "clocks": row.cycles,
        "flags": {flag: FLAG_EFFECTS[effect] for flag, effect in zip(FLAGS, row.ccr, strict=True)},
        "sequence": row.sequence,
        "page": row.page,
    }


def _operand(row: Row, place: int, operand: Operand) -> dict[str, str]:
    return {"kind": operand.kind.name, "letters": operand.letters, "access": operand_access(row, place)}

"""The library's assembly sources: one dialect, and heads whose registers are those that the words change."""

import re
from functools import cache
from pathlib import Path

import pytest

from dsp56k.asm import assemble_files
from dsp56k.lib.tables import SOURCES
from shared.routine_registers import Routines, listed

HEAD = re.compile(r"^; Changes: (.+)\n(?:; Clocks: .+\n)?(\w+)$", re.MULTILINE)
PROGRAMS = {
    "monitor": (("monitor.asm", "opcodes.asm"), {"CODE_EXTERNAL": 0, "DES_PACE": 0, "MD2_PACE": 0, "USER_CODE": 0}),
    "bignum": (("bignum.asm",), {}),
}
KERNELS = ("mont_product", "mont_squares", "fast_product_11", "fast_squares_11", "fast_product_22", "fast_squares_22")
"""Where the big-number routines go by a register: X:mp_sq, X:mp_pr."""
COLUMNS = 120
COLUMN_OF_EQU = 24
STATEMENT = re.compile(r"(?P<label>\w*)(?P<blank> *)(?P<operation>\w+)?(?P<operands>[^;]*)(?:;.*)?")
QUOTED = re.compile(r"'[^']*'")
UPPER = re.compile(r"(?<![\w$])(?:[XYPL]:|(?:[XY][01]?|[AB][012]?|[RNM][0-7]|SR|OMR|SP|SSH|SSL|LA|LC|CCR|MR)\b)")
"""A space or a register in capitals."""
FILES = sorted(SOURCES.rglob("*.asm"))
WITH_HEADS = [path for path in sorted(SOURCES.rglob("*.asm")) if HEAD.search(path.read_text(encoding="ascii"))]


@cache
def program(name: str) -> tuple[dict[str, int], Routines]:
    files, defines = PROGRAMS[name]
    made = assemble_files([SOURCES / file for file in files], defines=defines)
    words = {address: word for (space, address), word in made.words.items() if space == "P"}
    return {symbol: int(value) for symbol, value in made.symbols.items()}, Routines(words)


def described(routine: str, path: Path) -> set[str]:
    """What each program that has the routine does with the registers."""
    found = set()
    for name in PROGRAMS:
        symbols, routines = program(name)
        if routine not in symbols:
            continue
        effects = routines.effects(symbols[routine])
        registers = effects.registers
        if effects.indirect and path.parent.name != "bignum":
            found.add("all registers")
            continue
        if effects.indirect:
            registers = registers.union(*(routines.effects(symbols[kernel]).registers for kernel in KERNELS))
        found.add(listed(registers))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_sources_are_in_one_dialect(path: Path) -> None:
    """Lower case, operations in column 8 or after a long label, no line longer than the page is wide."""
    for line in path.read_text(encoding="ascii").splitlines():
        assert len(line) <= COLUMNS, line
        assert line == line.rstrip(), line
        parts = STATEMENT.fullmatch(QUOTED.sub("''", line))
        assert parts is not None, line
        operation = parts["operation"]
        if operation is None:
            continue
        assert operation == operation.lower(), line
        assert parts.start("operation") % 8 == 0 or len(parts["label"]) > COLUMN_OF_EQU, line
        assert parts["label"] or parts.start("operation") == 8, line
        assert not UPPER.search(parts["operands"]), line


def test_most_sources_have_heads() -> None:
    assert len(WITH_HEADS) >= 20


@pytest.mark.parametrize("path", WITH_HEADS, ids=lambda path: path.stem)
def test_heads_name_the_registers_that_change(path: Path) -> None:
    heads = {routine: registers for registers, routine in HEAD.findall(path.read_text(encoding="ascii"))}
    assert {routine: described(routine, path) for routine in heads} == {
        routine: {registers} for routine, registers in heads.items()
    }

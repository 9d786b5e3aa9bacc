"""The heads of the library's routines: what they say of the registers is what the words do."""

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


def test_most_sources_have_heads() -> None:
    assert len(WITH_HEADS) >= 20


@pytest.mark.parametrize("path", WITH_HEADS, ids=lambda path: path.stem)
def test_heads_name_the_registers_that_change(path: Path) -> None:
    heads = {routine: registers for registers, routine in HEAD.findall(path.read_text(encoding="ascii"))}
    assert {routine: described(routine, path) for routine in heads} == {
        routine: {registers} for routine, registers in heads.items()
    }

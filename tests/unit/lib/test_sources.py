"""The library's assembly sources: one dialect, and header comments with exactly the registers that the words change."""

import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from dsp56k.lib import SOURCES
from dsp56k.lib.algorithms import CIPHERS
from dsp56k.lib.ciphers.des import TRIPLE_DES_COMMANDS
from dsp56k.lib.image import SMALL_BANK, Commands
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.source_headers import ENTRIES, PURPOSE, headers_of
from shared.routine_registers import Routines, listed

CALL = re.compile(r"^[^;\n]*\sjsr? +[<>]?([a-z]\w*)(?= *(?:;|$))", re.MULTILINE)
LABEL = re.compile(r"^[a-z]\w*", re.MULTILINE)
MEMORY = re.compile(r"[XYLP]:\S+")
RESULT = re.compile(r"\b(?:[AB][012]?|[XY][01]?|[RNM][0-7]|OMR)\b")
OPTIONS = {"CODE_EXTERNAL": 0, "DES_PACE": 0, "MD2_PACE": 0, "GENERAL_LOOPS": 0}
OPTIONS |= {"BATCHES": 0, "START_CHECKS": 7, "USER_CODE": 0}
PROGRAMS: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "monitor": (("monitor.asm", "opcodes.asm"), OPTIONS),
    **{
        source: (
            ("monitor.asm", source, "opcodes.asm"),
            OPTIONS | {"BATCHES": int(source == "batches.asm"), "USER_CODE": SMALL_BANK},
        )
        for source in (TRIPLE_DES_COMMANDS, *(f"{commands}.asm" for commands in get_args(Commands)))
        # The comments of routines describe packets with ciphers: the null cipher changes fewer registers.
        if source != "packets_null.asm"
    },
    "bignum": (("bignum.asm",), {}),
    "MD2 pair": (("md2_pair.asm",), {}),
    "fixed point": (("fixed_point.asm",), {}),
    "SHA-1": (("digests/sha1.asm",), {}),
    "AES": (("ciphers/aes.asm",), {}),
    "bitsliced DES": (("des/slice_search.asm",), {}),
    **{
        f"{cipher.name}, {variant}": ((cipher.source,), cipher.defines(variant))
        for cipher in CIPHERS
        for variant in cipher.variants
    },
}
KERNELS = ("mont_product", "mont_squares", "fast_product_11", "fast_squares_11", "fast_product_22", "fast_squares_22")
"""Pointers by which the big-number routines jump: X:mp_sq, X:mp_pr."""
COLUMNS = 120
COLUMN_OF_EQU = 24
STATEMENT = re.compile(r"(?P<label>\w*)(?P<blank> *)(?P<operation>\w+)?(?P<operands>[^;]*)(?:;.*)?")
QUOTED = re.compile(r"'[^']*'")
UPPER = re.compile(r"(?<![\w$])(?:[XYPL]:|(?:[XY][01]?|[AB][012]?|[RNM][0-7]|SR|OMR|SP|SSH|SSL|LA|LC|CCR|MR)\b)")
"""A space or a register in capitals."""
FILES = sorted(SOURCES.rglob("*.asm"))
WITH_HEADS = [path for path in FILES if "; Changes: " in path.read_text(encoding="ascii")]


@cache
def program(name: str) -> tuple[dict[str, int], Routines]:
    files, defines = PROGRAMS[name]
    made = assembled(*files, **defines)
    words = {address: word for (space, address), word in made.words.items() if space == "P"}
    return {symbol: int(value) for symbol, value in made.symbols.items()}, Routines(words)


def described(routine: str, path: Path) -> set[str]:
    """Return the registers that each program with the routine changes."""
    found = set()
    variants: set[str] = set()
    for name in PROGRAMS:
        symbols, routines = program(name)
        if routine not in symbols:
            continue
        if routine.startswith("command_") and path.relative_to(SOURCES).as_posix() not in PROGRAMS[name][0]:
            continue  # the user's opcodes are other commands in each firmware
        effects = routines.effects(symbols[routine])
        registers = effects.registers
        if path.parent.parent.name == "ciphers":  # a head is that of all variants
            variants |= registers
            continue
        if effects.indirect and path.parent.name != "bignum":
            found.add("all registers")
            continue
        if effects.indirect:
            registers = registers.union(*(routines.effects(symbols[kernel]).registers for kernel in KERNELS))
        found.add(listed(registers))
    return found | ({listed(frozenset(variants))} if variants else set())


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


def heads_of(path: Path) -> dict[str, dict[str, str]]:
    return headers_of(path.read_text(encoding="ascii"))


def test_what_is_called_has_a_head() -> None:
    sources = [path.read_text(encoding="ascii") for path in FILES]
    heads = {routine for path in FILES for routine in heads_of(path)}
    labels = {label for source in sources for label in LABEL.findall(source)}
    called = {label for source in sources for label in CALL.findall(source)} & labels
    assert len(called) > 100
    assert called - heads == set()


@pytest.mark.parametrize("path", WITH_HEADS, ids=lambda path: path.stem)
def test_heads_have_one_form(path: Path) -> None:
    """Purpose, arguments, results, registers, clocks; a result in a register is among those that change."""
    for routine, head in heads_of(path).items():
        assert head[PURPOSE], routine
        assert list(head) == [entry for entry in ENTRIES if entry in head], routine
        if "In" in head or "Out" in head:
            assert all(head.get(entry, ".").endswith(".") for entry in (PURPOSE, "In", "Out")), routine
        changed = head["Changes"].replace(" ", ",")
        if changed != "all,registers":
            results = RESULT.findall(MEMORY.sub("", head.get("Out", "")))
            assert [result for result in results if not covers(head["Changes"], result)] == [], routine


def covers(changes: str, register: str) -> bool:
    """`R0-R3` has R1, `X` has X0, and A1 is in `A`."""
    for part in changes.split():
        first, _, last = part.partition("-")
        if register.startswith(part) or first <= register <= last:
            return True
    return False


@pytest.mark.parametrize("path", WITH_HEADS, ids=lambda path: path.stem)
def test_heads_name_the_registers_that_change(path: Path) -> None:
    heads = heads_of(path)
    assert {routine: described(routine, path) for routine in heads} == {
        routine: {head["Changes"]} for routine, head in heads.items()
    }

"""Which registers a routine of an assembled program may change, read from its words on every path to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsp56k.asm import disassemble

MOVES = ("move", "movec", "movem", "movep")
WITHOUT_RESULT = ("andi", "btst", "cmp", "cmpm", "do", "ori", "rep", "tst")
BIT_CHANGES = ("bchg", "bclr", "bset")
UPDATED = re.compile(r"\((r\d)\)[+-]|-\((r\d)\)")
ADDRESS = re.compile(r"\$([0-9a-f]+)$", re.IGNORECASE)
ACCUMULATORS = re.compile(r"([ab])(?:[012]|10)?")
SHOWN = ("A", "B", "X0", "X1", "Y0", "Y1", *(f"{bank}{n}" for bank in "RNM" for n in range(8)), "OMR")
"""The registers in a routine's header comment, in its order, without status, stack and loop registers."""


def _names(operand: str) -> set[str]:
    """Registers that contain a destination, or that it contains."""
    if operand in ("ab", "ba"):
        return {"A", "B"}
    if operand in ("x", "y"):
        return {f"{operand}0".upper(), f"{operand}1".upper()}
    accumulator = ACCUMULATORS.fullmatch(operand)
    name = accumulator[1].upper() if accumulator else operand.upper()
    return {name} & set(SHOWN)


def changed(text: str) -> set[str]:
    """The registers that one instruction changes, by its text."""
    operation, *fields = text.split()
    if operation == "lua":
        return _names(fields[0].rpartition(",")[2])
    found: set[str] = set()
    for number, field in enumerate(fields):
        for plain, before in UPDATED.findall(field):
            found |= _names(plain or before)
        source, comma, target = field.rpartition(",")
        if number == 0 and operation not in MOVES:
            jumps = operation.startswith("j") or operation in WITHOUT_RESULT
            found |= set() if jumps else _names(target)
            if operation == "norm":
                found |= _names(source)
        elif comma:
            found |= _names(target)
    return found


@dataclass(frozen=True)
class Effects:
    """The registers that a routine can change; `indirect` if it jumps to an address in a register."""

    registers: frozenset[str]
    indirect: bool


class Routines:
    """The routines of a program: P memory's words by address."""

    def __init__(self, words: Mapping[int, int]) -> None:
        self._words = words
        self._known: dict[int, Effects] = {}

    def effects(self, start: int) -> Effects:
        """Return the effects of the routine at an address and of its callees."""
        return self._effects(start, ())

    def _effects(self, start: int, callers: tuple[int, ...]) -> Effects:
        if start in self._known:
            return self._known[start]
        registers: set[str] = set()
        indirect = False
        for text in self._instructions(start):
            registers |= changed(text)
            operation = text.split()[0]
            target = ADDRESS.search(text)
            if operation.startswith("j") and target is None:
                indirect = True
            elif operation.startswith("js") and target and (place := int(target[1], 16)) not in (*callers, start):
                called = self._effects(place, (*callers, start))
                registers |= called.registers
                indirect |= called.indirect
        effects = Effects(frozenset(registers), indirect)
        if not callers:
            self._known[start] = effects
        return effects

    def _instructions(self, start: int) -> Iterator[str]:
        """Every instruction that can follow, up to returns; calls are not entered."""
        seen: set[int] = set()
        todo = [start]
        while todo:
            at = todo.pop()
            while at in self._words and at not in seen:
                seen.add(at)
                text, length = disassemble(self._words[at], self._words.get(at + 1, 0), at)
                operation = text.split()[0]
                if operation == "dc":
                    break
                yield text
                target = ADDRESS.search(text)
                if operation.startswith("j") and not operation.startswith("js") and target:
                    todo.append(int(target[1], 16))
                if operation in ("jmp", "rti", "rts"):
                    break
                at += length


def listed(registers: frozenset[str]) -> str:
    """Format registers as in a header comment: `A B X R0-R3 N7`."""
    parts: list[str] = []
    names = [name for name in SHOWN if name in registers]
    for bank in ("A", "B", "X", "Y", "R", "N", "M", "OMR"):
        mine = [name for name in names if name == bank or (len(bank) == 1 and name[:1] == bank and name[1:].isdigit())]
        if bank in "XY" and len(mine) == 2:
            parts.append(bank)
        elif bank in "RNM":
            parts += _ranges([int(name[1:]) for name in mine], bank)
        else:
            parts += mine
    return " ".join(parts) or "nothing"


def _ranges(numbers: list[int], bank: str) -> Iterator[str]:
    while numbers:
        first = last = numbers.pop(0)
        while numbers and numbers[0] == last + 1:
            last = numbers.pop(0)
        if last > first + 1:
            yield f"{bank}{first}-{bank}{last}"
        else:
            yield from (f"{bank}{number}" for number in range(first, last + 1))

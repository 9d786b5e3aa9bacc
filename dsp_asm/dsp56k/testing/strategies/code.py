"""Instructions generated from the encodings of the instruction set, and programs that end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from hypothesis import strategies as st

from dsp56k import isa
from dsp56k.asm import assemble, disassemble
from dsp56k.testing.strategies.numbers import ADDRESS_BITS, words

_COVERED = {"alu": 0x0000FF, "move": 0xFFFF00, "control": 0xFFFFFF}
"""The bits of the first word that an encoding of each table defines."""
_ADDRESSES = st.integers(0, (1 << ADDRESS_BITS) - 1)
_POINTER = re.compile(r",[rnm]\d\b")
_PROGRAM_MEMORY = re.compile(r"\bp:")
_CONTROL_REGISTER = re.compile(r"\b(?:sr|omr|sp|ss[hl]|l[ac]|mr|m\d)\b")
_MOST_PASSES, _DEPTH = 5, 2
_FIRST_POINTER, _POINTER_ROOM = 0x1000, 0x100
DONE = "done"
"""The label at the end of a program."""


@dataclass(frozen=True)
class Instruction:
    """An instruction: its text, which assembles, and its one or two words."""

    text: str
    words: tuple[int, ...]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Program:
    """A program that begins at P:$40 and ends at the label `done`, a jump to itself.

    Attributes:
        source: Its text.
        instructions: The number executed before `done`; a REP and each repetition count as one.
    """

    source: str
    instructions: int

    def __str__(self) -> str:
        return self.source


def instructions() -> st.SearchStrategy[Instruction]:
    """Return a strategy of all instructions that the assembler accepts; all encodings are equally frequent."""
    return st.one_of(_of_rows(isa.CONTROL_ROWS), _of_rows(isa.MOVE_ROWS))


def plain_instructions() -> st.SearchStrategy[Instruction]:
    """Return a strategy of data ALU instructions with their parallel moves.

    They change neither the program flow nor an address register, except by (R)+ and other updates, and do not access
    the memory's I/O page if R, N and M do not point there.
    """
    return _of_rows(isa.MOVE_ROWS).filter(_is_plain)


def _is_plain(instruction: Instruction) -> bool:
    text = instruction.text
    absolute = len(instruction.words) > 1 and "#" not in text
    return not absolute and not any(pattern.search(text) for pattern in (_POINTER, _PROGRAM_MEMORY, _CONTROL_REGISTER))


def _of_rows(rows: tuple[isa.Row, ...]) -> st.SearchStrategy[Instruction]:
    return st.sampled_from(rows).flatmap(_of_row)


def _of_row(row: isa.Row) -> st.SearchStrategy[Instruction]:
    first = _words_of(row)
    if row.table == "move":
        operations = st.sampled_from(isa.ALU_ROWS).flatmap(_words_of)
        first = st.builds(int.__or__, first, operations)
    holds_word = any(operand.kind.cls == "word" for operand in row.operands)
    made = st.builds(_accepted, first, words() if holds_word else _ADDRESSES)
    return made.filter(lambda instruction: instruction is not None).map(_certain)


def _certain(instruction: Instruction | None) -> Instruction:
    assert instruction is not None  # the filter guarantees it
    return instruction


def _words_of(row: isa.Row) -> st.SearchStrategy[int]:
    """Return a strategy of first words of an encoding, or of its part of one; don't-care bits are 0."""
    free = _COVERED[row.table] & ~row.mask & ~row.dont_care
    places = [bit for bit in range(24) if free >> bit & 1]
    spread = st.integers(0, (1 << len(places)) - 1).map(
        lambda bits: row.value | sum((bits >> index & 1) << place for index, place in enumerate(places))
    )
    return spread.filter(lambda word: row.read_all(word) is not None)


@lru_cache(maxsize=1 << 16)
def _accepted(word: int, second: int) -> Instruction | None:
    """Return the instruction of these words, if the chip has it and the assembler reproduces it from its text."""
    decoded = isa.decode(word)
    if decoded is None:
        return None
    text, length = disassemble(word, second)
    if text.startswith("dc"):
        return None
    made = assemble(f" org p:0\n {text}\n")
    if not made.ok or len(made.words) != length:
        return None
    return Instruction(" ".join(text.split()), tuple(made.words["P", address] for address in range(length)))


@dataclass(frozen=True)
class _Repeat:
    """REP and its instruction."""

    times: int
    instruction: Instruction


@dataclass(frozen=True)
class _Loop:
    """DO, its body, and a NOP at its end, where some instructions are not allowed (UM A-233)."""

    times: int
    body: list[_Piece]


_Piece = Instruction | _Repeat | _Loop


def programs(max_size: int = 4) -> st.SearchStrategy[Program]:
    """Return a strategy of programs that obey the manual's rules and end: straight-line code, REP, nested DO loops.

    Each list of instructions has at most `max_size`. R0 to R7 begin at $1000, $1100 and so on.
    """
    times = st.integers(1, _MOST_PASSES)
    plain = plain_instructions()
    repeats = st.builds(_Repeat, times, plain.filter(lambda instruction: len(instruction.words) == 1))
    bodies: st.SearchStrategy[list[_Piece]] = st.lists(st.one_of(plain, repeats), max_size=max_size)
    for _ in range(_DEPTH):
        bodies = st.lists(st.one_of(plain, repeats, st.builds(_Loop, times, bodies)), max_size=max_size)
    return bodies.map(_program)


def _program(body: list[_Piece]) -> Program:
    start = [f" move #${_FIRST_POINTER + number * _POINTER_ROOM:x},r{number}" for number in range(8)]
    numbers = count(1)
    lines = [" org p:$40", *start, " nop", *(line for piece in body for line in _lines(piece, numbers))]
    return Program("\n".join([*lines, f"{DONE} jmp {DONE}"]) + "\n", len(start) + 1 + sum(map(_executed, body)))


def _lines(piece: _Piece, numbers: Iterator[int]) -> Iterator[str]:
    match piece:
        case Instruction(text=text):
            yield f" {text}"
        case _Repeat(times=times, instruction=instruction):
            yield from (f" rep #{times}", f" {instruction}")
        case _Loop(times=times, body=body):
            label = f"end{next(numbers)}"
            yield f" do #{times},{label}"
            for inner in body:
                yield from _lines(inner, numbers)
            yield from (" nop", label)


def _executed(piece: _Piece) -> int:
    """Return the number of executed instructions: a REP and each repetition, a DO and each iteration."""
    match piece:
        case Instruction():
            return 1
        case _Repeat(times=times):
            return 1 + times
        case _Loop(times=times, body=body):
            return 1 + times * (1 + sum(map(_executed, body)))

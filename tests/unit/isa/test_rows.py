"""The tables of instructions: both languages decode all 2^24 words alike, and encoding is the inverse of decoding."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from dsp56k import isa

ALL = 1 << 24


def _legal(row: isa.Row, low: int, count: int) -> np.ndarray:
    """Return the words of an encoding, of `count` words from `low`, spaced by the bits that the encoding ignores."""
    words = np.arange(low, low + count, dtype=np.uint32)
    legal: np.ndarray = (words & row.mask) == row.value
    for operand in row.operands:
        letters = operand.letters
        codes: np.ndarray = np.zeros(count, dtype=np.uint32)
        for letter in letters:
            for bit in row.fields[letter]:
                codes = codes << 1 | words >> bit & 1
        width = sum(len(row.fields[letter]) for letter in letters)
        sample = [_word_with(row, letters, code) for code in range(1 << width)]
        table = np.array([row.read(operand, word) is not None for word in sample])
        legal &= table[codes]
    return legal


def _word_with(row: isa.Row, letters: str, code: int) -> int:
    word = row.value
    bits = [bit for letter in letters for bit in row.fields[letter]]
    for bit in reversed(bits):
        word |= (code & 1) << bit
        code >>= 1
    return word


@cache
def _row_table() -> tuple[np.ndarray, np.ndarray]:
    """Return for all words the number of matching encodings, and the index of the encoding or the pair (0: illegal)."""
    claims = np.zeros(ALL, dtype=np.uint8)
    number = np.zeros(ALL, dtype=np.uint32)
    for index, row in enumerate(isa.CONTROL_ROWS):
        top = row.value & 0xFF0000
        span = (row.mask & 0xFF0000) ^ 0xFF0000
        tops = sorted({top | spread for spread in range(0, ALL, 1 << 16) if spread & ~span == 0})
        for start in tops:
            legal = _legal(row, start, 1 << 16)
            claims[start : start + (1 << 16)] += legal
            number[start : start + (1 << 16)][legal] = index + 1
    alu_claims = np.zeros(256, dtype=np.uint8)
    alu_number = np.zeros(256, dtype=np.uint32)
    for index, row in enumerate(isa.ALU_ROWS):
        legal = _legal(row, 0, 256)
        alu_claims += legal
        alu_number[legal] = index + 1
    move_claims = np.zeros(1 << 16, dtype=np.uint8)
    move_number = np.zeros(1 << 16, dtype=np.uint32)
    shifted = np.arange(1 << 16, dtype=np.uint32) << 8
    for index, row in enumerate(isa.MOVE_ROWS):
        candidates = np.nonzero((shifted & row.mask) == row.value)[0]
        for at in candidates:
            if row.read_all(int(at) << 8) is not None:
                move_claims[at] += 1
                move_number[at] = index + 1
    parallel = move_claims[:, None] * alu_claims[None, :]
    pair = (move_number[:, None] << 16) | (alu_number[None, :] << 8)
    claims += parallel.reshape(-1)
    number += np.where(parallel, pair, 0).astype(np.uint32).reshape(-1)
    return claims, number


def test_every_word_belongs_to_one_row_or_none() -> None:
    claims, _ = _row_table()
    assert int(claims.max()) == 1


def test_rust_and_python_decode_all_words_alike() -> None:
    from dsp56k.emu import _core

    table = np.frombuffer(_core.decode_table(), dtype="<u4")
    _, number = _row_table()
    different = np.nonzero(table != number)[0]
    assert not len(different), [hex(int(word)) for word in different[:8]]


def test_the_decoder_agrees_with_the_table() -> None:
    _, number = _row_table()
    pick = random.Random(1990)
    for _ in range(20_000):
        word = pick.getrandbits(24) if pick.random() < 0.5 else pick.getrandbits(20)
        decoded = isa.decode(word)
        if decoded is None:
            assert number[word] == 0
        elif len(decoded.parts) == 1:
            assert number[word] == decoded.parts[0].row.index + 1
        else:
            move, alu = decoded.parts
            assert number[word] == (move.row.index + 1) << 16 | (alu.row.index + 1) << 8


def test_encoding_undoes_decoding() -> None:
    pick = random.Random(56001)
    seen = set()
    for _ in range(60_000):
        word = pick.getrandbits(24) if pick.random() < 0.5 else pick.getrandbits(20)
        decoded = isa.decode(word)
        if decoded is None:
            continue
        encoded = dont_care = 0
        for part in decoded.parts:
            bits = part.row.encode(part.values)
            assert bits is not None, (hex(word), part)
            encoded |= bits
            dont_care |= part.row.dont_care
            seen.add((part.row.table, part.row.index))
        assert (encoded ^ word) & ~dont_care == 0, (hex(word), decoded)
    assert len(seen) > len(isa.ROWS) * 0.8


@pytest.mark.parametrize("row", isa.ROWS, ids=lambda row: f"{row.table}-{row.op}-{row.bits.replace(' ', '')}")
def test_each_row_encodes_what_it_decodes(row: isa.Row) -> None:
    pick = random.Random(row.bits)
    done = 0
    for _ in range(4000):
        word = row.value | pick.getrandbits(24) & ~row.mask & {"alu": 0xFF, "move": 0xFFFF00}.get(row.table, 0xFFFFFF)
        values = row.read_all(word)
        if values is None:
            continue
        encoded = row.encode(values)
        assert encoded is not None
        assert (encoded ^ word) & ~row.dont_care == 0
        assert row.read_all(encoded) == values
        done += 1
    assert done


@pytest.mark.parametrize(
    ("op", "kind", "value"),
    [
        ("Clr", "acc", 0),
        ("Clr", "acc", "X0"),
        ("Clr", "acc", ("PostInc", 1)),
        ("Jmp", "ea", 0),
        ("Jmp", "ea", "A"),
        ("Jmp", "ea", ("Immediate", 0)),
        ("Jmp", "abs12", 0x1000),
        ("Rep", "imm12", 0x1000),
        ("Rep", "imm12", -1),
        ("Rep", "imm12", "A"),
    ],
)
def test_a_value_of_another_class_or_range_has_no_code(op: str, kind: str, value: isa.OperandValue) -> None:
    (row,) = (row for row in isa.ROWS if row.op == op and [one.kind.name for one in row.operands] == [kind])
    assert row.encode((value,)) is None


def test_later_chips_are_named_and_never_legal() -> None:
    assert isa.decode(0x000008) is None
    assert isa.later_chip(0x000008) == ("INC", "DSP56002")
    assert isa.later_chip(0x0D10C0) == ("BRA", "DSP56300")
    assert isa.later_chip(0x01260D | 0x80) == ("MACSU", "DSP56002")
    assert isa.later_chip(0x00030A) == ("DEBUGcc", "DSP56002")
    assert isa.decode(0x01268D) is None


@pytest.mark.parametrize(
    ("word", "mnemonic"),
    [
        # Moves of the registers SC, VBA, SZ and EP, in every form of MOVEC.
        (0x0447B1, "MOVEC"),
        (0x04C4B0, "MOVEC"),
        (0x05F430, "MOVEC"),
        (0x05F438, "MOVEC"),
        (0x05F42A, "MOVEC"),
        (0x0512B1, "MOVEC"),
        (0x058530, "MOVEC"),
        (0x05D878, "MOVEC"),
        (0x0531AA, "MOVEC"),
        (0x04F8BB, "MOVEC"),
        # The same registers where any register may be an operand.
        (0x07D8B0, "MOVEM"),
        (0x070531, "MOVEM"),
        (0x08F020, "MOVEP"),
        (0x06EA00, "DO"),
        (0x06F120, "REP"),
        (0x0AF163, "BSET"),
        (0x0BF123, "JSSET"),
        # LUA to a register of the data ALU, and an operation on a condition.
        (0x045804, "LUA"),
        (0x044A0E, "LUA"),
        (0x202A40, "IFcc"),
        (0x203A40, "IFcc.U"),
    ],
)
def test_words_with_operands_of_the_dsp56300_are_named(word: int, mnemonic: str) -> None:
    assert isa.decode(word) is None
    assert isa.later_chip(word) == (mnemonic, "DSP56300")


@pytest.mark.parametrize("word", [0x0440A8, 0x05F42B, 0x044502, 0x06EB00])
def test_codes_of_no_register_are_no_later_chip(word: int) -> None:
    assert isa.decode(word) is None
    assert isa.later_chip(word) is None


def test_known_words() -> None:
    """Words of Motorola's own assembler, written down by hand from the operands."""
    for word, op in (
        (0x200026, "Abs"),
        (0x0B6000, "Bchg"),
        (0x0460A1, "Movec"),
        (0x000005, "Illegal"),
        (0x0C0DAD, "Jmp"),
    ):
        decoded = isa.decode(word)
        assert decoded is not None
        assert decoded.parts[-1].row.op == op


@pytest.mark.parametrize(
    ("formula", "terms", "expected"),
    [("6+ea+ap", {"ea": 2, "ap": 4}, 12), ("4+2ax", {"ax": 3}, 10), ("2+mv", {}, 2), ("n/a", {}, None)],
)
def test_clock_formulae(formula: str, terms: dict[str, int], expected: int | None) -> None:
    assert isa.clocks(formula, **terms) == expected


def test_every_formula_is_readable() -> None:
    for row in isa.ROWS:
        counted = isa.clocks(row.cycles)
        assert counted is None if row.cycles == "n/a" else isinstance(counted, int), row

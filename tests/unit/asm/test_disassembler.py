"""Disassemble, assemble, compare: words of every encoding, and words that hypothesis draws."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import isa
from dsp56k.asm import assemble, disassemble, render_all

WORDS_PER_ROW = 24


def sample(row: isa.Row, seed: int) -> list[int]:
    """Yield legal words of an encoding, with random free bits."""
    random_bits = random.Random(seed)
    covered = {"alu": 0xFF, "move": 0xFFFF00, "control": 0xFFFFFF}[row.table]
    found = []
    for _ in range(WORDS_PER_ROW * 4):
        word = random_bits.getrandbits(24) & ~row.mask | row.value
        if row.table == "alu":
            word = word & 0xFF | 0x44D800
        elif row.table == "move":
            # ABS A, or MOVE where the move itself writes A.
            word &= covered
        if isa.decode(word) is not None:
            found.append(word)
        if len(found) == WORDS_PER_ROW:
            break
    return found


def two_encodings(decoded: isa.Decoded) -> bool:
    """A MOVEC between two control registers: its text means the first of its two encodings (UM A-157)."""
    (part, *_) = decoded.parts
    return len(part.values) == 2 and all(value in isa.KINDS["ctrl_reg"].values for value in part.values)


def check(word: int, ext: int) -> None:
    decoded = isa.decode(word)
    assert decoded is not None
    text, words = disassemble(word, ext)
    assert words == decoded.words
    # REP before nothing and registers used at once are none of this test's business: warnings are allowed.
    obj = assemble(f" org p:0\n {text}\n")
    if any(entry.code in ("A0627", "A0633", "A0634", "A0635") for entry in obj.diagnostics):
        return
    assert obj.ok, text + "\n" + render_all(obj.diagnostics)
    assert len(obj.words) == words
    dont_care = 0
    for part in decoded.parts:
        dont_care |= part.row.dont_care
    if not two_encodings(decoded):
        assert (obj.words["P", 0] ^ word) & ~dont_care == 0, f"{word:06X} {text}"
    if words == 2:
        assert obj.words["P", 1] == ext, text


def second_word(word: int, random_bits: int) -> int:
    """A second word that the instruction can have: 24 bits of data, or a 16-bit address."""
    decoded = isa.decode(word)
    assert decoded is not None
    kinds = {operand.kind.cls for part in decoded.parts for operand in part.row.operands}
    return random_bits if "word" in kinds else random_bits & 0xFFFF


@pytest.mark.parametrize("row", isa.ROWS, ids=lambda row: f"{row.table}-{row.index}-{row.op}")
def test_round_trip_of_a_row(row: isa.Row) -> None:
    words = sample(row, row.index)
    for number, word in enumerate(words):
        check(word, second_word(word, random.Random(number).getrandbits(24)))


@settings(max_examples=300)
@given(st.integers(0, 0xFFFFFF), st.integers(0, 0xFFFFFF))
def test_round_trip_of_any_word(word: int, ext: int) -> None:
    if isa.decode(word) is not None:
        check(word, second_word(word, ext))
    else:
        assert disassemble(word) == (f"dc      ${word:06x}", 1)


@pytest.mark.parametrize(
    ("word", "ext", "text", "words"),
    [
        (0x000000, 0, "nop", 1),
        (0xF098D2, 0, "mac     y0,x0,a  x:(r0)+,x0 y:(r4)+,y0", 1),
        (0x0AF080, 0x1234, "jmp     >$1234", 2),
        (0x0C0DAD, 0, "jmp     <$dad", 1),
        (0x0EADAD, 0, "jeq     <$dad", 1),
        (0x060580, 0x000A, "do      #$05,$000b", 2),
        (0x44F400, 0xBAFBAF, "move    #>$bafbaf,x0", 2),
        (0x240100, 0, "move    #<$01,x0", 1),
        (0x0AB000, 0, "bclr    #0,x:<<$fff0", 1),
        (0x56B300, 0, "move    x:<$33,a", 1),
        (0x030046, 0, "tcc     x0,a r0,r6", 1),
        (0x0000FF, 0, "dc      $0000ff", 1),
        (0x200000, 0, "dc      $200000", 1),
    ],
)
def test_text(word: int, ext: int, text: str, words: int) -> None:
    assert disassemble(word, ext) == (text, words)


def test_names_stand_in_the_place_of_addresses() -> None:
    asked: list[tuple[str, int]] = []

    def naming(space: str, address: int) -> str | None:
        asked.append((space, address))
        return {("X", 0x10): "Here", ("P", 0x44): "Loop_End", ("P", 0x1234): "far"}.get((space, address))

    texts = {
        (0x561000, 0): "move    a,x:<Here",
        (0x5E1000, 0): "move    a,y:<$10",
        (0x567000, 0x10): "move    a,x:>Here",
        (0x060580, 0x43): "do      #$05,Loop_End",
        (0x0AF080, 0x1234): "jmp     >far",
        (0x0C0044, 0): "jmp     <Loop_End",
        (0x0AA981, 0x44): "jclr    #1,x:<<$ffe9,Loop_End",
        (0x301000, 0): "move    #<$10,r0",
        (0x60F400, 0x10): "move    #>$000010,r0",
    }
    for (word, second), text in texts.items():
        assert disassemble(word, second, naming=naming)[0] == text
        assert disassemble(word, second)[0] == disassemble(word, second, naming=lambda *_: None)[0]
    assert ("X", 0xFFE9) in asked

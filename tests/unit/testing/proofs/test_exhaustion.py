"""Theorems by exhaustion: inverses of all odd words, on the emulator, and the tables of DES, entry by entry."""

from __future__ import annotations

import os

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib import tables
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled

ALL = os.environ.get("PROOFS") == "all"
"""All odd words are tried, as by make proofs; otherwise those of a part of the range."""
WORDS = 1 << 23
PART = 1 << 15
SWEEP = """
word    equ     $38
bits    equ     $39
mask    equ     $3a
above   equ     $3b
product equ     $3c
wrong   equ     $3d
times   equ     $3e
parts   equ     $3f
        org     p:$7000
sweep   do      y:parts,_parts
        do      y:times,_words
        move    y:bits,r7
        move    y:word,a
        jsr     {routine}
        move    b1,y0
        move    y:word,x0
        mpy     x0,y0,a         y:product,x1
        asr     a
        move    a0,b
        eor     x1,b            y:mask,x1
        and     x1,b            y:above,x1
        tfr     y0,a
        and     x1,a            b1,x1
        or      x1,a            y:wrong,x1
        or      x1,a
        move    a1,y:wrong
        move    y:word,a
        move    #>2,x1
        add     x1,a
        move    a1,y:word
_words  nop
_parts  nop
done    jmp     done
"""


def wrong_bits(routine: str, first: int, count: int, *, bits: int = 24, product: int = 1) -> int:
    """Return the bits in which x / x differs from a number modulo 2^bits, and those of 1 / x from `bits` on.

    The words x are odd, and are `count` from the first on.
    """
    library = assembled(PROGRAM)
    source = f"{routine} equ ${int(str(library.symbols[routine])):X}\n" + SWEEP.format(routine=routine)
    program = assemble(source)
    assert program.ok, program.diagnostics
    dsp = Dsp56001()
    dsp.load(library)
    dsp.load(program)
    times = min(count, PART)
    mask = (1 << bits) - 1
    dsp.y[0x38:0x40] = [first, bits, mask, mask ^ 0xFF_FFFF, product, 0, times, count // times]
    dsp.regs.pc = dsp.symbols["sweep"]
    dsp.regs.sp = 0
    assert dsp.run(until="done").reason is StopReason.BREAKPOINT
    assert dsp.y[0x38] == (first + 2 * count) & 0xFF_FFFF
    return int(dsp.y[0x3D])


@pytest.mark.parametrize("routine", ["word_inverse", "word_inverse_bits"])
def test_the_inverse_of_each_odd_word_is_right(routine: str) -> None:
    first, count = (1, WORDS) if ALL else (0xFF_8001, PART // 2)
    assert wrong_bits(routine, first, count) == 0
    assert wrong_bits(routine, first, 16, product=3) == 2


@pytest.mark.parametrize("bits", range(1, 21 if ALL else 12))
def test_the_paper_s_loop_is_right_for_each_number_of_bits(bits: int) -> None:
    assert wrong_bits("word_inverse_bits", 1, 1 << bits - 1, bits=bits) == 0
    assert wrong_bits("word_inverse_bits", 1, 1 << bits - 1, bits=bits, product=0) == 1


def permuted(bits: int, width: int, order: tuple[int, ...]) -> int:
    """Return bits in another order; bit 1 is the most significant (FIPS 46)."""
    result = 0
    for number in order:
        result = result << 1 | bits >> width - number & 1
    return result


@pytest.mark.parametrize("box", range(8))
def test_each_entry_of_an_s_box_is_right(box: int) -> None:
    """E(P(S(field))) by the tables of FIPS 46; tests/unit/lib compares the program's words with these planes."""
    planes = tables.des_planes()
    for field in range(64):
        row, column = (field >> 5) << 1 | field & 1, field >> 1 & 15
        nibble = int(tables.S_BOXES[box][row][column], 16)
        half = permuted(nibble << 4 * (7 - box), 32, tables.P)
        expanded = 0
        for group in range(8):
            for number in range(4 * group - 1, 4 * group + 5):
                expanded = expanded << 1 | half >> 31 - number % 32 & 1
        entry = 64 * box + (field ^ 32)
        assert (planes["s_high"][entry], planes["s_low"][entry]) == (expanded >> 24, expanded & 0xFF_FFFF)


@pytest.mark.parametrize("byte", range(8))
def test_each_entry_of_the_initial_permutation_is_right(byte: int) -> None:
    """Bits k of all bytes of the block are eight consecutive entries of IP (FIPS 46)."""
    for index in range(256):
        entry = tables.ip_entry(index)
        for k in range(1, 9):
            place = tables.IP.index(8 * byte + k)
            row, is_right = place % 32 // 8, place >= 32
            assert entry >> 12 * (3 - row) + is_right & 1 == index >> 8 - k & 1
        assert entry & ~0x0030_0300_3003 == 0


def test_each_mask_of_the_second_choice_is_right() -> None:
    masks = [mask for half in (0, 1) for mask in tables.pc2_masks(half)]
    for bit, mask in enumerate(masks, 1):
        places = [place % 24 for place, chosen in enumerate(tables.PC2) if chosen == bit]
        assert mask == sum(1 << 23 - place for place in places)

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
word    equ     $3c
wrong   equ     $3d
times   equ     $3e
parts   equ     $3f
        org     p:$7000
sweep   do      y:parts,_parts
        do      y:times,_words
        move    #24,r7
        move    y:word,a
        jsr     {routine}
        move    b1,y0
        move    y:word,x0
        mpy     x0,y0,a         #>{product},x1
        asr     a
        move    a0,b
        eor     x1,b            y:wrong,x1
        or      x1,b
        move    b1,y:wrong
        move    y:word,a
        move    #>2,x1
        add     x1,a
        move    a1,y:word
_words  nop
_parts  nop
done    jmp     done
"""


def wrong_bits(routine: str, first: int, count: int, product: int = 1) -> int:
    """Return the bits in which x / x differs from a number, for `count` odd words x."""
    library = assembled(PROGRAM)
    source = f"{routine} equ ${int(str(library.symbols[routine])):X}\n" + SWEEP.format(routine=routine, product=product)
    program = assemble(source)
    assert program.ok, program.diagnostics
    dsp = Dsp56001()
    dsp.load(library)
    dsp.load(program)
    times = min(count, PART)
    dsp.y[0x3C:0x40] = [first, 0, times, count // times]
    dsp.regs.pc = dsp.symbols["sweep"]
    dsp.regs.sp = 0
    assert dsp.run(until="done").reason is StopReason.BREAKPOINT
    assert dsp.y[0x3C] == (first + 2 * count) & 0xFF_FFFF
    return int(dsp.y[0x3D])


@pytest.mark.parametrize("routine", ["word_inverse", "word_inverse_bits"])
def test_the_inverse_of_each_odd_word_is_right(routine: str) -> None:
    first, count = (1, WORDS) if ALL else (0xFF_8001, PART // 2)
    assert wrong_bits(routine, first, count) == 0
    assert wrong_bits(routine, first, 16, product=3) == 2


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

"""Programs for the serial interfaces on which engine and model once differed, or which detect small mutants.

Each has the statement of the manual.
"""

from fractions import Fraction
from typing import Any

import pytest

from differential.serial.cases import Engine, Reference, SerialCase, Signature, Turn, program
from differential.serial.compare import SerialJudge
from reference_model.peripherals.sci_receiver import Character


def case(text: str, *turns: Turn, **rest: Any) -> SerialCase:
    lines = ["        org p:$40", *(line if line.endswith(":") else f"        {line}" for line in text.split("; "))]
    return SerialCase(tuple(line.rstrip(":") for line in lines), 0x40, turns, **rest)


LOOP = "again:; nop; jmp again"
SLAVE = "movep #>$300,x:$fff0; movep #>$c000,x:$fff2; movep #>7,x:$ffe1"
"""SCI, synchronous, external clocks: SCCR is written at clock 6, the pins are given at 12."""
THREE = (Character(1), Character(2), Character(3))

CASES: dict[str, tuple[SerialCase, Signature]] = {
    # Bits take 20 clocks from 26 on: the middle of bit 6 is at 156, the second byte is written at 168. The previous one
    # leaves again, the late one after it (UM 11-35, Figure 11-20 (b)).
    "SCI slave whose second byte comes too late": (
        case(
            f"{SLAVE}; movep #>$41,x:$fff4; rep #70; nop; movep #>$42,x:$fff4; {LOOP}",
            Turn(1200, characters=THREE),
            sci_bit=Fraction(20),
        ),
        {"sci": [(186, "DATA", 0x41, False), (346, "DATA", 0x41, False), (506, "DATA", 0x42, False)]},
    ),
    # The same, but the bits begin again with SCCR at 174: the second word begins at 194, after a gap, with the byte.
    "SCI slave whose second byte comes before a gap": (
        case(
            f"{SLAVE}; movep #>$41,x:$fff4; rep #70; nop; movep #>$42,x:$fff4; movep #>$c000,x:$fff2; {LOOP}",
            Turn(500, characters=THREE),
            sci_bit=Fraction(20),
        ),
        {"sci": [(186, "DATA", 0x41, False), (354, "DATA", 0x42, False)]},
    ),
    "SCI slave whose clock comes later": (
        case(f"{SLAVE}; {LOOP}", Turn(600, characters=(Character(1, not_before=301),)), sci_bit=Fraction(20)),
        {"sci": [(466, "DATA", 0, False)]},
    ),
    # A byte that replaces another before that has left STX is not the next one (UM 11-24): bits take 8 clocks from 38
    # on, the middle of bit 6 is at 90, the third byte is written at 94. Two bits lie between (UM 11-36).
    "SCI master whose byte was replaced": (
        case(
            "movep #>$200,x:$fff0; movep #>0,x:$fff2; movep #>7,x:$ffe1; movep #>1,x:$fff4; movep #>2,x:$fff4; "
            f"rep #30; nop; movep #>3,x:$fff4; {LOOP}",
            Turn(600),
        ),
        {"sci": [(102, "DATA", 2, False), (182, "DATA", 3, False)]},
    ),
    # Nothing is in the transmitter when it is disabled (UM 11-18).
    "TRNE of an SCI slave that only receives": (
        case(
            "movep #>$100,x:$fff0; movep #>$c000,x:$fff2; movep #>7,x:$ffe1; rep #20; nop; movep x:$fff1,y:(r1)+; "
            + LOOP,
            Turn(200, characters=THREE),
            sci_bit=Fraction(20),
        ),
        {"y:20": 0x03, "sci": []},
    ),
    # RE counts as the character begins (UM 11-16), at 38, not as it is written.
    "SCI master that is told to listen before the first bit": (
        case(
            "movep #>$200,x:$fff0; movep #>0,x:$fff2; movep #>7,x:$ffe1; movep #>1,x:$fff4; bset #8,x:$fff0; "
            f"rep #40; nop; movep x:$fff4,y:(r1)+; {LOOP}",
            Turn(240, characters=(Character(0x5A),)),
        ),
        {"y:20": 0x5A},
    ),
    # Transmitter and receiver are apart (UM 2-8): a character on RXD begins at 704, when the preamble's last bit has
    # left, as it would without one; it is there 9.5 bits of 64 clocks later.
    "SCI character that begins as another has left": (
        case(
            f"movep #>$302,x:$fff0; movep #>3,x:$ffe1; {LOOP}",
            Turn(1328, characters=(Character(0x5A, not_before=704),)),
        ),
        {"sci": [(704, "PREAMBLE", 0xFF, False)], "x:$FFF1": 0x07},
    ),
    # A disabled transmitter sends no preamble (UM 11-16).
    "SCI preamble taken back": (
        case(
            "movep #>$202,x:$fff0; movep #>0,x:$fff2; movep #>3,x:$ffe1; bclr #9,x:$fff0; nop; movep x:$fff1,y:(r1)+; "
            + LOOP,
            Turn(600),
        ),
        {"y:20": 0x03, "sci": []},
    ),
    # An overrun clears PE and FE (UM 11-19).
    "SCI overrun after a parity error": (
        case(
            "movep #>$104,x:$fff0; movep #>0,x:$fff2; movep #>1,x:$ffe1; poll:; jclr #4,x:$fff1,poll; "
            f"movep x:$fff1,y:(r1)+; {LOOP}",
            Turn(1500, characters=(Character(1, bad_parity=True), Character(2))),
        ),
        {"y:20": 0x17},
    ),
    # The character begins at 13, its last zero ends at 77, the tenth one is sampled at 685 (UM 11-19). SSR is read at
    # 656 and 688.
    "SCI idle line after a character of ones": (
        case(
            "movep #>$102,x:$fff0; movep #>0,x:$fff2; movep #>1,x:$ffe1; rep #255; nop; rep #60; nop; "
            f"movep x:$fff1,y:(r1)+; rep #12; nop; movep x:$fff1,y:(r1)+; {LOOP}",
            Turn(800, characters=(Character(0xFF),)),
        ),
        {"y:20": 0x07, "y:21": 0x0F},
    ),
    # Only an idle line wakes a receiver with WAKE = 0 (UM 11-15).
    "SCI address while an idle line is waited for": (
        case(
            "movep #>$142,x:$fff0; movep #>0,x:$fff2; movep #>1,x:$ffe1; rep #255; nop; rep #60; nop; "
            f"movep x:$fff1,y:(r1)+; movep x:$fff0,y:(r1)+; {LOOP}",
            Turn(800, characters=(Character(0x80),)),
        ),
        {"y:20": 0x03, "y:21": 0x142},
    ),
    # Normal mode, DC = 1, 8 bits of 4 clocks from 16 on, an external frame sync every 12 bits (Figure 11-42).
    "SSI frame syncs from outside in normal mode": (
        case(
            "movep #>$100,x:$ffec; movep #>$1200,x:$ffed; movep #>$1f8,x:$ffe1; " + LOOP,
            Turn(164),
            ssi_bit=Fraction(4),
            frame_bits=12,
        ),
        {"ssi": [(46, 0, 0, 0), (94, 0, 0, 0), (142, 0, 0, 0)]},
    ),
    # A sync every 5 bits, words of 8: each second sync comes too early and is left out (UM 11-105).
    "SSI frame syncs that come too early": (
        case("movep #>$1200,x:$ffed; movep #>$1f8,x:$ffe1; " + LOOP, Turn(130), ssi_bit=Fraction(4), frame_bits=5),
        {"ssi": [(40, 0, 0, 0), (80, 0, 0, 0), (120, 0, 0, 0)]},
    ),
    # A gated clock looks at no frame sync (UM 11-71).
    "SSI gated clock beside a frame sync": (
        case("movep #>$1620,x:$ffed; movep #>$1f8,x:$ffe1; " + LOOP, Turn(164), ssi_bit=Fraction(4), frame_bits=17),
        {"ssi": [(40, 0, 0, 0), (72, 0, 0, 0), (104, 0, 0, 0), (136, 0, 0, 0)]},
    ),
    # Bits of 16 clocks from 12 on; TX is written at 28, TE is cleared at 34, before the word begins at 44, and set
    # again at 46: it begins at 60 (UM 11-79).
    "SSI word on demand taken back": (
        case(
            "movep #>3,x:$ffec; movep #>$1a30,x:$ffed; movep #>$1f8,x:$ffe1; rep #3; nop; movep #>$ab0000,x:$ffef; "
            f"bclr #12,x:$ffed; rep #2; nop; bset #12,x:$ffed; {LOOP}",
            Turn(240),
        ),
        {"ssi": [(180, 0, 0xAB0000, 0)]},
    ),
    # SC0 shows OF0 in the synchronous mode only (Table 11-4); the pin is a clock then, which is not modelled.
    "SSI output flag when the mode changes": (
        case(
            "movep #>$1235,x:$ffed; movep #>$1f8,x:$ffe1; rep #10; nop; movep x:$ffe5,y:(r1)+; movep #>$1035,x:$ffed; "
            f"movep x:$ffe5,y:(r1)+; {LOOP}",
            Turn(120),
        ),
        {"y:20": 0x08, "y:21": 0x00},
    ),
    # The read of RX after one of SSISR clears ROE, and no other (UM 11-82): words come at 46, 78, 110 and 142.
    "SSI overrun": (
        case(
            "movep #>$2230,x:$ffed; movep #>$1f8,x:$ffe1; rep #50; nop; movep x:$ffef,y:(r1)+; movep x:$ffee,y:(r1)+; "
            f"movep x:$ffef,y:(r1)+; movep x:$ffee,y:(r1)+; {LOOP}",
            Turn(200),
        ),
        {"y:21": 0x6C, "y:23": 0x4C},
    ),
    # Two slots of 32 clocks from 16 on. TE is cleared at 18 and set at 22: the second slot is left out (UM 11-79).
    "SSI transmitter toggled within a frame": (
        case(
            "movep #>$100,x:$ffec; movep #>$1a30,x:$ffed; movep #>$1f8,x:$ffe1; "
            f"bclr #12,x:$ffed; bset #12,x:$ffed; {LOOP}",
            Turn(180),
        ),
        {"ssi": [(46, 0, 0, 0), (110, 0, 0, 0), (142, 1, 0, 0), (174, 0, 0, 0)]},
    ),
    # Figure 11-44 (d): eight bits at the top of TX, their lowest first.
    "SSI words of eight bits with the lowest first": (
        case(f"movep #>$1270,x:$ffed; movep #>$1f8,x:$ffe1; movep #$13ffff,x:$ffef; {LOOP}", Turn(80)),
        {"ssi": [(40, 0, 0, 0), (72, 0, 0xC80000, 0)]},
    ),
    # WAIT ends at 48, as a slot begins; the step that sleeps until then executes the vector's first word.
    "SSI slot at the end of WAIT": (
        case(
            "movep #>$1230,x:$ffed; movep #>$1f8,x:$ffe1; wait; nop",
            Turn(34),
            Turn(20, irqa=True),
            ipr=1,
            sr=0,
        ),
        {"ssi": [(40, 0, 0, 0)]},
    ),
    # IF0 reads as zero where SC0 is not an input of the synchronous mode (UM 11-81).
    "SSI input flag when the mode changes": (
        case(
            "movep #>$3230,x:$ffed; movep #>$1f8,x:$ffe1; rep #30; nop; movep x:$ffee,y:(r1)+; movep #>$3234,x:$ffed; "
            f"movep x:$ffee,y:(r1)+; {LOOP}",
            Turn(200, pins={"C": (8, 8)}),
        ),
        {"y:20": 0xFD, "y:21": 0xFC},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    one, expected = CASES[name]
    words = program(one)
    sides = Reference(one, words), Engine(one, words)
    for turn in one.turns:
        for side in sides:
            side.board(turn)
        sides[0].machine.advance(sides[0].machine.clocks + turn.clocks)
        sides[1].dsp.advance(sides[1].dsp.clocks + turn.clocks)
    for side in sides:
        outcome = side.signature() | side.left()
        assert {key: outcome[key] for key in expected} == expected
    SerialJudge().check(one)

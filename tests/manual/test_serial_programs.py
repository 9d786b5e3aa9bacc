"""Chapter 11: the manual's programs for SCI and SSI as printed, slips of the pen aside, on emulator and model."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from differential.serial.cases import Engine, Reference, SerialCase, Signature, Turn, program
from reference_model.memory import y_rom
from reference_model.peripherals.sci_receiver import Character

Side = Engine | Reference

EQUATES = """
pcc     equ     $ffe1
pcddr   equ     $ffe3
pcd     equ     $ffe5
cra     equ     $ffec
crb     equ     $ffed
ssisr   equ     $ffee
tsr     equ     $ffee
tx      equ     $ffef
rx      equ     $ffef
scr     equ     $fff0
sccr    equ     $fff2
srx     equ     $fff4
stx     equ     $fff4
bcr     equ     $fffe
ipr     equ     $ffff
flg     equ     $10
"""
DATA = (0xAAAA00, 0x333300, 0xCCCC00, 0xF0F000)

SCI_TRANSMIT = """
        org     p:$18
        movep   y:(r0)+,x:$fff4         ; Transmit low byte of data
        org     p:$40
        movep   #0,x:$fffe              ; Clear BCR
        move    #$100,r0                ; Data ROM start address
        move    #$ff,m0
        movec   #6,omr                  ; Enable data ROM
        movep   #$c000,x:$ffff
        movep   #$1200,x:$fff0          ; 8-bit synchronous mode
        movep   #>7,x:$ffe1
        movec   #0,sr
lab0    jmp     lab0
"""
SCI_RECEIVE = """
        org     p:$14
        movep   x:$fff4,y:(r0)+
        nop
        movep   x:$fff1,x0              ; Receive with exception
        movep   x:$fff4,y:(r0)+
        org     p:$40
        movep   #0,x:$fffe
        move    #$100,r0
        move    #$ff,m0
        movep   #$c000,x:$ffff
        movep   #$900,x:$fff0           ; 8-bit synchronous mode receive only
        movep   #$c000,x:$fff2          ; External clock
        movep   #>7,x:$ffe1
        movec   #0,sr
lab0    jmp     lab0
"""
SCI_BUFFERS = """
rxbuf   equ     $100
txbuf   equ     $200
        org     p:$14
        movep   x:srx,y:(r0)+
        nop
        org     p:$18
        movep   x:(r3)+,x:stx
        bclr    #12,x:scr               ; Disable transmit interrupts
        org     p:$40
        ori     #$03,mr
        movep   #$c000,x:ipr
        movep   #$0b02,x:scr
        movep   #$0022,x:sccr
        movep   #>$03,x:pcc
        move    #rxbuf,r0
        move    #txbuf,r3
        andi    #$fc,mr
        move    #>$41,x0
        move    x0,x:(r3)               ; Move a byte to the transmit buffer
        bset    #12,x:scr               ; and enable interrupts so it will be transmitted
send    jmp     send
"""
SCI_TIMER = """
        org     p:$1c
        move    (r0)+                   ; Increment the timer interrupt counter
        nop
        org     p:$40
        move    #0,r0
        movep   #$2000,x:scr
        movep   #$013f,x:sccr
        movep   #$c000,x:ipr
        andi    #$fc,mr
end     jmp     end
"""
SSI_TRANSMIT = """
        org     p:$10
        jsr     xmt
        org     p:$40
        move    #0,r0
        move    #3,m0
        move    #0,x0
        move    x0,x:flg                ; Start with right channel first
        movep   #$3000,x:ipr
        movep   #{cra},x:cra
        movep   #{crb},x:crb
        andi    #$fc,mr
        movep   #$01f8,x:pcc
        jmp     *
xmt     jset    #0,x:flg,left
        movep   y:(r0)+,x:tx
        bclr    #0,x:crb                ; SC0 indicates right channel data
        move    #>$01,x0
        move    x0,x:flg
        rti
left    {left}
        bset    #0,x:crb                ; SC0 indicates left channel data
        move    #>$00,x0
        move    x0,x:flg
        rti
"""
SSI_RECEIVE = """
        org     p:$c
        jsr     rcv
        org     p:$40
        move    #0,r0
        move    #$08,r1
        move    #1,m0
        move    #1,m1
        movep   #$3000,x:ipr
        movep   #$4000,x:cra
        movep   #$a300,x:crb            ; Clock and frame sync are external; SC0 is an input
        andi    #$fc,mr
        movep   #$01f8,x:pcc
        jmp     *
rcv     jset    #0,x:ssisr,right
        movep   x:rx,y:(r0)+
        rti
right   movep   x:rx,y:(r1)+
        rti
"""
ON_DEMAND = """
        org     p:$40
        move    #0,r0
        move    #2,m0
        movep   #>$08,x:pcddr           ; SC0 (PC3) as general purpose output
        movep   #$001f,x:cra
        movep   #$1e30,x:crb
        movep   #$1f0,x:pcc
loop0   bset    #3,x:pcd
        movep   y:(r0)+,x:tx
tde1    jclr    #6,x:ssisr,tde1
        movep   y:(r0)+,x:tx
tde2    jclr    #6,x:ssisr,tde2
        movep   y:(r0)+,x:tx
tde3    jclr    #6,x:ssisr,tde3
fsc     jset    #5,x:pcd,fsc
        bclr    #3,x:pcd
        rep     #100
        nop
        jmp     loop0
"""


def sides(
    text: str, data: tuple[int, ...] = (), ssi_bit: Fraction | None = None, sci_bit: Fraction | None = None
) -> list[Side]:
    """Emulator and model with a program, at $40."""
    case = SerialCase((*EQUATES.splitlines(), *text.splitlines()), 0x40, (), data, ssi_bit=ssi_bit, sci_bit=sci_bit)
    words = program(case)
    return [Engine(case, words), Reference(case, words)]


def outcome(side: Side, clocks: int, turn: Turn | None = None) -> Signature:
    """Return the outputs of the pins, memory and registers after these clocks."""
    chip = side.dsp if isinstance(side, Engine) else side.machine
    side.board(turn or Turn(clocks))
    chip.advance(chip.clocks + clocks)
    return side.signature() | side.left()


def words(left: object) -> list[int | None]:
    """The words among the slots that left on STD."""
    assert isinstance(left, list)
    return [word for _, _, word, _ in left]


@pytest.mark.parametrize("side", sides(SCI_TRANSMIT))
def test_sci_synchronous_transmit(side: Side) -> None:
    """Figure 11-21: the low bytes of the data ROM."""
    sent = outcome(side, 3000)["sci"]
    assert isinstance(sent, list)
    rom = [word & 0xFF for word in y_rom()]
    assert len(sent) > 30
    assert [data for _, _, data, _ in sent] == rom[: len(sent)]


@pytest.mark.parametrize("side", sides(SCI_RECEIVE, sci_bit=Fraction(8)))
def test_sci_synchronous_receive(side: Side) -> None:
    """Figure 11-22, with the buffer at $100."""
    characters = tuple(Character(5 * number) for number in range(20))
    outcome(side, 2000, Turn(2000, characters=characters))
    memory = side.dsp.y if isinstance(side, Engine) else side.machine.y
    assert [memory[0x100 + number] for number in range(20)] == [5 * number for number in range(20)]


@pytest.mark.parametrize("side", sides(SCI_BUFFERS))
def test_sci_asynchronous(side: Side) -> None:
    """Figure 11-29: a byte is sent after the preamble, and received where RXD is tied to TXD."""
    bit = 64 * 0x23
    sent = outcome(side, 25 * bit)["sci"]
    assert isinstance(sent, list)
    assert [(kind, data) for _, kind, data, _ in sent] == [("PREAMBLE", 0xFF), ("DATA", 0x41)]
    outcome(side, 11 * bit, Turn(11 * bit, characters=(Character(sent[1][2]),)))
    memory = side.dsp.y if isinstance(side, Engine) else side.machine.y
    assert memory[0x100] == 0x41


@pytest.mark.parametrize("side", sides(SCI_TIMER))
def test_sci_timer(side: Side) -> None:
    """Figure 11-37: 1000 interrupts a second at 20.48 MHz."""
    assert outcome(side, 20_480 * 3 + 100)["r0"] == 3


@pytest.mark.parametrize(
    "side", sides(SSI_TRANSMIT.format(cra="$401f", crb="$5334", left="movep y:(r0)+,x:tx"), data=DATA)
)
def test_ssi_normal_transmit(side: Side) -> None:
    """Figure 11-72: 16 bits of 128 clocks each; output flag 0 changes with the words."""
    sent = outcome(side, 16 * 128 * 6)["ssi"]
    assert isinstance(sent, list)
    assert [(word, flags) for _, _, word, flags in sent[:4]] == list(zip(DATA, (0, 1, 0, 1), strict=True))
    assert {after[0] - before[0] for before, after in pairwise(sent)} == {16 * 128}


@pytest.mark.parametrize("side", sides(SSI_TRANSMIT.format(cra="$411f", crb="$5b34", left="movep x0,x:tsr"), data=DATA))
def test_ssi_network_transmit(side: Side) -> None:
    """Figure 11-77: the left channel's slots are left to others."""
    sent = outcome(side, 16 * 128 * 8)["ssi"]
    assert isinstance(sent, list)
    assert words(sent[:6]) == [DATA[0], None, DATA[1], None, DATA[2], None]
    assert [slot for _, slot, _, _ in sent[:6]] == [0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize("side", sides(SSI_RECEIVE, ssi_bit=Fraction(32)))
def test_ssi_normal_receive(side: Side) -> None:
    """Figure 11-73: input flag 0 distinguishes the words."""
    outcome(side, 40)
    for number, word in enumerate(DATA):
        flag = {"C": (8, 8 * (number % 2))}
        outcome(side, 16 * 32, Turn(0, (word,), pins=flag))
    left = outcome(side, 100)
    assert [left["y:00"], left["y:01"], left["y:08"], left["y:09"]] == [DATA[0], DATA[2], DATA[1], DATA[3]]


@pytest.mark.parametrize("side", sides(ON_DEMAND, data=(0xAA0000, 0x330000, 0xF00000)))
def test_ssi_on_demand_transmit(side: Side) -> None:
    """Figure 11-84: three words of 8 bits with two bits between them, PC3 high meanwhile, again and again."""
    left = outcome(side, 3 * 10 * 128 + 1200)
    sent, changes = left["ssi"], left["ports"]
    assert isinstance(sent, list)
    assert isinstance(changes, list)
    assert words(sent[:4]) == [0xAA0000, 0x330000, 0xF00000, 0xAA0000]
    assert [after[0] - before[0] for before, after in pairwise(sent[:3])] == [10 * 128, 10 * 128]
    assert [levels for _, _, levels in changes[1][:4]] == [0, 8, 0, 8]

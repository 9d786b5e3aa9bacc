"""Makes docs/reference/card.md from the declarations of the card: `python -m dsp56k.card.reference FILE`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from dsp56k.card.outcomes import Outcome
from dsp56k.card.parts.register import Field, Register, Source
from dsp56k.card.registers import (
    DSP_REGISTERS,
    FIFO_DSP_REGISTERS,
    FIFO_PC_REGISTERS,
    LINE_DSP_REGISTERS,
    PC_REGISTERS,
    TWO_FIFO_DSP_REGISTERS,
    Placed,
)
from dsp56k.system.files import write_whole

HEAD = """\
<!-- Made from card/dsp56k/card by `python -m dsp56k.card.reference docs/reference/card.md`; edit these sources. -->

# The card

The crypto-accelerator card of Dussé and Kaliski's paper (section 5) as this project models it: a DSP56001, a P and
an X bank of 8K or 32K words, a byte-wide window into them with an address generator, the DSP's host port, control
and status registers, an optional WD20C03 DES chip at 10 MHz and a noise circuit; with `bus_master=True` also a chip,
not the paper's, that reads and writes the PC's memory ([packets.md](packets.md)). The paper gives the functions; it
gives no register layout. **Place and bit numbers below are our decision unless the source column says otherwise**:
the column's first entry is the source of place and bits, and a bit's own entry the source of its function.

- *paper*: Dussé and Kaliski, section 5.
- *UM*: Motorola's DSP56000/DSP56001 User's Manual, with the page.
- *data sheet*: Tundra CA20C03A, first page, the second source of the WD20C03.
- *our decision*: no source found.

A reset value of `-` means that nothing is stored or that no reset changes it.
"""

PC_SIDE = """\
## Registers on the PC's side

Sixteen I/O ports from the base jumper, default $300, again every $400 (only A9-A0 are decoded). Each is 8 bits
wide; the PC's bus splits a word access into two byte accesses.
"""

DSP_SIDE = """\
## Registers on the DSP's side

Port A carries two banks: P:$0000 and X:$0000 upwards, 8K or 32K words each. In Y there is no memory, only these
registers in the external I/O page. Chips of 8 bits sit on D0-D7; resistors pull the undriven data bus down, so
D8-D23 read 0, and so does every unmapped address.
"""

CHAPTERS = """\
## Window

While CTRL.WEN is 1 the card answers every PC memory address of the window (a jumper: 8K to 64K bytes, default 32K,
at WINBASE x 8K, default $D0000; base bits below the size are ignored). All addresses are equal: the address
generator picks the byte, and each access steps it, so `rep movsb` works in either direction, as long as the PC's own
addresses stay inside.

1. Either hold the DSP in reset (CTRL.RUN 0), or set CTRL.BR and wait for STATUS.BG.
2. CTRL.BANK and CTRL.LOW choose bank and load mode; write AGLOW, then AGHIGH.
3. Move bytes: low, middle, high of each word; or in low-byte-only mode one byte a word, whose other bytes stay.
4. Clear CTRL.BR.

The window reaches the memory outside the DSP at its physical addresses, those words included that on-chip memory
hides from the DSP.

## Reset and boot

At power-up CTRL.RUN is 0: the DSP and the DES chip are in reset until the PC writes 1. As RUN rises the DSP latches
MODB:MODA from CTRL. Two ways to start, by strap or by writing CTRL:

- window boot, CTRL reset value $C0: load the P bank through the window while in reset, then write RUN with
  MODB:MODA = 11; the DSP starts at external P:$0000 (mode 3).
- host boot, CTRL reset value $40: write RUN with MODB:MODA = 01, then send up to 512 words through the host port;
  HF0 ends the load early. D23 of P:$C000 reads 0, which chooses the host port (UM 10-45).

After reset CTRL.MODA and CTRL.MODB drive IRQA and IRQB, which are asserted by 0: keep a bit at 1 unless that
interrupt is meant.

## DES chip

LDKEY asks for eight key bytes (KR), LDIV for eight bytes of initial vector (IVR), ACT for text (DIR). The eighth
byte of text starts the cipher (BSY); then the result waits (DOR), and after its eighth byte the chip asks for text
again. In one command: LDKEY + LDIV + CBC + ENC + ACT, 24 bytes in, 8 out. Most significant byte first.

Clocks at 10 MHz: 2 for each DATA or COMMAND access, 20 from the end of the eighth text access to DOR, so 52 for a
block at full speed (the data sheet's rate; how the 52 divide is our decision), in ECB and CBC alike. An access
sooner than 2 chip clocks (200 ns, counted by the chip's clock edges) after the one before is not heard and sets OVR:
at 20 MHz a MOVEP takes 4 clocks and keeps the distance by itself, at 27 MHz it needs 2 wait states in BCR's I/O
field. STATUS may be read at any time.

KPE and OVR stop nothing.

## Noise

`seed` and time of reading decide each bit; the model is Gaussian noise behind poles at 100 kHz and 1 MHz and a
comparator. Bits read less than about 20 us apart are correlated. This is a model, no source of key material.

## Faults

`card.faults` makes lines stick, strobes get lost, chips fail, bits of RAM flip and the oscillator stop, at given times:
docs/guides/fault-injection.md.

## Outcomes

Every one is recorded in `card.events`, with place, first and last time and count; those marked *anomaly* are also in
`card.anomalies`, and with `Card(strict=True)` they raise `CardAccessError` after they took effect.
"""

FIFOS = """\
## The board with FIFOs

`FifoCard` is the same card with three IDT7201 of 512 bytes and a pump: data go from the PC's FIFO port through the DES
chip and back, and the DSP's memory does not see them. It is what Lindemann and Smith's card has between PCI and DES
chip; [short-des.md](short-des.md) measures it. All of it is our decision.

    PC --- FIFO DATA ---> input FIFO ---+--> pump --> DES chip --> pump --> output FIFO --- FIFO DATA ---> PC
                                        |     |
                                 DSP <--+     +--> parameter FIFO --> DSP

- The PC's ports pull 0WS# (3 bus clocks). With `wide=True` the board is in a slot of 16 bits: a word at FIFO DATA is
  one cycle of 3 clocks, low byte first.
- DES chip, pump and parameter FIFO answer at two places of Y: those below, in the I/O page (BCR's I/O field), and $C0
  lower (BCR's Y field), with short strobes. The input FIFO is in the I/O page alone.
- While the pump is busy the DES chip is its own.
- `erratum="iv"`, `"length"` or `"both"`: a byte of IV, a LENGTH of the pump, or either is lost if its strobe is short.
"""

TWO_FIFOS = """\
## The board with two FIFOs

`TwoFifoCard` is the same card with two FIFOs of 4096 bytes and nothing else between the PC and the DSP: programmed I/O
behind a FIFO, in which neither waits for the other's bytes; [packets.md](packets.md) measures it. All of it is our
decision. The PC's ports are those of the board with a pump, and so is `wide`.

    PC --- FIFO DATA ---> input FIFO ---> FIFO BYTE --- DSP --- DES chip
    PC <--- FIFO DATA --- output FIFO <--- FIFO BYTE --- DSP

- `fifo_words`: 512, 1024, 2048 or 4096, an IDT7201 to 7204. A program finds out which by filling the input FIFO.
- The DSP's reset line resets both.
"""

LINE = """\
## The board with a line

`LineCard` is the same card with two FIFOs of 4096 bytes and a framer: frames come and leave by the card's own line,
of 10 Mbit/s if nothing else is said, and the PC's bus does not see them; [packets.md](packets.md) measures it. All of
it is our decision.

    line ---> framer ---> input FIFO ---+
                                        +--- framer --- DSP --- DES chip
    line <--- framer <--- output FIFO --+

- Either station of the line waits for the other: a byte comes when there is room for it. With `handshake=False` it
  comes all the same, and is lost where there is none: LINE STATUS.LOST.
- Of a frame of more than 2047 bytes the rest is not stored.
"""

TAIL = """\
## Time

Time is integer picoseconds since power-up. The PC leads: at every port or window access at time `now` the DSP is
first brought forward to `now`. It has then executed every instruction that begins before `now`, whole; it is ahead
of the PC by less than one instruction, and what the PC does at `now` is seen by the DSP from its next instruction
on. That is the quantum. The interrupt line has gone as far as the last access or `card.catch_up(now)`; its
listeners are told the exact times of HREQ's edges.

## The board from Python

`Card(dsp_clock_hz, bank_words, boot, des_chip, seed, strict, ...)`; `port_read(offset, now)` and
`port_write(offset, value, now)` for the sixteen registers (`io_decoder.offset(port)` finds the offset of a PC
port), `window_read(address, now)` and `window_write(address, value, now)` for bytes at PC addresses
(`window_addresses` is the range now answered), `catch_up(now)` to let time pass, `irq` for the interrupt line,
`reset(now)` for the PC's reset line.

Another chip is one file with a class that has `reset`, `read`, `write`, `advance` and `next_event`, and two lines
of `board.py`: its import, and `self.fit(NewChip(), 0xFFC4, 0xFFC5)` beside the others.

## Not modelled

IOCHRDY (the card adds no wait states), ROM in the P bank, the power-up reset circuit's
time, write protection of the window while the DSP executes from the same bank.

Next: [firmware.md](firmware.md), on the program that the DSP runs here;
[fault-injection.md](../guides/fault-injection.md), on faults of a card; [host.md](host.md), on the PC around it.
"""


def render() -> str:
    """The whole of docs/reference/card.md."""
    return "\n".join(
        (
            HEAD,
            PC_SIDE,
            *_table(PC_REGISTERS),
            "",
            DSP_SIDE,
            *_table(DSP_REGISTERS),
            "",
            CHAPTERS,
            *_outcomes(),
            "",
            FIFOS,
            *_table((*FIFO_PC_REGISTERS, *FIFO_DSP_REGISTERS)),
            "",
            TWO_FIFOS,
            *_table(TWO_FIFO_DSP_REGISTERS),
            "",
            LINE,
            *_table(LINE_DSP_REGISTERS),
            "",
            TAIL,
        )
    )


def _table(registers: Iterable[Placed]) -> Iterator[str]:
    yield "| place | register | access | reset | bits | | meaning | source |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for placed in registers:
        register = placed.register
        reset = "-" if register.reset is None else f"${register.reset:02X}"
        head = f"| {placed.place} | **{register.name}** | {register.access} | {reset} |"
        yield f"{head} | | {register.meaning} | {_source(register)} |"
        yield from (_bits(field) for field in register)


def _bits(field: Field) -> str:
    place = str(field.low) if field.high == field.low else f"{field.high}-{field.low}"
    return f"| | | | | {place} | {field.name} | {field.meaning} | {field.source} |"


def _source(register: Register) -> str:
    return register.page if register.source is Source.MANUAL else str(register.source)


def _outcomes() -> Iterator[str]:
    yield "| outcome | | what happens |"
    yield "| --- | --- | --- |"
    for outcome in Outcome:
        yield f"| {outcome.name} | {'anomaly' if outcome.anomaly else ''} | {outcome.text} |"


if __name__ == "__main__":
    write_whole({Path(sys.argv[1]): render().encode()})

"""Generates docs/reference/card.md from declarations: `python -m dsp56k.card.reference_document FILE`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from dsp56k.card.access_outcomes import Outcome
from dsp56k.card.parts.register import Field, Source
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
from dsp56k.system.grid import columns, markdown

HEAD = """\
<!-- Made from card/dsp56k/card by `python -m dsp56k.card.reference_document FILE`; edit these sources. -->

# The card

Look up registers, times and errors of the card, a model of the crypto accelerator in section 5 of Dussé and Kaliski's
paper. This example loads a word as a PC does:

```python
from dsp56k.card import Card

card = Card()
for offset, value in ((0x8, 0xD0), (0x9, 0x00), (0xA, 0x02)):  # CTRL: window on, DSP in reset; address $0200
    card.port_write(offset, value, 0)
for byte in (0x56, 0x34, 0x12):  # low, middle, high
    card.window_write(0xD0000, byte, 0)
print(f"{card.dsp.p[0x200]:06X}; {card.events[-1]}")
```
```text
123456; WINDOW_IN_RESET 3 times from $200, 0 ps
```

The card has a DSP56001, a P and an X bank of 8K or 32K words, a memory window into them, a noise circuit and an
optional WD20C03 DES chip at 10 MHz. With `bus_master=True` it has a chip that accesses the PC's memory
([Packets](packets.md)), which the paper's card has not.

## Python interface

`Card(dsp_clock_hz, bank_words, boot, des_chip, seed, strict, ...)` has these methods; `now` is a time.

- `port_read(offset, now)` and `port_write(offset, value, now)` access the sixteen registers. `io_decoder.offset(port)`
  converts a PC port to an offset.
- `window_read(address, now)` and `window_write(address, value, now)` access the window, now at `window_addresses`.
- `catch_up(now)` advances the card, `irq` is the interrupt line, `reset(now)` the PC's reset line. `faults` [injects
  faults](../guides/fault-injection.md).

A board is a list of fittings: chips with their wires. A new 8-bit chip is a class with `reset`, `read`, `write`,
`advance` and `next_event`. `Card(fittings=[OnDspBus("name", NewChip(), range(0xFFC8, 0xFFCA))])` connects it with the
DSP (`dsp56k.card.fittings`). The boards with FIFOs and with a line have such fittings, too.

## Time

Time is integer picoseconds since power-up. Each access of the PC at time `now` first executes every instruction of the
DSP that begins before `now`. The DSP is ahead of the PC by less than one instruction, and it sees the access at its
next instruction. The interrupt line is up to date at the last access or `catch_up`; its listeners receive the exact
times of HREQ's edges.

## Sources

The paper describes functions but no registers. In the tables, the source of a register is that of its address and bit
numbers; the source of a bit is that of its function:

- *paper*: Dussé and Kaliski, section 5.
- *UM*: Motorola's DSP56000/DSP56001 User's Manual, which also explains the bits of these registers.
- *data sheet*: Tundra CA20C03A, first page; this chip is the second source of the WD20C03.

The rest is implementation-defined. A reset value of `-` means that nothing is stored, or that reset does not change it.
"""

PC_SIDE = """\
## Registers of the ISA interface

A jumper selects the base of sixteen I/O ports, by default $300. Only A9-A0 are decoded, so that the ports are mirrored
every $400. Each port has 8 bits; the PC's bus splits a word access into two byte accesses.
"""

DSP_SIDE = """\
## Registers of the DSP interface

Port A has the two banks, from P:$0000 and X:$0000. Y has no memory, only these registers in the external I/O page.
Chips of 8 bits use D0-D7. Pull-down resistors on the data bus make D8-D23 and unmapped addresses read 0.
"""

CHAPTERS = """\
## Memory window

While CTRL.WEN is 1 the card responds to all PC memory addresses of the window. The window begins at WINBASE x 8K, by
default $D0000. A jumper selects its size, 8K to 64K bytes, by default 32K; bits of the base below the size are
ignored. All addresses are equal: the address generator selects the byte, and each access steps it. `rep movsb` works in
either direction while the PC's addresses stay in the window.

1. Hold the DSP in reset (CTRL.RUN 0), or set CTRL.BR and wait for STATUS.BG.
2. Select bank and load mode by CTRL.BANK and CTRL.LOW. Write AGLOW, then AGHIGH.
3. Transfer the bytes: low, middle and high of each word; in low-byte-only mode one byte a word, the others are kept.
4. Clear CTRL.BR.

The window accesses external memory at its physical addresses, also those that internal memory hides from the DSP.

## Reset and boot

At the rising edge of CTRL.RUN the DSP latches MODB:MODA from CTRL. A strap or a write to CTRL selects the boot mode:

- Window boot, reset value $C0: load the P bank through the window during reset, then set RUN with MODB:MODA = 11. The
  DSP starts at external P:$0000 (mode 3).
- Host boot, reset value $40: set RUN with MODB:MODA = 01, then send up to 512 words through the host port. HF0 ends the
  load early. D23 of P:$C000 reads 0, which selects the host port (UM 10-45).

After reset CTRL.MODA and CTRL.MODB drive IRQA and IRQB, which are active low: keep them at 1 except to interrupt.

## DES chip

LDKEY requests eight bytes of key (KR), LDIV eight bytes of initial vector (IVR), ACT text (DIR), each most significant
byte first. The eighth byte of text starts the cipher (BSY). Then the result can be read (DOR); after its eighth byte
the chip requests text again. The command LDKEY + LDIV + CBC + ENC + ACT takes 24 bytes and returns 8.

A block takes 52 clocks at 10 MHz in ECB and CBC, the rate of the data sheet: 2 for each DATA or COMMAND access, and 20
from the end of the eighth text access to DOR. This division is implementation-defined. An access less than 2 chip
clocks (200 ns) after the previous one is ignored and sets OVR. At 20 MHz a MOVEP takes 4 clocks and keeps the distance;
at 27 MHz it needs 2 wait states in BCR's I/O field. STATUS can be read at any time. KPE and OVR do not stop the chip.

## Noise

`seed` and the time of reading determine each bit. The model is Gaussian noise behind poles at 100 kHz and 1 MHz and a
comparator. Bits less than about 20 us apart are correlated. Never use these bits as key material.

## Access outcomes

`card.events` records every outcome with address, first and last time and count. `card.anomalies` has only the
anomalies; with `Card(strict=True)` they raise `CardAccessError` after they have taken effect.
"""

FIFOS = """\
## Board with FIFOs

`FifoCard` adds three IDT7201 of 512 bytes and a pump, as between PCI and DES chip on Lindemann and Smith's card. The
pump moves data from the PC's FIFO port through the DES chip and back, without the DSP's memory. [Short DES
operations](short-des.md) measures this board.

    PC --- FIFO DATA ---> input FIFO ---+--> pump --> DES chip --> pump --> output FIFO --- FIFO DATA ---> PC
                                        |     |
                                 DSP <--+     +--> parameter FIFO --> DSP

- The PC's ports pull 0WS# (3 bus clocks). With `wide=True` the board is in a 16-bit slot: a word at FIFO DATA is one
  cycle of 3 clocks, low byte first.
- DES chip, pump and parameter FIFO have two addresses in Y: the ones below, in the I/O page (BCR's I/O field), and $C0
  lower (BCR's Y field), with short strobes. The input FIFO is only in the I/O page.
- While the pump is busy the DSP cannot access the DES chip.
- With `erratum="iv"`, `"length"` or `"both"` a short strobe loses a byte of IV, a LENGTH of the pump, or either.
"""

TWO_FIFOS = """\
## Board with two FIFOs

`TwoFifoCard` adds two FIFOs of 4096 bytes between the PC and the DSP, so that neither waits for the other's bytes. The
PC's ports and `wide` are those of the board with FIFOs. [Packets](packets.md) measures this board.

    PC --- FIFO DATA ---> input FIFO ---> FIFO BYTE --- DSP --- DES chip
    PC <--- FIFO DATA --- output FIFO <--- FIFO BYTE --- DSP

- `fifo_words` is 512, 1024, 2048 or 4096 (IDT7201 to 7204). A program finds the size by filling the input FIFO.
- The DSP's reset line resets both FIFOs.
"""

LINE = """\
## Board with a line

`LineCard` adds two FIFOs of 4096 bytes and a framer. Frames arrive and leave by the card's own line, by default of 10
Mbit/s, without the PC's bus. [Packets](packets.md) measures this board.

    line ---> framer ---> input FIFO ---+
                                        +--- framer --- DSP --- DES chip
    line <--- framer <--- output FIFO --+

- Each station of the line waits until the other can store a byte. With `handshake=False` the line does not wait, and a
  byte that cannot be stored is lost (LINE STATUS.LOST).
- Only the first 2047 bytes of a longer frame are stored.
"""

TAIL = """\
## Not modelled

IOCHRDY (the card adds no wait states), ROM in the P bank, the time of the power-up reset circuit, and write protection
of the window while the DSP executes from the same bank are not modelled.

Next: [Firmware of the card](firmware.md), on the DSP's program; [Inject faults into the
card](../guides/fault-injection.md); [The host PC](host.md).
"""


def render() -> str:
    """Return the text of docs/reference/card.md."""
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


def _table(registers: Iterable[Placed]) -> list[str]:
    return markdown(columns("register: address, access, reset", "meaning (source)"), _register_rows(registers))


def _register_rows(registers: Iterable[Placed]) -> Iterator[tuple[str, str]]:
    for placed in registers:
        register = placed.register
        manual = register.source is Source.MANUAL
        reset = "-" if register.reset is None else f"${register.reset:02X}"
        address = placed.place.removeprefix("PC I/O ")
        fields = [field for field in register if field.name != "BYTE"]
        meaning = register.meaning
        if manual:  # which explains the bits
            bits = ", ".join(f"{_bits(field)} {field.name}" for field in fields)
            meaning += f"{f': {bits}' if bits else ''} ({register.page})"
        yield f"**{register.name}**: {address}, {register.access}, {reset}", meaning
        if not manual:
            for field in fields:
                source = "" if field.source is register.source else f" ({field.source})"
                yield f"{_bits(field)} {field.name}", f"{field.meaning}{source}"


def _bits(field: Field) -> str:
    return str(field.low) if field.high == field.low else f"{field.high}-{field.low}"


def _outcomes() -> Iterator[str]:
    for title, anomaly in (("anomaly", True), ("other outcome", False)):
        rows = [(outcome.name, outcome.text) for outcome in Outcome if outcome.anomaly is anomaly]
        yield from markdown(columns(title, "effect"), rows)
        yield ""


if __name__ == "__main__":
    write_whole({Path(sys.argv[1]): render().encode()})

"""Chapter 10: the tables and figures of the host interface; Tables 8-7 and 8-8."""

from collections.abc import Callable
from itertools import pairwise, product

import pytest

from dsp56k.emu import Dsp56001
from dsp56k.emu.peripherals.host_interface import CVR, ICR, ISR, IVR, RXL, TXH, TXL, TXM
from shared.emu_programs import chip

PBC, HCR, HSR, HRX, IPR = 0xFFE0, 0xFFE8, 0xFFE9, 0xFFEB, 0xFFFF
RREQ, TREQ, INIT, HC = 1, 2, 0x80, 0x80
RXDF, TXDE, TRDY, DMA, HREQ = 1, 2, 4, 0x40, 0x80
HRDF, HTDE = 1, 2
STORE_X0 = 0x08C42B
"""movep x0,x:$ffeb"""


def enabled() -> Dsp56001:
    """A chip whose host interface has its pins, with the word that fills HTX in all of P below $100."""
    dsp = Dsp56001()
    dsp.p[0:0x100] = [STORE_X0] * 0x100
    dsp.x[PBC], dsp.x[0xFFFE] = 1, 0
    return dsp


def fill(dsp: Dsp56001, to_host: int, to_dsp: int) -> None:
    """Send this many words in each direction; two fit."""
    for _ in range(to_host):
        dsp.step()
    for _ in range(to_dsp):
        dsp.host.write(TXL, 0x5A)


#: HM, TREQ and RREQ; both requests in a DMA mode are undefined (Table 10-2).
DEFINED = [chosen for chosen in product(range(4), (0, 1), (0, 1)) if chosen not in ((1, 1, 1), (2, 1, 1), (3, 1, 1))]


@pytest.mark.parametrize(("mode", "treq", "rreq"), DEFINED)
@pytest.mark.parametrize(("full", "empty"), list(product((0, 1), repeat=2)))
def test_the_hreq_pin(mode: int, treq: int, rreq: int, full: int, empty: int) -> None:
    """Table 10-2 (UM 10-20): RXDF and TXDE, each with its enable; the same two requests in the DMA modes."""
    dsp = enabled()
    fill(dsp, to_host=full, to_dsp=0 if empty else 2)
    dsp.host.write(ICR, mode << 5 | treq * TREQ | rreq * RREQ)
    asserted = bool((treq and empty) or (rreq and full))
    status = dsp.host.read(ISR)
    assert (dsp.lines.hreq.level, bool(status & HREQ), bool(status & DMA)) == (asserted, asserted, mode != 0)
    assert (status & RXDF, status & TXDE) == (RXDF * full, TXDE * empty)


@pytest.mark.parametrize(("mode", "treq", "rreq"), DEFINED)
def test_init(mode: int, treq: int, rreq: int) -> None:
    """Table 10-4 (UM 10-22); the other channel and the flags HF0 and HF1 do not change."""
    dsp = enabled()
    fill(dsp, to_host=2, to_dsp=2)
    dsp.host.write(ICR, INIT | 0x18 | mode << 5 | treq * TREQ | rreq * RREQ)
    assert dsp.host.read(ICR) == 0x18 | mode << 5 | treq * TREQ | rreq * RREQ
    status, dsp_status = dsp.host.read(ISR), dsp.x[HSR]
    assert (status & RXDF, dsp_status & HTDE) == ((0, HTDE) if rreq else (RXDF, 0))
    assert (status & TXDE, status & TRDY, dsp_status & HRDF) == ((TXDE, TRDY, 0) if treq else (0, 0, HRDF))


@pytest.mark.parametrize(("mode", "registers"), [(1, (TXH, TXM, TXL)), (2, (TXM, TXL)), (3, (TXL,))])
def test_the_address_counter(mode: int, registers: tuple[int, ...]) -> None:
    """Table 10-3, UM 10-21 and Figure 10-37: from HM1:HM0 to the low byte, and again; a new HM needs INIT."""
    dsp = enabled()
    dsp.host.write(ICR, INIT | 1 << 5 | TREQ)
    dsp.host.write(ICR, INIT | mode << 5 | TREQ)
    for word in range(2):
        for place, register in enumerate(registers):
            dsp.host.acknowledge_write(16 * word + register)
            assert dsp.x[HSR] & HRDF == (place == len(registers) - 1)
        expected = sum((16 * word + register) << 8 * (TXL - register) for register in registers)
        assert dsp.x[HRX] == expected
        dsp.p[dsp.regs.pc] = 0x08442B  # movep x:$ffeb,x0
        dsp.step()


def hardware(dsp: Dsp56001) -> None:
    dsp.lines.reset.drive(True)


def software(dsp: Dsp56001) -> None:
    dsp.p[dsp.regs.pc] = 0x000084
    dsp.step()


def individual(dsp: Dsp56001) -> None:
    dsp.x[PBC] = 0


def stop(dsp: Dsp56001) -> None:
    dsp.p[dsp.regs.pc] = 0x000087
    dsp.step()


@pytest.mark.parametrize(
    ("reset", "all_registers"), [(hardware, True), (software, True), (individual, False), (stop, False)]
)
def test_resets(reset: Callable[[Dsp56001], None], all_registers: bool) -> None:
    """Tables 10-1 and 10-5 (UM 10-15, 10-28), 8-7 and 8-8 (UM 8-32, 8-33): HCR and IVR in two columns only."""
    dsp = enabled()
    dsp.regs.x0 = 0x123456
    fill(dsp, to_host=2, to_dsp=2)
    dsp.x[HCR] = 0x1F
    dsp.host.write(ICR, 0x18 | 1 << 5 | TREQ)
    dsp.host.write(CVR, HC | 0x05)
    dsp.host.write(IVR, 0x77)
    received, bytes_of_rx = dsp.x[HRX], [dsp.host.peek(offset) for offset in (5, 6, 7)]
    assert [dsp.host.peek(offset) for offset in (ICR, CVR, ISR, IVR)] == [0x3A, 0x85, 0x59, 0x77]
    assert dsp.x[HSR] == 0x9D
    reset(dsp)
    flags = 0 if all_registers else 0x18
    assert [dsp.host.peek(offset) for offset in (ICR, CVR, IVR)] == [0, 0x12, 0x0F if all_registers else 0x77]
    assert (dsp.host.peek(ISR), dsp.lines.hreq.level) == (flags | TRDY | TXDE, False)
    assert (dsp.x[HCR], dsp.x[HSR]) == (0 if all_registers else 0x1F, HTDE)
    assert (dsp.x[HRX], [dsp.host.peek(offset) for offset in (5, 6, 7)]) == (received, bytes_of_rx)


@pytest.mark.parametrize(("clock", "taken"), [(21, False), (23, True)])
def test_the_interface_works_again_behind_the_delay_of_stop(clock: int, taken: bool) -> None:
    """UM 8-38: 17 T before the next fetch, 25 T before the execution, which is 24 clocks after IRQA here."""
    dsp = chip(" org p:0\n movep #1,x:$ffe0\n stop\n nop\n nop\n jmp *")
    dsp.regs.omr = 0x40
    dsp.advance(10)
    dsp.lines.irqa.drive(True)
    dsp.advance(clock)
    dsp.host.write(ICR, 0x18)
    assert dsp.host.read(ICR) == (0x18 if taken else 0)
    dsp.advance(35)
    assert (dsp.regs.pc, dsp.clocks) == (4, 36)


def test_flags_reach_the_other_side() -> None:
    """Figure 10-11 (UM 10-13): HF0 and HF1 in HSR, HF2 and HF3 in ISR."""
    dsp = enabled()
    for flags in (0x08, 0x18, 0x10, 0):
        dsp.host.write(ICR, flags)
        dsp.x[HCR] = 0x18 ^ flags
        assert (dsp.x[HSR] & 0x18, dsp.host.read(ISR) & 0x18) == (flags, 0x18 ^ flags)


@pytest.mark.parametrize("offset", [2, 4])
def test_addresses_without_a_register_to_write(offset: int) -> None:
    """UM 10-24: ISR can be written without effect; Figure 10-13: $4 reads as zero."""
    dsp = enabled()
    before = [dsp.host.peek(place) for place in range(8)]
    dsp.host.write(offset, 0xFF)
    assert [dsp.host.peek(place) for place in range(8)] == before
    assert dsp.host.read(4) == 0


@pytest.mark.parametrize("vector", range(32))
def test_a_host_command_takes_any_vector(vector: int) -> None:
    """UM 10-23, Figure 10-28: the address is twice HV; HC and HCP clear when it is taken."""
    dsp = chip(f" org p:{2 * vector}\n move (r7)+\n move (r7)+\n org p:$80\n dup 10\n nop\n endm")
    dsp.regs.pc, dsp.regs.sr = 0x80, 0
    dsp.x[PBC], dsp.x[HCR], dsp.x[IPR] = 1, 4, 0x0400
    dsp.host.write(CVR, HC | vector)
    assert (dsp.x[HSR] & 4, dsp.host.read(CVR)) == (4, HC | vector)
    for _ in range(6):
        dsp.step()
    assert (dsp.regs.r7, dsp.x[HSR] & 4, dsp.host.read(CVR)) == (2, 0, vector)


VECTORS = {"irqa": 0x08, "irqb": 0x0A, "command": 0x24, "receive": 0x20, "transmit": 0x22}
"""Maskable sources in the order of Table 8-6, highest first."""


def served(ipr: int, mask: int = 0) -> list[str]:
    """The first vector words in the order in which they execute, with every request of VECTORS pending."""
    places = "".join(
        f" org p:{address}\n move #{number},n{number}\n nop\n" for number, address in enumerate(VECTORS.values())
    )
    dsp = chip(places + " org p:$40\n dup 60\n nop\n endm")
    dsp.regs.pc, dsp.regs.sr = 0x40, mask << 8
    dsp.x[PBC], dsp.x[HCR], dsp.x[IPR] = 1, 7, ipr
    for number in range(len(VECTORS)):
        dsp.regs[f"n{number}"] = 0xFFFF
    dsp.lines.irqa.drive(True)
    dsp.lines.irqb.drive(True)
    dsp.host.write(TXL, 1)
    dsp.host.write(CVR, HC | 0x12)
    order: list[str] = []
    for _ in range(50):
        dsp.step()
        for number, source in enumerate(VECTORS):
            if dsp.regs[f"n{number}"] != 0xFFFF:
                order.append(source)
                dsp.regs[f"n{number}"] = 0xFFFF
                # These two last until HRX is read or HTX written; here their enables are cleared.
                dsp.x[HCR] = dsp.x[HCR] & ~{"receive": 1, "transmit": 2}.get(source, 0)
    return order


IRQ_EDGE = 0x24
"""Both pins sensitive to edges."""


@pytest.mark.parametrize(
    ("ipr", "mask", "order"),
    [
        # All on one level: Table 8-6.
        (0x0C1B | IRQ_EDGE, 0, ["irqa", "irqb", "command", "receive", "transmit"]),
        (0x0409 | IRQ_EDGE, 0, ["irqa", "irqb", "command", "receive", "transmit"]),
        # A higher level goes first (UM 8-17), whatever the order in Table 8-6.
        (0x0C12 | IRQ_EDGE, 0, ["command", "receive", "transmit", "irqa", "irqb"]),
        (0x081A | IRQ_EDGE, 0, ["irqb", "irqa", "command", "receive", "transmit"]),
        # Table 8-3: the mask refuses levels below it.
        (0x081A | IRQ_EDGE, 2, ["irqb"]),
        (0x0C12 | IRQ_EDGE, 1, ["command", "receive", "transmit", "irqa", "irqb"]),
        (0x0C12 | IRQ_EDGE, 2, ["command", "receive", "transmit"]),
        (0x0C1B | IRQ_EDGE, 3, []),
        # Table 8-4: 00 disables.
        (0x0003 | IRQ_EDGE, 0, ["irqa"]),
    ],
)
def test_priorities(ipr: int, mask: int, order: list[str]) -> None:
    """Tables 8-3, 8-4 and 8-6 (UM 8-16 to 8-18)."""
    assert served(ipr, mask) == order


def test_the_manuals_receiver() -> None:
    """Figures 10-25 and 10-26 (UM 10-42): a modulo buffer of four words, filled by a long interrupt."""
    dsp = chip(
        """
        org p:$20
        jsr $60
        org p:$40
        move #0,r0
        move #3,m0
        movep #1,x:$ffe0
        movep #0,x:$ffe8
        movep #$0c00,x:$ffff
        move #0,sr
        move #>$8,x0
loop    movep x:$ffe9,a
        and x0,a
        jeq loop
        movep #$1,x:$ffe8
        jmp *
        org p:$60
        movep x:$ffeb,x:(r0)+
        rti
        """
    )
    dsp.regs.pc = 0x40
    dsp.advance(100)
    assert dsp.x[HCR] == 0
    dsp.host.write(ICR, 0x08)
    for word in range(1, 6):
        dsp.advance(dsp.clocks + 60)
        dsp.host.write(TXL, word)
    dsp.advance(dsp.clocks + 60)
    assert (dsp.x[0:4], dsp.regs.r0) == ([5, 2, 3, 4], 1)


def test_the_manuals_transmitter() -> None:
    """Figures 10-34 and 10-35 (UM 10-50): one test word, then HTIE is turned off."""
    dsp = chip(
        """
        org p:$22
        jsr $60
        org p:$40
        movep #1,x:$ffe0
        movep #$0c00,x:$ffff
        movep #0,x:$ffe8
        move #0,sr
        move #>$8,x0
loop    movep x:$ffe9,a
        and x0,a
        jeq loop
        movep #$2,x:$ffe8
        jmp *
        org p:$60
        movep #$123456,x:$ffeb
        movep #0,x:$ffe8
        rti
        """
    )
    dsp.regs.pc = 0x40
    dsp.advance(100)
    dsp.host.write(ICR, 0x08 | RREQ)
    assert not dsp.lines.hreq.level
    dsp.advance(200)
    assert (dsp.lines.hreq.level, [dsp.host.read(offset) for offset in (5, 6, 7)]) == (True, [0x12, 0x34, 0x56])
    assert (dsp.lines.hreq.level, dsp.x[HCR], dsp.x[HSR] & HTDE) == (False, 0, HTDE)


def test_a_word_in_six_instruction_cycles() -> None:
    """UM 10-7: the greatest rate of fast interrupts, by two instructions of one cycle each."""
    dsp = chip(" org p:$20\n move x:(r3),x0\n move x0,y:(r1)+\n org p:$40\n dup 80\n nop\n endm")
    dsp.regs.pc, dsp.regs.sr = 0x40, 0
    dsp.x[PBC], dsp.x[HCR], dsp.x[IPR] = 1, 1, 0x0C00
    dsp.regs.r3 = HRX
    clocks: list[int] = []
    while len(clocks) < 5:
        if dsp.host.read(ISR) & TXDE:
            dsp.host.write(TXL, 1)
        received = dsp.regs.r1
        dsp.step()
        if dsp.regs.r1 != received:
            clocks.append(dsp.clocks)
    assert {after - before for before, after in pairwise(clocks)} == {12}


def test_the_receive_register_is_freed_by_its_low_byte() -> None:
    """UM 10-26: bytes may be read in any order; RXL clears RXDF, and the next word follows."""
    dsp = enabled()
    dsp.regs.x0 = 0x123456
    dsp.step()
    dsp.regs.x0 = 0xABCDEF
    dsp.step()
    assert [dsp.host.read(offset) for offset in (6, 5, 6)] == [0x34, 0x12, 0x34]
    assert (dsp.host.read(ISR) & RXDF, dsp.x[HSR] & HTDE) == (RXDF, 0)
    assert dsp.host.read(RXL) == 0x56
    assert (dsp.host.read(ISR) & RXDF, dsp.x[HSR] & HTDE, dsp.host.read(RXL)) == (RXDF, HTDE, 0xEF)

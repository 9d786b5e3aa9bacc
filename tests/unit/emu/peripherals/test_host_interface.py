"""The host interface, both sides (UM 10-7 to 10-62)."""

import pytest

from dsp56k.emu import Dsp56001, MemoryAccessError, StopReason
from dsp56k.emu.peripherals.host_interface import CVR, ICR, ISR, IVR, RXH, RXL, RXM, TXH, TXL, TXM
from shared.emu_programs import chip

PBC, HCR, HSR, HRX, IPR = 0xFFE0, 0xFFE8, 0xFFE9, 0xFFEB, 0xFFFF
RXDF, TXDE, TRDY, HREQ = 1, 2, 4, 0x80

ECHO = """
        org p:$40
        bset #0,x:$ffe0
loop    jclr #0,x:$ffe9,*
        movep x:$ffeb,x0
        jclr #1,x:$ffe9,*
        movep x0,x:$ffeb
        jmp loop
"""


def enabled() -> Dsp56001:
    dsp = Dsp56001()
    dsp.x[PBC] = 1
    return dsp


def send(dsp: Dsp56001, word: int) -> None:
    for offset, shift in ((TXH, 16), (TXM, 8), (TXL, 0)):
        dsp.host.write(offset, word >> shift & 0xFF)


def receive(dsp: Dsp56001) -> int:
    return dsp.host.read(RXH) << 16 | dsp.host.read(RXM) << 8 | dsp.host.read(RXL)


def test_reset_values() -> None:
    dsp = Dsp56001()
    assert [dsp.host.read(offset) for offset in (ICR, CVR, ISR, IVR, 4)] == [0, 0x12, 0x06, 0x0F, 0]
    assert dsp.x[HSR] == 2


def test_words_go_through_both_ways() -> None:
    dsp = chip(ECHO)
    dsp.regs.pc = 0x40
    dsp.advance(20)
    for word in (0x123456, 0xFFFFFF, 0):
        send(dsp, word)
        dsp.advance(dsp.clocks + 60)
        assert dsp.host.read(ISR) & RXDF
        assert receive(dsp) == word
        assert not dsp.host.read(ISR) & RXDF


def test_two_words_wait_on_the_way_to_the_dsp() -> None:
    dsp = enabled()
    send(dsp, 1)
    assert dsp.host.read(ISR) & (TXDE | TRDY) == TXDE
    assert dsp.x[HSR] & 1
    send(dsp, 2)
    assert dsp.host.read(ISR) & TXDE == 0
    dsp.p[0] = 0x08442B  # movep x:$ffeb,x0
    dsp.step()
    assert (dsp.regs.x0, dsp.x[HSR] & 1) == (1, 1)
    assert dsp.host.read(ISR) & TXDE


def test_only_the_low_byte_moves_a_word() -> None:
    dsp = enabled()
    send(dsp, 0x112233)
    dsp.p[0] = 0x08442B
    dsp.step()
    dsp.host.write(TXL, 0x44)
    assert dsp.x[HRX] == 0x112244


def test_hreq_follows_its_enables() -> None:
    dsp = enabled()
    pins = [dsp.lines.hreq.level]
    dsp.host.write(ICR, 2)
    pins.append(dsp.lines.hreq.level)
    assert dsp.host.read(ISR) & HREQ
    send(dsp, 1)
    send(dsp, 2)
    pins.append(dsp.lines.hreq.level)
    assert pins == [False, True, False]


def test_init_clears_the_chosen_channels_and_itself() -> None:
    dsp = enabled()
    send(dsp, 1)
    send(dsp, 2)
    dsp.host.write(ICR, 0x80 | 2)
    assert dsp.host.read(ICR) == 2
    assert dsp.host.read(ISR) & (TXDE | TRDY) == TXDE | TRDY
    assert dsp.x[HSR] & 1 == 0


def test_flags_cross_over() -> None:
    dsp = enabled()
    dsp.host.write(ICR, 0x18)
    assert dsp.x[HSR] & 0x18 == 0x18
    dsp.x[HCR] = 0x08
    assert dsp.host.read(ISR) & 0x18 == 0x08


def test_a_host_command_interrupts_at_its_vector() -> None:
    dsp = chip(" org p:$26\n move (r7)+\n nop\n org p:$40\n dup 10\n nop\n endm")
    dsp.regs.pc = 0x40
    dsp.regs.sr = 0
    dsp.x[PBC] = 1
    dsp.x[HCR] = 4
    dsp.x[IPR] = 0x0C00
    dsp.host.write(CVR, 0x80 | 0x13)
    assert dsp.x[HSR] & 4
    assert dsp.host.read(CVR) == 0x93
    for _ in range(5):
        dsp.step()
    assert dsp.regs.r7 == 1
    assert dsp.host.read(CVR) == 0x13
    assert dsp.x[HSR] & 4 == 0


def test_receive_interrupt_by_a_fast_routine() -> None:
    dsp = chip(" org p:$20\n movep x:$ffeb,y:(r1)+\n nop\n org p:$40\n dup 16\n nop\n endm")
    dsp.regs.pc = 0x40
    dsp.regs.sr = 0
    dsp.x[PBC] = 1
    dsp.x[HCR] = 1
    dsp.x[IPR] = 0x0C00
    send(dsp, 0xABCDEF)
    for _ in range(8):
        dsp.step()
    assert (dsp.y[0], dsp.regs.r1) == (0xABCDEF, 1)
    assert dsp.x[HSR] & 1 == 0


def test_held_in_reset_while_its_pins_are_ports() -> None:
    dsp = Dsp56001()
    dsp.host.write(ICR, 0x18)
    dsp.host.write(CVR, 0x92)
    send(dsp, 5)
    assert (dsp.host.read(ICR), dsp.host.read(CVR), dsp.host.read(ISR)) == (0, 0x12, 0x06)
    assert dsp.x[HSR] == 2


def test_wrong_offsets_and_bytes_are_refused() -> None:
    dsp = enabled()
    with pytest.raises(MemoryAccessError):
        dsp.host.read(8)
    with pytest.raises(MemoryAccessError):
        dsp.host.write(0, 256)


def test_a_poll_costs_no_time_but_its_clocks() -> None:
    dsp = chip(ECHO)
    dsp.regs.pc = 0x40
    # BSET takes 4 clocks, each poll 6: whole polls until the count is reached.
    dsp.advance(6_000_000_001)
    assert (dsp.clocks, dsp.regs.pc) == (4 + 6 * 1_000_000_000, 0x41)
    assert dsp.instructions == 1_000_000_001
    send(dsp, 0x123456)
    dsp.advance(dsp.clocks + 30)
    assert dsp.regs.x0 == 0x123456


def test_a_poll_that_only_the_host_can_end_is_waiting() -> None:
    dsp = chip(ECHO)
    dsp.regs.pc = 0x40
    assert dsp.run().reason is StopReason.WAIT
    stop = dsp.run(max_clocks=600)
    assert (stop.reason, stop.clocks) == (StopReason.BUDGET, 4 + 6 + 600)
    stop = dsp.run(max_instructions=10)
    assert (stop.reason, stop.clocks) == (StopReason.BUDGET, 4 + 6 + 660)

"""The host interface's DMA modes, INIT and HACK (UM 10-18 to 10-33, 10-47 to 10-61)."""

import pytest

from dsp56k.emu import Dsp56001, MemoryAccessError
from dsp56k.emu.peripherals.host_interface import CVR, ICR, ISR, IVR, RXL, TXL
from shared.emu_programs import chip

PBC, HCR, HSR, IPR = 0xFFE0, 0xFFE8, 0xFFE9, 0xFFFF
RREQ, TREQ, INIT = 1, 2, 0x80
RXDF, TXDE, TRDY, DMA, HREQ = 1, 2, 4, 0x40, 0x80
MODES = {24: 1 << 5, 16: 2 << 5, 8: 3 << 5}

RECEIVER = """
        org p:$20
        movep x:$ffeb,y:(r7)+
        nop
        org p:$22
        movep y:(r7)+,x:$ffeb
        nop
        org p:$40
        movep #1,x:$ffe0
        movep #$c00,x:$ffff
        andi #$fc,mr
        movep #{enable},x:$ffe8
        jmp *
"""


def receiver(enable: int) -> Dsp56001:
    dsp = chip(RECEIVER.format(enable=enable))
    dsp.regs.pc = 0x40
    dsp.advance(22)
    return dsp


def settle(dsp: Dsp56001) -> None:
    dsp.advance(dsp.clocks + 40)


@pytest.mark.parametrize(
    ("bits", "words"), [(24, [0x010203, 0x040506]), (16, [0x0102, 0x0304, 0x0506]), (8, [1, 2, 3, 4, 5, 6])]
)
def test_bytes_from_a_dma_controller_interrupt_once_a_word(bits: int, words: list[int]) -> None:
    # UM Figure 10-37.
    dsp = receiver(1)
    dsp.host.write(ICR, INIT | MODES[bits] | TREQ)
    assert dsp.host.read(ICR) == MODES[bits] | TREQ
    for byte in range(1, 7):
        assert dsp.lines.hreq.level
        dsp.host.acknowledge_write(byte)
        settle(dsp)
    assert list(dsp.y[0 : len(words)]) == words
    assert dsp.regs.r7 == len(words)


@pytest.mark.parametrize(
    ("bits", "expected"),
    [(24, [0x11, 0x22, 0x33, 0x44]), (16, [0x22, 0x33, 0x55, 0x66]), (8, [0x33, 0x66, 0x99, 0xCC])],
)
def test_bytes_to_a_dma_controller(bits: int, expected: list[int]) -> None:
    dsp = receiver(0)
    dsp.y[0:4] = [0x112233, 0x445566, 0x778899, 0xAABBCC]
    dsp.host.write(ICR, INIT | MODES[bits] | RREQ)
    requests = [dsp.lines.hreq.level]
    dsp.x[HCR] = 2
    seen = []
    for _ in range(4):
        settle(dsp)
        requests.append(dsp.lines.hreq.level)
        seen.append(dsp.host.acknowledge_read())
    assert seen == expected
    assert requests == [False, True, True, True, True]


def test_status_bits_show_the_mode_on_both_sides() -> None:
    dsp = receiver(0)
    for mode in MODES.values():
        dsp.host.write(ICR, mode)
        assert dsp.host.read(ISR) & DMA
        assert dsp.x[HSR] & 0x80
        assert not dsp.lines.hreq.level
    dsp.host.write(ICR, 0)
    assert dsp.host.read(ISR) & DMA == 0
    assert dsp.x[HSR] & 0x80 == 0


def test_the_other_direction_can_be_polled_meanwhile() -> None:
    # UM 10-50, 10-51.
    dsp = receiver(0)
    dsp.host.write(ICR, INIT | MODES[24] | TREQ)
    dsp.host.acknowledge_write(1)
    dsp.p[0x60] = 0x08C42B  # movep x0,x:$ffeb
    dsp.regs.x0 = 0xABCDEF
    dsp.regs.pc = 0x60
    dsp.step()
    assert dsp.host.read(ISR) & RXDF
    assert dsp.host.read(RXL) == 0xEF
    dsp.host.acknowledge_write(2)
    dsp.host.acknowledge_write(3)
    assert dsp.x[0xFFEB] == 0x010203


@pytest.mark.parametrize(
    ("requests", "rxdf", "trdy"), [(0, 1, 0), (RREQ, 0, 0), (TREQ, 1, TRDY), (RREQ | TREQ, 0, TRDY)]
)
def test_init_clears_what_treq_and_rreq_choose(requests: int, rxdf: int, trdy: int) -> None:
    # UM Table 10-4.
    dsp = receiver(0)
    dsp.host.write(TXL, 1)
    dsp.host.write(TXL, 2)
    dsp.p[0x60] = 0x08C42B
    dsp.p[0x61] = 0x08C42B
    dsp.regs.pc = 0x60
    dsp.step()
    dsp.step()
    assert dsp.x[HSR] & 3 == 1
    dsp.host.write(ICR, INIT | requests)
    assert dsp.host.read(ICR) == requests
    assert dsp.host.read(ISR) & (RXDF | TRDY) == rxdf | trdy
    assert dsp.x[HSR] & 3 == (1 if trdy == 0 else 0) | (0 if rxdf else 2)


def test_hack_reads_the_vector_byte_only_while_hreq_is_asserted() -> None:
    dsp = receiver(0)
    assert dsp.host.acknowledge_read() is None
    dsp.host.write(ICR, TREQ)
    assert dsp.host.acknowledge_read() == 0x0F
    dsp.host.write(IVR, 0x40)
    assert dsp.host.acknowledge_read() == 0x40
    assert dsp.host.read(ISR) & HREQ


def test_a_host_command_is_served_with_dma_on() -> None:
    # UM 10-54 starts a transfer with one; 10-42 requires DMA off.
    dsp = receiver(4)
    dsp.p[0x26] = 0x205E00  # move (r6)+
    dsp.host.write(ICR, INIT | MODES[24] | TREQ)
    dsp.host.write(CVR, 0x93)
    settle(dsp)
    assert (dsp.regs.r6, dsp.host.read(CVR)) == (1, 0x13)


def test_a_cancelled_command_does_not_interrupt() -> None:
    dsp = receiver(0)
    dsp.p[0x26] = 0x205E00
    dsp.host.write(CVR, 0x93)
    assert dsp.x[HSR] & 4
    dsp.host.write(CVR, 0x13)
    assert dsp.x[HSR] & 4 == 0
    dsp.x[HCR] = 4
    settle(dsp)
    assert dsp.regs.r6 == 0


def test_stop_holds_the_interface_in_reset() -> None:
    # UM 8-37, Table 10-5: IVR and HF3, HF2 stay.
    dsp = chip(" org p:0\n movep #1,x:$ffe0\n movep #$18,x:$ffe8\n stop\n jmp *")
    dsp.step()
    dsp.host.write(IVR, 0x55)
    dsp.run()
    dsp.host.write(ICR, 0x18)
    dsp.host.write(CVR, 0x80)
    dsp.host.write(TXL, 1)
    assert [dsp.host.read(offset) for offset in (ICR, CVR, ISR, IVR)] == [0, 0x12, 0x1E, 0x55]
    dsp.lines.irqa.drive(True)
    dsp.advance(dsp.clocks + 70_000)
    dsp.host.write(ICR, 0x18)
    assert dsp.host.read(ICR) == 0x18


def test_a_snapshot_keeps_the_counter() -> None:
    dsp, other = receiver(0), Dsp56001()
    dsp.host.write(ICR, INIT | MODES[24] | TREQ)
    dsp.host.acknowledge_write(1)
    other.restore(dsp.snapshot())
    other.host.acknowledge_write(2)
    other.host.acknowledge_write(3)
    assert other.x[0xFFEB] == 0x010203


def test_a_value_that_is_no_byte_is_refused() -> None:
    with pytest.raises(MemoryAccessError):
        receiver(0).host.acknowledge_write(256)

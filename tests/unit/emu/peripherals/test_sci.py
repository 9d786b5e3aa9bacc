"""The serial communication interface by programs (UM 11-8 to 11-64); the clocks of flags are in the core's tests."""

from fractions import Fraction

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, MemoryAccessError, SciFrame, SciSent, SciSentKind, StopReason
from shared.emu_programs import chip

SCR, SSR, SCCR, STXA, SRX, PCC, IPR = 0xFFF0, 0xFFF1, 0xFFF2, 0xFFF3, 0xFFF4, 0xFFE1, 0xFFFF
TRNE, TDRE, RDRF, IDLE, OR, PE, FE, R8 = (1 << bit for bit in range(8))
BIT = 64

# UM Figure 11-29, in its essence.
SINGLE_BYTES = """
        org p:$14
        movep x:$fff4,y:(r0)+
        nop
        org p:$18
        movep x:(r3)+,x:$fff4
        bclr #12,x:$fff0
        org p:$40
        movep #$c000,x:$ffff
        movep #$b02,x:$fff0     ; 10 bits, TE, RE, RIE
        movep #0,x:$fff2
        movep #3,x:$ffe1
        andi #$fc,mr
        bset #12,x:$fff0
        jmp *
"""


def started(source: str) -> Dsp56001:
    dsp = chip(source)
    dsp.regs.pc = 0x40
    return dsp


def test_reset_values_and_bits() -> None:
    dsp = Dsp56001()
    assert [dsp.x[register] for register in (SCR, SSR, SCCR, STXA)] == [0, 3, 0, 0]
    dsp.x[SCR] = dsp.x[SCCR] = 0xFFFFFF
    # Bit 14 of SCR reads as zero (UM 11-18).
    assert (dsp.x[SCR], dsp.x[SCCR]) == (0xBFFF, 0xFFFF)


def test_the_manuals_program_sends_and_receives() -> None:
    dsp = started(SINGLE_BYTES)
    dsp.x[0] = 0x41
    dsp.sci.feed(b"xyz")
    dsp.run(max_clocks=40 * BIT)
    assert bytes(dsp.y[0:3]) == b"xyz"
    sent = dsp.sci.take()
    assert [(s.kind, s.data) for s in sent] == [(SciSentKind.PREAMBLE, 0xFF), (SciSentKind.DATA, 0x41)]
    assert sent[1].clock - sent[0].clock == 10 * BIT
    assert dsp.x[SSR] & (TRNE | TDRE) == TRNE | TDRE


def test_the_register_is_empty_two_sixteenths_into_the_first_data_bit() -> None:
    """UM 11-19."""
    dsp = started(
        """
        org p:$40
        movep #$202,x:$fff0     ; 10 bits, TE
        movep #3,x:$ffe1
        movep #$41,x:$fff4
loop    nop
        jmp loop
        """
    )
    dsp.run(condition=lambda chip: not chip.x[SSR] & TDRE)
    dsp.run(condition=lambda chip: bool(chip.x[SSR] & TDRE))
    empty = dsp.clocks
    dsp.run(max_clocks=11 * BIT)
    start = next(sent.clock for sent in dsp.sci.take() if sent.kind is SciSentKind.DATA) - 10 * BIT
    # The longest instruction takes four clocks.
    assert start + BIT + BIT // 8 <= empty < start + BIT + BIT // 8 + 4


def test_the_prescaler_divides_by_eight() -> None:
    # SCCR bit 13, and CD = 1: fosc / (64 * 8 * 2) (UM 11-20).
    dsp = started(SINGLE_BYTES.replace("#0,x:$fff2", "#$2001,x:$fff2"))
    dsp.run(max_clocks=40 * BIT * 16)
    sent = dsp.sci.take()
    assert sent[1].clock - sent[0].clock == 10 * BIT * 16


def test_byte_positions_pack_and_unpack() -> None:
    # UM Figure 11-14.
    dsp = chip(
        " org p:0\n movep #$202,x:$fff0\n movep #3,x:$ffe1\n move #>$414243,x0\n move x0,x:$fff6\n"
        " jclr #1,x:$fff1,*\n move x0,x:$fff5\n jclr #1,x:$fff1,*\n move x0,x:$fff4\n jclr #0,x:$fff1,*\n jmp *\n"
    )
    dsp.run(max_clocks=60 * BIT)
    assert dsp.sci.take_bytes() == b"ABC"
    dsp.x[0xFFF5] = 0x00DE00
    assert [dsp.x[SRX + i] for i in range(3)] == [0xDE, 0xDE00, 0xDE0000]


def test_stxa_sets_the_ninth_bit_of_multidrop_only() -> None:
    source = " org p:0\n movep #{},x:$fff0\n movep #3,x:$ffe1\n movep #$7f,x:$fff3\n jclr #1,x:$fff1,*\n"
    for scr, address in (("$206", True), ("$202", False)):
        dsp = chip(source.format(scr) + " movep #$12,x:$fff4\n jclr #0,x:$fff1,*\n jmp *")
        dsp.run(max_clocks=50 * BIT)
        assert [(s.data, s.address) for s in dsp.sci.take()[1:]] == [(0x7F, address), (0x12, False)]


def test_errors_take_the_vector_with_exception() -> None:
    dsp = started(SINGLE_BYTES.replace("#$b02", "#$904") + " org p:$16\n movep x:$fff1,x1\n movep x:$fff4,y1\n")
    dsp.sci.feed([1, SciFrame(2, bad_parity=True), 3])
    dsp.run(max_clocks=50 * BIT)
    assert list(dsp.y[0:3]) == [1, 3, 0]
    assert (dsp.regs.x1 & (OR | PE | FE), dsp.regs.y1) == (PE, 2)
    assert dsp.x[SSR] & PE == 0


def test_overrun_and_framing_flags() -> None:
    dsp = chip(" org p:0\n movep #$102,x:$fff0\n movep #1,x:$ffe1\n jmp *")
    dsp.sci.feed([1, 2])
    dsp.advance(30 * BIT)
    assert dsp.x[SSR] & (RDRF | OR | FE) == RDRF | OR
    dsp = chip(" org p:0\n movep #$102,x:$fff0\n movep #1,x:$ffe1\n jmp *")
    dsp.sci.feed([SciFrame(0, bad_stop=True)])
    dsp.advance(30 * BIT)
    assert dsp.x[SSR] & (RDRF | OR | FE) == RDRF | FE


def test_multidrop_wake_up_by_address() -> None:
    dsp = started(SINGLE_BYTES.replace("#$b02", "#$966"))
    dsp.sci.feed([1, 2, SciFrame(0x33, address=1), 4])  # type: ignore[arg-type]  # frames and words may be mixed
    dsp.run(max_clocks=70 * BIT)
    assert list(dsp.y[0:3]) == [0x33, 4, 0]
    assert dsp.x[SCR] & 0x40 == 0


IDLE_LINE = SINGLE_BYTES.replace("#$b02", "#$d42") + " org p:$1a\n move (r7)+\n nop\n"


def test_idle_line_interrupts_once_and_wakes() -> None:
    dsp = started(IDLE_LINE)
    dsp.sci.feed([1, SciFrame(2, not_before=60 * BIT)])
    dsp.run(max_clocks=100 * BIT)
    assert dsp.regs.r7 == 2
    # The first character was slept through: RWU ended with the idle line after it.
    assert list(dsp.y[0:2]) == [2, 0]
    assert dsp.x[SSR] & IDLE


def test_the_timer_interrupts_at_its_rate() -> None:
    # UM Figure 11-37: fosc / (64 (7 SCP + 1) (CD + 1)) interrupts a second, without any pin.
    dsp = started(
        " org p:$1c\n move (r0)+\n nop\n org p:$40\n movep #$2000,x:$fff0\n movep #$13f,x:$fff2\n"
        " movep #$c000,x:$ffff\n andi #$fc,mr\n jmp *\n"
    )
    dsp.run(max_clocks=20_000_000)
    assert dsp.regs.r0 == 20_000_000 // (64 * 0x140)
    assert dsp.sci.take() == []


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_levels(level: int) -> None:
    served = []
    for mask in range(4):
        dsp = chip(" org p:$1c\n move (r0)+\n nop\n org p:$40\n dup 300\n nop\n endm\n jmp *")
        dsp.regs.pc = 0x40
        dsp.x[SCR] = 0x2000
        dsp.x[IPR] = level << 14
        dsp.regs.sr = mask << 8
        dsp.run(max_clocks=200)
        served.append(dsp.regs.r0 > 0)
    assert served == [level > mask for mask in range(4)]


def test_the_order_within_a_level() -> None:
    # UM 8-18: receive with exception, receive, transmit, idle, timer; and the SSI before the SCI.
    vectors = "".join(
        f" org p:${vector:x}\n move #{number},r{number}\n nop\n"
        for number, vector in enumerate((0x10, 0x14, 0x18, 0x1C), start=1)
    )
    dsp = chip(vectors + " org p:$40\n dup 60\n nop\n endm\n jmp *")
    dsp.regs.pc = 0x40
    dsp.regs.sr = 0
    dsp.x[0xFFED] = 0x4000
    dsp.x[SCR] = 0x3800
    dsp.x[SSR] = RDRF | TDRE
    dsp.x[IPR] = 0xF000
    for number, clear in ((1, (0xFFED, 0)), (2, (SSR, TDRE)), (3, (SCR, 0x2000))):
        while not dsp.regs[f"r{number}"]:
            dsp.step()
        assert [dsp.regs[f"r{later}"] for later in range(number + 1, 5)] == [0] * (4 - number)
        dsp.x[clear[0]] = clear[1]
    dsp.run(max_clocks=100)
    assert dsp.regs.r4 == 4


def test_wait_ends_with_the_timer() -> None:
    dsp = started(
        " org p:$1c\n move (r0)+\n nop\n org p:$40\n movep #$2000,x:$fff0\n movep #$ff,x:$fff2\n"
        " movep #$c000,x:$ffff\n andi #$fc,mr\n wait\n nop\n jmp *\n"
    )
    stop = dsp.run(until=0x49)
    assert (stop.reason, dsp.regs.r0) == (StopReason.BREAKPOINT, 1)
    # SCCR was written at clock 6; 8 clocks from the request to the vector (UM Figure 8-15), two words, one NOP.
    assert stop.clocks == 6 + 64 * 256 + 8 + 4 + 2
    budget = started(
        " org p:$40\n movep #$2000,x:$fff0\n movep #$c000,x:$ffff\n movep #$fff,x:$fff2\n andi #$fc,mr\n wait\n"
    )
    assert budget.run(max_clocks=1000).reason is StopReason.BUDGET
    assert budget.clocks == 1000


def test_stop_halts_the_timer_and_reset_clears_it() -> None:
    dsp = started(" org p:$40\n movep #$2000,x:$fff0\n stop\n nop\n reset\n jmp *\n")
    dsp.x[IPR] = 0xC000
    assert dsp.run().reason is StopReason.STOP
    dsp.advance(10_000)
    assert dsp.x[SCR] == 0x2000
    dsp.lines.irqa.drive(True)
    dsp.run()
    assert [dsp.x[register] for register in (SCR, SSR, SCCR, PCC, IPR)] == [0, 3, 0, 0, 0]


class Upper:
    """Answers letters with capitals."""

    def sent(self, character: SciSent) -> list[SciFrame | int]:
        return [character.data - 32] if character.kind is SciSentKind.DATA else []


def test_a_device_answers() -> None:
    dsp = started(SINGLE_BYTES)
    dsp.x[0] = ord("q")
    dsp.sci.attach(Upper())
    dsp.run(max_clocks=60 * BIT)
    assert dsp.y[0] == ord("Q")
    dsp.sci.attach(None)


def test_an_exception_of_the_device_reaches_the_caller() -> None:
    class Broken:
        def sent(self, character: SciSent) -> None:
            raise KeyError(character.kind.name)

    dsp = started(SINGLE_BYTES)
    dsp.sci.attach(Broken())
    with pytest.raises(KeyError, match="PREAMBLE"):
        dsp.run(max_clocks=60 * BIT)


def test_synchronous_bytes_at_an_external_clock() -> None:
    # UM Figure 11-22: receive only.
    dsp = started(SINGLE_BYTES.replace("#$b02", "#$900").replace("#0,x:$fff2", "#$c000,x:$fff2"))
    dsp.sci.feed(b"ab")
    dsp.run(max_clocks=500)
    assert dsp.sci.waiting == 2
    dsp.sci.external_clock(Fraction(35, 2))
    dsp.run(max_clocks=500)
    assert (bytes(dsp.y[0:2]), dsp.sci.waiting, dsp.sci.take()) == (b"ab", 0, [])


def test_a_snapshot_in_mid_character_goes_on_the_same() -> None:
    dsp, other = started(SINGLE_BYTES), Dsp56001()
    dsp.x[0] = 0x41
    dsp.sci.feed(b"A")
    dsp.run(max_clocks=13 * BIT)
    dsp.sci.take()
    other.restore(dsp.snapshot())
    for machine in (dsp, other):
        machine.run(max_clocks=40 * BIT)
    assert other.sci.take() == dsp.sci.take() != []
    assert (other.y[0], other.clocks) == (dsp.y[0], dsp.clocks)


def test_bad_values_are_refused() -> None:
    dsp = Dsp56001()
    for characters in ([256], [SciFrame(1, not_before=-1)], [SciFrame(1, not_before=1 << 63)]):
        with pytest.raises(MemoryAccessError):
            dsp.sci.feed(characters)
    with pytest.raises(ConfigurationError):
        dsp.sci.external_clock(0)
    dsp.sci.feed([SciFrame(1, not_before=(1 << 63) - 1)])

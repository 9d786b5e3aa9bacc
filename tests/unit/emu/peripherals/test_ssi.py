"""The synchronous serial interface by programs (UM 11-64 to 11-135); the clocks of flags are in the core's tests."""

import random
import wave
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, MemoryAccessError, SsiWord, StopReason, save_wav
from shared.emu_programs import chip

CRA, CRB, SSISR, RX, PCC, IPR = 0xFFEC, 0xFFED, 0xFFEE, 0xFFEF, 0xFFE1, 0xFFFF
TDE, RDF = 0x40, 0x80
MASTER = 0x0230  # SYN, SCKD, SCD2

ECHO = """
        org p:0
        movep #$4000,x:$ffec    ; 16 bits, fosc/4
        movep #$3230,x:$ffed    ; TE, RE, internal clock and frame sync
        movep #$1f8,x:$ffe1
loop    jclr #7,x:$ffee,*
        movep x:$ffef,a
        movep a,x:$ffef
        jmp loop
"""


def test_reset_values_and_bits() -> None:
    dsp = Dsp56001()
    assert [dsp.x[register] for register in (CRA, CRB, SSISR)] == [0, 0, 0x40]
    for register in (CRA, CRB):
        dsp.x[register] = 0xFFFFFF
        assert dsp.x[register] == 0xFFFF


def test_words_fed_come_back_two_frames_later() -> None:
    dsp = chip(ECHO)
    dsp.ssi.feed([0x111100, 0x2222FF, 0x333300])
    dsp.run(max_clocks=500)
    # A word is complete half a bit before the next slot begins: its echo misses that one.
    assert [word.word for word in dsp.ssi.take()][2:5] == [0x111100, 0x222200, 0x333300]
    assert dsp.ssi.waiting == 0


def test_frames_are_exact_in_clocks() -> None:
    dsp = chip(ECHO)
    dsp.run(max_clocks=1000)
    clocks = [word.clock for word in dsp.ssi.take()]
    assert {later - earlier for earlier, later in pairwise(clocks)} == {16 * 4}
    # PCC is written by the third MOVEP, at clock 12; first slot one bit later, sampled half a bit before its end.
    assert clocks[0] == 12 + 4 + 16 * 4 - 2


def polling(body: str) -> Dsp56001:
    source = ECHO if not body else ECHO.replace("jclr #7,x:$ffee,*", body)
    dsp = chip(source)
    dsp.ssi.feed(range(0, 0x400000, 0x10000))
    return dsp


def test_a_polling_loop_has_the_same_clocks_stepped_or_run() -> None:
    stepped, run = polling(""), polling("")
    while stepped.clocks < 5000:
        stepped.step()
    run.advance(5000)
    assert (run.clocks, run.instructions, run.regs.pc) == (stepped.clocks, stepped.instructions, stepped.regs.pc)
    assert run.ssi.take() == stepped.ssi.take()


@pytest.mark.parametrize("clocks", [1, 7, 64, 65, 100])
def test_a_poll_stops_at_budgets_as_steps_do(clocks: int) -> None:
    whole, parts = polling(""), polling("")
    whole.advance(2000)
    while parts.clocks < 2000:
        parts.run(max_clocks=min(clocks, 2000 - parts.clocks))
    assert (whole.clocks, whole.instructions) == (parts.clocks, parts.instructions)


def test_a_poll_in_slow_external_memory() -> None:
    source = ECHO.replace("org p:0", "org p:$1000")
    pair = []
    for bcr in (0, 0x30):
        stepped, run = chip(source, bcr=bcr), chip(source, bcr=bcr)
        for dsp in (stepped, run):
            dsp.regs.pc = 0x1000
        while stepped.clocks < 3000:
            stepped.step()
        run.advance(3000)
        assert (run.clocks, run.instructions) == (stepped.clocks, stepped.instructions)
        assert run.ssi.take() == stepped.ssi.take()
        pair.append(run.instructions)
    assert pair[0] > pair[1]


def test_a_long_poll_is_not_executed_pass_by_pass() -> None:
    dsp = chip(ECHO.replace("#$4000,", "#$c0ff,"))  # a bit of 8192 clocks
    dsp.run(max_clocks=2_000_000_000)
    assert dsp.clocks >= 2_000_000_000
    assert len(dsp.ssi.take()) == (2_000_000_000 - 12 - 8192) // (16 * 8192)


INTERRUPTS = """
        org p:$0c
        movep x:$ffef,x:(r1)+
        nop
        org p:$0e
        jsr overrun
        org p:$10
        movep x:(r0)+,x:$ffef
        nop
        org p:$12
        jsr underrun
        org p:$40
start   movep #$3000,x:$ffff    ; level 2
        movep #$6000,x:$ffec    ; 24 bits
        movep #$f230,x:$ffed    ; all enables
        movep #$1f8,x:$ffe1
        andi #$fc,mr
        jmp *
overrun movep x:$ffee,x0
        movep x:$ffef,x:(r1)+
        rti
underrun
        movep x:$ffee,y0
        movep x:(r0)+,x:$ffef
        move (r7)+
        rti
"""


def interrupting() -> Dsp56001:
    dsp = chip(INTERRUPTS)
    dsp.regs.pc = 0x40
    dsp.regs.r1 = 0x80
    dsp.x[0:8] = [0x010101 * (i + 1) for i in range(8)]
    return dsp


def test_interrupts_move_words_both_ways() -> None:
    dsp = interrupting()
    dsp.ssi.feed([0xAAAAAA, 0xBBBBBB, 0xCCCCCC])
    dsp.run(max_clocks=98 * 6)
    words = [word.word for word in dsp.ssi.take()]
    # The first slot begins before the first interrupt is served: it underruns.
    assert words[:5] == [0, 0x010101, 0x020202, 0x030303, 0x040404]
    assert list(dsp.x[0x80:0x83]) == [0xAAAAAA, 0xBBBBBB, 0xCCCCCC]
    assert dsp.regs.r7 == 1


# UM Figures 11-72 and 11-77: output flag 0 or the slot distinguishes left and right channel.
CHANNELS = """
        org x:0
        dc $aaaa00,$333300,$cccc00,$f0f000
        org p:$10
        jsr xmt
        org p:$12
        jsr xmt
        org p:$40
        move #0,r0
        move #3,m0
        move #0,x0
        move x0,x:$10
        movep #$3000,x:$ffff
        movep #{cra},x:$ffec
        movep #{crb},x:$ffed
        movep #$1f8,x:$ffe1
        andi #$fc,mr
        jmp *
xmt     movep x:$ffee,y0
        jset #0,x:$10,left
        movep x:(r0)+,x:$ffef
        bclr #0,x:$ffed
        move #>1,x0
        move x0,x:$10
        rti
left    {left}
        bset #0,x:$ffed
        move #0,x0
        move x0,x:$10
        rti
"""


def test_the_manuals_stereo_program() -> None:
    dsp = chip(CHANNELS.format(cra="$4100", crb="$5334", left="movep x:(r0)+,x:$ffef"))
    dsp.regs.pc = 0x40
    dsp.run(max_clocks=128 * 9)
    # The first frame begins before the first interrupt is served.
    assert [(word.word, word.flags) for word in dsp.ssi.take()][1:6] == [
        (0xAAAA00, 0),
        (0x333300, 1),
        (0xCCCC00, 0),
        (0xF0F000, 1),
        (0xAAAA00, 0),
    ]


def test_the_manuals_network_program_leaves_every_second_slot_out() -> None:
    dsp = chip(CHANNELS.format(cra="$4107", crb="$5b34", left="movep #0,x:$ffee"))
    dsp.regs.pc = 0x40
    dsp.run(max_clocks=32 * 16 * 9)
    words = [(word.slot, word.word) for word in dsp.ssi.take()][1:7]
    sent = [word for _, word in words if word is not None]
    assert [slot for slot, _ in words] == [1, 0, 1, 0, 1, 0]
    assert sent == [0xAAAA00, 0x333300, 0xCCCC00]
    assert words[1][1] is None


def test_levels_and_the_order_within_one() -> None:
    # UM 8-18: SSI receive with exception, receive, transmit with exception, transmit; off at level code 0.
    dsp = interrupting()
    dsp.x[SSISR] = 0xF0
    dsp.x[CRB] = 0xC230
    dsp.regs.pc = 0x60
    dsp.regs.sr = 0
    seen = []
    for code, mask in ((0, 0), (1, 0), (1, 1), (3, 2), (3, 3)):
        dsp.x[IPR] = code << 12
        dsp.regs.sr = mask << 8
        dsp.regs.pc = 0x60
        for _ in range(8):
            dsp.step()
        seen.append(dsp.x[SSISR] & RDF == 0)
        dsp.x[SSISR] = 0xF0
    assert seen == [False, True, False, True, False]


def test_exceptions_have_vectors_of_their_own() -> None:
    dsp = interrupting()
    dsp.x[SSISR] = 0x70  # TDE, ROE, TUE
    dsp.x[CRB] = 0x4230
    dsp.x[IPR] = 0x3000
    dsp.regs.sr = 0
    dsp.regs.pc = 0x70
    for _ in range(9):
        dsp.step()
    assert dsp.regs.r7 == 1
    assert dsp.x[SSISR] & 0x10 == 0


def test_wait_ends_with_a_word() -> None:
    dsp = chip(INTERRUPTS.replace("jmp *", "wait\n move (r6)+\n jmp *", 1))
    dsp.regs.pc = 0x40
    dsp.x[CRB] = 0
    stop = dsp.run(max_clocks=2000, until=0x4B)
    assert (stop.reason, dsp.regs.r6) == (StopReason.BREAKPOINT, 1)


def test_wait_without_an_enabled_source_takes_no_time() -> None:
    dsp = chip(" org p:0\n movep #$3230,x:$ffed\n movep #$1f8,x:$ffe1\n wait\n")
    assert dsp.run().reason is StopReason.WAIT
    dsp.advance(1000)
    assert len(dsp.ssi.take()) > 10


def test_stop_and_reset_end_transfers() -> None:
    dsp = chip(" org p:0\n movep #$3230,x:$ffed\n movep #$1f8,x:$ffe1\n rep #100\n nop\n stop\n rep #100\n nop\n jmp *")
    assert dsp.run().reason is StopReason.STOP
    dsp.ssi.take()
    dsp.advance(dsp.clocks + 1000)
    assert (dsp.ssi.take(), dsp.x[SSISR], dsp.x[CRB]) == ([], 0x40, 0x3230)
    dsp.regs.omr = 0x40  # SD: a short restart
    dsp.lines.irqa.drive(True)
    dsp.run()
    assert len(dsp.ssi.take()) > 2
    dsp = chip(" org p:0\n movep #$3230,x:$ffed\n movep #$1f8,x:$ffe1\n rep #100\n nop\n reset\n jmp *")
    dsp.run()
    assert [dsp.x[register] for register in (CRA, CRB, SSISR, PCC)] == [0, 0, 0x40, 0]


class Codec:
    """Answers each word with its complement, and notes the clocks."""

    def __init__(self) -> None:
        self.words: list[SsiWord] = []

    def sent(self, word: SsiWord) -> None:
        self.words.append(word)

    def wanted(self, clock: int, slot: int) -> int | None:
        assert slot == 0
        assert clock == self.words[-1].clock
        return (self.words[-1].word or 0) ^ 0xFFFFFF


def test_a_device_exchanges_words() -> None:
    dsp = chip(ECHO)
    codec = Codec()
    dsp.ssi.attach(codec)
    dsp.run(max_clocks=500)
    words = [word.word for word in codec.words]
    assert words[:6] == [0, 0, 0xFFFF00, 0xFFFF00, 0, 0]


def test_an_exception_of_the_device_reaches_the_caller() -> None:
    class Broken(Codec):
        def wanted(self, clock: int, slot: int) -> int | None:
            raise ValueError(f"slot {slot}")

    dsp = chip(ECHO)
    dsp.ssi.attach(Broken())
    with pytest.raises(ValueError, match="slot 0"):
        dsp.run(max_clocks=500)


def test_an_external_clock_as_a_fraction() -> None:
    dsp = chip(ECHO.replace("#$3230", "#$3200"))
    dsp.run(max_clocks=200)
    assert dsp.ssi.take() == []
    dsp.ssi.external_clock(Fraction(25, 3), frame_bits=32)
    start = dsp.clocks
    dsp.run(max_clocks=3000)
    clocks = [word.clock - start for word in dsp.ssi.take()]
    assert clocks == [((2 * 17 + 64 * i - 1) * 25) // 6 for i in range(len(clocks))]


def test_a_frame_at_an_external_clock_is_by_default_as_long_as_the_programmed_one() -> None:
    def sent(*frame_bits: int) -> list[int]:
        # Two time slots of 16 bits
        dsp = chip(ECHO.replace("#$4000", "#$4100").replace("#$3230", "#$3200"))
        dsp.ssi.external_clock(4, *frame_bits)
        dsp.run(max_clocks=2000)
        return [word.clock for word in dsp.ssi.take()]

    assert sent() == sent(32) != sent(16)


def test_two_chips_talk_spi() -> None:
    # UM Figure 11-82: the master on demand, the slave at an external gated clock.
    master = chip(" org p:0\n movep #$1e30,x:$ffed\n movep #$1f8,x:$ffe1\n movep #$5a0000,x:$ffef\n jmp *")
    slave = chip(" org p:0\n movep #$3600,x:$ffed\n movep #$1f8,x:$ffe1\n jclr #7,x:$ffee,*\n movep x:$ffef,a1\n jmp *")
    master.advance(200)
    slave.ssi.external_clock(4)
    slave.run(max_clocks=100)
    slave.ssi.feed(word.word or 0 for word in master.ssi.take())
    slave.advance(400)
    assert slave.regs.a1 == 0x5A0000


def test_a_snapshot_in_mid_word_goes_on_the_same() -> None:
    dsp, other = chip(ECHO), Dsp56001()
    dsp.ssi.feed([0x123400] * 20)
    dsp.run(max_clocks=150)
    dsp.ssi.take()
    other.restore(dsp.snapshot())
    other.ssi.feed([0x123400] * dsp.ssi.waiting)
    for machine in (dsp, other):
        machine.run(max_clocks=700)
    assert other.ssi.take() == dsp.ssi.take()


@pytest.mark.parametrize("bits", [8, 16, 24])
def test_wav_files_come_in_and_go_out(tmp_path: Path, bits: int) -> None:
    source, copy = tmp_path / "in.wav", tmp_path / "out.wav"
    samples = [i * 7919 % (1 << bits) << (24 - bits) for i in range(40)]
    assert save_wav(source, samples, rate=48_000, bits=bits) == 20
    dsp = chip(ECHO.replace("#$4000,", "#$6000,"))
    assert dsp.ssi.feed_wav(source) == (48_000, 2)
    assert dsp.ssi.waiting == 40
    dsp.run(max_clocks=98 * 43)
    words = dsp.ssi.take()[2:42]
    assert [word.word for word in words] == samples
    assert save_wav(copy, words, rate=48_000, bits=bits) == 20
    assert copy.read_bytes() == source.read_bytes()
    with wave.open(str(copy), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (2, bits // 8)


def test_a_wav_file_has_by_default_two_channels_of_16_bits(tmp_path: Path) -> None:
    save_wav(tmp_path / "x.wav", [0x123456, 0x7FFFFF], rate=8000)
    with wave.open(str(tmp_path / "x.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getnframes()) == (2, 2, 1)


def test_bad_values_are_refused(tmp_path: Path) -> None:
    dsp = Dsp56001()
    with pytest.raises(MemoryAccessError):
        dsp.ssi.feed([0, 1 << 24])
    assert dsp.ssi.waiting == 0
    for action in (
        lambda: dsp.ssi.external_clock(Fraction(1, 2)),
        lambda: dsp.ssi.external_clock(4, frame_bits=-1),
        lambda: dsp.ssi.clock_out(-1),
        lambda: dsp.ssi.feed_wav(tmp_path / "none.wav"),
        lambda: save_wav(tmp_path / "x.wav", [], rate=48_000, bits=12),
        lambda: save_wav(tmp_path / "none" / "x.wav", [], rate=48_000),
    ):
        with pytest.raises(ConfigurationError):
            action()


def test_damaged_wav_files_are_refused_or_fed(tmp_path: Path) -> None:
    source, damaged = tmp_path / "in.wav", tmp_path / "damaged.wav"
    save_wav(source, range(64), rate=8000, bits=16)
    content = source.read_bytes()
    generator = random.Random(1990)
    outcomes = set()
    for _ in range(3000):
        data = bytearray(content)
        for _ in range(generator.randint(1, 4)):
            at = generator.randrange(44)
            data[at] = generator.choice((0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)))
        damaged.write_bytes(data[: generator.choice((len(data), generator.randrange(len(data))))])
        dsp = Dsp56001()
        try:
            dsp.ssi.feed_wav(damaged)
            outcomes.add(("fed", damaged.stat().st_size >= len(content) or dsp.ssi.waiting < 64))
        except ConfigurationError as error:
            # Each says why.
            outcomes.add(("refused", error.fields["file"] == str(damaged) and str(error)[-1] not in ": "))
    assert outcomes == {("fed", True), ("refused", True)}


def test_a_wav_file_without_its_end_is_refused(tmp_path: Path) -> None:
    whole, short = tmp_path / "in.wav", tmp_path / "short.wav"
    save_wav(whole, range(64), rate=8000, bits=16)
    short.write_bytes(whole.read_bytes()[:-2])
    with pytest.raises(ConfigurationError, match="126 bytes of samples, its header says 128"):
        Dsp56001().ssi.feed_wav(short)


def test_wav_files_that_cannot_be_read(tmp_path: Path) -> None:
    endless = tmp_path / "endless.wav"
    endless.symlink_to("/dev/zero")
    for path in (endless, tmp_path, tmp_path / "a\0b"):
        with pytest.raises(ConfigurationError):
            Dsp56001().ssi.feed_wav(path)

"""The board with FIFOs: chips by themselves, and what each access from either side does."""

from typing import Any

import pytest
from Crypto.Cipher import DES

from dsp56k.card import Card, CardAccessError, CardError, FifoCard, Outcome, addresses
from dsp56k.card.chips.idt7201 import Idt7201
from dsp56k.card.chips.pump import CONTROL, KEYS, LENGTH_HIGH, LENGTH_LOW, STATUS
from dsp56k.card.chips.wd20c03 import COMMAND
from dsp56k.card.fifo_board import Erratum
from dsp56k.card.fifo_interface import FIFO_CLEAR, FIFO_DATA, FIFO_STATUS
from dsp56k.emu.device import PortDevice

KEY, IV = bytes.fromhex("0123456789ABCDEF"), bytes.fromhex("1234567890ABCDEF")
TEXT = b"Now is the time for all "
MICROSECOND = 1_000_000
ENCRYPT = COMMAND.pack(LDKEY=1, LDIV=1, CBC=1, ENC=1, ACT=1)
DONE = 100 * MICROSECOND


def test_a_fifo_keeps_order_and_says_how_full_it_is() -> None:
    fifo = Idt7201()
    assert (fifo.empty, fifo.half_full, fifo.full) == (True, False, False)
    assert all(fifo.write(value) for value in range(256))
    assert [fifo.half_full, fifo.write(0), fifo.half_full] == [False, True, True]
    assert all(fifo.write(value) for value in range(255))
    assert [fifo.full, fifo.write(1)] == [True, False]
    assert [fifo.read() for _ in range(512)] == [*range(256), 0, *range(255)]
    assert fifo.read() is None
    fifo.write(3)
    fifo.reset(0)
    assert fifo.empty


class Board:
    """A card with FIFOs whose DSP stays in reset; time goes on by a microsecond an access."""

    def __init__(self, **options: Any) -> None:
        self.card = FifoCard(bank_words=32768, **options)
        self.now = 0
        (self.port,) = (block.device for block in self.card.more_ports.values())

    def later(self, time: int = MICROSECOND) -> int:
        self.now += time
        return self.now

    def put(self, content: bytes) -> None:
        for byte in content:
            self.port.write(FIFO_DATA.offset, byte, self.later())

    def get(self, count: int) -> bytes:
        return bytes(self.port.read(FIFO_DATA.offset, self.later()) for _ in range(count))

    def status(self, name: str) -> int:
        return FIFO_STATUS[name].of(self.port.read(FIFO_STATUS.offset, self.later()))

    def pump(self, name: str) -> int:
        return STATUS[name].of(self.card.pump.read(STATUS.offset, self.later()))

    def des(self, offset: int, *values: int) -> None:
        chip: PortDevice | None = self.card.des
        assert chip is not None
        for value in values:
            chip.write(offset, value, self.later())


def test_blocks_go_through_the_chip() -> None:
    board = Board()
    board.des(1, ENCRYPT)
    board.des(0, *KEY, *IV)
    board.card.pump.write(LENGTH_LOW.offset, 3, board.later())
    assert board.pump("BSY")
    board.put(TEXT)
    board.later(DONE)
    assert not board.pump("BSY")
    assert board.status("OUTSOME")
    assert board.get(24) == DES.new(KEY, DES.MODE_CBC, IV).encrypt(TEXT)
    assert not board.status("OUTSOME")
    assert board.card.anomalies == ()


def test_blocks_take_what_the_chip_takes() -> None:
    board = Board()
    board.des(1, ENCRYPT)
    board.des(0, *KEY, *IV)
    board.put(TEXT * 10)
    start = board.later()
    board.card.pump.write(LENGTH_LOW.offset, 30, start)
    ends = next(time for time in range(start, start + 400 * MICROSECOND, 100_000) if _done(board, time))
    # 52 clocks each; the last ends with an access, and the first begins at the next clock
    assert (ends - start) / 100_000 == 30 * 52 - 1


def _done(board: Board, time: int) -> bool:
    board.card.pump.advance(time)
    return not board.card.pump.busy


def test_bytes_pass_by_the_chip() -> None:
    board = Board()
    board.card.pump.write(CONTROL.offset, CONTROL.pack(BYPASS=1), board.later())
    board.card.pump.write(LENGTH_HIGH.offset, 1, board.later())
    board.card.pump.write(LENGTH_LOW.offset, 4, board.later())
    board.put(bytes(range(256)))
    assert board.card.pump.read(LENGTH_LOW.offset, board.later()) == 4
    board.put(b"abcdef")
    board.later(DONE)
    assert not board.pump("BSY")
    assert board.pump("PH")
    assert [board.card.fifos[2].read() for _ in range(260)] == [*range(256), *b"abcd"]
    assert board.card.fifos[0].read() == ord("e")


def test_a_waiting_pump_moves_a_byte_at_the_clock_at_which_it_comes() -> None:
    board = Board()
    board.des(1, ENCRYPT)
    board.des(0, *KEY, *IV)
    pump, clock = board.card.pump, MICROSECOND // 10
    pump.write(LENGTH_LOW.offset, 1, board.later())
    for byte, clocks in zip(TEXT[:8], (30, 7, 8, 9, 10, 11, 12, 13), strict=True):
        time = board.later(clocks * clock)
        board.port.write(FIFO_DATA.offset, byte, time)
        pump.advance(time)
        assert pump.next_event() == time + 2 * clock


def test_the_pump_reads_parameters_itself() -> None:
    board = Board()
    board.card.pump.write(CONTROL.offset, CONTROL.pack(LDK=1), board.later())
    for byte in bytes(8) + KEY:
        board.card.pump.write(KEYS.offset, byte, board.later())
    board.card.pump.write(CONTROL.offset, CONTROL.pack(AUTO=1), board.later())
    board.card.pump.write(LENGTH_LOW.offset, 2, board.later())
    board.put(b"\x03\x01" + IV + TEXT + b"\x81\x01" + IV + TEXT[:8])
    board.later(DONE)
    assert not board.pump("BSY")
    cipher = DES.new(KEY, DES.MODE_CBC, IV).encrypt(TEXT)
    assert board.get(32) == cipher + DES.new(KEY, DES.MODE_CBC, IV).decrypt(TEXT[:8])


@pytest.mark.parametrize("header", [b"\x01\x02", b"\x01\xff", b"\x80\x00"])
def test_an_operation_that_is_none_stops_the_pump(header: bytes) -> None:
    board = Board()
    for byte in bytes(16):
        board.card.pump.write(KEYS.offset, byte, board.later())
    board.card.pump.write(CONTROL.offset, CONTROL.pack(AUTO=1), board.later())
    board.card.pump.write(LENGTH_LOW.offset, 1, board.later())
    board.put(header)
    board.later(DONE)
    assert board.pump("BAD")
    assert not board.pump("BSY")
    board.card.pump.write(CONTROL.offset, CONTROL.pack(HALT=1), board.later())
    assert not board.pump("BAD")


def test_over_and_underrun_are_latched_and_recorded() -> None:
    board = Board()
    board.put(bytes(512))
    assert board.status("INFULL")
    assert not board.status("OVER")
    board.put(b"x")
    assert board.status("OVER")
    assert board.get(1) == b"\xff"
    assert board.status("UNDER")
    assert [each.outcome for each in board.card.anomalies] == [Outcome.FIFO_OVERRUN, Outcome.FIFO_UNDERRUN]
    board.port.write(FIFO_CLEAR.offset, 0, board.later())
    assert not board.status("OVER") + board.status("UNDER") + board.status("INHALF")
    with pytest.raises(CardAccessError, match="empty FIFO"):
        Board(strict=True).get(1)


def test_a_chip_without_the_erratum_takes_short_strobes() -> None:
    errata: tuple[tuple[Erratum, bool], ...] = (("none", True), ("length", True), ("iv", False), ("both", False))
    for erratum, right in errata:
        board = Board(erratum=erratum)
        chip = board.card.des
        assert chip is not None
        board.des(1, ENCRYPT)
        board.des(0, *KEY)
        chip.short_strobe = True
        board.des(0, *IV)
        chip.short_strobe = False
        board.des(0, *TEXT[:8])
        board.later(DONE)
        made = bytes(chip.read(0, board.later()) for _ in range(8))
        assert (made == DES.new(KEY, DES.MODE_CBC, IV).encrypt(TEXT[:8])) is right
        assert (made == DES.new(KEY, DES.MODE_CBC, bytes(8)).encrypt(TEXT[:8])) is not right


def test_a_length_by_a_short_strobe_is_lost_with_the_erratum() -> None:
    errata: tuple[tuple[Erratum, int], ...] = (("none", 2), ("iv", 2), ("length", 3), ("both", 3))
    for erratum, length in errata:
        pump = Board(erratum=erratum).card.pump
        pump.write(LENGTH_LOW.offset, 3, MICROSECOND)
        pump.write(CONTROL.offset, CONTROL.pack(HALT=1), 2 * MICROSECOND)
        pump.short_strobe = True
        pump.write(LENGTH_LOW.offset, 2, 3 * MICROSECOND)
        assert pump.read(LENGTH_LOW.offset, 4 * MICROSECOND) == length


def test_strobes_of_the_dsp_are_short_below_the_io_page_only() -> None:
    cases: tuple[tuple[Erratum, int, int], ...] = (("none", 0, 3), ("none", addresses.FAST, 3), ("length", 0, 3))
    for erratum, below, length in (*cases, ("length", addresses.FAST, 0)):
        card = FifoCard(erratum=erratum)
        card.dsp.reset(mode=0)
        card.dsp.lines.reset.drive(False)
        # Writes 3 by MOVE X0,Y:$FFCA, or the same address less FAST (absolute, UM A-147)
        card.dsp.p[0:4] = [0x44F400, 3, 0x4C7000, addresses.PUMP[LENGTH_LOW.offset] - below]
        card.dsp.step()
        card.dsp.step()
        assert card.pump.read(LENGTH_LOW.offset, MICROSECOND) == length


def test_cards_that_nobody_could_build() -> None:
    with pytest.raises(CardError, match="FIFOs of 100 words"):
        FifoCard(fifo_words=100)
    with pytest.raises(CardError, match="expected one of none, iv"):
        FifoCard(erratum="some")  # type: ignore[arg-type]  # that is the question
    with pytest.raises(CardError, match="must have the DES chip"):
        FifoCard(des_chip=False)
    assert Card().more_ports == {}
    assert list(FifoCard(wide=True).more_ports) == [addresses.FIFO_PORTS]

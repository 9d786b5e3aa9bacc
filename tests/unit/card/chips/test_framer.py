"""The framer between a line and two FIFOs, and the board around it."""

from __future__ import annotations

import pytest

from dsp56k.card import Card, CardError
from dsp56k.card.boards import board_of
from dsp56k.card.chips.framer import GAP, LINE_STATUS, LONGEST, Framer
from dsp56k.card.chips.idt7201 import Idt7201
from dsp56k.card.line_board import FIFO_WORDS, LineCard, LinePort

RATE = 8_000_000
BYTE = 1_000_000
"""Picoseconds of a byte on the line."""
DATA, STATUS, CONTROL, HIGH, LOW = 0, 1, 1, 2, 3
FRAME, ROOM, IDLE, LOST = (LINE_STATUS[name].mask for name in ("FRAME", "ROOM", "IDLE", "LOST"))


def framer(words: int = FIFO_WORDS, *, handshake: bool = True) -> Framer:
    return Framer(Idt7201(words), Idt7201(words), RATE, handshake=handshake)


def length(chip: Framer, now: int) -> int:
    return chip.read(HIGH, now) << 8 | chip.read(LOW, now)


def test_frames_come_at_the_line_s_rate() -> None:
    chip, frames = framer(), [bytes(range(300 % 256)) * 7, b"second"]
    chip.bring(frames, 5 * BYTE)
    first = 5 + len(frames[0])
    assert chip.read(STATUS, first * BYTE - 1) == ROOM | IDLE
    assert chip.read(STATUS, first * BYTE) == ROOM | IDLE | FRAME
    assert length(chip, first * BYTE) == len(frames[0])
    assert bytes(chip.read(DATA, first * BYTE) for _ in frames[0]) == frames[0]
    second = first + GAP + len(frames[1])
    assert length(chip, second * BYTE - 1) == 0
    assert length(chip, second * BYTE) == len(frames[1])
    assert bytes(chip.read(DATA, second * BYTE) for _ in frames[1]) == frames[1]
    assert chip.read(DATA, second * BYTE) == 0
    assert length(chip, second * BYTE) == 0


def test_frames_leave_at_the_line_s_rate() -> None:
    chip = framer()
    for frame, now in ((b"one", 0), (b"other", BYTE)):
        chip.write(HIGH, 0, now)
        chip.write(LOW, len(frame), now)
        for byte in frame:
            chip.write(DATA, byte, now)
    assert chip.read(STATUS, 2 * BYTE) == ROOM
    end = 3 + GAP + 5
    assert chip.read(STATUS, end * BYTE - 1) == ROOM
    assert chip.read(STATUS, end * BYTE) == ROOM | IDLE
    assert chip.left == ((b"one", 3 * BYTE), (b"other", end * BYTE))


def test_a_frame_waits_for_its_bytes() -> None:
    chip = framer()
    chip.write(LOW, 2, 0)
    chip.write(DATA, 1, 0)
    assert chip.read(STATUS, 10 * BYTE) == ROOM
    chip.write(DATA, 2, 10 * BYTE)
    chip.advance(11 * BYTE)
    assert chip.left == ((b"\1\2", 11 * BYTE),)


def test_room() -> None:
    chip = framer(4)
    for _ in range(3):
        chip.write(DATA, 0, 0)
    assert chip.read(STATUS, 0) == IDLE


def test_the_other_station_waits() -> None:
    chip = framer(4)
    chip.bring([b"abcdefgh"], 0)
    assert chip.read(STATUS, 100 * BYTE) == ROOM | IDLE
    read, now = bytearray(), 100 * BYTE
    for _ in range(8):
        read.append(chip.read(DATA, now))
        now += 2 * BYTE
    assert bytes(read) == b"abcdefgh"
    assert chip.read(STATUS, now) == ROOM | IDLE


def test_without_handshake_bytes_are_lost_and_that_is_told() -> None:
    chip = framer(4, handshake=False)
    chip.bring([b"abcdef"], 0)
    assert chip.read(STATUS, 6 * BYTE) == ROOM | IDLE | FRAME | LOST
    assert length(chip, 6 * BYTE) == 4
    chip.write(CONTROL, 0x80, 7 * BYTE)
    assert chip.read(STATUS, 7 * BYTE) == ROOM | IDLE
    assert length(chip, 7 * BYTE) == 0


def test_of_a_frame_that_is_too_long_the_rest_is_not_stored() -> None:
    chip = framer()
    chip.bring([bytes(LONGEST + 300), b"next"], 0)
    now = 3000 * BYTE
    assert length(chip, now) == LONGEST
    for _ in range(LONGEST):
        chip.read(DATA, now)
    assert length(chip, now) == 4
    assert bytes(chip.read(DATA, now) for _ in range(4)) == b"next"


def test_no_frame_is_empty() -> None:
    with pytest.raises(ValueError, match="empty"):
        framer().bring([b"some", b""], 0)


def test_a_board_s_line_waits_unless_it_must_not() -> None:
    for card in (LineCard(), Card(fittings=[LinePort()])):
        framer = card.chip(Framer)
        assert framer is not None
        framer.bring([bytes(LONGEST)] * 3, 0)
        assert framer.read(STATUS, 1000 * LONGEST * BYTE) == ROOM | IDLE | FRAME


def test_the_board() -> None:
    card = board_of("line", line_bits_per_second=1_000_000, handshake=False)
    assert isinstance(card, LineCard)
    card.framer.bring([bytes(FIFO_WORDS)], 0)
    assert card.framer.read(STATUS, 8 * BYTE * LONGEST) == ROOM | IDLE
    with pytest.raises(CardError, match="a line of 9000 bit/s"):
        LineCard(line_bits_per_second=9000)

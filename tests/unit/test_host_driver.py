"""The x86 driver against a stand-in for the card: what it writes where, how it cuts long data, when it gives up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from dsp56k.host.driver import MAX_DATA, CardDriver
from dsp56k.host.errors import (
    CardTimeoutError,
    DesChipAbsentError,
    DesChipBusyError,
    DriverError,
    FirmwareError,
    HostError,
    KeyParityError,
    NoiseHealthError,
    SelfTestError,
    WrongResultError,
)
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.host.software import RsaKey

ISR, CTRL, LOW, HIGH, STRAPS, SCRATCH, STATUS = 2, 8, 9, 10, 13, 14, 15
RUN, BUS_REQUEST, BANK, LOW_ONLY, WINDOW = 1, 2, 4, 8, 16


@dataclass(frozen=True)
class Part:
    """A segment of a firmware."""

    space: str
    address: int
    words: tuple[int, ...]


class StandIn:
    """As much of a card as the driver can see; commands are answered by `answer` at once."""

    def __init__(self, answer: Callable[[int, int], list[int]] | None = None) -> None:
        self.memory: dict[str, dict[tuple[int, int], int]] = {"P": {}, "X": {}}
        self.commands: list[tuple[int, int]] = []
        self.log: list[str] = []
        self.registers = dict.fromkeys(range(16), 0)
        self.replies: list[int] = []
        self.straps = 0
        self.alive = self.grants = self.takes_words = True
        self.answer = answer or (lambda opcode, argument: [0, 0x123] if opcode == 0 else [0])
        self.phase = 0
        self.window_offsets: set[int] = set()

    @property
    def ctrl(self) -> int:
        return self.registers[CTRL]

    def read(self, offset: int, now: int) -> int:
        if offset == ISR:
            return (1 if self.replies else 0) | (2 if self.takes_words else 0) | (0x10 if self.alive else 0)
        if offset in (5, 6, 7):
            byte = self.replies[0] >> 8 * (7 - offset) & 0xFF
            if offset == 7:
                self.replies.pop(0)
            return byte
        if offset == STATUS:
            granted = (self.grants and self.ctrl & BUS_REQUEST) or not self.ctrl & RUN
            return 1 if granted else 0
        return self.straps if offset == STRAPS else self.registers[offset]

    def write(self, offset: int, value: int, now: int) -> None:
        self.registers[offset] = value
        if offset == CTRL:
            self.log.append(f"ctrl {value:02x}")
        elif offset == HIGH:
            self.phase = 0
        elif offset == 7:
            argument = self.registers[5] << 8 | self.registers[6]
            self.commands.append((value, argument))
            self.replies += self.answer(value, argument)

    def step(self) -> tuple[str, int, int]:
        """The place that the next window access reaches."""
        assert self.ctrl & WINDOW, "window access with the window off"
        assert self.ctrl & BUS_REQUEST or not self.ctrl & RUN, "window access without the bus"
        word = self.registers[HIGH] << 8 | self.registers[LOW]
        place = ("X" if self.ctrl & BANK else "P", word, self.phase)
        self.phase = 0 if self.ctrl & LOW_ONLY else (self.phase + 1) % 3
        if self.phase == 0:
            self.registers[HIGH], self.registers[LOW] = word + 1 >> 8 & 0xFF, word + 1 & 0xFF
        return place


class WindowSide:
    """The stand-in's window."""

    def __init__(self, card: StandIn) -> None:
        self.card = card

    def read(self, offset: int, now: int) -> int:
        self.card.window_offsets.add(offset)
        space, word, lane = self.card.step()
        return self.card.memory[space].get((word, lane), 0)

    def write(self, offset: int, value: int, now: int) -> None:
        self.card.window_offsets.add(offset)
        space, word, lane = self.card.step()
        self.card.memory[space][word, lane] = value


def driver(card: StandIn) -> CardDriver:
    pc = PC(builtin_program("driver"))
    pc.isa.attach_ports(0x300, 16, card)
    pc.isa.attach_memory(0xD_0000, 0x8000, WindowSide(card))
    return CardDriver(pc)


def started(card: StandIn) -> CardDriver:
    ready = driver(card)
    ready.start([])
    card.commands.clear()
    return ready


def low_bytes(card: StandIn, address: int, count: int) -> bytes:
    return bytes(card.memory["X"].get((address + place, 0), 0) for place in range(count))


def test_start_downloads_in_reset_and_pings() -> None:
    card = StandIn()
    parts = [Part("P", 0x123, (0xABCDEF, 1)), Part("X", 0xFF, (0x010203, 0xFFFFFF))]
    assert driver(card).start(parts).value == 0x123
    memory = {(space, *place): value for space, content in card.memory.items() for place, value in content.items()}
    assert [memory["P", 0x123, lane] for lane in range(3)] == [0xEF, 0xCD, 0xAB]
    assert [memory["X", 0x100, lane] for lane in range(3)] == [0xFF] * 3
    assert len(memory) == 12
    assert card.commands == [(0, 0)]
    # Both mode pins high throughout; held in reset with the window on for P, then X; released with the window off
    assert card.log == ["ctrl c0", "ctrl d0", "ctrl d4", "ctrl c1"]


def test_a_segment_longer_than_the_window_starts_again_at_its_beginning() -> None:
    card = StandIn()
    words = tuple(range(0x3000))
    driver(card).start([Part("P", 0, words)])
    assert [card.memory["P"][word, 0] for word in (0, 0x2AAB, 0x2FFF)] == [0, 0xAB, 0xFF]
    assert max(card.window_offsets) == 0x7FFF


def test_large_banks_make_large_chunks() -> None:
    card = StandIn()
    card.straps = 1
    driver(card).start([])
    assert card.commands == [(0, 0), (2, 32)]


def test_md2_is_cut_into_chunks() -> None:
    card = StandIn()
    ready = started(card)
    ready.md2(bytes(10_000))
    assert card.commands == [(0x30, 0), (0x31, 4096), (0x31, 4096), (0x32, 1808)]
    card.commands.clear()
    ready.md2(b"abc")
    ready.md2(b"")
    ready.md2(bytes(4096))
    assert card.commands == [(0x33, 3), (0x33, 0), (0x33, 4096)]
    card.commands.clear()
    ready.md2(bytes(8192))
    assert card.commands == [(0x30, 0), (0x31, 4096), (0x32, 4096)]


@pytest.mark.parametrize(("chip", "opcode"), [(False, 0x10), (True, 0x20)])
def test_des_takes_key_iv_and_first_data_in_one_go(chip: bool, opcode: int) -> None:
    card = StandIn()
    ready = started(card)
    data = bytes(range(1, 201))
    result = ready.des_cbc_encrypt(b"KEYKEYKE", b"IVIVIVIV", data, chip=chip)
    assert low_bytes(card, 0x0FF0, 216) == b"KEYKEYKE" + b"IVIVIVIV" + data
    assert card.commands == [(opcode, 1), (opcode + 4, 25)]
    assert result.value == data  # the stand-in does not encrypt: what lies in the buffer comes back
    card.commands.clear()
    ready.des_cbc_decrypt(bytes(8), bytes(8), bytes(5000), chip=chip)
    assert card.commands == [(opcode, 1), (opcode + 5, 512), (opcode + 5, 113)]


def test_the_bus_is_given_back() -> None:
    card = StandIn()
    ready = started(card)
    card.log.clear()
    ready.md2(b"abc")
    assert card.log == ["ctrl df", "ctrl c1", "ctrl df", "ctrl c1"]


def test_rsa_loads_the_key_once() -> None:
    card = StandIn()
    ready = started(card)
    n = (1 << 512) - 569
    values = ready.rsa_power([5, n - 1], 0x7FED, n).value
    assert values == [5, n - 1]
    assert card.commands == [(0x50, 22), (0x52, 0), (0x52, 0)]
    card.commands.clear()
    key = RsaKey(11 * 13, 7, 103, 11, 13)
    assert ready.rsa_crt([100], key).value == [100]
    assert card.commands == [(0x51, 1), (0x53, 0)]
    assert [card.memory["X"][0x1000 + place, 0] for place in range(2)] == [100, 0]


@pytest.mark.parametrize("count", [1, 256, 300])
def test_random_bytes_come_in_portions(count: int) -> None:
    card = StandIn()
    assert len(started(card).random(count).value) == count
    assert card.commands == [(0x40, part) for part in ([256] * (count // 256) + [count % 256]) if part]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (1, FirmwareError),
        (3, FirmwareError),
        (4, DesChipBusyError),
        (5, FirmwareError),
        (6, NoiseHealthError),
        (7, FirmwareError),
        (0x0A, SelfTestError),
        (0x0C, DesChipAbsentError),
        (0x0D, KeyParityError),
        (0x0E, WrongResultError),
        (0x0F, WrongResultError),
        (99, DriverError),
    ],
)
def test_status_words_become_exceptions(status: int, kind: type[DriverError]) -> None:
    card = StandIn()
    ready = started(card)
    card.answer = lambda opcode, argument: [status]
    for job in (
        lambda: ready.des_cbc_encrypt(bytes(8), bytes(8), bytes(8), chip=True),
        lambda: ready.md2(bytes(9000)),
        lambda: ready.random(3),
        lambda: ready.rsa_power([1], 3, 11),
        ready.ping,
    ):
        with pytest.raises(kind) as caught:
            job()
        assert caught.value.fields["code"] == status
        assert caught.value.fields["operation"] in str(caught.value)


def test_no_card() -> None:
    with pytest.raises(DriverError, match="no card answers"):
        CardDriver(PC(builtin_program("driver"))).start([])


def test_time_outs_are_bounded_and_told_apart() -> None:
    card = StandIn()
    card.alive = False
    with pytest.raises(CardTimeoutError, match="did not start"):
        driver(card).start([])
    card = StandIn()
    ready = started(card)
    card.answer = lambda opcode, argument: []
    before = ready.pc.now
    with pytest.raises(CardTimeoutError, match="did not answer"):
        ready.ping()
    assert 1_020_000_000 < ready.pc.now - before < 5_000_000_000  # ps: 1.02 ms and not much more
    card.alive = False
    with pytest.raises(FirmwareError, match="stopped after"):
        ready.ping()
    card.alive, card.takes_words = True, False
    with pytest.raises(CardTimeoutError, match="did not take"):
        ready.ping()
    card.takes_words, card.grants = True, False
    with pytest.raises(CardTimeoutError, match="did not grant"):
        ready.md2(b"abc")
    assert card.log[-1] == "ctrl c1"


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda d: d.des_cbc_encrypt(bytes(7), bytes(8), bytes(8)), "key"),
        (lambda d: d.des_cbc_encrypt(bytes(8), bytes(7), bytes(8)), "iv"),
        (lambda d: d.des_cbc_decrypt(bytes(8), bytes(8), bytes(7)), "data"),
        (lambda d: d.des_cbc_decrypt(bytes(8), bytes(8), b""), "data"),
        (lambda d: d.md2(bytes(MAX_DATA + 1)), "data"),
        (lambda d: d.random(0), "count"),
        (lambda d: d.rsa_power([], 3, 11), "operands"),
        (lambda d: d.rsa_power([-1], 3, 11), "operands"),
        (lambda d: d.rsa_power([1 << 600], 3, (1 << 512) + 1), "operands"),
        (lambda d: d.rsa_power([1], -3, 11), "key"),
        (lambda d: d.rsa_power([1], 3, (1 << 4096) + 1), "key"),
    ],
)
def test_mistakes_name_the_operand(call: Callable[[CardDriver], object], field: str) -> None:
    with pytest.raises(HostError) as caught:
        call(started(StandIn()))
    assert caught.value.fields["field"] == field


def test_firmware_for_no_bank_or_too_large() -> None:
    ready = driver(StandIn())
    with pytest.raises(HostError, match="P and X"):
        ready.start([Part("Y", 0, (1,))])
    with pytest.raises(HostError, match="at most"):
        ready.start([Part("P", 0, (0,) * 400_000)])

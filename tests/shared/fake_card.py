"""A fake card: the registers that the x86 driver can access, and a log of its accesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.card.chips import control
from dsp56k.card.registers import PORTS
from dsp56k.lib import firmware
from dsp56k.lib.commands import USER_OPCODES, Opcode, Operand, Take
from dsp56k.lib.protocol import command_words, next_number, reply_word, sum_of_bytes, sum_of_words

ISR, CTRL, LOW, HIGH, STRAPS, SCRATCH, STATUS = (
    PORTS[name] for name in ("ISR", "CTRL", "AGLOW", "AGHIGH", "STRAPS", "SCRATCH", "STATUS")
)
RUN, BUS_REQUEST, BANK, LOW_ONLY, WINDOW = (control.CTRL[name].mask for name in ("RUN", "BR", "BANK", "LOW", "WEN"))


@dataclass(frozen=True)
class Part:
    """A segment of a firmware."""

    space: str
    address: int
    words: tuple[int, ...]


DSP_KHZ = 20_000
PING, CLOCK, SELF_TEST, CALIBRATE = Opcode.PING, Opcode.CLOCK, Opcode.SELF_TEST, Opcode.CALIBRATE
DES_TABLES, DES_MAC, NOISE = Opcode.DES_TABLES, Opcode.DES_MAC, Opcode.NOISE
WITHOUT_CHIP = sum(firmware.Part) & ~firmware.Part.CHIP
KEY_BYTES, IVS = ({opcode for opcode in Opcode if opcode.reads is kind} for kind in (Operand.KEYS, Operand.IV))
RSA_KEYS: dict[int, int] = {Opcode.RSA_LOAD: 3, Opcode.RSA_LOAD_CRT: 6}
MAX_BLOCKS = min(Take) - 1
BLOCKS = {opcode for opcode in Opcode if opcode.leaves is Operand.BLOCKS}
USER = USER_OPCODES
BYTES = {opcode for opcode in Opcode if opcode.reads in (Operand.BYTES, Operand.USED_BYTES)} | set(USER)
DIGESTS = {opcode for opcode in Opcode if opcode.leaves is Operand.DIGEST}
RSA = (Opcode.RSA_OPERATE, Opcode.RSA_CRT)
START = [(PING, 0), (CALIBRATE, 0), (CALIBRATE, 8), (CALIBRATE, 248)]


class StandIn:
    """The part of a card that the driver can access; `answer` replies to commands at once."""

    def __init__(self, answer: Callable[[int, int], list[int]] | None = None) -> None:
        self.memory: dict[str, dict[tuple[int, int], int]] = {"P": {}, "X": {}}
        self.commands: list[tuple[int, int]] = []
        self.log: list[str] = []
        self.registers = dict.fromkeys(range(16), 0)
        self.replies: list[int] = []
        self.straps = 0
        self.alive = self.grants = self.takes_words = True
        self.answer = answer or (lambda opcode, argument: [0, 0x123] if opcode == PING else [0])
        self.phase = 0
        self.window_offsets: set[int] = set()
        self.first_word: int | None = None
        self.number = 0
        self.ready_at = 0
        self.digits = 0
        self.khz = DSP_KHZ
        self.spoil_reply: Callable[[list[int]], list[int]] = lambda words: words

    @property
    def ctrl(self) -> int:
        return self.registers[CTRL]

    def read(self, offset: int, now: int) -> int:
        if offset == ISR:
            waits = bool(self.replies) and now >= self.ready_at
            return waits | (2 if self.takes_words else 0) | (0x10 if self.alive else 0)
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
            if not value & RUN:
                self.number, self.first_word, self.replies = 0, None, []
        elif offset == HIGH:
            self.phase = 0
        elif offset == 7:
            word = self.registers[5] << 16 | self.registers[6] << 8 | value
            if self.first_word is None:
                self.first_word = word
            else:
                self.execute(self.first_word, word, now)
                self.first_word = None

    def execute(self, first: int, second: int, now: int) -> None:
        opcode, argument = first & 0xFF, first >> 8
        assert (first, second) == command_words(opcode, argument, self.number)
        self.commands.append((opcode, argument))
        answer = self.answer(opcode, argument)
        if answer:
            status, *further = answer
            output = sum_of_words(further) if further else self.output_sum(opcode, argument)
            words = [reply_word(status, self.number), self.input_sum(opcode, argument), output, *further]
            self.replies += self.spoil_reply(words)
        # CALIBRATE takes 1000 clocks for each of its argument
        self.ready_at = now + (argument * 10**12 // self.khz if opcode == CALIBRATE else 0)
        self.number = next_number(self.number)

    def input_sum(self, opcode: int, argument: int) -> int:
        if opcode in KEY_BYTES:
            return sum_of_bytes(self.low_bytes(0x0FF0, 8 + 8 * argument))
        if opcode in IVS:
            return sum_of_bytes(self.low_bytes(0x0FF8, 8))
        if opcode in (*BLOCKS, DES_MAC):
            key = self.low_bytes(0x0FF0, 8) if argument & Take.KEY else b""
            iv = self.low_bytes(0x0FF8, 8) if argument & Take.IV else b""
            return sum_of_bytes(key + iv + self.low_bytes(0x1000, 8 * (argument & MAX_BLOCKS)))
        if opcode in BYTES:
            return sum_of_bytes(self.low_bytes(0x1000, argument + -argument % 4))
        if opcode in RSA_KEYS:
            self.digits = argument * (opcode - 0x4F)
            return sum_of_words(self.words(0x1000, RSA_KEYS[opcode] * argument))
        return sum_of_words(self.words(0x1000, self.digits)) if opcode in RSA else 0

    def output_sum(self, opcode: int, argument: int) -> int:
        if opcode in BLOCKS:
            return self.input_sum(opcode, argument & MAX_BLOCKS)
        if opcode in USER:
            return self.input_sum(opcode, argument)
        if opcode == DES_MAC:
            return sum_of_bytes(self.low_bytes(0x1000, 8))
        if opcode in DIGESTS:
            return sum_of_bytes(self.low_bytes(0x1000, 16))
        if opcode == SELF_TEST:
            return sum_of_words(self.words(0x1000, 1))
        if opcode == NOISE:
            return sum_of_bytes(self.low_bytes(0x1000, argument))
        return self.input_sum(opcode, argument) if opcode in RSA else 0

    def low_bytes(self, address: int, count: int) -> bytes:
        return bytes(self.memory["X"].get((address + place, 0), 0) for place in range(count))

    def words(self, address: int, count: int) -> list[int]:
        memory = self.memory["X"]
        return [sum(memory.get((address + place, lane), 0) << 8 * lane for lane in range(3)) for place in range(count)]

    def step(self) -> tuple[str, int, int]:
        """The byte that the next window access selects."""
        assert self.ctrl & WINDOW, "window access with the window off"
        assert self.ctrl & BUS_REQUEST or not self.ctrl & RUN, "window access without the bus"
        word = self.registers[HIGH] << 8 | self.registers[LOW]
        place = ("X" if self.ctrl & BANK else "P", word, self.phase)
        self.phase = 0 if self.ctrl & LOW_ONLY else (self.phase + 1) % 3
        if self.phase == 0:
            self.registers[HIGH], self.registers[LOW] = word + 1 >> 8 & 0xFF, word + 1 & 0xFF
        return place


class WindowSide:
    """The window of the fake card."""

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

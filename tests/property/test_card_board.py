"""The PC's side of the board over any sequence of accesses, against two arrays of bytes and a few rules."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dsp56k.card import Card, Outcome
from dsp56k.card.chips.control import STATUS
from shared.card_pc import BG, BR, LOW_ONLY, RUN, STATUS_PORT, STRAPS, WINDOW, Pc

BANK_WORDS = 8192
EDGES = st.sampled_from([0, 1, 0x1FFC, 0x1FFE, 0x2000, 0xFFFE])
WORDS = st.one_of(EDGES, st.integers(0, 0xFFFF))
ADDRESSES = st.integers(0, 0x7FFF).map(lambda offset: WINDOW + offset)
JMP_SELF = 0x0C0000


class Board(RuleBasedStateMachine):
    """The DSP loops in its internal memory (mode 0), so that nothing but the PC writes to the banks."""

    @initialize()
    def power_up(self) -> None:
        self.pc = Pc(Card(bank_words=BANK_WORDS))
        self.pc.ctrl = 0
        self.pc.card.dsp.p[0] = JMP_SELF
        self.memory = [bytearray(3 * BANK_WORDS), bytearray(3 * BANK_WORDS)]
        self.bank = 0
        self.word = 0
        self.lane = 0
        self.low_only = False
        self.latched = {"WINERR": False, "PASTERR": False}
        self.pc.point(0, 0)

    @property
    def reached(self) -> bool:
        return not self.pc.ctrl & RUN or bool(self.pc.ctrl & BR)

    def step(self) -> int | None:
        """Return the byte of the bank that the next access selects, or None."""
        place = None
        if not self.reached:
            self.latched["WINERR"] = True
        elif self.word >= BANK_WORDS:
            self.latched["PASTERR"] = True
        else:
            place = 3 * self.word + (0 if self.low_only else self.lane)
        if self.low_only or self.lane == 2:
            self.word, self.lane = (self.word + 1) & 0xFFFF, 0
        else:
            self.lane += 1
        return place

    @rule(bank=st.integers(0, 1), word=WORDS, low_only=st.booleans())
    def point(self, bank: int, word: int, low_only: bool) -> None:
        self.pc.point(bank, word, low_only=low_only)
        self.bank, self.word, self.lane, self.low_only = bank, word, 0, low_only

    @rule(address=ADDRESSES, data=st.binary(min_size=1, max_size=20))
    def move_in(self, address: int, data: bytes) -> None:
        for byte in data:
            place = self.step()
            self.pc.write(byte, address)
            if place is not None:
                self.memory[self.bank][place] = byte

    @rule(address=ADDRESSES, count=st.integers(1, 20))
    def move_out(self, address: int, count: int) -> None:
        for _ in range(count):
            undriven = 0x00 if self.reached else 0xFF
            place = self.step()
            assert self.pc.read(address) == (undriven if place is None else self.memory[self.bank][place])

    @rule()
    def request(self) -> None:
        self.pc.request_bus()

    @rule()
    def give_back(self) -> None:
        self.pc.control(off=BR)

    @rule(level=st.booleans())
    def run_or_reset(self, level: bool) -> None:
        self.pc.control(on=RUN * level, off=RUN * (not level))
        if self.pc.ctrl & BR:
            self.pc.request_bus()

    @rule()
    def clear_errors(self) -> None:
        self.pc.outb(STATUS_PORT, 0)
        self.latched = dict.fromkeys(self.latched, False)

    @invariant()
    def status_agrees(self) -> None:
        status = self.pc.inb(STATUS_PORT)
        assert STATUS["PHASE"].of(status) == self.lane
        assert bool(STATUS["WINERR"].of(status)) == self.latched["WINERR"]
        assert bool(self.pc.inb(STRAPS) & 0x10) == self.latched["PASTERR"]
        assert bool(status & BG) == bool(self.pc.ctrl & BR)
        assert bool(self.pc.ctrl & LOW_ONLY) == self.low_only

    def teardown(self) -> None:
        if hasattr(self, "pc"):
            seen = {record.outcome for record in self.pc.card.anomalies}
            assert seen <= {Outcome.WINDOW_WITHOUT_GRANT, Outcome.COUNTER_PAST_BANK}
            for bank, space in enumerate("PX"):
                memory = self.pc.card.dsp.port_a.ram(space)
                held = b"".join(word.to_bytes(3, "little") for word in memory[0:BANK_WORDS])
                assert held == bytes(self.memory[bank])


TestBoard = Board.TestCase
TestBoard.settings = settings(max_examples=40)

"""The address generator against the sentence that describes it, over any sequence of loads, modes and strobes."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from dsp56k.card.chips.address_generator import AddressGenerator

BYTES = st.integers(0, 0xFF)


class Generator(RuleBasedStateMachine):
    """The model is one number: bytes from address 0, three to a word."""

    def __init__(self) -> None:
        super().__init__()
        self.chip = AddressGenerator()
        self.position = 0

    @rule(value=BYTES)
    def load_low(self, value: int) -> None:
        self.chip.write(0, value, 0)
        word, phase = divmod(self.position, 3)
        self.position = 3 * (word & 0xFF00 | value) + phase

    @rule(value=BYTES)
    def load_high(self, value: int) -> None:
        self.chip.write(1, value, 0)
        self.position = 3 * (value << 8 | self.position // 3 & 0xFF)

    @rule(low_only=st.booleans())
    def set_mode(self, low_only: bool) -> None:
        self.chip.low_only = low_only

    @rule(count=st.integers(1, 7))
    def strobe(self, count: int) -> None:
        for _ in range(count):
            self.chip.strobe()
            step = 3 - self.position % 3 if self.chip.low_only else 1
            self.position = (self.position + step) % (3 * 0x10000)

    @rule()
    def reset(self) -> None:
        self.chip.reset(0)
        self.position = 0

    @invariant()
    def agrees(self) -> None:
        word, phase = divmod(self.position, 3)
        assert (self.chip.word, self.chip.phase) == (word, phase)
        assert self.chip.lane == (0 if self.chip.low_only else phase)
        assert (self.chip.read(0, 0), self.chip.read(1, 0)) == (word & 0xFF, word >> 8)


TestGenerator = Generator.TestCase

"""The DES chip under any sequence of accesses at any times, against a model that is a plain description."""

from collections.abc import Callable, Iterable

from Crypto.Cipher import DES
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from reference_model.card.wd20c03 import Wd20c03InPython
from shared.card_des_chip import ACT, CBC, CHIP_CLOCK, CLR, ENC, LDIV, LDKEY, RST, STATUS, Program

BLOCKS = st.binary(min_size=8, max_size=8)
COMMANDS = st.integers(0, 0x7F).map(lambda value: value & ~0x20)
BUSY, OVR, KPE = (STATUS[name].mask for name in ("BSY", "OVR", "KPE"))
PHASES = {name: STATUS[name].mask for name in ("BSY", "DIR", "DOR", "KR", "IVR")}


class Chip(RuleBasedStateMachine):
    """A program that reads the requests in the status and serves them, but sometimes breaks the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.program = Program(Wd20c03())
        self.command_bits = 0
        self.key: bytes | None = None
        self.chain = bytes(8)
        self.unit = b""
        self.phase = ""
        self.ovr = False
        self.kpe = False
        self.result = b""
        self.done_at = 0

    def follow(self, *, key: bool = False, iv: bool = False) -> None:
        """Return the next request."""
        text = bool(self.command_bits & ACT) and self.key is not None
        self.phase = "KR" if key else "IVR" if iv else "DIR" if text else ""

    @rule(value=COMMANDS)
    def command(self, value: int) -> None:
        if value & CLR:
            self.ovr = False
        elif self.unit or self.settled() in ("BSY", "DOR"):
            self.ovr = True
        self.program.command(value)
        self.command_bits = value
        self.unit = self.result = b""
        if value & LDKEY:
            self.key, self.kpe = None, False
        self.follow(key=bool(value & LDKEY), iv=bool(value & LDIV))

    @rule(value=st.integers(0, 0xFF))
    def chip_reset(self, value: int) -> None:
        self.program.command(value | RST)
        self.command_bits, self.key, self.chain = 0, None, bytes(8)
        self.unit, self.phase, self.ovr, self.kpe, self.result = b"", "", False, False, b""

    @rule(data=st.binary(min_size=1, max_size=8))
    def write(self, data: bytes) -> None:
        for byte in data:
            wanted = self.settled()
            self.program.put(byte)
            if wanted not in ("KR", "IVR", "DIR"):
                self.ovr = True
                continue
            self.kpe |= wanted == "KR" and bin(byte).count("1") % 2 == 0
            self.unit += bytes([byte])
            if len(self.unit) == 8:
                self.complete(wanted)

    def complete(self, wanted: str) -> None:
        unit, self.unit = self.unit, b""
        if wanted == "KR":
            self.key = unit
            self.follow(iv=bool(self.command_bits & LDIV))
        elif wanted == "IVR":
            self.chain = unit
            self.follow()
        else:
            assert self.key is not None
            iv = self.chain if self.command_bits & CBC else None
            cipher = DES.new(self.key, DES.MODE_ECB) if iv is None else DES.new(self.key, DES.MODE_CBC, iv=iv)
            encrypt = bool(self.command_bits & ENC)
            self.result = cipher.encrypt(unit) if encrypt else cipher.decrypt(unit)
            if iv is not None:
                self.chain = self.result if encrypt else unit
            self.phase = "BSY"
            self.done_at = self.program.now + 20 * CHIP_CLOCK

    @rule(count=st.integers(1, 8))
    def read(self, count: int) -> None:
        for _ in range(count):
            ready = self.settled() == "DOR"
            byte = self.program.get()
            if not ready:
                self.ovr = True
                assert byte == 0
                continue
            assert byte == self.result[0]
            self.result = self.result[1:]
            if not self.result:
                self.follow()

    @rule(clocks=st.integers(0, 30))
    def wait(self, clocks: int) -> None:
        self.program.now += clocks * CHIP_CLOCK

    @precondition(lambda self: self.phase == "BSY")
    @rule()
    def wait_for_the_event(self) -> None:
        event = self.program.chip.next_event()
        if event is not None and event > self.program.now:
            assert self.program.chip.read(1, event - 1) & BUSY
            self.program.now = event
        assert not self.program.status() & BUSY

    def settled(self) -> str:
        if self.phase == "BSY" and self.program.now >= self.done_at:
            self.phase = "DOR"
        return self.phase

    @invariant()
    def status_agrees(self) -> None:
        expected = PHASES.get(self.settled(), 0) | OVR * self.ovr | KPE * self.kpe
        expected |= STATUS["KV"].mask * (self.key is not None)
        assert self.program.status() == expected


TestChip = Chip.TestCase


@given(key=BLOCKS, iv=BLOCKS, blocks=st.lists(BLOCKS, min_size=1, max_size=6), cbc=st.booleans())
def test_decryption_undoes_encryption(key: bytes, iv: bytes, blocks: list[bytes], cbc: bool) -> None:
    mode = CBC * cbc
    program = Program(Wd20c03())
    program.command(LDKEY | LDIV | ENC | ACT | mode)
    program.feed(key + iv)
    encrypted = [program.block(block) for block in blocks]
    program.command(LDIV | ACT | mode)
    program.feed(iv)
    assert [program.block(block) for block in encrypted] == blocks
    assert not program.status() & OVR


@given(st.data())
def test_no_access_pattern_breaks_the_chip(data: st.DataObject) -> None:
    """Any accesses, however close: the status is one phase at most, and a reset always helps."""
    chip = Wd20c03()
    now = 0
    for _ in range(data.draw(st.integers(1, 60))):
        now += data.draw(st.integers(0, 300_000))
        offset = data.draw(st.integers(0, 1))
        if data.draw(st.booleans()):
            assert 0 <= chip.read(offset, now) <= 0xFF
        else:
            chip.write(offset, data.draw(st.integers(0, 0xFF)), now)
        status = chip.read(1, now)
        assert sum(bool(status & mask) for mask in PHASES.values()) <= 1
    chip.reset(now)
    assert chip.read(1, now) == 0


DESCRIPTIONS = st.builds(
    Wd20c03Description,
    clock_hz=st.sampled_from([10_000_000, 20_000_000, 7_159_090]),
    clocks_per_access=st.integers(0, 3),
    clocks_to_result=st.integers(0, 30),
    parity_error_stops=st.booleans(),
    short_iv_is_lost=st.booleans(),
)
# Mostly polite accesses by likely commands, so that many sequences complete a unit; others come too soon.
STEPS = st.sampled_from([200_000, 200_000, 400_000, 3_000_000, 100_000, 0]) | st.integers(0, 300_000)
LIKELY = st.sampled_from([LDKEY | ACT | ENC, LDKEY | LDIV | CBC | ACT | ENC, LDIV | CBC | ACT, ACT, CLR | ACT, RST])
Do = Callable[[Wd20c03 | Wd20c03InPython, int, int], object]
"""Accesses to a chip from a time on, with pauses; the result has the bytes that were read."""


def writes(offset: int, values: Iterable[int]) -> Do:
    return lambda chip, now, pause: [chip.write(offset, value, now + pause * at) for at, value in enumerate(values)]


def reads(offset: int, count: int) -> Do:
    return lambda chip, now, pause: [chip.read(offset, now + pause * at) for at in range(count)]


def strobes(short: bool) -> Do:
    return lambda chip, _now, _pause: setattr(chip, "short_strobe", short)


DO = st.one_of(
    st.builds(writes, st.just(1), st.lists(LIKELY | st.integers(0, 0xFF), min_size=1, max_size=1)),
    st.builds(writes, st.just(0), BLOCKS | st.binary(min_size=1, max_size=9)),
    st.builds(reads, st.integers(0, 1), st.sampled_from([1, 8])),
    st.builds(strobes, st.booleans()),
    st.just(lambda chip, now, _pause: chip.advance(now)),
    st.just(lambda chip, now, _pause: chip.reset(now)),
)


@given(DESCRIPTIONS, st.lists(st.tuples(STEPS, DO), max_size=40))
def test_any_accesses_have_the_results_of_the_chip_in_python(
    description: Wd20c03Description, accesses: list[tuple[int, Do]]
) -> None:
    chip, other = Wd20c03(description), Wd20c03InPython(description)
    now = 0
    for pause, do in accesses:
        now += pause
        assert do(chip, now, pause) == do(other, now, pause)
        now += 8 * pause
        restored = Wd20c03(description)
        restored.restore(chip.state())
        assert (restored.state(), restored.next_event()) == (other.state(), other.next_event())
        chip = restored

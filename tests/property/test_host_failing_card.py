"""Jobs, faults of the link to the card, resets and restarts in any order: no answer is wrong without an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from Crypto.Cipher import DES
from Crypto.Hash import MD2
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from dsp56k.card.faults import (
    ChangedOscillator,
    DoubledStrobe,
    Fault,
    FlippedLine,
    LateLine,
    LostStrobe,
    PcReset,
    StuckLine,
)
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import DriverError, NotStartedError
from dsp56k.study.operations.workload import Workload
from fault_injection.machine import Machine, started

MICROSECOND = 1_000_000
LINK_LOST = 0x110
"""Codes from here on, and these two statuses, are errors of the link: host_driver/src/driver/link.h."""
LINK_STATUSES = (8, 9)
BUSES = {"window.data": 8, "window.address": 13, "host.data": 8, "host.address": 3, "control.data": 8}
STROBES = ("window.read", "window.write", "window.step", "host.read", "host.write", "control.read", "control.write")
RATES = (0, 1_000_000, 8_000_000, 12_000_000, 27_000_000, 40_000_000)

times = st.integers(0, 60_000).map(lambda microseconds: microseconds * MICROSECOND)
lengths = st.one_of(st.none(), st.integers(1, 50_000).map(lambda microseconds: microseconds * MICROSECOND))
sizes = st.sampled_from([8, 16, 64, 600, 4104])


@cache
def machine(mode: ModeName) -> Machine:
    """One for all examples: each starts it again."""
    return started(mode=mode)


class FailingCard(RuleBasedStateMachine):
    """`lost`: an error of the link was seen since the last start."""

    mode: ModeName = "flat32"

    @initialize()
    def start_anew(self) -> None:
        self.machine = machine(self.mode)
        self.work = Workload(1990)
        self.lost = False
        self.repair()
        self.machine.start()

    @rule(size=sizes, chip=st.booleans(), decrypt=st.booleans(), seed=st.integers(0, 9))
    def des(self, size: int, chip: bool, decrypt: bool, seed: int) -> None:
        driver, data = self.machine.driver, Random(seed).randbytes(size)
        cipher = DES.new(self.work.des_key, DES.MODE_CBC, self.work.des_iv)
        name = "des_cbc_decrypt" if decrypt else "des_cbc_encrypt"
        right = cipher.decrypt(data) if decrypt else cipher.encrypt(data)
        self.check(lambda: driver.call(name, self.work.des_key, self.work.des_iv, data, chip=chip).value, right)

    @rule(size=st.one_of(sizes, st.integers(0, 100)), seed=st.integers(0, 9))
    def md2(self, size: int, seed: int) -> None:
        data = Random(seed).randbytes(size)
        self.check(lambda: self.machine.driver.call("md2", data).value, MD2.new(data).digest())

    @rule(crt=st.booleans())
    def rsa(self, crt: bool) -> None:
        key, driver = self.work.rsa_key, self.machine.driver
        operand = self.work.operands(1)
        right = [pow(operand[0], key.d if crt else key.e, key.n)]
        self.check(
            lambda: (
                (
                    driver.call("rsa_crt", operand, key) if crt else driver.call("rsa_public", operand, key.e, key.n)
                ).value
            ),
            right,
        )

    @rule(at=times, length=lengths, line=st.sampled_from(["br", "bg", "run"]), level=st.integers(0, 1))
    def line(self, at: int, length: int | None, line: str, level: int) -> None:
        """BR held or lost, BG never or always, the DSP in reset or never."""
        self.add(StuckLine(line, level=level, at=self.now(at), until=self.end(at, length)))

    @rule(at=times, by=st.integers(1, 20_000))
    def late_grant(self, at: int, by: int) -> None:
        self.add(LateLine("bg", by=by * MICROSECOND, at=self.now(at)))

    @rule(at=times)
    def pc_reset(self, at: int) -> None:
        self.add(PcReset(at=self.now(at)))

    @rule(at=times, length=lengths, hertz=st.sampled_from(RATES))
    def oscillator(self, at: int, length: int | None, hertz: int) -> None:
        # Only one rate can be requested at a time
        faults = self.machine.card.faults
        faults.remove(*(fault for fault in faults if isinstance(fault, ChangedOscillator)))
        self.add(ChangedOscillator(hertz, at=self.now(at), until=self.end(at, length)))

    @rule(
        bus=st.sampled_from(sorted(BUSES)),
        bit=st.integers(0, 63),
        nth=st.integers(1, 5000),
        count=st.sampled_from([1, 1, 7, None]),
        level=st.sampled_from([0, 1, None]),
    )
    def bus_line(self, bus: str, bit: int, nth: int, count: int | None, level: int | None) -> None:
        bit %= BUSES[bus]
        if level is None:
            self.add(FlippedLine(bus, bit=bit, nth=nth, count=count, at=self.now(0)))
        else:
            self.add(StuckLine(bus, bit=bit, level=level, nth=nth, count=count, at=self.now(0)))

    @rule(strobe=st.sampled_from(STROBES), nth=st.integers(1, 5000), doubled=st.booleans())
    def strobe(self, strobe: str, nth: int, doubled: bool) -> None:
        kind = DoubledStrobe if doubled else LostStrobe
        self.add(kind(strobe, nth=nth, count=1, at=self.now(0)))

    @rule()
    def repair(self) -> None:
        self.machine.card.faults.clear()

    @rule()
    def restart(self) -> None:
        try:
            self.machine.start()
            self.lost = False
        except DriverError:
            self.lost = True

    def check(self, job: Callable[[], object], right: object) -> None:
        """A right answer or an error; after an error of the link nothing but NotStartedError."""
        try:
            value = job()
        except NotStartedError:
            assert self.lost
        except DriverError as error:
            assert not self.lost
            code = error.fields["code"]
            self.lost = code >= LINK_LOST or code in LINK_STATUSES
        else:
            assert not self.lost
            assert value == right

    def add(self, fault: Fault) -> None:
        if fault not in self.machine.card.faults:
            self.machine.card.faults.add(fault)

    def now(self, delay: int) -> int:
        return self.machine.pc.now + delay

    def end(self, delay: int, length: int | None) -> int | None:
        return None if length is None else self.now(delay) + length


class FailingCardOf16Bits(FailingCard):
    """A failing card with the 16-bit driver."""

    mode: ModeName = "real16"


TestFailingCard = FailingCard.TestCase
TestFailingCardOf16Bits = FailingCardOf16Bits.TestCase
for case in (TestFailingCard, TestFailingCardOf16Bits):
    case.settings = settings(max_examples=10, stateful_step_count=12, deadline=None, derandomize=True)

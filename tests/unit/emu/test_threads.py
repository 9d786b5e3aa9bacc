"""Chips run without Python's lock; an interrupt from the keyboard ends a long run."""

import signal
import threading
from collections.abc import Callable

import pytest

from dsp56k.emu import ChipInUseError, Dsp56001, StopReason
from shared.emu_programs import chip

COUNT = " org p:0\n do #4000,outer\n do #100,inner\n move (r0)+\n nop\ninner nop\nouter jmp *"


def test_many_chips_run_at_once() -> None:
    chips = [chip(COUNT) for _ in range(4)]
    stops: list[StopReason] = []

    def work(dsp: Dsp56001) -> None:
        stops.append(dsp.run().reason)

    threads = [threading.Thread(target=work, args=(dsp,)) for dsp in chips]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stops == [StopReason.HALT] * 4
    assert {dsp.clocks for dsp in chips} == {chips[0].clocks}
    assert {dsp.regs.r0 for dsp in chips} == {400_000 % 65_536}


def is_running(dsp: Dsp56001) -> bool:
    try:
        return dsp.clocks < 0
    except ChipInUseError:
        return True


def test_python_and_other_chips_run_while_a_chip_does() -> None:
    chips = [chip(" org p:0\n do #0,outer\n do #0,inner\n nop\n nop\ninner nop\nouter jmp *") for _ in range(2)]
    threads = [threading.Thread(target=dsp.run, kwargs={"max_clocks": 200_000_000}) for dsp in chips]
    for thread in threads:
        thread.start()
    # Only a thread that has Python's lock can find both chips in the middle of their runs: neither of them holds it.
    both = False
    while any(thread.is_alive() for thread in threads):
        both = both or all(is_running(dsp) for dsp in chips)
    assert both
    assert [dsp.clocks >= 200_000_000 for dsp in chips] == [True, True]


def test_chips_with_devices_run_at_once() -> None:
    class Counter:
        def __init__(self) -> None:
            self.reads = 0

        def read(self, offset: int, now: int) -> int:
            self.reads += 1
            return self.reads

        def write(self, offset: int, value: int, now: int) -> None: ...

    chips = [chip(" org p:0\n do #500,e\n movep y:$ffc0,x:(r0)+\ne jmp *") for _ in range(4)]
    devices = [Counter() for _ in chips]
    for dsp, device in zip(chips, devices, strict=True):
        dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, device)
    threads = [threading.Thread(target=dsp.run) for dsp in chips]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [device.reads for device in devices] == [500] * 4
    assert all(dsp.x[:500] == list(range(1, 501)) for dsp in chips)


class Meddler:
    """A device that does something with the chip it is connected to."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act

    def read(self, offset: int, now: int) -> int:
        self.act()
        return 0

    def write(self, offset: int, value: int, now: int) -> None: ...


USES: list[tuple[str, Callable[[Dsp56001], object]]] = [
    ("reading a register", lambda dsp: dsp.regs.pc),
    ("setting a register", lambda dsp: setattr(dsp.regs, "r0", 1)),
    ("reading memory", lambda dsp: dsp.x[0]),
    ("setting memory", lambda dsp: dsp.p.__setitem__(slice(0, 2), [0, 0])),
    ("clocks", lambda dsp: dsp.clocks),
    ("running", lambda dsp: dsp.run()),
    ("stepping", lambda dsp: dsp.step()),
    ("tracing", lambda dsp: next(dsp.trace())),
    ("a line", lambda dsp: dsp.lines.nmi.drive(True)),
    ("the host interface", lambda dsp: dsp.host.read(2)),
    ("a snapshot", lambda dsp: dsp.snapshot()),
]


@pytest.mark.parametrize("use", [use for _, use in USES], ids=[name for name, _ in USES])
def test_a_device_cannot_use_the_chip_that_asks_it(use: Callable[[Dsp56001], object]) -> None:
    dsp = chip(" org p:0\n movep y:$ffc0,x:(r0)+\n jmp *")
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, Meddler(lambda: use(dsp)))
    with pytest.raises(ChipInUseError, match="is running: a device's callback or another thread"):
        dsp.run()
    assert dsp.clocks > 0


def test_another_thread_cannot_use_a_chip_that_runs() -> None:
    dsp = chip(" org p:0\n movep y:$ffc0,x:(r0)+\n jmp *")
    asked, answered = threading.Event(), threading.Event()

    def wait() -> None:
        asked.set()
        answered.wait(20)

    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, Meddler(wait))
    thread = threading.Thread(target=dsp.run)
    thread.start()
    try:
        assert asked.wait(20)
        for _, use in USES:
            with pytest.raises(ChipInUseError):
                use(dsp)
        assert repr(dsp) == "<Dsp56001 running>"
    finally:
        answered.set()
        thread.join()
    assert dsp.run().reason is StopReason.HALT


@pytest.mark.parametrize(
    "go", [lambda dsp: dsp.run(), lambda dsp: dsp.advance(1 << 60), lambda dsp: dsp.run(condition=lambda _: False)]
)
def test_a_signal_ends_a_long_run(go: Callable[[Dsp56001], object]) -> None:
    def handle(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    dsp = chip(" org p:0\nagain nop\n jmp again")
    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            go(dsp)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert dsp.run(max_clocks=10).reason is StopReason.BUDGET

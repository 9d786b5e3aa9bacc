"""Chips run without Python's lock; an interrupt from the keyboard ends a long run."""

import threading

from dsp56k.emu import Dsp56001, StopReason
from emu_programs import chip

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


def test_python_runs_while_a_chip_does() -> None:
    dsp = chip(" org p:0\n do #0,outer\n do #0,inner\n nop\n nop\ninner nop\nouter jmp *")
    thread = threading.Thread(target=dsp.run, kwargs={"max_clocks": 20_000_000})
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    thread.join()
    assert turns > 0
    assert dsp.clocks >= 20_000_000


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
        dsp.map_device("Y", 0xFFC0, 0xFFC0, device)
    threads = [threading.Thread(target=dsp.run) for dsp in chips]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [device.reads for device in devices] == [500] * 4
    assert all(dsp.x[:500] == list(range(1, 501)) for dsp in chips)

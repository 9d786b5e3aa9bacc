"""A chip and its connected objects are freed together, although each refers to the other."""

import gc
import weakref
from collections.abc import Callable

import pytest

from dsp56k.emu import Dsp56001


class Part:
    """Anything that can be connected, and that drives the chip."""

    def __init__(self, dsp: Dsp56001) -> None:
        self.dsp = dsp

    def read(self, offset: int, now: int) -> int:
        return 0

    def write(self, offset: int, value: int, now: int) -> None:
        self.dsp.lines.irqa.drive(True)

    def sent(self, *word: object) -> None:
        return None

    def wanted(self, clock: int, slot: int) -> int | None:
        return None


CONNECTIONS: dict[str, Callable[[Dsp56001, Part], object]] = {
    "device": lambda dsp, part: dsp.port_a.map_device("Y", 0x1000, 0x1001, part),
    "ssi": lambda dsp, part: dsp.ssi.attach(part),
    "sci": lambda dsp, part: dsp.sci.attach(part),
    "hook": lambda dsp, part: dsp.hooks.on_execute(lambda chip, address: part.read(0, 0), 0),
    "listener": lambda dsp, part: dsp.lines.hreq.connect(lambda level, clock: part.write(0, 0, 0)),
}


@pytest.mark.parametrize("connection", CONNECTIONS)
def test_a_cycle_through_the_chip_is_collected(connection: str) -> None:
    dsp = Dsp56001()
    part = Part(dsp)
    CONNECTIONS[connection](dsp, part)
    dsp.run(max_clocks=100)
    gone = weakref.ref(part)
    del dsp, part
    gc.collect()
    assert gone() is None


def test_what_a_chip_in_use_holds_stays() -> None:
    dsp = Dsp56001()
    part = Part(dsp)
    dsp.port_a.map_device("Y", 0x1000, 0x1001, part)
    dsp.ssi.attach(part)
    seen = weakref.ref(part)
    del part
    gc.collect()
    assert seen() is not None
    dsp.ssi.attach(None)
    gc.collect()
    assert seen() is not None


def test_a_peer_that_is_replaced_is_let_go() -> None:
    dsp = Dsp56001()
    parts = [Part(dsp), Part(dsp)]
    seen = [weakref.ref(part) for part in parts]
    dsp.ssi.attach(parts.pop())
    dsp.ssi.attach(parts.pop())
    gc.collect()
    assert [ref() is None for ref in seen] == [False, True]

"""A bench returns to its state after each call, with every card and driver."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import chain, count
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from dsp56k.card import Card
from dsp56k.card.registers import PORTS
from dsp56k.study import runners
from dsp56k.study.errors import StudyError
from dsp56k.study.operations import operation_of
from dsp56k.study.operations.workload import Workload
from dsp56k.study.plans.plan import Plan
from dsp56k.study.runners.card import CardBench
from dsp56k.study.runners.packets import PacketBench
from dsp56k.study.runners.saved_state import SavedState
from dsp56k.study.schema import Setting
from dsp56k.study.tasks import Batch, Outcome, Series

CARD = Series(
    "card",
    {
        "machine.cpu": "i386",
        "machine.clock_hz": 20_000_000,
        "machine.memory.model": "manual",
        "board.dsp_clock_hz": 20_000_000,
        "board.bank_words": 8192,
        "board.des_chip": True,
    },
    "md2",
    "cold",
    1,
)


def series_of(study: str, **settings: Setting) -> Series:
    """Return the first series of a study with a card and these settings, `__` for a dot."""
    wanted = {name.replace("__", "."): value for name, value in settings.items()}
    batches = (batch.series for batch in Plan.builtin(study).batches())
    return next(one for one in batches if one.where == "card" and wanted.items() <= one.settings.items())


def card_with(**settings: Setting) -> Series:
    """Return a series of MD2 on a card with these settings, `__` for a dot."""
    changed = {name.replace("__", "."): value for name, value in settings.items()}
    return msgspec.structs.replace(CARD, settings={**CARD.settings, **changed})


I486: dict[str, Setting] = {
    "machine__cpu": "i486",
    "machine__memory__model": "pipeline",
    "machine__memory__byte_rules": False,
    "machine__memory__miss_clocks": 8,
}
KINDS = {
    "interrupt": lambda: card_with(driver__program="driver-interrupt"),
    "simulated cache": lambda: card_with(**I486, machine__memory__cache="simulated"),
    "overhead": lambda: card_with(driver__overhead_us=70),
    "batches": lambda: series_of("s2-batches"),
    "streams": lambda: series_of("s2-streams"),
    "layers": lambda: series_of("s1-layers", driver__layers=1),
    "descriptors": lambda: series_of("s3-packets", driver__way="descriptors-interrupts"),
    "two FIFOs": lambda: series_of("s3-packets", board__card="two-fifos"),
    "line": lambda: series_of("s3-flow", driver__way="flow-through-interrupt"),
    "disk": lambda: series_of("s3-disk", driver__way="dma"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_call_after_others_costs_the_same(kind: str) -> None:
    series = KINDS[kind]()
    operation = operation_of(series)
    bench = (PacketBench if series.settings.get("driver.program") == "packets" else CardBench)(series)
    small, large = (
        operation.case(Workload(series.seed), operation.least + 40 * each * operation.step) for each in (0, 1)
    )

    def outcome(case: Any) -> Outcome:
        return bench.apart(lambda: bench.outcome(operation, case, loaded=False))

    state = bench.pc.clocks, bench.card.dsp.snapshot()
    first = outcome(large)
    assert first.right
    assert outcome(small) != first
    assert outcome(large) == first
    assert (bench.pc.clocks, bench.card.dsp.snapshot()) == state


def test_a_failed_call_leaves_no_trace() -> None:
    bench = CardBench(CARD)
    card, pc = bench.card, bench.pc
    before = card.dsp.snapshot(), pc.clocks, pc.read(pc.data.start, 4096), card.bus.now, card.events
    registers = [card.port_read(PORTS[name], card.bus.now) for name in ("SCRATCH", "AGHIGH")]

    def fail() -> None:
        now = pc.now + 1_000_000_000
        card.port_write(PORTS["SCRATCH"], registers[0] ^ 1, now)
        card.port_write(PORTS["AGHIGH"], registers[1] ^ 1, now)
        pc.write(pc.data.start, b"changed")
        card.reset(now)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        bench.apart(fail)
    assert (card.dsp.snapshot(), pc.clocks, pc.read(pc.data.start, 4096), card.bus.now, card.events) == before
    assert [card.port_read(PORTS[name], card.bus.now) for name in ("SCRATCH", "AGHIGH")] == registers


class Own:
    """An object with a state of every kind."""

    __slots__ = ("__dict__", "slot")

    def __init__(self) -> None:
        self.slot = [1]
        self.list, self.dict, self.set = [[1]], {1: {2: 3}}, {1}
        self.deque, self.bytes, self.tuple = deque([1], maxlen=2), bytearray(b"1"), ({4},)
        self.mapping = MappingProxyType({1: [1]})
        counted = 0

        def count() -> int:
            nonlocal counted
            counted += 1
            return counted

        self.count: Callable[[], int] = count
        self.native: list[int] = []
        self.partial = partial(self.native.append)


Own.__module__ = "dsp56k.tests"


def test_state_of_every_kind_is_found() -> None:
    own = Own()
    others = own.list[0], own.dict[1], own.tuple[0], own.mapping[1], own.slot, own.native
    before = repr([own.slot, own.list, own.dict, own.set, own.deque, own.bytes, own.tuple, own.mapping, own.native])
    state = SavedState(own)
    for _ in range(2):
        assert own.count() == 1
        own.partial(5)
        own.list[0].append(2)
        own.dict[1][2] = 4
        own.set.add(2)
        own.deque.extend((2, 3))
        own.bytes += b"2"
        own.tuple[0].clear()
        own.mapping[1].append(2)
        vars(own)["new"] = 1
        own.slot = []
        state.restore()
        after = [own.slot, own.list, own.dict, own.set, own.deque, own.bytes, own.tuple, own.mapping, own.native]
        assert repr(after) == before
        assert not hasattr(own, "new")
    found = own.list[0], own.dict[1], own.tuple[0], own.mapping[1], own.slot, own.native
    assert all(one is other for one, other in zip(others, found, strict=True))


def test_an_object_of_an_unknown_class_is_refused() -> None:
    card = Card()
    SavedState(card)
    card.control.pins["BG"] = chain([1])  # type: ignore[assignment]  # is never called
    with pytest.raises(StudyError, match=r"^cannot save the state of itertools\.chain$"):
        SavedState(card)


def test_a_process_with_benches_freezes_no_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    # Work without a search for cycles counts the frozen objects each time, which takes milliseconds if there are many.
    monkeypatch.setattr(runners, "_made", count(1))
    runners._bench.cache_clear()
    before = gc.get_freeze_count()
    (outcome,) = runners.run_batch(Batch(CARD, (16,)))
    assert outcome.right
    assert gc.get_freeze_count() == before

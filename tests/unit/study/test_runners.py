"""Benches: started once for all operations that they can do, and as new for each call."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar
from weakref import WeakSet

import msgspec
import pytest

from dsp56k.study import runners
from dsp56k.study.measurement import execution
from dsp56k.study.operations import OPERATIONS
from dsp56k.study.runners import run_batch
from dsp56k.study.runners.card import CardBench
from dsp56k.study.schema import Setting
from dsp56k.study.tasks import Batch, Series
from dsp56k.system.garbage_collection import without_cycle_search

PC: dict[str, Setting] = {"machine.cpu": "i386", "machine.clock_hz": 20_000_000, "machine.memory.model": "manual"}
BOARD: dict[str, Setting] = {"board.dsp_clock_hz": 20_000_000, "board.bank_words": 8192, "board.des_chip": True}
SOFTWARE = Series("pc", {**PC, "program.grade": "good"}, "md2", "cold", 1)
CARD = Series("card", {**PC, **BOARD}, "md2", "cold", 1)


@pytest.mark.parametrize(
    ("series", "changes", "same"),
    [
        (CARD, {"operation": "des-cbc-encrypt"}, True),
        (CARD, {"key": "loaded"}, True),
        (CARD, {"seed": 2}, False),
        (CARD, {"settings": {**CARD.settings, "board.bank_words": 32768}}, False),
        (CARD, {"sources": {"firmware": ("mine.asm", "")}}, False),
        (SOFTWARE, {"operation": "rsa512"}, True),
        (SOFTWARE, {"settings": {**PC, "program.grade": "asm"}}, False),
        (msgspec.structs.replace(CARD, where="dsp"), {"operation": "des-cbc-encrypt"}, False),
    ],
)
def test_which_series_share_a_bench(series: Series, changes: dict[str, Any], same: bool) -> None:
    other = msgspec.structs.replace(series, **changes)
    assert (series.setup() == other.setup()) is same
    assert series.digest() != other.digest()


@pytest.mark.parametrize("series", [SOFTWARE, CARD], ids=["pc", "card"])
def test_the_order_of_calls_changes_nothing(series: Series) -> None:
    des = msgspec.structs.replace(series, operation="des-cbc-encrypt")
    forth = run_batch(Batch(series, (8, 100))), run_batch(Batch(des, (64, 8)))
    back = run_batch(Batch(des, (8, 64))), run_batch(Batch(series, (100, 8)))
    assert forth == (back[1][::-1], back[0][::-1])
    assert all(outcome.right for outcome in (*forth[0], *forth[1]))


def test_md4_on_a_dsp_alone() -> None:
    (short, long) = run_batch(Batch(Series("dsp", BOARD, "md4", "cold", 1), (0, 200)))
    assert short.right
    assert long.right
    assert 0 < short.clocks.dsp < long.clocks.dsp


def test_a_pc_does_in_software_what_the_card_does_by_its_chip() -> None:
    by_chip = OPERATIONS["des-cbc-encrypt-chip"]
    assert [by_chip.called(where) for where in ("pc", "card", "dsp")] == ["des-cbc-encrypt", by_chip.name, by_chip.name]


@pytest.mark.parametrize("name", [name for name, one in OPERATIONS.items() if one.dsp and not one.needs])
def test_every_operation_of_a_dsp_alone_is_right(name: str) -> None:
    operation = OPERATIONS[name]
    settings = {**BOARD, **({"variant.step": operation.steps[0]} if operation.steps else {})}
    for key in ("cold", "loaded") if operation.can_load("dsp") else ("cold",):
        (outcome,) = run_batch(Batch(Series("dsp", settings, name, key, 1), (operation.least,)))
        assert outcome.right
        assert outcome.clocks.dsp > 0


def test_the_driver_runs_on_the_pc_of_the_series() -> None:
    fast = {**CARD.settings, "machine.clock_hz": 40_000_000}
    assert CardBench(msgspec.structs.replace(CARD, settings=fast)).pc.clock.hertz == 40_000_000


def test_the_null_cipher_is_a_bound_for_a_cipher_of_the_card() -> None:
    null = msgspec.structs.replace(CARD, settings={**CARD.settings, "firmware.commands": "null"}, operation="null")
    chip = msgspec.structs.replace(null, operation="des-cbc-encrypt-chip")
    one, other = run_batch(Batch(null, (8, 4096))), run_batch(Batch(chip, (8, 4096)))
    assert all(outcome.right for outcome in one)
    assert all(bound.us < outcome.us for bound, outcome in zip(one, other, strict=True))
    # The window moves a byte in and out again.
    assert one[1].bus_bytes - one[0].bus_bytes >= 2 * (4096 - 8)


def test_a_card_without_des_chip() -> None:
    """The firmware tries an address at which nothing is, which the strict card of a bench refuses later on."""
    bare = msgspec.structs.replace(CARD, settings={**PC, **BOARD, "board.des_chip": False}, operation="des-cbc-encrypt")
    (outcome,) = run_batch(Batch(bare, (64,)))
    (with_chip,) = run_batch(Batch(msgspec.structs.replace(CARD, operation="des-cbc-encrypt"), (64,)))
    assert outcome.right
    assert outcome.us == with_chip.us


class Cyclic:
    """A bench that, as a PC and its callbacks do, names what names it."""

    alive: ClassVar[WeakSet[Cyclic]] = WeakSet()

    def __init__(self, series: Series) -> None:
        self.itself = self
        self.alive.add(self)


def test_benches_that_are_dropped_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "_BENCHES", {"pc": Cyclic})
    with without_cycle_search():
        for number in range(200):
            runners._bench(Series("pc", {"machine.clock_hz": number}, "des-cbc", "cold", 1).encoded())
            assert len(Cyclic.alive) <= runners._BENCHES_KEPT + runners._BENCHES_UNSEARCHED
    runners.drop_benches(0)


def test_a_worker_keeps_few_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    """joblib ends a worker that has grown by 300 MB."""
    runners.drop_benches(0)
    monkeypatch.setattr(runners, "_BENCHES", {"pc": Cyclic})

    def run_batch(batch: Batch) -> list[Any]:
        runners._bench(batch.series.encoded())
        return []

    monkeypatch.setattr(execution, "run_batch", run_batch)
    kept = []
    for number in range(70):
        series = Series("pc", {"machine.clock_hz": number}, "des-cbc", "cold", 1)
        execution._answer((0, execution._encoded([Batch(series, (8,))])))
        kept.append(len(Cyclic.alive))
    # Half of them may return in the next round.
    assert 16 <= max(kept) <= 32
    runners.drop_benches(0)


def test_threads_of_a_worker_execute_one_task_at_a_time() -> None:
    """They share the benches."""
    settings = {**PC, **BOARD}
    series = [msgspec.structs.replace(CARD, settings=settings, operation=name) for name in ("des-cbc-encrypt", "md2")]
    tasks = [execution._encoded([Batch(each, (64 * count,))]) for count in range(1, 5) for each in series]
    alone = [execution._answer((0, task)) for task in tasks]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(execution._answer, [(0, task) for task in tasks])) == alone

"""The DSP without a PC: the library's routines on a chip without bus and driver, as the paper states its rates."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeVar

from dsp56k.emu.timeline import Clock
from dsp56k.lib.subroutine_calls import watched
from dsp56k.study.operations import Case, Operation, operation_of
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.points import Clocks
from dsp56k.study.runners.bench import microseconds, required
from dsp56k.study.runners.card import CardBench
from dsp56k.study.runners.event_counters import DspCounts
from dsp56k.study.runners.series_settings import firmware_of
from dsp56k.study.tasks import Outcome, Series

T = TypeVar("T")
_SMALL_BANK = 8192
_PROGRAMS_KEPT = 8
_CODE = 0x40
"""The address of straight-line code: after the vectors, in internal program memory."""


class DspBench:
    """A DSP at the clock of a board; the DES chip's routine runs on a card, without its PC."""

    def __init__(self, series: Series) -> None:
        self._clock = Clock(int(series.settings["board.dsp_clock_hz"]))
        self._large = int(series.settings["board.bank_words"]) > _SMALL_BANK
        self._firmware = firmware_of(series)
        self._counted = series.counted
        self._step = str(series.settings.get("variant.step", ""))
        self._waits = int(series.settings.get("variant.wait_states", 0))
        self._around = CardBench(series) if operation_of(series).by_chip else None

    def apart(self, work: Callable[[], T]) -> T:
        """Run `work` as Bench.apart: each call creates a separate DSP, unless it needs the card."""
        return work() if self._around is None else self._around.apart(work)

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """Execute one call; there is no PC that could be busy."""
        card = None if self._around is None else self._around.card
        side = DspAlone(self._clock, self._large, self._firmware, card, step=self._step, waits=self._waits)
        done = required(operation.dsp)
        done.prepare(side, case, loaded)
        counted = DspCounts(stalls=bool(self._step))
        with watched(counted.watch) if self._counted else nullcontext():
            called = done.call(side, case, loaded)
        us = microseconds(called.time)
        counts = {**counted.counts, **getattr(called, "counts", {})}
        return Outcome(Clocks(dsp=called.clocks), us, 0.0, 0, right=called.value == case.right, counts=counts)

"""The parameters of a PC: the keyword arguments of `PC`, and of the functions that construct one."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypedDict

from dsp56k.emu.validation import is_int_in_range
from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.isa_bus import IsaTiming
from dsp56k.host.callbacks.cache import CACHES, MISS_CLOCKS, MISS_RANGE
from dsp56k.host.clocks import LEVELS, PUBLISHED_LEVEL
from dsp56k.host.clocks.three_units import DECODED_QUEUE, DECODED_QUEUES
from dsp56k.host.clocks.timing_models import MAX_CLOCK_ERROR, MAX_REFRESH
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.errors import HostError
from dsp56k.lib.operands import require_int
from dsp56k.system.text import described


class PcParameters(TypedDict, total=False):
    """Parameters of a PC by name; those that are not given have the values of DEFAULTS.

    Attributes:
        clock_hz: the CPU's clock, exact.
        cpu: `"i286"`, `"i386"` or `"i486"`.
        mode: `"flat32"` or `"real16"`, for which the program must be linked.
        memory: timing model. `"manual"` counts only the instruction clocks, `"bus-unit"` also the prefetch queue and
            the `wait_states` of memory, and `"three-units"` also the decoder, with measured instruction clocks. The
            i486 has `"pipeline"`, which counts stalls. By default the model of the published results of the processor.
        wait_states: CPU clocks that a RAM access takes beyond two (models `bus-unit` and `three-units`).
        decoded_queue: instructions that the decoder can be ahead (only model `three-units`).
        byte_rules: True if byte registers stall, too (only model `pipeline`).
        cache: `"ideal"`, or `"simulated"`: misses cost `miss_clocks` CPU clocks each (only model `pipeline`).
        miss_clocks: CPU clocks of a miss.
        refresh: the fraction by which the refresh of memory lengthens all run times, 0.055 for 5.5 %.
        clock_error: fraction by which everything takes longer than its clocks, -0.5 to 0.5, to show the effect of an
            error of the model.
        isa: timing of the ISA bus.
        dma: timing of DMA, on a PC that has a DMA controller; None on one without.
        interrupts: True for a PC with an interrupt controller.
        multiply: `"exact"` charges MUL and IMUL by each multiplier, `"mean"` as if multipliers were random.
        accounting: deprecated, only `"native"`: leave it out.
    """

    clock_hz: Fraction | int
    cpu: str
    mode: ModeName
    memory: str | None
    wait_states: int
    decoded_queue: int
    byte_rules: bool
    cache: Literal["ideal", "simulated"]
    miss_clocks: int
    refresh: float
    clock_error: float
    isa: IsaTiming | None
    dma: DmaTiming | None
    interrupts: bool
    multiply: Literal["mean", "exact"]
    accounting: str | None


DEFAULTS: PcParameters = {
    "clock_hz": 20_000_000,
    "cpu": "i386",
    "mode": "flat32",
    "memory": None,
    "wait_states": 1,
    "decoded_queue": DECODED_QUEUE,
    "byte_rules": False,
    "cache": "ideal",
    "miss_clocks": MISS_CLOCKS,
    "refresh": 0.0,
    "clock_error": 0.0,
    "isa": None,
    "dma": None,
    "interrupts": False,
    "multiply": "exact",
    "accounting": None,
}


MULTIPLY = ("exact", "mean")
_CLOCKS: Mapping[type, Mapping[str, range]] = {
    IsaTiming: {"cycle": range(1, 4097), "zero_wait_cycle": range(1, 65), "recovery": range(65)},
    DmaTiming: {"cycle": range(1, 17), "takeover": range(65), "master_cycle": range(1, 17)},
}
"""Clocks of bus timings, by their attributes: as in files of machines and studies."""


def checked(given: PcParameters) -> PcParameters:
    """Return all parameters, with the default timing model of the processor if none is given.

    Raises:
        TypeError: a parameter is unknown.
        HostError: a value is out of its range, or belongs to another timing model.
    """
    for name in given.keys() - DEFAULTS.keys():
        raise TypeError(f"PC() got an unexpected keyword argument {name!r}")
    every: PcParameters = {**DEFAULTS, **given}
    if every["accounting"] is not None:
        _check_accounting(every["accounting"])
    wait_states = every["wait_states"] = require_int("wait_states", every["wait_states"])
    if not 0 <= wait_states <= 15:
        raise HostError(f"{wait_states} wait states: must be 0 to 15", wait_states=wait_states)
    cpu = every["cpu"]
    memory = every["memory"] = every["memory"] or PUBLISHED_LEVEL.get(cpu, "manual")
    decoded_queue = every["decoded_queue"] = require_int("decoded_queue", every["decoded_queue"])
    if decoded_queue not in DECODED_QUEUES:
        last = DECODED_QUEUES.stop - 1
        raise HostError(f"decoded_queue must be 1 to {last}, got {decoded_queue}", decoded_queue=decoded_queue)
    if memory not in LEVELS.get(cpu, (memory,)):
        raise HostError(f"memory {memory!r}: the {cpu}'s is {' or '.join(LEVELS[cpu])}", cpu=cpu, memory=memory)
    mode, cache = every["mode"], every["cache"]
    if mode not in MODES:
        raise HostError(f"mode {mode!r}: must be {' or '.join(MODES)}", mode=mode)
    if cache not in CACHES or (cache != "ideal" and memory != "pipeline"):
        raise HostError(f"cache {cache!r} at level {memory}: must be ideal, or at pipeline simulated", cache=cache)
    multiply = every["multiply"]
    if multiply not in MULTIPLY:
        raise HostError(f"multiply {described(multiply)}: must be {' or '.join(MULTIPLY)}", multiply=multiply)
    miss_clocks = every["miss_clocks"] = require_int("miss_clocks", every["miss_clocks"])
    if miss_clocks not in MISS_RANGE:
        raise HostError(f"a miss of {miss_clocks} clocks: must take 1 to {MISS_RANGE.stop - 1}", clocks=miss_clocks)
    _check_timing("isa", every["isa"], IsaTiming)
    _check_timing("dma", every["dma"], DmaTiming)
    return every


def effective_hertz(parameters: PcParameters) -> Fraction:
    """Return the rate of the clocks that the program gets: refresh takes the bus for the others.

    Raises:
        HostError: the clock is not a positive number, or the refresh or the error of the clocks is out of its range.
    """
    hertz: object = parameters["clock_hz"]
    if not _is_frequency(hertz):
        raise HostError(f"clock_hz must be a positive number, got {described(hertz)}", clock_hz=hertz)
    refresh: object = parameters["refresh"]
    error: object = parameters["clock_error"]
    most = MAX_CLOCK_ERROR
    if not isinstance(refresh, int | float) or not 0 <= refresh <= MAX_REFRESH:
        raise HostError(f"refresh {described(refresh)}: must be a number, 0 to {MAX_REFRESH}", refresh=refresh)
    if not isinstance(error, int | float) or not -most <= error <= most:
        message = f"clock_error must be a number, {-most} to {most}, got {described(error)}"
        raise HostError(message, clock_error=error)
    # A float is the decimal number that was written.
    return Fraction(parameters["clock_hz"]) / (1 + Fraction(str(refresh))) / (1 + Fraction(str(error)))


def _is_frequency(hertz: object) -> bool:
    return isinstance(hertz, int | float | Fraction) and 0 < hertz < math.inf


def _check_timing(name: str, timing: object, kind: type) -> None:
    """Refuse a timing of another class, or with clocks of which the bus has none."""
    if timing is None:
        return
    if not isinstance(timing, kind):
        raise HostError(f"{name} must be {kind.__name__} or None, got {described(timing)}")
    for attribute, clocks in _CLOCKS[kind].items():
        value = getattr(timing, attribute)
        if not is_int_in_range(value, clocks.start, clocks.stop - 1):
            message = f"{name}.{attribute} must be {clocks.start} to {clocks.stop - 1} clocks, got {described(value)}"
            raise HostError(message)
    hertz = getattr(timing, "clock_hz", 1)
    if not _is_frequency(hertz):
        raise HostError(f"{name}.clock_hz must be a positive number, got {described(hertz)}")


def _check_accounting(accounting: str) -> None:
    """Refuse any accounting but the native one, and warn of that."""
    if accounting != "native":
        reason = "the accounting in Python is a part of the tests; leave the parameter out"
        raise HostError(f"accounting must be 'native', got {accounting!r}: {reason}", accounting=accounting)
    warnings.warn("PC(accounting=) is deprecated: leave it out", DeprecationWarning, stacklevel=4)

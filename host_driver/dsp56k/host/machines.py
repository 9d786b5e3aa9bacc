"""PCs as data: the tables of machines.toml, or of a user's own file of the same form.

A table has the parameters of a PC and, by the same keys, their ranges of uncertainty and their sources. `PC(program,
**machine("386-33").parameters)` creates a PC; every function with a PC's parameters takes these, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

from dsp56k.host.bus.isa_bus import IsaTiming
from dsp56k.host.callbacks.cache import CACHES, MISS_CLOCKS, MISS_RANGE
from dsp56k.host.clocks import LEVELS, RULES
from dsp56k.host.clocks.three_units import DECODED_QUEUE, DECODED_QUEUES
from dsp56k.host.clocks.timing_models import MAX_CLOCK_ERROR, MAX_REFRESH
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import HostError, MachineFileError
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.system.suggestions import did_you_mean, expected, unknown
from dsp56k.system.text import decode_text, described

DEFAULT_MACHINE = "386-20"
"""The paper's fast PC."""
Setting = bool | int | float | str
"""A value of a machine."""
MAX_FILE_BYTES = 1 << 20
Part = Literal["cpu", "isa"]
"""The part of a PC that a value belongs to: `isa.*` to the bus, all others to CPU and memory."""
Limit = Literal["declared", "fast", "slow"]
"""A PC as declared, or with all uncertain values of a part at the end where it is fastest or slowest."""
_FASTER_IF_HIGH = ("clock_hz", "isa.clock_hz", "memory.decoded_queue")


@dataclass(frozen=True, slots=True)
class MachineRow:
    """A PC, a table of a file of machines.

    Attributes:
        name: of its table.
        cpu: name of a processor, a key of `clocks.processors.LEVELS`.
        mode: one that it runs in (clocks.RULES); by default the processor's first.
        clock_hz: of the CPU.
        refresh: the fraction by which the refresh of memory lengthens all run times.
        clock_error: fraction by which everything takes longer than its clocks (negative: shorter). Its range bounds the
            error of the model.
        memory: timing model, as the parameter `memory` of `PC`.
        wait_states: CPU clocks that an access to memory takes beyond two; None if the model does not count them.
        decoded_queue: instructions that the decoder can be ahead; None if the model does not have a decoder.
        byte_rules: True if byte registers stall the pipeline, too; None if the model does not have a pipeline.
        cache: "ideal" or "simulated"; None if the model does not have a cache.
        miss_clocks: CPU clocks that a miss of the simulated cache takes; None if the model does not have a cache.
        isa: the bus.
        values: all values by key (`memory.wait_states`), as `machine_of` takes them.
        ranges: the minimum and the maximum of uncertain values, by key.
        sources: where values come from, by key.
    """

    name: str
    cpu: str
    mode: ModeName
    clock_hz: int
    refresh: float
    clock_error: float
    memory: str
    wait_states: int | None
    decoded_queue: int | None
    byte_rules: bool | None
    cache: str | None
    miss_clocks: int | None
    isa: IsaTiming
    values: Mapping[str, Setting]
    ranges: Mapping[str, tuple[float, float]]
    sources: Mapping[str, str]

    @property
    def parameters(self) -> PcParameters:
        """Keyword arguments of `PC`, `host_software` and the other functions that create a PC."""
        names = ("wait_states", "decoded_queue", "byte_rules", "cache", "miss_clocks")
        of_level = {name: getattr(self, name) for name in names}
        given = {name: value for name, value in of_level.items() if value is not None}
        every = ("clock_hz", "cpu", "mode", "refresh", "clock_error", "memory", "isa")
        # Each name is a key of PcParameters.
        return cast(PcParameters, {**{name: getattr(self, name) for name in every}, **given})

    def at_limit(self, limit: Limit, *parts: Part) -> dict[str, Setting]:
        """Return the uncertain values of the parts by key, each at the end of its range where the PC is fast or slow.

        More time for the same work is slow: only a higher clock and a longer decoded queue are taken to be faster.
        """
        if limit == "declared":
            return {}
        return {
            key: high if (limit == "fast") == (key in _FASTER_IF_HIGH) else low
            for key, (low, high) in self.ranges.items()
            if ("isa" if key.startswith("isa.") else "cpu") in parts
        }


def machine(name: str) -> MachineRow:
    """Return the machine `name` of the package; raise HostError if there is none."""
    known = builtin_machines()
    if name not in known:
        raise HostError(unknown("machine", name, known), machine=name)
    return known[name]


def row_of(machine_or_name: MachineRow | str) -> MachineRow:
    """Return a machine unchanged, or the one of this name in the package; raise HostError if there is none."""
    return machine_or_name if isinstance(machine_or_name, MachineRow) else machine(machine_or_name)


@cache
def builtin_machines() -> Mapping[str, MachineRow]:
    """All machines that come with the package, by name."""
    file = resources.files("dsp56k.host").joinpath("machines.toml")
    return MappingProxyType(parse_machines(file.read_text(encoding="utf-8"), "machines.toml"))


def load_machines(path: Path | str) -> dict[str, MachineRow]:
    """Return the machines of a file, by name.

    Raises:
        MachineFileError: an error of the file, with its name, the machine and the key, or the line if the file is not
            TOML.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        text = decode_text(content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise MachineFileError(f"{path}: {reason}", path=str(path)) from error
    if len(content) > MAX_FILE_BYTES:
        raise MachineFileError(f"{path}: larger than {MAX_FILE_BYTES} bytes", path=str(path))
    return parse_machines(text, str(path))


def machine_of(name: str, values: Mapping[str, Setting]) -> MachineRow:
    """Return a machine from its values by key; raise MachineFileError for a value that is invalid in a file."""
    row: dict[str, Any] = {}
    for key, value in values.items():
        table, _, inner = key.rpartition(".")
        (row.setdefault(table, {}) if table else row)[inner] = value
    return _Reader("", name).machine(row)


def parse_machines(text: str, path: str) -> dict[str, MachineRow]:
    """Return the machines in `text`; `path` is for messages."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # The text is not TOML, its nesting is too deep, or a number has too many digits.
        raise MachineFileError(f"{path}: {error}", path=path) from error
    if not tables:
        raise MachineFileError(f"{path}: the file does not define a machine", path=path)
    return {name: _Reader(path, name).machine(table) for name, table in tables.items()}


@dataclass(frozen=True, slots=True)
class _Whole:
    """An integer of `unit` within bounds."""

    low: int
    high: int
    unit: str

    def fault(self, value: object) -> str | None:
        """Return the error of `value`, or None."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            return f"must be an integer number of {self.unit}, {self.low} to {self.high}"
        return None


class _Name:
    """One of some names."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def fault(self, value: object) -> str | None:
        """Return the error of `value`, or None."""
        return None if value in self._names else f"must be {' or '.join(self._names)}"


@dataclass(frozen=True, slots=True)
class _Share:
    """A fraction of time, up to `high`."""

    high: float

    def fault(self, value: object) -> str | None:
        """Return the error of `value`, or None."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= self.high:
            return f"must be a number, 0 to {self.high}"
        return None


class _Error:
    """A fraction of time that can be negative."""

    def fault(self, value: object) -> str | None:
        """Return the error of `value`, or None."""
        bound = MAX_CLOCK_ERROR
        if isinstance(value, bool) or not isinstance(value, int | float) or not -bound <= value <= bound:
            return f"must be a number, {-bound} to {bound}"
        return None


class _Flag:
    """True or false."""

    def fault(self, value: object) -> str | None:
        """Return the error of `value`, or None."""
        return None if isinstance(value, bool) else "must be true or false"


_CLOCK = _Whole(1_000_000, 200_000_000, "hertz")
_VALUES: dict[str, _Whole | _Share | _Error | _Flag | _Name] = {
    "clock_hz": _CLOCK,
    "refresh": _Share(MAX_REFRESH),
    "clock_error": _Error(),
    "memory.wait_states": _Whole(0, 15, "CPU clocks"),
    "memory.decoded_queue": _Whole(DECODED_QUEUES.start, DECODED_QUEUES.stop - 1, "instructions"),
    "memory.byte_rules": _Flag(),
    "memory.cache": _Name(*CACHES),
    "memory.miss_clocks": _Whole(MISS_RANGE.start, MISS_RANGE.stop - 1, "CPU clocks"),
    "isa.clock_hz": _Whole(1_000_000, 50_000_000, "hertz"),
    "isa.cycle": _Whole(1, 4096, "bus clocks"),
    "isa.zero_wait_cycle": _Whole(1, 64, "bus clocks"),
    "isa.recovery": _Whole(0, 64, "bus clocks"),
}
_NAMES = ("cpu", "mode", "memory.model")
_KEYS = (*_NAMES, *_VALUES)
_OF_LEVELS = {"memory.wait_states": ("bus-unit", "three-units"), "memory.byte_rules": ("pipeline",)}
"""Keys that only some timing models have."""
_DEFAULTS: dict[str, dict[str, Setting]] = {
    "pipeline": {"memory.cache": "ideal", "memory.miss_clocks": MISS_CLOCKS},
    "three-units": {"memory.decoded_queue": DECODED_QUEUE},
}
"""Default values of keys that only one timing model has."""
_PARTS = ("memory", "isa")
_NOTES = ("range", "source")


class _Reader:
    """Checks one machine of a file."""

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self._name = name

    def machine(self, table: object) -> MachineRow:
        """Return the machine of `table`."""
        row = self._table("", table)
        notes = {note: self._table(note, row.pop(note, {})) for note in _NOTES}
        values = self._values(row)
        cpu = self._choice("cpu", values, LEVELS)
        modes: dict[str, ModeName] = {name: name for name in RULES[cpu]}
        mode = modes[self._choice("mode", {"mode": next(iter(modes)), **values}, modes)]
        model = self._choice("memory.model", values, LEVELS[cpu])
        if "clock_hz" not in values:
            raise self._refused("clock_hz", f"missing: {_CLOCK.fault(None)}")
        for key, levels in _OF_LEVELS.items():
            if key in values and model not in levels:
                raise self._refused(key, f"belongs to model {' or '.join(levels)}, got model {model}")
            if key not in values and model in levels:
                raise self._refused(key, f"missing: model {model} has it")
        for level, defaults in _DEFAULTS.items():
            for key in defaults.keys() & values.keys():
                if model != level:
                    raise self._refused(key, f"belongs to model {level}, and only to it")
        values = {**_DEFAULTS.get(model, {}), **values}
        isa = {key.removeprefix("isa."): value for key, value in values.items() if key.startswith("isa.")}
        return MachineRow(
            name=self._name,
            cpu=cpu,
            mode=mode,
            clock_hz=values["clock_hz"],
            refresh=values.get("refresh", 0.0),
            clock_error=values.get("clock_error", 0.0),
            memory=model,
            wait_states=values.get("memory.wait_states"),
            decoded_queue=values.get("memory.decoded_queue"),
            byte_rules=values.get("memory.byte_rules"),
            cache=values.get("memory.cache"),
            miss_clocks=values.get("memory.miss_clocks"),
            isa=IsaTiming(**isa),
            values=MappingProxyType(
                {**values, "mode": mode, **{f"isa.{key}": value for key, value in asdict(IsaTiming(**isa)).items()}}
            ),
            ranges=MappingProxyType({key: self._range(key, pair, values) for key, pair in notes["range"].items()}),
            sources=MappingProxyType({key: self._source(key, text, values) for key, text in notes["source"].items()}),
        )

    def _values(self, row: Mapping[str, object]) -> dict[str, Any]:
        """Return the machine's values by their complete keys; all except the names are checked."""
        values: dict[str, Any] = {}
        for key, value in row.items():
            if key in _PARTS:
                values |= {f"{key}.{inner}": one for inner, one in self._table(key, value).items()}
            else:
                values[key] = value
        for key, value in values.items():
            if key not in _KEYS:
                raise self._refused(key, f"unknown key{expected(key, (*_KEYS, *_NOTES))}")
            if key in _VALUES:
                self._check(key, value, _VALUES[key].fault)
        return values

    def _choice(self, key: str, values: Mapping[str, Any], known: Iterable[str]) -> str:
        choices = ", ".join(known)
        if key not in values:
            raise self._refused(key, f"missing: must be one of {choices}")
        value = values[key]
        if not isinstance(value, str) or value not in known:
            raise self._refused(key, f"{described(value)}: must be one of {choices}{did_you_mean(value, known)}")
        return value

    def _range(self, key: str, pair: object, values: Mapping[str, Any]) -> tuple[float, float]:
        place = f"range.{key}"
        if key in _VALUES and key not in values:
            raise self._refused(place, f"missing: the machine must have a value of {key}, which the range contains")
        if key not in _VALUES:
            raise self._refused(place, "not a number or flag of this machine")
        if not isinstance(pair, list) or len(pair) != 2:
            raise self._refused(place, f"{pair!r}: must be the least and the greatest value")
        for bound in pair:
            self._check(place, bound, _VALUES[key].fault)
        low, high = pair
        if not low <= values[key] <= high:
            raise self._refused(place, f"{low} to {high} does not hold the value, {values[key]}")
        return low, high

    def _source(self, key: str, text: object, values: Mapping[str, Any]) -> str:
        if key not in values:
            raise self._refused(f"source.{key}", "not a key of this machine")
        if not isinstance(text, str) or not text:
            raise self._refused(f"source.{key}", f"{text!r}: must be a sentence")
        return text

    def _table(self, key: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._refused(key, f"{value!r}: must be a table")
        return dict(value)

    def _check(self, key: str, value: object, fault: Callable[[object], str | None]) -> None:
        reason = fault(value)
        if reason is not None:
            raise self._refused(key, f"{value!r}: {reason}")

    def _refused(self, key: str, reason: str) -> MachineFileError:
        place = f"[{self._name}] {key}".rstrip()
        message = f"{self._path}: {place}: {reason}"
        return MachineFileError(message, path=self._path, machine=self._name, key=key)

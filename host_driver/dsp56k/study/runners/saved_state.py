"""The state of a bench, to which it returns after each call.

A bench is a PC, a card in its slot and a driver. Most of their state is in Python's objects, which are found by
following references. Native parts have their own state: the DSP, the DES chip, the timer, and the PC's memory, CPU and
clocks. An object of an unknown class is an error, so that no state is missed.

The program, the clocks of its instructions, compiled code and cached results of functions do not belong to the state: a
call that finds more of them is simulated faster, and has the same outcome.
"""

from __future__ import annotations

import enum
import functools
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

import numpy

from dsp56k.card.chips.wd20c03 import Wd20c03
from dsp56k.emu import Dsp56001
from dsp56k.emu.board_parts import ByteLane, Chip, HostBus, Plug
from dsp56k.host.callbacks.unicorn_hooks import Ram
from dsp56k.host.native_parts import BusClock, BusCycles, CountedPorts, Timer, Traffic
from dsp56k.host.pc import PC
from dsp56k.study.errors import StudyError

Restore = Callable[[], object]

_CONSTANT: tuple[type, ...] = (
    type(None),
    int,
    float,
    str,
    bytes,
    Fraction,
    enum.Enum,
    range,
    slice,
    type,
    types.ModuleType,
    # Dsp56001 has the state of a chip, and PC that of its memory.
    Chip,
    Ram,
    # Its state ends with a run of the PC.
    BusCycles,
    # Numbers by which events of equal time are ordered.
    count,
    # The results of a function of its arguments.
    functools._lru_cache_wrapper,  # noqa: SLF001 - the class has no public name
    numpy.ndarray,
)
"""Classes of objects that a call does not change, or that have their state elsewhere."""
_OWN = "dsp56k."
"""The beginning of the modules whose classes have all of their state in attributes."""


class SavedState:
    """The state of all objects to which some objects refer.

    Args:
        roots: The objects.

    Raises:
        StudyError: One of them has an unknown class.
    """

    def __init__(self, *roots: object) -> None:
        self._restores: list[Restore] = []
        seen: dict[int, object] = {}
        waiting: list[Any] = list(roots)
        while waiting:
            found = waiting.pop()
            if id(found) in seen or isinstance(found, _CONSTANT):
                continue
            # An id belongs to one object only as long as the object exists.
            seen[id(found)] = found
            waiting.extend(self._save(found))

    def restore(self) -> None:
        """Return all objects to their state."""
        for restore in self._restores:
            restore()

    def _save(self, found: Any) -> Iterable[object]:
        """Save the state of an object; return the objects to which it refers."""
        save = next((_NATIVE[kind] for kind in type(found).__mro__ if kind in _NATIVE), None)
        if save is not None:
            restore, others = save(found)
            self._restores.append(restore)
            return others
        if isinstance(found, list | deque | bytearray | dict | set):
            return self._save_container(found)
        if isinstance(found, tuple | frozenset):
            return found
        if isinstance(found, types.MethodType | types.BuiltinMethodType):
            return (found.__self__,)
        if isinstance(found, functools.partial):
            return (found.func, *found.args, *found.keywords.values())
        if isinstance(found, types.MappingProxyType):
            return found.values()
        if isinstance(found, types.FunctionType):
            return (*(found.__closure__ or ()), *(found.__defaults__ or ()), *(found.__kwdefaults__ or {}).values())
        if isinstance(found, types.CellType):
            return self._save_attributes(found, {"cell_contents": found.cell_contents})
        if type(found).__module__.startswith(_OWN):
            attributes = dict(_attributes(found))
            parameters = getattr(type(found), "__dataclass_params__", None)
            if parameters is not None and parameters.frozen:
                return attributes.values()
            return self._save_attributes(found, attributes)
        raise StudyError(f"cannot save the state of {type(found).__module__}.{type(found).__qualname__}")

    def _save_container(self, found: Any) -> Iterable[object]:
        saved = found.copy()
        add = found.update if isinstance(found, dict | set) else found.extend

        def restore() -> None:
            found.clear()
            add(saved)

        self._restores.append(restore)
        return saved.values() if isinstance(saved, dict) else saved

    def _save_attributes(self, found: object, saved: Mapping[str, object]) -> Iterable[object]:
        def restore() -> None:
            for name, value in saved.items():
                if getattr(found, name) is not value:
                    setattr(found, name, value)
            for name in getattr(found, "__dict__", {}).keys() - saved.keys():
                delattr(found, name)

        self._restores.append(restore)
        return saved.values()


def _attributes(found: object) -> Iterator[tuple[str, object]]:
    """Yield the attributes of an object that a class does not compute, with their names."""
    yield from getattr(found, "__dict__", {}).items()
    for kind in type(found).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(found, name):
                yield name, getattr(found, name)


def _of_pc(pc: PC) -> tuple[Restore, Iterable[object]]:
    state = pc.state()
    return lambda: pc.restore(state), pc.chips


def _of_dsp(dsp: Dsp56001) -> tuple[Restore, Iterable[object]]:
    state = dsp.snapshot()
    return lambda: dsp.restore(state), ()


def _of_device(device: Timer | Traffic | Wd20c03) -> tuple[Restore, Iterable[object]]:
    state = device.state()
    return lambda: device.restore(state), ()


def _of_host_bus(bus: HostBus) -> tuple[Restore, Iterable[object]]:
    state = bus.state()
    return lambda: bus.restore(state), ()


def _of_bus_clock(clock: BusClock) -> tuple[Restore, Iterable[object]]:
    return functools.partial(clock.restore, clock.state()), ()


def _of_plug(plug: Plug[object]) -> tuple[Restore, Iterable[object]]:
    return functools.partial(setattr, plug, "part", plug.part), (plug.part, plug.sound)


def _of_byte_lane(lane: ByteLane) -> tuple[Restore, Iterable[object]]:
    return lambda: None, (lane.plug,)


def _of_counted_ports(ports: CountedPorts) -> tuple[Restore, Iterable[object]]:
    return lambda: None, (ports.device, ports.traffic)


_NATIVE: Mapping[type, Callable[[Any], tuple[Restore, Iterable[object]]]] = types.MappingProxyType(
    {
        PC: _of_pc,
        Dsp56001: _of_dsp,
        Timer: _of_device,
        Traffic: _of_device,
        Wd20c03: _of_device,
        BusClock: _of_bus_clock,
        HostBus: _of_host_bus,
        Plug: _of_plug,
        ByteLane: _of_byte_lane,
        CountedPorts: _of_counted_ports,
    }
)
"""Functions by native class: each saves a state, returns a function that restores it, and the objects referred to."""

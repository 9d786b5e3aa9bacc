"""Addresses of all relocatable sections (ASM, linker 1.4.2): by memory space and counter, one after another.

Sections with an address in the memory control file are located there; those named without one come first; the rest
follow in the order of the modules. The contributions of several modules to a section are contiguous.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dsp56k.asm.link.memory import Counter, MemoryControl
from dsp56k.objects.module import Base, Extent, Module, Relocation
from dsp56k.objects.word_sizes import TOP


@dataclass(frozen=True, slots=True)
class Placed:
    """A module's contribution to a section: module, address, number of locations."""

    module: int
    section: str
    counter: Counter
    address: int
    size: int


@dataclass(slots=True)
class Layout:
    """The address of every base of every module, and the list for the map."""

    addresses: dict[tuple[int, Base], int] = field(default_factory=dict)
    placed: list[Placed] = field(default_factory=list)


Overflow = Callable[[int, str, Counter, int, int], None]
"""Receives an overflow: the number of the module, section, counter, the last address it needs, the limit."""

_NOTHING = Relocation()
_SHARED = {"P": "P", "X": "XL", "Y": "YL", "L": "LXY"}
"""The spaces whose reserved blocks take memory away from a space: a location of L memory is one of X and of Y."""


def relocation_of(obj: Module) -> Relocation:
    """Return an object file's relocation; an absolute one has nothing to locate."""
    return obj.relocation or _NOTHING


def numbers_of(relocation: Relocation) -> dict[str, int]:
    """Return the numbers of a module's sections by their names."""
    return {name: number for number, name in enumerate(relocation.sections)}


def place(modules: Sequence[Module], control: MemoryControl, overflow: Overflow) -> Layout:
    """Assign addresses to every relocatable part of the modules."""
    layout = Layout()
    parts: dict[str, dict[Counter, list[tuple[int, Base, Extent]]]] = {}
    for number, obj in enumerate(modules):
        relocation = relocation_of(obj)
        for name in relocation.sections:
            parts.setdefault(name, {})
        for base, extent in relocation.extents.items():
            section = relocation.sections[base.section]
            counters = parts.setdefault(section, {})
            counters.setdefault((base.space, base.counter), []).append((number, base, extent))
    addresses: dict[str, dict[Counter, int]] = {}
    for record in control.sections:
        addresses.setdefault(record.name, {}).update(record.addresses)
    cursors = dict(control.bases)
    reserved = {space: _reserved(control, space) for space in _SHARED}
    named = [name for name in addresses if name in parts]
    order = named + [name for name in parts if name not in addresses]
    # Sections with an address come first, so that an overlap is reported for the next ones.
    for absolute in (True, False):
        for name in order:
            for counter, shares in parts[name].items():
                fixed = addresses.get(name, {}).get(counter)
                if (fixed is not None) is not absolute:
                    continue
                start = fixed if fixed is not None else cursors.get(counter, 0)
                end = _section(layout, control, reserved[counter[0]], name, counter, start, shares, overflow)
                if fixed is None:
                    cursors[counter] = end
    return layout


def _section(
    layout: Layout,
    control: MemoryControl,
    reserved: list[tuple[int, int]],
    name: str,
    counter: Counter,
    start: int,
    shares: list[tuple[int, Base, Extent]],
    overflow: Overflow,
) -> int:
    """Locate a section's contributions starting at `start`; return the address after it."""
    limit = control.limits.get(counter, TOP - 1)
    at = start
    first: int | None = None
    for module, base, extent in shares:
        at = _free(at, extent, reserved)
        first = at if first is None else first
        if at + extent.size - 1 > limit:
            overflow(module, name, counter, at + extent.size - 1, limit)
        layout.addresses[module, base] = at
        layout.placed.append(Placed(module, name, counter, at, extent.size))
        at += extent.size
    size = control.sizes.get((name, counter))
    if size is not None and first is not None:
        # A percentage is written as floating point (ASM, linker 1.4.3.5).
        wanted = round(min((at - first) * size / 100, TOP)) if isinstance(size, float) else size
        at = max(at, first + wanted)
        if at - 1 > limit:
            overflow(shares[-1][0], name, counter, at - 1, limit)
    return at


def _reserved(control: MemoryControl, space: str) -> list[tuple[int, int]]:
    """Return the first and last addresses of the blocks that a space lacks, in order; none touches the next one."""
    blocks: list[tuple[int, int]] = []
    for low, high in sorted(block for shared in _SHARED[space] for block in control.reserved.get(shared, [])):
        if blocks and low <= blocks[-1][1] + 1:
            blocks[-1] = blocks[-1][0], max(high, blocks[-1][1])
        else:
            blocks.append((low, high))
    return blocks


def _free(at: int, extent: Extent, reserved: list[tuple[int, int]]) -> int:
    """Return the first address at or after `at` that is aligned and free of reserved blocks."""
    at += -at % extent.alignment
    for low, high in reserved[bisect.bisect_left(reserved, at, key=lambda block: block[1]) :]:
        if at + extent.size <= low:
            break
        if at <= high:
            at = high + 1
            at += -at % extent.alignment
    return at

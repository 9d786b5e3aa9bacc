"""Location counters: runtime and load, three each (default, L, H) for every memory space (ASM 1.6, 4.5.2).

In relative mode each section has two separate sets of counters: for relocatable and for absolute addresses
(ASM 4.4). In absolute mode all sections share one set, unless OPT NOGS separates them.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsp56k.objects.module import Base, Extent
from dsp56k.objects.word_sizes import COUNTER_CODES, TOP, CounterLetter, MappingLetter, Space


@dataclass(frozen=True, slots=True)
class Origin:
    """One side of an ORG: memory space, counter, mapping."""

    space: Space
    counter: CounterLetter = ""
    mapping: MappingLetter = ""


@dataclass(frozen=True, slots=True)
class _Area:
    """The owner of the current counters: a section, and whether addresses are relocatable or absolute."""

    section: int
    relocatable: bool


@dataclass(frozen=True, slots=True)
class _Outer:
    """The counters at the beginning of a SECTION: see Locations. `run_base` is that of an overlay, if any."""

    area: _Area
    scope: int
    run: Origin
    load: Origin
    overlay: bool
    run_base: Base | None
    run_address: int


class Locations:
    """The counters of a pass and the current pair. While no overlay is generated, both advance together.

    `scope` is the number of the section whose names are in effect. `run_base` and `load_base` are the bases of the
    addresses, None if they are absolute.
    """

    def __init__(self) -> None:
        self.run = Origin("P")
        self.load = Origin("P")
        self.run_address = 0
        self.load_address = 0
        self.overlay = False
        self.run_base: Base | None = None
        self.load_base: Base | None = None
        self.scope = 0
        # Whether an overlay is loaded exactly at the end of the other memory space's own words.
        self._load_in_step = False
        self._area = _Area(0, relocatable=False)
        # Whether the assembly runs in relative mode.
        self.relative = False
        # Whether each section has separate counters: in relative mode, or with NOGS.
        self.by_section = False
        self._run: dict[tuple[_Area, Space, CounterLetter], int] = {}
        self._load: dict[tuple[_Area, Space, CounterLetter], int] = {}
        self._alignments: dict[Base, int] = {}
        self._outer: list[_Outer] = []
        # Section and link expression of the runtime address of overlays whose base only the linker knows.
        self.overlays: dict[Base, tuple[int, str]] = {}

    # ---- relative mode ------------------------------------------------------------------------------------------

    @property
    def relocatable(self) -> bool:
        """True if current addresses are relocatable."""
        return self._area.relocatable

    def begin_relative(self) -> None:
        """Prepare for an assembly in relative mode, before its first line."""
        self.relative = self.by_section = True
        self._area = _Area(0, relocatable=True)
        self._continue(Origin("P"), Origin("P"), False, None)

    def enter(self, section: int, *, static: bool) -> None:
        """SECTION: continue with the section's own counters, or with those around it if it is static."""
        if not self.by_section:
            return
        self._save()
        run_base = self.run_base if self.overlay else None
        self._outer.append(
            _Outer(self._area, self.scope, self.run, self.load, self.overlay, run_base, self.run_address)
        )
        self.scope = section
        if not static:
            self._area = _Area(section, relocatable=self.relative)
            self._continue(Origin("P"), Origin("P"), False, None)

    def leave(self) -> None:
        """ENDSEC: return to the counters of the enclosing section."""
        if self._outer:
            self._save()
            outer = self._outer.pop()
            self._area, self.scope = outer.area, outer.scope
            self._continue(outer.run, outer.load, outer.overlay, outer.run_base)
            if outer.run_base is not None:
                self.run_address = outer.run_address

    def mode(self, *, relocatable: bool) -> None:
        """MODE: change between the section's relocatable and absolute counters."""
        self._save()
        self._area = _Area(self._area.section, relocatable)
        self._continue(self.run, self.run, False, None)

    def extents(self) -> dict[Base, Extent]:
        """Return the size and alignment of everything relocatable."""
        self._save()
        return {
            Base(area.section, space, counter): Extent(end, self._alignments.get(Base(area.section, space, counter), 1))
            for (area, space, counter), end in self._load.items()
            if area.relocatable
        }

    def overlay_base(self, run: Origin, expression: str) -> Base:
        """Return a base for an overlay that runs at the address of a link expression."""
        base = Base(self._area.section, run.space, run.counter, len(self.overlays) + 1)
        self.overlays[base] = (self.scope, expression)
        return base

    # ---- counters -----------------------------------------------------------------------------------------------

    def origin(
        self, run: Origin, run_at: int | None, load: Origin | None, load_at: int | None, run_base: Base | None = None
    ) -> None:
        """ORG: choose counters; an address of None continues where the counter was left (ASM 4.5.2).

        An absolute address, or an overlay that is not at a relocatable one (`run_base`), makes the next addresses
        absolute.
        """
        self._save()
        if run_base is None and (run_at is not None or load is not None):
            self._area = _Area(self._area.section, relocatable=False)
        self._continue(run, load or run, load is not None, run_base)
        if run_at is not None:
            self.run_address = run_at
        if load is None:
            self.load_address = self.run_address
        elif load_at is not None:
            self.load_address = load_at
        self._step()

    def _step(self) -> None:
        """Move the counter of another space if an overlay loads words at its end (the example of ASM 4.7)."""
        run, load = self.run, self.load
        other = (run.space, run.counter) != (load.space, load.counter)
        end = self._run.get((self._area, load.space, load.counter), 0)
        self._load_in_step = self.overlay and other and self.load_address == end

    def _save(self) -> None:
        if not (self.overlay and self.run_base is not None):
            self._run[self._area, self.run.space, self.run.counter] = self.run_address
        self._load[self._area, self.load.space, self.load.counter] = self.load_address
        if self._load_in_step:
            self._run[self._area, self.load.space, self.load.counter] = self.load_address

    def _continue(self, run: Origin, load: Origin, overlay: bool, run_base: Base | None) -> None:
        """Continue at the last value of the counters; a relocatable overlay's runtime addresses begin at its base."""
        area = self._area
        self.run, self.load, self.overlay = run, load, overlay
        self.run_address = self._run.get((area, run.space, run.counter), 0) if run_base is None else 0
        self.load_address = self._load.get((area, load.space, load.counter), 0)
        self.run_base, self.load_base = run_base, None
        if area.relocatable:
            self.load_base = Base(area.section, load.space, load.counter)
            if not overlay:
                # The words of overlays that are loaded here take space, too.
                self.run_base = self.load_base
                self.run_address = max(self.run_address, self.load_address)
        if not overlay:
            self.load_address = self.run_address
        self._step()

    def advance(self, count: int, load_step: int = 1) -> tuple[bool, bool]:
        """Move both counters by `count` words; return which of runtime and load wrapped around."""
        run = self.run_address + count
        load = self.load_address + count * load_step
        # A counter may rest at TOP, just after the last word; only going further wraps it.
        wrapped = run > TOP, load > TOP
        self.run_address = run - TOP if run > TOP else run
        self.load_address = load - TOP if load > TOP else load
        return wrapped

    def align(self, size: int) -> None:
        """Move both counters up to the next multiple of 2**k, 2**k >= size; a counter at 0 stays (ASM 6.3, DSM)."""
        boundary = 1 << max(0, size - 1).bit_length()
        step = -self.run_address % boundary
        self.run_address += step
        self.load_address += step
        if self.load_base is not None:
            self._alignments[self.load_base] = max(boundary, self._alignments.get(self.load_base, 1))

    def counter_type(self, load: bool) -> int:
        """Return the value of @CTR: 0 for the default counter, 1 for L, 2 for H (ASM 3.8)."""
        return COUNTER_CODES[(self.load if load else self.run).counter]

"""The report of a chip's engine: compiled regions with their counts, and the interpreter's share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from dsp56k.emu._core import exit_reasons
from dsp56k.system.grid import Grid, columns

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

MAX_ROWS = 20
"""Lines of each table of a report's text. A terminal shows both tables."""
_COLUMNS = columns(
    *("executed:", "%:", "entries:", "per entry:", "instructions:", "bytes:", "addresses", "exits", "region")
)


@dataclass(frozen=True)
class RegionReport:
    """A region that is installed in a chip: compiled code for a part of its program."""

    key: str
    """Static state where it begins, and the settings that it is specialised on."""
    pc: int
    """P address where it begins."""
    addresses: tuple[int, int]
    """Lowest and highest P address of its instructions."""
    instructions: int
    """Number of its DSP instructions."""
    size_bytes: int
    """Length of its machine code."""
    entries: int
    """Number of times that this chip has entered it."""
    executed: int
    """DSP instructions that this chip has executed in it, fallbacks included."""
    exits: dict[str, int]
    """Exits by reason: "control_flow", "clock_budget", "external_access", "size_limit" and "fallback"."""


@dataclass(frozen=True)
class EngineReport:
    """The work of a chip's engine since the chip was created. `print` shows it as tables."""

    engine: str
    """Name of the engine: "jit" or "interpreter"."""
    regions: tuple[RegionReport, ...]
    """The installed regions, those with the most executed instructions first."""
    compiled: int
    """Number of regions that this chip has compiled. Other chips of the process use them as well."""
    evicted: int
    """Number of regions that were removed: program memory has changed, entries did not pay, or data were external."""
    compile_ns: int
    """Host time that this chip has spent compiling, in nanoseconds."""
    compiled_instructions: int
    """DSP instructions executed by compiled code and its fallbacks, in evicted regions as well."""
    interpreted_instructions: int
    """DSP instructions executed by the interpreter, including iterations of a jump to itself."""
    interpreted: dict[int, int] | None
    """Executions by P address of the interpreter's instructions, or None if they are not counted."""

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON can hold it. JSON writes the addresses in `interpreted` as text."""
        return asdict(self)

    def __str__(self) -> str:
        total = self.compiled_instructions + self.interpreted_instructions
        lines = [
            f"engine {self.engine}: {self.compiled_instructions:,} instructions by compiled code"
            f" ({_share(self.compiled_instructions, total)} %), {self.interpreted_instructions:,} by the interpreter",
            f"{self.compiled:,} regions compiled in {self.compile_ns / 1e6:,.1f} ms, {self.evicted:,} evicted,"
            f" {len(self.regions):,} installed",
        ]
        if self.regions:
            lines += ["", Grid("", _COLUMNS, [*map(self._row, self.regions[:MAX_ROWS])]).as_text().rstrip()]
        if self.interpreted:
            most = sorted(self.interpreted.items(), key=lambda item: (-item[1], item[0]))[:MAX_ROWS]
            rows = [(f"{times:,}", f"P:${address:04X}") for address, times in most]
            lines += ["", Grid("", columns("interpreted:", "address"), rows).as_text().rstrip()]
        return "\n".join(lines)

    def _row(self, region: RegionReport) -> tuple[str, ...]:
        first, last = region.addresses
        exits = sorted(region.exits.items(), key=lambda item: -item[1])
        return (
            f"{region.executed:,}",
            _share(region.executed, self.compiled_instructions),
            f"{region.entries:,}",
            f"{region.executed / region.entries:,.1f}" if region.entries else "",
            f"{region.instructions:,}",
            f"{region.size_bytes:,}",
            f"${first:04X}-${last:04X}",
            ", ".join(f"{reason} {count:,}" for reason, count in exits if count),
            region.key,
        )


def report_of(chip: Chip, engine: str) -> EngineReport:
    """Return the report of a chip whose engine has this name."""
    rows, totals, interpreted = chip.engine_report()
    reasons = exit_reasons()
    regions = []
    for key, pc, addresses, instructions, size_bytes, entries, executed, exits in rows:
        by_reason = dict(zip(reasons, exits, strict=True))
        regions.append(RegionReport(key, pc, addresses, instructions, size_bytes, entries, executed, by_reason))
    regions.sort(key=lambda region: (-region.executed, region.pc, region.key))
    return EngineReport(engine, tuple(regions), *totals, None if interpreted is None else dict(interpreted))


def _share(part: int, total: int) -> str:
    return f"{100 * part / total:.1f}" if total else "0.0"

"""The steps of a trace as text, JSON, trace events and waveforms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from dsp56k.cli.emulator.vcd_writer import Waves
from dsp56k.system.text import shown

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, Step, Symbols

_BITS = {"a": 56, "b": 56, "sr": 16, "omr": 8, "sp": 6, "la": 16, "lc": 16}
_BITS |= dict.fromkeys(("x0", "x1", "y0", "y1"), 24) | {f"{kind}{n}": 16 for kind in "rnm" for n in range(8)}
"""The registers that a trace shows, each of them complete and once, with their widths."""


class StepFile(Protocol):
    """A file that is built from steps."""

    def take(self, step: Step, changed: Mapping[str, int]) -> None:
        """Add a step and the registers that it has changed."""

    def text(self) -> str:
        """Return the content of the file."""


class Registers:
    """The registers of a chip, compared from step to step."""

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        self.values = self._now()

    def _now(self) -> dict[str, int]:
        return {name: self._dsp.regs[name] for name in _BITS}

    def changed(self) -> dict[str, int]:
        """Return the registers that have changed since the last call."""
        before, self.values = self.values, self._now()
        return {name: value for name, value in self.values.items() if value != before[name]}


class Records:
    """Descriptions of steps: text, symbol and source line."""

    def __init__(self, dsp: Dsp56001, symbols: Symbols) -> None:
        self._dsp = dsp
        self.symbols = symbols
        self._text = text_of(symbols)

    def text(self, step: Step) -> str:
        """Return the text of the step's instruction."""
        return self._text(step.address, (step.words[0], step.words[1] if len(step.words) > 1 else 0))

    def source(self, step: Step) -> str | None:
        """Return the step's source line, or None."""
        line = self._dsp.symbols.line(step.address)
        return None if line is None else str(line)

    def facts(self, step: Step) -> dict[str, Any]:
        """Return the description for JSON."""
        cost = step.cost
        return {
            "start": step.start,
            "clocks": step.clocks,
            "address": step.address,
            "words": list(step.words),
            "text": self.text(step),
            "symbol": self.symbols.near(step.address),
            "source": self.source(step),
            "accesses": [asdict(access) for access in step.accesses],
            "cost": {
                "base": cost.base,
                "effective_address": cost.effective_address,
                "waits": cost.waits,
                "fetch": cost.fetch,
                "refetch": cost.refetch,
                "conflict": cost.conflict,
                "stall": cost.stall,
                "idle": cost.idle,
                "trace": cost.trace,
            },
        }


def line_of(step: Step, records: Records, changed: Mapping[str, int]) -> str:
    """Return a step as one line."""
    words = " ".join(f"{word:06X}" for word in step.words)
    seen = [str(access) + (f" +{access.waits}" if access.waits else "") for access in step.accesses]
    seen += [f"{name}=${value:0{(_BITS[name] + 3) // 4}X}" for name, value in changed.items()]
    source = records.source(step)
    place = "" if source is None else f"  ; {source}"
    facts = f"{step.start:>8} {step.clocks:>3}  P:${step.address:04X} {words:<13}  {records.text(step):<36}"
    return shown(f"{facts}  {'  '.join(seen)}{place}".rstrip())


class TraceEvents:
    """Each step as a trace event with a duration."""

    def __init__(self, dsp: Dsp56001, records: Records, program: str) -> None:
        self._hertz = dsp.clock.hertz
        self._records = records
        self._program = program
        self._events: list[dict[str, Any]] = []

    def take(self, step: Step, changed: Mapping[str, int]) -> None:
        """See StepFile."""
        from dsp56k.profile.perfetto import PROCESS, THREAD, microseconds

        facts = self._records.facts(step)
        name = facts.pop("text")
        times = {"ts": microseconds(step.start, self._hertz), "dur": microseconds(step.clocks, self._hertz)}
        place = {"ph": "X", "pid": PROCESS, "tid": THREAD, "cat": "instruction"}
        self._events.append({**place, **times, "name": name, "args": {**facts, "registers": dict(changed)}})

    def text(self) -> str:
        """See StepFile."""
        from dsp56k.profile.perfetto import trace_events

        return trace_events(self._events, self._program, "DSP56001")


class Waveform:
    """Waveforms of PC, the instruction, its accesses, registers if they are watched, signals and ports."""

    def __init__(self, dsp: Dsp56001, records: Records, watched: Registers | None) -> None:
        self._records = records
        self._waves = Waves(dsp)
        self._waves.declare("pc", 16, dsp.regs.pc)
        self._waves.declare("instruction", 0, "")
        self._waves.declare("access", 0, "")
        if watched is not None:
            for name, bits in _BITS.items():
                self._waves.declare(name, bits, watched.values[name])

    def take(self, step: Step, changed: Mapping[str, int]) -> None:
        """See StepFile."""
        self._waves.sample()
        self._waves.add(step.start, "pc", step.address)
        self._waves.add(step.start, "instruction", self._records.text(step))
        self._waves.add(step.start, "access", "  ".join(map(str, step.accesses)))
        for name, value in changed.items():
            self._waves.add(step.start + step.clocks, name, value)

    def text(self) -> str:
        """See StepFile."""
        return self._waves.text()


def text_of(symbols: Symbols) -> Callable[[int, tuple[int, int]], str]:
    """Return a function that disassembles an instruction, given its address, its word and the word after it."""
    from dsp56k.asm import disassemble

    def name(space: str, address: int) -> str | None:
        return next(iter(symbols.names(address, space)), None)

    def text(address: int, words: tuple[int, int]) -> str:
        return " ".join(disassemble(words[0], words[1], address, naming=name)[0].split())

    return text

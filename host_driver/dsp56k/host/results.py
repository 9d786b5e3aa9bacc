"""What a measurement found, and the text of its results file: the same bytes for the same arguments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dsp56k.host.errors import HostError
from dsp56k.host.jobs import JOBS, PAPER_BITS_PER_SECOND
from dsp56k.host.model import CARD, Crossing, Line, Point, reason


@dataclass(frozen=True)
class Routine:
    """One library routine on the bare DSP: `clocks` oscillator clocks for `bits` bits of data; whether its result was
    right.
    """

    name: str
    clocks: int
    bits: int
    clock_hz: int
    what: str
    verified: bool

    @property
    def bits_per_second(self) -> float:
        """The rate at the DSP's clock."""
        return self.bits * self.clock_hz / self.clocks

    def as_json(self) -> dict[str, Any]:
        """The routine's entry in the results file."""
        return {
            "name": self.name,
            "what": self.what,
            "clocks": self.clocks,
            "bits_per_second": round(self.bits_per_second, 1),
            "paper_bits_per_second": PAPER_BITS_PER_SECOND[self.name],
            "verified": self.verified,
        }


@dataclass(frozen=True)
class Crossover:
    """One job on one host with one grade of software, against the card."""

    job: str
    host: str
    software: str
    points: tuple[Point, ...]
    host_line: Line
    card_line: Line
    crossing: Crossing

    @property
    def why(self) -> str:
        """One sentence on who wins where."""
        return reason(self.crossing, self.host_line, self.card_line)

    def as_json(self) -> dict[str, Any]:
        """The crossover's entry in the results file."""
        crossing = self.crossing
        return {
            "job": self.job,
            "card": JOBS[self.job].card,
            "host": self.host,
            "software": self.software,
            "points": [
                {
                    "bytes": point.bytes,
                    "host_us": round(point.host_us, 3),
                    "card_us": round(point.card_us, 3),
                    "verified": point.verified,
                }
                for point in self.points
            ],
            "host_fixed_us": round(self.host_line.fixed_us, 3),
            "host_us_per_byte": round(self.host_line.us_per_byte, 5),
            "host_fit_worst": round(self.host_line.worst, 5),
            "card_fixed_us": round(self.card_line.fixed_us, 3),
            "card_us_per_byte": round(self.card_line.us_per_byte, 5),
            "card_fit_worst": round(self.card_line.worst, 5),
            "regressor": JOBS[self.job].regressor,
            "sizes": list(crossing.sizes),
            "crossings": [
                {"winner": c.winner, "bytes": c.interval[1], "interval": [*c.interval]} for c in crossing.changes
            ],
            "card_wins": [[part.first, part.last] for part in crossing.ranges if part.winner == CARD],
            "crossover_bytes": crossing.size,
            "winner": crossing.winner,
            "why": self.why,
            "paper": JOBS[self.job].paper,
        }


@dataclass(frozen=True)
class Results:
    """Everything one run measured; `settings` are the arguments that reproduce it."""

    settings: dict[str, Any]
    routines: Sequence[Routine]
    crossovers: Sequence[Crossover]
    card_boot_us: float
    notes: Sequence[str] = field(default=())

    @property
    def verified(self) -> bool:
        """Whether every result of the routines and of both sides was right."""
        points = (point for crossover in self.crossovers for point in crossover.points)
        return all(point.verified for point in points) and all(routine.verified for routine in self.routines)

    def as_json(self) -> str:
        """The text of the results file."""
        data = {
            "settings": self.settings,
            "card_boot_us": round(self.card_boot_us, 3),
            "verified": self.verified,
            "routines": [routine.as_json() for routine in self.routines],
            "crossovers": [crossover.as_json() for crossover in self.crossovers],
            "notes": list(self.notes),
        }
        return json.dumps(data, indent=1) + "\n"


class UnverifiedError(HostError):
    """A routine or a side gave a wrong result; `results` are whole, and say which by `verified`."""

    results: Results

"""What a figure shows, as data: drawings, alternative texts and tables are all made from these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.words import NEVER

ALWAYS = "always"


@dataclass(frozen=True)
class Curve:
    """One configuration over the sizes measured, ascending, in the panel's unit; at each a rate in bit/s and a time per
    call in microseconds.
    """

    name: str
    sizes: Sequence[int]
    rates: Sequence[Quantity]
    times: Sequence[Quantity]


@dataclass(frozen=True)
class Mark:
    """From which size on the curve `first` is no slower than `second`: `wins_from` with its range, the smallest of the
    `sizes` measured for "always", infinite for "never".
    """

    first: str
    second: str
    wins_from: Quantity
    sizes: tuple[int, int]

    @property
    def words(self) -> str:
        """The value and its range: "40 (16 to 160)", "always", "96 (24 to never)"; `sizes` say what "always" means."""
        text = self._size(self.wins_from.value)
        if self.wins_from.is_certain:
            return text
        return f"{text} ({self._size(self.wins_from.low)} to {self._size(self.wins_from.high)})"

    def _size(self, size: float) -> str:
        if math.isinf(size):
            return NEVER
        return ALWAYS if size <= self.sizes[0] else f"{size:,.0f}"


@dataclass(frozen=True)
class Reference:
    """A published value drawn beside ours: a size in the panel's unit, or a rate in bit/s."""

    label: str
    value: float


@dataclass(frozen=True)
class Panel:
    """One job: its curves over sizes in `unit`, where they cross, what is published of it, and other words."""

    title: str
    curves: Sequence[Curve]
    unit: str = "bytes"
    marks: Sequence[Mark] = ()
    sizes: Sequence[Reference] = ()
    rates: Sequence[Reference] = ()
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Curves:
    """Rate and time per call over size, a column for each panel, all with the same axes; what does not depend on the
    size is a panel of bars. `rate_unit` is that of all rates.
    """

    title: str
    panels: Sequence[Panel | BarPanel]
    configuration: str
    rate_unit: str = "bit/s"


@dataclass(frozen=True)
class Bar:
    """One configuration's value; `published` is the paper's, if our copy has it."""

    name: str
    value: Quantity
    published: float | None = None


@dataclass(frozen=True)
class BarPanel:
    """Bars that are compared with one another."""

    title: str
    bars: Sequence[Bar]


@dataclass(frozen=True)
class Bars:
    """One row of bars a configuration, a column for each panel; `quantity` in words names the axis."""

    title: str
    quantity: str
    panels: Sequence[BarPanel]
    configuration: str


@dataclass(frozen=True)
class MapPoint:
    """A measured pair of rates in bit/s on a map, and the crossing that was found by execution."""

    name: str
    host: Quantity
    card: Quantity
    mark: Mark


@dataclass(frozen=True)
class MapPanel:
    """What a call on the card costs more than one on the host, `overhead_us` microseconds whatever the size."""

    title: str
    overhead_us: float
    points: Sequence[MapPoint]


@dataclass(frozen=True)
class Map:
    """Contours of the crossing over the host's and the card's rate, a panel for each overhead a call; `published` is
    the size whose contour is emphasised.
    """

    title: str
    panels: Sequence[MapPanel]
    published: Reference | None
    configuration: str


@dataclass(frozen=True)
class Rung:
    """One row of a ladder: a published value, ours with its range, the verdict in words."""

    name: str
    ours: Quantity | None
    published: float | None
    verdict: str


@dataclass(frozen=True)
class Ladder:
    """A table that is drawn: ours over the published value, row by row."""

    title: str
    rungs: Sequence[Rung]
    configuration: str


Content = Curves | Bars | Map | Ladder


@dataclass(frozen=True)
class Drawing:
    """A figure as SVG and PNG, the same bytes for the same content, and its alternative text."""

    svg: bytes = field(repr=False)
    png: bytes = field(repr=False)
    alt: str

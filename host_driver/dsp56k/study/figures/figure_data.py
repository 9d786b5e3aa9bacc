"""The data of a figure, from which drawings, alternative texts and tables are made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.wording import NEVER

ALWAYS = "always"


@dataclass(frozen=True)
class Curve:
    """One configuration over the measured sizes, ascending, in the panel's unit.

    At each size there is a rate in bit/s and a time per call in microseconds.
    """

    name: str
    sizes: Sequence[int]
    rates: Sequence[Quantity]
    times: Sequence[Quantity]


@dataclass(frozen=True)
class Mark:
    """The last of the measured `sizes` at which the curve `second` is faster than `first`.

    `crossover` has its range: 0 means that `first` is "always" faster, infinity "never".
    """

    first: str
    second: str
    crossover: Quantity
    sizes: tuple[int, int]

    @property
    def words(self) -> str:
        """The value and its range: "40 (16 to 160)", "always", "96 (24 to never)"."""
        text = self._size(self.crossover.value)
        if self.crossover.is_certain:
            return text
        return f"{text} ({self._size(self.crossover.low)} to {self._size(self.crossover.high)})"

    def _size(self, size: float) -> str:
        if math.isinf(size):
            return NEVER
        return f"{size:,.0f}" if size else ALWAYS


@dataclass(frozen=True)
class Reference:
    """A published value in the figure: a size in the panel's unit, or a rate in bit/s."""

    label: str
    value: float


@dataclass(frozen=True)
class Panel:
    """One job: its curves over sizes in `unit`, their crossover points, published values, and further notes."""

    title: str
    curves: Sequence[Curve]
    unit: str = "bytes"
    marks: Sequence[Mark] = ()
    sizes: Sequence[Reference] = ()
    rates: Sequence[Reference] = ()
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Curves:
    """Rate and time per call over size, a column for each panel, all with the same axes.

    Values that do not depend on the size are in a panel of bars. `rate_unit` is that of all rates.
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
    """A line of bars for each configuration, a column for each panel; `quantity` is the title of the axis."""

    title: str
    quantity: str
    panels: Sequence[BarPanel]
    configuration: str


@dataclass(frozen=True)
class MapPoint:
    """A measured pair of rates in bit/s on a map, and the crossover point that was found by execution."""

    name: str
    host: Quantity
    card: Quantity
    mark: Mark


@dataclass(frozen=True)
class MapPanel:
    """The overhead of a call on the card over one on the host: `overhead_us` microseconds at any size."""

    title: str
    overhead_us: float
    points: Sequence[MapPoint]


@dataclass(frozen=True)
class Map:
    """Contours of the crossover size over the host's and the card's rate, a panel for each overhead of a call.

    `published` is the size whose contour is emphasised.
    """

    title: str
    panels: Sequence[MapPanel]
    published: Reference | None
    configuration: str


@dataclass(frozen=True)
class RatioRow:
    """A published value, ours with its range, and the assessment in words."""

    name: str
    ours: Quantity | None
    published: float | None
    verdict: str


@dataclass(frozen=True)
class RatioTable:
    """A ratio plot: our values relative to the published ones, line by line."""

    title: str
    rungs: Sequence[RatioRow]
    configuration: str


Content = Curves | Bars | Map | RatioTable


@dataclass(frozen=True)
class Drawing:
    """A figure as SVG and PNG, the same bytes for the same content, and its alternative text."""

    svg: bytes = field(repr=False)
    png: bytes = field(repr=False)
    alt: str

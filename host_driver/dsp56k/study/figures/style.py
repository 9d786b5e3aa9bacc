"""The style of all figures: sizes for a page of a paper, colours, markers, ticks in decades, and file output.

Colours differ in grey and to the colour-blind, and each has a marker as well.
"""

from __future__ import annotations

import io
import logging
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dsp56k.study.figures.figure_data import Content
from dsp56k.study.results.wording import decade
from dsp56k.system.text import counted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.gridspec import GridSpecBase

WIDTH = 7.2
"""Width in inches: the text width of a two-column page."""
_TWO_DECADES = 100
_FOOT_LETTERS = 18.5
"""Maximum letters of the foot per inch."""
INK = "#1b1b1d"
"""The colour of text and axes; the page replaces it by the reader's."""
GROUND = "#fefefe"
"""The colour behind text that crosses a line; the page replaces it likewise."""
PAPER = "#6a6a6a"
"""The colour of published values: a grey that is readable on white and on black."""

# Okabe and Ito's palette (2008), without the yellow that is invisible on white; each with a marker, a dash and a hatch.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1)), (0, (8, 2)))
HATCHES = ("", "///", "|||", "\\\\\\", "xxx", "---")

FONT = "DejaVu Sans"
"""It comes with matplotlib, so that figures are the same on every machine."""

_RC: dict[Any, Any] = {
    "font.family": FONT,
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.labelsize": 8,
    "legend.fontsize": 7,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.8,
    "hatch.linewidth": 0.6,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    # Element identifiers are hashes: with a fixed salt they depend only on the content.
    "svg.hashsalt": "dsp56k",
    # Words remain words: a reader can search, select and translate them.
    "svg.fonttype": "none",
    # A user's title with two `$` is not a formula.
    "text.parse_math": False,
}


def style_of(place: int) -> dict[str, Any]:
    """Return colour, marker and dash of the curve with this index; after six, colours repeat with other markers."""
    again = place // len(COLOURS)
    return {
        "color": COLOURS[place % len(COLOURS)],
        "marker": MARKERS[(place + again) % len(MARKERS)],
        "linestyle": DASHES[(place + 2 * again) % len(DASHES)],
    }


@contextmanager
def styled() -> Iterator[None]:
    """Set matplotlib's parameters for a figure that is drawn and written.

    matplotlib reads the file `matplotlibrc` of the working directory, which may belong to a third-party study: its
    `text.usetex` would run LaTeX. So all parameters that a file can set are reset first.

    Its warnings of letters that no font has are replaced by the message of `add_fonts`.
    """
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .*missing from font")
        rcdefaults()
        rcParams.update(_RC)
        yield


@dataclass(frozen=True)
class Sheet:
    """A figure with its title above, a legend below it, the configuration in words at the foot, and cells between."""

    figure: Figure
    grid: GridSpecBase
    legend: Axes
    columns: int

    def cell(self, row: int, column: int, rows: int = 1, **shared: Axes | None) -> Axes:
        """Return new axes in a cell, or in several below one another."""
        return self.figure.add_subplot(self.grid[row : row + rows, column], **shared)

    def explain(self, handles: Sequence[Artist], words: Sequence[str]) -> None:
        """Draw the legend."""
        self.legend.legend(
            handles, words, loc="upper left", ncols=self.columns, frameon=False, borderaxespad=0.0, handlelength=3
        )


def sheet(
    content: Content,
    heights: Sequence[float],
    columns: int,
    *,
    width: float = WIDTH,
    legend: Sequence[str] = (),
) -> Sheet:
    """Return an empty sheet of `width` inches with cells of `heights` inches and space for a legend."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    title = textwrap.wrap(content.title, int(width * 12))
    foot = textwrap.wrap(content.configuration, int(width * _FOOT_LETTERS))
    across = max(1, min(len(legend), int(width * 15 / (9 + max(map(len, legend), default=0)))))
    parts = (0.17 * len(title), 0.155 * -(-len(legend) // across) + 0.02, sum(heights), 0.125 * len(foot) + 0.02)
    figure = Figure(figsize=(width, sum(parts) + 0.25))
    FigureCanvasAgg(figure)
    rows = figure.add_gridspec(4, 1, height_ratios=parts)
    top, words, bottom = (figure.add_subplot(rows[place]) for place in (0, 1, 3))
    for axes in (top, words, bottom):
        axes.set_axis_off()
    top.text(0, 1, "\n".join(title), fontsize=9.5, fontweight="bold", va="top", transform=top.transAxes)
    bottom.text(0, 1, "\n".join(foot), fontsize=6.3, color=PAPER, va="top", transform=bottom.transAxes)
    inner = rows[2].subgridspec(len(heights), columns, height_ratios=list(heights))
    return Sheet(figure, inner, words, across)


def log_ticks(axis: Axis, written: Callable[[float], str] = decade, most: int = 12) -> None:
    """Format the ticks of a logarithmic axis, of which `most` have labels; below two decades 2 and 5 have them, too.

    Call it after the drawing.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < low * _TWO_DECADES else (1,), numticks=most))
    axis.set_minor_locator(LogLocator(subs=(2, 5), numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: written(value)))
    axis.set_minor_formatter(NullFormatter())


def add_fonts(figure: Figure) -> None:
    """Let the words of a figure use installed fonts for letters that FONT lacks.

    A letter that no font has is a box; the log names the first one and its label.
    """
    from matplotlib import font_manager
    from matplotlib.text import Text

    labels: list[Any] = figure.findobj(Text)
    # The message quotes the shortest label of a letter.
    words = sorted((label.get_text() for label in labels), key=len, reverse=True)
    label_of = {letter: text for text in words for letter in text if letter >= " "}
    missing = label_of.keys() - map(chr, font_manager.get_font(font_manager.findfont(FONT)).get_charmap())
    families = [FONT]
    # Regular faces without serifs come first. matplotlib's own list lacks fonts that were installed later.
    paths = sorted(font_manager.findSystemFonts(), key=_preference) if missing else []
    for path in paths:
        if not missing:
            break
        # FreeType cannot read every file.
        with suppress(OSError, RuntimeError):
            font = font_manager.get_font(path)
            # macOS has a font of boxes for all letters.
            found = missing.intersection(map(chr, font.get_charmap()))
            if found and "LastResort" not in path:
                font_manager.fontManager.addfont(path)
                families.append(font.family_name)
                missing -= found
    if paths:
        for label in labels:
            label.set_fontfamily(families)
    if missing:
        first = min(missing)
        others = f" (nor {counted(len(missing) - 1, 'other character')})" if len(missing) > 1 else ""
        message = "figure: no installed font has %r of %r%s: the PNG shows boxes until one is installed"
        logging.getLogger("dsp56k").warning(message, first, label_of[first], others)


def _preference(path: str) -> tuple[bool, bool, str]:
    return "Regular" not in path, "Sans" not in path, path


def arrange(figure: Figure) -> None:
    """Choose the fonts of a figure and lay it out before it is written.

    The layout engine is not attached to the figure: it would draw the figure once more each time it is written.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    # Letters as outlines are wider than those on the grid of a bitmap, for which the layout is computed.
    engine = ConstrainedLayoutEngine(w_pad=0.09)
    add_fonts(figure)
    with _major_ticks_alone(figure):
        engine.execute(figure)
    # The layout's solver rounds differently from run to run, in the last bits, so positions are rounded to a millionth.
    for axes in figure.axes:
        left, bottom, width, height = (round(part, 6) for part in axes.get_position().bounds)
        axes.set_position((left, bottom, width, height))


@contextmanager
def _major_ticks_alone(figure: Figure) -> Iterator[None]:
    """Hide minor ticks. They have no labels and take no space in a layout, but three quarters of its time."""
    from matplotlib.ticker import NullLocator

    before = {axis: axis.get_minor_locator() for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)}
    for axis in before:
        axis.set_minor_locator(NullLocator())
    yield
    for axis, locator in before.items():
        axis.set_minor_locator(locator)


_ATTRIBUTE = re.compile(r'(?<= (?:d|x|y)=")[^"]*|(?<= transform=")[^"]*|(?<= points=")[^"]*')
_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"}
"""Pictures of the control characters that XML 1.0 does not allow (section 2.2)."""
_LONG_FRACTION = re.compile(r"\d+\.\d{2,}")
_SMALL_COORDINATE = 10
"""Coordinates below this, in points, have two decimals, because marks are drawn with them; others have one."""


def as_svg(figure: Figure) -> bytes:
    """Return the figure as SVG, without date, version or other metadata."""
    svg = io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})

    def shortened(number: re.Match[str]) -> str:
        value = float(number[0])
        return f"{round(value, 2 if value < _SMALL_COORDINATE else 1):.10g}"

    def rounded(attribute: re.Match[str]) -> str:
        return _LONG_FRACTION.sub(shortened, attribute[0])

    return _ATTRIBUTE.sub(rounded, svg.getvalue().decode().translate(_PICTURES)).encode()


def as_png(figure: Figure) -> bytes:
    """Return the figure as PNG, 200 dots an inch."""
    png = io.BytesIO()
    figure.savefig(png, format="png", dpi=200, metadata={"Software": None})
    return png.getvalue()

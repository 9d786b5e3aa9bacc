"""Results for people: tables for the terminal and curves as a PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from dsp56k.host.jobs import JOBS, PAPER_BITS_PER_SECOND
from dsp56k.host.model import CARD
from dsp56k.host.results import Crossover, Results, Routine


def rate(bits_per_second: float | None) -> str:
    """A rate with three significant digits: "1.23 Mbit/s"; "-" for None."""
    if bits_per_second is None:
        return "-"
    for factor, unit in ((1e6, "Mbit/s"), (1e3, "Kbit/s")):
        if bits_per_second >= factor:
            return f"{bits_per_second / factor:.3g} {unit}"
    return f"{bits_per_second:.3g} bit/s"


def duration(microseconds: float) -> str:
    """A time with three significant digits in the unit that suits it."""
    for factor, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= factor:
            return f"{microseconds / factor:.3g} {unit}"
    return f"{microseconds:.3g} us"


def routines_table(routines: Iterable[Routine]) -> Table:
    """The library's routines on the bare DSP beside the paper's rates."""
    table = Table(title="Routines on the DSP (zero wait states)")
    for name in ("routine", "measured on", "clocks", "rate", "paper", "verified"):
        table.add_column(name, justify="left" if name in ("routine", "measured on") else "right")
    for routine in routines:
        paper = PAPER_BITS_PER_SECOND[routine.name]
        table.add_row(
            routine.name,
            routine.what,
            f"{routine.clocks:,}",
            rate(routine.bits_per_second),
            rate(paper) if paper else "-",
            _yes(routine.verified),
        )
    return table


def card_wins(job: str, ranges: Iterable[Sequence[int]], sizes: Sequence[int]) -> str:
    """At which of the measured sizes, from the smallest to the largest of `sizes`, the card wins.

    `ranges` are first and last size in bytes; the words are the job's: "40 to 65,536 bytes", "all of 1 to 16
    operations", "none of 8 to 512 bytes".
    """
    divisor, unit = (JOBS[job].unit, "operations") if JOBS[job].is_rsa else (1, "bytes")

    def words(first: int, last: int) -> str:
        return f"{first // divisor:,}" + (f" to {last // divisor:,}" if last != first else "")

    parts = [tuple(part) for part in ranges]
    if not parts or parts == [tuple(sizes)]:
        return f"{'all' if parts else 'none'} of {words(*sizes)} {unit}"
    return f"{', '.join(words(*part) for part in parts)} {unit}"


def _yes(verified: bool) -> str:
    return "yes" if verified else "NO"


def crossovers_table(crossovers: Iterable[Crossover]) -> Table:
    """Each job's two lines and the sizes at which the card wins."""
    table = Table(title="End to end: host software against driver + bus + card")
    for name in ("job", "software", "host", "card", "host fixed", "card fixed", "card wins at", "verified"):
        table.add_column(name, justify="left" if name in ("job", "software") else "right")
    for crossover in crossovers:
        crossing = crossover.crossing
        ranges = [(part.first, part.last) for part in crossing.ranges if part.winner == CARD]
        last = crossover.points[-1]
        table.add_row(
            crossover.job,
            crossover.software,
            rate(8e6 * last.bytes / last.host_us),
            rate(8e6 * last.bytes / last.card_us),
            duration(crossover.host_line.fixed_us),
            duration(crossover.card_line.fixed_us),
            card_wins(crossover.job, ranges, crossing.sizes),
            _yes(all(point.verified for point in crossover.points)),
        )
    return table


def render(results: Results) -> RenderableType:
    """The whole report for a terminal."""
    reasons = [f"{c.job} against {c.software}: {c.why}.\n  Paper: {JOBS[c.job].paper}." for c in results.crossovers]
    return Group(routines_table(results.routines), crossovers_table(results.crossovers), *reasons, *results.notes)


def picture(results: Results) -> bytes:
    """The curves of every job as a PNG: rate over size, one panel a job, the same bytes for the same results."""
    # matplotlib takes half a second to import, and only this function needs it.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    jobs = list(dict.fromkeys(crossover.job for crossover in results.crossovers))
    columns = min(3, len(jobs)) or 1
    rows = -(-len(jobs) // columns) or 1
    figure = Figure(figsize=(5.2 * columns, 3.9 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    for place, name in enumerate(jobs, start=1):
        axes = figure.add_subplot(rows, columns, place)
        mine = [crossover for crossover in results.crossovers if crossover.job == name]
        sizes = [point.bytes for point in mine[0].points]
        card = [8e3 * point.bytes / point.card_us for point in mine[0].points]
        axes.plot(sizes, card, color="black", marker="o", markersize=3, label="card, end to end")
        for crossover in mine:
            host = [8e3 * point.bytes / point.host_us for point in crossover.points]
            (line,) = axes.plot(sizes, host, marker=".", label=f"{crossover.host}, {crossover.software}")
            for change in crossover.crossing.changes:
                axes.axvline(change.interval[1], color=line.get_color(), linestyle=":")
        paper = PAPER_BITS_PER_SECOND.get(name)
        if paper:
            axes.axhline(paper / 1e3, color="grey", linestyle="--", linewidth=0.8, label="paper, DSP alone")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(name)
        axes.set_xlabel("bytes (64 an operation)" if JOBS[name].is_rsa else "bytes")
        axes.set_ylabel("Kbit/s")
        axes.grid(visible=True, which="major", alpha=0.3)
        axes.legend(fontsize="x-small")
    buffer = io.BytesIO()
    # No time stamp and no version: the picture depends on the results alone.
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue()

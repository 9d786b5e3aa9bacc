"""The page of all studies: one self-contained HTML file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dsp56k.study.figures.figure_data import Drawing
from dsp56k.study.figures.style import GROUND, INK, PAPER
from dsp56k.study.published import SOURCES, Published
from dsp56k.study.reports import tables
from dsp56k.study.results.result import StudyResult, Verdict
from dsp56k.system.grid import Grid

TITLE = "dsp56k: studies of offload to a DSP56001"
_MAGNIFIED = 1.35
"""Maximum magnification of a picture: its letters are then as large as the page's."""


@dataclass(frozen=True)
class Section:
    """One study on the page."""

    id: str
    title: str
    about: Sequence[str]
    picture: Any  # markupsafe.Markup: created here, not read
    alt: str
    caption: str
    runs: Sequence[tuple[str, str]]
    grids: Sequence[Grid]
    sentences: Sequence[str]
    notes: Sequence[str]
    command: str
    right: bool


def page(
    results: Sequence[tuple[StudyResult, Drawing]],
    published: Mapping[str, Published],
    settings: Sequence[Verdict] = (),
) -> str:
    """Return the HTML text, the same for the same results; `settings` are assessments of entries without a study."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("dsp56k.study.reports", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    verdicts = [verdict for result, _ in results for verdict in result.verdicts if not verdict.repeated]
    verdicts += settings
    counts = Counter(verdict.verdict for verdict in verdicts if verdict.published in published)
    seeds = dict.fromkeys(published[one.published].seed for one in verdicts)
    return environment.get_template("page.html").render(
        title=TITLE,
        versions=sorted({result.version for result, _ in results}),
        sections=[_section(result, drawing, published) for result, drawing in results],
        counts=sorted(counts.items()),
        broken=sum(len(result.broken) for result, _ in results),
        seeds=[
            tables.published_table(
                published, [one for one in verdicts if published[one.published].seed == seed], SOURCES.get(seed, seed)
            )
            for seed in seeds
        ],
    )


def _section(result: StudyResult, drawing: Drawing, published: Mapping[str, Published]) -> Section:
    grids = (
        tables.verdicts(result, published), tables.crossings(result), tables.measured(result), tables.fits(result),
        tables.break_even(result), tables.logca(result),
    )  # fmt: skip
    return Section(
        id=_identifier(result.id),
        title=result.study.title,
        about=[part.strip() for part in result.study.about.split("\n\n") if part.strip()],
        picture=_inline(drawing, _identifier(result.id)),
        alt=drawing.alt,
        caption=result.study.figure.caption if result.study.figure else "",
        runs=list(result.configurations.items()),
        grids=[grid for grid in grids if grid.rows],
        sentences=[*(joint.told for joint in result.joints), *(crossing.told for crossing in result.crossings)],
        notes=result.notes,
        command=result.command,
        right=result.right,
    )


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", "-", name)


def _inline(drawing: Drawing, prefix: str) -> Any:
    """Return the picture as part of the page, with the reader's colours and unique identifiers."""
    from markupsafe import Markup, escape

    svg = drawing.svg.decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    # The first patch is the background of the picture.
    svg = svg.replace("fill: #ffffff", "fill: none")
    for colour, name in ((INK, "ink"), (GROUND, "ground"), (PAPER, "paper")):
        svg = svg.replace(colour, f"var(--{name})")
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    size = re.match(r'<svg[^>]* width="([0-9.]+)pt" height="[0-9.]+pt"', svg)
    assert size is not None  # matplotlib writes it in points
    label = f'role="img" aria-label="{escape(drawing.alt)}" style="max-width: {_MAGNIFIED * float(size[1]):.0f}pt"'
    svg = re.sub(r' width="[0-9.]+pt" height="[0-9.]+pt"', lambda _: f" {label}", svg, count=1)
    return Markup(svg)  # noqa: S704 (matplotlib escapes its text, and the label is escaped here)

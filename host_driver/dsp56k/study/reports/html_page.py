"""The page of studies: one self-contained HTML file.

It begins with the answer: the faster run by size. Then come the published numbers by paper, then each study.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dsp56k.study.figures.figure_data import Drawing
from dsp56k.study.figures.style import GROUND, INK, PAPER
from dsp56k.study.published import REFERENCES, SOURCES, Published
from dsp56k.study.reports import tables
from dsp56k.study.reports.answers import LEGEND, Strip, fastest, leading, strips
from dsp56k.study.results.result import StudyResult, Verdict
from dsp56k.study.schema import VerdictName
from dsp56k.system.grid import Grid

TITLE = "dsp56k: studies of offload to a DSP56001"
_MAGNIFIED = 1.35
"""Maximum magnification of a picture: its letters are then as large as the page's."""


_MAX_LEADS = 3
"""Maximum studies that are all answered at the top; of more only the first with a crossover point is."""
_COMPARED: tuple[VerdictName, ...] = ("agrees", "disagrees above", "disagrees below")
_OTHER = "Other studies"
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_STYLE = re.compile(r' style="([^"]*)"')


@dataclass(frozen=True)
class Answer:
    """The answer of a study: strips, or sentences if it has no crossover point."""

    id: str
    title: str
    strips: Sequence[Strip]
    sentences: Sequence[str]


@dataclass(frozen=True)
class Paper:
    """The assessments of a paper's numbers: counts, and the table with quotations and causes.

    `parts` has each result of a comparison with its count and its part in percent.
    """

    id: str
    title: str
    reference: str
    parts: Sequence[tuple[VerdictName, int, float]]
    compared: int
    rest: str
    grid: Grid


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
    strips: Sequence[Strip]
    grids: Sequence[Grid]
    sentences: Sequence[str]
    notes: Sequence[str]
    command: str
    inputs: str
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
    studies = [result for result, _ in results]
    verdicts = [verdict for result in studies for verdict in result.verdicts if not verdict.repeated]
    verdicts += settings
    versions = sorted({result.version for result in studies})
    text = environment.get_template("page.html").render(
        title=studies[0].study.title if len(studies) == 1 else TITLE,
        versions=versions,
        answers=[_answer(result) for result in _leads(studies)],
        legend=LEGEND,
        sections=[_section(result, drawing, published) for result, drawing in results],
        groups=_groups(studies, published),
        broken=sum(len(result.broken) for result in studies),
        papers=[_paper(seed, mine, published) for seed, mine in _by_paper(verdicts, published).items()],
        inputs=combined_inputs(studies),
    )
    return _with_classes(text)


def combined_inputs(results: Sequence[StudyResult]) -> str:
    """Return the digest of the inputs of several studies; of one study its own."""
    if len(results) == 1:
        return results[0].inputs
    return hashlib.sha256("\n".join(f"{result.id} {result.inputs}" for result in results).encode()).hexdigest()


def _leads(results: Sequence[StudyResult]) -> Sequence[StudyResult]:
    """Return the studies that are answered first."""
    if len(results) <= _MAX_LEADS:
        return results
    return [result for result in results if result.crossings][:1]


def _answer(result: StudyResult) -> Answer:
    found = leading(strips(result))
    return Answer(_identifier(result.id), result.study.title, found, [] if found else fastest(result))


def _groups(results: Sequence[StudyResult], published: Mapping[str, Published]) -> list[tuple[str, list[Any]]]:
    """Return the studies by the paper whose numbers they assess: a heading, and identifiers with titles."""
    groups: dict[str, list[Any]] = {}
    for result in results:
        seeds = [published[one.published].seed for one in result.verdicts if one.published in published]
        seed = Counter(seeds).most_common(1)[0][0] if seeds else _OTHER
        groups.setdefault(SOURCES.get(seed, seed), []).append((_identifier(result.id), result.study.title))
    return list(groups.items())


def _by_paper(verdicts: Sequence[Verdict], published: Mapping[str, Published]) -> dict[str, list[Verdict]]:
    papers: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.published in published:
            papers.setdefault(published[verdict.published].seed, []).append(verdict)
    return dict(sorted(papers.items()))


def _paper(seed: str, verdicts: Sequence[Verdict], published: Mapping[str, Published]) -> Paper:
    counts = Counter(verdict.verdict for verdict in verdicts)
    compared = sum(counts[name] for name in _COMPARED)
    rest = ", ".join(f"{counts[name]} {name}" for name in ("not comparable", "input") if counts[name])
    title = SOURCES.get(seed, seed)
    return Paper(
        f"published-{_identifier(seed)}",
        title,
        REFERENCES.get(seed, ""),
        [(name, counts[name], round(100 * counts[name] / compared, 2)) for name in _COMPARED if counts[name]],
        compared,
        rest,
        tables.published_table(published, verdicts, f"Numbers of {title}"),
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
        strips=strips(result),
        grids=[grid for grid in grids if grid.rows],
        sentences=[*(joint.told for joint in result.joints), *(crossing.told for crossing in result.crossings)],
        notes=result.notes,
        command=result.command,
        inputs=result.inputs,
        right=result.right,
    )


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}_", name)


def _with_classes(text: str) -> str:
    """Return the page with a class for each style that occurs several times in its pictures, to make it shorter."""
    counts = Counter(found[1] for picture in _PICTURE.finditer(text) for found in _STYLE.finditer(picture[0]))
    names = {style: f"s{place}" for place, (style, count) in enumerate(counts.items()) if count > 1}

    def named(found: re.Match[str]) -> str:
        return f' class="{names[found[1]]}"' if found[1] in names else found[0]

    text = _PICTURE.sub(lambda picture: _STYLE.sub(named, picture[0]), text)
    rules = "\n".join(f".{name} {{ {style} }}" for style, name in names.items())
    return text.replace("</style>", f"{rules}\n</style>", 1)


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
    linked = set(re.findall(r'(?:xlink:href="#|url\(#)([^")]*)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in linked else "", svg)
    svg = re.sub(r">\s+<", "><", svg)
    svg = re.sub(r' transform="rotate\(-0 [^"]*\)"', "", svg)
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    # A reader's machine without the letters of matplotlib has others of the same widths.
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    size = re.match(r'<svg[^>]* width="([0-9.]+)pt" height="[0-9.]+pt"', svg)
    assert size is not None  # matplotlib writes it in points
    label = f'role="img" aria-label="{escape(drawing.alt)}" style="max-width: {_MAGNIFIED * float(size[1]):.0f}pt"'
    svg = re.sub(r' width="[0-9.]+pt" height="[0-9.]+pt"', lambda _: f" {label}", svg, count=1)
    return Markup(svg)  # noqa: S704 (matplotlib escapes its text, and the label is escaped here)

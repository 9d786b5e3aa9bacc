"""report.md of a study: its subject, figure, tables and assessments, and the command that repeats it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsp56k.study.figures.figure_data import Drawing
from dsp56k.study.published import Published
from dsp56k.study.reports import tables
from dsp56k.study.results.configuration import configuration
from dsp56k.study.results.result import StudyResult
from dsp56k.system.text import as_markdown


def markdown(result: StudyResult, drawing: Drawing, published: Mapping[str, Published]) -> str:
    """Return the text of report.md, for a directory that contains figure.svg."""
    sentences = _items(crossing.told for crossing in result.crossings)
    alt = as_markdown(drawing.alt).replace("[", "(").replace("]", ")")
    about = "\n".join(map(as_markdown, result.study.about.strip().splitlines()))
    caption = result.study.figure.caption if result.study.figure else None
    parts = [
        f"# {as_markdown(result.study.title)}\n",
        f"{about}\n",
        f"![{alt}](figure.svg)\n",
        f"{as_markdown(caption)}\n" if caption else "",
        f"{as_markdown(configuration(result))}\n",
        _items(f"{name}: {words}" for name, words in result.configurations.items()),
        *_sections(result, published),
        f"## Faster configuration by size\n\n{sentences}" if sentences else "",
        "## Joint assessment\n\n" + _items(joint.told for joint in result.joints) if result.joints else "",
        "## Notes\n\n" + _items(result.notes) if result.notes else "",
        f"## Repeat it\n\n```console\n$ {' '.join(result.command.split())}\n```\n",
    ]
    return "\n".join(filter(None, parts))


def _items(texts: Iterable[str]) -> str:
    """Return a list."""
    return "".join(f"- {as_markdown(text)}\n" for text in texts)


def _sections(result: StudyResult, published: Mapping[str, Published]) -> list[str]:
    grids = (
        tables.measured(result), tables.crossings(result), tables.fits(result), tables.break_even(result),
        tables.logca(result), tables.verdicts(result, published),
    )  # fmt: skip
    return [f"## {grid.title}\n\n{grid.as_markdown()}" for grid in grids if grid.rows]

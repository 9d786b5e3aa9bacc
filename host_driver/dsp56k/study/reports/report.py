"""report.md of a study: what it shows, its figure, tables and verdicts, and the command that repeats it."""

from __future__ import annotations

from collections.abc import Mapping

from dsp56k.study.figures.content import Drawing
from dsp56k.study.published import Published
from dsp56k.study.reports import tables
from dsp56k.study.results.configuration import configuration
from dsp56k.study.results.result import StudyResult


def markdown(result: StudyResult, drawing: Drawing, published: Mapping[str, Published]) -> str:
    """The text of report.md, for a folder that has figure.svg beside it."""
    sentences = "".join(f"- {crossing.told}\n" for crossing in result.crossings)
    alt = drawing.alt.replace("[", "(").replace("]", ")").replace("\n", " ")
    parts = [
        f"# {result.study.title}\n",
        f"{result.study.about.strip()}\n",
        f"![{alt}](figure.svg)\n",
        f"{result.study.figure.caption}\n" if result.study.figure and result.study.figure.caption else "",
        f"{configuration(result)}\n",
        "".join(f"- {name}: {words}\n" for name, words in result.configurations.items()),
        *_sections(result, published),
        f"## Who wins where\n\n{sentences}" if sentences else "",
        "## Notes\n\n" + "".join(f"- {note}\n" for note in result.notes) if result.notes else "",
        f"## Repeat it\n\n```console\n$ {result.command}\n```\n",
    ]
    return "\n".join(filter(None, parts))


def _sections(result: StudyResult, published: Mapping[str, Published]) -> list[str]:
    grids = (
        tables.measured(result), tables.crossings(result), tables.fits(result), tables.verdicts(result, published)
    )  # fmt: skip
    return [f"## {grid.title}\n\n{grid.as_markdown()}" for grid in grids if grid.rows]

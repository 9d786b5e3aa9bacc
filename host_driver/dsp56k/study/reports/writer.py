"""The results files of a study: the same bytes for the same study, settings and version.

report.md has its subject, figure, tables and assessments, and the command that repeats it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from dsp56k.study.figures.builder import build_content, draw
from dsp56k.study.figures.figure_data import Drawing
from dsp56k.study.points import Point
from dsp56k.study.published import Published
from dsp56k.study.reports import tables
from dsp56k.study.results.configuration import configuration
from dsp56k.study.results.quantities import Budget, finite
from dsp56k.study.results.result import Change, Coefficient, Crossing, Fit, Held, Joint, LogCA, StudyResult, Verdict
from dsp56k.study.schema import Setting
from dsp56k.system.files import Content
from dsp56k.system.records import Record, encode_in_pieces
from dsp56k.system.text import as_markdown

_PARTS = ("fits", "crossings", "logca", "verdicts", "holds", "joint")
"""Lists of the record that are written to separate files, too."""


class StudyRecord(Record, frozen=True, kw_only=True):
    """The record of a study: its settings, points, and conclusions."""

    seed: int
    settings: dict[str, Setting]
    right: bool
    points: tuple[Point, ...]
    fits: list[dict[str, Any]]
    crossings: list[dict[str, Any]]
    logca: list[dict[str, Any]]
    verdicts: list[dict[str, Any]]
    holds: list[dict[str, Any]]
    joint: list[dict[str, Any]]

    def at(self, run: str, job: str, size: int) -> tuple[Point, ...]:
        """Return the points of a call, the base's first, then those of the corners."""
        found = (each for each in self.points if (each.run, each.job, each.size) == (run, job, size))
        return tuple(sorted(found, key=lambda point: bool(point.corner)))


def files_of(result: StudyResult, published: Mapping[str, Published]) -> dict[str, Content]:
    """Return the files of results/ID/, by name; the large ones in pieces, which can be taken once."""
    drawing = draw(build_content(result, published))
    record = record_of(result, published)
    return {
        "results.json": encode_in_pieces(record),
        "points.jsonl": (msgspec.json.encode(point) + b"\n" for point in result.points),
        **{f"{name}.json": json.dumps(getattr(record, name), indent=1).encode() + b"\n" for name in _PARTS},
        "figure.svg": drawing.svg,
        "figure.png": drawing.png,
        "report.md": markdown(result, drawing, published).encode(),
    }


def header(result: StudyResult) -> dict[str, Any]:
    """Return the fields of a record's header without `units`."""
    return {
        "id": result.id,
        "title": result.study.title,
        "command": result.command,
        "version": result.version,
        "inputs": result.inputs,
    }


def record_of(result: StudyResult, published: Mapping[str, Published]) -> StudyRecord:
    """Return the complete record of a study."""
    return StudyRecord(
        **header(result),
        seed=result.study.seed,
        settings=result.settings,
        right=result.right,
        points=result.points,
        fits=[fit_facts(fit) for fit in result.fits],
        crossings=[crossing_facts(crossing) for crossing in result.crossings],
        logca=[logca_facts(one) for one in result.logca],
        verdicts=[verdict_facts(verdict, published) for verdict in result.verdicts],
        holds=[held_facts(held) for held in result.holds],
        joint=[joint_facts(joint) for joint in result.joints],
    )


def fit_facts(fit: Fit) -> dict[str, Any]:
    """Return a fit for JSON; null for an interval that the points do not determine.

    `worst` is the misfit, `interval` the range of the fits without one size.
    """
    return {
        "name": fit.name,
        "run": fit.run,
        "job": fit.job,
        "model": fit.model,
        "coefficients": [_coefficient_facts(one) for one in fit.coefficients],
        "residuals": [{"size": size, "relative": residual} for size, residual in fit.residuals],
        "of": fit.of,
        "worst": fit.worst,
        "left_one_out": fit.left_one_out,
        **({"checked": [{"size": size, "relative": one} for size, one in fit.checked]} if fit.checked else {}),
    }


def _coefficient_facts(one: Coefficient) -> dict[str, Any]:
    low, high = one.interval
    return {
        "name": one.name,
        "value": finite(one.value),
        "interval": [finite(low), finite(high)],
        "range": [finite(one.corners.low), finite(one.corners.high)],
    }


def logca_facts(one: LogCA) -> dict[str, Any]:
    """Return LogCA numbers as JSON holds them; null for a granularity that does not exist."""
    return {
        "of": one.of,
        "job": one.job,
        "numbers": [{**_coefficient_facts(number), "unit": number.corners.unit} for number in one.numbers],
        "sizes": one.sizes,
        "misfit": one.misfit,
        "measured": None if one.measured is None else [finite(size) for size in one.measured],
        "difference": None if one.difference is None else finite(one.difference),
    }


def crossing_facts(crossing: Crossing) -> dict[str, Any]:
    """Return a crossover point for JSON; null for a size that does not exist."""
    return {
        "of": crossing.of,
        "job": crossing.job,
        "sizes": crossing.sizes,
        "first": crossing.first,
        "changes": _change_facts(crossing.changes),
        "bands": [{"interval": band.interval, "in_turn": band.in_turn} for band in crossing.bands],
        "crossover": crossing.crossover.as_json(),
        "corners": [
            {"corner": corner, "first": first, "changes": _change_facts(changes)}
            for corner, first, changes in crossing.corners
        ],
        "speed_up": crossing.speed_up.as_json(),
        "sentence": crossing.sentence,
    }


def _change_facts(changes: tuple[Change, ...]) -> list[dict[str, Any]]:
    return [{"winner": change.winner, "interval": change.interval} for change in changes]


def verdict_facts(verdict: Verdict, published: Mapping[str, Published]) -> dict[str, Any]:
    """Return an assessment for JSON.

    `unit` is that of `ours` and `range`, and of `value`, which is null if the paper prints no number.
    """
    ours = verdict.ours
    facts = published_facts(verdict.published, published)
    return {
        **facts,
        "unit": facts["unit"] if ours is None else ours.unit,
        "ours": None if ours is None else finite(ours.value),
        "range": None if ours is None else [finite(ours.low), finite(ours.high)],
        "verdict": verdict.verdict,
        "expected": verdict.expected,
        "former_verdict": verdict.former,
        "normalised_error": None if verdict.error is None else finite(verdict.error),
        "flip": verdict.flip,
        "budget": None if verdict.budget is None else budget_facts(verdict.budget),
        "coverage": None if verdict.coverage is None else msgspec.to_builtins(verdict.coverage),
        "study": verdict.study,
        "quantity": verdict.quantity,
        "of": verdict.of,
        "cause": verdict.cause,
        "causes": msgspec.to_builtins(verdict.causes),
        "remark": verdict.remark,
    }


def budget_facts(budget: Budget) -> dict[str, Any]:
    """Return a budget for JSON: expanded uncertainty, half-widths and shares, downwards and upwards."""
    facts: dict[str, Any] = {}
    for direction, is_below in (("below", True), ("above", False)):
        shares = budget.shares(below=is_below)
        facts[direction] = {
            "uncertainty": finite(budget.expanded(below=is_below)),
            "components": {
                name: {"half_width": finite(width), "share": shares.get(name, 0.0)}
                for name, width in budget.half_widths(below=is_below).items()
            },
        }
    return facts


def held_facts(held: Held) -> dict[str, Any]:
    """Return a recorded value for JSON."""
    return {
        "quantity": held.quantity,
        "of": held.of,
        "job": held.job,
        "value": finite(held.value),
        "ours": finite(held.ours.value),
        "unit": held.ours.unit,
        "within": held.within,
        "kept": not held.broken,
    }


def joint_facts(joint: Joint) -> dict[str, Any]:
    """Return a joint assessment for JSON: the claims, and at each point those that hold."""
    return {
        "name": joint.name,
        "claims": joint.claims,
        "counts": joint.counts,
        "points": [
            {
                "settings": point.settings,
                "held": [claim for claim, held in zip(joint.claims, point.held, strict=True) if held],
            }
            for point in joint.points
        ],
        "sentence": joint.told,
    }


def published_facts(name: str, published: Mapping[str, Published]) -> dict[str, Any]:
    """Return a published statement for JSON: `quote` has the paper's words."""
    entry = published[name]
    return {
        "id": name,
        "seed": entry.seed,
        "place": entry.place,
        "quote": entry.quote,
        "relation": entry.relation,
        "value": entry.value,
        "to": entry.to,
        "unit": entry.unit,
    }


def folder_of(out: Path, result: StudyResult) -> Path:
    """Return the directory of a study's files."""
    return out / result.id


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

"""The table of a campaign: kinds of faults by what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.table import Table

from fault_injection.cases import BROKEN, RIGHT, SILENT, Report
from fault_injection.kinds import KINDS, UNDETECTABLE, is_undetectable


def is_finding(report: Report) -> bool:
    """Return True if a case is a defect: a wrong result without an error that a check could find, or no result."""
    return any(
        outcome.startswith(BROKEN) or (outcome == SILENT and not is_undetectable(report.kind, job))
        for job, outcome in report.story
    )


def table(reports: Iterable[Report]) -> Table:
    """Return a line for each kind."""
    by_kind: dict[str, list[Report]] = {kind: [] for kind in KINDS}
    for report in reports:
        by_kind[report.kind].append(report)
    result = Table(show_footer=True)
    every = [report for group in by_kind.values() for report in group]
    cells = _cells(every)
    for name, footer, justify in zip(
        ("kind", "cases", "acted", "right", "errors", "silent"),
        ("all", *cells),
        ("left", "right", "right", "right", "left", "right"),
        strict=True,
    ):
        result.add_column(name, footer, justify=justify)  # type: ignore[arg-type]  # left or right
    for kind, group in by_kind.items():
        if group:
            mark = " *" if kind in UNDETECTABLE else ""
            result.add_row(kind + mark, *_cells(group))
    return result


def _cells(reports: list[Report]) -> tuple[str, ...]:
    outcomes = Counter(report.outcome for report in reports)
    errors = [(name, count) for name, count in sorted(outcomes.items()) if name not in (RIGHT, SILENT)]
    return (
        str(len(reports)),
        str(sum(report.acted > 0 for report in reports)),
        str(outcomes[RIGHT]),
        ", ".join(f"{name} {count}" for name, count in errors),
        str(outcomes[SILENT]),
    )


def as_json(reports: Iterable[Report], seed: int, count: int) -> dict[str, Any]:
    """Return the table for a program: outcomes by kind, and every silent case."""
    kinds: dict[str, Counter[str]] = {}
    reports = list(reports)
    for report in reports:
        kinds.setdefault(report.kind, Counter())[report.outcome] += 1
    wrong = [report for report in reports if report.outcome == SILENT or is_finding(report)]
    return {
        "seed": seed,
        "count": count,
        "kinds": {kind: dict(sorted(kinds[kind].items())) for kind in KINDS if kind in kinds},
        "undetectable": UNDETECTABLE,
        "wrong": [
            {"case": report.name, "fault": report.fault, "acted": report.acted, "story": report.story}
            for report in wrong
        ],
        "findings": sum(map(is_finding, reports)),
    }

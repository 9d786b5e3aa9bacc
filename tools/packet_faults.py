"""Faults on the card while it makes packets, and what came of them.

python tools/packet_faults.py --count 2                     two cases of every kind
python tools/packet_faults.py --only "BG late/cpu/0"        one case again
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from fault_campaign.cases import SILENT, Report
from fault_campaign.packets import FAULTS, JOBS, PacketBench, is_finding
from fault_campaign.table import table

WIDTH = 140


def cases(count: int) -> Iterator[tuple[str, str, int]]:
    """So many of every kind; the jobs take turns."""
    for place, kind in enumerate(FAULTS):
        for number in range(count):
            yield kind.name, JOBS[(place + number) % len(JOBS)].name, number


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", default=0, show_default=True, help="What the cases are drawn from.")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1), help="Cases of each kind.")
@click.option("--only", metavar="KIND/JOB/NUMBER", help="Only this case.")
def main(seed: int, count: int, only: str | None) -> None:
    """Put faults on a card with a bus master and a line while packets are made, and check them and those after them.

    The exit code is 1 if a wrong packet came without an error by a kind that a check could find.

    \b
    Example:
      python tools/packet_faults.py --count 2
    """
    bench = PacketBench(seed)
    chosen = list(cases(count))
    if only is not None:
        kind, job, number = only.split("/")
        chosen = [(kind, job, int(number))]
    reports: list[Report] = [bench.run(*case) for case in chosen]
    console = Console(width=WIDTH, highlight=False)
    console.print(table(reports))
    for report in reports:
        if only is not None or report.outcome == SILENT or is_finding(report):
            console.print(str(report), markup=False, soft_wrap=True)
    findings = sum(map(is_finding, reports))
    console.print(f"{len(reports)} cases, {findings} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()

"""Feed corrupted sources, object files and sessions to the tools, the readers, the loader and the servers.

campaign.py --count 1000000 --seed 1 --jobs 2    a million of each kind
campaign.py --count 1000000 --seed 1 --start 5000 the rest of them
campaign.py --seed 1 --only object/17            repeats one case of that campaign

A finding is an exception that is not the project's own, more than LIMIT seconds of processor time, a file that a
command left after an error, an input that was written over, or the end of the process. It is printed, and its input
saved under results/fuzz. A campaign stops after MAX_FINDINGS of a kind, because they mostly have one cause.

A table at the end counts the outcomes of each format. A format of which no file is read is not tested.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.cases import KINDS, Outcome, case_of
from fuzz.team import Team

ROOT = Path(__file__).resolve().parents[2]
SAVED = ROOT / "results" / "fuzz"
MAX_FINDINGS = 20
"""Findings of one kind after which a campaign gives up."""


def campaign(kind: str, seed: int, numbers: range, jobs: int = 1) -> int:
    """Run cases in `jobs` processes, print the results, and return the number of findings."""
    start = time.monotonic()

    def report(number: int, outcome: Outcome) -> None:
        save(kind, seed, number, outcome)
        sys.stdout.write(f"--- {kind}\n{outcome.finding}repeat with: python {Path(__file__).relative_to(ROOT)}")
        sys.stdout.write(f" --seed {seed} --only {kind}/{number}\n")
        sys.stdout.flush()

    def progress() -> None:
        seconds = time.monotonic() - start
        sys.stderr.write(f"\r{team.done:,} of {len(numbers):,}, {team.found:,} findings, {seconds:.0f} s")
        sys.stderr.flush()

    team = Team(kind, seed, numbers, report)
    team.run(jobs, MAX_FINDINGS, progress)
    sys.stderr.write("\n")
    sys.stdout.write(f"{team.done:,} {kind} cases, {team.found:,} findings\n")
    for form, counts in sorted(team.counts.items()):
        steps = ", ".join(f"{count:,} {step}" for step, count in sorted(counts.items()) if step != "cases")
        sys.stdout.write(f"  {form:<4} {counts['cases']:>9,} cases: {steps}\n")
    if team.found >= MAX_FINDINGS:
        sys.stdout.write(f"gave up after {team.found} findings; go on with --start {team.first_open()}\n")
    return team.found


def save(kind: str, seed: int, number: int, outcome: Outcome) -> None:
    """Keep a finding and its input."""
    folder = SAVED / f"{kind}-{seed}-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in case_of(kind, seed, number).files.items():
        (folder / name).write_bytes(content)
    (folder / "finding.txt").write_text(outcome.finding)


def main() -> int:
    """Run the campaign; the exit code is 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="cases of each kind (default 10,000)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first case")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, help="only this kind")
    parser.add_argument("--only", metavar="KIND/NUMBER", help="one case of the campaign")
    options = parser.parse_args()
    if options.only:
        kind, _, number = options.only.partition("/")
        return int(campaign(kind, options.seed, range(int(number), int(number) + 1)) > 0)
    numbers = range(options.start, options.count)
    kinds = (options.kind,) if options.kind else tuple(KINDS)
    return int(sum([campaign(kind, options.seed, numbers, options.jobs) for kind in kinds]) > 0)


if __name__ == "__main__":
    sys.exit(main())

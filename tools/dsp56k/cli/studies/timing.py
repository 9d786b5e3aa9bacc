"""`dsp56k timing`: check which routines of the library run in constant time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.completion import complete_routines
from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.system.suggestions import unknown

if TYPE_CHECKING:
    from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Unknown
    from dsp56k.testing.timing.assessments import TimingAssessment, TimingTarget

    ProofAnswer = ConstantTime | Counterexample | Unknown


@click.command(
    "timing",
    epilog=examples(
        "dsp56k timing modular_inverse md2",
        "dsp56k timing rsa_private --cases 1000 --json",
        "dsp56k timing --prove md5",
    ),
)
@click.argument("routines", nargs=-1, metavar="[ROUTINE]...", shell_complete=complete_routines)
@click.option(
    "--cases",
    type=click.IntRange(min=2),
    default=32,
    show_default=True,
    help="Number of values of each key, length and so on; for slow routines, number of calls.",
)
@click.option(
    "--prove",
    is_flag=True,
    help="Prove for each key, length and so on that the time does not depend on it, instead of comparing calls.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    help="Processor time of each proof.",
)
@json_option
def command(routines: tuple[str, ...], cases: int, prove: bool, seconds: float, as_json: bool) -> None:
    """Check which routines of dsp56k.lib run in constant time.

    The command calls each ROUTINE (by default all) with many keys and data, and compares the address and the clock of
    every instruction. If two calls differ, it shows the last instruction that both execute, with its source line. Calls
    that differ only in the addresses of their data take equal time in memory without wait states.

    With --prove, one call is followed with all bits marked that depend on a key, a length and so on. If no branch and
    no cost of an address depends on a marked bit, all calls of the same path take equal time: also those that no test
    has tried. Declassified instructions are shown with the reason.
    """
    from dsp56k.testing.timing.assessments import assess_timing
    from dsp56k.testing.timing.targets import timing_targets

    known = list(timing_targets())
    names = {subject.name.partition(",")[0] for subject in known}
    for routine in routines:
        if routine not in names:
            raise InputError(unknown("routine", routine, sorted(names)))
    chosen = [subject for subject in known if not routines or subject.name.partition(",")[0] in routines]
    if prove:
        _show_proofs(chosen, seconds, as_json)
        return
    found: list[TimingAssessment] = []
    with click.progressbar(chosen, file=sys.stderr, item_show_func=lambda item: item and item.name) as subjects_shown:
        found = [assess_timing(subject, cases) for subject in subjects_shown]
    if as_json:
        print_json({"verdicts": [_facts(one) for one in found]})
        return
    for one in found:
        click.echo(f"{one.name}: {one}, {_clocks(one)}, {one.cases:,} cases")
        for factor, part in one.depends.items():
            click.echo(f"  {factor}: {part}")
        if one.addresses:
            click.echo(f"  data addresses depend on {' and '.join(one.addresses)}")


def _clocks(one: TimingAssessment) -> str:
    least, most = one.clocks
    return f"{least:,} clocks" if least == most else f"{least:,} to {most:,} clocks"


def _facts(one: TimingAssessment) -> dict[str, Any]:
    return {
        "routine": one.name,
        "constant": one.constant,
        "cases": one.cases,
        "clocks": list(one.clocks),
        "depends": {factor: str(part) for factor, part in one.depends.items()},
        "addresses": list(one.addresses),
    }


def _show_proofs(chosen: list[TimingTarget], seconds: float, as_json: bool) -> None:
    from dsp56k.testing.timing.proofs import DECLASSIFIED, prove_timing

    pairs = [(target, factor) for target in chosen for factor in target.factors]
    answers: list[tuple[TimingTarget, str, ProofAnswer]] = []
    with click.progressbar(pairs, file=sys.stderr, item_show_func=lambda item: item and item[0].name) as pairs_shown:
        for target, factor in pairs_shown:
            declassified = DECLASSIFIED.get(target.function.__name__, ())
            answers.append((target, factor, prove_timing(target, [factor], declassified, seconds=seconds)))
    if as_json:
        print_json({"proofs": [_proof_facts(*answer) for answer in answers]})
        return
    for target, factor, answer in answers:
        head, *others = str(answer).splitlines()
        click.echo(f"{target.name}, {factor}: {head}")
        for line in others:
            click.echo(line)


def _proof_facts(target: TimingTarget, factor: str, answer: ProofAnswer) -> dict[str, Any]:
    from dsp56k.testing.proofs.answers import ConstantTime

    facts: dict[str, Any] = {"routine": target.name, "factor": factor, "proved": bool(answer), "text": str(answer)}
    if isinstance(answer, ConstantTime):
        facts |= {
            "clocks": answer.clocks,
            "secret_addresses": answer.secret_addresses,
            "assumptions": list(answer.assumptions),
        }
    return facts

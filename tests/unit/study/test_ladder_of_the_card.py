"""The steps that take the library's advantages away: results are right, and each step costs more clocks."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from dsp56k import lib
from dsp56k.lib.errors import OperandError
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.operations.rsa import LADDER, power
from dsp56k.study.plans.plan import Plan

N = (1 << 200) - 75
DOCUMENT = Path(__file__).parents[3] / "docs" / "explanation" / "methodology.md"


def row(step: str, *ratios: float) -> str:
    """A step as the document has it."""
    return f"| {' | '.join((step, *(f'{ratio:.2f}' for ratio in ratios)))} |"


@pytest.mark.parametrize("exponent", [1, 2, 0x10001, 0xFEDCBA9876543210])
def test_every_step_has_the_same_result(exponent: int) -> None:
    for base in (0, 1, 3**99):
        assert {power(step, base, exponent, N)[0] for step in LADDER} == {pow(base, exponent, N)}


def test_squares_in_one_call_are_those_of_single_calls() -> None:
    value = 3**99 % N
    row = lib.unrolled_square(value, N, 9, times=3)
    single = [lib.unrolled_square(value, N, 9)]
    for _ in range(2):
        single.append(lib.unrolled_square(single[-1].value % N, N, 9))
    assert row.value % N == single[-1].value % N
    assert row.clocks < sum(one.clocks for one in single)
    with pytest.raises(OperandError, match="times"):
        lib.unrolled_square(value, N, 9, times=0)


def test_each_step_takes_longer_and_the_factors_multiply_to_the_ratio() -> None:
    plan = Plan.builtin("s1-ladder", vary=False)
    (result,) = analyze([plan], Measurer(Serial()))
    assert result.right
    by_name = {verdict.published: verdict for verdict in result.verdicts}
    for name, operation, least in (("s1-rsa-crt", "rsa512-crt", 0.8), ("s1-rsa", "rsa512", 0.8)):
        verdict = by_name[name]
        clocks = [result.base("DSP", f"{operation}-{step}")[0].clocks.dsp for step in LADDER]
        assert all(one < other for one, other in pairwise(clocks))
        total = 1.0
        for cause in verdict.causes:
            total *= cause.factor
        assert total == pytest.approx(clocks[-1] / result.base("DSP", operation)[0].clocks.dsp)
        explained = sum(cause.share or 0 for cause in verdict.causes)
        assert least < explained < 1.2
        assert verdict.cause.endswith((" % not explained", " % too much"))
    for name, job, least, most in (("s1-des-cbc", "des-cbc-encrypt", 0.9, 1), ("s1-md2", "md2-commands", 0.3, 0.5)):
        runs = ("DSP", "DSP, external program", "DSP, external program, general loops")
        clocks = [result.base(run, job)[0].clocks.dsp for run in runs]
        assert all(one < other for one, other in pairwise(clocks))
        factors = [cause.factor for cause in by_name[name].causes]
        assert factors == pytest.approx([after / before for before, after in pairwise(clocks)])
        assert least < sum(cause.share or 0 for cause in by_name[name].causes) < most
    text = DOCUMENT.read_text(encoding="utf-8")
    jobs = "des-cbc-encrypt", "md2-commands"
    steps = {"all code in external memory": runs[1], "loops over boxes and steps, without parallel moves": runs[2]}
    for step, run in steps.items():
        ratios = [result.base(run, job)[0].clocks.dsp / result.base(runs[0], job)[0].clocks.dsp for job in jobs]
        assert row(step, *ratios) in text
    rates = [result.base("DSP", job)[0].bits_per_second for job in ("des-cbc-encrypt", "md2")]
    assert row("paper", rates[0] / 350e3, rates[1] / 190e3) in text

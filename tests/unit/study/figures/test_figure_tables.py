"""Errors in a study's `[figure]` are reported with file, line and key before any measurement."""

import pytest

from dsp56k.study.conclusions.analysis import Analysis
from dsp56k.study.errors import StudyError
from dsp56k.study.plans.plan import Plan
from dsp56k.study.toml_reader import parse_document

STUDY = """schema = "dsp56k-study/1"
title = "t"
about = "a"

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"

[[run]]
name = "plain-c"
where = "pc"
machine = "386-20"
program = "plain-c"

[[job]]
operation = "md2"
sizes = [8, 16]

[[job]]
operation = "des-cbc-encrypt"
runs = ["good"]
sizes = [8]

[[crossing]]
of = ["good", "plain-c"]

[[fit]]
model = "fixed + slope * bytes"
run = "good"
job = "md2"

[figure]
"""

FIRST_KEY = STUDY.count("\n") + 1
"""The line of the figure's first key."""


def analysis(figure: str) -> Analysis:
    return Analysis(Plan("wrong", parse_document(STUDY + figure, "wrong.toml"), None))


@pytest.mark.parametrize(
    ("figure", "below", "words"),
    [
        ('kind = "curve"', 0, "[figure] kind: must be one of bars, curves"),
        ('kind = "bars"\nquantity = "crossing"', 1, "[figure] quantity: must be one of"),
        ('kind = "bars"\njob = "rsa512"', 1, "unknown job 'rsa512'"),
        ('kind = "bars"\nruns = ["asm"]', 1, "unknown run 'asm'"),
        ('kind = "bars"\njob = "des-cbc-encrypt"\nruns = ["plain-c"]', 2, "none of them measures a job of the figure"),
        ('kind = "bars"\nsize = 24', 1, "no job of the figure is measured at 24"),
        ('kind = "map"', 0, "a map needs a [[fit]] of plain-c at md2 with a coefficient fixed"),
        ('kind = "table"', 0, "a table needs an [[expect]]"),
        ('kind = "bars"\nx = "rate"', 1, "x"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused(figure: str, below: int, words: str) -> None:
    with pytest.raises(StudyError) as raised:
        analysis(figure)
    assert str(raised.value).startswith(f"wrong.toml:{FIRST_KEY + below}:")
    assert words in str(raised.value)


def test_a_map_without_a_crossing_is_refused() -> None:
    text = STUDY.replace('[[crossing]]\nof = ["good", "plain-c"]\n', "") + 'kind = "map"'
    with pytest.raises(StudyError, match=r"a map needs a \[\[crossing\]\]"):
        Analysis(Plan("wrong", parse_document(text, "wrong.toml"), None))


def test_a_map_needs_the_fixed_overhead_at_each_job() -> None:
    text = STUDY.replace('run = "good"\njob = "md2"\n', 'job = "md2"\n') + 'kind = "map"\n'
    more = '[[job]]\noperation = "md4"\nsizes = [64, 128]\n'
    for figure in (text, f'{text}job = "md2"\n{more}'):
        Analysis(Plan("right", parse_document(figure, "right.toml"), None))
    with pytest.raises(StudyError, match=r"a map needs a \[\[fit\]\] of good at md4 with a coefficient fixed"):
        Analysis(Plan("wrong", parse_document(text + more, "wrong.toml"), None))


@pytest.mark.parametrize("figure", ['kind = "curves"', 'kind = "bars"\nquantity = "share"\nsize = 16\njob = "md2"'])
def test_a_figure_that_can_be_drawn_is_not(figure: str) -> None:
    assert analysis(figure).plan.id == "wrong"

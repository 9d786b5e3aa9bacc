"""A fixed sample of the systematic judge's cases; `make systematic` runs all of them."""

import pytest

from differential.systematic.campaign import KINDS, Kind, SystematicJudge, batches, differences, sample
from differential.systematic.cases import TRIPLE_PLACES, Sequenced
from differential.systematic.harness import Batch, generated, interpreted, modelled
from differential.systematic.operations import Operation

SHARES = {
    "accumulator pairs": 211,
    "accumulator triples": 151,
    "pointer pairs": 19,
    "pointer triples": 101,
    "flag pairs": 41,
    "flag triples": 61,
}
"""Every n-th case runs, which takes seconds in all."""

KNOWN = (
    ("tfr a,b", "rol a", "move b1,x1"),
    ("move b1,x1", "tfr a,b", "rol a"),
    ("move n0,n1; move r0,r1; nop", "move x:(r0+n0),x1; move x:(r1+n1),y1"),
    ("move x0,r0", "norm r0,a"),
)
"""Sequences that earlier compiled code executed wrongly: a copied A1 or B1, and an address by another pointer's
modifier. The last one detects a mutant that the tested part of the cases does not detect."""


@pytest.mark.parametrize("name", KINDS)
def test_a_share_of_all_cases(name: str) -> None:
    judge = SystematicJudge()
    lines = []
    for number, batch in enumerate(batches(KINDS[name], SHARES[name])):
        lines += judge.generated(batch)
        if number == 0:
            lines += judge.sampled(sample(batch, 10))
    assert not lines, "\n".join(lines)
    assert judge.modelled == 10


@pytest.mark.parametrize("row", KNOWN, ids="; ".join)
def test_sequences_that_once_differed(row: tuple[str, ...]) -> None:
    name = "pointer pairs" if "r0" in row[0] else "accumulator pairs"
    everywhere = [Sequenced(tuple(map(Operation, row)), place) for place in TRIPLE_PLACES]
    for batch in batches(Kind(lambda: iter(everywhere), KINDS[name].settings, every=True)):
        lines = SystematicJudge().generated(batch)
        assert not lines, "\n".join(lines)


@pytest.mark.parametrize("name", [name for name in KINDS if "pairs" in name])
def test_every_operation_by_itself(name: str) -> None:
    kind = KINDS[name]
    every = {operation for case in kind.cases() for operation in case.row}
    alone = [Sequenced((operation,), "back edge") for operation in sorted(every, key=str)]
    for batch in batches(Kind(lambda: iter(alone), kind.settings[:1])):
        few = Batch(batch.cases, batch.states[:2], batch.modifiers)
        expected = interpreted(few)
        lines = differences(few, expected, generated(few), "generated code")
        assert not (lines + differences(few, expected, modelled(few), "the model"))

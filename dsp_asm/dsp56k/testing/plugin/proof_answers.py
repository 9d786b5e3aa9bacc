"""Answers of proofs in tests: a proof is the only one that lets a test pass."""

from __future__ import annotations

from typing import Any

import pytest

from dsp56k.testing.proofs.answers import Counterexample, Input, Proof, Unknown


def proof_or_failure(answer: Any) -> Proof:
    """Return a proof. A counterexample, and an answer that shows nothing, fail the test."""
    __tracebackhide__ = True
    if isinstance(answer, Proof):
        return answer
    if isinstance(answer, Counterexample):
        pytest.fail(f"the statement is false: {answer}")
    if isinstance(answer, Unknown):
        pytest.fail(f"nothing is proved: {answer}")
    if isinstance(answer, Input):
        pytest.fail(f"{answer.instruction} is reached with {dict(answer.inputs)}")
    raise TypeError(f"proved() must get the answer of a proof, got {answer!r}")

"""Answers `Unknown` with a reason and an address: code outside of the subset, loops, limits, a board."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable
from typing import Any

import pytest

from dsp56k.emu import Dsp56001
from dsp56k.lib import OperandError, Routine, RoutineError
from dsp56k.testing import Unknown, find_input, prove_bounds, prove_constant_time, prove_equal
from dsp56k.testing.proofs.bounds import Bounds
from dsp56k.testing.proofs.domain import UnsupportedError

SOURCE = """
        org     p:$100
program move    x:opa,x0
        move    #$200,r0
        nop
        movem   x0,p:(r0)
        rts
waits   move    x:opa,a
        tst     a
_again  jne     _again
        rts
forever jmp     forever
short   move    x:opa,a
        dup     40
        asr     a
        endm
        move    a,x:opb
        rts
table   move    x:opa,n0
        move    #$100,r0
        nop
        move    x:(r0+n0),x0
        move    x0,x:opb
        rts
peri    move    x:opa,x0
        movep   x0,x:$fff0
        rts
        org     x:0
opa     ds      1
opb     ds      1
"""
Prove = Callable[[Routine], Any]
PROVERS: dict[str, Prove] = {
    "constant time": lambda routine: prove_constant_time(routine, example={"a": 0}),
    "bounds": lambda routine: prove_bounds(routine),
    "equality": lambda routine: prove_equal(routine, routine, seconds=0.2),
    "inputs": lambda routine: find_input(routine, reach="forever"),
}


def routine(entry: str, **declared: Any) -> Routine:
    return Routine.from_source(
        SOURCE, entry, inputs={"a": "x:opa signed"}, outputs={"b": "x:opb signed"}, strict=False, **declared
    )


@pytest.mark.parametrize("method", PROVERS)
def test_a_value_in_program_memory_is_not_followed(method: str) -> None:
    found = PROVERS[method](routine("program"))
    assert isinstance(found, Unknown), found
    assert "a value of an operand is written to program memory" in found.reason
    assert "program" in str(found)


@pytest.mark.parametrize("method", ["bounds", "equality"])
@pytest.mark.parametrize(
    ("entry", "reason"),
    [("table", "an address depends on a value of an operand"), ("peri", "a register of a peripheral depends on")],
)
def test_an_unsupported_use_of_a_value_is_named(method: str, entry: str, reason: str) -> None:
    found = (
        prove_bounds(routine(entry)) if method == "bounds" else prove_equal(routine(entry), routine(entry), seconds=0.2)
    )
    assert isinstance(found, Unknown), found
    assert reason in found.reason
    assert entry in str(found)


@pytest.mark.parametrize("method", ["equality", "inputs"])
def test_a_loop_that_does_not_end_for_some_inputs_is_named(method: str) -> None:
    waiting = routine("waits", max_clocks=2000)
    if method == "inputs":
        found = find_input(waiting, reach="forever")
        assert isinstance(found, Unknown), found
        assert found.reason == "the routine has not returned after 2000 clock cycles"
    else:
        # A routine that does not return for an input is wrong for this input.
        assert not prove_equal(waiting, lambda a: 0)


@pytest.mark.parametrize("method", ["constant time", "bounds", "equality"])
def test_an_example_that_does_not_return_is_an_error(method: str) -> None:
    with pytest.raises(RoutineError, match="forever"):
        PROVERS[method](routine("forever", max_clocks=2000))


@pytest.mark.parametrize("name", ["seconds", "megabytes"])
def test_a_limit_ends_a_proof(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    # Whether the process grows in so short a proof is chance.
    monkeypatch.setattr("dsp56k.testing.proofs.limits._used_bytes", itertools.count(1, 4096).__next__)
    limit: dict[str, Any] = {name: 1e-9}
    for found in (
        prove_bounds(routine("short"), **limit),
        prove_equal(routine("short"), lambda a: a >> 40, **limit),
        find_input(routine("short"), reach="forever", **limit),
    ):
        assert isinstance(found, Unknown), found
        assert f"{name if name == 'seconds' else 'memory'}" in found.reason
        assert "used up" in found.reason


def test_a_missing_solver_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bitwuzla", None)
    for module in ("paths", "bit_vectors"):
        monkeypatch.delitem(sys.modules, f"dsp56k.testing.proofs.{module}", raising=False)
    found = prove_equal(routine("table"), routine("table"), seconds=0.2)
    assert isinstance(found, Unknown)
    assert "install dsp56k[proof]" in found.reason


def test_a_board_whose_ram_has_several_addresses_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"the RAM of board .* can have one word at several addresses"):
        Bounds(Dsp56001(board="falcon"))


@pytest.mark.parametrize("name", ["seconds", "megabytes"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, "1"])
def test_a_limit_is_a_positive_number(name: str, value: Any) -> None:
    limit: dict[str, Any] = {name: value}
    for prove in (prove_bounds, lambda code, **limit: prove_equal(code, code, **limit)):
        with pytest.raises(OperandError, match=f"{name} must be a positive number, got {value!r}"):
            prove(routine("short"), **limit)

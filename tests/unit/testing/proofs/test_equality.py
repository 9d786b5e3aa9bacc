"""`prove_bounds`, `prove_equal` and `find_input`: theorems are proved, planted errors are found and run."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from dsp56k.lib import OperandError, Routine
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.testing import (
    Bounded,
    Counterexample,
    Input,
    Proof,
    Unknown,
    Unreachable,
    accumulators_of,
    choose,
    find_input,
    prove_bounds,
    prove_equal,
)
from dsp56k.testing.proofs import equality
from dsp56k.testing.proofs.domain import Value, sign_extended
from dsp56k.testing.proofs.polynomials import Polynomials

ALL = os.environ.get("PROOFS") == "all"
"""All sizes are proved, as by make proofs."""
SOURCE = """
        org     p:$100
add48   move    l:opa,a
        move    l:opb,x
        add     x,a
        move    a10,l:res
        rts
lost    move    y:opa,a
        move    y:opb,x0
        add     x0,a
        move    a,y:res
        move    x:opa,a
        move    x:opb,x0
        add     x0,a
        move    a1,x:res
        rts
product move    x:opa,x0
        move    x:opb,y0
        mpy     x0,y0,a
        asr     a
        move    a10,l:res
        rts
byte    move    x:opa,a
        move    #>$ff,x0
        move    #>1,x1
        add     x1,a
        and     x0,a
        move    a1,x:res
        rts
larger  move    x:opa,a
        move    x:opb,b
        cmp     a,b
        jlt     larger_
        tfr     b,a
larger_ move    a,x:res
        rts
size    move    x:opa,a
        abs     a
        move    a,x:res
        rts
sized   move    x:opa,a
        tst     a
        jge     sized_
        neg     a
sized_  move    a,x:res
        rts
mixed   move    x:opa,a
        move    x:opb,x0
        eor     x0,a
        move    a1,x:res
        rts
square  move    x:opa,a
        move    #>$5a5a5a,x0
        eor     x0,a
        move    a1,x0
        mpy     x0,x0,a
        move    a1,x:res
        rts
lock    move    x:opa,a
        move    x:opb,x0
        cmp     x0,a
        jne     shut
        move    #>1,x1
        add     x1,a
        move    #>$5a5a5a,x0
        eor     x0,a
        move    x:opc,b
        move    a1,x0
        cmp     x0,b
        jne     shut
open    nop
shut    rts
nowhere nop
        rts
pick    move    x:opa,a
        move    #>7,x0
        and     x0,a
        move    #opt,r0
        move    a1,n0
        nop
        move    x:(r0+n0),a
        move    a,x:res
        rts
sum     clr     a       #opt,r0
        do      #8,sum_
        move    x:(r0)+,x0
        add     x0,a
sum_
        move    a,x:res
        rts
        org     l:0
opa     ds      1
opb     ds      1
opc     ds      1
res     ds      1
opt     ds      8
"""
ONE = {"a": "x:opa signed"}
TWO = {**ONE, "b": "x:opb signed"}
LONG = {"a": "l:opa signed", "b": "l:opb signed"}


def routine(entry: str, inputs: dict[str, str], output: str = "x:res signed", source: str = SOURCE) -> Routine:
    return Routine.from_source(source, entry, inputs=inputs, outputs={"result": output}, strict=False)


@pytest.mark.parametrize(
    ("entry", "inputs", "output", "specification", "method"),
    [
        ("add48", LONG, "l:res signed", lambda a, b: (a + b + 2**47) % 2**48 - 2**47, "polynomials"),
        (
            "add48",
            {"a": "l:opa number", "b": "l:opb number"},
            "l:res number",
            lambda a, b: (a + b) % 2**48,
            "polynomials",
        ),
        ("product", TWO, "l:res signed", lambda a, b: a * b, "polynomials"),
        ("byte", {"a": "x:opa"}, "x:res", lambda a: (a + 1) % 256, "polynomials"),
        ("byte", {"a": "x:opa"}, "a1", lambda a: (a + 1) % 256, "polynomials"),
        ("larger", TWO, "x:res signed", lambda a, b: choose(a < b, b, a), "bit vectors"),
        ("mixed", {"a": "x:opa", "b": "x:opb"}, "x:res", lambda a, b: a ^ b, "bit vectors"),
        ("size", ONE, "x:res signed", lambda a: choose(a >= -(2**23) + 1, abs(a), 2**23 - 1), "bit vectors"),
    ],
)
def test_a_specification_is_proved(
    entry: str, inputs: dict[str, str], output: str, specification: Callable[..., Any], method: str
) -> None:
    proof = prove_equal(routine(entry, inputs, output), specification)
    assert isinstance(proof, Proof), proof
    assert proof.method == method
    assert proof.seconds >= 0


def test_a_lost_carry_is_run_before_it_is_shown() -> None:
    lost = routine("lost", {"a": "l:opa number", "b": "l:opb number"}, "l:res number")
    found = prove_equal(lost, lambda a, b: (a + b) % 2**48)
    assert isinstance(found, Counterexample), found
    (inputs,) = found.inputs
    assert lost(**inputs).value != (inputs["a"] + inputs["b"]) % 2**48


def test_an_error_of_one_input_is_found_by_the_solver() -> None:
    source = SOURCE.replace(
        "sized_  move",
        "sized_  move    #>$123456,x0\n        cmp     x0,a\n        jne     sized2\n        clr     a\nsized2  move",
    )
    wrong = routine("sized", ONE, source=source)
    found = prove_equal(wrong, lambda a: abs(a), ranges={"a": (0, 2**23 - 1)})
    assert isinstance(found, Counterexample), found
    assert found.inputs[0]["a"] == 0x123456


def test_the_product_of_the_lowest_words_is_a_power_of_two() -> None:
    """The high word of -2^23 times -2^23 is -2^23 and not 2^23; one input of 2^24 shows it."""

    def square(a: Any) -> Any:
        signed = ((a ^ 0x5A5A5A) + 2**23) % 2**24 - 2**23
        return signed * signed >> 23

    found = prove_equal(routine("square", {"a": "x:opa"}), square)
    assert isinstance(found, Counterexample), found
    assert found.inputs[0]["a"] == 0x800000 ^ 0x5A5A5A


@pytest.mark.parametrize("strict", [False, True])
def test_an_uninitialised_register_is_an_error_or_an_assumption(strict: bool) -> None:
    source = SOURCE.replace("mpy     x0,y0,a", "mac     x0,y0,a")
    places = {"inputs": TWO, "outputs": {"result": "l:res signed"}}
    found = prove_equal(
        Routine.from_source(source, "product", strict=strict, **places),  # type: ignore[arg-type]  # any keywords
        lambda a, b: a * b,
    )
    assert bool(found) == (not strict), found
    text = "depends on A, which is uninitialised" if strict else "registers and words that are not inputs are as in"
    assert text in str(found)


def test_two_routines_are_compared_on_all_of_their_paths() -> None:
    size = routine("size", ONE)
    proof = prove_equal(routine("sized", ONE), size, ranges={"a": (-(2**23) + 1, 2**23 - 1)})
    assert isinstance(proof, Proof), proof
    assert "words of a in -8388607 to 8388607" in proof.assumptions
    assert isinstance(
        prove_equal(routine("product", TWO, "l:res signed"), routine("product", TWO, "l:res signed")), Proof
    )


def test_few_inputs_are_executed() -> None:
    proof = prove_equal(
        routine("mixed", {"a": "x:opa", "b": "x:opb"}, "x:res"), lambda a, b: a ^ b, ranges={"a": (0, 15), "b": (0, 15)}
    )
    assert isinstance(proof, Proof)
    assert proof.method == "exhaustion"


@pytest.mark.parametrize(("limit", "method"), [(12, "exhaustion"), (11, "bit vectors")])
def test_inputs_are_executed_up_to_a_limit(monkeypatch: pytest.MonkeyPatch, limit: int, method: str) -> None:
    monkeypatch.setattr(equality, "FEW_CASES", limit)
    mixed = routine("mixed", {"a": "x:opa", "b": "x:opb"}, "x:res")
    proof = prove_equal(mixed, lambda a, b: a ^ b, ranges={"a": (5, 7), "b": (0, 3)})
    assert isinstance(proof, Proof)
    assert proof.method == method


def test_the_memory_of_a_large_process_is_not_the_solver_s() -> None:
    """An interpreter with NumPy is larger than 16 megabytes before the proof begins."""
    assert isinstance(find_input(routine("lock", TWO), reach="open", megabytes=16), Input)


def test_what_is_not_decided_is_unknown() -> None:
    hard = routine("product", {"a": "x:opa", "b": "x:opb"}, "l:res")
    found = prove_equal(hard, lambda a, b: choose(a < 0, a, b), seconds=0.01)
    assert not found
    found = prove_equal(routine("larger", TWO), lambda a, b: a if a > b else b, seconds=1)
    assert isinstance(found, Unknown)
    assert "choose" in found.reason


def test_a_missing_solver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bitwuzla", None)
    monkeypatch.delitem(sys.modules, "dsp56k.testing.proofs.paths", raising=False)
    monkeypatch.delitem(sys.modules, "dsp56k.testing.proofs.bit_vectors", raising=False)
    found = find_input(routine("lock", TWO), reach="open")
    assert isinstance(found, Unknown)
    assert found.reason == "the solver is not installed; install dsp56k[proof]"


def test_an_input_that_reaches_a_label_is_found() -> None:
    lock = routine("lock", {**TWO, "c": "x:opc signed"})
    found = find_input(lock, reach="open")
    assert isinstance(found, Input), found
    assert found.inputs["a"] == found.inputs["b"]
    assert found.instruction.symbol == "open"
    steps = lock.trace(**found.inputs).steps
    assert any(step.pc == found.instruction.pc for step in steps)
    assert isinstance(find_input(lock, reach="nowhere"), Unreachable)
    assert not find_input(lock, reach="nowhere")
    assert isinstance(find_input(lock, reach="open", ranges={"c": (0, 0), "a": (0, 9)}), Unreachable)


def test_each_value_of_an_address_is_searched() -> None:
    """Two tables differ in one entry, which neither the first input nor the second selects."""
    entries = [5] * 8
    one, other = (
        Routine.from_source(
            SOURCE, "pick", inputs={"a": "x:opa"}, outputs={"b": "x:res"}, fixed={"x:opt[8]": table}, strict=False
        )
        for table in (entries, [*entries[:6], 9, 5])
    )
    assert isinstance(prove_equal(one, lambda a: 5), Proof)
    found = find_difference_without_tries(one, other)
    assert found is not None
    assert found["a"] % 8 == 6
    assert find_difference_without_tries(one, one) is None


def find_difference_without_tries(one: Routine, other: Routine) -> Any:
    """Return an input for which two routines differ, without random inputs."""
    from dsp56k.testing.proofs.limits import Limits
    from dsp56k.testing.proofs.operands import output_values
    from dsp56k.testing.proofs.paths import find_difference

    return find_difference(one, other, lambda run: output_values(run, one), {"a": 0}, one.inputs, {}, Limits(20, 1000))


def test_bounds_are_proved_or_exceeded() -> None:
    total = routine("sum", {"a": "x:opt[8] signed"})
    proof = prove_bounds(total, ranges={"a": (-1000, 1000)})
    assert isinstance(proof, Bounded), proof
    assert proof.largest == 8000 << 24
    assert proof.instruction is not None
    found = prove_bounds(total)
    assert isinstance(found, Counterexample), found
    assert "limiting" in found.message
    found = prove_bounds(total, 7999 << 24, ranges={"a": (-1000, 1000)})
    assert isinstance(found, Counterexample)
    assert "exceeds" in found.message


@pytest.mark.parametrize(
    "body",
    [
        "clr a / or x0,a",
        "clr a / move x0,x1 / move #>-3,x0 / move x0,a2",
        "clr a / move x0,a1",
        "clr a / move #$7f,a2",
        "move x0,a / not a",
        "move x0,a / lsl a",
        "clr a / rep #3 / div x0,a",
        "move x0,b / tfr b,a / asl a / addl b,a",
    ],
)
def test_each_instruction_that_writes_an_accumulator_is_bounded(body: str) -> None:
    lines = "".join(f"        {line}\n" for line in body.split(" / "))
    source = f"        org p:$100\nwritten move x:0,x0\n        andi #$fe,ccr\n{lines}        rts\n"
    code = Routine.from_source(source, "written", inputs={"a": "x:0 signed"}, strict=False)
    proof = prove_bounds(code)
    assert isinstance(proof, Bounded), proof
    for number in (-(1 << 23), -1, 0, 1, (1 << 23) - 1):
        found = accumulators_of(partial(code, a=number))
        assert max(abs(found.a.value), abs(found.b.value)) <= proof.largest
    assert not prove_bounds(code, 1 << 47)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ranges": {"a": (5, 4)}}, "range of a must be within"),
        ({"ranges": {"a": (0, 1 << 24)}}, "range of a must be within"),
        ({"free": ["c"]}, "no input c"),
    ],
)
def test_an_impossible_operand_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OperandError, match=message):
        prove_bounds(routine("size", ONE), **arguments)


def big_number(entry: str, digits: int) -> Routine:
    """Return a routine of multiple-precision arithmetic for operands of `digits` digits."""
    places = "x:mp_xv,y:mp_yt" if entry == "mp_square" else "x:mp_xv"
    second = {} if entry == "mp_square" else {"b": f"y:mp_yt[{digits}] digits"}
    product = {"product": f"x:$2000[{2 * digits}] digits"}
    total = {"sum": f"x:mp_xv[{digits}] digits", "carry": "a signed"}
    return Routine(
        assembled(PROGRAM),
        entry,
        inputs={"a": f"{places}[{digits}] digits", **second, "digits": "x:mp_len"},
        outputs=product if entry in ("mp_multiply", "mp_square") else total,
        fixed={**dict.fromkeys(("r0", "r1", "r2"), "mp_xv"), "r3": 0x2000, "r4": "mp_yt", "r6": "mp_yt"},
        strict=False,
    )


@pytest.mark.parametrize("digits", range(2, 44) if ALL else (2, 3, 22))
def test_big_number_routines_are_right_for_all_operands(digits: int) -> None:
    def total(sum: Any, carry: Any) -> Any:  # noqa: A002 - the names of the outputs
        return sum + (carry >> 24) * 2 ** (24 * digits)

    for entry, specification in (
        ("mp_multiply", lambda a, b, digits: a * b),
        ("mp_square", lambda a, digits: a * a),
    ):
        proof = prove_equal(big_number(entry, digits), specification, example={"digits": digits})
        assert isinstance(proof, Proof), proof
        assert proof.method == "polynomials"
    for entry, sign in (("mp_add", 1), ("mp_sub", -1)):
        proof = prove_equal(
            big_number(entry, digits),
            lambda a, b, digits, sign=sign: a + sign * b,
            example={"digits": digits},
            result=total,
        )
        assert isinstance(proof, Proof), proof


def test_a_wrong_kernel_is_refuted() -> None:
    source = SOURCE.replace("mpy     x0,y0,a", "mpyr    x0,y0,a")
    found = prove_equal(routine("product", TWO, "l:res signed", source), lambda a, b: a * b)
    assert isinstance(found, Counterexample)


@pytest.mark.parametrize("seed", range(20))
def test_polynomials_are_the_numbers_that_they_stand_for(seed: int) -> None:
    """Random operations on polynomials and, with values of the atoms, on numbers."""
    chance = random.Random(seed)
    domain = Polynomials()
    width = chance.choice((4, 24))
    numbers = [chance.randrange(-(1 << width - 1), 1 << width - 1) for _ in range(4)]
    values = [domain.atom(f"v{index}", -(1 << width - 1), (1 << width - 1) - 1) for index in range(4)]
    known = dict(enumerate(numbers))
    pairs = list(zip(values, numbers, strict=True))
    for _ in range(30):
        value, number = operation(domain, chance, *chance.choice(pairs), *chance.choice(pairs))
        low, high = domain.bounds(value)
        assert low <= number <= high
        assert domain.evaluate(value, known) == number
        pairs.append((value, number))


def operation(domain: Polynomials, chance: random.Random, a: Value, x: int, b: Value, y: int) -> tuple[Value, int]:
    """Return the result of a random operation on values, and on their numbers."""
    count = chance.randrange(1, 30)
    mask = (1 << count) - 1
    match chance.randrange(8):
        case 0:
            return domain.add(a, b), x + y
        case 1:
            return domain.subtract(a, b), x - y
        case 2 if abs(x * y) < 1 << 60:
            return domain.multiply(a, b), x * y
        case 3:
            return domain.right(a, count), x >> count
        case 4 if abs(x) < 1 << 40:
            return domain.left(a, count), x << count
        case 5:
            return domain.sign_extend(a, count), sign_extended(x, count)
        case 6:
            return domain.masked(a, mask << 3), x & mask << 3
        case 7:
            return domain.insert(a, b, 5, count), x & ~(mask << 5) | (y & mask) << 5
    return a, x

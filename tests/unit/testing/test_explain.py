"""The report of a failing test of a routine: the call, the assembly, the last instructions."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.errors import UnsatisfiedAssumption

from dsp56k.lib import CallTrace, Routine, RoutineError
from dsp56k.testing.failure_explanations import explain_failure
from dsp56k.testing.rendering import call_text, last_instructions, listing
from dsp56k.testing.strategies import words

SOURCE = """
        org     p:$40
; the sum, and a carry that is lost
sum     clr     a
        move    x:left,a0
        move    x:right,x0
        add     x0,a
        do      #4,loop
        nop
loop
        move    a1,x:result
        rts
        org     x:$10
left    ds      1
right   ds      1
result  ds      1
"""


@pytest.fixture
def add() -> Routine:
    return Routine.from_source(SOURCE, "sum", inputs={"a": "x:left", "b": "x:right"}, outputs={"r": "x:result"})


def note_of(error: BaseException) -> str:
    (note,) = error.__notes__
    return str(note)


def test_a_failed_assertion_gets_the_last_call(add: Routine) -> None:
    @explain_failure(add)
    def wrong() -> None:
        add(a=1, b=1)
        assert add(a=3, b=4).value == 7

    with pytest.raises(AssertionError) as failure:
        wrong()
    note = note_of(failure.value)
    assert note.startswith("sum(a=3, b=4) gave 4\n")
    assert "-> P:$004B  rts" in note
    assert "P:$0043  move x:>$0011,x0" in note
    assert "X:$0011 -> $000004" in note
    assert "a=$4000003" in note


def test_a_routine_that_fails_is_shown_where_it_did() -> None:
    lost = Routine.from_source(" org p:$40\nfar nop\n jmp $200\n", "far")
    with pytest.raises(RoutineError) as failure, explain_failure(lost):
        lost()
    note = note_of(failure.value)
    assert "nothing was ever loaded to P:$0200" in note
    assert "-> P:$0041  jmp" in note


def test_only_routines_that_were_called_are_told(add: Routine) -> None:
    add(a=1, b=2)
    with pytest.raises(ValueError, match="other") as failure, explain_failure(add):
        raise ValueError("other")
    assert not hasattr(failure.value, "__notes__")


def test_an_example_of_no_use_is_not_explained(add: Routine) -> None:
    @explain_failure(add)
    def useless() -> None:
        add(a=1, b=2)
        raise UnsatisfiedAssumption

    with pytest.raises(UnsatisfiedAssumption) as failure:
        useless()
    assert not hasattr(failure.value, "__notes__")


def test_under_hypothesis_the_simplest_example_is_explained(add: Routine) -> None:
    @given(words(), words())
    @explain_failure(add)
    def law(a: int, b: int) -> None:
        assert add(a=a, b=b).value == (a + b) % (1 << 24)

    with pytest.raises(AssertionError) as failure:
        law()
    notes = "\n".join(failure.value.__notes__)
    assert "a=1,\n    b=0," in notes
    assert "sum(a=1, b=0) gave 0" in notes


WORK = """
        org     p:$100
; a sum that loses its carry, after work that takes a while to trace
work    move    x:left,r0
        do      #2000,end
        move    (r1)+
end     move    x:left,a
        move    x:right,x0
        add     x0,a
        move    a1,x:sum
        rts
        org     x:$10
left    ds      1
right   ds      1
sum     ds      1
"""

PROPERTY = """
from pathlib import Path

from hypothesis import given, settings

from dsp56k.lib import Routine
from dsp56k.testing import explain_failure
from dsp56k.testing.strategies import words

PLACES = {"inputs": {"a": "x:left", "b": "x:right"}, "outputs": {"s": "x:sum"}}
work = Routine.from_source(Path("work.asm").read_text(), "work", **PLACES)


@settings(derandomize=True, deadline=None, database=None)
@given(words(), words())
@explain_failure(work)
def test_sum(a, b):
    assert work(a=a, b=b).value == a + b
"""


def test_hypothesis_takes_only_the_last_example_once_more(add: Routine, monkeypatch: pytest.MonkeyPatch) -> None:
    traced = []
    trace = Routine.trace

    def counting(routine: Routine, **inputs: object) -> CallTrace:
        traced.append(inputs)
        return trace(routine, **inputs)

    monkeypatch.setattr(Routine, "trace", counting)

    @given(words(), words())
    @explain_failure(add)
    def law(a: int, b: int) -> None:
        assert add(a=a, b=b).value == (a + b) % (1 << 24)

    with pytest.raises(AssertionError):
        law()
    assert traced == [{"a": 1, "b": 0}]


@pytest.mark.parametrize("way", ["decorator", "with"])
def test_hypothesis_does_not_explain_a_failure_by_lines_of_this_package(tmp_path: Path, way: str) -> None:
    text = PROPERTY
    if way == "with":
        text = text.replace("@explain_failure(work)\n", "").replace(
            "    assert work", "    with explain_failure(work):\n        assert work"
        )
    (tmp_path / "work.asm").write_text(WORK)
    (tmp_path / "test_work.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_work.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "work(a=" in output
    assert output.count("the last 20 instructions of work") == 1
    reported = output.partition("only run by failing")[2]
    assert "dsp56k/" not in reported
    assert "contextlib" not in output


def test_names_that_are_no_identifiers(add: Routine) -> None:
    assert call_text(add, {"a": 1, "x:$10": 2}) == "sum(a=1, **{'x:$10': 2})"


def test_large_numbers_of_a_call_are_hexadecimal_as_in_a_trace(add: Routine) -> None:
    operands = {"a": 9_999, "b": 10_000, "c": [8388607, -16], "d": -0.5, "e": True, "f": b"1", "x:$10": 1 << 200}
    assert call_text(add, operands) == (
        f"sum(a=9999, b=0x2710, c=[0x7FFFFF, -16], d=-0.5, e=True, f=b'1', **{{'x:$10': 0x1{'0' * 50}}})"
    )


def test_fewer_instructions_than_asked_for(add: Routine) -> None:
    steps = add.trace(a=1, b=2).steps
    assert last_instructions(add, steps, 2).count("\n") == 4  # a heading, and each of two lines has its source
    assert last_instructions(add, steps, 100).startswith(f"the last {len(steps)} instructions of sum")


def test_a_listing_has_labels_and_marks(add: Routine) -> None:
    text = listing(add, 0x40, around=2)
    assert text.splitlines()[0] == "sum:"
    assert text.splitlines()[1].startswith("-> P:$0040  clr a")
    assert len(text.splitlines()) == 4

"""Writes where a routine may not, and values that nobody has put there."""

from typing import Any

import pytest

from dsp56k.lib import OperandError, Routine, RoutineError

SOURCE = """\
        org     x:$10
given   ds      4
after   ds      1
total   ds      1
        org     x:$40
table   dc      1,2,3,4
        org     p:$100
; A prefetch reads the word after the array, for nothing.
sum     move    #given,r0
        clr     a
        move    x:(r0)+,x0
        do      #4,_end
        add     x0,a    x:(r0)+,x0
_end    move    a1,x:total
        rts
; One word too many is added.
sums    move    #given,r0
        clr     a
        move    x:(r0)+,x0
        do      #5,_end
        add     x0,a    x:(r0)+,x0
_end    move    a1,x:total
        rts
strays  move    #table,r0
        move    #>$abc,x0
        move    x0,x:(r0)
        rts
ports   movep   #3,x:<<$ffe0
        rts
codes   movem   x0,p:sum
        rts
forgets clr     a
        add     x0,a
        move    a1,x:total
        rts
slow    move    n4,x0
        tst     a
        jeq     _out
        nop
_out    rts
saves   move    r7,x:after
        move    #1,r7
        move    x:table,x0
        move    x0,x:total
        move    x:after,r7
        rts
wild    move    x0,x:(r3)
        rts
"""
GIVEN = {"inputs": {"given": "x:given[4]"}, "outputs": {"total": "x:total"}}


def routine(entry: str, **declared: Any) -> Routine:
    return Routine.from_source(SOURCE, entry, **declared)


def error_of(entry: str, values: dict[str, Any] | None = None, **declared: Any) -> RoutineError:
    with pytest.raises(RoutineError) as caught:
        routine(entry, **declared)(**(values or {}))
    return caught.value


def test_a_write_outside_what_is_declared() -> None:
    error = error_of("strays", writes=["x:total"])
    facts = {name: error.fields[name] for name in ("what", "space", "address", "value", "text", "symbol")}
    assert facts == {
        "what": "write",
        "space": "X",
        "address": 0x40,
        "value": 0xABC,
        "text": "move x0,x:(r0)",
        "symbol": "strays+3",
    }
    assert "writes $000ABC to X:$0040 <table>, which it may not" in error.message
    assert "source.asm:26" in error.message


@pytest.mark.parametrize("writes", [["x:table"], ["x:$10-$40"], ["x:given-table"], ["table[4]"], ["l:$40"], None])
def test_writes_that_are_declared(writes: list[str] | None) -> None:
    routine("strays", writes=writes)()


@pytest.mark.parametrize(("entry", "space", "address"), [("ports", "X", 0xFFE0), ("codes", "P", 0x100)])
def test_code_and_peripherals_are_written_only_if_that_is_declared(entry: str, space: str, address: int) -> None:
    error = error_of(entry)
    assert (error.fields["what"], error.fields["space"], error.fields["address"]) == ("write", space, address)
    # A register has its name, not the distance from a symbol.
    assert ("to X:$FFE0 (PBC), which" in error.message) is (entry == "ports")
    routine(entry, writes=[f"{space}:${address:X}-${address:X}"], reads=[])()


def test_outputs_may_be_written() -> None:
    assert routine("sum", writes=[], **GIVEN)(given=[1, 2, 3, 4]).value == 10


def test_a_word_loaded_for_nothing_is_no_mistake() -> None:
    assert routine("sum", **GIVEN)(given=[5, 6, 7, 8]).value == 26


def test_a_word_that_nobody_has_stored_must_not_matter() -> None:
    error = error_of("sums", {"given": [1, 2, 3, 4]}, **GIVEN)
    facts = {name: error.fields[name] for name in ("what", "space", "address", "symbol")}
    assert facts == {"what": "read", "space": "X", "address": 0x14, "symbol": "sums+5"}
    assert "X:$0014 <after>, which is uninitialised" in error.message
    assert error.inputs == {"given": [1, 2, 3, 4]}
    assert routine("sums", reads=["x:after"], **GIVEN)(given=[1, 2, 3, 4]).value == 10
    assert routine("sums", fixed={"after": 5}, **GIVEN)(given=[1, 2, 3, 4]).value == 15
    assert routine("sums", strict=False, **GIVEN)(given=[1, 2, 3, 4]).value == 10


def test_a_register_that_nothing_has_set_must_not_matter() -> None:
    error = error_of("forgets", outputs={"total": "x:total"})
    assert (error.fields["what"], error.fields["register"], error.fields["text"]) == ("read", "x0", "add x0,a")
    assert "depends on X0, which is uninitialised" in error.message
    given = routine("forgets", inputs={"x": "x0"}, outputs={"total": "x:total"})
    assert given(x=7).value == 7


def test_time_is_part_of_what_a_routine_gives() -> None:
    error = error_of("slow")
    assert (error.fields["what"], error.fields["register"]) == ("read", "a")


def test_what_is_saved_and_restored_does_not_matter() -> None:
    assert routine("saves", keeps="r7", outputs={"total": "x:total"})().value == 1


def test_a_pointer_that_nothing_has_set_writes_anywhere() -> None:
    error = error_of("wild", {"x": 1}, inputs={"x": "x0"}, writes=["x:0-$FF"])
    assert (error.fields["what"], error.fields["register"]) == ("read", "r3")


def test_calls_that_carry_on_know_what_was_written_before() -> None:
    source = """
        org     p:0
f       move    x:$20,a
        move    b,x:$20
        rts
"""
    carries = Routine.from_source(source, "f", inputs={"b": "b"}, outputs={"a": "a1"}, reads=["x:$20"], carries=True)
    assert [carries(b=1 << 24).value, carries(b=2 << 24).value, carries(b=0).value] == [0, 1, 2]
    fresh = Routine.from_source(source, "f", inputs={"b": "b"}, outputs={"a": "a1"}, carries=True)
    with pytest.raises(RoutineError, match="which is uninitialised"):
        fresh(b=0)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"writes": ["x:5-3"]}, "is below the first"),
        ({"writes": ["a"]}, "a range of memory must be within"),
        ({"writes": ["x:5-$10000"]}, "a range of memory must be within"),
        ({"writes": "x:5"}, "must be a list"),
        ({"reads": ["x:nowhere"]}, "nowhere"),
        ({"reads": [5]}, "an operand must be"),
    ],
)
def test_ranges_that_cannot_be(declared: dict[str, Any], words: str) -> None:
    with pytest.raises(OperandError, match=words):
        routine("sum", **declared)

"""Failures of a routine are named: the kind, the address, the source line, the value."""

from typing import Any

import pytest

from dsp56k.lib import Routine, RoutineError

SOURCE = """\
        org     p:$100
modifies
        nop
        move    #3,m1
        clr     a
        rts
early   move    #$10,r0
        move    x:(r0)+,x0
        rts
spins   jmp     spins
turns   nop
        jmp     turns
leaves_more
        movec   ssh,x0
        movec   #<turns,ssh
        movec   x0,ssh
        nop
        nop
        rts
pops    movec   ssh,x0
        nop
        nop
        rts
leaves  do      #3,_end
        nop
        jmp     out
        nop
_end    nop
out     rts
jumps   ori     #$80,mr
        nop
        nop
        rts
away    jmp     $3000
illegal dc      $000008
sleeps  wait
        rts
words   move    #>$123,x0
        move    x0,x:$20
        rts
clears  clr     a
        rts
unkept  move    #5,r7
        nop
        move    #6,r7
        rts
recurs  jsr     recurs
        rts
"""


def error_of(entry: str, **declared: Any) -> RoutineError:
    with pytest.raises(RoutineError) as caught:
        Routine.from_source(SOURCE, entry, **declared)()
    return caught.value


@pytest.mark.parametrize(
    ("entry", "what", "text", "words"),
    [
        ("modifies", "register", "movec #<$03,m1", "changed M1, which was $FFFF and is $3"),
        ("early", "sequence", "move x:(r0)+,x0", "instruction-sequence restriction"),
        ("spins", "no return", "jmp <$107", "jumps to itself"),
        ("turns", "no return", "jmp <$108", "has not returned within 20,000,000 clocks"),
        ("pops", "stack", "rts", "the stack underflows"),
        ("recurs", "stack", "jsr <$130", "the stack overflows"),
        ("away", "unloaded", "jmp >$3000", "goes on at P:$3000, and nothing was ever loaded to P:$3000"),
        (
            "illegal",
            "illegal",
            "dc $000008",
            "$000008 is not an instruction of the DSP56001, which is INC on the DSP56002",
        ),
        ("sleeps", "no return", "wait", "is in the WAIT or STOP state, which no interrupt ends"),
    ],
)
def test_errors_name_the_instruction(entry: str, what: str, text: str, words: str) -> None:
    error = error_of(entry)
    assert error.fields["what"] == what
    assert error.fields["routine"] == entry
    assert error.fields["text"] == text
    source = SOURCE.splitlines()[error.fields["source"].line - 1]
    assert text.split()[0][:4] in source
    assert error.fields["symbol"].split("+")[0] == entry
    assert error.inputs == {}
    assert words in error.message
    assert error.message.startswith(f"{entry} at P:${error.fields['pc']:04X} <")


def test_a_stack_that_came_back_changed() -> None:
    error = error_of("leaves_more")
    assert (error.fields["what"], error.fields["register"], error.fields["value"]) == ("stack", "sp", 1)


def test_the_loop_flag_is_part_of_the_stack_s_state() -> None:
    error = error_of("jumps")
    assert (error.fields["what"], error.fields["register"], error.fields["value"]) == ("loop", "sr", 0x8300)


def test_a_loop_left_without_enddo_returns_elsewhere() -> None:
    """RTS takes the loop's own stack: to its first word, again to its first word, then to what DO has kept of LC."""
    error = error_of("leaves")
    assert (error.fields["what"], error.fields["address"], error.fields["text"]) == ("unloaded", 0, "rts")


def test_the_instruction_that_changed_a_promised_register_last_is_named() -> None:
    error = error_of("unkept", keeps="r7")
    assert (error.fields["register"], error.fields["value"]) == ("r7", 6)
    assert error.fields["text"] == "move #<$05,r7"


def test_what_is_not_promised_may_change() -> None:
    Routine.from_source(SOURCE, "modifies", keeps="")()
    Routine.from_source(SOURCE, "unkept")()


def test_the_loop_s_registers_are_kept_where_that_is_promised() -> None:
    source = "        org p:0\nf       move #>5,x0\n        move x0,lc\n        nop\n        rts\n"
    Routine.from_source(source, "f")()
    with pytest.raises(RoutineError) as caught:
        Routine.from_source(source, "f", keeps="la lc")()
    assert (caught.value.register, caught.value.value) == ("lc", 5)


def test_words_that_are_no_bytes() -> None:
    error = error_of("words", outputs={"b": "x:$20[1] bytes"})
    assert (error.fields["what"], error.fields["value"]) == ("output", 0x123)


def test_without_strict_the_chip_does_what_it_does() -> None:
    Routine.from_source(SOURCE, "early", strict=False)()
    error = error_of("away", strict=False, max_clocks=1000)
    assert error.fields["what"] == "no return"


def test_a_failed_call_leaves_a_fresh_next_one() -> None:
    source = """
        org     p:0
f       move    x:$10,a
        move    #>1,x0
        add     x0,a
        move    a1,x:$10
        move    x:$11,b
        tst     b
        jne     f
        rts
"""
    counts = Routine.from_source(
        source, "f", inputs={"spin": "x:$11"}, fixed={"x:$10": 0}, outputs={"n": "x:$10"}, carries=True, max_clocks=999
    )
    assert [counts(spin=0).value, counts(spin=0).value] == [1, 2]
    with pytest.raises(RoutineError) as caught:
        counts(spin=1)
    assert caught.value.inputs == {"spin": 1}
    assert counts(spin=0).value == 1


def test_a_trace_of_a_failed_call_has_its_steps_and_the_error() -> None:
    trace = Routine.from_source(SOURCE, "away").trace()
    assert [step.text for step in trace] == ["jmp >$3000"]
    assert trace.result is None
    assert trace.error is not None
    assert trace.error.fields["what"] == "unloaded"

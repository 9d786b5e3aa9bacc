"""Tests in the comments of an assembler source, as text."""

from fractions import Fraction

import pytest

from dsp56k.testing.plugin.comment_tests import ClockLimit, ExpectationError, Operand, read_cases

SOURCE = """\
; A comment of the file.
        org     p:$40
; test: doubles a word
;   in a = $7FFFFF, -3
;   in x:opa[25]   words = 0*22, 1, 2, 3
;   in x0 fraction = -0.1
;   out b = 12
;   clocks <= 120
;
; An ordinary comment: 1 = 2
; TEST: one that fails
; call other
; keeps r7
; keeps m0-m7
; before setup
; wait_states 1
; error has not returned
double: asl     a       ; test: no, this one stands after code
        rts
"""


def test_a_source_holds_tests() -> None:
    first, second = read_cases(SOURCE, "double.asm")
    assert (first.name, first.line, first.entry) == ("doubles a word", 3, "double")
    assert first.inputs == [
        Operand("a", (0x7FFFFF, -3), 4),
        Operand("x:opa[25] words", (*[0] * 22, 1, 2, 3), 5),
        Operand("x0 fraction", (Fraction(-1, 10),), 6),
    ]
    assert first.outputs == [Operand("b", (12,), 7)]
    assert first.clocks == ClockLimit("<=", 120, 8)
    assert (second.name, second.entry, second.keeps, second.before) == (
        "one that fails",
        "other",
        "r7 m0-m7",
        ["setup"],
    )
    assert (second.wait_states, second.error, second.error_line) == (1, "has not returned", 17)


def test_a_source_without_tests_has_none() -> None:
    assert read_cases("", "a.asm") == []
    assert read_cases("; testing: nothing\n; tests\nstart nop ; test: no\n", "a.asm") == []


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("; test:\n; out a = 1\nf", 1, "a test must have a printable name"),
        ("; test: \x1b[2J\n; out a = 1\nf", 1, "a test must have a printable name"),
        ("; test: t\n; out a = 1\n\n; test: t\n; out a = 2\nf", 4, "line 1 has 't', too"),
        ("; test: t\n; out a = 1\n", 1, "a label must follow the test"),
        ("; test: t\n; in a = 1\nf", 1, "the test expects nothing"),
        ("; test: t\n; error x\n; out a = 1\nf", 2, "cannot have outputs or clocks"),
        ("; test: t\n; ouput a = 1\nf", 2, "unknown part of a test 'ouput'; did you mean out?"),
        ("; test: t\n; out\nf", 2, "`out` must have a value"),
        ("; test: t\n; out a\nf", 2, "an operand must be written as"),
        ("; test: t\n; out = 1\nf", 2, "an operand must be written as"),
        ("; test: t\n; out a = 1\n; out  a = 2\nf", 3, "'a' is given twice"),
        ("; test: t\n; out a = one\nf", 2, "expected a number such as 12*got 'one'"),
        ("; test: t\n; out a = 1,,2\nf", 2, "got ''"),
        ("; test: t\n; out a = 0*70000\nf", 2, "more than 65536 values"),
        (f"; test: t\n; out a = {'9' * 5000}\nf", 2, "write long ones as $"),
        ("; test: t\n; clocks < 5\nf", 2, "`clocks <= 120` or"),
        ("; test: t\n; clocks = 5\n; clocks = 5\nf", 3, "one statement of clocks"),
        ("; test: t\n; call f\n; call g\n; out a = 1\n", 3, "a test must call one routine"),
        ("; test: t\n; error a\n; error b\nf", 3, "a test must expect one error"),
        ("; test: t\n; budget a\n; budget b\nf", 3, "a test must have one budget"),
        ("; test: t\n; wait_states few\nf", 2, "expected a number, got 'few'"),
    ],
)
def test_a_test_that_says_nothing_is_refused_by_its_line(lines: str, line: int, message: str) -> None:
    with pytest.raises(ExpectationError) as caught:
        read_cases(lines, "wrong.asm")
    assert caught.value.message.startswith(f"wrong.asm:{line}: ")
    assert caught.value.fields == {"file": "wrong.asm", "line": line}
    for part in message.split("*"):
        assert part in caught.value.message


def test_lines_are_counted_as_the_assembler_does() -> None:
    (case,) = read_cases("; a form feed \f and \x0b\r\n; test: t\r\n; out a = 1\r\nf rts\r\n", "dos.asm")
    assert (case.line, case.outputs[0].line, case.entry) == (2, 3, "f")

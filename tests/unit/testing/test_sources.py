"""Assembler sources with expectations in their comments, run by pytest."""

import pytest

pytest_plugins = ["pytester"]

DOUBLE = """\
        org     x:$10
opa     ds      3
res     ds      3

        org     p:$40
; test: doubles each word
;   in  x:opa[3] = 1, $10, 100
;   out x:res[3] = 2, $20, 200
;   clocks <= 60
double  move    #opa,r0
        move    #res,r1
        do      #3,done
        move    x:(r0)+,a
        asl     a
        move    a1,x:(r1)+
done    rts
"""


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    pytester.makeini("[pytest]\ndsp_asm_files = *.asm\n")
    (pytester.path / "double.asm").write_text(source)
    return pytester.runpytest(*options)


def test_a_source_is_tested_where_the_settings_ask_for_it(pytester: pytest.Pytester) -> None:
    result = run(pytester, DOUBLE, "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["double.asm::doubles each word PASSED*"])


@pytest.mark.parametrize(("pattern", "passed"), [("dsp/*.asm", 1), ("*/deep/*.asm", 1), ("other/*.asm", 0), ("", 0)])
def test_other_sources_are_left_alone(pattern: str, passed: int, pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\ndsp_asm_files = {pattern}\n")
    pytester.mkdir("dsp").joinpath("deep").mkdir()
    (pytester.path / "dsp/deep/double.asm").write_text(DOUBLE)
    (pytester.path / "foreign.asm").write_text("; test: of another assembler\n mov eax, 1\n")
    pytester.runpytest().assert_outcomes(passed=passed)


def test_a_difference_is_shown_with_its_line_both_values_and_the_last_instructions(pytester: pytest.Pytester) -> None:
    result = run(pytester, DOUBLE.replace("$20, 200", "$21, 200"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "double.asm:8: x:res[[]3]: 1 of 3 values differ",
            "  [[]1] expected $000021 (33), got $000020 (32)",
            "called with x:opa[[]3] = 1, 16, 100",
            "the last 13 instructions of double *",
            "  double.asm:10",
            "*P:$0040*move*",
            "*P:$0047*rts*",
        ]
    )


def test_the_last_twenty_instructions_are_shown(pytester: pytest.Pytester) -> None:
    source = DOUBLE.replace("[3]", "[9]").replace("ds      3", "ds 9").replace("#3", "#9")
    result = run(pytester, source.replace("1, $10, 100", "1*9").replace("2, $20, 200", "2*8, 3"))
    result.stdout.fnmatch_lines(["the last 20 instructions of double*"])
    assert result.stdout.str().count("  P:$") == 20


@pytest.mark.parametrize(
    ("operand", "given", "expected", "shown"),
    [
        ("a", "$123456", "$223456", "a: expected $00000000223456 (2241622), got $00000000123456 (1193046)"),
        ("x0 signed", "-3", "-4", "x0 signed: expected $FFFFFC (-4), got $FFFFFD (-3)"),
        ("y1 fraction", "-0.5", "0.25", "y1 fraction: expected $200000 (0.25), got $C00000 (-0.5)"),
        ("x:7[[]2] digits", "-$1000001", "5", "x:7[[]2] digits: expected $5 (5), got -$1000001 (-16777217)"),
        ("y:7[[]4] number", "$" + "1" * 20, "0", "y:7[[]4] number: expected $0 (0), got $" + "1" * 20),
        ("x:7[[]2] bytes", "1, 2", "1, 3", "  [[]1] expected $000003 (3), got $000002 (2)"),
        ("r3", "9", "8", "r3: expected $0008 (8), got $0009 (9)"),
    ],
)
def test_values_of_every_kind(operand: str, given: str, expected: str, shown: str, pytester: pytest.Pytester) -> None:
    spec = operand.replace("[[]", "[")
    source = "  org p:$40\n; test: {0}\n; in {1} = {2}\n; out {1} = {3}\nnothing rts\n"
    passes = source.format("same", spec, given, given)
    fails = source.format("other", spec, given, expected).replace("  org p:$40\n", "").replace("nothing", "again")
    result = run(pytester, passes + fails)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"*{shown}"])


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        (DOUBLE.replace("<= 60", "<= 10"), 9, "expected clocks <= 10, double took *"),
        (DOUBLE.replace("<= 60", "= 10"), 9, "expected clocks = 10, double took *"),
        (DOUBLE.replace("1, $10, 100", "1, $10"), 7, "double: x:opa[[]3]: must be 3 values, got 2"),
        (DOUBLE.replace("x:opa[3]", "x:opb[3]"), 7, "*opb*did you mean opa*"),
        (DOUBLE.replace("2, $20, 200", "2, $20, $1000000"), 8, "x:res[[]3][[]2]: 16777216 does not fit into 24 bits"),
        (DOUBLE.replace("done    rts", "done    jmp *"), 6, "double*jumps to itself*"),
        (DOUBLE.replace("asl     a", "asl     q"), 6, "the source does not assemble"),
    ],
)
def test_other_failures_name_the_line(source: str, line: int, message: str, pytester: pytest.Pytester) -> None:
    result = run(pytester, source)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"double.asm:{line}: {message}"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*sources.py*")


WRONG = "  org p:$40\n; test: never returns\n; error jumps to itself\n; call stuck\n\nstuck jmp *\nfine rts\n"


def test_an_error_can_be_what_is_expected(pytester: pytest.Pytester) -> None:
    run(pytester, WRONG).assert_outcomes(passed=1)
    result = run(pytester, WRONG.replace("jumps to itself", "underflows"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["double.asm:3: expected an error with 'underflows', got", "*stuck*jumps to itself*"])
    result = run(pytester, WRONG.replace("call stuck", "call fine"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["double.asm:3: expected an error with 'jumps to itself', but it returned after 4 clocks"]
    )
    run(pytester, WRONG.replace("rts", "rst").replace("jumps to itself", "rst")).assert_outcomes(passed=1)


def test_comments_that_cannot_be_understood_fail_the_collection(pytester: pytest.Pytester) -> None:
    result = run(pytester, DOUBLE.replace(";   out", ";   give"))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["double.asm:8: unknown part of a test 'give': expected one of *"])


def test_a_test_may_have_a_budget(pytester: pytest.Pytester) -> None:
    source = DOUBLE.replace("clocks <= 60", "budget double, 3 words")
    run(pytester, source, "--update-budgets").assert_outcomes(passed=1)
    assert '"double, 3 words" = ' in (pytester.path / "dsp-budgets.toml").read_text()
    run(pytester, source).assert_outcomes(passed=1)
    result = run(pytester, source.replace("asl     a\n", "asl     a\n        nop\n"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["double.asm:9: double, 3 words takes * clocks, 6 more than its budget of *"])


def test_what_stands_before_the_call_and_wait_states(pytester: pytest.Pytester) -> None:
    source = "  org p:$40\nsetup move #5,r2\n  rts\n; test: one\n; before setup\n; out r2 = 5\n; clocks = 4\none rts\n"
    run(pytester, source).assert_outcomes(passed=1)
    external = source.replace("p:$40", "p:$400").replace("; clocks = 4", "; wait_states 1\n; clocks = 6")
    run(pytester, external).assert_outcomes(passed=1)


def test_memory_that_a_routine_may_write_and_read(pytester: pytest.Pytester) -> None:
    source = (
        "  org p:$40\n; test: one\n; writes x:5\n; out y:7 = 0\none move y:6,a\n  move a,x:5\n  move a,y:7\n  rts\n"
    )
    result = run(pytester, source)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["double.asm:2: one*Y:$0006*"])
    allowed = source.replace("; writes x:5", "; reads y:6")
    run(pytester, allowed).assert_outcomes(passed=1)
    result = run(pytester, allowed.replace("; reads", "; writes x:4\n; reads"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["double.asm:2: one*X:$0005*"])


def test_xdist_runs_them(pytester: pytest.Pytester) -> None:
    run(pytester, DOUBLE, "-n", "2").assert_outcomes(passed=1)

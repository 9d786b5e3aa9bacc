"""--dsp-coverage: a table, an annotated listing, the same from several processes."""

import pytest

pytest_plugins = ["pytester"]

SOURCE = """\
        org     p:$40
limit   tst     a
        jpl     small
        neg     a
        jsr     count
small   jclr    #23,a1,done
never   clr     a
done    rts
count   move    (r0)+
        rts
table   dc      1,2,3
"""
TEST = """
    import pytest

    @pytest.mark.parametrize("value", [5, -5, 7, -7])
    def test_it(routine, value):
        limit = routine("limit.asm", "limit", inputs={"a": "a signed"}, outputs={"a": "a signed"})
        assert limit(a=value).value == abs(value)
"""


def run(pytester: pytest.Pytester, *options: str, source: str = SOURCE) -> pytest.RunResult:
    (pytester.path / "limit.asm").write_text(source)
    pytester.makepyfile(TEST)
    return pytester.runpytest("--dsp-coverage", *options)


def test_words_and_directions_are_counted(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.assert_outcomes(passed=4)
    # The table of words at the end is not code; the one CLR is never executed.
    result.stdout.fnmatch_lines(
        [
            "program       words  branch directions  routines",
            "limit.asm  11 of 12 * 3 of 4  limit",
            "written: dsp-coverage.lst",
        ]
    )
    listing = (pytester.path / "dsp-coverage.lst").read_text()
    lines = listing.splitlines()
    assert lines[0] == "limit.asm: 11 of 12 words, 3 of 4 branch directions"
    marked = [line.split()[1:3] for line in lines if line[9:10] in "!?" and "P:$" in line]
    assert marked == [["?", "P:$0046"], ["!", "P:$0048"]]
    assert any(line.split()[0] == "4" and "jpl" in line and line.endswith("taken 2, not taken 2") for line in lines)
    assert any(line.strip() == "never:" for line in lines)
    assert any("clr a" in line and "limit.asm:7" in line for line in lines)


def test_processes_of_xdist_make_the_same_listing(pytester: pytest.Pytester) -> None:
    run(pytester, "-n", "2", "--dsp-coverage-listing", "two.lst").assert_outcomes(passed=4)
    run(pytester, "-n", "0", "--dsp-coverage-listing", "one.lst").assert_outcomes(passed=4)
    assert (pytester.path / "two.lst").read_text() == (pytester.path / "one.lst").read_text()


def test_tests_in_sources_are_covered_too(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ndsp_asm_files = *.asm\n")
    source = SOURCE.replace("limit   ", "; test: t\n; in a = 5\n; out a = 5\nlimit   ")
    (pytester.path / "limit.asm").write_text(source)
    result = pytester.runpytest("--dsp-coverage")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["limit.asm  6 of 12 * 2 of 4  limit"])


def test_without_a_routine_there_is_nothing_to_write(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(): pass")
    result = pytester.runpytest("--dsp-coverage")
    result.stdout.fnmatch_lines(["no routine ran"])
    assert not (pytester.path / "dsp-coverage.lst").exists()


def test_a_listing_that_cannot_be_written_ends_the_run_with_an_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--dsp-coverage-listing", "nowhere/a.lst")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["error: *nowhere/a.lst*"])

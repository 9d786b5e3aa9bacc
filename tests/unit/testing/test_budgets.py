"""Budgets of clocks: slower fails with both numbers, faster is reported, --update-budgets writes."""

from pathlib import Path

import pytest

from dsp56k.testing.plugin.budgets import BudgetError, format_budgets, read_budgets

pytest_plugins = ["pytester"]

TEST = "def test_it(clock_budget):\n    assert clock_budget('square', {clocks}) == {clocks}\n"
FILE = "# Oscillator clocks that routines may take. `pytest --update-budgets` writes this file.\n\n[clocks]\n"


def run(pytester: pytest.Pytester, clocks: int, *options: str) -> pytest.RunResult:
    pytester.makepyfile(TEST.format(clocks=clocks))
    return pytester.runpytest(*options)


def budgets(pytester: pytest.Pytester) -> str:
    return (pytester.path / "dsp-budgets.toml").read_text()


def test_a_run_that_updates_writes_the_file(pytester: pytest.Pytester) -> None:
    result = run(pytester, 120, "--update-budgets")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["square: 120 clocks, new", "dsp-budgets.toml: 1 of 1 budgets changed"])
    assert budgets(pytester) == FILE + '"square" = 120\n'


def test_a_routine_that_got_slower_fails_with_both_numbers(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("dsp-budgets.toml").write_text(FILE + '"square" = 100\n')
    result = run(pytester, 120)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*square takes 120 clocks, 20 more than its budget of 100 in dsp-budgets.toml"])
    assert budgets(pytester) == FILE + '"square" = 100\n'


def test_one_that_got_faster_is_told(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("dsp-budgets.toml").write_text(FILE + '"square" = 130\n')
    result = run(pytester, 120)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["square: 120 clocks, 10 fewer than its budget of 130"])


def test_what_is_as_before_is_not_spoken_of(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("dsp-budgets.toml").write_text(FILE + '"square" = 120\n')
    result = run(pytester, 120)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*clock budgets*")


def test_a_name_without_a_budget_fails(pytester: pytest.Pytester) -> None:
    result = run(pytester, 120)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*square takes 120 clocks and has no budget in dsp-budgets.toml*"])


def test_failed_tests_change_no_budget_and_others_stay(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("dsp-budgets.toml").write_text(FILE + '"old" = 1\n"square" = 100\n')
    pytester.makepyfile("""
        def test_wrong(clock_budget):
            clock_budget("square", 7)
            assert False

        def test_new(clock_budget):
            clock_budget("new", 3)
    """)
    result = pytester.runpytest("--update-budgets")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["old: not measured by this run", "square: not measured by this run"])
    assert budgets(pytester) == FILE + '"new" = 3\n"old" = 1\n"square" = 100\n'


def test_the_greatest_measurement_counts_in_hypothesis_too(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        from hypothesis import given, settings, strategies

        @settings(database=None)
        @given(strategies.integers(0, 40))
        def test_it(clock_budget, number):
            clock_budget("loop", 100 + number)
    """)
    pytester.runpytest("--update-budgets").assert_outcomes(passed=1)
    assert budgets(pytester) == FILE + '"loop" = 140\n'


def test_processes_of_xdist_measure_for_one_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import pytest

        @pytest.mark.parametrize("number", range(8))
        def test_it(clock_budget, number):
            clock_budget(f"part {number // 2}", 10 * number)
    """)
    pytester.runpytest("-n", "2", "--update-budgets").assert_outcomes(passed=8)
    written_by_two = budgets(pytester)
    assert written_by_two == FILE + "".join(f'"part {n}" = {20 * n + 10}\n' for n in range(4))
    pytester.runpytest("-n", "0", "--update-budgets").assert_outcomes(passed=8)
    assert budgets(pytester) == written_by_two


def test_the_file_may_have_another_name(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ndsp_budgets = tests/clocks.toml\n")
    pytester.mkdir("tests")
    run(pytester, 5, "--update-budgets").assert_outcomes(passed=1)
    assert read_budgets(pytester.path / "tests/clocks.toml") == {"square": 5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[clocks", "Expected"),
        ("[cycles]\n", "unknown table 'cycles'"),
        ("clocks = 3\n", "a table of names and clocks"),
        ('[clocks]\nsquare = "fast"\n', "'square' must be a count of clocks, got 'fast'"),
        ("[clocks]\nsquare = -1\n", "got -1"),
        ("[clocks]\nsquare = true\n", "got True"),
        ("[clocks]\nsquare = " + "[" * 20_000, "recursion|nest"),
        ("\udcff", "utf-8"),
    ],
)
def test_a_damaged_file_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "budgets.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BudgetError, match=message) as caught:
        read_budgets(path)
    assert str(caught.value).startswith(str(path))


def test_names_are_kept_whatever_they_hold(tmp_path: Path) -> None:
    names = {'a "quoted" name': 1, "back\\slash": 2, "größe": 3, "a.b = [c]": 4, "tests/a.py::test[1]": 5}
    (tmp_path / "budgets.toml").write_text(format_budgets(names), encoding="utf-8")
    assert read_budgets(tmp_path / "budgets.toml") == names
    assert format_budgets(dict(reversed(names.items()))) == format_budgets(names)


def test_what_has_no_clocks_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(clock_budget):\n    clock_budget('square', 'fast')\n")
    result = pytester.runpytest("--update-budgets")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*BudgetError: square: expected clocks, or a result that has clocks, got 'fast'"])


def test_a_damaged_file_is_not_written_over(pytester: pytest.Pytester) -> None:
    (pytester.path / "dsp-budgets.toml").write_text("[clocks\n")
    result = run(pytester, 5, "--update-budgets")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["error: *dsp-budgets.toml: Expected*"])
    assert budgets(pytester) == "[clocks\n"


@pytest.mark.parametrize("name", ["''", r"'two\nlines'", "'x' * 201", "7"])
def test_names_that_the_file_cannot_hold_are_refused(name: str, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"def test_it(clock_budget):\n    clock_budget({name}, 1)\n")
    result = pytester.runpytest("--update-budgets")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*BudgetError: a budget's name must be a printable line*"])


def test_a_file_that_cannot_be_written_ends_the_run_with_an_error(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ndsp_budgets = nowhere/clocks.toml\n")
    result = run(pytester, 5, "--update-budgets")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["error:*No such file or directory*nowhere/clocks.toml*"])

"""The pytest plugin: the fixtures and options that it adds, and files that it ignores."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


def test_a_test_gets_a_fresh_chip(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        def test_one(dsp):
            dsp.x[0] = 5
            assert dsp.clocks == 0

        def test_other(dsp):
            assert dsp.x[0] == 0
    """)
    pytester.runpytest().assert_outcomes(passed=2)


def test_text_and_files_beside_the_test_are_assembled(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("below").mkdir()
    pytester.path.joinpath("below/double.asm").write_text("  org p:$40\n  if half\n  asr a\n  else\n  asl a\n  endif\n")
    pytester.path.joinpath("below/test_it.py").write_text(
        "from pathlib import Path\n"
        "def test_text(assemble):\n    assert assemble(' org p:$40\\n nop\\n').words == {('P', 0x40): 0}\n"
        "def test_file(assemble):\n"
        "    asl, asr = (assemble(name, defines={'half': n}).words['P', 64]\n"
        "        for n, name in enumerate(['double', Path('double.asm')]))\n"
        "    assert asl != asr\n"
    )
    pytester.runpytest().assert_outcomes(passed=2)


def test_a_source_with_errors_fails_with_all_diagnostics(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(assemble):\n    assemble('  org p:0\\n  move #bufer,r0\\n  mvoe a,b\\n')\n")
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*assemble('  org*", "*does not assemble*", "*source.asm:2:*error*bufer*", "*source.asm:3:*error*mvoe*"]
    )
    # The failure is the test's, not the plugin's.
    result.stdout.no_fnmatch_line("*testing/plugin*")


def test_runs_that_do_not_use_it_import_nothing_of_dsp56k(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    loaded = {name for name in sys.modules if name.startswith(('dsp56k', 'numpy', 'hypothesis.strategies'))}\n"
        "    here = 'dsp56k.testing.plugin'\n"
        "    lazily = {'dsp56k.system', 'dsp56k.system.imports'}\n"
        "    assert loaded <= {'dsp56k', 'dsp56k_pytest', 'dsp56k.testing', here, f'{here}.constants', *lazily}\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_routines_of_text_and_of_files_beside_the_test(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("")
    source = "  org p:$40\nmany rep #count\n  asl a\n  rts\n"
    (pytester.path / "many.asm").write_text(source)
    pytester.makepyfile(f"""
        import pytest
        from hypothesis import given, settings, strategies
        from dsp56k.lib import OperandError

        VALUES = {{"inputs": {{"a": "a"}}, "outputs": {{"a": "a"}}}}

        @settings(database=None)
        @given(strategies.integers(0, 2**48 - 1))
        def test_text(routine, a):
            assert routine({source!r}, "many", defines={{"count": 4}}, **VALUES)(a=a).value == 16 * a

        def test_file(routine):
            assert routine("many.asm", "many", defines={{"count": 3}}, **VALUES)(a=3).value == 24

        def test_wrong_entry(routine):
            routine("many.asm", "meny", defines={{"count": 3}}, **VALUES)

        def test_errors(routine):
            routine("many.asm", "many", **VALUES)
    """)
    result = pytester.runpytest()
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["*did you mean many*", "*does not assemble*", "*many.asm:2:*error*count*"])


def test_a_test_that_fails_shows_the_last_call_of_its_routine(pytester: pytest.Pytester) -> None:
    source = "  org p:$40\nmany asl a\n  rts\n"
    pytester.makepyfile(f"""
        import pytest
        from hypothesis import given, settings, strategies

        VALUES = {{"inputs": {{"a": "a"}}, "outputs": {{"a": "a"}}}}

        @pytest.fixture(scope="module")
        def many(routine):
            return routine({source!r}, "many", **VALUES)

        @settings(database=None, deadline=None)
        @given(strategies.integers(0, 2**48 - 1))
        def test_law(many, a):
            assert many(a=a).value != 2 * a or a < 1000

        def test_own(routine):
            assert routine({source!r}, "many", name="inner", **VALUES)(a=3).value == 7

        def test_other(many):
            assert many
            assert False, "no call"
    """)
    result = pytester.runpytest()
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["E * many(a=1000) gave 2000", "E * asl a *", "E * inner(a=3) gave 6", "E *no call"])
    assert result.stdout.str().count("the last 2 instructions of") == 2


def test_only_a_proof_lets_a_test_pass(pytester: pytest.Pytester) -> None:
    source = "' org p:$100\\nadd1 move x:$10,a\\n move #>1,x0\\n add x0,a\\n move a,x:$11\\n rts\\n'"
    pytester.makepyfile(f"""
        import pytest
        from dsp56k.testing import Unknown, find_input, prove_bounds, prove_equal

        @pytest.fixture
        def add1(routine):
            return routine({source}, "add1", inputs={{"a": "x:$10 signed"}}, outputs={{"sum": "x:$11 signed"}})

        def test_proved(add1, proved):
            proof = proved(prove_equal(add1, lambda a: a + 1, ranges={{"a": (-9, 9)}}))
            assert proof.method == "polynomials"

        def test_refuted(add1, proved):
            proved(prove_equal(add1, lambda a: a + 2, ranges={{"a": (-9, 9)}}))

        def test_unknown(proved):
            proved(Unknown("the time is used up"))

        def test_reached(add1, proved):
            proved(find_input(add1, reach="add1+5"))

        def test_no_answer(proved):
            proved(True)
    """)
    result = pytester.runpytest("--junitxml=report.xml")
    result.assert_outcomes(passed=1, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*the statement is false: add1 computes *",
            "*nothing is proved: unknown: the time is used up*",
            "*add1+5* is reached with *",
            "*proved() must get the answer of a proof, got True*",
        ]
    )
    assert 'name="dsp_proof" value="proved by polynomials' in pytester.path.joinpath("report.xml").read_text()

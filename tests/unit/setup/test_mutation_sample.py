"""Random mutants of Python: each changes the text that it names, and compiles."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mutation_sample
from forked_tests import lower_packages
from mutation_sample import (
    RECORD,
    TESTS,
    UNIT_TESTED,
    Replacement,
    drawn,
    failing_unit_test,
    function_at,
    is_explained,
    python_replacements,
    runs,
)
from mutation_test import PORTIONS, ROOT


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("x = a < b\n", ["x = (a <= b)\n"]),
        ("x = 'é' in b\n", ["x = ('é' not in b)\n"]),
        ("if a and b:\n    f(1)\n", ["if (a or b):\n    f(1)\n", "if a and b:\n    pass\n", "if a and b:\n    f(2)\n"]),
        ("x = a + b * c\n", ["x = (a - b * c)\n", "x = a + (b // c)\n"]),
        ("def f() -> 'Literal[1]':\n    return not x\n", ["return None", "return (x)"]),
        ('x: Literal[1] = f"{1}"\n', []),
        ("for i in x:\n    continue\n", ["for i in x:\n    break\n"]),
        ("x = True if y else z\n", ["x = (z if y else True)\n", "x = False if y else z\n"]),
    ],
)
def test_mutants_of_a_module(source: str, mutants: list[str]) -> None:
    changed = [mutant.apply(source) for mutant in python_replacements("m.py", source)]
    assert len(changed) == len(mutants)
    assert all(expected in text for expected, text in zip(mutants, changed, strict=True))


@pytest.mark.parametrize("package", ["emu/dsp56k/objects", "card/dsp56k/card"])
def test_a_sample_is_valid_and_repeatable(package: str) -> None:
    sample = drawn(package, 5, 7)
    assert sample == drawn(package, 5, 7)
    assert len(set(sample)) == len(sample) > 0
    for mutant in sample:
        source = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutant.apply(source))) != ast.dump(ast.parse(source))


def test_the_innermost_function_has_a_line() -> None:
    source = "x = 1\n@one\n@two\ndef f():\n    def g():\n        return 1\n    return g\n"
    assert [function_at(source, line) for line in range(1, 8)] == [None, None, None, 2, 5, 5, 2]


TESTS_OF_A_MODULE = """
import subprocess, time
from module import f, g
def test_slow(): time.sleep(0.05); f()
def test_other(): g()
def test_process(): subprocess.run("true")
def test_quick(): f()
"""


def test_the_tests_that_call_a_function_run_alone_and_the_quickest_first(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("def f(): pass\n\ndef g(): pass\n")
    (tmp_path / "test_module.py").write_text(TESTS_OF_A_MODULE)
    paths = os.pathsep.join((str(ROOT / "tools"), str(tmp_path)))

    def pytest_says(*arguments: str) -> str:
        command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "called_functions", *arguments]
        environment = os.environ | {"PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    pytest_says("--record=called.json")
    called = json.loads((tmp_path / "called.json").read_text())
    assert [test for test, (_, functions) in called.items() if "process" in functions] == [
        "test_module.py::test_process"
    ]
    mutant = Replacement("module.py", 1, 9, 13, "1")
    del called["test_module.py::test_other"]
    run = runs(mutant, (tmp_path / "module.py").read_text(), called, tmp_path / "chosen.json")
    assert re.findall(r"::(\w+) PASSED", pytest_says(*next(run)[2:])) == ["test_quick", "test_slow"]
    # One that fails without a mutant is not in `called`.
    assert re.findall(r"::(\w+) PASSED", pytest_says(*next(run)[2:])) == ["test_slow", "test_process", "test_quick"]


def test_a_fork_tests_the_present_sources_and_ends_with_its_time(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from forked_tests import ForkedTests
from mutation_test import PORTIONS, ROOT
tests = ForkedTests("dsp56k.system", ROOT)
for body, timeout in (("assert True", 60), ("assert False", 60), ("import time; time.sleep(60)", 0.5)):
    file = Path(sys.argv[1], "test_module.py")
    file.write_text(f"def test_it():\\n    {body}  #{timeout:>30}\\n")
    print(tests.failing_test([["--rootdir", sys.argv[1], "-n0", str(file)]], timeout).rpartition("/")[2])
import dsp56k.system.text
try:
    ForkedTests("dsp56k.system", ROOT)
except ImportError as error:
    print(error)
"""
    paths = os.pathsep.join((str(ROOT / "tools"), *(str(ROOT / portion) for portion in PORTIONS)))
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:3] == ["", "test_module.py::test_it", "(hangs)"]
    assert "must not be imported before the fork" in done.stdout


def test_a_package_may_import_the_layers_below_it() -> None:
    assert lower_packages("dsp56k.emu", ROOT) == ["dsp56k.system", "dsp56k.isa", "dsp56k.objects", "dsp56k.profile"]


def test_each_package_names_its_tests() -> None:
    assert [path for paths in TESTS.values() for path in paths if not (ROOT / path).exists()] == []


def test_the_numbers_of_the_record_add_up() -> None:
    rows = re.findall(r"^\| `(\S+)` \| 1 \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", RECORD.read_text(), re.MULTILINE)
    assert len(rows) > 10
    assert {package for package, *_ in rows} <= TESTS.keys() | UNIT_TESTED.keys()
    assert [package for package, mutants, *ends in rows if int(mutants) != sum(map(int, ends))] == []


def test_explained_survivors_are_in_the_sources() -> None:
    rows = re.findall(r"^\| `(\S+)` \| `(.+?)` -> `.+` \| ", RECORD.read_text().replace("\\|", "|"), re.MULTILINE)
    sources = {file: " ".join((ROOT / file).read_text().split()) for file, _ in rows}
    assert len(rows) > 20
    assert [(file, old) for file, old in rows if old.removesuffix(" ...") not in sources[file]] == []


def test_a_description_has_one_line() -> None:
    mutant = Replacement("m.py", 1, 4, 10, "(a - b)")
    assert mutant.describe("x = a +\\\nb\n") == "m.py:1: `a +\\ b` -> `(a - b)`"


def test_a_survivor_is_explained_by_a_line_with_its_file_and_its_change() -> None:
    record = "| `a/m.py` | `5` -> `6` | reason |\n| `a/n.py` | `1` -> `2` | reason |\n"
    assert is_explained("a/m.py:7: `5` -> `6`", record)
    assert not is_explained("a/n.py:7: `5` -> `6`", record)
    assert not is_explained("a/m.py:7: `5` -> `7`", record)


@pytest.mark.parametrize(
    ("code", "output", "errors", "killer"),
    [
        (0, "test result: ok. 2 passed", "", ""),
        (101, "---- tests::a_run stdout ----\npanicked\n\nfailures:\n", "error: test failed", "tests::a_run"),
        (101, "", "error: types\nerror: could not compile `m` (lib)\n", "(does not compile) error: types"),
        (101, "", "error: test failed, process aborted", "(cargo exit code 101)"),
    ],
)
def test_unit_tests_of_a_crate_kill_a_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, output: str, errors: str, killer: str
) -> None:
    cargo(tmp_path, monkeypatch, f"printf '%s' '{output}'; printf '%s' '{errors}' >&2; exit {code}")
    assert failing_unit_test("m") == killer


def test_unit_tests_that_hang_kill_a_mutant_and_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cargo(tmp_path, monkeypatch, 'sleep 1000 & echo $! > "$0.test"; wait')
    monkeypatch.setattr(mutation_sample, "UNIT_TEST_TIMEOUT_SECONDS", 2)
    assert failing_unit_test("m") == "(hangs)"
    # The killed child stays a zombie until its parent waits for it.
    status = Path(f"/proc/{(tmp_path / 'cargo.test').read_text().strip()}/stat")
    assert not status.exists() or status.read_text().split()[2] == "Z"


def cargo(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Replace cargo by a shell script."""
    program = folder / "cargo"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(mutation_sample, "COPY", folder)

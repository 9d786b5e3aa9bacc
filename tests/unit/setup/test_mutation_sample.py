"""Random mutants of Python: each changes the text that it names, and compiles."""

import ast

import pytest

from mutation_sample import TESTS, Replacement, drawn, is_explained, python_replacements
from mutation_test import ROOT


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


def test_each_package_names_its_tests() -> None:
    assert [path for paths in TESTS.values() for path in paths if not (ROOT / path).is_dir()] == []


def test_a_description_has_one_line() -> None:
    mutant = Replacement("m.py", 1, 4, 10, "(a - b)")
    assert mutant.describe("x = a +\\\nb\n") == "m.py:1: `a +\\ b` -> `(a - b)`"


def test_a_survivor_is_explained_by_a_line_with_its_file_and_its_change() -> None:
    record = "| `a/m.py` | `5` -> `6` | reason |\n| `a/n.py` | `1` -> `2` | reason |\n"
    assert is_explained("a/m.py:7: `5` -> `6`", record)
    assert not is_explained("a/n.py:7: `5` -> `6`", record)
    assert not is_explained("a/m.py:7: `5` -> `7`", record)

"""All recipes in an unpacked source distribution, whose core is built, and then its tests: `make recipes`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docs.documents import ROOT
from recipes.steps import Recipe, unpacked_distribution
from shared.x86.compilers import missing

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SUITE = os.environ.get("SUITE")
WHOLE_TREE = (
    *("tests/unit/setup", "tests/docs", "--ignore-glob=*/test_documents.py", "--ignore-glob=*/test_example_project.py"),
    *("--ignore-glob=*/test_types.py", "--ignore-glob=*/test_extras.py", "--ignore-glob=*/test_mutation_sample.py"),
)
"""Tests that read the whole tree.

Slow ones that do not depend on the recipes are left out: examples in documents, the example project, type checkers,
packages without extras and samples of mutants.
"""


@pytest.mark.timeout(10_800)
def test_the_recipes_pass_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_TARGET_DIR", str(TARGET))
    copy = unpacked_distribution(tmp_path)

    def build() -> None:
        # As the Makefile does: of what others have written, all is there from the checkout's own build.
        setup = "import setuptools; setuptools.setup()"
        done = recipe.run("python", "-c", setup, "--quiet", "build_rust", "--inplace", "--release")
        assert done.returncode == 0, done.stdout

    named: set[str] = set()

    def suite(tests: list[str]) -> None:
        # One run judges all recipes, after the last. The recipes themselves are left out: they would not end.
        named.update(tests)
        if recipe.title == titles[-1]:
            chosen = ("--ignore", "tests/recipes") if SUITE == "whole" else (*sorted(named), *WHOLE_TREE)
            recipe.test("--numprocesses", "auto", "--dist", "worksteal", *chosen)

    # Without the compilers, the programs with the cipher would not be those that the tests know.
    cipher = () if missing() else ("Add a cipher",)
    titles = ("Add a directive", "Add a device", *cipher, "Add a peripheral register", "Add an instruction")
    for title in titles:
        recipe = Recipe(title, copy, build, suite)
        recipe.follow()

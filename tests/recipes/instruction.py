"""The recipe that builds the core in a copy of the tree, in under a minute of two cores: `make recipes`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docs.documents import ROOT
from recipes.steps import Recipe, copy_of_the_tree

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


@pytest.mark.timeout(900)
def test_add_an_instruction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_TARGET_DIR", str(TARGET))

    def build() -> None:
        # As the Makefile does: of what others have written, all is there from the checkout's own build.
        setup = "import setuptools; setuptools.setup()"
        done = recipe.run("python", "-c", setup, "--quiet", "build_rust", "--inplace", "--release")
        assert done.returncode == 0, done.stdout

    def tests() -> None:
        recipe.test("tests/unit/isa", "tests/docs/test_isa_pages.py", "tests/second_reading")
        recipe.test("tests/asm_cases", "tests/vectors", "tests/differential", "-k", "foo or fresh or decode")

    recipe = Recipe("Add an instruction", copy_of_the_tree(tmp_path), {"make build": build, "make test": tests})
    recipe.follow()

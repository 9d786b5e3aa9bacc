"""The recipes that need no compiler, and how steps are read. whole.py follows all three: `make recipes`."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.documents import ROOT
from recipes.steps import ALWAYS, Recipe, changed, copy_of_the_tree, section, tests_of


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("title", ["Add a directive", "Add a device"])
def test_the_recipe_passes_the_tests_that_it_concerns(title: str, tmp_path: Path) -> None:
    Recipe(title, copy_of_the_tree(tmp_path)).follow()


def test_the_tests_are_chosen_by_what_changed() -> None:
    chosen = tests_of(ROOT, ["dsp_asm/dsp56k/asm/directives/data.py", "tests/asm_cases/data/ok_dcn.asm"])
    assert {*ALWAYS, "tests/asm_cases"} < {*chosen}
    assert "tests/unit/cli/test_run.py" not in chosen
    chosen = tests_of(ROOT, ["card/dsp56k/card/board.py", "tests/unit/card/test_registers.py"])
    assert {"tests/unit/card/test_board.py", "tests/unit/card/test_registers.py"} < {*chosen}
    assert "tests/unit/emu/test_bad_arguments.py" in tests_of(ROOT, ["emu/crates/core/src/lib.rs"])


def test_every_block_of_a_recipe_is_a_step() -> None:
    for title in ("Add an instruction", "Add a directive", "Add a device"):
        blocks = section(title)
        assert {block.language for block in blocks} == {"diff", "console"}
        assert all(block.title for block in blocks if block.language == "diff")


def test_a_change_is_made_where_the_block_shows() -> None:
    text = "one\ntwo three\nfour\n"
    assert changed(text, " two ...\n+new\n-four\n", "f") == "one\ntwo three\nnew\n"
    assert changed(text, "+new\n one\n", "f") == "new\none\ntwo three\nfour\n"


@pytest.mark.parametrize("block", [" two\n+new\n", " four\n one\n", "new\n", " ...\n+new\n"])
def test_what_the_file_does_not_show_once_is_no_step(block: str) -> None:
    with pytest.raises(AssertionError, match=r"^f: "):
        changed("one\ntwo three\nfour\n", block, "f")

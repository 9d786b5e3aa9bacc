"""The reader of steps of docs/contributing/recipes.md. whole.py follows the recipes: `make recipes`."""

from __future__ import annotations

import pytest

from docs.documents import ROOT
from recipes.steps import TEST, changed, section

TITLES = ("Add an instruction", "Add a peripheral register", "Add a directive", "Add a cipher", "Add a device")


def test_every_block_of_a_recipe_is_a_step() -> None:
    for title in TITLES:
        blocks = section(title)
        assert {block.language for block in blocks} == {"diff", "console"}
        assert all(block.title for block in blocks if block.language == "diff")


def test_a_cipher_touches_its_sources_its_entry_and_its_vectors() -> None:
    touched = [block.title for block in section("Add a cipher") if block.language == "diff"]
    changed_files = {name for name in touched if (ROOT / name).exists()}
    assert changed_files == {"dsp_asm/dsp56k/lib/algorithms.py", "dsp_asm/dsp56k/lib/__init__.py"}
    assert len(set(touched)) == 8


@pytest.mark.parametrize("title", TITLES)
def test_the_last_step_names_tests_that_exist(title: str) -> None:
    command = section(title)[-1].text.splitlines()[-1].removeprefix("$ ")
    tests = TEST.fullmatch(command)
    assert tests, command
    assert [name for name in tests[1].split() if not (ROOT / name).exists()] == []


def test_a_change_is_made_where_the_block_shows() -> None:
    text = "one\ntwo three\nfour\n"
    assert changed(text, " two ...\n+new\n-four\n", "f") == "one\ntwo three\nnew\n"
    assert changed(text, "+new\n one\n", "f") == "new\none\ntwo three\nfour\n"


@pytest.mark.parametrize("block", [" two\n+new\n", " four\n one\n", "new\n", " ...\n+new\n"])
def test_what_the_file_does_not_show_once_is_no_step(block: str) -> None:
    with pytest.raises(AssertionError, match=r"^f: "):
        changed("one\ntwo three\nfour\n", block, "f")

"""The tree has rooms: no folder holds more modules than a reader takes in at once, and no module is a book."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[3]
TOPS = ("card", "docs", "dsp_asm", "emu", "host_driver", "tests", "tools")
MODULES = (".py", ".rs", ".asm", ".c", ".h", ".inc", ".mac", ".toml", ".md")
ROOM = 15
"""A dozen and a few, besides the module that opens the folder."""
OPENS = ("__init__.py", "mod.rs", "conftest.py")
LISTS = {
    "docs": "documents, in the README's order",
    "docs/isa": "a page for each instruction, made by a script",
    "emu/dsp56k/isa": "the tables of the instruction set, and the modules that read them",
    "host_driver/dsp56k/study/drivers": "a file for each way of using the card",
    "host_driver/dsp56k/study/studies": "a file for each study",
    "tests/asm_cases": "in folders by subject, a small source for each case",
}
"""Folders that are lists, of which a reader opens what he has the name of; with what they list."""
LINES = 600
LONG = {
    **{
        f"dsp_asm/dsp56k/lib/src/bignum/kernels/kernels_{digits}.asm": "straight code, made by dsp56k.lib.kernels"
        for digits in (11, 17, 22, 33, 43)
    },
    **{
        f"docs/diagnostics/{group}.md": "a list of diagnostics, made by a script"
        for group in ("directives", "instructions")
    },
    "host_driver/dsp56k/study/published.toml": "a list of published numbers",
    "tools/faults.toml": "a list of planted faults",
}


@pytest.fixture(scope="module")
def files() -> list[PurePosixPath]:
    """What the project keeps, as far as it is read as text."""
    found = (path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in MODULES)
    return [PurePosixPath(path.relative_to(ROOT)) for path in found if path.is_file()]


def is_list(folder: PurePosixPath) -> bool:
    """A case's folder lies in that of all cases; any other list is named itself."""
    return str(folder) in LISTS or (folder.parts[:2] == ("tests", "asm_cases"))


def test_a_folder_has_about_a_dozen_modules(files: list[PurePosixPath]) -> None:
    sizes = Counter(path.parent for path in files if path.name not in OPENS)
    assert len(sizes) > 100
    assert {str(folder): size for folder, size in sizes.items() if size > ROOM and not is_list(folder)} == {}


def test_no_module_is_a_book(files: list[PurePosixPath]) -> None:
    long = {str(path) for path in files if len((ROOT / path).read_bytes().splitlines()) > LINES}
    assert long == set(LONG)

"""Lazily imported names of a package, which its source lists in a block for type checkers."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = """from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from {package}.one import FIRST as FIRST, SECOND as SECOND
    from {package}.one import third as third
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_names_are_found_with_every_end_of_line(newline: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = f"lazily_imported_{len(newline)}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE.format(package=package), newline=newline)
    (folder / "one.py").write_text("FIRST, SECOND, third = 1, 2, 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = import_module(package)
    assert found.__all__ == ["FIRST", "SECOND", "third"]
    assert f"{package}.one" not in sys.modules
    assert (found.FIRST, found.SECOND, found.third) == (1, 2, 3)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'fourth'"):
        _ = found.fourth

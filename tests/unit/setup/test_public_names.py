"""Public names: each is documented; private names are used only in their package."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = {
    "system": "emu",
    "isa": "emu",
    "objects": "emu",
    "emu": "emu",
    "asm": "dsp_asm",
    "lib": "dsp_asm",
    "testing": "dsp_asm",
    "language": "tools",
    "sleigh": "tools",
    "card": "card",
    "host": "host_driver",
    "study": "host_driver",
    "cli": "tools",
}
FACADES = ("isa", "objects", "emu", "asm", "lib", "testing", "card", "host", "study")


LAZY = ("isa", "emu", "emu/loader", "asm", "lib", "testing", "card", "host", "study")
"""Packages whose modules are imported when one of their names is first used."""


def sources(package: str) -> Iterator[Path]:
    return (ROOT / ROOMS[package] / "dsp56k" / package).rglob("*.py")


@pytest.mark.parametrize("package", FACADES)
def test_every_public_name_is_there_and_documented(package: str) -> None:
    facade = importlib.import_module(f"dsp56k.{package}")
    names = facade.__all__
    assert len(set(names)) == len(names) > 0
    documented = assigned_with_docstring(package)
    for name in names:
        value = getattr(facade, name)
        defined = getattr(value, "__name__", None) == name
        assert own_docstring(value) if defined else name in documented, f"{package}.{name} has no docstring"


@pytest.mark.parametrize("package", FACADES)
def test_every_public_member_of_a_public_class_is_documented(package: str) -> None:
    facade = importlib.import_module(f"dsp56k.{package}")
    for name in facade.__all__:
        value = getattr(facade, name)
        if not inspect.isclass(value) or not value.__module__.startswith("dsp56k."):
            continue
        for member, found in vars(value).items():
            function = found.__func__ if isinstance(found, classmethod | staticmethod) else found
            if not member.startswith("_") and (inspect.isfunction(function) or isinstance(found, property)):
                assert inspect.getdoc(function), f"{package}.{name}.{member} has no docstring"


@pytest.mark.parametrize("package", LAZY)
def test_names_that_are_imported_lazily_are_those_that_a_type_checker_sees(package: str) -> None:
    path = ROOT / ROOMS[package.partition("/")[0]] / "dsp56k" / package / "__init__.py"
    (lazily,) = (node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.If))
    facade = importlib.import_module(f"dsp56k.{package.replace('/', '.')}")
    imports = [node for node in lazily.body if isinstance(node, ast.ImportFrom)]
    assert imports
    for node in imports:
        for alias in node.names:
            assert alias.name in facade.__all__
            # The directory of the library's sources is completed when it is used.
            if alias.name != "SOURCES":
                assert getattr(facade, alias.name) is getattr(importlib.import_module(str(node.module)), alias.name)


@pytest.mark.parametrize("package", ROOMS)
def test_no_module_imports_a_private_name_of_another_package(package: str) -> None:
    seen = 0
    for path in sources(package):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("dsp56k."):
                continue
            seen += 1
            place = [*str(node.module).split("."), *(alias.name for alias in node.names)]
            private = [part for part in place[1:] if part.startswith("_")]
            assert not private or place[1] == package, f"{path}: {private} of {node.module}"
    assert seen or package == "system"


def own_docstring(value: Any) -> bool:
    """Return True if a class or function has a docstring; a dataclass without one has its signature instead."""
    text = value.__doc__ or ""
    return bool(text) and not text.startswith(f"{value.__name__}(")


def assigned_with_docstring(package: str) -> set[str]:
    """The names of the package's modules that are assigned and have a string below them."""
    found = set()
    for path in sources(package):
        text = path.read_text(encoding="utf-8")
        body = ast.parse(text).body
        for node, after in pairwise(body):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def test_the_rules_above_see_what_is_wrong() -> None:
    module = ModuleType("wrong")
    exec("from dataclasses import dataclass\n@dataclass\nclass Bare:\n    field: int = 0\n", vars(module))
    assert not own_docstring(module.Bare)

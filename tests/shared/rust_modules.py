"""Rust's modules and the arrows between them, as `use` lines and `crate::` paths say."""

from __future__ import annotations

import re
from pathlib import Path

USE = re.compile(r"\buse\s+([^;]+);")
IN_LINE = re.compile(r"\b(?:crate|super|self)(?:::\w+)+")


def without_tests(text: str) -> str:
    """Rust source without comments and without a module of tests at its end."""
    text = re.sub(r"//[^\n]*", "", text)
    return text.partition("#[cfg(test)]")[0]


def leaves(tree: str) -> list[str]:
    """The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    tree = re.sub(r"\s+as\s+\w+", "", tree).strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        return [tree]
    inner, depth, parts, start = rest.rsplit("}", 1)[0], 0, [], 0
    for i, letter in enumerate(inner + ","):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            parts.append(inner[start:i])
            start = i + 1
    return [head + leaf for part in parts if part.strip() for leaf in leaves(part)]


def _module(path: Path, crate: Path) -> str:
    """A file's path in the crate: `run::fast`; a folder's `mod.rs` is the folder's."""
    parts = list(path.relative_to(crate).with_suffix("").parts)
    return "::".join(parts[:-1] if parts[-1] == "mod" else parts)


def sources(crate: Path) -> dict[str, str]:
    """The source of each file in a crate's `src`, tests aside."""
    files = [path for path in crate.rglob("*.rs") if path.name != "tests.rs"]
    return {_module(path, crate): without_tests(path.read_text()) for path in files}


def arrows(name: str, text: str, names: set[str]) -> set[str]:
    """The files that a file's paths lead to."""
    declared = [leaf for use in USE.findall(text) for leaf in leaves(use)]
    found = set()
    for leaf in declared + IN_LINE.findall(USE.sub("", text)):
        parts = leaf.split("::")
        if parts[0] == "crate":
            parts = parts[1:]
        elif parts[0] == "super":
            parts = [*name.split("::")[:-1], *parts[1:]]
        elif parts[0] == "self":
            parts = [*name.split("::"), *parts[1:]]
        else:
            parts = [*([] if name == "lib" else name.split("::")), *parts]
        while parts and "::".join(parts) not in names:
            parts = parts[:-1]
        if parts and "::".join(parts) != name:
            found.add("::".join(parts))
    return found

"""The core's sources stand in rooms, one above the other: names and calls go down only.

Names are what `use` lines and `crate::` paths say. Calls are those of the methods that the rooms give to `Core` and
`Dsp56001`, which need no `use`.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CORE = Path(__file__).parents[3] / "emu" / "crates" / "core" / "src"
FLOORS = (
    ("bits", "timeline", "space", "stop"),
    ("error",),
    ("exchange",),
    ("memory", "peripherals"),
    ("state",),
    ("decode", "signals"),
    ("access",),
    ("interpreter",),
    ("chip",),
    ("pins",),
    ("observe",),
    ("run",),
    ("snapshot",),
    ("debug",),
    ("lib",),
)
"""The rooms of `emu/crates/core/src`, lowest first: folders, and the files that stand beside them."""

USE = re.compile(r"\buse\s+([^;]+);")
METHODS = re.compile(r"^impl (Core|Dsp56001) \{(.*?)^\}", re.DOTALL | re.MULTILINE)
CALL = re.compile(r"\b((?:self|chip|twin)\.core|self|core|chip|twin)\.(\w+)\(")
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


def module(path: Path) -> str:
    """A file's path in the crate: `run::fast`; a folder's `mod.rs` is the folder's."""
    parts = list(path.relative_to(CORE).with_suffix("").parts)
    return "::".join(parts[:-1] if parts[-1] == "mod" else parts)


def modules() -> dict[str, str]:
    """The source of each file, tests aside."""
    files = [path for path in CORE.rglob("*.rs") if path.name != "tests.rs"]
    return {module(path): without_tests(path.read_text()) for path in files}


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


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    """For each file the files that it names."""
    sources = modules()
    return {name: arrows(name, text, set(sources)) for name, text in sources.items()}


def test_each_room_has_a_floor(graph: dict[str, set[str]]) -> None:
    rooms = {name.split("::")[0] for name in graph}
    assert rooms == {room for floor in FLOORS for room in floor}


def test_no_arrow_runs_up(graph: dict[str, set[str]]) -> None:
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    wrong = [
        f"{name} -> {target}"
        for name, targets in graph.items()
        for target in targets
        if (above := name.split("::")[0]) != (below := target.split("::")[0]) and height[below] >= height[above]
    ]
    assert wrong == []


def calls(sources: dict[str, str]) -> list[tuple[str, str, str]]:
    """The calls of methods of `Core` and `Dsp56001`: the caller's file, the method, its file."""
    blocks = [(name, owner, block) for name, text in sources.items() for owner, block in METHODS.findall(text)]
    homes = {(owner, method): name for name, owner, block in blocks for method in re.findall(r"\bfn (\w+)", block)}
    outside = [(name, "", METHODS.sub("", text)) for name, text in sources.items()]
    found = []
    for name, owner, block in blocks + outside:
        for receiver, method in CALL.findall(block):
            of = "Core" if receiver.endswith("core") or (receiver, owner) == ("self", "Core") else "Dsp56001"
            if (of, method) in homes and (owner or receiver != "self"):
                found.append((name, method, homes[of, method]))
    return found


def test_no_call_runs_up() -> None:
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    found = calls(modules())
    assert len(found) > 400
    wrong = [
        f"{name} calls {method} of {home}"
        for name, method, home in found
        if (above := name.split("::")[0]) != (below := home.split("::")[0]) and height[below] >= height[above]
    ]
    assert wrong == []


def test_there_is_no_circle_of_files(graph: dict[str, set[str]]) -> None:
    try:
        assert len(list(TopologicalSorter(graph).static_order())) == len(graph)
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_arrows_are_found() -> None:
    names = {"state", "state::agu", "run", "run::stop", "bits"}
    text = "use crate::state::{Core, agu::{Agu, Late}};\nuse super::stop::Limits as L;\nlet m = crate::bits::MASK;"
    assert arrows("run::fast", text, names) == {"state", "state::agu", "run::stop", "bits"}
    assert arrows("run", "pub use stop::Limits;", names) == {"run::stop"}
    assert (
        arrows("run::fast", without_tests("// use crate::bits::X;\n#[cfg(test)] mod t { use crate::bits; }"), names)
        == set()
    )

"""The core's modules are layers: names and calls refer only to lower layers.

Names are those of `use` lines and `crate::` paths. Calls are those of the methods that the layers add to `Core` and
`Dsp56001`, which need no `use`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shared.rust_modules import arrows, sources

CORE = Path(__file__).parents[3] / "emu" / "crates" / "core" / "src"
FLOORS = (
    ("bits", "timeline", "space", "stop"),
    ("error",),
    ("snapshot_codec",),
    ("memory", "peripherals"),
    ("state",),
    ("decode", "signals"),
    ("semantics",),
    ("access",),
    ("interpreter",),
    ("engine",),
    ("chip",),
    ("pins",),
    ("observe",),
    ("run",),
    ("snapshot",),
    ("debug",),
    ("secrets",),
    ("lib",),
)
"""The layers of `emu/crates/core/src`, lowest first: directories, and the files next to them."""

METHODS = re.compile(r"^impl (Core|Dsp56001) \{(.*?)^\}", re.DOTALL | re.MULTILINE)
CALL = re.compile(r"\b((?:self|chip|twin)\.core|self|core|chip|twin)\.(\w+)\(")


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    """For each file the files that it names."""
    texts = sources(CORE)
    return {name: arrows(name, text, set(texts)) for name, text in texts.items()}


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


def calls(texts: dict[str, str]) -> list[tuple[str, str, str]]:
    """The calls of methods of `Core` and `Dsp56001`: the caller's file, the method, its file."""
    blocks = [(name, owner, block) for name, text in texts.items() for owner, block in METHODS.findall(text)]
    homes = {(owner, method): name for name, owner, block in blocks for method in re.findall(r"\bfn (\w+)", block)}
    outside = [(name, "", METHODS.sub("", text)) for name, text in texts.items()]
    found = []
    for name, owner, block in blocks + outside:
        for receiver, method in CALL.findall(block):
            of = "Core" if receiver.endswith("core") or (receiver, owner) == ("self", "Core") else "Dsp56001"
            if (of, method) in homes and (owner or receiver != "self"):
                found.append((name, method, homes[of, method]))
    return found


def test_no_call_runs_up() -> None:
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    found = calls(sources(CORE))
    assert len(found) > 400
    wrong = [
        f"{name} calls {method} of {home}"
        for name, method, home in found
        if (above := name.split("::")[0]) != (below := home.split("::")[0]) and height[below] >= height[above]
    ]
    assert wrong == []

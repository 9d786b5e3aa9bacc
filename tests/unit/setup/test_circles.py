"""No circle of modules, in Python or in Rust: what one names does not name it, by however many others."""

from __future__ import annotations

import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from shared.rust_modules import arrows, sources, without_tests

ROOT = Path(__file__).parents[3]
CRATES = sorted(path.parent / "src" for path in ROOT.glob("*/crates/*/Cargo.toml"))


def refuse_circles(graph: dict[str, set[str]]) -> None:
    try:
        assert len(list(TopologicalSorter(graph).static_order())) == len(graph)
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_python_has_none() -> None:
    """Imports for the sake of types count."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    roots = settings["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph(*roots, exclude_type_checking_imports=False, cache_dir=None)
    assert len(graph.modules) > 400
    refuse_circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.parent.name)
def test_rust_has_none(crate: Path) -> None:
    texts = sources(crate)
    assert len(texts) > 3
    refuse_circles({name: arrows(name, text, set(texts)) for name, text in texts.items()})


def test_arrows_are_found() -> None:
    names = {"state", "state::agu", "run", "run::stop", "bits"}
    text = "use crate::state::{Core, agu::{Agu, Late}};\nuse super::stop::Limits as L;\nlet m = crate::bits::MASK;"
    assert arrows("run::fast", text, names) == {"state", "state::agu", "run::stop", "bits"}
    assert arrows("run", "pub use stop::Limits;", names) == {"run::stop"}
    assert (
        arrows("run::fast", without_tests("// use crate::bits::X;\n#[cfg(test)] mod t { use crate::bits; }"), names)
        == set()
    )

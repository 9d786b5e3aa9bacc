"""A sample of the exhaustive round trip (`make roundtrip` does all 2^24 words), and its teeth."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SAMPLE = 2_000
STEP = 8389


def _script() -> ModuleType:
    path = Path(__file__).parents[2] / "roundtrip.py"
    spec = importlib.util.spec_from_file_location("roundtrip", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_sample_comes_back() -> None:
    assert _script().differences(range(0, SAMPLE * STEP, STEP)) == []


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    script = _script()
    monkeypatch.setattr(script, "disassemble", lambda word, ext=0: ("move    a,b", 1))
    (found,) = script.differences(range(0x208E00, 0x208E01))
    assert found.endswith("move    a,b: 21CF00")

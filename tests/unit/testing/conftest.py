"""The environment of the plugin's tests."""

import pytest


@pytest.fixture(autouse=True)
def at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove CI's variable, with which pytest repeats each complete failure in its summary."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("BUILD_NUMBER", raising=False)

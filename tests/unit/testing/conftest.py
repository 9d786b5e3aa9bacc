"""What the plugin's own tests need of the world around them."""

import pytest


@pytest.fixture(autouse=True)
def at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CI says so, pytest repeats each failure whole in its summary."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("BUILD_NUMBER", raising=False)

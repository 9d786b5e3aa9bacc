"""Notes on tests that fail: the last calls of the routines of the `routine` fixture."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any
from weakref import ReferenceType, ref

import pytest

from dsp56k.lib import Routine
from dsp56k.testing.failure_explanations import explain_call

_PLUGIN = "dsp56k-explaining"


class FailureNotes:
    """The routines that fixtures have created and tests still reference."""

    def __init__(self) -> None:
        """Begin without routines."""
        self._made: list[ReferenceType[Routine]] = []

    def add(self, routine: Routine) -> None:
        """Add a routine by a weak reference."""
        self._made = [*(made for made in self._made if made() is not None), ref(routine)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        """Add the last call of each routine that the test has called to the exception that ends it."""
        before = {id(routine): routine.last_inputs for routine in self._alive()}
        try:
            return (yield)
        except Exception as error:
            for routine in self._alive():
                inputs = routine.last_inputs
                if inputs is not None and inputs is not before.get(id(routine)):
                    explain_call(error, routine, inputs)
            raise

    def _alive(self) -> list[Routine]:
        return [routine for made in self._made if (routine := made()) is not None]


def failure_notes_of(config: pytest.Config) -> FailureNotes:
    """Return the object of this run, and register it at the first call."""
    found = config.pluginmanager.get_plugin(_PLUGIN)
    if not isinstance(found, FailureNotes):
        found = FailureNotes()
        config.pluginmanager.register(found, _PLUGIN)
    return found

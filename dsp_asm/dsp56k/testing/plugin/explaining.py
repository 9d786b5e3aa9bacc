"""Tests that fail say what the routines of the `routine` fixture did last."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any
from weakref import ReferenceType, ref

import pytest

from dsp56k.lib import Routine
from dsp56k.testing.explain import explain_call

_PLUGIN = "dsp56k-explaining"


class Explaining:
    """The routines that fixtures have made and tests still hold."""

    def __init__(self) -> None:
        """None yet."""
        self._made: list[ReferenceType[Routine]] = []

    def add(self, routine: Routine) -> None:
        """One more; it lives no longer for it."""
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


def explaining_of(config: pytest.Config) -> Explaining:
    """That of this run, which takes part in it from the first question on."""
    found = config.pluginmanager.get_plugin(_PLUGIN)
    if not isinstance(found, Explaining):
        found = Explaining()
        config.pluginmanager.register(found, _PLUGIN)
    return found

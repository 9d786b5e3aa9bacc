"""Old names of `dsp56k.emu` and of `Dsp56001`, which work with a warning for one release."""

import pytest

from dsp56k import emu
from dsp56k.emu import Dsp56001, MemoryGuard
from dsp56k.system.properties import RenamedAttribute

OLD_NAMES = [name for name, value in vars(Dsp56001).items() if isinstance(value, RenamedAttribute)]


@pytest.mark.parametrize(("old", "new"), [("PathHash", "ExecutionHash"), ("Start", "InitialState")])
def test_an_old_name_of_the_package_works_with_a_warning(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"dsp56k\.emu\.{old} is deprecated: use {new}"):
        assert getattr(emu, old) is getattr(emu, new)


@pytest.mark.parametrize("name", OLD_NAMES)
def test_an_old_name_of_a_chip_works_with_a_warning(name: str) -> None:
    dsp = Dsp56001()
    with pytest.warns(DeprecationWarning, match=rf"Dsp56001\.{name} is deprecated: use ") as warned:
        value = getattr(dsp, name)
    new: object = dsp
    for part in str(warned[0].message).rsplit(" ", 1)[1].split("."):
        new = getattr(new, part)
    assert value == new
    # The line of the caller, so that it is found.
    assert warned[0].filename == __file__


def test_an_old_name_sets_the_new_attribute() -> None:
    dsp = Dsp56001()
    guard = MemoryGuard(writable=[("X", 0, 15)])
    with pytest.warns(DeprecationWarning, match="use checks.memory_guard"):
        dsp.guard = guard
    assert dsp.checks.memory_guard is guard
    with pytest.warns(DeprecationWarning, match="use checks.refuse_restricted"):
        dsp.refuse_restricted = True
    assert dsp.checks.refuse_restricted


def test_a_chip_has_about_twenty_methods() -> None:
    methods = [name for name, value in vars(Dsp56001).items() if callable(value) and not name.startswith("_")]
    assert len(methods) <= 20, methods

"""`lazy_property`: one value for an object, and no lock. `RenamedAttribute`: an old name, with a warning."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from dsp56k.system.properties import RenamedAttribute, lazy_property


class Object:
    """Counts its computations, each after an action of the test."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self.meanwhile = meanwhile
        self.computed = 0

    @lazy_property
    def value(self) -> int:
        """A value."""
        self.meanwhile()
        self.computed += 1
        return self.computed


def test_a_value_is_computed_once_for_each_object() -> None:
    first, second = Object(lambda: None), Object(lambda: None)
    assert [first.value, first.value, second.value, first.computed] == [1, 1, 1, 1]
    assert Object.value.__doc__ == "A value."


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_another_thread_computes_a_value() -> None:
    begun, end = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        end.wait()

    slow = Object(wait)
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    begun.wait()
    child = os.fork()
    if not child:
        os._exit(Object(lambda: None).value)
    deadline = time.monotonic() + 20
    found = (0, 0)
    while found == (0, 0) and time.monotonic() < deadline:
        found = os.waitpid(child, os.WNOHANG)
        time.sleep(0.001)
    end.set()
    thread.join()
    if found == (0, 0):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert found == (child, 1 << 8)


class Renamed:
    """Has an attribute, a part with another one, and a method, each with an old name."""

    def __init__(self) -> None:
        self.new = 1
        self.part = Object(lambda: None)

    def work(self, *arguments: object, **options: object) -> tuple[object, ...]:
        """Return all arguments."""
        return *arguments, options

    old = RenamedAttribute("new")
    runs = RenamedAttribute("part.computed")
    polish = RenamedAttribute("work", "polish", None)


@pytest.mark.parametrize(("old", "new"), [("old", "new"), ("runs", "part.computed")])
def test_an_old_name_reads_and_writes_the_new_one_with_a_warning(old: str, new: str) -> None:
    thing = Renamed()
    with pytest.warns(DeprecationWarning, match=rf"^Renamed\.{old} is deprecated: use {new}$"):
        setattr(thing, old, 7)
    with pytest.warns(DeprecationWarning, match=rf"^Renamed\.{old} is deprecated: use {new}$"):
        assert getattr(thing, old) == 7
    assert (thing.new, thing.part.computed) == ((7, 0) if old == "old" else (1, 7))


def test_an_old_name_of_a_method_has_its_first_arguments() -> None:
    with pytest.warns(DeprecationWarning, match=r'^Renamed\.polish is deprecated: use work\("polish", None, \.\.\.\)$'):
        assert Renamed().polish(1, hard=2) == ("polish", None, 1, {"hard": 2})


def test_an_old_name_of_a_part_of_a_method_cannot_be_set() -> None:
    """All other work of the method would be replaced, too."""
    thing = Renamed()
    with pytest.raises(AttributeError, match=r'^cannot set Renamed\.polish: it is work\("polish", None, \.\.\.\)$'):
        thing.polish = print
    assert thing.work(1) == (1, {})


def test_an_old_name_is_that_of_an_heir_too() -> None:
    heir = type("Heir", (Renamed,), {})
    with pytest.warns(DeprecationWarning, match=r"^Heir\.old is deprecated: use new$"):
        assert heir().old == 1

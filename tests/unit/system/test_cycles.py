"""The search for unused cycles rests, and goes on as it was."""

import gc
import subprocess
import sys

import pytest

from dsp56k.system.garbage_collection import without_cycle_search


@pytest.mark.parametrize("searching", [True, False])
def test_the_search_is_as_it_was_whatever_ends_the_work(searching: bool) -> None:
    seen = []

    @without_cycle_search()
    def work() -> None:
        seen.append(gc.isenabled())
        raise RecursionError

    before = gc.isenabled()
    try:
        (gc.enable if searching else gc.disable)()
        with pytest.raises(RecursionError):
            work()
        assert gc.isenabled() is searching
    finally:
        (gc.enable if before else gc.disable)()
    assert seen == [False]


def test_a_command_ends_without_a_last_search() -> None:
    code = (
        "import atexit, gc\n"
        "from dsp56k.system.garbage_collection import search_rarely\n"
        "atexit.register(lambda: print(len(gc.get_objects()) < 1000 < gc.get_freeze_count()))\n"
        "print(gc.get_freeze_count() < 1000, gc.get_threshold()[0] >= 10_000)\n"
        "search_rarely()\n"
        "print(gc.get_freeze_count() < 1000, gc.get_threshold()[0] >= 10_000)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split("\n") == ["True False", "True True", "True", ""]


def test_what_the_work_made_is_not_looked_at_as_soon_as_it_ends() -> None:
    code = (
        "import gc\n"
        "from dsp56k.system.garbage_collection import without_cycle_search\n"
        "with without_cycle_search():\n"
        "    made = [[] for _ in range(5000)]\n"
        "young = {id(thing) for thing in gc.get_objects(generation=0)}\n"
        "print(sum(id(thing) in young for thing in made))\n"
        "gc.freeze()\n"
        "frozen = gc.get_freeze_count()\n"
        "with without_cycle_search():\n"
        "    pass\n"
        "print(gc.get_freeze_count() == frozen)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split("\n") == ["0", "True", ""]


def test_cycles_that_the_work_leaves_do_not_pile_up() -> None:
    code = (
        "import gc\n"
        "from dsp56k.system.garbage_collection import without_cycle_search\n"
        "most = 0\n"
        "for _ in range(500):\n"
        "    with without_cycle_search():\n"
        "        for _ in range(1000):\n"
        "            made = []\n"
        "            made.append(made)\n"
        "    most = max(most, len(gc.get_objects()))\n"
        "print(100_000 < most < 120_000)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "True\n"

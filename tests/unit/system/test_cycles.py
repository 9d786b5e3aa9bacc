"""The search for unused cycles rests, and goes on as it was."""

import gc

import pytest

from dsp56k.system.cycles import without_cycle_search


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

"""The set-up of all tests: deterministic hypothesis runs, a cache directory in the checkout, and a ^C that behaves as
at a terminal.
"""

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dsp56k.emu import validation
from dsp56k.system.garbage_collection import without_cycle_search

settings.register_profile(
    "dsp56k",
    derandomize=True,
    # Emulated code is timed in clocks; the wall clock of a loaded machine says nothing.
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("dsp56k")

# Tests and the processes that they start do not change the user's files.
os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parents[1] / "build" / "cache")

# If the environment selects the JIT, code is compiled at once: few test programs reach the normal threshold.
if os.environ.get(validation.ENGINE_VARIABLE) == "jit":
    validation.ARRIVALS = 1

# A shell that starts a command in the background lets it, and all that it starts, ignore ^C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without garbage collections: they take a sixth of the time, because all items remain in use."""
    with without_cycle_search():
        return (yield)


@pytest.fixture
def hangups_heard() -> Iterator[None]:
    """Let SIGHUP end the processes of a test, as it does without nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)

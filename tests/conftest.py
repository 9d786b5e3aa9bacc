"""What every test shares: deterministic hypothesis runs, a cache folder of the checkout's own, and a ^C that means what
it does at a terminal.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dsp56k.emu import validation

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

# Tests leave the user's files alone; processes that they start do, too.
os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parents[1] / "build" / "cache")

# Where the environment asks for generated code it is made at once: few programs of tests come back a thousand times.
if os.environ.get(validation.ENGINE_VARIABLE) == "jit":
    validation.ARRIVALS = 1

# A shell that starts a command in the background lets it, and all that it starts, ignore ^C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def hangups_heard() -> Iterator[None]:
    """SIGHUP ends what a test starts, as it would outside nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)

"""What every test shares: deterministic hypothesis runs, and a ^C that means what it does at a terminal."""

import signal

from hypothesis import HealthCheck, settings

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

# A shell that starts a command in the background lets it, and all that it starts, ignore ^C.
signal.signal(signal.SIGINT, signal.default_int_handler)

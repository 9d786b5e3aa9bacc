"""Limits of a proof: processor time and memory, after which its answer is `Unknown`."""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

from dsp56k.lib.errors import OperandError
from dsp56k.system.text import described
from dsp56k.testing.proofs.domain import UnsupportedError

DEFAULT_SECONDS = 60.0
DEFAULT_MEGABYTES = 2048
_MEGABYTE = 1 << 20
_STATM = Path("/proc/self/statm")


class Limits:
    """Processor time from now on, and memory in addition to that in use now.

    Memory is that of the process: its current size on Linux, its largest size on other systems with `getrusage`. On
    Windows only the solver's memory is limited.

    Attributes:
        megabytes: memory in addition to that in use when the count began.
        process_megabytes: size of the process that this allows.
    """

    def __init__(self, seconds: float, megabytes: float) -> None:
        """Begin to count.

        Raises:
            OperandError: a limit is not a positive number.
        """
        limits: dict[str, object] = {"seconds": seconds, "megabytes": megabytes}
        for name, value in limits.items():
            if not isinstance(value, int | float) or not 0 < value < math.inf:
                raise OperandError(f"{name} must be a positive number, got {described(value)}", name=name, value=value)
        self.megabytes = megabytes
        self._seconds = seconds
        self._end = time.process_time() + seconds
        self.process_megabytes = _used_bytes() / _MEGABYTE + megabytes

    def remaining_seconds(self) -> float:
        """Return the processor time that is left.

        Raises:
            UnsupportedError: none is left.
        """
        left = self._end - time.process_time()
        if left <= 0:
            raise UnsupportedError(f"the time of {self._seconds:g} seconds is used up")
        return left

    def check(self) -> None:
        """Continue if neither limit is exceeded.

        Raises:
            UnsupportedError: one is.
        """
        self.remaining_seconds()
        if _used_bytes() > self.process_megabytes * _MEGABYTE:
            raise UnsupportedError(f"the memory of {self.megabytes:g} megabytes is used up")


def _used_bytes() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    except OSError:
        largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return largest if sys.platform == "darwin" else largest << 10

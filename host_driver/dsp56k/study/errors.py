"""What can be wrong with a study, with the files it names, and with running it."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class StudyError(Dsp56kError):
    """A mistake in a study, or in a file it needs; where known with the fields `path`, `line` and `key`."""


class ExecutionError(Dsp56kError):
    """Tasks could not be run: a scheduler that is away, workers that ended. Fields `executor`, `reason`."""

"""Errors of a study, of the files it names, and of its execution."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class StudyError(Dsp56kError):
    """A study, or a file it needs, is invalid; fields `path`, `line` and `key` where known."""


class ExecutionError(Dsp56kError):
    """Tasks could not be run: a scheduler does not respond, or workers ended. Fields `executor`, `reason`."""

"""The console of the debugger. Importing it gives the console its verbs."""

from dsp56k.debug.console import changing, looking, moving, stopping

__all__ = ["changing", "looking", "moving", "stopping"]

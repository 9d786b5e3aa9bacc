"""The debug adapter. Importing it gives the adapter its requests."""

from dsp56k.debug.adapter import looking, memory, moving, starting, stopping

__all__ = ["looking", "memory", "moving", "starting", "stopping"]

"""The debug adapter. Importing it registers the request handlers."""

from dsp56k.debug.adapter import breakpoints, execution, inspection, lifecycle, memory

__all__ = ["breakpoints", "execution", "inspection", "lifecycle", "memory"]

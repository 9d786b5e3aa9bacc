"""Words of an assembly with errors."""

from __future__ import annotations


class FailedAssemblyWords(dict[tuple[str, int], int]):
    """The words of a source with errors, by (space, address): they can be inspected, but the loaders reject them."""

"""The compilers whose bytes and clocks the tests know."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable

PINNED = {"gcc": "12.2.0", "nasm": "2.16.01", "ld": "2.40"}


def missing(tools: Iterable[str] = PINNED) -> str | None:
    """Why programs cannot be made to the byte here, or None."""
    for tool in tools:
        path = shutil.which(tool)
        if path is None:
            return f"{tool} is not installed"
        shown = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        if PINNED[tool] not in shown:
            return f"{tool} is not {PINNED[tool]}"
    return None

"""Headers of the library's assembly sources: the calling convention of each routine."""

from __future__ import annotations

import re

PURPOSE = "purpose"
ENTRIES = (PURPOSE, "In", "Out", "Changes", "Clocks", "Words", "Bounds", "Accuracy")
"""Entries of a header in their order. The purpose is the text before the first one."""
_COMMENTED = re.compile(r"^((?:;.*\n)+)(\w+)$", re.MULTILINE)
_ENTRY = re.compile(r"; (In|Out|Changes|Clocks|Words|Bounds|Accuracy): (.+)")


def headers_of(source: str) -> dict[str, dict[str, str]]:
    """Return the entries of each routine's header by its label.

    A comment without `Changes` belongs to a table or to a label that is only jumped to.

    Raises:
        ValueError: an entry twice, or a line that does not continue one.
    """
    found = {}
    for comment, routine in _COMMENTED.findall(source):
        if "; Changes: " not in comment:
            continue
        header = {PURPOSE: ""}
        for line in comment.splitlines():
            entry = _ENTRY.match(line)
            if entry and entry[1] not in header:
                header[entry[1]] = entry[2]
            elif not entry and len(header) > 1 and line.startswith(";   "):
                header[list(header)[-1]] += line[3:]
            elif not entry and len(header) == 1:
                header[PURPOSE] += line[1:]
            else:
                raise ValueError(f"{routine}: unexpected line {line!r} in its header")
        found[routine] = header
    return found

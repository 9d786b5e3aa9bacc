"""What a compiler reads, from the rule for `make` that it writes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from dsp56k.host.errors import CompileError

_NAME = re.compile(r"(?:\\[ #]|\$\$|\S)+")
_ESCAPED = re.compile(r"\\([ #])|\$(\$)")


def check_dependencies(rule: Path, folders: Sequence[Path], path: str, unread: Iterable[str] = ()) -> None:
    """Refuse a source that reads a file outside of `folders`.

    Args:
        rule: the file with the rule.
        folders: real paths of folders.
        path: the source, for messages.
        unread: names that the rule has though they were not read.

    Raises:
        CompileError: with the file that it reads.
    """
    text = os.fsdecode(rule.read_bytes()).replace("\\\n", " ")
    for name in _NAME.findall(text.partition(": ")[2]):
        read = _ESCAPED.sub(r"\1\2", name)
        real = Path(read).resolve()
        if read not in unread and not any(real.is_relative_to(folder) for folder in folders):
            raise CompileError(f"{path}: reads {read}, which lies in no folder of its sources", path=path)

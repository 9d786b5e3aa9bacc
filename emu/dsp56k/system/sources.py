"""Search for a program's source files: an object file has their names as the assembler was given them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path


def find_source(name: str, folders: Sequence[Path]) -> Path | None:
    """Return the path of a source file of a program, or None.

    Args:
        name: the name in the object file.
        folders: where to look: the program's folder first, and the working directory last, which may have another
            project's file of that name.
    """
    return next((path for path in _candidates(Path(name), folders) if path.is_file()), None)


def _candidates(name: Path, folders: Sequence[Path]) -> Iterator[Path]:
    yield from (folder / name for folder in folders)
    if len(name.parts) > 1:
        # The program was assembled in a folder above.
        yield from (above / name for folder in folders[:1] for above in folder.resolve().parents)
    yield from (folder / name.name for folder in folders)
    yield from (name, Path(name.name))


def note_if_newer(source: Path, program: Path) -> str | None:
    """Return a note for the user if a source file was changed after its program was made."""
    try:
        is_newer = source.stat().st_mtime_ns > program.stat().st_mtime_ns
    except OSError:
        return None
    return f"{source} is newer than {program}: its lines may be elsewhere in the program" if is_newer else None

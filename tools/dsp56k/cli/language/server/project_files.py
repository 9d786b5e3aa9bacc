"""The project files of a session, and the libraries that they name. Each file is read again when it has changed."""

from __future__ import annotations

from pathlib import Path

from dsp56k.asm import Diagnostic
from dsp56k.asm.link import Library, Module
from dsp56k.cli.objects import read_input
from dsp56k.isa.errors import Dsp56kError
from dsp56k.language.project import Project, ProjectFile, find_project_file, read_project_file

_Version = tuple[int, int]


def _version(path: Path) -> _Version | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


class ProjectFiles:
    """The project file of each source. `given` are the settings of the command and the editor, for all sources."""

    def __init__(self, given: Project) -> None:
        self.given = given
        self._known: dict[Path, tuple[_Version | None, ProjectFile]] = {}
        # By directory of the sources.
        self._of: dict[Path, ProjectFile | None] = {}
        self._libraries: dict[Path, tuple[_Version | None, Module | Library]] = {}

    def of(self, source: Path) -> ProjectFile | None:
        """Return the project file of a source, as it was read last."""
        if source.parent not in self._of:
            self._of[source.parent] = self._read(find_project_file(source))
        return self._of[source.parent]

    def settings_of(self, source: Path) -> Project:
        """Return the settings of a source."""
        file = self.of(source)
        return file.settings_of(source) if file is not None else self.given

    def refresh(self, source: Path) -> tuple[ProjectFile | None, ProjectFile | None]:
        """Return the project file of a source as it was and as it is now: the same object if nothing has changed."""
        path = find_project_file(source)
        known = self._known[path][1] if path in self._known else None
        before, now = self._of.get(source.parent, known), self._read(path)
        if now is not before:
            # Other directories may have the same file.
            self._of.clear()
        self._of[source.parent] = now
        return before, now

    def _read(self, path: Path | None) -> ProjectFile | None:
        if path is None:
            return None
        version, known = _version(path), self._known.get(path)
        if known is not None and known[0] == version and not known[1].problems:
            return known[1]
        # A file that a problem names may exist by now.
        file = read_project_file(path, self.given)
        if known is None or file != known[1]:
            known = version, file
        self._known[path] = version, known[1]
        return known[1]

    def read_libraries(self, file: ProjectFile) -> tuple[list[Module | Library], list[Diagnostic]]:
        """Return the libraries and object modules of a project file, and a problem for each that cannot be read."""
        found: list[Module | Library] = []
        problems = []
        for path in file.libraries:
            version, known = _version(path), self._libraries.get(path)
            try:
                if known is None or known[0] != version:
                    known = self._libraries[path] = version, read_input(path)
            except (OSError, Dsp56kError) as error:
                problems.append(file.problem("libraries", f"cannot read {path.name}: {error}", path.name))
            else:
                found.append(known[1])
        return found, problems

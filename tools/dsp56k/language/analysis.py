"""Assembled programs, with the contents of open documents instead of the files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.asm import Diagnostic, ObjectFile, Span, SymbolRecord
from dsp56k.asm.assembler import assemble_to_fixed_point, build_object_file
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics.model import FatalSourceError
from dsp56k.asm.link import Library, Module, link, messages
from dsp56k.asm.passes.pass_state import Session
from dsp56k.asm.source.files import SourceText, from_file, from_text
from dsp56k.isa import DSP56001
from dsp56k.language.project import Project, real
from dsp56k.objects.module import Ident
from dsp56k.objects.word_sizes import NO_SPACE
from dsp56k.system.garbage_collection import without_cycle_search
from dsp56k.system.properties import lazy_property
from dsp56k.system.text import decode_text

# A value has at most 48 bits.
_LONG_MASK = (1 << 48) - 1


@dataclass(frozen=True)
class Analysis:
    """An assembled program or module: `root` is its first file, `files` are the real paths of all files that were read.

    `texts` are the contents that were assembled instead of files; `chip` is the one whose instructions are allowed.
    """

    root: Path
    obj: ObjectFile
    macros: Mapping[str, Span]
    files: frozenset[Path]
    texts: Mapping[Path, str] = field(default_factory=dict)
    chip: str = DSP56001

    @lazy_property
    def symbols(self) -> dict[tuple[str, str], SymbolRecord]:
        """Every symbol by name and section; the section of global symbols is ""."""
        table = {}
        for record in self.obj.symbol_table:
            table[record.name, "" if record.exported else record.section] = record
        return table

    def symbol(self, name: str, section: str = "") -> SymbolRecord | None:
        """Return the symbol of a name within a section, or that of the only section that defines it."""
        found = self.symbols.get((name, section)) or self.symbols.get((name, ""))
        return found or next((record for (known, _), record in self.symbols.items() if known == name), None)

    def is_of(self, texts: Mapping[Path, str]) -> bool:
        """Return True if the open documents `texts` are those that were assembled."""
        return self.texts == {file: text for file, text in texts.items() if file in self.files}

    @lazy_property
    def public(self) -> dict[str, SymbolRecord]:
        """Every symbol that other modules can use, by name."""
        table = self.obj.symbol_table
        return {record.name: record for record in table if record.exported or not record.section}

    @lazy_property
    def externals(self) -> frozenset[str]:
        """Names that a module uses and does not define."""
        relocation = self.obj.relocation
        return frozenset(name for _, name in relocation.externals) if relocation is not None else frozenset()

    @lazy_property
    def instructions(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """Return the words in P memory of each line, by file name and number from 1, from its first reading."""
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for run in (run for run in self.obj.runs if run.run_space == "P"):
            ends = [*(index for index, _, _ in run.lines[1:]), len(run.words)]
            for (first, file, line), last in zip(run.lines, ends, strict=True):
                found.setdefault((file, line), tuple(run.words[first:last]))
        return found


def value_of(record: SymbolRecord) -> str:
    """Format a symbol's value with its memory space, as in a source; a relocatable one as its offset."""
    if record.expression:
        return "computed by the linker"
    space = f"{record.space}:" if record.space != NO_SPACE else ""
    sign = "+" if record.base is not None else ""
    return f"{space}{sign}${record.value & _LONG_MASK:X}" if isinstance(record.value, int) else str(record.value)


_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Surrogates: an editor sends them if it has split a pair. UTF-8 cannot encode them."""


def analyze(path: Path, texts: Mapping[Path, str], project: Project, budget: Budget | None = None) -> Analysis:
    """Assemble the program of a file; `texts` are the contents of open documents, by real path.

    Raises:
        CancelledError: `budget` was cancelled meanwhile.
    """
    path = real(path)
    budget = budget or Budget()
    try:
        given = {place: source_text(place, text) for place, text in texts.items() if _is_source(text)}
        first = given.get(path) or from_file(path)
    except FatalSourceError as error:
        diagnostic = Diagnostic(error.kind.code, error.kind.severity, error.wording, None, (), error.kind.help)
        return Analysis(
            path, ObjectFile(Ident(path.stem), [], [], diagnostics=[diagnostic], errors=1), {}, frozenset({path})
        )
    session = Session(
        (first,),
        project.include_paths,
        project.maclib_paths,
        dict(project.defines),
        project.options,
        project.relative,
        project.chip,
        budget,
        given,
    )
    with without_cycle_search():
        last = assemble_to_fixed_point(session)
        obj = build_object_file(session, last)
    macros = {name: span for (_, name), span in last.macros.places.items()}
    files = frozenset({path, *map(real, session.files.read_so_far)})
    used = {file: text for file, text in texts.items() if file in files}
    return Analysis(path, obj, macros, files, used, project.chip)


def source_text(path: Path, text: str) -> SourceText:
    """Return a document's text as its file would be read, byte by byte. Raises FatalSourceError."""
    content = _HALVES.sub("?", text).encode("utf-8", "surrogateescape")
    return from_text(str(path), decode_text(content, "latin-1"), path.parent)


def _is_source(text: str) -> bool:
    return "\0" not in text


def same_program(one: ObjectFile, other: ObjectFile) -> bool:
    """Return True if two assemblies have the same words at the same addresses, and errors of the same kinds."""

    def made(obj: ObjectFile) -> tuple[object, ...]:
        runs = [(run.space, run.address, run.run_space, run.run_address, run.words, run.fixups) for run in obj.runs]
        return runs, obj.start, error_codes(obj)

    return made(one) == made(other)


def error_codes(obj: ObjectFile) -> list[tuple[str, int]]:
    """Return the codes and lines of an assembly's diagnostics."""
    return sorted((entry.code, entry.span.line if entry.span else 0) for entry in obj.diagnostics)


# Errors that do not depend on the addresses of sections, which the project file does not have.
_CODES = frozenset(kind.code for kind in (messages.UNRESOLVED, messages.MULTIPLE, messages.LOCAL_TWICE))


def link_names(modules: Sequence[Analysis], others: Sequence[Module | Library]) -> list[Diagnostic]:
    """Return the linker's diagnostics of the names of modules; `others` are object modules and libraries.

    Return none if a module has an error, because any of its names may be missing.
    """
    if not all(module.obj.ok for module in modules):
        return []
    inputs = [Module(str(module.root), module.obj) for module in modules]
    return [entry for entry in link([*inputs, *others]).obj.diagnostics if entry.code in _CODES]

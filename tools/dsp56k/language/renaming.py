"""Renaming of a symbol in all files of a program, if the words of the program do not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsp56k.asm import ObjectFile
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.link import Module, link
from dsp56k.asm.program.symbols import RESERVED, check_name
from dsp56k.isa.errors import Dsp56kError
from dsp56k.language.analysis import Analysis, analyze, error_codes, same_program
from dsp56k.language.queries import find_external, references
from dsp56k.language.symbol_index import SymbolOccurrence, is_name
from dsp56k.language.view import SourceRange, View


class RenameError(Dsp56kError):
    """A name cannot be used: it is invalid, it is taken, or the program would change."""


def rename_edits(view: View, line: int, column: int, new: str) -> list[SourceRange]:
    """Return the ranges to change so that the name at a position becomes another.

    Raises:
        RenameError: The position has no name, the program does not define the name or is not assembled yet, the new
            name is invalid or taken, or the words would change.
    """
    place = view.names.at(line, column)
    places = references(view, line, column)
    if place is None or not places:
        raise RenameError("cannot rename: no symbol at this position")
    old = place.name
    if view.missing:
        raise RenameError(f"cannot rename {old}: {view.missing[0].name} is not assembled yet; repeat the request")
    if _is_undefined(view, place):
        raise RenameError(f"cannot rename {old}: no source of the program defines it; rename it in its library")
    try:
        check_name(new)
    except SourceError as error:
        raise RenameError(f"{new}: {error}") from error
    if new.upper() in RESERVED or not is_name(new):
        raise RenameError(f"cannot rename to {new}: it is a reserved word of the assembler")
    if old.startswith("_") != new.startswith("_"):
        raise RenameError("cannot rename: a local name must begin with an underscore, and other names must not")
    if view.analysis is not None:
        _check_unchanged(view, places, new)
    return places


def _is_undefined(view: View, place: SymbolOccurrence) -> bool:
    """Return True if a name is that of a symbol that no module defines."""
    if view.analysis is None or place.scope[0] in ("local", "macro"):
        return False
    return place.name in view.analysis.externals and find_external(view, place.name) is None


def _check_unchanged(view: View, places: Sequence[SourceRange], new: str) -> None:
    """Assemble and link the program with the new name, and check that its words do not change."""
    assert view.analysis is not None
    texts = dict(view.texts)
    for path in {place.path for place in places}:
        lines = list(view.lines_of(path))
        for place in sorted((place for place in places if place.path == path), reverse=True):
            text = lines[place.line]
            lines[place.line] = text[: place.first] + new + text[place.last :]
        texts[path] = "\n".join(lines) + "\n"
    old = [_assembled(view, module, view.texts) for module in (view.analysis, *view.modules)]
    renamed = [_assembled(view, module, texts) for module in old]
    if not all(map(_same_module, old, renamed)) or not same_program(_linked(old), _linked(renamed)):
        raise RenameError(
            f"cannot rename to {new}: the program would change, because the name is in use or occurs in replaced text"
        )


def _assembled(view: View, module: Analysis, texts: Mapping[Path, str]) -> Analysis:
    """Return a module assembled with these texts."""
    return module if module.is_of(texts) else analyze(module.root, texts, view.project)


def _same_module(one: Analysis, other: Analysis) -> bool:
    return error_codes(one.obj) == error_codes(other.obj)


def _linked(modules: Sequence[Analysis]) -> ObjectFile:
    """Return the program of modules; a single program is not linked."""
    first, *others = modules
    if not others:
        return first.obj
    return link([Module(str(module.root), module.obj) for module in modules]).obj

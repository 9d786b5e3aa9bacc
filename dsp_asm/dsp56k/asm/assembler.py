"""The assembler's functions `assemble` and `assemble_file`, and the passes between source and object file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import SupportsIndex, TypedDict, Unpack

from dsp56k.asm import arguments
from dsp56k.asm.arguments import ArgumentError
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Diagnostic, FatalSourceError
from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.expressions.relocation import user_expression
from dsp56k.asm.object_file import ObjectFile
from dsp56k.asm.passes.assembly_pass import Pass
from dsp56k.asm.passes.overlaps import report_overlaps
from dsp56k.asm.passes.pass_state import Session
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.files import SourceText, find, from_file, from_text
from dsp56k.isa.chips import DSP56001
from dsp56k.objects.module import Ident, Relocation, SymbolRecord
from dsp56k.system.garbage_collection import without_cycle_search

# Two passes are Motorola's (ASM 1.5). A third resolves symbols that depend on SET symbols of the next pass.
MAX_PASSES = 4

Paths = Sequence[str | PathLike[str]]


class Settings(TypedDict, total=False):
    """Keyword arguments of `assemble`, `assemble_file` and `assemble_files`."""

    include_paths: Paths
    """Directories for INCLUDE, after the current one; the last one given is searched first (ASM 1.4, -I)."""
    maclib_paths: Paths
    """Directories with a file for each macro (-M)."""
    defines: Mapping[str, str | SupportsIndex | float] | None
    """DEFINE symbols and their strings, or numbers (-D)."""
    options: Sequence[str]
    """Options as in OPT (-O)."""
    relative: bool
    """Build a relocatable module for the linker instead of absolute addresses (ASM 4.4)."""
    chip: str
    """The chip whose instructions are allowed, "DSP56001" or "DSP56002"; the emulator has only the first."""


def assemble(text: str, *, name: str = "source.asm", **settings: Unpack[Settings]) -> ObjectFile:
    """Assemble source text. Errors of the source are in the result's diagnostics.

    Args:
        text: The source.
        name: The file name that diagnostics show.
        settings: include_paths, maclib_paths, defines, options, relative, chip; `dsp56k.asm.assembler.Settings`
            explains each of them.

    Raises:
        ArgumentError: an argument of the wrong type, or an unknown chip.
    """
    if not isinstance(text, str):
        raise ArgumentError(
            f"the source must be a str, got {type(text).__name__}; assemble_file reads files", field="text", value=text
        )
    try:
        source = from_text(arguments.require_str(name, "name"), text)
    except FatalSourceError as error:
        return _unreadable(name, error)
    return _assemble([source], **settings)


def assemble_file(path: str | PathLike[str], **settings: Unpack[Settings]) -> ObjectFile:
    """Assemble a file; a name without an extension gets .asm. Arguments as for `assemble`."""
    return assemble_files([path], **settings)


def assemble_files(paths: Paths, **settings: Unpack[Settings]) -> ObjectFile:
    """Assemble files, at least one, as one source: they are read one after another (ASM 1.4). See `assemble_file`."""
    sources: list[SourceText] = []
    given = [arguments.require_path(path, "a source file") for path in arguments.require_list(paths, "paths")]
    if not given:
        raise ArgumentError("paths must have at least one source file, got none", field="paths", value=paths)
    for path in given:
        try:
            known = path if path.is_file() else find(path.name, [path.parent]) or path
            sources.append(from_file(known))
        except FatalSourceError as error:
            return _unreadable(str(path), error)
    return _assemble(sources, **settings)


def _assemble(
    sources: Sequence[SourceText],
    *,
    include_paths: Paths = (),
    maclib_paths: Paths = (),
    defines: Mapping[str, str | SupportsIndex | float] | None = None,
    options: Sequence[str] = (),
    relative: bool = False,
    chip: str = DSP56001,
) -> ObjectFile:
    session = Session(
        tuple(sources),
        _folders(include_paths, "include_paths"),
        _folders(maclib_paths, "maclib_paths"),
        arguments.replacements(defines),
        tuple(arguments.require_str(option, "an option") for option in arguments.require_list(options, "options")),
        relative=relative,
        chip=arguments.require_chip(chip),
    )
    # A pass creates hardly any cycles.
    with without_cycle_search():
        return build_object_file(session, assemble_to_fixed_point(session))


def assemble_to_fixed_point(session: Session) -> Pass:
    """Run as many passes as the symbols need, and return the last one.

    Raises CancelledError if the budget was cancelled.
    """
    number = 1
    last = Pass(session, number, DIRECTIVES)
    last.run()
    # Without a forward reference the first pass has done everything; a fatal error ends the run.
    while _unsettled(last) and number < MAX_PASSES:
        number += 1
        last = Pass(session, number, DIRECTIVES)
        last.run()
    if last.scope.moved_labels and not last.report.log.errors:
        last.report.add(messages.PHASE, None, count=last.scope.moved_labels)
    if last.options["W"] and not last.report.log.errors:
        report_overlaps(session, last.output, last.report.log)
    return last


def _folders(paths: Paths, name: str) -> tuple[Path, ...]:
    return tuple(
        arguments.require_path(folder, f"a directory of {name}") for folder in arguments.require_list(paths, name)
    )


def _unsettled(last: Pass) -> bool:
    if last.scope.number == 1:
        return last.scope.forward_references and not last.fatal
    return last.scope.moved_labels > 0 and not last.report.log.errors


def build_object_file(session: Session, last: Pass) -> ObjectFile:
    """Return the object file of the last pass."""
    start = last.output.first_code
    if last.start is not None and isinstance(last.start.number, int):
        start = last.start.number
    relocation = _relocation(session, last) if session.relative else None
    if relocation is not None and (last.start is None or relocation.start):
        # Without an END address the linker decides.
        start = None
    table = _symbol_records(session.symbols, last)
    return ObjectFile(
        last.ident or Ident(Path(session.main.name).stem, from_file=True),
        last.output.records,
        table,
        start,
        relocation,
        [] if session.relative else _exported(table, last),
        errors=last.report.log.errors,
        diagnostics=last.report.log.entries,
        listing=last.listing.lines,
        listing_settings=last.listing.settings,
        warnings=last.report.log.warnings,
        usage=last.usage,
    )


def _exported(table: list[SymbolRecord], last: Pass) -> list[str]:
    """Return the names that a load file shows: all with OPT SO, else those of SYMOBJ (ASM 6.3)."""
    if last.options["SO"]:
        return [symbol.name for symbol in table if symbol.kind != "set" or symbol.exported]
    return list(last.exported_symbols)


def _relocation(session: Session, last: Pass) -> Relocation:
    """Return the relocation records of an assembly in relative mode."""
    start = last.start
    return Relocation(
        list(session.symbols.sections),
        last.locations.extents(),
        list(last.scope.externals),
        user_expression(start, "P", 0) if start is not None and start.linked else "",
        last.locations.overlays,
    )


def _symbol_records(table: SymbolTable, last: Pass) -> list[SymbolRecord]:
    """Return the symbols of the last pass, in the order of their first definition within each section."""
    constants = ("equ", "=") if last.options["CONST"] else ()
    return [
        SymbolRecord(
            symbol.name,
            symbol.number,
            symbol.space,
            symbol.kind,
            symbol.section,
            symbol.span,
            symbol.public,
            symbol.base,
            symbol.late,
        )
        for section in table.sections.values()
        for symbol in section.symbols.values()
        if symbol.met == last.scope.number and symbol.kind not in constants
    ]


def _unreadable(name: str, error: FatalSourceError) -> ObjectFile:
    kind = error.kind
    diagnostic = Diagnostic(kind.code, kind.severity, error.wording, None, (), kind.help)
    return ObjectFile(Ident(Path(name).stem), [], [], diagnostics=[diagnostic], errors=1)

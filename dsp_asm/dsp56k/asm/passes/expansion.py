"""Macros and other inputs of a pass: calls, repetitions, INCLUDE, and macros found in libraries (ASM chapter 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import INCLUDED, Advice, Frame, FrameKind, SourceError
from dsp56k.asm.passes.pass_state import Session, Workspace
from dsp56k.asm.passes.scope import Scope
from dsp56k.asm.source.files import SUPPLIED
from dsp56k.asm.source.line_sources import FileInput, MacroInput, ReplayInput
from dsp56k.asm.source.macros import Macro, argument_text, numbered_arguments, parse_arguments
from dsp56k.asm.source.statements import Statement
from dsp56k.objects.module import Span

_SHOWN_PLACES = 10


@dataclass(slots=True)
class Conditional:
    """An open IF: its line, and whether its ELSE has been read."""

    span: Span | None
    seen_else: bool = False


def _places(folders: Sequence[Path | None]) -> Advice:
    """Return a note with the directories in which a file was searched."""
    places = [*dict.fromkeys(str(folder or Path()) for folder in folders)]
    more = f" and {len(places) - _SHOWN_PLACES} more" if len(places) > _SHOWN_PLACES else ""
    return Advice((f"looked in {', '.join(places[:_SHOWN_PLACES])}{more}",))


class Expansion:
    """The inputs of lines: macro calls and files. `conditionals` are the IFs open around the current line."""

    def __init__(self, session: Session, space: Workspace, scope: Scope) -> None:
        self.session = session
        self.macro_folders = list(session.macro_folders)
        self.conditionals: list[Conditional] = []
        self._space = space
        self._scope = scope
        self._reader = space.reader
        self._macros = space.macros
        self._expansions = 0

    def call(self, macro: Macro, parts: Statement) -> None:
        """Expand a macro."""
        if parts.label:
            self._scope.define_label(parts)
        field_text = argument_text(parts.operands)
        arguments = parse_arguments(field_text)
        given, taken = len(arguments), len(macro.dummies)
        if macro.numbered is not None:
            arguments = numbered_arguments(arguments, self._expansions)
        elif given != taken:
            kind = messages.TOO_MANY_ARGUMENTS if given > taken else messages.TOO_FEW_ARGUMENTS
            self._space.report.warn_at(
                kind, parts.operands_column, max(1, len(field_text)), name=macro.name, count=taken
            )
        if self._space.options["MC"]:
            self._space.listing.statement(parts)
        self.expand(macro, [arguments], self.here("macro", macro.name))

    def expand(
        self,
        macro: Macro,
        rounds: Sequence[Sequence[str]],
        chain: tuple[Frame, ...],
        *,
        sees_outside: bool = False,
    ) -> None:
        """Read the expansions of a body next; `chain` begins with the statement that requires them."""
        self.session.budget.work -= costs.EFFECT
        scope, depth = self.new_scope(), len(self.conditionals)
        self._reader.push(
            MacroInput(
                macro,
                rounds,
                self._scope.number_of,
                self.session.budget,
                chain,
                scope,
                depth,
                sees_outside=sees_outside,
            )
        )

    def close_conditionals(self, depth: int, *, report: bool) -> None:
        """Drop the IFs opened since there were `depth` of them."""
        while len(self.conditionals) > depth:
            conditional = self.conditionals.pop()
            if report:
                self._space.report.add(messages.MISSING_ENDIF, conditional.span)

    def new_scope(self) -> int:
        """Return a number for the local labels of an expansion."""
        self._expansions += 1
        return self._expansions

    def here(self, kind: FrameKind, name: str) -> tuple[Frame, ...]:
        """Return the chain of frames for lines that the current statement brings in, the innermost first."""
        reader = self._reader
        return (Frame(kind, name, reader.file, reader.line, reader.raw), *reader.chain)

    def include(self, name: str, column: int, length: int, folders: list[Path | None]) -> None:
        """Read a file next. Raises SourceError, about the operand at a column, if there is no file of that name."""
        path = self.session.files.find(name, [*folders, SUPPLIED])
        if path is None:
            error = SourceError(messages.CANNOT_OPEN_INCLUDE, column, length, name=name)
            error.hint = lambda: _places(folders)
            self._space.report.miss_file(column, length)
            self.session.symbols.incomplete = True
            raise error
        self._reader.push(FileInput(self.session.files.read(path), self.here(INCLUDED, ""), len(self.conditionals)))
        self._space.output.break_run()

    def folders(self) -> list[Path | None]:
        """Return the directories of INCLUDE: that of the file, the current one, then the include path (ASM 1.4)."""
        here = next(
            (source.source.folder for source in reversed(self._reader.stack) if isinstance(source, FileInput)), None
        )
        found: list[Path | None] = [here, None, *reversed(self.session.include_folders)]
        if self._space.options["MI"]:
            found += reversed(self.macro_folders)
        return found

    def from_library(self, parts: Statement) -> bool:
        """Search an unknown operation in the macro libraries (ASM 5.2).

        Return True if a file of that name is now read.
        """
        name = parts.operation
        # A macro that a file defines within a section belongs to that section, and another has to read it again.
        attempt = (self.session.symbols.section.name, name)
        if not self.macro_folders or attempt in self._macros.tried:
            return False
        path = self.session.files.find(name, list(reversed(self.macro_folders)))
        if path is None:
            return False
        self._macros.tried.add(attempt)
        reader = self._reader
        depth = len(self.conditionals)
        reader.push(ReplayInput(parts.text, reader.file, reader.line, reader.chain, depth))
        reader.push(FileInput(self.session.files.read(path), self.here("macro library file", ""), depth))
        return True

"""An assembly in memory as a program: by its form, since the emulator knows no assembler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import Block, Program, SourceLine


class Found(Protocol):
    """A diagnostic; as text it says what is wrong and where, on one line."""

    @property
    def is_error(self) -> bool:
        """Whether the words mean nothing for it."""


class AssembledSymbol(Protocol):
    """A symbol of it; a value that is no int is not the emulator's business."""

    @property
    def name(self) -> str:
        """As the source has it."""

    @property
    def value(self) -> int | float:
        """Its value."""

    @property
    def space(self) -> str:
        """X, Y, L or P, N for a plain number."""


class AssembledRun(Protocol):
    """Consecutive words; in space L the X and the Y word of each address one after the other."""

    @property
    def space(self) -> str:
        """Where they are loaded: X, Y, L or P."""

    @property
    def address(self) -> int:
        """The first one's load address."""

    @property
    def run_space(self) -> str:
        """Where they run."""

    @property
    def run_address(self) -> int:
        """The first one's runtime address."""

    @property
    def words(self) -> Sequence[int]:
        """24 bits each."""

    @property
    def lines(self) -> Sequence[object]:
        """Empty if no source line is known."""

    def source(self, index: int) -> tuple[str, int] | None:
        """File and line of a word."""


@runtime_checkable
class Assembled(Protocol):
    """What `dsp56k.asm.assemble` and `dsp56k.asm.link` return."""

    @property
    def errors(self) -> int:
        """How many errors were found; with any, the words mean nothing."""

    @property
    def diagnostics(self) -> Sequence[Found]:
        """What was found, errors and warnings."""

    @property
    def relocation(self) -> object | None:
        """None in a program; a module is yet to be linked."""

    @property
    def start(self) -> int | None:
        """The start address in P, if it has one."""

    @property
    def runs(self) -> Sequence[AssembledRun]:
        """The words."""

    @property
    def symbol_table(self) -> Sequence[AssembledSymbol]:
        """All symbols, those of sections among them."""


def image_of(assembled: Assembled) -> Program:
    """The program of an assembly: its words, its symbols with their spaces, and the source lines of its words.

    Raises:
        LoadError: it has errors, or is a module that is yet to be linked.
    """
    if assembled.errors:
        mistakes = [str(found) for found in assembled.diagnostics if found.is_error]
        raise LoadError("a program with errors: " + "; ".join(mistakes[:1] + ["..."] * (assembled.errors > 1)))
    if assembled.relocation is not None:
        raise LoadError("a relocatable module: dsp56k.asm.link makes a program of it")
    return Program(_blocks(assembled), *_symbols(assembled), assembled.start, _lines(assembled))


def _blocks(assembled: Assembled) -> list[Block]:
    blocks = []
    for run in assembled.runs:
        if run.space == "L":
            blocks += [Block(space, run.address, list(run.words[half::2])) for half, space in enumerate("XY")]
        else:
            blocks.append(Block(run.space, run.address, list(run.words)))
    return blocks


def _symbols(assembled: Assembled) -> tuple[dict[str, int], dict[str, str]]:
    """Values and spaces by name; of two of one name in different sections the first."""
    values: dict[str, int] = {}
    spaces: dict[str, str] = {}
    for symbol in assembled.symbol_table:
        if isinstance(symbol.value, int):
            values.setdefault(symbol.name, symbol.value)
            spaces.setdefault(symbol.name, symbol.space)
    return values, spaces


def _lines(assembled: Assembled) -> dict[tuple[str, int], SourceLine]:
    lines: dict[tuple[str, int], SourceLine] = {}
    for run in assembled.runs:
        for index in range(len(run.words)) if run.lines else ():
            source = run.source(index)
            if source is None:
                continue
            offset, spaces = (index // 2, "XY") if run.space == "L" else (index, run.run_space)
            for space in spaces:
                lines[space, run.run_address + offset] = SourceLine(*source)
    return lines

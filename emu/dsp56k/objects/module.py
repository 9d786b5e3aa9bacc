"""The module: the content of an object file of any format.

Readers return modules; writers and the linker accept them, and the emulator's loader converts them to programs. The
object file of an assembly is a module with diagnostics and a listing.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dsp56k.objects.word_sizes import CounterLetter, FailedAssemblyWords, MappingLetter, Space
from dsp56k.system.properties import lazy_property

SymbolKind = Literal["label", "equ", "set", "="]
"""The definition of a symbol: a location, or the directive EQU, SET or = ."""


@dataclass(frozen=True, slots=True)
class Base:
    """The base of relocatable addresses: the start of a section's contribution to a memory space and location counter.

    `section` is the section's number in its module (0 is the global one), `counter` "", L or H. `block` numbers the
    parts that the linker locates separately. 0 is the section itself; other numbers are an overlay, a buffer of a link
    file, or the contribution of a module that was linked incrementally.
    """

    section: int
    space: Space
    counter: CounterLetter = ""
    block: int = 0


@dataclass(frozen=True, slots=True)
class Extent:
    """The number of locations of a module at a base, and the alignment (a power of two) that its buffers require."""

    size: int
    alignment: int = 1


@dataclass(slots=True)
class Run:
    """Consecutive words, in the order of the source.

    `space` and `address` are those of loading, `run_space` and `run_address` those at run time. In L memory the words
    are pairs, X first, and addresses count locations. `mapping` is I, E or B of ORG.

    In a relocatable module the addresses count from `base` and `run_base`, if they are not None. `section` is the
    number of the section, and `fixups` are (index of a word, link expression of the whole word).

    `lines` are (index of the first word of a statement, source file, line). A word of a macro has the line of the
    macro's body.
    """

    space: Space
    address: int
    run_space: Space
    run_address: int
    mapping: MappingLetter = ""
    words: list[int] = field(default_factory=list)
    base: Base | None = None
    run_base: Base | None = None
    section: int = 0
    fixups: list[tuple[int, str]] = field(default_factory=list)
    lines: list[tuple[int, str, int]] = field(default_factory=list)

    @property
    def locations(self) -> int:
        """The number of addresses of the words."""
        return len(self.words) // 2 if self.space == "L" else len(self.words)

    def source(self, index: int) -> tuple[str, int] | None:
        """Return the file and line of the statement of a word, if the lines are known."""
        at = bisect.bisect_right(self.lines, index, key=lambda line: line[0])
        return self.lines[at - 1][1:] if at else None

    def location(self, index: int) -> int:
        """Return the load address of a word."""
        return self.address + (index // 2 if self.space == "L" else index)


def sorted_lines(entries: Iterable[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Return sorted entries for `Run.lines`: of several with one index, the last in the file."""
    return sorted({entry[0]: entry for entry in entries}.values())


@dataclass(frozen=True, slots=True)
class ObjectComment:
    """A COBJ comment, in the order of the runs."""

    text: str


def with_comments(runs: Sequence[Run], comments: Sequence[tuple[int, ObjectComment]]) -> list[Run | ObjectComment]:
    """Return the records of an object file: its runs, and each comment before the run with its index."""
    records: list[Run | ObjectComment] = []
    sorted_comments = sorted(comments, key=lambda entry: entry[0])
    taken = 0
    for number, run in enumerate(runs):
        while taken < len(sorted_comments) and sorted_comments[taken][0] <= number:
            records.append(sorted_comments[taken][1])
            taken += 1
        records.append(run)
    return records + [comment for _, comment in sorted_comments[taken:]]


@dataclass(frozen=True, slots=True)
class Span:
    """A part of one line of source text. Line and column count from 1; `text` is the whole line of the file.

    Spans of the linker have a `section`. If an object file does not contain the column or the line of a word, they are
    0 and the text is empty.
    """

    file: str
    line: int
    column: int
    length: int
    text: str
    section: str = ""

    @property
    def place(self) -> str:
        """File, line and column, as far as they are known."""
        return ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])


@dataclass(frozen=True, slots=True)
class SymbolRecord:
    """A symbol: `value` int or float, `span` its definition.

    A relocatable value counts from `base`. If there is a link expression, only the linker computes the value.
    """

    name: str
    value: int | float
    space: Space
    kind: SymbolKind
    section: str
    span: Span | None
    exported: bool
    base: Base | None = None
    expression: str = ""


@dataclass(frozen=True, slots=True)
class Ident:
    """The module's name, version, revision and comment (IDENT); `from_file` if the name is that of the source file.

    The name is one field and the comment one line of a text file. Spaces in the name, for example of a file, are
    therefore replaced by underscores, and line feeds in the comment by spaces.
    """

    name: str
    version: int = 0
    revision: int = 0
    comment: str = ""
    from_file: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", "_".join(self.name.split()) or "_")
        object.__setattr__(self, "comment", self.comment.replace("\n", " "))


UNNAMED = Ident("_")
"""The name of a file that does not contain one: LOD files may lack _START."""


@dataclass(slots=True)
class Relocation:
    """The properties of a relocatable object file: its sections, their extents, and its external symbols.

    `externals` are (section number, name); `start` is the link expression of the start address, "" if there is none.
    `overlays` are the section and the link expression of the runtime address of each overlay that runs at a relocatable
    or external one.
    """

    sections: list[str] = field(default_factory=lambda: [""])
    extents: dict[Base, Extent] = field(default_factory=dict)
    externals: list[tuple[int, str]] = field(default_factory=list)
    start: str = ""
    overlays: dict[Base, tuple[int, str]] = field(default_factory=dict)


TOOL = "dsp56k"
"""The assembler's version in object files."""


@dataclass(repr=False)
class Module:
    """The content of an object file: a program, or, if it has a `relocation`, a module that has to be linked.

    The addresses of a relocatable module are not final. `exported_symbols` are those that the source selects for
    writing. `tool` is the version of the assembler, as in _START, and `errors` the number of errors that it found.
    """

    ident: Ident
    records: list[Run | ObjectComment]
    symbol_table: list[SymbolRecord]
    start: int | None = None
    relocation: Relocation | None = None
    exported_symbols: list[str] = field(default_factory=list)
    tool: str = TOOL
    errors: int = 0

    def __repr__(self) -> str:
        """Return a summary on one line."""
        kind = "module" if self.relocation is not None else "program"
        words, symbols = sum(len(run.words) for run in self.runs), len(self.symbol_table)
        start = f", start P:${self.start:04X}" if self.start is not None else ""
        return f"<{kind} {self.ident.name}: words {words}, symbols {symbols}{start}>"

    @property
    def ok(self) -> bool:
        """True if the assembly found no error."""
        return self.errors == 0

    @property
    def runs(self) -> list[Run]:
        """The runs of words, in the order of the source."""
        return [record for record in self.records if isinstance(record, Run)]

    @property
    def comments(self) -> list[str]:
        """The COBJ comments, in the order of the source."""
        return [record.text for record in self.records if isinstance(record, ObjectComment)]

    @lazy_property
    def words(self) -> dict[tuple[str, int], int]:
        """Return every word by (space, load address). Spaces are X, Y and P; an L location has an X and a Y word.

        After an error they are the words of the valid statements, as `FailedAssemblyWords`. They can be inspected, but
        `Dsp56001.load` and `load_words` refuse them.
        """
        words: dict[tuple[str, int], int] = {} if self.ok else FailedAssemblyWords()
        for run in self.runs:
            if run.space == "L":
                for offset, word in enumerate(run.words):
                    words["XY"[offset & 1], run.address + (offset >> 1)] = word
            else:
                words.update(((run.space, run.address + offset), word) for offset, word in enumerate(run.words))
        return words

    @lazy_property
    def symbols(self) -> dict[str, int | float]:
        """Return the values of symbols by name, without local labels; a global name hides a section's own."""
        return {record.name: record.value for record in self.named_symbols()}

    def named_symbols(self) -> Iterable[SymbolRecord]:
        """Return one symbol for each name: the last global one, or the first if none is global."""
        table: dict[str, SymbolRecord] = {}
        for record in self.symbol_table:
            if not record.section or record.exported:
                table[record.name] = record
        for record in self.symbol_table:
            table.setdefault(record.name, record)
        return table.values()

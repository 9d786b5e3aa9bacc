"""Disassembly of programs to source that assembles to the same words, for `dsp56k disasm`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from dsp56k.isa.chips import DSP56001

if TYPE_CHECKING:
    from dsp56k.emu import Symbols
    from dsp56k.emu.loader import Block

DATA_WORDS_PER_LINE = 6
LABEL_WIDTH = 7
"""Maximum letters of a label that leave a space before the operation in column 9."""
FILL = 64
"""Minimum number of equal words that are written as one BSC."""
LONGEST_FILL = 0x8000
ROUNDS = 6
"""Number of assemblies of the text: with names in operands, without them, as DC, and some for names that conflict.

After that many no name is written.
"""
MAX_LABELS_PER_ADDRESS = 16
"""Maximum number of names of one address that are written."""
_Address = tuple[str, int]


@dataclass(frozen=True)
class Line:
    """One line of the text: its address, its words, and the statement that assembles to them.

    A line without words is an ORG, EQU or END, or a label too long to precede an operation.
    """

    space: str
    address: int
    words: tuple[int, ...]
    text: str
    label: str = ""

    @property
    def statement(self) -> str:
        """The statement, after its label."""
        return f"{self.label:<{LABEL_WIDTH}} {self.text}".rstrip()

    @property
    def source(self) -> str:
        """The statement with address and words as a comment."""
        statement = self.statement
        if not self.words:
            return statement
        words = " ".join(f"{word:06X}" for word in self.words[:FILL]) if self.space == "P" else ""
        words = words if len(self.words) < FILL else f"to ${self.address + len(self.words) - 1:04X}"
        return f"{statement:<55} ; {self.place} {words}".rstrip()

    @property
    def place(self) -> str:
        """The space and the address."""
        return f"{self.space}:${self.address:04X}"


@dataclass(frozen=True)
class Disassembly:
    """The lines of a program, and those that do not assemble to their words.

    `unnamed` is the number of symbols whose names are not written: they cannot be labels, or too many share an address.
    """

    lines: list[Line]
    left: list[Line]
    unnamed: int


@cache
def is_label(name: str) -> bool:
    """Return True if the assembler accepts a name as a label.

    Other names are not written: one could end its line and continue as a directive.
    """
    from dsp56k.asm.diagnostics.model import SourceError
    from dsp56k.asm.program.symbols import check_name

    try:
        check_name(name)
    except SourceError:
        return False
    return True


def exact(blocks: list[Block], symbols: Symbols, start: int | None = None, chip: str = DSP56001) -> Disassembly:
    """Return the source of a program for a chip. If blocks overlap, the last word at an address counts.

    The source is assembled. A statement that does not reproduce its words is simplified: first an instruction loses the
    names in its operands, then it becomes a DC. A name that the assembler rejects is left out.
    """
    image = {(block.space, block.address + at): word for block in blocks for at, word in enumerate(block.words)}
    if len(image) < sum(len(block.words) for block in blocks):
        blocks = _flattened(image)
    # An empty block may be beyond the end of memory.
    blocks = [block for block in blocks if block.words]
    text = _Text(symbols, chip)
    for number in range(ROUNDS + 1):
        text.nameless |= number == ROUNDS
        lines = text.lines(blocks, start)
        pending = [line for line in lines if line.space not in text.reproduced or line.label]
        refused, left, ended = _assembled(pending, image, chip)
        if ended and not text.nameless:
            text.nameless = True
        elif not left or not text.change(pending, refused, left):
            break
        text.keep_reproduced(lines, left)
    return Disassembly(lines, left, len(symbols) if text.nameless else _unnamed(symbols))


def _unnamed(symbols: Symbols) -> int:
    """Return the number of symbols whose names are never written."""
    labels = Counter((symbols.space_of(name), symbols[name]) for name in symbols if is_label(name))
    return len(symbols) - sum(min(count, MAX_LABELS_PER_ADDRESS) for count in labels.values())


def _flattened(image: dict[_Address, int]) -> list[Block]:
    """Return blocks of consecutive words."""
    from dsp56k.emu.loader import Block

    blocks: list[Block] = []
    for space, address in sorted(image):
        last = blocks[-1] if blocks else None
        if last is None or (last.space, last.address + len(last.words)) != (space, address):
            blocks.append(last := Block(space, address, []))
        last.words.append(image[space, address])
    return blocks


def _assembled(lines: list[Line], image: dict[_Address, int], chip: str) -> tuple[dict[int, int], list[Line], bool]:
    """Assemble the lines, and compare the words.

    Returns:
        The columns of errors by line; the lines with errors or with other words; and True if the assembler has stopped
        early for another reason than the number of errors.
    """
    from dsp56k.asm import Severity, assemble
    from dsp56k.asm.diagnostics import messages

    obj = assemble("".join(f"{line.statement}\n" for line in lines), chip=chip)
    refused = {}
    for found in obj.diagnostics:
        if found.is_error and found.span is not None and found.span.line <= len(lines):
            refused[found.span.line - 1] = found.span.column
    words = obj.words
    left = [
        line
        for number, line in enumerate(lines)
        if number in refused
        or any(
            words.get((line.space, at)) != image[line.space, at]
            for at in range(line.address, line.address + len(line.words))
        )
    ]
    fatal = {found.code for found in obj.diagnostics if found.severity is Severity.FATAL}
    return refused, left, bool(fatal - {messages.TOO_MANY_ERRORS.code})


@dataclass
class _Text:
    """State of the search for a text that reproduces the words."""

    symbols: Symbols
    chip: str
    nameless: bool = False
    plain: set[_Address] = field(default_factory=set)
    """Addresses whose operands are written without names."""
    data: set[_Address] = field(default_factory=set)
    """Addresses that are written as DC."""
    refused: set[str] = field(default_factory=set)
    """Names that are not written."""
    used: dict[str, _Address] = field(default_factory=dict)
    """Names in the operands of the current lines, with their addresses."""
    naming: set[_Address] = field(default_factory=set)
    """Addresses of the current lines whose operands have names."""
    nameless_texts: dict[_Address, tuple[str, int]] = field(default_factory=dict)
    """Instructions without names, which no round changes: their text and number of words."""
    reproduced: set[str] = field(default_factory=set)
    """Spaces whose data are reproduced. If they have no labels, no further round changes them."""
    written: dict[int, list[Line]] = field(default_factory=dict)
    """The current lines of each block."""

    def change(self, lines: list[Line], refused: dict[int, int], left: list[Line]) -> bool:
        """Simplify the statements that were rejected or changed; return True if one could be simplified."""
        changed = False
        for number in refused:
            if refused[number] <= len(lines[number].label):
                self.refused.add(lines[number].label)
                changed = True
        for place in {(line.space, line.address) for line in left if line.words}:
            named = place in self.naming
            changed |= named or place not in self.data
            (self.plain if named else self.data).add(place)
        return changed

    def keep_reproduced(self, lines: list[Line], left: list[Line]) -> None:
        """Keep the lines of the data spaces that were reproduced, if they contain no labels."""
        named = {line.space for line in lines if line.label}
        self.reproduced |= {"X", "Y"} - named - {line.space for line in left}

    def lines(self, blocks: list[Block], start: int | None) -> list[Line]:
        """Return all lines; names in operands that label no line are defined first."""
        self.used = {}
        self.naming = set()
        self.written = {
            number: self.written[number] if block.space in self.reproduced else list(self._block_lines(block))
            for number, block in enumerate(blocks)
        }
        lines = [line for written in self.written.values() for line in written]
        labels = {line.label for line in lines}
        equates = [
            Line(space, address, (), f"equ     {space.lower()}:${address:04x}", name)
            for name, (space, address) in sorted(self.used.items())
            if name not in labels
        ]
        end = []
        if start is not None:
            # A label that begins with an underline is local: it may be out of scope at the end.
            names = (name for name in self._labels("P", start) if name in labels and not name.startswith("_"))
            name = next(names, f"${start:04X}")
            end = [Line("P", start, (), f"end     {name}")]
        return [*equates, *lines, *end]

    def _labels(self, space: str, address: int) -> list[str]:
        known = () if self.nameless else self.symbols.names(address, space)
        if not known:
            return []
        return list(
            islice((name for name in known if name not in self.refused and is_label(name)), MAX_LABELS_PER_ADDRESS)
        )

    def _name(self, space: str, address: int) -> str | None:
        """Return the name of an address in an operand."""
        names = self._labels(space, address)
        if names:
            self.used[names[0]] = (space, address)
        return names[0] if names else None

    def _block_lines(self, block: Block) -> Iterator[Line]:
        """Yield ORG, then instructions (P) or data (X, Y), each after its labels."""
        yield Line(block.space, block.address, (), f"org     {block.space.lower()}:${block.address:04x}")
        position = 0
        while position < len(block.words):
            address = block.address + position
            words, text = self._statement(block, position)
            *before, label = self._labels(block.space, address) or [""]
            if len(label) > LABEL_WIDTH:
                before, label = [*before, label], ""
            for name in before:
                yield Line(block.space, address, (), "", name)
            yield Line(block.space, address, words, text, label)
            position += len(words)

    def _statement(self, block: Block, position: int) -> tuple[tuple[int, ...], str]:
        """Return the words at a position of a block that form one statement, and its text."""
        address = block.address + position
        place = (block.space, address)
        rest = block.words[position : position + DATA_WORDS_PER_LINE]
        alike = len(rest) == DATA_WORDS_PER_LINE and rest.count(rest[0]) == len(rest)
        if alike and (count := self._fill(block, position)) >= FILL:
            return (rest[0],) * count, f"bsc     ${count:04x},${rest[0]:06x}"
        if block.space != "P":
            count = 1
            while count < len(rest) and not self._labels(block.space, address + count):
                count += 1
            return tuple(rest[:count]), f"dc      {','.join(f'${word:06x}' for word in rest[:count])}"
        text, count = self._disassembled(place, rest)
        if count > len(rest) or place in self.data:
            return (rest[0],), f"dc      ${rest[0]:06x}"
        return tuple(rest[:count]), text

    def _disassembled(self, place: _Address, rest: list[int]) -> tuple[str, int]:
        """Return the instruction at an address and the number of its words."""
        from dsp56k.asm import disassemble

        def named(space: str, target: int) -> str | None:
            name = self._name(space, target)
            if name is not None:
                self.naming.add(place)
            return name

        if (known := self.nameless_texts.get(place)) is not None:
            return known
        naming = None if place in self.plain else named
        found = disassemble(rest[0], rest[1] if len(rest) > 1 else 0, place[1], naming=naming, chip=self.chip)
        if place not in self.naming:
            self.nameless_texts[place] = found
        return found

    def _fill(self, block: Block, position: int) -> int:
        """Return the number of equal words at a position, up to the next label."""
        count = 1
        most = min(LONGEST_FILL, len(block.words) - position)
        while (
            count < most
            and block.words[position + count] == block.words[position]
            and not self._labels(block.space, block.address + position + count)
        ):
            count += 1
        return count

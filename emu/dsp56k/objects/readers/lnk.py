"""The ASCII link file of the assemblers before 1992 (.lnk), read (ASM appendix F)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from dsp56k.objects import Budget
from dsp56k.objects import budget as limits
from dsp56k.objects.binary_reader import LinesReader
from dsp56k.objects.module import Base, Extent, Ident, Module, ObjectComment, Relocation, Run, SymbolKind, SymbolRecord
from dsp56k.objects.word_sizes import (
    MAPPINGS,
    NO_SPACE,
    TOP,
    WORD_MASK,
    CounterLetter,
    MappingLetter,
    Space,
    counter_of,
    space_of,
)

_MEMORY = re.compile(r"([XYLPN])([LH]?)([IEB]?)", re.IGNORECASE)
_HEX = re.compile(r"[0-9A-Fa-f]{1,12}")
_WORD = re.compile(r"\$([0-9A-Fa-f]{1,6})")
_KINDS = {"A": "absolute", "R": "relative", "B": "buffer", "O": "overlay"}
"""Types of data and symbols (ASM F.2.4)."""


def read_lnk(file: str, data: bytes, budget: Budget | None = None) -> Module:
    """Read a link file; a library's modules have one budget. Raises ObjectFormatError with file and line."""
    return _Reader(file, budget).read(data)


@dataclass(slots=True)
class _Open:
    """The record being read: its name, its arguments so far, and the run that its data goes to."""

    name: str = ""
    fields: list[str] = field(default_factory=list)
    run: Run | None = None


@dataclass(slots=True)
class _Block:
    """A buffer or an overlay: its base once it is known; a buffer's size, an overlay's first load address."""

    base: Base | None = None
    size: int = 0
    first: int | None = None


class _Reader(LinesReader):
    def __init__(self, file: str, budget: Budget | None = None) -> None:
        super().__init__(file, budget)
        self.record = _Open()
        self.ident = Ident("LNK")
        self.records: list[Run | ObjectComment] = []
        self.symbols: list[SymbolRecord] = []
        self.relocation = Relocation(sections=[])
        self.names: set[str] = set()
        self.numbers: dict[int, int] = {}
        self.homes: dict[int, int] = {}
        self.open_sections: list[int] = []
        self.buffers: dict[int, _Block] = {}
        self.overlays: dict[int, _Block] = {}
        self.block: _Block | None = None
        self.blocks = 0
        self.start: int | None = None
        self.ended = False

    def read(self, data: bytes) -> Module:
        """Read the complete file."""
        lines = self.lines(data)
        for line in lines:
            fields = line.split()
            if self.ended:
                break
            if fields and fields[0].startswith("_") and fields[0][1:].isalpha() and fields[0].upper() in _RECORDS:
                self.begin(fields[0].upper(), fields[1:])
                if self.record.name in ("_START", "_COMMENT"):
                    # A comment has a line to itself.
                    self.comment(next(lines, ""))
            elif fields:
                self.more(fields)
        if not self.ended:
            raise self.error("the file ends without an _END record")
        for run in self.records:
            if isinstance(run, Run) and run.space == "L" and len(run.words) % 2:
                raise self.error(f"the block at L:${run.address:04X} must have pairs of words")
        self.extents()
        return Module(self.ident, self.records, self.symbols, self.start, relocation=self.relocation)

    def begin(self, name: str, fields: list[str]) -> None:
        """Begin a new record."""
        self.record = _Open(name, fields)
        match name:
            case "_SECTION":
                self.section(fields)
            case "_ENDSEC":
                if not self.open_sections:
                    raise self.error("_ENDSEC without _SECTION")
                self.open_sections.pop()
            case "_DATA" | "_BLOCKDATA":
                self.data(name, fields)
            case "_BUFFER":
                self.buffer(fields)
            case "_OVERLAY":
                self.overlay(fields)
            case "_SYMBOL":
                # The manual's own example begins its first section so.
                if len(fields) == 3 and fields[0].upper() == "GLOBAL":
                    self.section(fields)
                elif len(fields) != 3:
                    raise self.error("_SYMBOL requires a type, a section and a relocation section")
            case "_END":
                self.ended = True
                if fields:
                    self.end(fields[0])

    def kind(self, text: str) -> str:
        """Return the type of data or symbols."""
        if text.upper() not in _KINDS:
            raise self.error(f"the type must be A, R, B or O, got {text}")
        return text.upper()

    def buffer(self, fields: list[str]) -> None:
        """_BUFFER sequence type size: data of type B that follows is a buffer, which the linker aligns (ASM F.2.6)."""
        if len(fields) != 3 or fields[1].upper() not in ("M", "B"):
            raise self.error("_BUFFER requires a sequence number, a type M or B, and a size")
        size = self.number(fields[2], TOP)
        if not size:
            raise self.error("a buffer must have at least one word")
        self.buffers[self.sequence(fields[0], self.buffers)] = self.block = _Block(size=size)

    def overlay(self, fields: list[str]) -> None:
        """_OVERLAY sequence memory expression: where the data of type O that follows runs (ASM F.2.7)."""
        if len(fields) != 3 or not self.open_sections:
            raise self.error("_OVERLAY within a section requires a sequence number, a memory space and an expression")
        space, counter, _ = self.memory(fields[1])
        if space == NO_SPACE:
            raise self.error("_OVERLAY without a memory space")
        section = self.open_sections[-1]
        base = Base(self.home(section), space, counter, self.new_block())
        self.relocation.overlays[base] = self.numbers[section], self.expression(fields[2])
        self.overlays[self.sequence(fields[0], self.overlays)] = self.block = _Block(base=base)

    def sequence(self, text: str, known: dict[int, _Block]) -> int:
        """Return the sequence number of a buffer or an overlay: each has a separate one, and they increase."""
        number = self.number(text, 0xFFFF)
        if known and number <= next(reversed(known)):
            raise self.error(f"sequence number {number:04X} is out of order")
        return number

    def new_block(self) -> int:
        """Return a number for a block that the linker moves separately."""
        self.blocks += 1
        return self.blocks

    def place_block(self, run: Run, kind: str, home: int, counter: CounterLetter) -> None:
        """Let data of type B or O belong to the buffer or the overlay that the last record has begun."""
        block = self.block
        if block is None or bool(block.size) is not (kind == "B"):
            raise self.error(f"data of type {kind} without a record that begins its {_KINDS[kind]}")
        if kind == "O":
            # An overlay is loaded where the section has come to, and its runtime addresses begin with the first of it.
            block.first = run.address if block.first is None else block.first
            if block.base is None or run.address < block.first:
                raise self.error("the addresses of an overlay must ascend")
            run.run_space, run.run_base, run.run_address = block.base.space, block.base, run.address - block.first
            return
        if block.base is None:
            block.base = Base(home, run.space, counter, self.new_block())
            alignment = 1 << max(0, block.size - 1).bit_length()
            self.relocation.extents[block.base] = Extent(block.size, alignment)
        if (block.base.space, block.base.counter) != (run.space, counter):
            raise self.error("a buffer in two memory spaces")
        run.base = run.run_base = block.base

    def comment(self, text: str) -> None:
        """Read the comment line of _START and _COMMENT."""
        if self.record.name == "_COMMENT":
            self.spend(limits.TEXT, len(text))
            self.records.append(ObjectComment(text))
            return
        fields = self.record.fields
        if len(fields) < 3:
            raise self.error("_START requires a module, a version and a revision")
        self.check_name(fields[0], "module")
        version, revision = self.number(fields[1], 0xFFFF), self.number(fields[2], 0xFFFF)
        if len(fields) > 3 and self.number(fields[3], 0xFFFF):
            raise self.error("Invalid link module - errors in assembly")
        self.ident = Ident(fields[0], version, revision, text.strip())

    def section(self, fields: list[str]) -> None:
        """_SECTION name number relocation."""
        if len(fields) != 3:
            raise self.error("_SECTION requires a name, a number and a relocation section")
        number, home = self.number(fields[1], 0xFFFF), self.number(fields[2], 0xFFFF)
        if number not in self.numbers:
            self.check_name(fields[0], "section")
            name = "" if fields[0].upper() == "GLOBAL" and not self.relocation.sections else fields[0]
            if name in self.names:
                raise self.error(f"_SECTION {fields[0]}: two sections with the same name")
            self.names.add(name)
            self.numbers[number] = len(self.relocation.sections)
            self.relocation.sections.append(name)
        self.homes[number] = home
        self.open_sections.append(number)

    def data(self, name: str, fields: list[str]) -> None:
        """Read _DATA type memory address; _BLOCKDATA has a count and a value, too."""
        needed = 3 if name == "_DATA" else 4
        if len(fields) < needed:
            raise self.error(f"{name} requires at least {needed} fields")
        self.spend(limits.SECTIONS)
        kind = self.kind(fields[0])
        space, counter, mapping = self.memory(fields[1])
        if space == NO_SPACE or not self.open_sections:
            raise self.error(f"{name} without a section or a memory space")
        section = self.open_sections[-1]
        base = None if kind == "A" else Base(self.home(section), space, counter)
        address = self.number(fields[2], TOP - 1)
        run = Run(space, address, space, address, mapping, base=base, run_base=base, section=self.numbers[section])
        if kind in "BO":
            self.place_block(run, kind, self.home(section), counter)
            base = run.base
        if name == "_BLOCKDATA":
            count = self.number(fields[3], TOP)
            self.reserve(base, address + count)
            if len(fields) > 4:
                step = 2 if space == "L" else 1
                if len(fields) < 4 + step:
                    raise self.error("a location of L memory has two words")
                self.expressions(run, fields[4 : 4 + step], count)
                self.records.append(run)
            return
        self.records.append(run)
        self.record.run = run
        self.more(fields[3:])

    def more(self, fields: list[str]) -> None:
        """Read the lines after a record."""
        name = self.record.name
        if name == "_DATA" and self.record.run is not None:
            self.expressions(self.record.run, fields)
        elif name == "_SYMBOL":
            if self.record.fields[0].upper() != "GLOBAL":
                self.symbol(fields)
        elif name == "_XREF":
            if not self.record.fields:
                self.record.fields = fields
                return
            number = self.numbers.get(self.number(self.record.fields[0], 0xFFFF))
            if number is None:
                raise self.error("_XREF names an unknown section")
            for symbol in fields:
                self.check_name(symbol)
                self.spend(limits.SYMBOLS)
                self.relocation.externals.append((number, symbol))
        elif name not in ("_LNKMOD",):
            raise self.error(f"{fields[0]!r} is outside of a record")

    def expressions(self, run: Run, fields: list[str], count: int = 1) -> None:
        """Words and link expressions, `count` times over."""
        self.spend(limits.WORDS, len(fields) * count)
        for text in fields * count:
            match = _WORD.fullmatch(text)
            if match is not None:
                run.words.append(int(match.group(1), 16) & WORD_MASK)
            else:
                run.fixups.append((len(run.words), self.expression(text)))
                run.words.append(0)
        self.reserve(run.base, run.address + run.locations)

    def expression(self, text: str) -> str:
        """Return a link expression."""
        if len(text) > limits.LONGEST_EXPRESSION:
            raise self.error(f"a link expression is longer than {limits.LONGEST_EXPRESSION} characters")
        self.spend(limits.EXPRESSIONS, len(text) + limits.EXPRESSION_COST)
        return text

    def symbol(self, fields: list[str]) -> None:
        """Name, memory, type, value."""
        if len(fields) != 4 or len(fields[2]) != 2:
            raise self.error("a symbol line requires a name, a memory space, a type and a value")
        name, memory, kind, text = fields
        self.check_name(name)
        self.spend(limits.SYMBOLS)
        space, counter, _ = self.memory(memory)
        storage, section_text, home_text = self.record.fields
        storage = self.kind(storage)
        section, home = self.number(section_text, 0xFFFF), self.number(home_text, 0xFFFF)
        if section not in self.numbers:
            raise self.error(f"the symbol {name} is of an unknown section")
        floating = kind[1] in "Ff"
        value = self.symbol_value(text if floating else text.lstrip("$"), floating=floating)
        base = None
        if storage == "R" and space != NO_SPACE:
            base = Base(self.numbers.get(home, 0), space, counter)
        elif storage in "BO":
            block = (self.buffers if storage == "B" else self.overlays).get(home)
            if block is None or block.base is None:
                raise self.error(f"the symbol {name} is of an unknown {_KINDS[storage]}")
            base = block.base
        owner = self.relocation.sections[self.numbers[section]]
        label: SymbolKind = "label" if base is not None else "equ"
        exported = bool(owner) and kind[0] in "Gg"
        self.symbols.append(SymbolRecord(name, value, space, label, owner, None, exported, base))

    def end(self, text: str) -> None:
        """_END address: a number or an expression."""
        match = _WORD.fullmatch(text) or _HEX.fullmatch(text)
        if match is None:
            self.relocation.start = self.expression(text)
            return
        value = int(match.group().lstrip("$"), 16)
        if value >= TOP:
            raise self.error(f"the start address ${value:X} is beyond $FFFF")
        self.start = value

    def reserve(self, base: Base | None, end: int) -> None:
        """Let a base reach at least to `end`."""
        if end > TOP:
            raise self.error("the block must end at or below $FFFF")
        if base is not None:
            old = self.relocation.extents.get(base, Extent(0))
            if base.block and end > old.size:
                raise self.error(f"the buffer must have at most {old.size} words")
            self.relocation.extents[base] = replace(old, size=max(end, old.size))

    def extents(self) -> None:
        """Extend the extents: a label after the last word has its base, too."""
        extents, overlays = self.relocation.extents, self.relocation.overlays
        for symbol in self.symbols:
            if symbol.base is not None and symbol.base not in overlays:
                extents.setdefault(symbol.base, Extent(0))
        if not self.relocation.sections:
            self.relocation.sections.append("")

    def home(self, section: int) -> int:
        """Return the index of the section that a section is relocated with."""
        number = self.numbers.get(self.homes[section])
        if number is None:
            raise self.error(f"relocation section {self.homes[section]} is unknown")
        return number

    def memory(self, text: str) -> tuple[Space, CounterLetter, MappingLetter]:
        """Memory space, counter, mapping."""
        match = _MEMORY.fullmatch(text)
        if match is None:
            raise self.error(f"unknown memory space {text!r}: expected X, Y, P, L or N")
        space, counter, mapping = match.groups()
        return space_of(space), counter_of(counter), MAPPINGS[mapping.upper()]


_RECORDS = frozenset(
    {
        "_START", "_SECTION", "_ENDSEC", "_DATA", "_BLOCKDATA", "_BUFFER", "_OVERLAY", "_LNKMOD", "_SYMBOL", "_XREF",
        "_COMMENT", "_END",
    }
)  # fmt: skip

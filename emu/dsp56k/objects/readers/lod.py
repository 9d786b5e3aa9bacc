"""Motorola's LOD format: text records _START, _DATA, _BLOCKDATA, _SYMBOL, _COMMENT and, last, _END (ASM appendix G).

Words and addresses are hexadecimal. `_DATA <space> <address>` is followed by words up to the next record;
`_BLOCKDATA <space> <address> <count> <word>` repeats one; `_SYMBOL <space>` is followed by `name type value` lines,
`_SYMBOL` without a space by `name space type value`. An L block contains pairs of words, the X word first. Letters
after the space are a location counter (L, H) and a mapping of the memory (I, E, B).

The types of symbols are I for labels and integers and F for floating point. Files of the Falcon's tools have types E
and N for symbols of EQU, under any space: such a number does not have a space. A type can be missing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dsp56k.objects import budget as limits
from dsp56k.objects.binary_reader import LinesReader
from dsp56k.objects.module import TOOL, UNNAMED, Ident, Module, ObjectComment, Run, SymbolRecord
from dsp56k.objects.word_sizes import MAPPINGS, NO_SPACE, TOP, WORD_MASK, Space, space_of

_RECORDS = frozenset({"_START", "_DATA", "_BLOCKDATA", "_SYMBOL", "_COMMENT", "_END"})
_PLACE = re.compile(r"([XYLP])[LH]?([IEB]?)", re.IGNORECASE)
_WORDS = re.compile(r"[0-9A-Fa-f]{1,6}(?: [0-9A-Fa-f]{1,6})*")
_SYMBOL_SPACE = re.compile(r"([XYPLN])[LH]?[IEB]?", re.IGNORECASE)
_TYPES = ("I", "F", "E", "N")
_NUMBERS = ("E", "N")
"""Types of integers that are not addresses."""


def read_lod(file: str, data: bytes) -> Module:
    """Read a LOD file. Raises ObjectFormatError with file and line."""
    return _Reader(file).read(data)


class _Reader(LinesReader):
    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.ident = UNNAMED
        self.tool = TOOL
        self.records: list[Run | ObjectComment] = []
        self.symbols: list[SymbolRecord] = []
        self.start: int | None = None
        self.record = ""
        self.space: Space | None = None
        self.comment: list[str] = []

    def read(self, data: bytes) -> Module:
        """Return the whole file."""
        for line in self.lines(data):
            fields = line.split()
            name = fields[0].upper() if fields and fields[0][0] == "_" else ""
            if self.record == "_COMMENT":
                # The comment's line may begin with anything.
                self.spend(limits.TEXT, len(line))
                self.records.append(ObjectComment(line))
                self.record = ""
            elif name in _RECORDS and not self.is_symbol(fields):
                self.close()
                self.begin(name, fields[1:])
                if name == "_END":
                    ident = replace(self.ident, comment="\n".join(self.comment))
                    return Module(ident, self.records, self.symbols, self.start, tool=self.tool)
            elif self.record == "_START":
                if fields or not self.comment:
                    self.spend(limits.TEXT, len(line))
                    self.comment.append(line)
            elif name and self.record != "_SYMBOL":
                raise self.error(f"unknown record {name}")
            elif fields:
                self.more(fields)
        raise self.error("the file ends without an _END record")

    def is_symbol(self, fields: list[str]) -> bool:
        """Return whether a line that begins with the name of a record is that of a symbol of this name."""
        return self.record == "_SYMBOL" and len(fields) == (3 if self.space else 4) and fields[-2].upper() in _TYPES

    def begin(self, name: str, fields: list[str]) -> None:
        """Begin a record."""
        self.record = name
        match name:
            case "_START" if fields:
                self.check_name(fields[0], "module")
                version, revision = (self.number(text, 0xFFFF) for text in (*fields[1:3], "0", "0")[:2])
                self.ident = Ident(fields[0], version, revision)
                self.tool = " ".join(fields[5:]) or TOOL
            case "_DATA" | "_BLOCKDATA":
                self.block(name, fields)
            case "_SYMBOL":
                # The space is here, or in the lines of the symbols (ASM G.2.4).
                self.space = self.symbol_space(fields[0]) if fields else None
            case "_END" if fields:
                self.start = self.number(fields[0], TOP - 1)

    def block(self, name: str, fields: list[str]) -> None:
        """Begin a block of words."""
        if len(fields) < 2 or (name == "_BLOCKDATA" and len(fields) != 4):
            count, more = (2, "") if name == "_DATA" else (4, ", a count and a word")
            raise self.error(f"{name} takes {count} fields, a space and an address{more}, got {len(fields)}")
        match = _PLACE.fullmatch(fields[0])
        if match is None:
            raise self.error(f"a block's memory space must be X, Y, L or P, got {fields[0]!r}")
        self.spend(limits.SECTIONS)
        space, mapping = space_of(match.group(1)), MAPPINGS[match.group(2).upper()]
        address = self.number(fields[1], TOP - 1)
        run = Run(space, address, space, address, mapping)
        self.records.append(run)
        if name == "_BLOCKDATA":
            count = self.number(fields[2], TOP) * (2 if space == "L" else 1)
            self.spend(limits.WORDS, count)
            run.words = [self.number(fields[3], WORD_MASK)] * count
        elif fields[2:]:
            self.more(fields[2:])

    def close(self) -> None:
        """Check the block that ends: it must be in memory."""
        run = self.records[-1] if self.record in ("_DATA", "_BLOCKDATA") else None
        if isinstance(run, Run):
            if run.space == "L" and len(run.words) % 2:
                raise self.error("an L block must have pairs of words")
            if run.address + run.locations > TOP:
                raise self.error(f"the block at {run.space}:${run.address:04X} must end at or below $FFFF")

    def more(self, fields: list[str]) -> None:
        """Take what follows on the lines after a record."""
        last = self.records[-1] if self.records else None
        if self.record == "_DATA" and isinstance(last, Run):
            self.spend(limits.WORDS, len(fields))
            # One match for a line: a file has thousands of words.
            if _WORDS.fullmatch(" ".join(fields)):
                last.words += [int(text, 16) for text in fields]
            else:
                last.words += [self.number(text, WORD_MASK) for text in fields]
        elif self.record == "_SYMBOL":
            self.symbol(fields)
        else:
            raise self.error(f"{fields[0]!r} is outside of a record")

    def symbol_space(self, text: str) -> Space:
        """Return the memory space of symbols, N for none; a counter and a mapping after it are left out."""
        match = _SYMBOL_SPACE.fullmatch(text)
        if match is None:
            raise self.error(f"the memory space of symbols must be X, Y, P, L or N, got {text!r}")
        return space_of(match.group(1))

    def symbol(self, fields: list[str]) -> None:
        """Take a symbol: its name, its memory space unless the record has it, its type if it has one, and its value."""
        rest = fields[1 if self.space else 2 :]
        kind = rest.pop(0).upper() if len(rest) == 2 else ""
        if len(rest) != 1 or rest[0].upper() in _TYPES or (kind and not kind.isalpha()):
            raise self.error("a symbol line requires a name, a type and a value")
        name = fields[0]
        self.check_name(name)
        self.spend(limits.SYMBOLS)
        space = self.space or self.symbol_space(fields[1])
        value = self.symbol_value(rest[0], floating=kind.endswith("F"))
        self.symbols.append(SymbolRecord(name, value, NO_SPACE if kind in _NUMBERS else space, "equ", "", None, False))

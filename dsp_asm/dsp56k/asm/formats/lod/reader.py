"""LOD text, read with all it holds: symbols of both types with their spaces, comments, mappings (ASM appendix G)."""

from __future__ import annotations

import re

from dsp56k.asm.formats.reading import LinesReader
from dsp56k.asm.objectfile import TOOL, UNNAMED, Ident, ObjectComment, ObjectFile, Run, SymbolRecord
from dsp56k.objects import budget as limits
from dsp56k.objects.lod import RECORDS
from dsp56k.objects.machine import MAPPINGS, TOP, WORD_MASK, Space, space_of

_PLACE = re.compile(r"([XYLP])[LH]?([IEB]?)", re.IGNORECASE)
_SYMBOL_SPACE = re.compile(r"([XYPLN])[LH]?[IEB]?", re.IGNORECASE)


def read_lod(file: str, data: bytes) -> ObjectFile:
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

    def read(self, data: bytes) -> ObjectFile:
        """The whole file."""
        for line in self.lines(data):
            fields = line.split()
            name = fields[0].upper() if fields else None
            if self.record == "_COMMENT":
                # The comment's line may begin with anything.
                self.spend(limits.TEXT, len(line))
                self.records.append(ObjectComment(line))
                self.record = ""
            elif name in RECORDS:
                self.begin(name, fields[1:])
                if name == "_END":
                    self.check()
                    return ObjectFile(self.ident, self.records, self.symbols, [], self.start, tool=self.tool)
            elif self.record == "_START":
                self.ident = Ident(self.ident.name, self.ident.version, self.ident.revision, line)
                self.record = ""
            elif fields:
                self.more(fields)
        raise self.error("the file ends without an _END record")

    def begin(self, name: str, fields: list[str]) -> None:
        """A new record."""
        self.record = name
        match name:
            case "_START":
                if len(fields) < 3:
                    raise self.error("_START takes a name, a version and a revision")
                self.check_name(fields[0], "module")
                self.ident = Ident(fields[0], self.number(fields[1], 0xFFFF), self.number(fields[2], 0xFFFF))
                self.tool = " ".join(fields[5:]) or TOOL
            case "_DATA" | "_BLOCKDATA":
                match = _PLACE.fullmatch(fields[0]) if fields else None
                if match is None or (len(fields) < 2 if name == "_DATA" else len(fields) != 4):
                    raise self.error(f"{name} takes a memory space and an address")
                self.spend(limits.SECTIONS)
                space, mapping = space_of(match.group(1)), MAPPINGS[match.group(2).upper()]
                address = self.number(fields[1], TOP - 1)
                run = Run(space, address, space, address, mapping)
                if name == "_BLOCKDATA":
                    count = self.number(fields[2], TOP) * (2 if space == "L" else 1)
                    self.spend(limits.WORDS, count)
                    run.words = [self.number(fields[3], WORD_MASK)] * count
                self.records.append(run)
                if name == "_DATA" and fields[2:]:
                    self.more(fields[2:])
            case "_SYMBOL":
                # The space stands here, or in the lines of the symbols (ASM G.2.4).
                self.space = self.symbol_space(fields[0]) if fields else None
            case "_END" if fields:
                self.start = self.number(fields[0], TOP - 1)

    def more(self, fields: list[str]) -> None:
        """What follows on the lines after a record."""
        last = self.records[-1] if self.records else None
        if self.record == "_DATA" and isinstance(last, Run):
            self.spend(limits.WORDS, len(fields))
            last.words += [self.number(text, WORD_MASK) for text in fields]
        elif self.record == "_SYMBOL" and len(fields) == (3 if self.space else 4):
            name, *spaces, kind, text = fields
            self.symbol(name, self.space or self.symbol_space(spaces[0]), kind, text)
        else:
            raise self.error(f"{fields[0]!r} belongs to no record")

    def symbol_space(self, text: str) -> Space:
        """The memory space of symbols, N for none; a mapping after it is left out."""
        match = _SYMBOL_SPACE.fullmatch(text)
        if match is None:
            raise self.error(f"symbols are of X, Y, P, L or N, not {text!r}")
        return space_of(match.group(1))

    def symbol(self, name: str, space: Space, kind: str, text: str) -> None:
        """Name, memory space, type (I or F) and value."""
        self.check_name(name)
        self.spend(limits.SYMBOLS)
        value = self.symbol_value(text, floating=kind.upper().endswith("F"))
        self.symbols.append(SymbolRecord(name, value, space, "equ", "", None, False))

    def check(self) -> None:
        """Blocks must lie in memory."""
        for run in self.records:
            if isinstance(run, Run):
                if run.space == "L" and len(run.words) % 2:
                    raise self.error("an L block holds pairs of words")
                if run.address + run.locations > TOP:
                    raise self.error(f"the block at {run.space}:{run.address:04X} runs beyond $FFFF")

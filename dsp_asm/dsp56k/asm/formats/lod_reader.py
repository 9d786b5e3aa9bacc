"""LOD text, read with all it holds: symbols of both types with their spaces, comments, mappings (ASM appendix G)."""

from __future__ import annotations

import re

from dsp56k.asm.formats.errors import ObjectFormatError
from dsp56k.asm.locations import TOP
from dsp56k.asm.objectfile import Ident, ObjectComment, ObjectFile, Run, SymbolRecord

_PLACE = re.compile(r"([XYLP])[LH]?([IEB]?)", re.IGNORECASE)
_HEX = re.compile(r"[0-9A-Fa-f]{1,12}")
_MOST_WORDS = 16 * TOP
_RECORDS = frozenset({"_START", "_DATA", "_BLOCKDATA", "_SYMBOL", "_COMMENT", "_END"})


def read_lod(file: str, data: bytes) -> ObjectFile:
    """Read a LOD file. Raises ObjectFormatError with file and line."""
    return _Reader(file).read(data.decode("latin-1"))


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 0
        self.ident = Ident("LOD")
        self.records: list[Run | ObjectComment] = []
        self.symbols: list[SymbolRecord] = []
        self.start: int | None = None
        self.record = ""
        self.space = ""
        self.words = 0

    def error(self, message: str) -> ObjectFormatError:
        """What is wrong on the present line."""
        return ObjectFormatError(f"{self.file}:{self.line}: {message}", file=self.file, line=self.line)

    def read(self, text: str) -> ObjectFile:
        """The whole file."""
        for self.line, line in enumerate(text.splitlines(), start=1):
            fields = line.split()
            name = fields[0].upper() if fields else ""
            if self.record == "_COMMENT":
                # The comment's line may begin with anything.
                self.records.append(ObjectComment(line))
                self.record = ""
            elif name in _RECORDS:
                self.begin(name, fields[1:])
                if name == "_END":
                    self.check()
                    return ObjectFile(self.ident, self.records, self.symbols, [], self.start)
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
                self.ident = Ident(fields[0], self.number(fields[1], 0xFFFF), self.number(fields[2], 0xFFFF))
            case "_DATA" | "_BLOCKDATA":
                match = _PLACE.fullmatch(fields[0]) if fields else None
                if match is None or len(fields) != (2 if name == "_DATA" else 4):
                    raise self.error(f"{name} takes a memory space and an address")
                space, mapping = match.group(1).upper(), match.group(2).upper()
                address = self.number(fields[1], TOP - 1)
                run = Run(space, address, space, address, mapping)
                if name == "_BLOCKDATA":
                    count = self.number(fields[2], TOP) * (2 if space == "L" else 1)
                    self.count(count)
                    run.words = [self.number(fields[3], 0xFFFFFF)] * count
                self.records.append(run)
            case "_SYMBOL":
                if len(fields) != 1 or fields[0].upper() not in tuple("XYPLN"):
                    raise self.error("_SYMBOL takes one space of X, Y, P, L, N")
                self.space = fields[0].upper()
            case "_END" if fields:
                self.start = self.number(fields[0], TOP - 1)

    def more(self, fields: list[str]) -> None:
        """What follows on the lines behind a record."""
        last = self.records[-1] if self.records else None
        if self.record == "_DATA" and isinstance(last, Run):
            self.count(len(fields))
            last.words += [self.number(text, 0xFFFFFF) for text in fields]
        elif self.record == "_SYMBOL" and len(fields) == 3:
            self.symbol(*fields)
        else:
            raise self.error(f"{fields[0]!r} belongs to no record")

    def symbol(self, name: str, kind: str, text: str) -> None:
        """Name, type (I or F) and value."""
        value: int | float
        if kind.upper().endswith("F"):
            try:
                value = float(text)
            except ValueError:
                raise self.error(f"{text!r} is no number") from None
        else:
            value = self.number(text, 0xFFFF_FFFF_FFFF)
        self.symbols.append(SymbolRecord(name, value, self.space, "equ", "", None, False))

    def check(self) -> None:
        """Blocks must lie in memory."""
        for run in self.records:
            if isinstance(run, Run):
                if run.space == "L" and len(run.words) % 2:
                    raise self.error("an L block holds pairs of words")
                if run.address + run.locations > TOP:
                    raise self.error(f"the block at {run.space}:{run.address:04X} runs beyond $FFFF")

    def count(self, words: int) -> None:
        """Keep a hostile file from filling the memory."""
        self.words += words
        if self.words > _MOST_WORDS:
            raise self.error(f"more than {_MOST_WORDS} words")

    def number(self, text: str, limit: int) -> int:
        """A hexadecimal number."""
        if _HEX.fullmatch(text) is None or (value := int(text, 16)) > limit:
            raise self.error(f"{text!r} is no hexadecimal number up to ${limit:X}")
        return value

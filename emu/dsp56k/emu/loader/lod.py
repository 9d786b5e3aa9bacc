"""LOD text, read for what loading takes: words, symbols that are numbers, the start address (dsp56k.objects.lod).

Where on the board the memory of a block lies makes no difference here.
"""

from __future__ import annotations

import re

from dsp56k.emu.loader.program import Block, Program
from dsp56k.emu.loader.reading import LinesReader
from dsp56k.objects import budget as limits
from dsp56k.objects.lod import RECORDS
from dsp56k.objects.machine import LONG_MASK, TOP, WORD_MASK

SPACE = re.compile(r"([XYPL])[IEB]?", re.IGNORECASE)
SYMBOL_SPACE = re.compile(r"([XYPLN])[IEB]?", re.IGNORECASE)


def read_lod(file: str, data: bytes) -> Program:
    """Read a LOD file.

    Raises:
        LoadError: with `file`, and `line` where one is at fault.
    """
    return _Reader(file).read(data)


class _Reader(LinesReader):
    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.program = Program()
        self.record = ""
        self.space = ""
        self.address = 0
        self.words: list[int] = []

    def read(self, data: bytes) -> Program:
        for line in self.lines(data):
            parts = line.split()
            if self.record == "_COMMENT":
                # Its one line may begin with anything.
                self.record = ""
            elif parts and parts[0].startswith("_") and (self.record != "_SYMBOL" or parts[0].upper() in RECORDS):
                self._close()
                self._open(parts[0].upper(), parts[1:])
                if self.record == "_END":
                    return self.program
            elif parts:
                self._body(line, parts)
        raise self.error("the file ends without an _END record")

    def _open(self, record: str, arguments: list[str]) -> None:
        self.record = record
        match record:
            case "_START" | "_COMMENT":
                pass
            case "_END":
                if arguments:
                    self.program.start = self.number(arguments[0], TOP - 1)
            case "_DATA":
                self._place(arguments[:2], 2)
                self._body("", arguments[2:])
            case "_BLOCKDATA":
                self._place(arguments, 4)
                count = self.number(arguments[2], TOP)
                word = self.number(arguments[3], WORD_MASK)
                count *= 2 if self.space == "L" else 1
                self.spend(limits.WORDS, count)
                self.words = [word] * count
            case "_SYMBOL":
                self.space = self._space(SYMBOL_SPACE, arguments[0]) if arguments else ""
            case _:
                raise self.error(f"unknown record {record}")

    def _space(self, pattern: re.Pattern[str], text: str) -> str:
        match = pattern.fullmatch(text)
        if match is None:
            raise self.error(f"there is no memory space {text!r}")
        return match.group(1).upper()

    def _place(self, arguments: list[str], count: int) -> None:
        if len(arguments) != count:
            raise self.error(f"{self.record} takes {count} fields, not {len(arguments)}")
        self.spend(limits.SECTIONS)
        self.space = self._space(SPACE, arguments[0])
        self.address = self.number(arguments[1], TOP - 1)
        self.words = []

    def _body(self, line: str, parts: list[str]) -> None:
        match self.record:
            case "_DATA":
                self.spend(limits.WORDS, len(parts))
                self.words += [self.number(part, WORD_MASK) for part in parts]
            case "_SYMBOL":
                self._symbol(parts)
            case "_START":
                pass
            case _:
                raise self.error(f"{line.strip()!r} belongs to no record")

    def _symbol(self, parts: list[str]) -> None:
        if len(parts) != (3 if self.space else 4):
            raise self.error("a symbol line holds a name, a type and a value")
        self.spend(limits.SYMBOLS)
        name, *spaces, kind, value = parts
        self.check_name(name)
        space = self.space or self._space(SYMBOL_SPACE, spaces[0])
        if kind.upper().startswith("I"):
            self.program.spaces[name] = space
            self.program.symbols[name] = self.number(value, LONG_MASK)

    def _close(self) -> None:
        """Store the words of the record that ends."""
        if self.record not in ("_DATA", "_BLOCKDATA"):
            return
        step = 2 if self.space == "L" else 1
        if len(self.words) % step:
            raise self.error("an L block holds pairs of words")
        if self.address + len(self.words) // step > TOP:
            raise self.error(f"the block at {self.space}:${self.address:04X} runs beyond $FFFF")
        if self.space == "L":
            self.program.blocks.append(Block("X", self.address, self.words[0::2]))
            self.program.blocks.append(Block("Y", self.address, self.words[1::2]))
        else:
            self.program.blocks.append(Block(self.space, self.address, self.words))

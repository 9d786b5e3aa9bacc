"""Motorola's LOD format: text records _START, _DATA, _BLOCKDATA, _SYMBOL, _END, _COMMENT (ASM appendix G).

Words and addresses are hexadecimal. `_DATA <space> <address>` is followed by words up to the next record;
`_BLOCKDATA <space> <address> <count> <word>` repeats one; `_SYMBOL <space>` is followed by `name type value` lines,
`_SYMBOL` alone by `name space type value`. An L block holds pairs of words, the X half first. A letter behind the space
says where on the board the memory lies, which makes no difference here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import Block, Program

WORDS = 65_536
WORD_MAX = 0xFF_FFFF
SPACE = re.compile(r"([XYPL])[IEB]?", re.IGNORECASE)
SYMBOL_SPACE = re.compile(r"([XYPLN])[IEB]?", re.IGNORECASE)


def read_lod(file: str, data: bytes) -> Program:
    """Read a LOD file.

    Raises:
        LoadError: with `file`, and `line` where one is at fault.
    """
    if (binary := data.find(b"\0")) >= 0:
        raise LoadError(f"{file}: not a LOD file (binary at byte {binary})", file=file, field="text")
    # Comments hold the characters of their authors' machines.
    return _Reader(file).read(data.decode("latin-1"))


@dataclass
class _Reader:
    file: str
    line: int = 0
    program: Program = field(default_factory=Program)
    record: str = ""
    space: str = ""
    address: int = 0
    words: list[int] = field(default_factory=list)

    def read(self, text: str) -> Program:
        for number, line in enumerate(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), start=1):
            self.line = number
            parts = line.split()
            if self.record == "_COMMENT":
                # Its one line may begin with anything.
                self.record = ""
            elif parts and parts[0].startswith("_"):
                self._close()
                self._open(parts[0].upper(), parts[1:])
                if self.record == "_END":
                    return self.program
            elif parts:
                self._body(line, parts)
        raise self._error("the file ends without an _END record")

    def _error(self, message: str) -> LoadError:
        return LoadError(f"{self.file}:{self.line}: {message}", file=self.file, line=self.line)

    def _number(self, text: str, what: str, limit: int) -> int:
        try:
            value = int(text, 16)
        except ValueError:
            raise self._error(f"{what} {text!r} is no hexadecimal number") from None
        if not 0 <= value <= limit:
            raise self._error(f"{what} ${value:X} is above ${limit:X}")
        return value

    def _open(self, record: str, arguments: list[str]) -> None:
        self.record = record
        match record:
            case "_START" | "_COMMENT":
                pass
            case "_END":
                if arguments:
                    self.program.start = self._number(arguments[0], "the start address", WORDS - 1)
            case "_DATA":
                self._place(arguments[:2], 2)
                self._body("", arguments[2:])
            case "_BLOCKDATA":
                self._place(arguments, 4)
                count = self._number(arguments[2], "the count", WORDS)
                word = self._number(arguments[3], "the word", WORD_MAX)
                self.words = [word] * (count * (2 if self.space == "L" else 1))
            case "_SYMBOL":
                self.space = self._space(SYMBOL_SPACE, arguments[0]) if arguments else ""
            case _:
                raise self._error(f"unknown record {record}")

    def _space(self, pattern: re.Pattern[str], text: str) -> str:
        match = pattern.fullmatch(text)
        if match is None:
            raise self._error(f"there is no memory space {text!r}")
        return match.group(1).upper()

    def _place(self, arguments: list[str], count: int) -> None:
        if len(arguments) != count:
            raise self._error(f"{self.record} takes {count} fields, not {len(arguments)}")
        self.space = self._space(SPACE, arguments[0])
        self.address = self._number(arguments[1], "the address", WORDS - 1)
        self.words = []

    def _body(self, line: str, parts: list[str]) -> None:
        match self.record:
            case "_DATA":
                self.words += [self._number(part, "the word", WORD_MAX) for part in parts]
            case "_SYMBOL":
                self._symbol(parts)
            case "_START":
                pass
            case _:
                raise self._error(f"{line.strip()!r} belongs to no record")

    def _symbol(self, parts: list[str]) -> None:
        if len(parts) != (3 if self.space else 4):
            raise self._error("a symbol line holds a name, a type and a value")
        name, *spaces, kind, value = parts
        space = self.space or self._space(SYMBOL_SPACE, spaces[0])
        if kind.upper().startswith("I"):
            self.program.spaces[name] = space
            self.program.symbols[name] = self._number(value, f"the value of {name}", 0xFFFF_FFFF_FFFF)

    def _close(self) -> None:
        """Store the words of the record that ends."""
        if self.record not in ("_DATA", "_BLOCKDATA"):
            return
        step = 2 if self.space == "L" else 1
        if len(self.words) % step:
            raise self._error("an L block holds pairs of words")
        if self.address + len(self.words) // step > WORDS:
            raise self._error(f"the block at {self.space}:${self.address:04X} runs beyond $FFFF")
        if self.space == "L":
            self.program.blocks.append(Block("X", self.address, self.words[0::2]))
            self.program.blocks.append(Block("Y", self.address, self.words[1::2]))
        else:
            self.program.blocks.append(Block(self.space, self.address, self.words))

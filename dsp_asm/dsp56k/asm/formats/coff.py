"""COFF, Motorola's object format of 1992 and later: writing .cln and .cld (see dsp56k.objects.coff)."""

from __future__ import annotations

import struct
from bisect import bisect_right

from dsp56k.asm.formats.lod import CLDLOD, start_record
from dsp56k.asm.formats.symbol_table import in_file_order, written
from dsp56k.objects import coff as c
from dsp56k.objects.module import UNNAMED, Base, Module, ObjectComment, Relocation, Run, SymbolRecord
from dsp56k.objects.word_sizes import Space

_LONGEST_SHORT_NAME = 7
_HALVES: tuple[Space, ...] = ("X", "Y")
_SUMS = 2
"""Sections of an absolute file that only summarise others."""
_INT_LIMIT = 1 << 31


class _Strings:
    """The string table: its length, then the strings; offsets count from the length."""

    def __init__(self) -> None:
        self.data = bytearray(b"\0\0\0\0")
        self._known: dict[str, int] = {}

    def add(self, text: str) -> int:
        """Return the offset of a string; the empty one has offset 0."""
        if not text:
            return 0
        if text not in self._known:
            self._known[text] = len(self.data)
            self.data += text.encode("latin-1", "replace").replace(b"\0", b" ") + b"\0"
        return self._known[text]

    def finished(self) -> bytes:
        """Return the complete table."""
        return struct.pack(">I", len(self.data)) + bytes(self.data[4:])


class _Writer:
    def __init__(self, obj: Module) -> None:
        self.obj = obj
        self.relocation = obj.relocation or Relocation()
        self.strings = _Strings()
        self.symbols = bytearray()
        self.count = 0
        # Symbol table entries of the source files that the line numbers name.
        self.sources: dict[str, int] = {}
        # By memory space and base: first address, the one after the last, and the number of each block, in order.
        self.places: dict[tuple[str, Base | None], list[tuple[int, int, int]]] = {}
        self.section_numbers = {name: number for number, name in enumerate(self._section_names())}

    def _section_names(self) -> list[str]:
        return list(dict.fromkeys([*self.relocation.sections, *(symbol.section for symbol in self.obj.symbol_table)]))

    def build(self) -> bytes:
        """Return the file."""
        runs = [run for run in self.obj.runs if run.words]
        absolute = self.obj.relocation is None
        optional = self._optional(runs) if absolute else b""
        at = c.HEADER.size + len(optional) + c.SECTION.size * (len(runs) + (_SUMS if absolute else 0))
        data, relocations, lines = bytearray(), bytearray(), bytearray()
        self._symbol_table(runs)
        starts = []
        for run in runs:
            entries = self._lines(run)
            starts.append((at + len(data), len(relocations), len(lines), len(entries) // c.LINE.size))
            data += struct.pack(f">{len(run.words)}I", *run.words)
            for index, text in run.fixups:
                # For an L location, r_type has the memory code of the addressed word instead of the pair's.
                code = c.CODES[_HALVES[index % 2] if run.space == "L" else run.space, ""]
                relocations += c.RELOCATION.pack(run.location(index), code, self.strings.add(text), 0)
            lines += entries
        relocations_at = at + len(data)
        lines_at = relocations_at + len(relocations)
        headers = bytearray(self._sums(runs, relocations_at) if absolute else b"")
        for run, (data_at, relocation_at, line_at, count) in zip(runs, starts, strict=True):
            headers += self._section(run, data_at, relocations_at + relocation_at, (lines_at + line_at, count))
        flags = c.F_RELOCATIONS_STRIPPED | c.F_EXECUTABLE if absolute else 0
        flags |= 0 if lines else c.F_LINES_STRIPPED
        symbols_at = lines_at + len(lines)
        header = c.HEADER.pack(c.MAGIC, len(headers) // c.SECTION.size, 0, symbols_at, self.count, len(optional), flags)
        return b"".join((header, optional, headers, data, relocations, lines, self.symbols, self.strings.finished()))

    def _optional(self, runs: list[Run]) -> bytes:
        text, data = _extent(runs, code=True), _extent(runs, code=False)
        sizes = text[1][0] - text[0][0], data[1][0] - data[0][0]
        return c.OPTIONAL.pack(0, 0, *sizes, 0, self.obj.start or 0, 0, *text[0], *data[0], *text[1], *data[1])

    @staticmethod
    def _sums(runs: list[Run], end: int) -> bytes:
        """Return the two sections without words that represent all of text and data."""
        result = b""
        for name, code, flags in ((b".text", True, c.S_TEXT), (b".data", False, c.S_DATA)):
            first, last = _extent(runs, code=code)
            size = last[0] - first[0]
            result += c.SECTION.pack(name, *first, *first, size, 0, end, end if code else 0, 0, 0, flags)
        return result

    def _lines(self, run: Run) -> bytes:
        """Return the line number entries of a section; each change of source file is one, too."""
        result = bytearray()
        file = None
        for index, name, line in run.lines:
            if name != file:
                file = name
                result += c.LINE.pack(self.sources[name], 0, 0)
            result += c.LINE.pack(run.location(index), c.CODES[run.space, ""], line)
        return bytes(result)

    def _section(self, run: Run, data_at: int, relocations_at: int, lines: tuple[int, int]) -> bytes:
        """Return a section header; `lines` are the offset and number of its line number entries."""
        flags = c.S_TEXT if run.space == "P" else c.S_DATA
        if (run.run_space, run.run_address, run.run_base) != (run.space, run.address, run.base):
            flags |= c.S_OVERLAY
        name = b".txt" if run.space == "P" else b".dat"
        return c.SECTION.pack(
            name, run.address, c.CODES[run.space, run.mapping], run.run_address, c.CODES[run.run_space, ""],
            len(run.words), data_at, relocations_at if run.fixups else 0, lines[0] if lines[1] else 0,
            len(run.fixups), lines[1], flags,
        )  # fmt: skip

    # ---- symbols ------------------------------------------------------------------------------------------------

    def _entry(
        self, name: str | bytes, value: tuple[int, int], section: int, kind: int, storage: int, *auxiliary: bytes
    ) -> None:
        if isinstance(name, bytes):
            packed = name
        elif 0 < len(name) <= _LONGEST_SHORT_NAME:
            packed = name.encode("latin-1", "replace")
        else:
            packed = struct.pack(">II", 0, self.strings.add(name))
        self.symbols += c.SYMBOL.pack(packed, *value, section, kind, storage, len(auxiliary))
        self.symbols += b"".join(auxiliary)
        self.count += 1 + len(auxiliary)

    def _symbol_table(self, runs: list[Run]) -> None:
        obj, relocation = self.obj, self.relocation
        ident = obj.ident
        has_start = obj.start is not None
        self._files(runs)
        for number, run in enumerate(runs, start=1 if obj.relocation is not None else 1 + _SUMS):
            place = run.run_address, run.run_address + run.locations, number
            self.places.setdefault((run.run_space, run.run_base), []).append(place)
        for places in self.places.values():
            places.sort()
        self._entry(
            ident.name, (obj.start or 0, int(has_start)), c.NO_SECTION, 0, c.C_NULL,
            c.AUXILIARY.pack(
                ident.version, ident.revision, self.strings.add(ident.comment), self.strings.add(obj.tool),
                obj.errors, int(ident.from_file), self.strings.add(relocation.start), c.MARK,
            ),
        )  # fmt: skip
        for name, number in self.section_numbers.items():
            self._entry(name or "GLOBAL", (number, 0), c.NO_SECTION, 0, c.A_SECT)
        for base, extent in relocation.extents.items():
            self._entry(".extent", (extent.size, extent.alignment), c.NO_SECTION, 0, c.A_BLOCK, self._base(0, base))
        for base, (section, text) in relocation.overlays.items():
            value = self.strings.add(text), 0
            self._entry(c.OVERLAY_NAME, value, c.NO_SECTION, 0, c.A_BLOCK, self._base(section, base))
        if obj.relocation is not None:
            for number, run in enumerate(runs, start=1):
                auxiliary = self._base(run.section, run.base), self._base(run.section, run.run_base)
                self._entry(".run", (0, 0), number, 0, c.A_BLOCK, *auxiliary)
        before = 0
        for record in obj.records:
            if isinstance(record, ObjectComment):
                offset = self.strings.add(record.text)
                self._entry(c.COMMENT_NAME, (offset, before), c.ABSOLUTE, 0, c.C_NULL)
            elif record.words:
                before += 1
        for symbol in in_file_order(written(obj)):
            self._symbol(symbol)
        for number, name in relocation.externals:
            self._entry(name, (0, 0), c.NO_SECTION, 0, c.A_XREF, self._base(number, None))

    def _files(self, runs: list[Run]) -> None:
        """Write the source files; after the first one the record _START of a LOD file."""
        named = self.obj.ident != UNNAMED
        names = list(dict.fromkeys(source for run in runs for _, source, _ in run.lines))
        for number, name in enumerate(names or [f"{self.obj.ident.name}.asm"] * named):
            self.sources[name] = self.count
            text = name.encode("latin-1", "replace")
            if len(text) > c.LONGEST_FILE_NAME:
                text = struct.pack(">II", 0, self.strings.add(name))
            auxiliary = text.ljust(c.AUXILIARY.size, b"\0")
            self._entry(c.FILE_NAME, (0, c.CODES["N", ""]), c.DEBUG, 0, c.A_FILE, auxiliary)
            if number == 0 and named:
                start = "\n".join(start_record(self.obj, CLDLOD, self.obj.tool)).rstrip("\n")
                offset = self.strings.add(start.removeprefix("_START "))
                self._entry(c.COMMENT_NAME, (offset, c.CODES["N", ""]), c.ABSOLUTE, 0, c.C_NULL)

    def _symbol(self, symbol: SymbolRecord) -> None:
        value = symbol.value
        kind, pair = c.T_INT, (0, 0)
        if isinstance(value, float):
            kind, (high, low) = c.T_DOUBLE, struct.unpack(">II", struct.pack(">d", value))
            pair = (low, high)
        elif 0 <= value < _INT_LIMIT:
            pair = (value, c.SPACES.index(symbol.space))
        else:
            bits = value & 0xFFFF_FFFF_FFFF_FFFF
            kind, pair = c.T_LONG, (bits >> 32, bits & 0xFFFF_FFFF)
        storage = c.A_GLOBAL if not symbol.section else c.A_XDEF if symbol.exported else c.A_SLOCAL
        number = self.section_numbers.get(symbol.section, 0)
        # A label belongs to the text or data; any other symbol is a number.
        place = self._place(symbol) if symbol.kind == "label" else c.ABSOLUTE
        if symbol.kind == "label" and symbol.space == "P" and not symbol.section:
            kind |= c.T_CODE
        elif symbol.kind != "label" and symbol.space != "N":
            kind |= c.T_ADDRESS
        expression = self.strings.add(symbol.expression)
        self._entry(symbol.name, pair, place, kind, storage, self._base(number, symbol.base, expression))

    def _place(self, symbol: SymbolRecord) -> int:
        """Return the number of the section in which a label is located at run time."""
        places = self.places.get((symbol.space, symbol.base), [])
        at = bisect_right(places, symbol.value, key=lambda place: place[0]) - 1
        return places[at][2] if at >= 0 and symbol.value < places[at][1] else c.NO_SECTION

    @staticmethod
    def _base(section: int, base: Base | None, expression: int = 0) -> bytes:
        """Return an auxiliary entry.

        It has section, section relocated by, whether relocatable, memory space, counter, block, and the string of a
        symbol's link expression.
        """
        if base is None:
            return c.AUXILIARY.pack(section, section, 0, 0, 0, 0, expression, 0)
        return c.AUXILIARY.pack(
            section, base.section, 1, c.SPACES.index(base.space), c.COUNTERS.index(base.counter), base.block, 0, 0
        )


def _extent(runs: list[Run], *, code: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the lowest address of text (or data), and the one after the highest, as pairs."""
    mine = [run for run in runs if (run.space == "P") is code]
    if not mine:
        return (0, 0), (0, 0)
    low = min(mine, key=lambda run: run.address)
    high = max(mine, key=lambda run: run.address + run.locations)
    return (low.address, c.CODES[low.space, ""]), (high.address + high.locations, c.CODES[high.space, ""])


def coff_bytes(obj: Module) -> bytes:
    """Return an object file as COFF: absolute (.cld), or relocatable (.cln) if it has yet to be linked."""
    return _Writer(obj).build()

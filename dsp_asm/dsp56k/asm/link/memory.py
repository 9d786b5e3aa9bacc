"""The memory control file (ASM, linker 1.4.3): addresses of sections. The command line's -o is a BASE record too."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.asm.diagnostics import messages as asm_messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.link.expressions import compile_link_expression
from dsp56k.asm.listing import PAGE_FIELDS, ListingSettings, with_page
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import is_name
from dsp56k.objects.module import Ident, Span
from dsp56k.objects.word_sizes import MAPPINGS, NO_SPACE, TOP, CounterLetter, MappingLetter, Space, counter_of, space_of
from dsp56k.system.files import read_at_most
from dsp56k.system.text import decode_lines

Counter = tuple[Space, CounterLetter]
"""Memory space and counter letter."""

ANY = "*"
"""Replaces a section's name in records for all sections without one."""
_GLOBAL = "GLOBAL"
_MEM = re.compile(r"([XYLP])([LH]?)([IEB]?)[ \t]*:[ \t]*(.+)", re.IGNORECASE)
_HEX = re.compile(r"\$?([0-9A-Fa-f]{1,6})")
_SIZE_LIMIT = 1 << 20
_MOST_RESERVED = 512
"""Maximum of RESERVE blocks: each part of each section is compared with all of them. A board has a few."""
_NUMBERS = range(TOP)
_WHOLE = 100.0
"""Percent: a section cannot get less space than it takes."""
_MAP_OPTIONS = frozenset({"NOCONST", "NOLOCAL", "NOSECADDR", "NOSECNAME", "NOSYMNAME", "NOSYMVAL"})


class MemoryFileError(Dsp56kError):
    """A memory control file, or an -o option, that cannot be read; `file`, `line`."""


@dataclass(slots=True)
class SectionRecord:
    """SECTION: addresses by counter; without any the section only precedes the unnamed ones."""

    name: str
    span: Span
    addresses: dict[Counter, int] = field(default_factory=dict)


@dataclass(slots=True)
class MemoryControl:
    """The contents of a memory control file.

    The section outside of all others, "" in modules, is called GLOBAL here (ASM F.2.2). `mappings` are the letters I, E
    and B by (section or ANY, counter); `pages` are the settings of MAP PAGE. The spans are those of the records.
    """

    ident: Ident | None = None
    start: str = ""
    start_span: Span | None = None
    bases: dict[Counter, int] = field(default_factory=dict)
    sections: list[SectionRecord] = field(default_factory=list)
    sizes: dict[tuple[str, Counter], int | float] = field(default_factory=dict)
    limits: dict[Counter, int] = field(default_factory=dict)
    reserved: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    symbols: dict[str, tuple[Space, int | float]] = field(default_factory=dict)
    symbol_spans: dict[str, Span] = field(default_factory=dict)
    map_options: set[str] = field(default_factory=set)
    pages: ListingSettings | None = None
    mappings: dict[tuple[str, Counter], MappingLetter] = field(default_factory=dict)

    def origin(self, text: str, place: str = "-o") -> None:
        """Set `mem[ctr][map]:address` as the base of a counter. Raises MemoryFileError."""
        counter, mapping, rest = _mem(text, place)
        self.bases[counter] = _address(rest, place)
        if mapping:
            self.mappings[ANY, counter] = mapping


def read_memory_file(path: Path) -> MemoryControl:
    """Read a memory control file. Raises MemoryFileError with the line at fault, OSError if it cannot be read."""
    data = read_at_most(path, _SIZE_LIMIT)
    control = MemoryControl()
    lines = decode_lines(data, "latin-1")
    for number, line in enumerate(lines, start=1):
        text, _, comment = line.partition(";")
        if text.strip():
            start = len(text) - len(text.lstrip())
            span = Span(str(path), number, start + 1, len(text.strip()), line)
            _record(control, text.split(None, 1), comment.strip(), span)
    return control


@dataclass(frozen=True, slots=True)
class _Record:
    """The text after a record's name, the comment after that, and its span."""

    rest: str
    comment: str
    span: Span

    @property
    def place(self) -> str:
        """Name of the record's location in error messages."""
        return f"{self.span.file}:{self.span.line}"


def _record(control: MemoryControl, fields: list[str], comment: str, span: Span) -> None:
    """Process one record. Raises MemoryFileError."""
    record = _Record(fields[1].strip() if len(fields) > 1 else "", comment, span)
    take = _RECORDS.get(fields[0].upper())
    if take is None:
        raise _error(record.place, f"Invalid relocation type field: {fields[0]}")
    take(control, record)


def _base(control: MemoryControl, record: _Record) -> None:
    """Set the addresses at which counters' sections begin: BASE mem[ctr][map]:address,..."""
    for text in _items(record.rest):
        control.origin(text, record.place)


def _section(control: MemoryControl, record: _Record) -> None:
    """SECTION name [mem[ctr][map]:address,...]: set a section's address, or only its order."""
    name, items = _named(record.rest)
    if not record.rest or (name and not is_name(name)):
        raise _error(record.place, "SECTION requires the name of a section")
    section = SectionRecord(name, record.span)
    for text in _items(items):
        counter, mapping, value = _mem(text, record.place)
        section.addresses[counter] = _address(value, record.place)
        if mapping:
            control.mappings[name, counter] = mapping
    control.sections.append(section)


def _section_size(control: MemoryControl, record: _Record) -> None:
    """SECSIZE name mem[ctr]:size,...: set a section's minimum size in locations or, in floating point, in percent."""
    section, items = _named(record.rest)
    for text in _items(items):
        counter, _, value = _mem(text, record.place)
        size = _number(value, record.place)
        if size <= (_WHOLE if isinstance(size, float) else 0):
            kind = "percentage" if isinstance(size, float) else "value"
            raise _error(record.place, f"Section padding {kind} too small: {value}")
        control.sizes[section, counter] = size


def _memory(control: MemoryControl, record: _Record) -> None:
    """MEMORY mem[ctr]:address,...: set the last address of a counter."""
    for text in _items(record.rest):
        counter, _, value = _mem(text, record.place)
        control.limits[counter] = _address(value, record.place)


def _reserve(control: MemoryControl, record: _Record) -> None:
    """RESERVE mem:low..high,...: reserve addresses that no section may take."""
    for text in _items(record.rest):
        (space, _), _, value = _mem(text, record.place)
        low, dots, high = value.partition("..")
        if not dots:
            raise _error(record.place, f"RESERVE must have a range such as X:$0..$3F, got {text!r}")
        block = _address(low, record.place), _address(high, record.place)
        if block[0] > block[1]:
            raise _error(record.place, f"Invalid reserve range syntax: {value}")
        if sum(map(len, control.reserved.values())) >= _MOST_RESERVED:
            raise _error(record.place, f"more than {_MOST_RESERVED} reserved blocks")
        control.reserved.setdefault(space, []).append(block)


def _ident(control: MemoryControl, record: _Record) -> None:
    """IDENT name version revision ;comment."""
    words = record.rest.split()
    if len(words) != 3 or not is_name(words[0]):
        raise _error(record.place, "IDENT requires a name, a version and a revision")
    version, revision = (_integer(text, record.place, _NUMBERS) for text in words[1:])
    control.ident = Ident(words[0], version, revision, record.comment)


def _start(control: MemoryControl, record: _Record) -> None:
    """START address: set it to a number or a symbol."""
    if not record.rest:
        raise _error(record.place, "START requires an address or a symbol")
    control.start, control.start_span = record.rest, record.span


def _named(rest: str) -> tuple[str, str]:
    """Return the name of a section, "" for GLOBAL, and the rest of the record."""
    name, _, items = rest.replace("\t", " ").partition(" ")
    return "" if name.upper() == _GLOBAL else name, items


def _symbol(control: MemoryControl, record: _Record) -> None:
    """SYMBOL name [mem:]value: define a symbol for all modules."""
    name, _, value = record.rest.replace("\t", " ").partition(" ")
    value = value.strip()
    if not is_name(name) or not value:
        raise _error(record.place, "SYMBOL requires a name and a value")
    space: Space = NO_SPACE
    if (match := _MEM.fullmatch(value)) is not None:
        space, value = space_of(match.group(1)), match.group(4)
    # An address is hexadecimal, with or without $, as in the other records (ASM, linker 1.4.3).
    plain = space != NO_SPACE and _HEX.fullmatch(value) is not None
    control.symbol_spans[name] = record.span
    control.symbols[name] = (space, _address(value, record.place) if plain else _number(value, record.place))


def _map(control: MemoryControl, record: _Record) -> None:
    """MAP PAGE width,...: set the pages of the map file; MAP OPT option,...: set the parts that it omits."""
    modifier, _, items = record.rest.replace("\t", " ").partition(" ")
    if modifier.upper() == "PAGE":
        control.pages = _page(items, record.place)
        return
    if modifier.upper() != "OPT":
        raise _error(record.place, "MAP requires PAGE or OPT")
    for text in _items(items):
        if text.upper() not in _MAP_OPTIONS:
            raise _error(record.place, f"unknown MAP option {text}")
        control.map_options.add(text.upper())


_RECORDS: dict[str, Callable[[MemoryControl, _Record], None]] = {
    "BASE": _base,
    "IDENT": _ident,
    "MAP": _map,
    "MEMORY": _memory,
    "RESERVE": _reserve,
    "SECSIZE": _section_size,
    "SECTION": _section,
    "START": _start,
    "SYMBOL": _symbol,
}


def _items(text: str) -> list[str]:
    """Return the texts between commas."""
    return [item.strip() for item in text.split(",")] if text.strip() else []


def _mem(text: str, place: str) -> tuple[Counter, MappingLetter, str]:
    """Return the counter, the mapping letter and the value of `mem[ctr][map]:value`."""
    match = _MEM.fullmatch(text.strip())
    if match is None:
        raise _error(place, f"expected an address as X:$100, with L or H and I, E or B after the space, got {text!r}")
    space, counter, mapping, value = match.groups()
    if mapping.upper() == "B" and space.upper() != "P":
        raise _error(place, "Bootstrap mapping available only in P memory")
    return (space_of(space), counter_of(counter)), MAPPINGS[mapping.upper()], value.strip()


def _address(text: str, place: str) -> int:
    """Return an address: hexadecimal, with or without $ (ASM, linker 1.4.3: "positive hexadecimal integer")."""
    match = _HEX.fullmatch(text.strip())
    if match is None or (value := int(match.group(1), 16)) >= TOP:
        raise _error(place, f"expected an address from 0 to $FFFF, got {text.strip()!r}")
    return value


def _page(items: str, place: str) -> ListingSettings:
    """Return the settings of MAP PAGE width,length,top,bottom,left with defaults (ASM, linker 1.4.3.8.1)."""
    values = _items(items)
    if len(values) > len(PAGE_FIELDS):
        raise _error(place, "Invalid MAP page field")
    given = {name: _integer(text, place, _NUMBERS) for name, text in zip(PAGE_FIELDS, values, strict=False) if text}
    settings, wrong = with_page(ListingSettings(), given)
    if wrong is not None:
        raise _error(place, wrong.text)
    return settings


class _Constants:
    """The context of expressions in a memory control file: no symbol is known, and nothing is relocatable."""

    tentative = assembling = False
    expression_column = 0

    def lookup(self, name: str, *, outer: bool = False) -> Value:
        """See expressions.parser.Context."""
        raise SourceError(asm_messages.UNDEFINED_SYMBOL, name=name)

    def location(self) -> Value:
        """See expressions.parser.Context."""
        raise SourceError(asm_messages.UNEXPECTED_CHARACTER, char="*")

    def warn_within(self, kind: Message, at: int, length: int, **values: object) -> None:
        """Ignore a warning: it does not concern the file."""

    def space_mismatch(self, left: Space, right: Space, at: int) -> None:
        """Do nothing: constants have no memory space."""

    def relocated(self, offset: Value, code: int | None) -> Value:
        """See link.expressions.LinkContext."""
        raise SourceError(asm_messages.NOT_ABSOLUTE)

    def field_too_small(self, value: int, bits: int) -> None:
        """See link.expressions.LinkContext."""
        raise SourceError(asm_messages.RESULT_TOO_LARGE, bits=bits)

    def outside_fraction(self) -> None:
        """Ignore a warning, as `warn_within` does."""


def _number(text: str, place: str) -> int | float:
    """Return the value of a constant expression."""
    try:
        number = compile_link_expression(text.strip())(_Constants()).number
    except SourceError as error:
        raise _error(place, f"{text.strip()!r}: {error}") from None
    if not math.isfinite(number):
        raise _error(place, f"expected a finite number, got {text.strip()!r}")
    return number


def _integer(text: str, place: str, wanted: range) -> int:
    number = _number(text, place)
    if not isinstance(number, int) or number not in wanted:
        raise _error(place, f"expected a number from {wanted[0]} to {wanted[-1]}, got {text.strip()!r}")
    return number


def _error(place: str, message: str) -> MemoryFileError:
    return MemoryFileError(f"{place}: {message}", place=place)

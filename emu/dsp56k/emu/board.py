"""`Board`: the surroundings of a chip as data: RAM and its mappings, clocks, wait states, address ranges of devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from importlib import resources
from itertools import combinations
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from dsp56k.emu._core import BCR, PBC
from dsp56k.emu.device import PortDevice
from dsp56k.emu.errors import BoardError, RamConflictError
from dsp56k.emu.memory import SPACES, WORD_MAX, WORDS, is_on_chip
from dsp56k.emu.validation import bit_fraction, require_path
from dsp56k.system.files import read_at_most
from dsp56k.system.suggestions import expected, unknown
from dsp56k.system.text import decode_text, described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.memory import Memory
    from dsp56k.emu.registers import Registers

PAGE = 256
"""Words of a page. RAM and its mappings are a multiple of pages."""
MAX_RAM = 3 * WORDS
MAX_FILE_BYTES = 1 << 16
NAMES = ("bare", "falcon", "next")
"""The boards of the package."""

Part = TypeVar("Part")


@dataclass(frozen=True)
class RamMapping:
    """A range of addresses to which a RAM is mapped.

    Attributes:
        ram: Name of the RAM.
        space: "X", "Y" or "P".
        first, last: Range of addresses, a multiple of pages of 256 words.
        word: Word of the RAM at `first`, at the beginning of a page.
        words: Number of words, a multiple of pages, after which the RAM repeats from `word` [up to its end].
    """

    ram: str
    space: str
    first: int
    last: int
    word: int = 0
    words: int | None = None

    def __post_init__(self) -> None:
        _check_range(self)
        _paged("first", self.first)
        _paged("last", self.last + 1)
        _paged("word", _whole("word", self.word, 0, MAX_RAM))
        if self.words is not None:
            _paged("words", _whole("words", self.words, PAGE, MAX_RAM))


@dataclass(frozen=True)
class WaitStateRange:
    """A range of addresses for which the board asserts WT, and its wait states (`port_a.map_wait_states`)."""

    space: str
    first: int
    last: int
    waits: int

    def __post_init__(self) -> None:
        _check_range(self)
        _whole("waits", self.waits, 0, 0xFFFF)


@dataclass(frozen=True)
class DeviceSlot:
    """The address range of the device with a name."""

    name: str
    space: str
    first: int
    last: int

    def __post_init__(self) -> None:
        _text("name", self.name)
        _check_range(self)
        if is_on_chip(self.space, self.first, self.last):
            raise _wrong("first", self.first, "an address of external memory")


@dataclass(frozen=True)
class InitialState:
    """The registers of a program that the board's own loader has started. None is the value after RESET.

    Attributes:
        omr: Operating mode register, 0 to $FF.
        pc: Program counter.
        bcr: Bus control register: wait states of X, Y, P and I/O (UM 9-12).
        pbc: Port B control register. It is 1 if the loader has used the host port, as the bootstrap program does
            (UM 10-46, Figure 10-31).
    """

    omr: int | None = None
    pc: int | None = None
    bcr: int | None = None
    pbc: int | None = None

    def __post_init__(self) -> None:
        for name, high in (("omr", 0xFF), ("pc", WORDS - 1), ("bcr", 0xFFFF), ("pbc", 1)):
            value = getattr(self, name)
            if value is not None:
                _whole(name, value, 0, high)


@dataclass(frozen=True)
class Board:
    """A board, as `Dsp56001(board=...)` takes it. Its file is TOML with these names; boards.md has an example.

    Attributes:
        name: Name of the board.
        clock_hz: Frequency of the oscillator in hertz.
        mode: Levels of the pins MB:MA, 0 to 3 (UM 6-14).
        floating: 24-bit word that reads of unmapped addresses return.
        ssi_bit_hz: Bit clock that the board drives into the SSI, in hertz, where the program makes the clock an input;
            a frame sync begins each programmed frame.
        start: Registers of a program at its start. They do not apply if the chip is given another mode.
        ram: Number of words of each RAM by name, a multiple of 256, at most 196,608 in total.
        views: Mappings of the RAM. The last mapping of an address takes precedence; other addresses are unmapped.
        waits: Address ranges for which the board asserts WT.
        devices: Address ranges of devices, which take precedence over RAM.
    """

    name: str
    clock_hz: int | Fraction = 20_000_000
    mode: int = 0
    floating: int = 0
    ssi_bit_hz: int | Fraction | None = None
    start: InitialState = field(default_factory=InitialState)
    ram: Mapping[str, int] = field(default_factory=dict)
    views: Sequence[RamMapping] = ()
    waits: Sequence[WaitStateRange] = ()
    devices: Sequence[DeviceSlot] = ()

    PARTS: ClassVar[Mapping[str, type]] = {"views": RamMapping, "waits": WaitStateRange, "devices": DeviceSlot}

    def __post_init__(self) -> None:
        _text("name", self.name)
        _check_frequency("clock_hz", self.clock_hz)
        if self.ssi_bit_hz is not None:
            _check_frequency("ssi_bit_hz", self.ssi_bit_hz)
            if self.ssi_bit_hz > self.clock_hz:
                raise _wrong("ssi_bit_hz", self.ssi_bit_hz, "at most clock_hz")
        _whole("mode", self.mode, 0, 3)
        _whole("floating", self.floating, 0, WORD_MAX)
        for name, words in self.ram.items():
            _paged(f"ram.{name}", _whole(f"ram.{name}", words, PAGE, MAX_RAM))
        if (total := sum(self.ram.values())) > MAX_RAM:
            raise BoardError(f"RAM must have at most {MAX_RAM:,} words, got {total:,}", key="ram", value=total)
        for number, view in enumerate(self.views):
            self._check_view(f"views[{number}]", view)
        for (_, one), (number, other) in combinations(enumerate(self.devices), 2):
            if one.name == other.name:
                raise _wrong(f"devices[{number}].name", other.name, "a unique name")
            if one.space == other.space and one.first <= other.last and other.first <= one.last:
                raise _wrong(f"devices[{number}].first", other.first, f"outside the range of {one.name}")

    def _check_view(self, key: str, view: RamMapping) -> None:
        if view.ram not in self.ram:
            raise _wrong(
                f"{key}.ram", view.ram, f"one of {', '.join(self.ram) or 'none, because the board has no RAM'}"
            )
        size = self.ram[view.ram]
        if view.word >= size:
            raise _wrong(f"{key}.word", view.word, f"below the {size} words of {view.ram}")
        if view.words is not None and view.word + view.words > size:
            raise _wrong(f"{key}.words", view.words, f"at most {size - view.word}: {view.ram} has {size} words")

    @classmethod
    def named(cls, name: str) -> Board:
        """Return a board of the package: "bare", "falcon" or "next".

        Raises:
            BoardError: The board does not exist.
        """
        if name not in NAMES:
            raise BoardError(unknown("board", name, NAMES), key="name", value=name)
        text = resources.files("dsp56k.emu").joinpath("boards", f"{name}.toml").read_bytes()
        return _read(f"{name}.toml", text)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Board:
        """Return the board of a TOML file.

        Raises:
            BoardError: The file has an error: `file`, `key`, `value`.
            OSError: The file cannot be read.
        """
        file = require_path(path, "path")
        return _read(str(file), read_at_most(file, MAX_FILE_BYTES))

    def clocks_per_ssi_bit(self, hertz: Fraction) -> Fraction | None:
        """Return the clocks of an oscillator of this frequency for a bit of the SSI, or None without `ssi_bit_hz`."""
        return None if self.ssi_bit_hz is None else hertz / self.ssi_bit_hz

    def wire(self, chip: Chip, devices: Mapping[str, PortDevice], hertz: Fraction) -> None:
        """Connect RAM, wait states, the clock of the SSI and devices to a new chip with an oscillator of `hertz`.

        Raises:
            BoardError: A device of the board is missing, or the board does not have one of `devices`; or the oscillator
                is slower than the bit clock.
            ConfigurationError: The clocks per bit are a fraction whose numerator has more than 32 bits.
        """
        begins, used = {}, 0
        for name, words in self.ram.items():
            begins[name] = used
            used += words // PAGE
        chip.wire_ram(
            [
                (
                    SPACES.index(view.space),
                    view.first // PAGE,
                    view.last // PAGE,
                    begins[view.ram] + view.word // PAGE,
                    (self.ram[view.ram] - view.word if view.words is None else view.words) // PAGE,
                )
                for view in self.views
            ]
        )
        clocks = self.clocks_per_ssi_bit(hertz)
        if clocks is not None and clocks < 1:
            raise _wrong("ssi_bit_hz", self.ssi_bit_hz, "at most clock_hz")
        chip.ssi_external_clock(bit_fraction(clocks), 0)
        for waits in self.waits:
            chip.map_waits(SPACES.index(waits.space), waits.first, waits.last, waits.waits)
        slots = {slot.name: slot for slot in self.devices}
        for name in sorted(slots.keys() ^ devices.keys()):
            what = f"a device {name}, which was not passed" if name in slots else f"no device {described(name)}"
            raise BoardError(f"board {self.name} has {what}", key="devices", value=name)
        for name, slot in slots.items():
            chip.map_device(SPACES.index(slot.space), slot.first, slot.last, devices[name])

    def begin(self, regs: Registers, x: Memory, *, loaded: bool) -> None:
        """Set the registers of a chip to their values at the start of a program; only BCR if no loader has run."""
        start = self.start
        if loaded and start.omr is not None:
            regs.omr = start.omr
        if loaded and start.pc is not None:
            regs.pc = start.pc
        if loaded and start.pbc is not None:
            x[PBC] = start.pbc
        if start.bcr is not None:
            x[BCR] = start.bcr

    def refuse_lost(self, chip: Chip, words: Iterable[tuple[str, int, int]], file: object = None) -> None:
        """Refuse words (space, address, word) of which one would overwrite another, or that are not in memory.

        Equal words may share a word of RAM. I/O registers and devices are not checked.

        Args:
            chip: Chip on the board.
            words: Words of the program.
            file: Name of the program's file, or None.

        Raises:
            RamConflictError: A word is lost; `space`, `address`, and `other`, the first word at the same RAM address.
        """
        source = "" if file is None else f"{file}: "
        found: dict[int, tuple[str, int, int]] = {}
        for space, address, word in words:
            number = SPACES.index(space)
            if not chip.takes(number, address):
                message = f"{source}{space}:${address:04X} is not memory of board {self.name}"
                raise RamConflictError(message, space=space, address=address, other=None)
            ram_address = chip.ram_place(number, address)
            if ram_address is None:
                continue
            before = found.setdefault(ram_address, (space, address, word))
            if before[2] != word:
                one, other = f"{space}:${address:04X}", f"{before[0]}:${before[1]:04X}"
                message = (
                    f"{one} and {other} select the same word of board {self.name}'s RAM, but the program "
                    "has different words for them"
                )
                raise RamConflictError(source + message, space=space, address=address, other=before[:2])


def resolve_board(board: Board | str | None, devices: Mapping[str, PortDevice] | None) -> Board:
    """Return a board that is passed itself or by its name.

    Raises:
        BoardError: There are devices but no board, or the board is unknown.
    """
    if board is None:
        raise BoardError(
            "devices require a board, which defines their addresses", key="devices", value=list(devices or ())
        )
    return Board.named(board) if isinstance(board, str) else board


def _wrong(key: str, value: object, what: str) -> BoardError:
    return BoardError(f"{key} must be {what}, got {described(value)}", key=key, value=value)


def _whole(key: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _wrong(key, value, f"an integer from {low} to {high}")
    return value


def _check_frequency(key: str, value: object) -> None:
    if not isinstance(value, Fraction) or value <= 0:
        _whole(key, value, 1, 1 << 40)


def _text(key: str, value: object) -> None:
    if not isinstance(value, str) or not value:
        raise _wrong(key, value, "a name")


def _paged(key: str, words: int) -> None:
    if words % PAGE:
        raise _wrong(key, words, f"a multiple of {PAGE}")


def _check_range(part: RamMapping | WaitStateRange | DeviceSlot) -> None:
    if part.space not in SPACES:
        raise _wrong("space", part.space, "X, Y or P")
    first = _whole("first", part.first, 0, WORDS - 1)
    _whole("last", part.last, first, WORDS - 1)


def _read(file: str, octets: bytes) -> Board:
    """Return the board that a file describes."""
    import tomllib

    try:
        tables = tomllib.loads(decode_text(octets))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardError(f"{file}: invalid TOML: {error}", file=file, key="", value="") from None
    try:
        for name, kind in Board.PARTS.items():
            if name in tables:
                tables[name] = _parts(name, kind, tables[name])
        if "start" in tables:
            tables["start"] = _part("start.", InitialState, tables["start"])
        if not isinstance(ram := tables.get("ram", {}), dict):
            raise _wrong("ram", ram, "a table of words by name")
        for name in ("clock_hz", "ssi_bit_hz"):
            if isinstance(text := tables.get(name), str):
                tables[name] = _frequency(name, text)
        return _part("", Board, tables)
    except BoardError as error:
        raise BoardError(f"{file}: {error}", file=file, key=error.fields["key"], value=error.fields["value"]) from None


def _frequency(key: str, text: str) -> Fraction:
    """Return a frequency that is not an integer: "96000000/7"."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise _wrong(key, text, "a number or a fraction") from None


def _parts(name: str, kind: type[Part], tables: object) -> list[Part]:
    if not isinstance(tables, list):
        raise _wrong(name, tables, f"an array of tables, [[{name}]]")
    return [_part(f"{name}[{number}].", kind, table) for number, table in enumerate(tables)]


def _part(key: str, kind: type[Part], table: Any) -> Part:
    """Return a table as a dataclass; the keys of its errors become those of the file."""
    if not isinstance(table, dict):
        raise _wrong(key.rstrip("."), table, "a table")
    known = fields(kind)  # type: ignore[arg-type]  # a dataclass, all of them
    names = [one.name for one in known]
    for name in table:
        if name not in names:
            raise BoardError(f"{key}{name}: unknown key{expected(name, names)}", key=key + name, value=table[name])
    needed = [name for name in ("name", "ram", "space", "first", "last", "waits") if name in names]
    for name in needed if kind is not Board else ("name",):
        if name not in table:
            raise BoardError(f"{key}{name} is missing", key=key + name, value=None)
    try:
        return kind(**table)
    except BoardError as error:
        if not key:
            raise
        inner = error.fields["key"]
        raise BoardError(f"{key}{error}", key=key + inner, value=error.fields["value"]) from None

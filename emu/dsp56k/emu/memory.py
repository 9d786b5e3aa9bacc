"""Memory in Python: words by address, slices, numpy arrays. Accesses have no side effects on I/O registers."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

from dsp56k.emu._core import DATA_WORDS, IO_PAGE
from dsp56k.emu.array_views import View, fraction_view, signed_view
from dsp56k.emu.errors import ConfigurationError, LoadError, MemoryAccessError
from dsp56k.emu.validation import hexadecimal, is_int_in_range
from dsp56k.system.text import described

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from dsp56k.emu._core import Chip

SPACES = ("X", "Y", "P")
"""The memory spaces, in the order of their numbers in the extension."""
WORDS = 65_536
"""Words in a memory space."""
WORD_BYTES = 3
WORD_MAX = 0xFF_FFFF
"""The largest 24-bit word."""
WORDS_PER_LINE, MAX_LINES = 8, 32
"""Size of the table that a notebook shows."""


def space_number(space: str) -> int:
    """Return the number of a space in the extension.

    Raises:
        ConfigurationError: The space does not exist; `field`, `value`, `space`.
    """
    if space not in SPACES:
        raise ConfigurationError(
            f"the memory space must be X, Y or P, got {described(space)}", field="space", value=space, space=space
        )
    return SPACES.index(space)


def is_on_chip(space: str, first: int, last: int) -> bool:
    """Return True if internal memory or registers are at all of these addresses, in every mode (UM 3-7)."""
    return space != "P" and (last < DATA_WORDS or (space == "X" and first >= IO_PAGE))


@dataclass(frozen=True)
class UnmappedAccess:
    """An access of the DSP to an unmapped address: address, direction, the instruction's address, and the clock."""

    space: str
    address: int
    write: bool
    pc: int
    clocks: int


class Memory:
    """One space of 65,536 unsigned 24-bit words. `numpy.asarray(memory)` gives a copy as uint32."""

    def __init__(self, chip: Chip, number: int, *, external: bool) -> None:
        """Access a space of a chip by its number: the DSP's memory map, or the board's whole RAM on port A."""
        self._chip = chip
        self._number = number
        self._external = external
        self._space = SPACES[number]

    @property
    def signed(self) -> View[int, SupportsIndex]:
        """The words as signed numbers, from -2^23 to 2^23 - 1, as in `dsp.x.signed[0] = -1`."""
        return signed_view(self)

    @property
    def fraction(self) -> View[float, float | Fraction]:
        """The words as fractions, from -1 to 1 - 2^-23, as in `dsp.y.fraction[0] = 0.5`."""
        return fraction_view(self)

    def __repr__(self) -> str:
        return f"<Memory {self._space}: {WORDS} words>"

    def _repr_html_(self) -> str:
        """Return a table of the first groups of eight words that are not all 0."""
        from dsp56k.system.grid import html_table

        words, size = self[:], WORDS_PER_LINE
        used = [first for first in range(0, WORDS, size) if any(words[first : first + size])]
        caption = f"{self!r}" if used else f"{self!r}, all 0"
        if len(used) > MAX_LINES:
            caption += f"; {MAX_LINES} of {len(used)} lines that contain other words than 0"
        lines = [[f"${at:04X}", *(f"{word:06X}" for word in words[at : at + size])] for at in used[:MAX_LINES]]
        return html_table(caption, [], lines)

    def __len__(self) -> int:
        return WORDS

    def _address(self, index: SupportsIndex) -> int:
        address = self._whole(index, 0)
        if not -WORDS <= address < WORDS:
            raise MemoryAccessError(
                f"the address must be $0000 to $FFFF, got {self._space}:{address:#x}",
                space=self._space,
                address=address,
            )
        return address % WORDS

    def _whole(self, value: SupportsIndex, address: int) -> int:
        try:
            return operator.index(value)
        except TypeError:
            message = f"{self._space} memory must have integers at integer addresses, got {described(value)}"
            if isinstance(value, float):
                message += f"; `{self._space.lower()}.fraction` takes fractions"
            raise MemoryAccessError(message, space=self._space, address=address, value=value) from None

    def _range(self, index: slice) -> range:
        try:
            return range(*index.indices(WORDS))
        except (TypeError, ValueError) as error:
            raise MemoryAccessError(f"{self._space} memory: {error}", space=self._space, value=index) from None

    @staticmethod
    def _is_block(addresses: range) -> bool:
        """Return True if the words are consecutive and not empty; an empty range can start at $10000."""
        return addresses.step == 1 and len(addresses) > 0

    def _word(self, value: SupportsIndex, address: int) -> int:
        word = self._whole(value, address)
        if not 0 <= word <= WORD_MAX:
            hint = f"; `{self._space.lower()}.signed` takes negative numbers" if -(1 << 23) <= word < 0 else ""
            message = f"{word:#x} does not fit the 24-bit word {self._space}:${address:04X}{hint}"
            raise MemoryAccessError(message, space=self._space, address=address, value=word)
        return word

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | list[int]:
        """Return the word at an address, or the words of a slice. Negative addresses count from the end.

        Raises:
            MemoryAccessError: An address is outside the space; `space`, `address`.
        """
        if isinstance(index, slice):
            addresses = self._range(index)
            if self._is_block(addresses):
                block = self._chip.peek_block(self._number, addresses.start, self._external, len(addresses))
                return memoryview(block).cast("I").tolist()
            return [self._read(address) for address in addresses]
        return self._read(self._address(index))

    @overload
    def __setitem__(self, index: SupportsIndex, value: SupportsIndex) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[SupportsIndex]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: SupportsIndex | Iterable[SupportsIndex]) -> None:
        """Set a word, or the words of a slice to a sequence of the same length.

        Raises:
            MemoryAccessError: An address or a value is out of range, or the slice and the values differ in length;
                `space`, `address`, `value`. Nothing is changed then.
        """
        if isinstance(index, slice):
            addresses = self._range(index)
            if not isinstance(value, Iterable):
                message = (
                    f"a slice of {self._space} memory must be assigned a sequence of words, got {described(value)}"
                )
                raise MemoryAccessError(message, space=self._space, address=addresses.start, value=value)
            words = self._words(value, addresses)
            self._same_length(value, words, addresses)
            if self._is_block(addresses):
                self._chip.poke_block(self._number, addresses.start, self._external, words)
            else:
                for address, word in zip(addresses, words, strict=True):
                    self._write(address, word)
            return
        address = self._address(index)
        # _word refuses values that are not integers.
        self._write(address, self._word(cast(SupportsIndex, value), address))

    def _read(self, address: int) -> int:
        return self._chip.peek(self._number, address, self._external)

    def _write(self, address: int, word: int) -> None:
        self._chip.poke(self._number, address, self._external, word)

    def octets(self, address: SupportsIndex, count: int) -> bytes:
        """Return `count` words starting at an address, three bytes each, the least significant first.

        Raises:
            MemoryAccessError: The range exceeds the space, or `count` is not a number of words; `space`, `address`.
        """
        return self._chip.peek_octets(self._number, self._start(address, count), self._external, count)

    def set_octets(self, address: SupportsIndex, octets: bytes | bytearray | memoryview) -> None:
        """Set words starting at an address to `octets`, three bytes each, the least significant first.

        Raises:
            MemoryAccessError: The range exceeds the space, the number of bytes is not a multiple of three, or `octets`
                are not bytes; `space`, `address`. Nothing is changed then.
        """
        try:
            # The items of a view can have more than one byte each.
            data = bytes(memoryview(octets))
        except TypeError:
            message = f"{self._space} memory must be set to bytes, got {described(octets)}"
            raise MemoryAccessError(message, space=self._space, address=address, value=octets) from None
        count, rest = divmod(len(data), WORD_BYTES)
        if rest:
            message = f"the number of bytes must be a multiple of {WORD_BYTES}, got {len(data)}"
            raise MemoryAccessError(message, space=self._space, address=address, value=len(data))
        self._chip.poke_octets(self._number, self._start(address, count), self._external, data)

    def _start(self, address: SupportsIndex, count: int) -> int:
        """Return the first address of `count` words."""
        start = self._address(address)
        if not is_int_in_range(count, 0, WORDS - start):
            message = f"words from {self._space}:${start:04X} must be 0 to {WORDS - start}, got {described(count)}"
            raise MemoryAccessError(message, space=self._space, address=start, value=count)
        return start

    def _words(self, values: Iterable[SupportsIndex], addresses: range) -> list[int]:
        """Return one value for each address, or fewer if there are fewer; each is checked."""
        given = list(islice(values, len(addresses)))
        if {*map(type, given)} == {int}:
            # The condition has checked the types.
            words = cast(list[int], given)
            if min(words) >= 0 and max(words) <= WORD_MAX:
                return words
        return [self._word(word, address) for word, address in zip(given, addresses, strict=False)]

    def _same_length(self, value: Iterable[SupportsIndex], words: list[int], addresses: range) -> None:
        count = len(value) if isinstance(value, Sized) else len(words)
        if count != len(addresses):
            raise MemoryAccessError(
                f"the number of values from {self._space}:${addresses.start:04X} must be {len(addresses)}, got {count}",
                space=self._space,
                address=addresses.start,
                value=count,
            )

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """Return a copy of the whole space as a numpy array of shape (65536,) and type `dtype` [uint32].

        Raises:
            ValueError: `copy` is False.
        """
        import numpy as np

        if copy is False:
            raise ValueError("the emulator's memory cannot be accessed without a copy")
        words = np.frombuffer(self._chip.peek_block(self._number, 0, self._external, WORDS), dtype="<u4")
        return words.astype(np.uint32 if dtype is None else dtype)


def check_words(words: Mapping[tuple[str, int], int]) -> None:
    """Check words that `load_words` is to store.

    Raises:
        ConfigurationError: The argument is not a mapping, for example an object file.
        LoadError: The words are those of an assembly with errors.
        MemoryAccessError: A key is not a space and address, or a word does not have 24 bits.
    """
    # Only loading needs the package of object files.
    from dsp56k.objects.word_sizes import FailedAssemblyWords

    given: object = words
    if not isinstance(given, Mapping):
        message = f"words must be a mapping of (space, address) to words, got {described(words)}; `load` takes programs"
        raise ConfigurationError(message, field="words", value=words)
    if isinstance(words, FailedAssemblyWords):
        raise LoadError("cannot load a program with errors: its `diagnostics` has them")
    for location, word in words.items():
        match location:
            case (space, address) if space in SPACES and is_int_in_range(address, 0, WORDS - 1):
                if not is_int_in_range(word, 0, WORD_MAX):
                    message = f"{hexadecimal(word)} does not fit the 24-bit word {space}:${address:04X}"
                    raise MemoryAccessError(message, space=space, address=address, value=word)
            case _:
                message = f"expected (space, address), got {described(location)}"
                raise MemoryAccessError(message, space=location, address=location, value=word)

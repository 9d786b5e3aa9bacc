"""Memory as Python sees it: words by address, slices, numpy arrays; no side effects on I/O registers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

from dsp56k.emu.errors import MemoryAccessError
from dsp56k.system.text import described

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SPACES = ("X", "Y", "P")
"""The memory spaces, in the order of their numbers in the extension."""
WORDS = 65_536
"""Words in a memory space."""
WORD_MAX = 0xFF_FFFF
"""The largest 24-bit word."""


class Memory:
    """One space of 65,536 unsigned 24-bit words. `numpy.asarray(memory)` gives a copy as uint32."""

    def __init__(
        self,
        space: str,
        read: Callable[[int], int],
        write: Callable[[int, int], None],
        read_block: Callable[[int, int], bytes],
        write_block: Callable[[int, list[int]], None],
    ) -> None:
        """Wrap the accessors of one space."""
        self._space = space
        self._read = read
        self._write = write
        self._read_block = read_block
        self._write_block = write_block

    def __repr__(self) -> str:
        return f"<Memory {self._space}: {WORDS} words>"

    def __len__(self) -> int:
        return WORDS

    def _address(self, index: SupportsIndex) -> int:
        address = self._whole(index, 0)
        if not -WORDS <= address < WORDS:
            raise MemoryAccessError(
                f"{self._space}:{address:#x} is outside $0000-$FFFF", space=self._space, address=address
            )
        return address % WORDS

    def _whole(self, value: SupportsIndex, address: int) -> int:
        try:
            return operator.index(value)
        except TypeError:
            message = f"{self._space} memory holds whole numbers at whole addresses, not {described(value)}"
            raise MemoryAccessError(message, space=self._space, address=address, value=value) from None

    def _range(self, index: slice) -> range:
        try:
            return range(*index.indices(WORDS))
        except (TypeError, ValueError) as error:
            raise MemoryAccessError(f"{self._space} memory: {error}", space=self._space, value=index) from None

    @staticmethod
    def _is_block(addresses: range) -> bool:
        """Whether the words are consecutive; an empty range may start at $10000."""
        return addresses.step == 1 and len(addresses) > 0

    def _word(self, value: SupportsIndex, address: int) -> int:
        word = self._whole(value, address)
        if not 0 <= word <= WORD_MAX:
            raise MemoryAccessError(
                f"{word:#x} does not fit the 24-bit word {self._space}:${address:04X}",
                space=self._space,
                address=address,
                value=word,
            )
        return word

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | list[int]:
        """The word at an address, or the words of a slice; addresses count from 0 to $FFFF, or from -1 down.

        Raises:
            MemoryAccessError: an address outside the space; `space`, `address`.
        """
        if isinstance(index, slice):
            addresses = self._range(index)
            if self._is_block(addresses):
                return memoryview(self._read_block(addresses.start, len(addresses))).cast("I").tolist()
            return [self._read(address) for address in addresses]
        return self._read(self._address(index))

    @overload
    def __setitem__(self, index: SupportsIndex, value: SupportsIndex) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[SupportsIndex]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: SupportsIndex | Iterable[SupportsIndex]) -> None:
        """Set a word, or the words of a slice to as many values.

        Raises:
            MemoryAccessError: an address or a value is out of range, or the slice and the values differ in length;
                `space`, `address`, `value`; nothing is changed then.
        """
        if isinstance(index, slice):
            addresses = self._range(index)
            if not isinstance(value, Iterable):
                message = f"a slice of {self._space} memory takes words, not {described(value)}"
                raise MemoryAccessError(message, space=self._space, address=addresses.start, value=value)
            words = self._words(value, addresses)
            self._same_length(value, words, addresses)
            if self._is_block(addresses):
                self._write_block(addresses.start, words)
            else:
                for address, word in zip(addresses, words, strict=True):
                    self._write(address, word)
            return
        address = self._address(index)
        # _word refuses what is no number.
        self._write(address, self._word(cast(SupportsIndex, value), address))

    def _words(self, values: Iterable[SupportsIndex], addresses: range) -> list[int]:
        """As many of the values as there are addresses, each looked at."""
        given = list(islice(values, len(addresses)))
        if {*map(type, given)} == {int}:
            # The types were just looked at.
            words = cast(list[int], given)
            if min(words) >= 0 and max(words) <= WORD_MAX:
                return words
        return [self._word(word, address) for word, address in zip(given, addresses, strict=False)]

    def _same_length(self, value: Iterable[SupportsIndex], words: list[int], addresses: range) -> None:
        count = len(value) if isinstance(value, Sized) else len(words)
        if count != len(addresses):
            raise MemoryAccessError(
                f"{count} values do not fit {len(addresses)} words from {self._space}:${addresses.start:04X}",
                space=self._space,
                address=addresses.start,
                value=count,
            )

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """A copy of the whole space as a numpy array: shape (65536,), uint32 unless another type is asked for.

        Raises:
            ValueError: `copy` is False.
        """
        import numpy as np

        if copy is False:
            raise ValueError("the emulator's memory can only be copied")
        words = np.frombuffer(self._read_block(0, WORDS), dtype="<u4")
        return words.astype(np.uint32 if dtype is None else dtype)

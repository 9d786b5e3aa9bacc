"""The host side of the host interface (UM 10-17 to 10-27): eight byte registers, and HACK. HREQ is `dsp.lines.hreq`.

Above the registers stands a host that is always ready: it queues words for the DSP and keeps what the DSP sends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from dsp56k.emu._core import BC as BC
from dsp56k.emu._core import CVR as CVR
from dsp56k.emu._core import HCR, HSR, HTX
from dsp56k.emu._core import ICR as ICR
from dsp56k.emu._core import ISR as ISR
from dsp56k.emu._core import IVR as IVR
from dsp56k.emu._core import PBC as PBC
from dsp56k.emu._core import RXDF as RXDF
from dsp56k.emu._core import RXH as RXH
from dsp56k.emu._core import RXL as RXL
from dsp56k.emu._core import RXM as RXM
from dsp56k.emu._core import TXDE as TXDE
from dsp56k.emu._core import TXH as TXH
from dsp56k.emu._core import TXL as TXL
from dsp56k.emu._core import TXM as TXM
from dsp56k.emu.checks import is_whole, listed, whole
from dsp56k.emu.errors import HostPortError, MemoryAccessError
from dsp56k.emu.peripherals.register_text import registers_text
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.lines import Outputs

WORD_MAX = 0xFF_FFFF

OFFSETS = 8


class Hooks(Protocol):
    """The chip's hooks (`dsp.hooks`), as far as a host needs them."""

    def on_access(self, call: Callable[..., object], space: str, first: int, last: int) -> Any:
        """Call after each access."""

    def remove(self, item: Any) -> None:
        """No longer call."""

    def __iter__(self) -> Iterator[Any]: ...


class Attendance:
    """What calls a host that is always ready: accesses of the DSP by which a word may have come or room may be.

    A program that waits for its next command looks at the status for as long as it runs. While the host has no more
    words nothing comes of that, and it is not called.
    """

    __slots__ = ("_hooks", "_serve", "_status")

    def __init__(self, hooks: Hooks) -> None:
        """By the hooks of a chip."""
        self._hooks = hooks
        self._serve: Callable[[], object] | None = None
        self._status: object = None

    def begin(self, serve: Callable[[], object]) -> None:
        """Call `serve` from now on."""
        self._serve = serve
        for address in (PBC, HTX):
            self._hook(address, address)

    def words_are_left(self, left: bool) -> None:
        """Whether the host has words that the DSP had no room for."""
        if left and self._status is None:
            self._status = self._hook(HCR, HSR)
        elif not left and self._status is not None:
            if self._status in self._hooks:
                # It is not if somebody has removed all hooks.
                self._hooks.remove(self._status)
            self._status = None

    def _hook(self, first: int, last: int) -> object:
        def call(_dsp: object, _access: object, _address: int) -> None:
            assert self._serve is not None  # hooks are set by `begin` on
            self._serve()

        return self._hooks.on_access(call, "X", first, last)


class HostInterface:
    """What a host processor sees at its eight addresses. Accesses happen at the chip's present clock.

    `send` and `receive` work in words: from the first call of either a host stands at the port that looks at it after
    each instruction of the DSP that uses the other side, and takes no time for it. It sends nothing before port B is
    the host interface: words would be lost. A snapshot does not hold its words.

    >>> from dsp56k.emu import Dsp56001
    >>> dsp = Dsp56001()
    >>> dsp.p[0:3] = 0x08F4A0, 0x000001, 0x0C0002           # movep #1,x:<<$FFE0, then jmp *
    >>> dsp.host.send([0x123456, -1 % 2**24])
    >>> dsp.run().reason.name, dsp.host.to_send             # two fit: one in HRX, one in TXH, TXM and TXL
    ('HALT', ())
    """

    __slots__ = ("_attendance", "_chip", "_outputs", "_queue", "_received")

    def __init__(self, chip: Chip, outputs: Outputs, hooks: Hooks) -> None:
        """The port of a chip with its hooks."""
        self._chip = chip
        self._outputs = outputs
        self._attendance = Attendance(hooks)
        self._queue: deque[int] = deque()
        self._received: deque[int] | None = None

    def __repr__(self) -> str:
        """Return the registers of both sides with their fields."""
        from dsp56k.isa import HOST_REGISTERS

        host = [one for one in HOST_REGISTERS.values() if one.reset is not None]
        seen = ", ".join(f"{one.name} {one.shown(self._chip.host_peek(one.address))}" for one in host)
        return f"HostInterface({seen}; {registers_text(self._chip, ('HCR', 'HSR'))})"

    @staticmethod
    def _offset(offset: int) -> int:
        if not is_whole(offset, 0, OFFSETS - 1):
            message = f"the offset of a register of the host interface must be 0 to 7, got {described(offset)}"
            raise MemoryAccessError(message, space="host", address=offset)
        return offset

    def read(self, offset: int) -> int:
        """Read a byte register, offset 0 to 7; reading RXL (7) frees the receive register.

        Raises:
            MemoryAccessError: no such offset; `address`.
        """
        value = self._chip.host_read(self._offset(offset))
        self._chip.tell(self._outputs)
        return value

    def peek(self, offset: int) -> int:
        """Look at a byte register, offset 0 to 7, without side effects.

        Raises:
            MemoryAccessError: no such offset; `address`.
        """
        return self._chip.host_peek(self._offset(offset))

    def write(self, offset: int, byte: int) -> None:
        """Write a byte register, offset 0 to 7; writing TXL (7) sends the word.

        Raises:
            MemoryAccessError: no such offset, or not a byte; `address`, `value`.
        """
        if not is_whole(byte, 0, 0xFF):
            raise MemoryAccessError(
                f"a byte must be 0 to 255, got {described(byte)}", space="host", address=offset, value=byte
            )
        self._chip.host_write(self._offset(offset), byte)
        self._chip.tell(self._outputs)

    def acknowledge_read(self) -> int | None:
        """Assert HACK and read the bus: the vector byte while HREQ is asserted (UM 10-26), in a DMA mode the next byte
        of a word from the DSP (UM 10-55). None: nothing drives the bus.
        """
        value = self._chip.host_acknowledge_read()
        self._chip.tell(self._outputs)
        return value

    def acknowledge_write(self, byte: int) -> None:
        """Assert HACK with a byte on the bus: in a DMA mode the next byte of a word to the DSP (UM 10-51).

        Raises:
            MemoryAccessError: not a byte.
        """
        if not is_whole(byte, 0, 0xFF):
            raise MemoryAccessError(
                f"a byte must be 0 to 255, got {described(byte)}", space="host", address=0, value=byte
            )
        self._chip.host_acknowledge_write(byte)
        self._chip.tell(self._outputs)

    @property
    def to_send(self) -> tuple[int, ...]:
        """Words of `send` that the DSP has not had room for so far."""
        return tuple(self._queue)

    def send(self, words: Iterable[SupportsIndex]) -> None:
        """Queue 24-bit words for the DSP; what it has room for goes at once, the rest while it runs.

        Raises:
            ConfigurationError: no words, or one that does not fit 24 bits; none is queued then.
        """
        self._queue += [whole(word, "a word for the host port", 0, WORD_MAX) for word in listed(words, "words")]
        self._serve(self._attend())

    def receive(self, count: int | None = None) -> list[int]:
        """The next `count` words that the DSP has sent, or all that have come and were not asked for before.

        A run before the first `send` or `receive` had no host: the DSP could send a word or two and had to wait.

        Raises:
            HostPortError: fewer have come; they stay; `sent`, `wanted`.
            ConfigurationError: no number of words.
        """
        received = self._attend()
        self._serve(received)
        wanted = len(received) if count is None else whole(count, "count", 0)
        if wanted > len(received):
            raise HostPortError(
                f"the DSP has sent {len(received)} of {wanted} words", sent=len(received), wanted=wanted
            )
        return [received.popleft() for _ in range(wanted)]

    def _attend(self) -> deque[int]:
        """A host stands at the port: the words that it has of the DSP."""
        if (received := self._received) is None:
            received = self._received = deque()
            self._attendance.begin(lambda: self._serve(received))
        return received

    def _serve(self, received: deque[int]) -> None:
        """Take what is there, and fill what is free."""
        if not self._chip.peek(0, PBC, external=False) & BC:
            # A change of that calls again.
            return
        while self.peek(ISR) & RXDF:
            received.append(int.from_bytes(self.read(offset) for offset in range(RXH, RXL + 1)))
        while self._queue and self.peek(ISR) & TXDE:
            for offset, byte in enumerate(self._queue.popleft().to_bytes(3), TXH):
                self.write(offset, byte)
        self._attendance.words_are_left(bool(self._queue))

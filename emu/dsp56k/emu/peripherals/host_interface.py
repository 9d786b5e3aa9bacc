"""The host side of the host interface (UM 10-17 to 10-27): eight byte registers, and HACK. HREQ is `dsp.lines.hreq`.

On top of the registers there is a model of a host that is always ready. It queues words for the DSP and stores the
words that the DSP sends.
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
from dsp56k.emu.errors import HostPortError, MemoryAccessError
from dsp56k.emu.registers import registers_text
from dsp56k.emu.validation import is_int_in_range, require_int, require_list
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.signal_lines import Outputs

WORD_MAX = 0xFF_FFFF

OFFSETS = 8


class Hooks(Protocol):
    """The part of the chip's hooks (`dsp.hooks`) that a host needs."""

    def on_access(self, call: Callable[..., object], space: str, first: int, last: int) -> Any:
        """Call a function after each access."""

    def remove(self, item: Any) -> None:
        """Remove a hook."""

    def __iter__(self) -> Iterator[Any]: ...


class Attendance:
    """The hooks that call a host which is always ready, after accesses of the DSP that send a word or free a register.

    A program that waits for its next command reads the status all the time. While the host has no words left, these
    reads do not call it, because it could do nothing.
    """

    __slots__ = ("_hooks", "_serve", "_status")

    def __init__(self, hooks: Hooks) -> None:
        """Use the hooks of a chip."""
        self._hooks = hooks
        self._serve: Callable[[], object] | None = None
        self._status: object = None

    def begin(self, serve: Callable[[], object]) -> None:
        """Call `serve` from now on."""
        self._serve = serve
        for address in (PBC, HTX):
            self._hook(address, address)

    def words_are_left(self, left: bool) -> None:
        """Call the host after reads of the status only while it has words that the DSP could not take yet."""
        if left and self._status is None:
            self._status = self._hook(HCR, HSR)
        elif not left and self._status is not None:
            if self._status in self._hooks:
                # The user can have removed all hooks.
                self._hooks.remove(self._status)
            self._status = None

    def _hook(self, first: int, last: int) -> object:
        def call(_dsp: object, _access: object, _address: int) -> None:
            assert self._serve is not None  # `begin` sets the first hook
            self._serve()

        return self._hooks.on_access(call, "X", first, last)


class HostInterface:
    """The eight registers of the host processor's side. Accesses happen at the chip's current clock.

    `send` and `receive` transfer words. Their first call connects a model of a host. It serves the port after each
    instruction of the DSP that uses the other side, and takes no time. It sends no words before port B is the host
    interface, because they would be lost. A snapshot does not contain its words.

    >>> from dsp56k.emu import Dsp56001
    >>> dsp = Dsp56001()
    >>> dsp.p[0:3] = 0x08F4A0, 0x000001, 0x0C0002           # movep #1,x:<<$FFE0, then jmp *
    >>> dsp.host.send([0x123456, -1 % 2**24])
    >>> dsp.run().reason.name, dsp.host.to_send             # two fit: one in HRX, one in TXH, TXM and TXL
    ('HALT', ())
    """

    __slots__ = ("_attendance", "_chip", "_outputs", "_queue", "_received")

    def __init__(self, chip: Chip, outputs: Outputs, hooks: Hooks) -> None:
        """Create the port of a chip with its hooks."""
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
        return f"HostInterface({seen}; {registers_text(self._chip, 'host interface')})"

    @staticmethod
    def _offset(offset: int) -> int:
        if not is_int_in_range(offset, 0, OFFSETS - 1):
            message = f"the offset of a register of the host interface must be 0 to 7, got {described(offset)}"
            raise MemoryAccessError(message, space="host", address=offset)
        return offset

    def read(self, offset: int) -> int:
        """Read a byte register, offset 0 to 7. Reading RXL (7) frees the receive register.

        Raises:
            MemoryAccessError: The offset is invalid; `address`.
        """
        value = self._chip.host_read(self._offset(offset))
        self._chip.tell(self._outputs)
        return value

    def peek(self, offset: int) -> int:
        """Read a byte register, offset 0 to 7, without side effects.

        Raises:
            MemoryAccessError: The offset is invalid; `address`.
        """
        return self._chip.host_peek(self._offset(offset))

    def write(self, offset: int, byte: int) -> None:
        """Write a byte register, offset 0 to 7. Writing TXL (7) sends the word.

        Raises:
            MemoryAccessError: The offset is invalid, or the value is not a byte; `address`, `value`.
        """
        if not is_int_in_range(byte, 0, 0xFF):
            raise MemoryAccessError(
                f"a byte must be 0 to 255, got {described(byte)}", space="host", address=offset, value=byte
            )
        self._chip.host_write(self._offset(offset), byte)
        self._chip.tell(self._outputs)

    def acknowledge_read(self) -> int | None:
        """Assert HACK and read the bus; return None if nothing drives it.

        The byte is the vector while HREQ is asserted (UM 10-26), in a DMA mode the next byte of a word from the DSP (UM
        10-55).
        """
        value = self._chip.host_acknowledge_read()
        self._chip.tell(self._outputs)
        return value

    def acknowledge_write(self, byte: int) -> None:
        """Assert HACK with a byte on the bus. In a DMA mode it is the next byte of a word to the DSP (UM 10-51).

        Raises:
            MemoryAccessError: The value is not a byte.
        """
        if not is_int_in_range(byte, 0, 0xFF):
            raise MemoryAccessError(
                f"a byte must be 0 to 255, got {described(byte)}", space="host", address=0, value=byte
            )
        self._chip.host_acknowledge_write(byte)
        self._chip.tell(self._outputs)

    @property
    def to_send(self) -> tuple[int, ...]:
        """Words of `send` that the DSP could not take yet."""
        return tuple(self._queue)

    def send(self, words: Iterable[SupportsIndex]) -> None:
        """Queue 24-bit words for the DSP. It takes up to two at once, the others while it runs.

        Raises:
            ConfigurationError: The argument is not a sequence of 24-bit words. No word is queued then.
        """
        self._queue += [
            require_int(word, "a word for the host port", 0, WORD_MAX) for word in require_list(words, "words")
        ]
        self._serve(self._attend())

    def receive(self, count: int | None = None) -> list[int]:
        """Return the next `count` words that the DSP has sent, or all of them if `count` is None.

        A run before the first `send` or `receive` had no host: the DSP could send a word or two and had to wait.

        Raises:
            HostPortError: The DSP has sent fewer words, which are not removed; `sent`, `wanted`.
            ConfigurationError: `count` is not a number of words.
        """
        received = self._attend()
        self._serve(received)
        wanted = len(received) if count is None else require_int(count, "count", 0)
        if wanted > len(received):
            raise HostPortError(
                f"the DSP has sent {len(received)} of {wanted} words", sent=len(received), wanted=wanted
            )
        return [received.popleft() for _ in range(wanted)]

    def _attend(self) -> deque[int]:
        """Connect the model of a host, if it is not connected; return the words that it has received."""
        if (received := self._received) is None:
            received = self._received = deque()
            self._attendance.begin(lambda: self._serve(received))
        return received

    def _serve(self, received: deque[int]) -> None:
        """Receive all words of the DSP, and send words while its register is free."""
        if not self._chip.peek(0, PBC, external=False) & BC:
            # A change of PBC calls this method again.
            return
        while self.peek(ISR) & RXDF:
            received.append(int.from_bytes(self.read(offset) for offset in range(RXH, RXL + 1)))
        while self._queue and self.peek(ISR) & TXDE:
            for offset, byte in enumerate(self._queue.popleft().to_bytes(3), TXH):
                self.write(offset, byte)
        self._attendance.words_are_left(bool(self._queue))

"""External inputs of the program. Each is an action at a clock, so that it can be replayed.

They are input signals, accesses of the host interface, words for the SSI, pins of the ports, and changes by the user.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, InputLine, Port, SsiWord
from dsp56k.emu.device import RestorableDevice
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.peripherals.host_interface import BC, ISR, PBC, RXDF, RXH, RXL, TXDE, TXH, Attendance
from dsp56k.emu.validation import is_int_in_range
from dsp56k.system.text import described

Argument = int | str | bool
"""An argument of an action; JSON can express it."""
Word = TypeVar("Word")


@dataclass(frozen=True)
class Action:
    """An input: oscillator clocks since power-up, the action and its arguments."""

    position: int
    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class HostPortState:
    """The state of a host: if it is active, and the number of words queued, sent and received."""

    present: bool
    given: int
    sent: int
    received: int


class Words(Generic[Word]):
    """Words that a run produces in order, of which an earlier state has fewer. A later snapshot needs the others again.

    Attributes:
        count: Number of words at the current position.
    """

    def __init__(self) -> None:
        self._all: list[Word] = []
        self.count = 0

    def __getitem__(self, index: int) -> Word:
        return self._all[index]

    def extend(self, words: Sequence[Word]) -> None:
        """Append words; they replace those of a run that was left by going back."""
        end = self.count + len(words)
        self._all[self.count : end] = words
        self.count = end

    def since(self, first: int) -> list[Word]:
        """Return the words from an index up to the current position."""
        return self._all[first : self.count]


class Host:
    """A host at the host port that is always ready and takes no time, as that of `dsp.host.send`; it can be restored.

    Attributes:
        present: True if it serves the port, which begins with the first `send`.
    """

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        self._attendance = Attendance(dsp.hooks)
        self._connected = self.present = False
        self._words = Words[int]()
        self._sent = 0
        self._received = Words[int]()
        self._told = 0

    def send(self, *words: int) -> int:
        """Send words as soon as the DSP can take them and port B is the host interface; return how many are left."""
        for word in words:
            if not is_int_in_range(word, 0, WORD_MAX):
                raise DebugError(f"the host must send 24-bit words, got {described(word)}", field="action", value=words)
        self._words.extend(words)
        self.present = True
        if not self._connected:
            self._connected = True
            self._attendance.begin(self._serve)
        self._serve()
        return self._words.count - self._sent

    def received(self) -> list[int]:
        """Return the DSP's words since the last call; going back makes later words new again."""
        new = self._received.since(self._told)
        self._told = self._received.count
        return new

    def state(self) -> HostPortState:
        """Return the current state."""
        return HostPortState(self.present, self._words.count, self._sent, self._received.count)

    def restore(self, state: HostPortState) -> None:
        """Restore another state of the same run."""
        self.present, self._sent = state.present, state.sent
        self._words.count, self._received.count = state.given, state.received
        self._told = min(self._told, state.received)
        self._attendance.words_are_left(self.present and self._sent < self._words.count)

    def _serve(self) -> None:
        port = self._dsp.host
        if not self.present or not self._dsp.x[PBC] & BC:
            return
        while port.peek(ISR) & RXDF:
            self._received.extend([int.from_bytes(port.read(offset) for offset in range(RXH, RXL + 1))])
        while self._sent < self._words.count and port.peek(ISR) & TXDE:
            for offset, byte in enumerate(self._words[self._sent].to_bytes(3), TXH):
                port.write(offset, byte)
            self._sent += 1
        self._attendance.words_are_left(self._sent < self._words.count)


@dataclass(frozen=True)
class ExternalState:
    """The external state, which a snapshot of the chip does not contain.

    It has the number of words that were queued for the SSI, taken and sent, the clocks per bit of its external clock,
    the state of the host, the mask and levels of the driven pins of each port, and the states of the devices on port A.
    """

    fed: int
    taken: int
    sent: int
    ssi_clock: Fraction | None
    host: HostPortState
    pins: tuple[tuple[str, int, int], ...]
    devices: tuple[object, ...]


class ExternalInputs:
    """The inputs of a chip that a debugger drives, and the restorable devices on its port A.

    Attributes:
        host: The host that sends and receives complete words at the host port.
    """

    def __init__(self, dsp: Dsp56001, devices: Sequence[RestorableDevice] = ()) -> None:
        self.host = Host(dsp)
        self._dsp = dsp
        self._devices = devices
        self._words = Words[int]()
        self._taken = 0
        self._is_attached = False
        self._sent = Words[SsiWord]()
        self._ssi_clock = None if dsp.board is None else dsp.board.clocks_per_ssi_bit(dsp.clock.hertz)
        self._pins = {"B": (0, 0), "C": (0, 0)}
        self._actions: dict[str, Callable[..., object]] = {
            "line": self._line,
            "host_send": self.host.send,
            "host_write": dsp.host.write,
            "host_read": dsp.host.read,
            "ssi": self._feed,
            "ssi_clock": self._clock_ssi,
            "pins": self._drive,
            "register": dsp.regs.__setitem__,
            "memory": self._store,
            "reset": dsp.reset,
        }

    def do(self, name: str, arguments: tuple[Argument, ...]) -> object:
        """Execute an action now and return its result.

        Raises:
            DebugError: The action is unknown, or its arguments are invalid.
            EmulatorError: The chip rejects the arguments.
        """
        act = self._actions.get(name)
        if act is None:
            raise DebugError(f"unknown input {described(name)}", field="action", value=name)
        try:
            return act(*arguments)
        except (TypeError, KeyError, AttributeError) as error:
            message = f"invalid arguments of the input {name}: {described(arguments)}"
            raise DebugError(message, field="action", value=arguments) from error

    def state(self) -> ExternalState:
        """Return the current external state."""
        pins = tuple((name, mask, levels) for name, (mask, levels) in self._pins.items())
        devices = tuple(device.state() for device in self._devices)
        return ExternalState(
            self._words.count, self._taken, self._sent.count, self._ssi_clock, self.host.state(), pins, devices
        )

    def restore(self, chip: bytes, state: ExternalState) -> None:
        """Restore another state of the same run: a snapshot of the chip, and the external state."""
        if state.ssi_clock != self._ssi_clock:
            # A new clock restarts the interface, whose state the snapshot has.
            self._set_ssi_clock(state.ssi_clock)
        self._dsp.restore(chip)
        self._words.count, self._sent.count, self._taken = state.fed, state.sent, state.taken
        self.host.restore(state.host)
        for name, mask, levels in state.pins:
            port = self._port(name)
            port.release()
            port.drive(levels, mask)
            self._pins[name] = mask, levels
        for device, was in zip(self._devices, state.devices, strict=True):
            device.restore(was)

    # The SSI's device (`dsp56k.emu.SsiDevice`): unlike the chip's own queue it can be restored.

    def sent(self, word: SsiWord) -> None:
        """Keep a word that the chip sends."""
        self._sent.extend([word])

    def sent_words(self) -> list[SsiWord]:
        """Return the words that the SSI has sent since it was attached (`attach_ssi`, or the first input "ssi")."""
        return self._sent.since(0)

    def wanted(self, clock: int, slot: int) -> int | None:
        """Return the next word for the SSI."""
        del clock, slot
        if self._taken == self._words.count:
            return None
        self._taken += 1
        return self._words[self._taken - 1]

    def _feed(self, *words: int) -> None:
        for word in words:
            if not is_int_in_range(word, 0, WORD_MAX):
                raise DebugError(f"the SSI must get 24-bit words, got {described(word)}", field="action", value=words)
        self.attach_ssi()
        self._words.extend(words)

    def attach_ssi(self) -> None:
        """Connect this device to the SSI, so that it keeps the words that the chip sends."""
        if not self._is_attached:
            self._is_attached = True
            self._dsp.ssi.attach(self)

    def _clock_ssi(self, clocks: int, per_bits: int = 1) -> None:
        if not is_int_in_range(per_bits, 1, WORD_MAX):
            raise DebugError(
                f"bits must be a positive number, got {described(per_bits)}", field="action", value=per_bits
            )
        self._set_ssi_clock(Fraction(clocks, per_bits))

    def _set_ssi_clock(self, clocks_per_bit: Fraction | None) -> None:
        self._dsp.ssi.external_clock(clocks_per_bit)
        self._ssi_clock = clocks_per_bit

    def _line(self, name: str, asserted: bool) -> None:
        line = getattr(self._dsp.lines, name, None)
        if not isinstance(line, InputLine):
            raise DebugError(f"unknown input {described(name)} of the chip", field="action", value=name)
        line.drive(asserted)

    def _drive(self, name: str, levels: int, mask: int) -> None:
        self._port(name).drive(levels, mask)
        known, before = self._pins[name]
        self._pins[name] = known | mask, before & ~mask | levels & mask

    def _port(self, name: str) -> Port:
        return {"B": self._dsp.port_b, "C": self._dsp.port_c}[name]

    def _store(self, space: str, address: int, *words: int) -> None:
        memory = {"X": self._dsp.x, "Y": self._dsp.y, "P": self._dsp.p}[space]
        memory[address : address + len(words)] = words

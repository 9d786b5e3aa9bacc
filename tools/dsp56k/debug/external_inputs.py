"""External inputs of the program. Each is an action at a clock, so that it can be replayed.

They are input signals, accesses of the host interface, words for the SSI, pins of the ports, and changes by the user.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, InputLine, Port, SsiWord
from dsp56k.emu.device import RestorableDevice
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.peripherals.host_interface import BC, ISR, PBC, RXDF, RXH, RXL, TXDE, TXH, Attendance
from dsp56k.emu.validation import is_int_in_range
from dsp56k.system.text import described

Argument = int | str | bool
"""An argument of an action; JSON can express it."""


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


class Host:
    """A host at the host port that is always ready and takes no time, as that of `dsp.host.send`; it can be restored.

    Attributes:
        present: True if it serves the port, which begins with the first `send`.
    """

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        self._attendance = Attendance(dsp.hooks)
        self._connected = self.present = False
        self._words: list[int] = []
        self._sent = 0
        self._received: list[int] = []
        self._told = 0

    def send(self, *words: int) -> int:
        """Send words as soon as the DSP can take them and port B is the host interface; return how many are left."""
        for word in words:
            if not is_int_in_range(word, 0, WORD_MAX):
                raise DebugError(f"the host must send 24-bit words, got {described(word)}", field="action", value=words)
        self._words += words
        self.present = True
        if not self._connected:
            self._connected = True
            self._attendance.begin(self._serve)
        self._serve()
        return len(self._words) - self._sent

    def received(self) -> list[int]:
        """Return the DSP's words since the last call; going back makes later words new again."""
        new = self._received[self._told :]
        self._told = len(self._received)
        return new

    def state(self) -> HostPortState:
        """Return the current state."""
        return HostPortState(self.present, len(self._words), self._sent, len(self._received))

    def restore(self, state: HostPortState) -> None:
        """Restore an earlier state of the same run."""
        self.present, self._sent = state.present, state.sent
        del self._words[state.given :], self._received[state.received :]
        self._told = min(self._told, state.received)
        self._attendance.words_are_left(self.present and self._sent < len(self._words))

    def _serve(self) -> None:
        port = self._dsp.host
        if not self.present or not self._dsp.x[PBC] & BC:
            return
        while port.peek(ISR) & RXDF:
            self._received.append(int.from_bytes(port.read(offset) for offset in range(RXH, RXL + 1)))
        while self._sent < len(self._words) and port.peek(ISR) & TXDE:
            for offset, byte in enumerate(self._words[self._sent].to_bytes(3), TXH):
                port.write(offset, byte)
            self._sent += 1
        self._attendance.words_are_left(self._sent < len(self._words))


@dataclass(frozen=True)
class ExternalState:
    """The external state, which a snapshot of the chip does not contain.

    It has the number of words that were queued for the SSI, taken and sent, the state of the host, the mask and levels
    of the driven pins of each port, and the states of the devices on port A.
    """

    fed: int
    taken: int
    sent: int
    host: HostPortState
    pins: tuple[tuple[str, int, int], ...]
    devices: tuple[object, ...]


class ExternalInputs:
    """The inputs of a chip that a debugger drives, and the restorable devices on its port A.

    Attributes:
        host: The host that sends and receives complete words at the host port.
        sent_words: Words that the SSI has sent since it was attached (`attach_ssi`, or the first input "ssi").
    """

    def __init__(self, dsp: Dsp56001, devices: Sequence[RestorableDevice] = ()) -> None:
        self.host = Host(dsp)
        self._dsp = dsp
        self._devices = devices
        self._words: list[int] = []
        self._taken = 0
        self._is_attached = False
        self.sent_words: list[SsiWord] = []
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
        return ExternalState(len(self._words), self._taken, len(self.sent_words), self.host.state(), pins, devices)

    def restore(self, state: ExternalState) -> None:
        """Restore an earlier external state of the same run."""
        del self._words[state.fed :], self.sent_words[state.sent :]
        self._taken = state.taken
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
        self.sent_words.append(word)

    def wanted(self, clock: int, slot: int) -> int | None:
        """Return the next word for the SSI."""
        del clock, slot
        if self._taken == len(self._words):
            return None
        self._taken += 1
        return self._words[self._taken - 1]

    def _feed(self, *words: int) -> None:
        for word in words:
            if not is_int_in_range(word, 0, WORD_MAX):
                raise DebugError(f"the SSI must get 24-bit words, got {described(word)}", field="action", value=words)
        self.attach_ssi()
        self._words += words

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
        self._dsp.ssi.external_clock(Fraction(clocks, per_bits))

    def _line(self, name: str, asserted: bool) -> None:
        line = getattr(self._dsp.lines, name)
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

"""What comes to the program from outside: each input is an action at a clock, so that it can be done again.

Lines, the host's side of the host interface, words for the SSI, pins of the ports, and what a user changes by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, InputLine, Port, SsiWord
from dsp56k.emu.checks import is_whole
from dsp56k.emu.device import KeptDevice
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.peripherals.host_interface import ISR, PBC, RXDF, RXH, RXL, TXDE, TXH, Attendance
from dsp56k.system.text import described

Argument = int | str | bool
"""What an action takes: what JSON holds."""


@dataclass(frozen=True)
class Action:
    """An input: oscillator clocks since power-up, what is done, and with what."""

    position: int
    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class HostState:
    """Whether the host looks at its port, and how many words it was given, has sent, and has received."""

    present: bool
    given: int
    sent: int
    received: int


class Host:
    """A host at the host port that is always ready and takes no time, as that of `dsp.host.send`; it can go back.

    Attributes:
        present: whether it looks at the port, as it does from the first `send` on.
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
        """Words for the DSP, whenever it has room and port B is the host interface; how many are left to send now."""
        for word in words:
            if not is_whole(word, 0, WORD_MAX):
                raise DebugError(f"the host must send 24-bit words, got {described(word)}", field="action", value=words)
        self._words += words
        self.present = True
        if not self._connected:
            self._connected = True
            self._attendance.begin(self._serve)
        self._serve()
        return len(self._words) - self._sent

    def received(self) -> list[int]:
        """The words of the DSP that have come and were not asked for before; after a way back they come again."""
        new = self._received[self._told :]
        self._told = len(self._received)
        return new

    def state(self) -> HostState:
        """How far it is."""
        return HostState(self.present, len(self._words), self._sent, len(self._received))

    def restore(self, state: HostState) -> None:
        """Be as far as at an earlier time of the same run."""
        self.present, self._sent = state.present, state.sent
        del self._words[state.given :], self._received[state.received :]
        self._told = min(self._told, state.received)
        self._attendance.words_are_left(self.present and self._sent < len(self._words))

    def _serve(self) -> None:
        port = self._dsp.host
        if not self.present or not self._dsp.x[PBC] & 1:
            return
        while port.peek(ISR) & RXDF:
            self._received.append(int.from_bytes(port.read(offset) for offset in range(RXH, RXL + 1)))
        while self._sent < len(self._words) and port.peek(ISR) & TXDE:
            for offset, byte in enumerate(self._words[self._sent].to_bytes(3), TXH):
                port.write(offset, byte)
            self._sent += 1
        self._attendance.words_are_left(self._sent < len(self._words))


@dataclass(frozen=True)
class State:
    """What is connected, which a snapshot of the chip does not hold: how many words for the SSI there were and were
    taken, where the host was with its words, the mask and levels of the driven pins of each port, and what the devices
    on port A say.
    """

    fed: int
    taken: int
    host: HostState
    pins: tuple[tuple[str, int, int], ...]
    devices: tuple[object, ...]


class Outside:
    """The pins of a chip as a debugger drives them, and the devices on its port A that can be taken back.

    Attributes:
        host: who sends and takes whole words at the host port.
    """

    def __init__(self, dsp: Dsp56001, devices: Sequence[KeptDevice] = ()) -> None:
        self.host = Host(dsp)
        self._dsp = dsp
        self._devices = devices
        self._words: list[int] = []
        self._taken = 0
        self._pins = {"B": (0, 0), "C": (0, 0)}
        self._ways: dict[str, Callable[..., object]] = {
            "line": self._line,
            "host_send": self.host.send,
            "host_write": dsp.host.write,
            "host_read": dsp.host.read,
            "ssi": self._feed,
            "pins": self._drive,
            "register": dsp.regs.__setitem__,
            "memory": self._store,
            "reset": dsp.reset,
        }

    def do(self, name: str, arguments: tuple[Argument, ...]) -> object:
        """Do an action now; what it gives.

        Raises:
            DebugError: no such action, or arguments that it cannot have.
            EmulatorError: what the chip says to them.
        """
        way = self._ways.get(name)
        if way is None:
            raise DebugError(f"unknown input {described(name)}", field="action", value=name)
        try:
            return way(*arguments)
        except (TypeError, KeyError, AttributeError) as error:
            message = f"invalid arguments of the input {name}: {described(arguments)}"
            raise DebugError(message, field="action", value=arguments) from error

    def state(self) -> State:
        """What is connected now."""
        pins = tuple((name, mask, levels) for name, (mask, levels) in self._pins.items())
        devices = tuple(device.state() for device in self._devices)
        return State(len(self._words), self._taken, self.host.state(), pins, devices)

    def restore(self, state: State) -> None:
        """Become what was connected at an earlier time of the same run."""
        del self._words[state.fed :]
        self._taken = state.taken
        self.host.restore(state.host)
        for name, mask, levels in state.pins:
            port = self._port(name)
            port.release()
            port.drive(levels, mask)
            self._pins[name] = mask, levels
        for device, was in zip(self._devices, state.devices, strict=True):
            device.restore(was)

    # The SSI's device (`dsp56k.emu.SsiDevice`): unlike the chip's own queue it can go back.

    def sent(self, word: SsiWord) -> None:
        """Words that leave the chip change nothing."""

    def wanted(self, clock: int, slot: int) -> int | None:
        """The next word for the SSI."""
        del clock, slot
        if self._taken == len(self._words):
            return None
        self._taken += 1
        return self._words[self._taken - 1]

    def _feed(self, *words: int) -> None:
        for word in words:
            if not is_whole(word, 0, WORD_MAX):
                raise DebugError(f"the SSI must get 24-bit words, got {described(word)}", field="action", value=words)
        if not self._words:
            self._dsp.ssi.attach(self)
        self._words += words

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

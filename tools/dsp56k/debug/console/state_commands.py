"""Commands that change the program's state, drive its pins, and record inputs."""

from __future__ import annotations

import re
from pathlib import Path

from dsp56k.debug.breakpoints import vector_of
from dsp56k.debug.console.console import Console, command
from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import PERIPHERALS
from dsp56k.debug.recordings import save
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.registers import NAMES
from dsp56k.isa import HOST_REGISTERS, REGISTERS
from dsp56k.system.text import counted, described

_CVR = HOST_REGISTERS["CVR"]
_ASSIGNMENT = re.compile(r"(?:(?P<register>[a-z0-9]+)|(?P<space>[xyp]):(?P<address>[^=]+?))\s*=\s*(?P<value>.+)", re.I)


def assign(console: Console, text: str) -> None:
    """Execute an assignment: `r0 = 5`, `x:$10 = 1, 2, 3`.

    Raises:
        DebugError: The text is not an assignment.
        EmulatorError: The target cannot be set.
    """
    match = _ASSIGNMENT.fullmatch(text.strip())
    if match is None:
        raise DebugError(f"expected REGISTER=EXPRESSION or X:ADDRESS=EXPRESSION,..., got {described(text)}", value=text)
    session = console.session
    values = [session.evaluate(part) for part in match["value"].split(",")]
    if match["register"]:
        name = match["register"].lower()
        if (register := PERIPHERALS.get(name.upper())) is not None and len(values) == 1:
            session.change("memory", "X", register.address, values[0] & WORD_MAX)
            return
        if name not in NAMES or len(values) != 1:
            raise DebugError(f"the DSP56001 has no register {described(name)}", field="register", value=name)
        session.change(
            "register", name, values[0] & (1 << REGISTERS[name.upper()].width) - 1 if values[0] < 0 else values[0]
        )
        return
    address = session.address(match["address"])
    words = [value & 0xFFFFFF if value < 0 else value for value in values]
    session.change("memory", match["space"].upper(), address, *words)


@command("set", "REGISTER=EXPRESSION | X:ADDRESS=EXPRESSION,...", "Set a register or words of memory.")
def _set(console: Console, rest: str) -> None:
    assign(console, rest)


@command("drive", "irqa|irqb|nmi|br|reset on|off|pulse", "Drive an input of the chip; on asserts it.")
def _drive(console: Console, rest: str) -> None:
    match rest.lower().split():
        case [line, ("on" | "off") as level]:
            console.session.change("line", line, level == "on")
        case [line, "pulse"]:
            console.session.change("line", line, True)
            console.session.step()
            console.session.change("line", line, False)
        case _:
            raise DebugError(f"expected LINE on|off|pulse, got {described(rest)}", field="line", value=rest)


@command(
    "host", "send WORD ... | receive | command VECTOR | read N | write N BYTE", "Act as the host at the host interface."
)
def _host(console: Console, rest: str) -> None:
    session = console.session
    name, _, arguments = rest.partition(" ")
    values = [session.evaluate(part) for part in arguments.split()]
    match name, values:
        case "send", [_, *_]:
            left = int(str(session.change("host_send", *(word & WORD_MAX if word < 0 else word for word in values))))
            if left:
                console.print_line(f"{counted(left, 'word')} left to send when the host port is ready")
        case "receive", []:
            words = session.received()
            if not words:
                raise DebugError("the program has not sent any word since", field="host")
            console.print_line(" ".join(f"${word:06X}" for word in words))
        case "command", [vector]:
            command_word = _CVR["HC"].mask | _CVR["HV"].place(vector_of(vector) >> 1)
            session.change("host_write", _CVR.address, command_word)
        case "read", [offset]:
            console.print_line(f"${int(str(session.change('host_read', offset))):02X}")
        case "write", [offset, byte]:
            session.change("host_write", offset, byte)
        case _:
            takes = "send WORD ..., receive, command VECTOR, read N or write N BYTE"
            raise DebugError(f"expected {takes}, got {described(rest)}", field="host", value=rest)


@command("feed", "WORD ...", "Queue words for the SSI's receiver.")
def _feed(console: Console, rest: str) -> None:
    console.session.change("ssi", *(console.session.evaluate(part) for part in rest.split()))


@command("pins", "B|C LEVELS [MASK]", "Drive the pins of a port, or show them.")
def _pins(console: Console, rest: str) -> None:
    session = console.session
    port, *values = rest.split() or [""]
    ports = {"B": session.dsp.port_b, "C": session.dsp.port_c}
    if port.upper() not in ports:
        raise DebugError(f"the port must be B or C, got {described(port)}", field="port", value=port)
    if len(values) > 2:
        raise DebugError(f"expected B|C LEVELS [MASK], got {described(rest)}", field="port", value=rest)
    if values:
        levels, *mask = (session.evaluate(value) for value in values)
        session.change("pins", port.upper(), levels, *(mask or [(1 << ports[port.upper()].width) - 1]))
    console.print_line(f"${ports[port.upper()].pins:04X}")


@command("record save", "FILE", "Write the recording of all external inputs, for `--replay FILE`.")
def _record(console: Console, rest: str) -> None:
    if not rest:
        raise DebugError("record requires a file name", field="file")
    recording = console.session.recording()
    save(recording, Path(rest))
    console.print_line(f"{rest}: {counted(len(recording.actions), 'input')} in {counted(recording.end, 'clock')}")

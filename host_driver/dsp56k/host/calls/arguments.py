"""Arguments of a function on the PC: numbers as they are, bytes by address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex, TypeAlias

from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.errors import HostError
from dsp56k.host.pc import PC
from dsp56k.lib.operands import octets, require_int

ALIGNMENT = 16
"""Bytes: each buffer begins at a multiple, which suits every type of C."""


@dataclass(frozen=True, slots=True)
class Out:
    """Output buffer of a function: zeros before the call.

    Attributes:
        size: bytes.
    """

    size: int

    def __post_init__(self) -> None:
        if require_int("size", self.size) < 0:
            raise HostError(f"the size of an output buffer must be 0 or more bytes, got {self.size}", size=self.size)


Argument: TypeAlias = SupportsIndex | bytes | bytearray | memoryview | Out
"""An integer of 32 bits, signed or not; bytes to read; bytes to read and write; an output buffer."""


class Buffer(NamedTuple):
    """Bytes at an address; `argument` is their source."""

    address: int
    size: int
    argument: bytes | bytearray | memoryview | Out


def place(pc: PC, arguments: Sequence[Argument]) -> tuple[list[StackArgument], list[Buffer]]:
    """Put the bytes among `arguments` into the PC's data, one after the other.

    Returns:
        The function's stack arguments, and the buffers.

    Raises:
        HostError: they do not fit, or an argument has a type that a function cannot take.
    """
    words: list[StackArgument] = []
    buffers: list[Buffer] = []
    area = pc.data
    free = area.start
    for argument in arguments:
        if not isinstance(argument, bytes | bytearray | memoryview | Out):
            words.append(_number(argument))
            continue
        content = bytes(argument.size) if isinstance(argument, Out) else octets("argument", argument)
        if free + len(content) > area.stop:
            raise HostError(f"the arguments have more than the {len(area)} bytes of the PC's data", size=len(area))
        pc.write(free, content)
        words.append(Pointer(free))
        buffers.append(Buffer(free, len(content), argument))
        free = -(-(free + len(content)) // ALIGNMENT) * ALIGNMENT
    return words, buffers


def fetch(pc: PC, buffers: Sequence[Buffer]) -> tuple[bytes, ...]:
    """Return the contents of `Out` and bytearray arguments after a call, in their order.

    Bytearrays are updated, too.
    """
    outputs = []
    for address, size, argument in buffers:
        if isinstance(argument, bytearray | Out):
            content = pc.read(address, size)
            outputs.append(content)
            if isinstance(argument, bytearray):
                argument[:] = content
    return tuple(outputs)


def _number(argument: object) -> int:
    if isinstance(argument, str):
        raise HostError("an argument must be an integer, bytes or Out, got text; pass text.encode()", argument=argument)
    return require_int("argument", argument)  # type: ignore[arg-type]  # whole refuses other types

"""Every register of the card in one table: what docs/reference/card.md prints and a driver's author needs.

The declarations are in the chips' own files, and `addresses` has the addresses of the chips. The host port belongs to
the DSP: its registers are those of `dsp56k.isa`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from dsp56k.card import addresses, fifo_interface
from dsp56k.card.chips import address_generator, bus_master, control, framer, noise, pump, wd20c03
from dsp56k.card.parts.register import Field, Register, Source
from dsp56k.isa import HOST_REGISTERS, IoRegister

MANUAL = Source.MANUAL

NOTES = {"ISR": "; writes have no effect", "IVR": ", which is not wired on this card"}
"""Additions of this card to the meanings of the chip's registers."""
UNUSED = Register("unused", 4, "r", 0x00, "reads $00; writes have no effect", MANUAL, page="UM 10-18")
_BYTE = (Field("BYTE", 7, 0, "any value", MANUAL),)


def _of_chip(*sides: IoRegister) -> Register:
    """Return a register of the chip's host interface, or two at one offset, as the PC reads and writes it."""
    first = sides[0]
    return Register(
        ", ".join(side.name for side in sides),
        first.address,
        ", ".join("r/w" if side.access == "rw" else side.access for side in sides),
        first.reset,
        "; ".join(side.text + NOTES.get(side.name, "") for side in sides),
        MANUAL,
        tuple(Field(one.name, one.high, one.low, one.text, MANUAL) for one in reversed(first.fields)) or _BYTE,
        f"UM {first.page}",
    )


def _host_port() -> Iterator[Register]:
    for offset, sides in groupby(HOST_REGISTERS.values(), key=lambda register: register.address):
        if offset == UNUSED.offset + 1:
            yield UNUSED
        yield _of_chip(*sides)


HOST_PORT = tuple(_host_port())


@dataclass(frozen=True)
class Placed:
    """A register where this board has it: `address` in I/O space from the card's base ("PC I/O"), or in Y ("Y")."""

    register: Register
    space: str
    address: int

    @property
    def names(self) -> tuple[str, ...]:
        """The register's names: one, or one for reading and one for writing, as of RXH and TXH."""
        return tuple(self.register.name.split(", "))

    @property
    def place(self) -> str:
        """Address in the notation of the documents."""
        return f"{self.space} +{self.address:X}" if self.space == "PC I/O" else f"{self.space}:${self.address:04X}"


def _placed(space: str, *chips: tuple[range, Iterable[Register]]) -> tuple[Placed, ...]:
    """Return the registers of `chips` at their addresses, in order."""
    placed = [Placed(register, space, area[register.offset]) for area, registers in chips for register in registers]
    return tuple(sorted(placed, key=lambda each: each.address))


PC_REGISTERS = _placed(
    "PC I/O",
    (addresses.HOST_PORT, HOST_PORT),
    (addresses.CONTROL, control.REGISTERS),
    (addresses.GENERATOR, address_generator.REGISTERS),
)
DSP_REGISTERS = _placed(
    "Y",
    (addresses.DES, wd20c03.REGISTERS),
    (addresses.NOISE, noise.REGISTERS),
    (addresses.MASTER, bus_master.REGISTERS),
)
FIFO_PC_REGISTERS = _placed("PC I/O", (addresses.FIFO_PORTS, fifo_interface.PC_REGISTERS))
"""Further registers of the boards with FIFOs."""
FIFO_DSP_REGISTERS = _placed(
    "Y",
    (addresses.PUMP, pump.REGISTERS),
    (addresses.FIFO_INPUT, (fifo_interface.FIFO_INPUT,)),
    (addresses.FIFO_PARAMETERS, (fifo_interface.FIFO_PARAMETERS,)),
)
TWO_FIFO_DSP_REGISTERS = _placed("Y", (addresses.FIFO_END, fifo_interface.END_REGISTERS))
"""Registers on the DSP's side of the board with two FIFOs."""
LINE_DSP_REGISTERS = _placed("Y", (addresses.FRAMER, framer.REGISTERS))
"""Further registers of the board with a line."""
PORTS = {name: placed.address for placed in PC_REGISTERS for name in placed.names}
"""I/O ports from the card's base, by the registers' names."""
TABLE = (
    *PC_REGISTERS,
    *DSP_REGISTERS,
    *FIFO_PC_REGISTERS,
    *FIFO_DSP_REGISTERS,
    *TWO_FIFO_DSP_REGISTERS,
    *LINE_DSP_REGISTERS,
)

"""Every register of the card in one table: what docs/reference/card.md prints and a driver's author needs.

The declarations are in the chips' own files, and `places` has the addresses of the chips; only the host port, which
belongs to the DSP, is declared here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from dsp56k.card import fifo_side, places
from dsp56k.card.chips import address_generator, bus_master, control, framer, noise, pump, wd20c03
from dsp56k.card.parts.register import Field, Register, Source, bit

MANUAL = Source.MANUAL

HOST_PORT = (
    Register(
        "ICR",
        0,
        "r/w",
        0x00,
        "interrupt control",
        MANUAL,
        (
            bit("RREQ", 0, "HREQ when a word from the DSP waits", MANUAL),
            bit("TREQ", 1, "HREQ when a word to the DSP may be written", MANUAL),
            bit("HF0", 3, "flag to the DSP", MANUAL),
            bit("HF1", 4, "flag to the DSP", MANUAL),
            Field("HM", 6, 5, "DMA mode: 0 none, 1 words of 24 bits, 2 of 16, 3 of 8", MANUAL),
            bit("INIT", 7, "initialise the chosen direction; clears itself", MANUAL),
        ),
        "UM 10-18",
    ),
    Register(
        "CVR",
        1,
        "r/w",
        0x12,
        "command vector",
        MANUAL,
        (
            Field("HV", 4, 0, "host vector: the DSP's interrupt address divided by two", MANUAL),
            bit("HC", 7, "host command: requests the interrupt; clears as it is taken", MANUAL),
        ),
        "UM 10-23",
    ),
    Register(
        "ISR",
        2,
        "r",
        0x06,
        "interrupt status; writes have no effect",
        MANUAL,
        (
            bit("RXDF", 0, "a word from the DSP waits", MANUAL),
            bit("TXDE", 1, "a word to the DSP may be written", MANUAL),
            bit("TRDY", 2, "both words to the DSP have been taken", MANUAL),
            bit("HF2", 3, "flag from the DSP", MANUAL),
            bit("HF3", 4, "flag from the DSP", MANUAL),
            bit("DMA", 6, "host DMA mode", MANUAL),
            bit("HREQ", 7, "the HREQ pin", MANUAL),
        ),
        "UM 10-24",
    ),
    Register(
        "IVR",
        3,
        "r/w",
        0x0F,
        "interrupt vector; HACK is not wired on this card",
        MANUAL,
        (Field("IV", 7, 0, "vector", MANUAL),),
        "UM 10-26",
    ),
    Register("unused", 4, "r", 0x00, "reads $00; writes have no effect", MANUAL, page="UM 10-18"),
    Register(
        "RXH, TXH",
        5,
        "r, w",
        None,
        "high byte from and to the DSP",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 23-16", MANUAL),),
        "UM 10-26",
    ),
    Register(
        "RXM, TXM",
        6,
        "r, w",
        None,
        "middle byte from and to the DSP",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 15-8", MANUAL),),
        "UM 10-26",
    ),
    Register(
        "RXL, TXL",
        7,
        "r, w",
        None,
        "low byte from and to the DSP; reading takes, writing sends the word",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 7-0", MANUAL),),
        "UM 10-26",
    ),
)


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
    placed = [
        Placed(register, space, addresses[register.offset]) for addresses, registers in chips for register in registers
    ]
    return tuple(sorted(placed, key=lambda each: each.address))


PC_REGISTERS = _placed(
    "PC I/O",
    (places.HOST_PORT, HOST_PORT),
    (places.CONTROL, control.REGISTERS),
    (places.GENERATOR, address_generator.REGISTERS),
)
DSP_REGISTERS = _placed(
    "Y",
    (places.DES, wd20c03.REGISTERS),
    (places.NOISE, noise.REGISTERS),
    (places.MASTER, bus_master.REGISTERS),
)
FIFO_PC_REGISTERS = _placed("PC I/O", (places.FIFO_PORTS, fifo_side.PC_REGISTERS))
"""Further registers of the boards with FIFOs."""
FIFO_DSP_REGISTERS = _placed(
    "Y",
    (places.PUMP, pump.REGISTERS),
    (places.FIFO_INPUT, (fifo_side.FIFO_INPUT,)),
    (places.FIFO_PARAMETERS, (fifo_side.FIFO_PARAMETERS,)),
)
TWO_FIFO_DSP_REGISTERS = _placed("Y", (places.FIFO_END, fifo_side.END_REGISTERS))
"""Registers on the DSP's side of the board with two FIFOs."""
LINE_DSP_REGISTERS = _placed("Y", (places.FRAMER, framer.REGISTERS))
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

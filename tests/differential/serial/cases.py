"""Programs that use the serial interfaces and ports, run on the engine and on the model, and compared.

A case is assembly text, and the words, levels and times of the board. The program stores the values that it reads from
registers in Y memory. At the end memories, registers, clocks and all output of the pins are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from differential.cases import generate
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, SciFrame
from reference_model.machine import Machine
from reference_model.memory import BCR, IPR
from reference_model.peripherals.ports import PBC, PCC, PortB, PortC
from reference_model.peripherals.sci import Sci
from reference_model.peripherals.sci_receiver import Character
from reference_model.peripherals.sci_registers import DATA as SCI_DATA
from reference_model.peripherals.sci_registers import SCCR, SCR, SSR
from reference_model.peripherals.ssi import Ssi
from reference_model.peripherals.ssi_registers import CRA, CRB, STATUS
from reference_model.peripherals.ssi_registers import DATA as SSI_DATA
from reference_model.registers import WIDTH

LOG = 0x100
"""Words of internal Y memory for the values that programs have read."""
OUTSIDE = 0x1000
"""First value of R3: external Y memory, whose wait states precede or follow the access to the peripheral."""
SEEN = (*range(LOG), *range(OUTSIDE, OUTSIDE + 0x40))
"""Addresses of Y memory that are compared."""
PORTS = (PBC, PBC + 2, PBC + 4, PCC, PCC + 2, PCC + 4)
PEEKED = (CRA, CRB, STATUS, SSI_DATA, SCR, SSR, SCCR, SCI_DATA, *PORTS, BCR, IPR)
"""Registers that are looked at after each step."""

Signature = dict[str, object]
"""Compared values by name."""


@dataclass(frozen=True)
class Turn:
    """Something that the board does, and the clocks that follow."""

    clocks: int
    words: tuple[int, ...] = ()
    """24-bit words for SRD."""
    clocked: int = 0
    """Words that the external gated clock of the SSI clocks out."""
    characters: tuple[Character, ...] = ()
    """Characters for RXD."""
    pins: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The pins that are driven from now on and their levels, by port, B or C."""
    irqa: bool = False
    """True if IRQA is asserted, which ends STOP."""


class Pace(Enum):
    """The kind of call by which the engine executes a turn; the model always executes single steps."""

    STEPS = "steps"
    ADVANCE = "advance"
    """In one piece up to a clock."""
    RUN = "run"
    """A run of a number of instructions, in one piece."""


@dataclass(frozen=True)
class SerialCase:
    """A program and its board."""

    source: tuple[str, ...]
    """Lines of assembly text; the program begins at `start`."""
    start: int
    turns: tuple[Turn, ...]
    data: tuple[int, ...] = ()
    """Words of Y memory from its address 0."""
    bcr: int = 0
    ipr: int = 0
    sr: int = 0x0300
    ssi_bit: Fraction | None = None
    """Clocks of a bit at SCK and SC0."""
    frame_bits: int = 0
    """Bits from one frame sync at SC2 and SC1 to the next; 0: those of the programmed frame."""
    sci_bit: Fraction | None = None
    """Clocks of a bit at SCLK."""
    pace: Pace = Pace.STEPS

    @property
    def registers(self) -> dict[str, int]:
        """The state at the start: pointers for the logs, all of them modulo; STOP ends with a short delay."""
        modulo = {f"m{number}": LOG - 1 for number in range(6)} | {"m6": 0xFFFF, "m7": 0xFFFF}
        pointers = {f"r{number}": 32 * number for number in range(6)}
        outside = {"r3": OUTSIDE, "m3": 0xFFFF}
        return modulo | pointers | outside | {"pc": self.start, "sr": self.sr, "omr": 0x40}


def program(case: SerialCase) -> dict[tuple[str, int], int]:
    """Return the words of the text of a case."""
    text = "\n".join(case.source) + "\n"
    assembled = assemble(text)
    assert assembled.ok, (assembled.diagnostics, text)
    return dict(assembled.words)


class Engine:
    """The engine's side of a case."""

    def __init__(self, case: SerialCase, words: dict[tuple[str, int], int], engine: str | None = None) -> None:
        self.dsp = dsp = Dsp56001(engine=engine)
        if dsp.engine == "jit":
            generate(dsp)
        for (_, address), word in words.items():
            dsp.p[address] = word
        dsp.y[0 : len(case.data)] = list(case.data)
        for name, value in case.registers.items():
            setattr(dsp.regs, name, value)
        dsp.x[BCR], dsp.x[IPR] = case.bcr, case.ipr
        dsp.ssi.external_clock(case.ssi_bit, case.frame_bits)
        dsp.sci.external_clock(case.sci_bit)

    def board(self, turn: Turn) -> None:
        """Apply the inputs of a turn."""
        dsp = self.dsp
        dsp.ssi.feed(turn.words)
        dsp.ssi.clock_out(turn.clocked)
        dsp.sci.feed(SciFrame(c.data, c.address, c.bad_parity, c.bad_stop, c.not_before) for c in turn.characters)
        dsp.lines.irqa.drive(turn.irqa)
        for name, (driven, levels) in turn.pins.items():
            port = dsp.port_b if name == "B" else dsp.port_c
            port.release()
            port.drive(levels & driven, mask=driven)

    def glance(self) -> tuple[int, ...]:
        """Return PC, clocks and status registers after a step."""
        dsp = self.dsp
        return dsp.regs.pc, dsp.clocks, dsp.x[STATUS], dsp.x[SSR]

    def signature(self) -> Signature:
        """Return registers and clocks, with the peripheral registers without side effects of reads."""
        dsp = self.dsp
        state: Signature = {name: int(dsp.regs[name]) for name in WIDTH}
        state |= {f"x:${address:04X}": dsp.x[address] for address in PEEKED}
        return state | {"clocks": dsp.clocks, "instructions": dsp.instructions}

    def left(self) -> Signature:
        """Return the output of the pins, and the log."""
        dsp = self.dsp
        ports = (dsp.port_b, dsp.port_c)
        return {
            "ssi": [(word.clock, word.slot, word.word, word.flags) for word in dsp.ssi.take()],
            "sci": [(one.clock, one.kind.name, one.data, one.address) for one in dsp.sci.take()],
            "ports": [[(one.clock, one.outputs, one.levels) for one in port.changes()] for port in ports],
            "pins": [port.pins for port in ports],
            "waiting": (dsp.ssi.waiting, dsp.sci.waiting),
            **{f"y:{address:02X}": dsp.y[address] for address in SEEN},
        }


class Reference:
    """The model's side of a case."""

    def __init__(self, case: SerialCase, words: dict[tuple[str, int], int]) -> None:
        self.machine = machine = Machine()
        self.port_b, self.port_c, self.sci = PortB(), PortC(), Sci()
        self.ssi = Ssi(self.port_c)
        self.port_c.peripheral = self.ssi.pins
        for peripheral in (self.port_b, self.port_c, self.ssi, self.sci):
            machine.plug(peripheral)
        self.ssi.board.bit, self.ssi.board.frame_bits = case.ssi_bit, case.frame_bits
        self.sci.external_bit = case.sci_bit
        machine.reset(0)
        for (_, address), word in words.items():
            machine.p[address] = word
        for address, word in enumerate(case.data):
            machine.y[address] = word
        for name, value in case.registers.items():
            machine.regs[name] = value
        machine.memory.bcr, machine.memory.ipr = case.bcr, case.ipr

    def board(self, turn: Turn) -> None:
        """Apply the inputs of a turn."""
        clock = self.machine.clocks
        self.machine.memory.peripherals.advance(clock)
        self.ssi.board.words.extend(turn.words)
        self.ssi.board.clocked += turn.clocked
        self.sci.receiver.queue.extend(turn.characters)
        self.machine.interrupts.drive("irqa", turn.irqa)
        for name, drive in turn.pins.items():
            port = self.port_b if name == "B" else self.port_c
            port.board = drive
        self.ssi.wake(clock)
        if self.sci.active:
            self.sci.arrange(clock)

    def glance(self) -> tuple[int, ...]:
        """Return PC, clocks and status registers after a step."""
        machine = self.machine
        machine.memory.peripherals.advance(machine.clocks)
        return machine.regs["pc"], machine.clocks, machine.memory.peek("x", STATUS), machine.memory.peek("x", SSR)

    def signature(self) -> Signature:
        """Return registers and clocks, with the peripheral registers without side effects of reads."""
        machine = self.machine
        machine.memory.peripherals.advance(machine.clocks)
        state: Signature = {name: machine.regs[name] for name in WIDTH}
        state |= {f"x:${address:04X}": machine.memory.peek("x", address) for address in PEEKED}
        return state | {"clocks": machine.clocks, "instructions": machine.instructions}

    def left(self) -> Signature:
        """Return the output of the pins, and the log."""
        ports, queue = (self.port_b, self.port_c), self.sci.receiver.queue
        return {
            "ssi": [(word.clock, word.slot, word.word, word.flags) for word in self.ssi.sent],
            "sci": [(one.clock, one.kind, one.data, one.address) for one in self.sci.transmitter.sent],
            "ports": [port.changes for port in ports],
            "pins": [port.pins() for port in ports],
            "waiting": (len(self.ssi.board.words), len(queue)),
            **{f"y:{address:02X}": self.machine.y[address] for address in SEEN},
        }

"""Notices about peripherals that nothing drives: the program waits for one, or words were lost there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsp56k.emu.errors import EmulatorError
from dsp56k.system.text import counted

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

POLL, POLL_MASK = 0x0A8080, 0xFEC0C0
"""JCLR or JSET #n,X:pp (UM A-83, A-97): the opcode bits, without bit number and address."""
PBC, PCC, HCR, HSR, CRB, SSISR, SCR, SSR, SCCR, IPR = (
    0xFFE0, 0xFFE1, 0xFFE8, 0xFFE9, 0xFFED, 0xFFEE, 0xFFF0, 0xFFF1, 0xFFF2, 0xFFFF
)  # fmt: skip
SSI_PINS, SCI_PINS = 0x1F8, 0x007
"""Bits of PCC: the pins of port C that belong to the SSI and to the SCI (UM 11-3)."""
SCD0, SCKD, SYN, RE = 1 << 2, 1 << 5, 1 << 9, 1 << 13
"""Bits of CRB: SC0 and SCK are outputs, both sections share a clock, the receiver is on (UM 11-74 to 11-80)."""
SCI_CLOCK_PINS = 0xC000
"""Bits of SCCR: the receiver or the transmitter has an external clock (UM 11-20)."""
SCI_RIE = 1 << 11
"""Bit of SCR: interrupts of the receiver (UM 11-17)."""
RDRF_BIT = 2
"""Bit of SSR: a character was received (UM 11-19)."""
ENABLES = {"host": (HCR, 0x07, 10), "SSI": (CRB, 0xC000, 12), "SCI": (SCR, 0x1C00, 14)}
"""Register and bits of a peripheral's interrupt enables, and the bit position of its level in IPR (UM 8-17)."""
MAX_LOOP_INSTRUCTIONS = 32
"""Maximum length of a polling loop. Four suffice to read a status, test a bit and branch; some loops add a delay."""
POLLED = {HSR: "host", SSISR: "SSI", SSR: "SCI"}
"""The peripherals by their status registers."""


def polled(dsp: Dsp56001) -> str | None:
    """Return the peripheral that the program polls by a jump to itself: "host", "SSI", "SCI" or None."""
    pc = dsp.regs.pc
    if dsp.p[pc] & POLL_MASK != POLL or dsp.p[pc + 1 & 0xFFFF] != pc:
        return None
    return POLLED.get(0xFFC0 | dsp.p[pc] >> 8 & 0x3F)


def polled_in_loop(dsp: Dsp56001) -> str | None:
    """Return the peripheral whose status the program reads in a loop that changes nothing, or None.

    The loop is executed once more, and the chip is restored.
    """
    state, start, registers = dsp.snapshot(), dsp.regs.pc, dsp.regs.as_dict()
    read: set[str] = set()
    try:
        for _ in range(MAX_LOOP_INSTRUCTIONS):
            accesses = dsp.explain().accesses
            if any(access.write for access in accesses):
                return None
            read |= {POLLED[access.address] for access in accesses if access.space == "X" and access.address in POLLED}
            dsp.step()
            if dsp.regs.pc == start:
                return read.pop() if len(read) == 1 and dsp.regs.as_dict() == registers else None
    except EmulatorError:
        # The notice must not change the program's state.
        return None
    finally:
        dsp.restore(state)
    return None


def _awaited(dsp: Dsp56001) -> Iterator[str]:
    """Yield the peripherals whose interrupts could continue a halted program."""
    mask = dsp.regs.sr >> 8 & 3
    for name, (register, bits, place) in ENABLES.items():
        level = dsp.x[IPR] >> place & 3
        if dsp.x[register] & bits and level > mask:
            yield name


def is_stuck(dsp: Dsp56001, *, served: bool) -> bool:
    """Return True if the program polls the host, or another peripheral that cannot proceed."""
    return polled(dsp) == "host" or bool(waiting(dsp, served=served))


def waiting(dsp: Dsp56001, *, served: bool, asleep: bool = False, ended: bool = False) -> list[str]:
    """Return a line for each peripheral that the program waits for, with the remedy.

    Args:
        dsp: The chip.
        served: True if a host is connected.
        asleep: True if the program has executed WAIT.
        ended: True if the run has ended, so that loops of several instructions may be executed once more.
    """
    peripheral = polled(dsp)
    receives = dsp.p[dsp.regs.pc] & 0x1F == RDRF_BIT
    if peripheral is None and ended and not dsp.idle:
        peripheral, receives = polled_in_loop(dsp), not dsp.x[SSR] & 1 << RDRF_BIT
    if peripheral is not None:
        missing = _missing(dsp, peripheral, served=served, receives=receives)
        return [f"the program waits for {_named(peripheral)}{missing}"] if peripheral == "host" or missing else []
    awaited = list(_awaited(dsp)) if asleep or dsp.idle else []
    receives = bool(dsp.x[SCR] & SCI_RIE)
    return [
        f"the program waits for interrupts of {_named(name)}{missing}"
        for name in awaited
        if (missing := _missing(dsp, name, served=served, receives=receives))
    ]


def _named(peripheral: str) -> str:
    return "the host port" if peripheral == "host" else f"the {peripheral}"


def _missing(dsp: Dsp56001, peripheral: str, *, served: bool, receives: bool) -> str:
    """Return the reason why a peripheral cannot proceed, and the remedy; empty if nothing is missing."""
    if peripheral == "host":
        if not dsp.x[PBC]:
            return ", but port B is not the host interface: PBC is 0 (--set 'x:$ffe0=1' sets it)"
        return "" if served else ", but no host is connected: --host-in FILE connects one"
    if not dsp.x[PCC] & (SSI_PINS if peripheral == "SSI" else SCI_PINS):
        return ", which is off: PCC assigns no pin to it"
    if _is_clocked_outside(dsp, peripheral):
        return f", but it has no external clock: dsp.{peripheral.lower()}.external_clock() in Python starts one"
    return ", but it receives no data: dsp.sci.feed() in Python sends some" if peripheral == "SCI" and receives else ""


def _is_clocked_outside(dsp: Dsp56001, peripheral: str) -> bool:
    """Return True if a bit clock comes from a pin, which no command drives."""
    if peripheral == "SCI":
        return bool(dsp.x[SCCR] & SCI_CLOCK_PINS)
    crb = dsp.x[CRB]
    receives_apart = crb & RE and not crb & (SYN | SCD0)
    return not crb & SCKD or bool(receives_apart)


def lost(dsp: Dsp56001) -> list[str]:
    """Return a line for each data register whose words were lost, with the reason, and for vectors of one word."""
    words = dsp.lost_words
    lines = []
    if count := words["HTX"]:
        now = "was" if dsp.x[PBC] else "is"
        why = f"port B {now} not the host interface (PBC {now} 0)"
        lines.append(f"{counted(count, 'word')} written to HTX {_were(count)} lost: {why}")
    for name, register, pins in (("SSI", "TX", SSI_PINS), ("SCI", "STX", SCI_PINS)):
        if count := words[register]:
            why = "had no clock" if dsp.x[PCC] & pins and _is_clocked_outside(dsp, name) else "was off (PCC)"
            lines.append(f"{counted(count, 'word')} written to {register} {_were(count)} lost: the {name} {why}")
    lines += [
        f"P:${address:04X}, the second word of a vector, is uninitialised: ${dsp.p[address]:06X} was executed"
        for address in dsp.unloaded_vector_words
    ]
    return lines


def _were(count: int) -> str:
    return "was" if count == 1 else "were"

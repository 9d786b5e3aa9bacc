"""Notices about peripherals that nothing drives: the program waits for one, or words were lost there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsp56k.emu.errors import EmulatorError
from dsp56k.isa import IO_REGISTERS, KINDS
from dsp56k.system.text import counted

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

PATIENCE = 100_000_000
"""Clocks after which a program that waits for its host is assumed to wait forever, if no limit was set."""
POLL, POLL_MASK = 0x0A8080, 0xFEC0C0
"""JCLR or JSET #n,X:pp (UM A-83, A-97): the opcode bits, without bit number and address."""
ENABLES = {
    "host": ("HCR", ("HRIE", "HTIE", "HCIE"), "HPL"),
    "SSI": ("CRB", ("RIE", "TIE"), "SSL"),
    "SCI": ("SCR", ("ILIE", "RIE", "TIE"), "SCL"),
}
"""The register and the fields of a peripheral's interrupt enables, and the field of its level in IPR (UM 8-17)."""
MAX_LOOP_INSTRUCTIONS = 32
"""Maximum length of a polling loop. Four suffice to read a status, test a bit and branch; some loops add a delay."""
POLLED = {IO_REGISTERS["HSR"].address: "host", IO_REGISTERS["SSISR"].address: "SSI", IO_REGISTERS["SSR"].address: "SCI"}
"""The peripherals by the addresses of their status registers."""


def _is_set(dsp: Dsp56001, register: str, *names: str) -> bool:
    """Return True if any bit of these fields of a register is 1."""
    found = IO_REGISTERS[register]
    word = dsp.x[found.address]
    return any(found[name].of(word) for name in names)


def polled(dsp: Dsp56001) -> str | None:
    """Return the peripheral that the program polls by a jump to itself: "host", "SSI", "SCI" or None."""
    pc = dsp.regs.pc
    if dsp.p[pc] & POLL_MASK != POLL or dsp.p[pc + 1 & 0xFFFF] != pc:
        return None
    return POLLED.get(KINDS["pp"].base | dsp.p[pc] >> 8 & 0x3F)


def polled_in_loop(dsp: Dsp56001) -> str | None:
    """Return the peripheral whose status the program reads in a loop that changes nothing, or None.

    The loop is executed once more, and the chip is restored.
    """
    state, start, registers = dsp.snapshot(), dsp.regs.pc, dsp.regs.as_dict()
    read: set[str] = set()
    try:
        for _ in range(MAX_LOOP_INSTRUCTIONS):
            accesses = dsp.explain_cost().accesses
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
    ipr = IO_REGISTERS["IPR"]
    for name, (register, enables, level) in ENABLES.items():
        if _is_set(dsp, register, *enables) and ipr[level].of(dsp.x[ipr.address]) > mask:
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
    receives = dsp.p[dsp.regs.pc] & 0x1F == IO_REGISTERS["SSR"]["RDRF"].low
    if peripheral is None and ended and not dsp.is_idle:
        peripheral, receives = polled_in_loop(dsp), not _is_set(dsp, "SSR", "RDRF")
    if peripheral is not None:
        missing = _missing(dsp, peripheral, served=served, receives=receives)
        return [f"the program waits for {_named(peripheral)}{missing}"] if peripheral == "host" or missing else []
    awaited = list(_awaited(dsp)) if asleep or dsp.is_idle else []
    receives = _is_set(dsp, "SCR", "RIE")
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
        if not _is_set(dsp, "PBC", "BC"):
            return ", but port B is not the host interface: PBC is 0 (--set 'x:$ffe0=1' sets it)"
        return "" if served else ", but no host is connected: --host-in FILE connects one"
    if not _is_set(dsp, "PCC", peripheral):
        return ", which is off: PCC assigns no pin to it"
    if _is_clocked_outside(dsp, peripheral):
        remedy = "--ssi-clock drives it" if peripheral == "SSI" else "dsp.sci.external_clock() in Python starts one"
        return f", but it has no external clock: {remedy}"
    return ", but it receives no data: --sci-in sends some" if peripheral == "SCI" and receives else ""


def _is_clocked_outside(dsp: Dsp56001, peripheral: str) -> bool:
    """Return True if a bit clock comes from a pin."""
    if peripheral == "SCI":
        return _is_set(dsp, "SCCR", "TCM", "RCM")
    crb = IO_REGISTERS["CRB"]
    is_output = crb["SCD"].of(dsp.x[crb.address]) & 1  # SC0, the receiver's clock in asynchronous mode
    receives_apart = _is_set(dsp, "CRB", "RE") and not _is_set(dsp, "CRB", "SYN") and not is_output
    return not _is_set(dsp, "CRB", "SCKD") or receives_apart


def lost(dsp: Dsp56001) -> list[str]:
    """Return a line for each data register whose words were lost, with the reason, and for vectors of one word."""
    words = dsp.checks.lost_words
    lines = []
    if count := words["HTX"]:
        now = "was" if _is_set(dsp, "PBC", "BC") else "is"
        why = f"port B {now} not the host interface (PBC {now} 0)"
        lines.append(f"{counted(count, 'word')} written to HTX {_were(count)} lost: {why}")
    for name, register in (("SSI", "TX"), ("SCI", "STX")):
        if count := words[register]:
            why = "had no clock" if _is_set(dsp, "PCC", name) and _is_clocked_outside(dsp, name) else "was off (PCC)"
            lines.append(f"{counted(count, 'word')} written to {register} {_were(count)} lost: the {name} {why}")
    lines += [
        f"P:${address:04X}, the second word of a vector, is uninitialised: ${dsp.p[address]:06X} was executed"
        for address in dsp.checks.unloaded_vector_words
    ]
    return lines


def _were(count: int) -> str:
    return "was" if count == 1 else "were"

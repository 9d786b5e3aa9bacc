"""The peripheral registers as Markdown: by an address in X memory, and by a name of ioequ.inc."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from dsp56k.isa import IO_REGISTERS, BitField, IoRegister, io_register

_ACCESS = {"r": "read only", "w": "write only", "rw": "read and write"}


def at_address(address: int) -> str:
    """Return the description of the registers that the DSP reads and writes at an address; "" if there is none."""
    found = (io_register(address), io_register(address, write=True))
    return "\n\n".join(_description(register) for register in dict.fromkeys(found) if register is not None)


def by_equate(name: str) -> str:
    """Return the description of the register or the field that ioequ.inc gives a name; "" if it has no such name."""
    found = _equates().get(name.upper())
    if found is None:
        return ""
    register, value, text = found
    if value == register.address:
        return _description(register)
    return f"**{register.name}**, X:${register.address:04X}: {text}\n\n" + "\n".join(_table(register.fields))


@cache
def _equates() -> dict[str, tuple[IoRegister, int, str]]:
    """Return the names of ioequ.inc with their registers, values and meanings."""
    return {
        name: (register, value, text) for register in IO_REGISTERS.values() for name, value, text in register.equated()
    }


def _description(register: IoRegister) -> str:
    reset = "" if register.reset is None else f", reset ${register.reset:X}"
    head = f"**{register.name}** {register.title}: X:${register.address:04X}, {_ACCESS[register.access]}{reset}"
    table = "\n".join(_table(register.fields))
    return f"{head}, UM {register.page}" + (f"\n\n{table}" if table else "")


def _table(fields: tuple[BitField, ...]) -> Iterator[str]:
    if fields:
        yield from ("| bits | field | meaning |", "|---|---|---|")
    for field in fields:
        values = ", ".join(f"{value} {text}" for value, text in enumerate(field.values) if text)
        yield f"| {field.span} | {field.name} | {field.text}{': ' if values else ''}{values} |"

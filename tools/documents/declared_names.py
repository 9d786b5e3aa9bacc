"""Write the names of the card's registers and of the firmware's commands where programs and documents use them.

`python tools/documents/declared_names.py` writes the files, `--check` only reports stale ones. The declarations are
those of dsp56k.card (registers), dsp56k.lib.commands (the firmware) and dsp56k.host.driver_errors.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dsp56k.card.access_outcomes import Outcome
from dsp56k.card.addresses import FAST
from dsp56k.card.parts.register import Field, Source
from dsp56k.card.registers import (
    DSP_REGISTERS,
    FIFO_DSP_REGISTERS,
    FIFO_PC_REGISTERS,
    LINE_DSP_REGISTERS,
    PC_REGISTERS,
    TWO_FIFO_DSP_REGISTERS,
    Placed,
)
from dsp56k.host.driver_errors import LOST, DriverErrorCode
from dsp56k.lib import commands
from dsp56k.lib.commands import Opcode, Operand, Part, Status, Take
from dsp56k.lib.tables import LICENCE
from dsp56k.system.files import write_whole
from dsp56k.system.grid import columns, markdown
from generated_files import with_tables

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "tools/documents/declared_names.py"
FIRMWARE = "dsp_asm/dsp56k/lib/src/monitor"
DRIVER = "host_driver/src/driver"
DRIVER_16 = "host_driver/src/real16/driver"

COLUMNS = 120
"""A longer comment is on the line before."""
HEXADECIMAL = 10
"""Numbers from here onwards are written in base 16."""


@dataclass(frozen=True)
class Name:
    """A number with its name and its comment."""

    name: str
    value: int
    comment: str = ""
    digits: int = 0
    """Minimum hexadecimal digits; 0 for as few as possible, or for a decimal number if it is small."""


@dataclass(frozen=True)
class Group:
    """Names under one heading."""

    title: str
    names: tuple[Name, ...]


# Names of registers and fields


def _registers(placed: Iterable[Placed]) -> Iterator[tuple[str, Placed]]:
    """Yield each register's name as an identifier; one address may have a name for each direction."""
    for each in placed:
        if each.register.name != "unused":
            yield from ((name.replace(" ", "_"), each) for name in each.names)


def _fields(name: str, placed: Placed, *, numbers: bool = False) -> Group:
    """Return the fields as `REGISTER_FIELD`: masks, or numbers of bits.

    A field that is a complete byte needs no name.
    """
    names = tuple(
        Name(f"{name}_{field.name}", field.low if numbers else field.mask, field.meaning, 0 if numbers else 2)
        for field in placed.register
        if field.name.isidentifier() and field.name != "BYTE"
    )
    return Group(f"{name}: {placed.register.meaning}", names)


def pc_registers() -> list[Group]:
    """Return the card as the PC sees it."""
    registers = list(_registers((*PC_REGISTERS, *FIFO_PC_REGISTERS)))
    ports = Group("I/O ports, from the card's base", tuple(Name(name, each.address) for name, each in registers))
    return [ports, *(group for name, each in registers if (group := _fields(name, each)).names)]


def dsp_registers() -> list[Group]:
    """Return the card's devices as the DSP sees them: masks of written bits, numbers of bits that are read."""
    registers = list(_registers((*DSP_REGISTERS, *FIFO_DSP_REGISTERS, *TWO_FIFO_DSP_REGISTERS, *LINE_DSP_REGISTERS)))
    title = "Devices in Y, in the external I/O page"
    places = Group(title, tuple(Name(name, each.address, digits=4) for name, each in registers))
    fields = (_fields(name, each, numbers=each.register.access == "r") for name, each in registers)
    fast = Group(
        "Distance from an address down to its fast alias, on the board with FIFOs", (Name("FAST", FAST, digits=4),)
    )
    return [places, fast, *(group for group in fields if group.names)]


# Names of the firmware

_TAKEN = "Operands of a DES operation before its blocks"


def _buffers() -> tuple[Name, ...]:
    return tuple(Name(each.name, each.address, each.form, 4) for each in commands.BUFFERS)


def _statuses() -> Group:
    return Group("Statuses", tuple(Name(status.name, status, status.meaning, 2) for status in Status))


def _factors() -> Group:
    names = ("COMMAND_FACTOR", "NUMBER_FACTOR", "REPLY_FACTOR")
    return Group(
        "Factors of the checks of commands and replies: a mix is the high xor the low word of a product by one of them",
        tuple(Name(name, getattr(commands, name), digits=6) for name in names),
    )


def firmware_for_the_pc() -> list[Group]:
    """Return the constants of the firmware for a driver on the PC."""
    return [
        Group("Opcodes", tuple(Name(opcode.name, opcode, digits=2) for opcode in Opcode)),
        _statuses(),
        Group("Parts of SELF_TEST", tuple(Name(f"PART_{part.name}", part, digits=2) for part in Part)),
        Group(f"{_TAKEN}: bits of its argument", tuple(Name(f"TAKE_{each.name}", each, digits=4) for each in Take)),
        Group("External X", tuple(replace(name, name=name.name.upper()) for name in _buffers())),
        Group("Words of the data buffer on banks of 8K words", (Name("DATA_WORDS", commands.DATA_WORDS),)),
        _factors(),
    ]


def firmware_for_itself() -> list[Group]:
    """Return the constants of the firmware for its own sources."""
    first, count = commands.USER_OPCODES.start, len(commands.USER_OPCODES)
    return [
        Group("Version that PING returns", (Name("VERSION", commands.VERSION, digits=6),)),
        Group("External X", _buffers()),
        Group("Opcodes", tuple(Name(f"OP_{opcode.name}", opcode, digits=2) for opcode in Opcode)),
        _statuses(),
        _factors(),
        Group(
            "Operands that a command reads and leaves; the reply has a checksum of each",
            tuple(Name(kind.name, kind, kind.meaning) for kind in Operand),
        ),
        Group(
            "Parts of SELF_TEST: bits of its argument",
            tuple(Name(f"TEST_{part.name}", part.bit_length() - 1) for part in Part),
        ),
        Group("All parts", (Name("TEST_PARTS", sum(Part), digits=2),)),
        Group(
            f"{_TAKEN}: numbers of the bits of its argument",
            tuple(Name(f"TAKE_{each.name}", each.bit_length() - 1) for each in Take),
        ),
        Group("Mask of the number of blocks", (Name("BLOCKS_MASK", min(Take) - 1, digits=6),)),
        Group(
            "Opcodes of user commands: the first, and their number",
            (Name("FIRST_USER", first, digits=2), Name("USER_OPCODES", count)),
        ),
    ]


def driver_errors() -> list[Group]:
    """Return the errors of the driver in addition to the firmware's statuses."""
    codes = tuple(Name(code.name, code, code.comment, 3) for code in DriverErrorCode)
    return [
        Group("Errors in addition to the firmware's statuses (1 to 255)", codes),
        Group("After an error of LOST or above, the card's data is not reliable", (Name("LOST", LOST, digits=3),)),
    ]


# The languages


def in_c(source: str, groups: Iterable[Group]) -> str:
    """Return a header of enumerations."""

    def entry(name: Name, *, last: bool) -> str:
        text = f"    {name.name} = {_number(name, '0x%0*x')}{'' if last else ','}"
        commented = f"{text} /* {name.comment} */" if name.comment else text
        return commented if len(commented) <= COLUMNS else f"    /* {name.comment} */\n{text}"

    lines = [f"/* Made by {SCRIPT} from {source}; do not edit. */"]
    for group in groups:
        entries = (entry(name, last=name is group.names[-1]) for name in group.names)
        lines += ["", f"/* {group.title}. */", "enum {", *entries, "};"]
    return "\n".join(lines) + "\n"


def in_nasm(source: str, groups: Iterable[Group]) -> str:
    """Return definitions, which leave no symbols in an object file."""
    return _lines(source, groups, lambda name: f"%define {name.name:<24} {_number(name, '0x%0*x')}")


def in_asm56000(source: str, groups: Iterable[Group]) -> str:
    """Return equates."""
    return _lines(source, groups, lambda name: f"{name.name:<23} equ     {_number(name, '$%0*X')}")


def _lines(source: str, groups: Iterable[Group], definition: Callable[[Name], str]) -> str:
    lines = [f"; Made by {SCRIPT} from {source}; do not edit."]
    for group in groups:
        lines += ["", f"; {group.title}"]
        for name in group.names:
            text = definition(name)
            commented = f"{text:<47} ; {name.comment}" if name.comment else text
            lines += [commented] if len(commented) <= COLUMNS else [f"; {name.comment}", text]
    return "\n".join(lines) + "\n"


def _number(name: Name, form: str) -> str:
    return form % (name.digits, name.value) if name.digits or name.value >= HEXADECIMAL else str(name.value)


# The firmware's table of commands


def command_table() -> str:
    """Return a line of opcodes.asm for each opcode below the user's."""
    lines = [f"; Made by {SCRIPT} from dsp56k.lib.commands; do not edit."]
    due = 0
    for opcode in Opcode:
        if opcode > due:
            lines.append(f"        unknown {opcode - due}")
        lines.append(f"        command {opcode.label},{opcode.reads.name},{opcode.leaves.name}")
        due = opcode + 1
    lines.append(f"        unknown {commands.USER_OPCODES.start - due}")
    return "\n".join(lines) + "\n"


# Tables of documents


def _register_table(*groups: Iterable[Placed]) -> list[str]:
    head = columns("register: address, access, reset", "meaning (source)")
    return markdown(head, [row for registers in groups for row in _register_rows(registers)])


def _register_rows(registers: Iterable[Placed]) -> Iterator[tuple[str, str]]:
    """Yield the cells of each register, and of its fields unless the manual explains them."""
    for placed in registers:
        register = placed.register
        manual = register.source is Source.MANUAL
        reset = "-" if register.reset is None else f"${register.reset:02X}"
        address = placed.place.removeprefix("PC I/O ")
        fields = [field for field in register if field.name != "BYTE"]
        meaning = register.meaning
        if manual:  # which explains the bits
            bits = ", ".join(f"{_bits(field)} {field.name}" for field in fields)
            meaning += f"{f': {bits}' if bits else ''} ({register.page})"
        yield f"**{register.name}**: {address}, {register.access}, {reset}", meaning
        if not manual:
            for field in fields:
                source = "" if field.source is register.source else f" ({field.source})"
                yield f"{_bits(field)} {field.name}", f"{field.meaning}{source}"


def _bits(field: Field) -> str:
    return str(field.low) if field.high == field.low else f"{field.high}-{field.low}"


def _outcomes() -> Iterator[str]:
    for title, anomaly in (("anomaly", True), ("other outcome", False)):
        rows = [(outcome.name, outcome.text) for outcome in Outcome if outcome.anomaly is anomaly]
        yield from ("",) if not anomaly else ()
        yield from markdown(columns(title, "effect"), rows)


def _status_rows() -> Iterator[str]:
    rows = [(f"${status:02X} {status.name}", status.meaning) for status in Status]
    yield from markdown(columns("status", "meaning"), rows)


def _buffer_rows() -> Iterator[str]:
    rows = [(f"`{each.name}`", f"${each.address:04X}", str(each.words), each.form) for each in commands.BUFFERS]
    yield from markdown(columns("symbol", "X address", "words", "format"), rows)


def _commands_with_equal_effects() -> Iterator[list[Opcode]]:
    """Yield groups of commands; a quotation mark as effect repeats that of the command before."""
    group: list[Opcode] = []
    for code in Opcode:
        if group and code.effect != '"':
            yield group
            group = []
        group.append(code)
    yield group


def _command_rows() -> Iterator[str]:
    rows = []
    for group in _commands_with_equal_effects():
        names = ", ".join(f"${code:02X} {code.name}" for code in group)
        rows.append((names, group[0].argument, group[0].effect, group[0].time))
    users = commands.USER_OPCODES
    handlers = f"the handlers `command_{users[0]:02X}` to `command_{users[-1]:02X}` of your file (section 10)"
    own = f"${users[0]:02X}-${users[-1]:02X} user commands"
    rows.append((own, "bytes", f"{handlers}; in place in `data_buffer`", ""))
    yield from markdown(columns("command", "argument", "effect", "time"), rows)


TABLES: dict[str, dict[str, Iterable[str]]] = {
    "docs/reference/firmware.md": {
        "statuses": [*_status_rows()],
        "buffers": [*_buffer_rows()],
        "commands": [*_command_rows()],
    },
    "docs/reference/card.md": {
        "registers of the PC": _register_table(PC_REGISTERS),
        "registers of the DSP": _register_table(DSP_REGISTERS),
        "outcomes": [*_outcomes()],
        "registers of the board with FIFOs": _register_table(FIFO_PC_REGISTERS, FIFO_DSP_REGISTERS),
        "registers of the board with two FIFOs": _register_table(TWO_FIFO_DSP_REGISTERS),
        "registers of the board with a line": _register_table(LINE_DSP_REGISTERS),
    },
}
"""Tables by document and name."""


def files() -> dict[str, str]:
    """Return every generated file, by its path in the repository."""
    card, library, host = "dsp56k.card", "dsp56k.lib.commands", "dsp56k.host.driver_errors"
    return {
        f"{FIRMWARE}/card_registers.asm": f"{LICENCE}\n{in_asm56000(card, dsp_registers())}",
        f"{FIRMWARE}/names.asm": f"{LICENCE}\n{in_asm56000(library, firmware_for_itself())}",
        f"{FIRMWARE}/command_table.asm": f"{LICENCE}\n{command_table()}",
        f"{DRIVER}/card_registers.h": in_c(card, pc_registers()),
        f"{DRIVER}/firmware.h": in_c(library, firmware_for_the_pc()),
        f"{DRIVER}/errors.h": in_c(host, driver_errors()),
        f"{DRIVER_16}/card_registers.inc": in_nasm(card, pc_registers()),
        f"{DRIVER_16}/firmware.inc": in_nasm(library, firmware_for_the_pc()),
        f"{DRIVER_16}/errors.inc": in_nasm(host, driver_errors()),
        **{path: with_tables(ROOT / path, SCRIPT, tables) for path, tables in TABLES.items()},
    }


def stale() -> dict[str, str]:
    """Return the stale files, with their correct content."""
    return {
        path: text
        for path, text in files().items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text
    }


def main() -> int:
    """Return 0 if the files are fresh or were written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file is stale")
    check = parser.parse_args().check
    found = stale()
    if not check:
        write_whole({ROOT / path: text.encode("utf-8") for path, text in found.items()})
        return 0
    for path in found:
        sys.stderr.write(f"{path}: stale; run {SCRIPT}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

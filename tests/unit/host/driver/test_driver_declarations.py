"""One number, one name: registers, opcodes, statuses and errors in Python, the firmware and both x86 drivers."""

import re
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

import pytest

import declared_names
from dsp56k.card.chips.control import CTRL
from dsp56k.card.chips.wd20c03 import COMMAND, STATUS
from dsp56k.host.driver_errors import ERRORS, LOST, DriverErrorCode
from dsp56k.lib.firmware import Opcode, Status, image

SOURCES = Path(__file__).parents[4] / "host_driver" / "src"
DRIVER = SOURCES / "driver"


def enumerators(text: str) -> Iterator[tuple[str, int]]:
    """Every enumerator of every enum of a C source, with its value, but for those made of others."""
    known: dict[str, int] = {}
    for body in re.findall(r"\benum \{(.*?)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), re.DOTALL):
        following = 0
        for entry in filter(None, (part.strip() for part in body.split(","))):
            name, _, value = (part.strip() for part in entry.partition("="))
            if value and value not in known and not value[0].isdigit():
                continue
            number = following if not value else known[value] if value in known else int(value, 0)
            known[name], following = number, number + 1
            yield name, number


def declared(*files: str) -> dict[str, int]:
    return dict(entry for file in files for entry in enumerators((DRIVER / file).read_text(encoding="utf-8")))


def declared_for_16_bits(*files: str) -> dict[str, int]:
    """Every number that NASM sources give a name, but for those made of others."""
    lines = "".join((SOURCES / "real16" / "driver" / file).read_text(encoding="utf-8") for file in files)
    found = re.findall(r"^(\w+) +equ +([0-9][0-9A-Fa-f]*?)(h?)(?:[ \t]+;.*)?$", lines, re.MULTILINE)
    return {name: int(digits, 16 if hexadecimal else 10) for name, digits, hexadecimal in found}


@pytest.mark.parametrize(
    ("files", "sources"),
    [
        (("card.inc", "link.asm"), ("link.h", "link.c", "timer.h")),
        (("timer.asm",), ("timer.c",)),
        (("jobs.inc", "jobs.asm", "des_jobs.asm", "data_jobs.asm", "rsa_jobs.asm"), ("driver.c",)),
        (("start.asm",), ("start.c",)),
    ],
)
def test_both_drivers_say_the_same_numbers(files: tuple[str, ...], sources: tuple[str, ...]) -> None:
    """Registers, errors, opcodes, bounds in clocks."""
    real, flat = declared_for_16_bits(*files), declared(*sources)
    shared = set(real) & set(flat)
    assert len(shared) >= 7
    assert {name: real[name] for name in shared} == {name: flat[name] for name in shared}


def defined(file: str) -> dict[str, int]:
    """Every %define of a NASM source that is a number."""
    text = (SOURCES / "real16" / "driver" / file).read_text(encoding="utf-8")
    return {name: int(value, 0) for name, value in re.findall(r"^%define (\w+) +(\w+)", text, re.MULTILINE)}


def test_the_files_of_names_are_fresh() -> None:
    assert not declared_names.stale(), "run: python tools/documents/declared_names.py"


@pytest.mark.parametrize("name", ["card_registers", "firmware", "errors"])
def test_c_and_nasm_have_the_same_names(name: str) -> None:
    names = declared(f"{name}.h")
    assert len(names) >= 19
    assert defined(f"{name}.inc") == names


def test_the_names_are_those_of_the_declarations() -> None:
    firmware, errors = declared("firmware.h"), declared("errors.h")
    statuses: list[IntEnum] = list(Status)
    assert {each.name: firmware[each.name] for each in (*Opcode, *statuses)} == {
        each.name: each.value for each in (*Opcode, *statuses)
    }
    assert errors == {code.name: code.value for code in DriverErrorCode} | {"LOST": LOST}
    symbols = image().symbols
    assert all(symbols[status.name] == status for status in Status)
    assert all(symbols[f"OP_{opcode.name}"] == opcode for opcode in Opcode)
    assert symbols["DES_STATUS_KPE"] == STATUS["KPE"].low
    assert symbols["DES_COMMAND_LDKEY"] == COMMAND["LDKEY"].mask
    registers = declared("card_registers.h")
    assert (registers["CTRL"], registers["AGLOW"], registers["WINBASE"]) == (8, 9, 11)
    assert registers["CTRL_WEN"] == CTRL["WEN"].mask


def test_every_status_and_every_error_of_the_driver_has_its_exception() -> None:
    assert set(ERRORS) == {*DriverErrorCode, *Status} - {Status.OK}

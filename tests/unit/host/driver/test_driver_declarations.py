"""One number, one name: opcodes and statuses in the library, the firmware's sources, the x86 driver and its caller."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.host import driver
from dsp56k.lib.firmware import Opcode, Status, image

SOURCES = Path(__file__).parents[4] / "host_driver" / "src"
DRIVER = SOURCES / "driver"


def enumerators(text: str) -> Iterator[tuple[str, int]]:
    """Every enumerator of every enum of a C source, with its value."""
    known: dict[str, int] = {}
    for body in re.findall(r"\benum \{(.*?)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), re.DOTALL):
        following = 0
        for entry in filter(None, (part.strip() for part in body.split(","))):
            name, _, value = (part.strip() for part in entry.partition("="))
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


def test_the_driver_sends_the_librarys_opcodes() -> None:
    names = declared("driver.c", "start.c", "link.h") | declared("link.c")
    shared = {opcode.name: opcode.value for opcode in Opcode if opcode.name in names}
    assert len(shared) >= 9
    assert {name: names[name] for name in shared} == shared


@pytest.mark.parametrize("status", Status)
def test_the_firmware_answers_the_librarys_statuses(status: Status) -> None:
    assert image().symbols[status.name] == status


def test_the_caller_names_every_status_and_every_error_of_the_driver() -> None:
    link = declared("link.h")
    errors = {value for name, value in link.items() if link["NO_CARD"] <= value and name not in ("LOST",)}
    statuses = {status.value for status in Status if status is not Status.OK}
    assert set(driver._ERRORS) == errors | statuses
    assert {name: link[name] for name in ("DAMAGED_COMMAND", "OUT_OF_SEQUENCE")} == {
        status.name: status.value for status in (Status.DAMAGED_COMMAND, Status.OUT_OF_SEQUENCE)
    }

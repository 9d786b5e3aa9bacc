"""One number, one name: opcodes and statuses in the library, the firmware's sources, the x86 driver and its caller."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.host import driver
from dsp56k.lib.firmware import Opcode, Status, image

SOURCES = Path(__file__).parents[2] / "host_driver" / "src"


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
    return dict(entry for file in files for entry in enumerators((SOURCES / file).read_text(encoding="utf-8")))


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

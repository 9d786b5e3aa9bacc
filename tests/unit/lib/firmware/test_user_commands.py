"""The user's own commands: assembled with the firmware, run on a bare DSP and through the driver, with every check."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from dsp56k.card import Card
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import (
    CardTimeoutError,
    FirmwareError,
    HostError,
    LinkError,
    MemoryChangedError,
    NotStartedError,
)
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, Firmware, Opcode, Status
from dsp56k.lib.image import Image, image
from shared.firmware_on_card import driver_on

COMMANDS = """\
; $60 takes a byte, $61 exclusive-ors all with it and counts the bytes in X:USER_DATA; $7F answers $45.
command_60
        move    x:(r3),x0
        move    x0,y:$30
        move    #<3,m3
        clr     a
        move    a1,x:USER_DATA
        rts
command_61
        move    x:USER_DATA,a
        add     x0,a            x0,n7
        move    a1,x:USER_DATA
        move    y:$30,x0
        do      n7,all_end
        move    x:(r3),a
        eor     x0,a
        move    a1,x:(r3)+
all_end
        clr     a
        rts
command_7F
        move    #>$45,a
        rts
; leaves what are no bytes
command_62
        move    #>$100,x0
        move    x0,x:(r3)
        clr     a
        rts
; never comes back
command_63
        jmp     *
"""


Made = Callable[..., Image]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """The image with a user's source."""

    def make(text: str, **options: object) -> Image:
        path = tmp_path / "user.asm"
        path.write_text(text)
        return image(path, **options)  # type: ignore[arg-type]  # those of the image

    return make


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Image:
    path = tmp_path_factory.mktemp("commands") / "commands.asm"
    path.write_text(COMMANDS)
    return image(path)


def exclusive_or(data: bytes, key: int) -> bytes:
    return bytes(byte ^ key for byte in data)


def test_on_a_bare_dsp(commands: Image) -> None:
    firmware = Firmware(firmware=commands)
    firmware.write(DATA_BUFFER, [0x5A])
    firmware.command(0x60, 1)
    data = bytes(range(100))
    for count in range(1, 3):
        firmware.write(DATA_BUFFER, data)
        firmware.command(0x61, len(data))
        assert firmware.read(DATA_BUFFER, len(data)) == exclusive_or(data, 0x5A)
        assert firmware.dsp.x[commands.symbols["USER_DATA"]] == len(data) * count
    assert firmware.call(0x7F, 1) == 0x45
    assert firmware.dsp.regs.m3 == 0xFFFF
    # The library's own still work
    assert firmware.call(Opcode.SELF_TEST, 0xB) is Status.OK


@pytest.mark.parametrize("opcode", [0x54, 0x5F, 0x64, 0x7E])
def test_commands_that_nobody_defined(commands: Image, opcode: int) -> None:
    assert Firmware(firmware=commands).call(opcode, 1) is Status.UNKNOWN_COMMAND


def test_the_driver_says_so(commands: Image) -> None:
    driver = driver_on(Card(strict=True), commands)
    with pytest.raises(FirmwareError, match="does not know the command"):
        driver.job(None, b"", 0x64, b"x")
    assert driver.job(0x60, b"\0", 0x61, b"x").value == b"x"


def test_a_library_image_has_none() -> None:
    firmware = Firmware()
    assert {firmware.call(opcode, 0xFFFF) for opcode in range(0x60, 0x80)} == {Status.UNKNOWN_COMMAND}


def test_more_than_the_buffer(commands: Image) -> None:
    assert Firmware(firmware=commands).call(0x61, DATA_WORDS + 1) is Status.BAD_PARAMETER


@pytest.mark.parametrize("label", ["command_61", "command_63", "user_command", "opcodes"])
def test_code_that_changed_is_found(commands: Image, label: str) -> None:
    firmware = Firmware(firmware=commands)
    firmware.command(0x60, 1)
    before = firmware.clocks
    firmware.command(Opcode.CONFIRM)
    whole_pass = firmware.clocks - before
    start = firmware.dsp.snapshot()
    firmware.dsp.run(max_clocks=2 * whole_pass)
    failed = commands.symbols["pass_failed"]
    assert not firmware.dsp.x[failed]
    firmware.dsp.restore(start)
    # In words that the jobs after it do not reach: found while the firmware waits, or by CONFIRM
    firmware.dsp.p[commands.symbols[label]] ^= 1
    changed = firmware.dsp.snapshot()
    firmware.dsp.run(max_clocks=2 * whole_pass)
    assert firmware.dsp.x[failed]
    firmware.dsp.restore(changed)
    firmware.command(Opcode.MD4_INIT)
    assert firmware.call(Opcode.CONFIRM) is Status.MEMORY_CHANGED


@pytest.mark.parametrize("size", [1, 3, 4096, 4097, 9001])
def test_a_job_through_the_driver(commands: Image, size: int) -> None:
    card = Card(strict=True)
    driver = driver_on(card, commands)
    data = random.Random(size).randbytes(size)
    done = driver.job(0x60, b"\x77", 0x61, data)
    assert done.value == exclusive_or(data, 0x77)
    assert done.time == done.clocks * 50_000
    # Without parameters the command uses those of the last one
    assert driver.job(None, b"", 0x61, b"abc").value == exclusive_or(b"abc", 0x77)
    assert card.dsp.x[commands.symbols["USER_DATA"]] == size + 3
    assert card.anomalies == ()


def test_what_goes_wrong_in_a_job(commands: Image) -> None:
    card = Card()
    driver = driver_on(card, commands)
    with pytest.raises(FirmwareError, match="the command's own status") as caught:
        driver.job(0x60, b"\x77", 0x7F, b"abc")
    assert caught.value.fields["code"] == 0x45
    with pytest.raises(LinkError, match="other data arrived"):
        driver.job(None, b"", 0x62, b"abc")
    with pytest.raises(NotStartedError):
        driver.job(None, b"", 0x61, b"abc")
    driver.start(commands.segments)
    before = driver.pc.now
    with pytest.raises(CardTimeoutError):
        driver.job(None, b"", 0x63, b"abc", clocks=10_000)
    limit = 2 * (300_000 + 67 * 10_000) * 50_000
    assert limit < driver.pc.now - before < 1.2 * limit
    driver.start(commands.segments)
    driver.job(0x60, b"\x77", 0x61, b"abc")
    driver.confirm()
    card.dsp.p[commands.symbols["command_7F"]] ^= 1
    assert driver.job(0x60, b"\x77", 0x61, b"abc").value == exclusive_or(b"abc", 0x77)
    with pytest.raises(MemoryChangedError):
        driver.confirm()
    driver.start(commands.segments)
    driver.confirm()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((0x5F, b"", 0x61, b"a"), "setup_opcode"),
        ((0x60, bytes(4097), 0x61, b"a"), "setup"),
        ((0x60, b"", 0x80, b"a"), "opcode"),
        ((0x60, b"", 0x61, b""), "data"),
    ],
)
def test_mistakes_name_the_operand(arguments: tuple[int, bytes, int, bytes], field: str) -> None:
    driver = CardDriver(PC(builtin_program("driver")))
    with pytest.raises(HostError) as caught:
        driver.job(*arguments)
    assert caught.value.fields["field"] == field
    with pytest.raises(HostError, match="0 clocks a byte"):
        driver.job(None, b"", 0x60, b"a", clocks=0)


NOTHING = "command_60\n        clr     a\n        rts\n"


def test_large_banks_have_room_for_long_commands(made: Made) -> None:
    # More words than the 102 that a bank of 8K has for them.
    text = NOTHING + "        dup     300\n        nop\n        endm\n"
    with pytest.raises(AssemblyError, match=r"user\.asm:5: P:\$2000 is not the user's"):
        made(text)
    firmware = made(text, bank_words=0x8000)
    assert firmware.symbols["command_60"] == 0x2000
    driver = driver_on(Card(bank_words=0x8000, strict=True), firmware)
    assert driver.job(None, b"", 0x60, b"abc").value == b"abc"
    with pytest.raises(LinkError, match="arrived damaged"):
        driver_on(Card(), firmware)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("command_60\n        bogus   a\n", r"user\.asm:2:\d+: error.*bogus"),
        ("start   nop\n" + NOTHING, r"user\.asm:1:\d+: error"),
        (NOTHING + "        org     p:$0300\n        nop\n", r"user\.asm:5: P:\$0300 is not the user's"),
        (NOTHING + "        org     x:$0100\n        dc      5\n", r"user\.asm:5: X:\$0100 is not the user's"),
        (NOTHING + "        org     y:$0000\n        dc      5\n", r"user\.asm:5: Y:\$0000 is not the user's"),
        (NOTHING + "        org     l:$0bd0\n        dc      5\n", r"user\.asm:5: [XY]:\$0BD0 is not the user's"),
        ("        nop\n", "define no label command_60 to command_7F"),
        (NOTHING + "        end\n", r"user\.asm: an END is not allowed"),
        (NOTHING + "        if      1\n", r"user\.asm|opcodes\.asm"),
    ],
)
def test_sources_that_cannot_be_the_users(made: Made, text: str, message: str) -> None:
    with pytest.raises(AssemblyError, match=message) as caught:
        made(text)
    assert "\n" not in str(caught.value)


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match=r"none\.asm"):
        image(tmp_path / "none.asm")


def test_data_of_the_users_own(made: Made) -> None:
    firmware = made(NOTHING + "        org     x:USER_DATA\n        dc      $123456\n")
    assert Firmware(firmware=firmware).dsp.x[firmware.symbols["USER_DATA"]] == 0x123456

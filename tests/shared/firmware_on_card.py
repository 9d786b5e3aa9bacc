"""The firmware on a card: called without the command protocol, to test its use of devices, or by the PC's driver."""

from functools import cache
from typing import Any

from dsp56k.card import Card
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.slot import insert
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Image, image
from dsp56k.lib.image import LARGE_BANK, Commands
from shared.card_pc import RUN, Pc

START_CLOCKS = 20_000_000


@cache
def command_image(commands: Commands) -> Image:
    """Return the firmware with a file of commands, for large banks.

    Tests call it when they run: at the import of their modules, each worker would assemble all of them.
    """
    return image(commands=commands, bank_words=LARGE_BANK)


def firmware_on(card: Card, firmware: Image | None = None) -> Firmware:
    """Download the firmware to `card` and start it, again if it runs."""
    pc = Pc(card)
    pc.now = card.bus.now
    pc.control(off=RUN)
    firmware = firmware or image()
    for segment in firmware.segments:
        pc.store(int(segment.space == "X"), segment.address, segment.words)
    pc.control(RUN)
    card.dsp.run(until=firmware.symbols["command_loop"], max_clocks=START_CLOCKS)
    return Firmware(card.dsp, firmware)


def call_with(firmware: Firmware, opcode: int, data: bytes) -> int:
    """Call a command on data and return its status."""
    firmware.write(DATA_BUFFER, data)
    return firmware.call(opcode, len(data))


def driver_on(card: Card, firmware: Image, **options: Any) -> CardDriver:
    """Insert a card into a PC with these options and start the firmware by its driver."""
    pc = driver_pc(**options)
    insert(card, pc)
    driver = CardDriver(pc)
    driver.start(firmware.segments)
    return driver

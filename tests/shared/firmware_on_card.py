"""The firmware on a card, called without the command protocol, to test its use of devices."""

from dsp56k.card import Card
from dsp56k.lib.firmware import Firmware, Image, image
from shared.card_pc import RUN, Pc

START_CLOCKS = 20_000_000


def firmware_on(card: Card, firmware: Image | None = None) -> Firmware:
    """Download the firmware to `card` and start it."""
    pc = Pc(card)
    firmware = firmware or image()
    for segment in firmware.segments:
        pc.store(int(segment.space == "X"), segment.address, segment.words)
    pc.control(RUN)
    card.dsp.run(until=firmware.symbols["command_loop"], max_clocks=START_CLOCKS)
    return Firmware(card.dsp, firmware)

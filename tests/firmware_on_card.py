"""The firmware on a card, called past the command protocol: for what it does with its devices."""

from card_pc import RUN, Pc
from dsp56k.card import Card
from dsp56k.lib.firmware import Firmware, image

START_CLOCKS = 20_000_000


def firmware_on(card: Card) -> Firmware:
    """Download the firmware to `card` and start it."""
    pc = Pc(card)
    for segment in image().segments:
        pc.store(int(segment.space == "X"), segment.address, segment.words)
    pc.control(RUN)
    card.dsp.run(until=image().symbols["command_loop"], max_clocks=START_CLOCKS)
    return Firmware(card.dsp)

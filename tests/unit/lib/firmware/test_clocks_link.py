"""The exact clocks of a command's checks and of the checksums over its data: firmware.md, section 5."""

import pytest

from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.firmware import Firmware, Opcode, image
from dsp56k.lib.protocol import command_words, next_number

COMMAND_CLOCKS = 366
"""Clocks of a command without its handler: check of the words, number, look-up, two empty checksums, reply."""
GROUP_CLOCKS = 10
"""A sum, for each four bytes."""
WORD_CLOCKS = 4
"""Clocks of a checksum for each word of 24 bits."""
IMAGE_WORD_CLOCKS = (9, 10)
"""Clocks of a word of the image at the start: least and most, because words of P take longer than words of X."""


class Link:
    """Commands from their two words to their reply."""

    def __init__(self) -> None:
        self.firmware = Firmware()
        self.number = 0

    def clocks(self, opcode: Opcode, argument: int = 0) -> int:
        """Return the clocks of a command without those of its handler."""
        dsp, symbol = self.firmware.dsp, self.firmware.symbol
        handler = self.handler_clocks(opcode, argument)
        regs = dsp.regs
        regs.x0, regs.x1 = command_words(opcode, argument, self.number)
        self.number = next_number(self.number)
        regs.pc, regs.sp = symbol("execute"), 1
        dsp.stack[1] = (symbol("command_loop"), regs.sr)
        before = dsp.clocks
        assert dsp.run(until=symbol("command_loop")).reason is StopReason.BREAKPOINT
        return dsp.clocks - before - handler

    def handler_clocks(self, opcode: Opcode, argument: int) -> int:
        before = self.firmware.clocks
        self.firmware.command(opcode, argument)
        return self.firmware.clocks - before


def test_a_command_without_data() -> None:
    assert Link().clocks(Opcode.CALIBRATE, 1) == COMMAND_CLOCKS


@pytest.mark.parametrize("blocks", [2, 5, 512])
def test_sums_over_blocks(blocks: int) -> None:
    link = Link()
    link.firmware.command(Opcode.DES_KEY, 1)
    one = link.clocks(Opcode.DES_CBC_ENCRYPT, 1)
    # A block is two groups, and each is summed as it comes and as it goes
    assert link.clocks(Opcode.DES_CBC_ENCRYPT, blocks) - one == 2 * 2 * GROUP_CLOCKS * (blocks - 1)


def test_sums_over_numbers() -> None:
    link, clocks = Link(), []
    for digits in (4, 5):
        link.firmware.write(0x1000, [0xF00001, *[0] * (digits - 1), 3, *[0] * (2 * digits - 1)])
        clocks.append(link.clocks(Opcode.RSA_LOAD, digits))
    assert clocks[1] - clocks[0] == 3 * WORD_CLOCKS


def test_the_image_at_the_start() -> None:
    dsp = Dsp56001(mode=3)
    for segment in image().segments:
        memory = dsp.port_a.ram(segment.space)
        memory[segment.address : segment.address + len(segment.words)] = segment.words
    dsp.run(until=image().symbols["image_check"])
    before = dsp.clocks
    # Its sum is folded when all words are in
    assert dsp.run(until=image().symbols["fold"]).reason is StopReason.BREAKPOINT
    words = sum(len(segment.words) for segment in image().segments[:-1])
    least, most = IMAGE_WORD_CLOCKS
    assert least * words < dsp.clocks - before < most * words

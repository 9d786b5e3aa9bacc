"""Actions of a board on the peripherals of a chip between its runs, and the outputs that it records."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from differential.engines.environment import Action, Side
from differential.programs.loops import LoopProgram
from dsp56k.emu import SciFrame

DATA_BYTES = (5, 6, 7)


def clocks(random: Random) -> list[Action]:
    """Clocks that the board drives."""
    bit = random.choice((None, None, Fraction(4), Fraction(random.randrange(36, 2000), 10)))
    frame = random.choice((0, 0, 8, 32, random.randrange(1, 200)))
    character = random.choice((None, None, Fraction(random.randrange(80, 2000), 10)))

    def act(side: Side) -> None:
        side.dsp.ssi.external_clock(bit, frame)
        side.dsp.sci.external_clock(character)

    return [act]


def seen(side: Side) -> None:
    """Record the outputs of the pins since the last call, with their clocks."""
    dsp = side.dsp
    words = [("ssi", word.clock, word.slot, word.word, word.flags) for word in dsp.ssi.take()]
    characters = [("sci", one.clock, one.kind.name, one.data, one.address) for one in dsp.sci.take()]
    ports = [
        ("port", one.clock, one.outputs, one.levels) for port in (dsp.port_b, dsp.port_c) for one in port.changes()
    ]
    requests = [("hreq", change.clock, change.asserted) for change in dsp.lines.hreq.changes()]
    side.log += [*words, *characters, *ports, *requests, ("pins", dsp.port_b.pins, dsp.port_c.pins)]


def _words(random: Random, _program: LoopProgram) -> Action:
    words, clocked = [random.getrandbits(24) for _ in range(random.randint(1, 6))], random.choice((0, 0, 1, 4))

    def act(side: Side) -> None:
        side.dsp.ssi.feed(words)
        side.dsp.ssi.clock_out(clocked)

    return act


def _characters(random: Random, _program: LoopProgram) -> Action:
    frames = [
        SciFrame(random.getrandbits(8), random.random() < 0.3, random.random() < 0.1, random.random() < 0.1)
        for _ in range(random.randint(1, 4))
    ]
    return lambda side: side.dsp.sci.feed(frames)


def _drive(random: Random, _program: LoopProgram) -> Action:
    name, driven, levels = random.choice("bc"), random.getrandbits(9), random.getrandbits(9)

    def act(side: Side) -> None:
        port = side.dsp.port_b if name == "b" else side.dsp.port_c
        port.release()
        port.drive(levels & driven, mask=driven)

    return act


def _transfer(random: Random, _program: LoopProgram) -> Action:
    """A word from the host, or for it, by its registers or by DMA."""
    data, reads, acknowledged = random.getrandbits(24), random.random() < 0.4, random.random() < 0.3

    def act(side: Side) -> None:
        host = side.dsp.host
        for offset, byte in zip(DATA_BYTES, data.to_bytes(3, "big"), strict=True):
            if reads:
                side.log.append(("host", host.acknowledge_read() if acknowledged else host.read(offset)))
            elif acknowledged:
                host.acknowledge_write(byte)
            else:
                host.write(offset, byte)

    return act


def _command(random: Random, _program: LoopProgram) -> Action:
    """Return a host command, or a change of the host's interrupt enables."""
    if random.random() < 0.3:
        icr = random.choice((0, 1, 2, 3, 0x18, 0x21, 0x42, 0x61, 0x80))
        return lambda side: side.dsp.host.write(0, icr)
    command = 0x80 | random.choice((0x12, 0x13, 0x14, 0x1E, random.randrange(2, 0x20)))
    return lambda side: side.dsp.host.write(1, command)


ATTENDANCE = (_words, _words, _characters, _characters, _drive, _transfer, _transfer, _command, _command)

"""Cards with faults on them, to be tried from the PC."""

from typing import Any

from dsp56k.card import Card, Outcome
from dsp56k.card.faults import Fault
from shared.card_pc import RUN, Pc

JMP_SELF = 0x0C0000


def on(*faults: Fault, board: type[Card] = Card, **options: Any) -> Pc:
    """A PC with a card in reset that has these faults."""
    pc = Pc(board(**options))
    pc.card.faults.add(*faults)
    return pc


def running(*faults: Fault, **options: Any) -> Pc:
    """A card whose DSP jumps to itself in external P."""
    pc = Pc(Card(**options))
    pc.store(0, 0, [JMP_SELF])
    pc.control(RUN)
    pc.card.faults.add(*faults)
    return pc


def records(pc: Pc) -> list[tuple[str, int, int]]:
    """Return the activations of the faults: description, injection point, count."""
    return [(each.detail, each.where, each.count) for each in pc.card.events if each.outcome is Outcome.FAULT]


def des(pc: Pc) -> Any:
    """The DES chip as the DSP sees it."""
    plug = pc.card.faults._sites.points["des"].plug
    return plug.part

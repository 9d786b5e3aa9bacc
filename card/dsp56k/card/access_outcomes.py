"""The outcomes of accesses that the card's journal records.

Each access that no careful program makes has one documented outcome here; card.md is made from these texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from dsp56k.card.errors import CardAccessError
from dsp56k.emu.timeline import Time


class Outcome(Enum):
    """Kind of a recorded outcome.

    `anomaly` marks the accesses that strict mode refuses; `text` states the effect of the access.
    """

    WINDOW_WITHOUT_GRANT = (
        True,
        "A window access while the DSP owns the bus. A read returns $FF, a write is lost, the address generator steps, "
        "STATUS.WINERR is latched. The DSP is not disturbed.",
    )
    COUNTER_PAST_BANK = (
        True,
        "A window access with the counter past the bank. A read returns $00 (the data bus is pulled down), a write is "
        "lost, the counter steps, from $FFFF to $0000, STRAPS.PASTERR is latched.",
    )
    HOST_PORT_IN_RESET = (
        True,
        "A host port access while the DSP is in reset. A read returns the reset value (ICR $00, CVR $12, ISR $06, IVR "
        "$0F, UM 8-33), a write is lost, STRAPS.RSTERR is latched.",
    )
    WINDOW_NOT_SELECTED = (
        True,
        "A PC memory access outside the window, or while CTRL.WEN is 0. A read returns $FF, a write is lost, the "
        "address generator does not step.",
    )
    DSP_UNMAPPED = (
        True,
        "The DSP accessed an unmapped external address, or executed a word from there. A read returns $000000 (the "
        "data bus is pulled down), a write is lost.",
    )
    FIFO_OVERRUN = (
        True,
        "A write to a full FIFO. The byte is lost; FIFO STATUS.OVER is latched, or for the DSP FIFO FLAGS.OVER.",
    )
    FIFO_UNDERRUN = (
        True,
        "A read of an empty FIFO. The PC reads $FF, and FIFO STATUS.UNDER is latched. The DSP reads $00, and PUMP "
        "STATUS.UNDER or FIFO FLAGS.UNDER is latched.",
    )
    DES_CHIP_TAKEN = (
        True,
        "The DSP accessed the DES chip while the pump had it. A read returns $00, a write is lost.",
    )
    WINDOW_IN_RESET = (
        False,
        "A window access while the DSP is in reset. CTRL.BR is not needed, because port A is three-stated (UM 9-7). "
        "The PC loads a program in this state.",
    )
    RESET_HELD = (False, "CTRL.RUN fell: the DSP and the DES chip are in reset.")
    RESET_RELEASED = (False, "CTRL.RUN rose: the DSP latched MODB:MODA (the number recorded) and starts.")
    BUS_REQUESTED = (False, "CTRL.BR rose: the DSP grants the bus after its current external access (UM 9-15).")
    BUS_RETURNED = (False, "CTRL.BR fell: the DSP has its bus back.")
    CARD_RESET = (False, "The PC's reset line: every register of the card has its reset value, memory is kept.")
    FAULT = (False, "A fault of `card.faults` was activated; the detail names it.")

    def __init__(self, anomaly: bool, text: str) -> None:
        self.anomaly = anomaly
        self.text = text


@dataclass
class Record:
    """One outcome, or several consecutive equal ones. Outcomes FAULT are equal if they belong to one fault.

    Attributes:
        outcome: what happened.
        where: I/O offset, PC address, or word address, of the first access; for RESET_RELEASED the mode.
        first: picoseconds since power-up of the first access.
        last: picoseconds since power-up of the last access.
        count: number of equal outcomes.
        detail: further facts about the first access.
    """

    outcome: Outcome
    where: int
    first: Time
    last: Time
    count: int = 1
    detail: str = ""

    def __str__(self) -> str:
        times = "once" if self.count == 1 else f"{self.count} times"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.outcome.name} {times} from ${self.where:X}, {self.first} ps{detail}"


class Journal:
    """The card's record, in order of time. In strict mode an anomaly raises an error after it was recorded."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self._records: list[Record] = []

    def note(self, outcome: Outcome, where: int, now: Time, detail: str = "", *, count: int = 1) -> None:
        """Record an outcome, or `count` equal ones if the last record is the same; `now` is the time of the last.

        Raises:
            CardAccessError: the outcome is an anomaly and the mode is strict.
        """
        last = self._records[-1] if self._records else None
        if last is not None and last.outcome is outcome and (outcome is not Outcome.FAULT or last.detail == detail):
            last.last = now
            last.count += count
        else:
            self._records.append(Record(outcome, where, now, now, count, detail))
        if self.strict and outcome.anomaly:
            raise CardAccessError(outcome.name, outcome.text, where, now)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

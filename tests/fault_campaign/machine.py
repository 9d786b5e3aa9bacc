"""A PC with the card, as campaigns need it: made once, and copied for each case by forking the process."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dsp56k.card import Card, FifoCard
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.modes import ModeName
from dsp56k.host.pc import PC
from dsp56k.host.slot import insert
from dsp56k.lib import firmware
from dsp56k.lib.image import LARGE_BANK

Value = TypeVar("Value")


@dataclass(frozen=True)
class Machine:
    """A PC, the card in its slot, and the driver."""

    pc: PC
    card: Card
    driver: CardDriver

    def start(self) -> None:
        """Download the firmware and start it."""
        if isinstance(self.card, FifoCard):
            self.driver.start(firmware.image(commands="streams", bank_words=LARGE_BANK).segments)
        else:
            self.driver.start(firmware.image().segments)


def switched_on(bank_words: int = 8192, mode: ModeName = "flat32", *, fifos: bool = False) -> Machine:
    """A machine whose card, with FIFOs or without, is in reset."""
    card = FifoCard(bank_words=LARGE_BANK, wide=True) if fifos else Card(bank_words=bank_words)
    pc = driver_pc(mode=mode)
    insert(card, pc)
    return Machine(pc, card, CardDriver(pc))


def started(bank_words: int = 8192, mode: ModeName = "flat32", *, fifos: bool = False) -> Machine:
    """A machine whose card waits for commands."""
    machine = switched_on(bank_words, mode, fifos=fifos)
    machine.start()
    return machine


def in_a_copy(work: Callable[[], Value]) -> Value:
    """What `work` returns in a copy of this process, which ends then: nothing that it does to a machine stays.

    Raises:
        RuntimeError: the copy ended without a result.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        try:
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(work(), pipe)
        except BaseException:  # noqa: BLE001  the copy must not go on in its caller's place
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    if not content:
        raise RuntimeError("a case ended without a result")
    result: Value = pickle.loads(content)
    return result

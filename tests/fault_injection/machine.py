"""A PC with the card, as campaigns need it: made once, and copied for each case by forking the process."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from dsp56k.card import Card, FifoCard
from dsp56k.card.line_board import LineCard
from dsp56k.card.two_fifo_board import TwoFifoCard
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.packets import PacketDriver, packets_pc
from dsp56k.host.pc import PC
from dsp56k.host.slot import insert
from dsp56k.lib import firmware
from dsp56k.lib.image import LARGE_BANK, Commands

Value = TypeVar("Value")
Board = Literal["card", "fifos", "packets", "packets-fifos", "signatures", "aes", "wrapped_keys", "drbg"]
"""A board, or the plain one on banks of 32K words with the commands of a file of the library."""


@dataclass(frozen=True)
class Machine:
    """A PC, the card in its slot, and the driver."""

    pc: PC
    card: Card
    driver: CardDriver
    board: Board = "card"

    @property
    def packets(self) -> PacketDriver:
        """The driver of a machine for packets."""
        assert isinstance(self.driver, PacketDriver)
        return self.driver

    def start(self) -> None:
        """Download the firmware and start it."""
        match self.card:
            case FifoCard():
                image = firmware.image(commands="streams", bank_words=LARGE_BANK)
            case LineCard() | TwoFifoCard():
                image = firmware.image(commands="packets", bank_words=LARGE_BANK)
            case _ if self.board in get_args(Commands):
                image = firmware.image(commands=self.board, bank_words=LARGE_BANK)
            case _:
                image = firmware.image()
        self.driver.start(image.segments)


def switched_on(bank_words: int = 8192, mode: ModeName = "flat32", board: Board = "card") -> Machine:
    """A machine whose card is in reset: the plain one, one with FIFOs, or one for packets, with bus master and line, or
    with FIFOs between PC and DSP.
    """
    if board in ("packets", "packets-fifos"):
        return _for_packets(board)
    if board in get_args(Commands):
        bank_words = LARGE_BANK
    card = FifoCard(bank_words=LARGE_BANK, wide=True) if board == "fifos" else Card(bank_words=bank_words)
    pc = driver_pc(mode=mode)
    insert(card, pc)
    return Machine(pc, card, CardDriver(pc), board)


def _for_packets(board: Board) -> Machine:
    pc = packets_pc()
    if board == "packets":
        card: Card = LineCard(bank_words=LARGE_BANK, bus_master=True)
    else:
        card = TwoFifoCard(bank_words=LARGE_BANK, wide=True)
    insert(card, pc)
    return Machine(pc, card, PacketDriver(pc, card=card))


def started(bank_words: int = 8192, mode: ModeName = "flat32", board: Board = "card") -> Machine:
    """A machine whose card waits for commands."""
    machine = switched_on(bank_words, mode, board)
    machine.start()
    return machine


def in_a_copy(work: Callable[[], Value]) -> Value:
    """Return the result of `work` in a copy of this process, which then ends: its changes of a machine are lost.

    Raises:
        RuntimeError: The copy ended without a result.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        try:
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(work(), pipe)
        except BaseException:  # noqa: BLE001  the copy must not continue as its caller
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

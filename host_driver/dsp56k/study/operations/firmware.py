"""Operations of the firmware: its start, a null cipher, and MD2 by its commands."""

from __future__ import annotations

from dsp56k import lib
from dsp56k.host.driver import CardDriver
from dsp56k.host.software import DIGEST
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.commands import USER_OPCODES
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, Opcode
from dsp56k.study.operations.algorithms import case_of
from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled
from dsp56k.study.operations.operation import Called, Case, DspOrCard, Operation, unkeyed
from dsp56k.study.operations.workload import Workload

_MD2_BLOCK = 16
_NULL_CLOCKS_PER_BYTE = 1
"""Maximum clocks of the null command for each byte: the least that a job can have, because it does nothing."""


def _start_case(work: Workload, size: int) -> Case:
    return Case((), lib.firmware.image().symbols["VERSION"])


def _start(side: CardDriver) -> Called:
    return side.start(lib.firmware.image().segments)


def _null_case(work: Workload, size: int) -> Case:
    data = work.data(size)
    return Case((data,), data)


def _null(side: DspOrCard, data: bytes) -> Called:
    return side.job(None, b"", USER_OPCODES[0], data, clocks=_NULL_CLOCKS_PER_BYTE)


def _md2(side: DspAlone, data: bytes) -> DspCalled:
    firmware = side.firmware()
    start = firmware.clocks
    firmware.command(Opcode.MD2_INIT, 0)
    chunks = [data[place : place + DATA_WORDS] for place in range(0, len(data), DATA_WORDS)]
    for chunk in chunks:
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(Opcode.MD2_FINAL if chunk is chunks[-1] else Opcode.MD2_UPDATE, len(chunk))
    return side.called(firmware.read(DATA_BUFFER, DIGEST), firmware.clocks - start)


FIRMWARE_OPERATIONS = (
    # The driver resets the card, probes its memory, downloads and starts the firmware, and requests the self-test.
    Operation("card-start", "operations", _start_case, card=unkeyed(_start), bytes_each=0),
    # Data goes to the card and comes back unchanged, so no cipher can be faster on this card with this driver.
    Operation(
        "null",
        "bytes",
        _null_case,
        dsp=unkeyed(_null),
        card=unkeyed(_null),
        needs={"firmware.commands": frozenset(("null",))},
    ),
    # The parameters of the firmware, placement and loops, apply to it. On a DSP `md2` is the library's function, which
    # has a separate program.
    Operation(
        "md2-commands",
        "bytes",
        case_of(ALGORITHMS["md2"]),
        unkeyed(_md2),
        blocks=lambda size: size // _MD2_BLOCK,
        block_bytes=_MD2_BLOCK,
    ),
)

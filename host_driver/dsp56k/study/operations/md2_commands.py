"""MD2 by the commands of the firmware on a DSP without a PC.

The parameters of the firmware, placement and loops, apply to it. On a DSP the operation `md2` is the library's
function, which has a separate program.
"""

from __future__ import annotations

from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.operations.algorithms import case_of
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure

_MD2_BLOCK = 16


def _call(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.md2_commands(*case.arguments)


MD2_COMMANDS = Operation(
    "md2-commands",
    "bytes",
    case_of(ALGORITHMS["md2"]),
    Procedure(_call),
    blocks=lambda size: size // _MD2_BLOCK,
    block_bytes=_MD2_BLOCK,
)

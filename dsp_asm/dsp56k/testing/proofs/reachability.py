"""Search for inputs with which a routine reaches an instruction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.proofs.answers import Input, Unknown, Unreachable
from dsp56k.testing.proofs.limits import DEFAULT_MEGABYTES, DEFAULT_SECONDS, Limits
from dsp56k.testing.proofs.operands import Range

NO_SOLVER = "the solver is not installed; install dsp56k[proof]"


def find_input(
    routine: Routine,
    *,
    reach: str | int,
    free: Sequence[str] | None = None,
    ranges: Mapping[str, Range] | None = None,
    example: Mapping[str, Any] | None = None,
    seconds: float = DEFAULT_SECONDS,
    megabytes: float = DEFAULT_MEGABYTES,
) -> Input | Unreachable | Unknown:
    """Find inputs with which a routine executes an instruction.

    Args:
        routine: the routine.
        reach: its address: a symbol, a symbol with an offset as in "label+2", or a P address.
        free: inputs that have all values of their ranges; by default all that `example` does not have.
        ranges: smallest and largest value of each word of an input; by default all values of its form.
        example: values of the other inputs.
        seconds: processor time after which the search gives up.
        megabytes: memory after which it gives up.

    Returns:
        The inputs, which were run on the emulator; Unreachable if all paths have been searched; or the reason why
        neither is known.

    Raises:
        OperandError: an unknown name or address, an impossible range or limit.
    """
    try:
        from dsp56k.testing.proofs.paths import search_input
    except ImportError:
        return Unknown(NO_SOLVER)
    return search_input(routine, reach, free, ranges or {}, example, Limits(seconds, megabytes))

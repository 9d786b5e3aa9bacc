"""The round of bitsliced DES, src/des/slice.asm: a macro, made of a schedule for each S-box (slice_boxes.toml).

A schedule is a list of steps, each an instruction: an operation, a move, or both with `/` between them. Values have
numbers: 0 to 5 are the bits of the right half that an S-box reads, 6 to 11 key bits, 12 to 17 their sums. The results
of logical operations follow. The last eight are bits of the left half and their sums with the outputs.

=================  =============================================================
`^y0,a`            EOR; `&` is AND, `|` OR, `t` TFR, and `~a` NOT
`px0,b`            the next key bit to X0 and the next bit of the right half to B
`l14,x0`           value 14 from memory to X0
`sa,14`            A to memory, which is value 14
`ca,y0`            A to Y0
=================  =============================================================

The schedules are outcomes of a search, first for circuits in the manner of Kwan ("Reducing the Gate Count of Bitslice
DES", 2000), then for orders of instructions. A schedule is written only if it computes its S-box for all values of the
bits that it reads.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dsp56k.lib.tables import LICENCE, S_BOXES, P, dc_lines, expand

BITS = 6
"""Input bits of an S-box."""
_SUMS = 2 * BITS
_FILE = Path(__file__).with_name("slice_boxes.toml")
_STEP = re.compile(r"(?:([&|^t~])([abxy][01]?)(?:,([ab]))?)?(?:/([plsc])(\w+),(\w+))?")
_OPERATIONS = {"&": "and", "|": "or", "^": "eor", "t": "tfr", "~": "not"}
_VARIABLES = 2 * BITS + 4
_ALL = (1 << (1 << _VARIABLES)) - 1
"""Truth table of 1: a bit for each value of six bits of the right half, six key bits and four bits of the left half."""


class Box(NamedTuple):
    """Schedule of an S-box.

    Attributes:
        inverted_inputs, inverted_outputs: bits that are inverted in the schedule, the first input or output on top.
        gates: its number of logical operations, without the sums of inputs and outputs.
        steps: see above.
    """

    inverted_inputs: int
    inverted_outputs: int
    gates: int
    steps: tuple[str, ...]

    @property
    def left(self) -> int:
        """The value of the first bit of the left half."""
        return _SUMS + BITS + self.gates


@cache
def boxes() -> tuple[Box, ...]:
    """Return the schedules of the eight S-boxes."""
    rows = tomllib.loads(_FILE.read_text(encoding="ascii"))["box"]
    return tuple(
        Box(row["inverted_inputs"], row["inverted_outputs"], row["gates"], tuple(row["steps"].split())) for row in rows
    )


def operations_of_a_round() -> int:
    """Return the number of logical operations of a round, with the sums of key bits and of the left half."""
    return sum(box.gates + BITS + 4 for box in boxes())


def require_s_box(number: int, box: Box) -> None:
    """Raise ValueError if a schedule does not compute the S-box of this number, 0 to 7, for all values of its bits."""
    columns = _columns()
    outputs = [output ^ left for output, left in zip(outputs_of(box), columns[2 * BITS :], strict=True)]
    inputs = [columns[place] ^ columns[BITS + place] for place in range(BITS)]
    for value in range(1 << BITS):
        # The truth table of 1 where the inputs have this value, which the schedule reads inverted.
        cases = _ALL
        for place, table in enumerate(inputs):
            cases &= table ^ _ALL * (~(value ^ box.inverted_inputs) >> BITS - 1 - place & 1)
        right = int(S_BOXES[number][value >> 4 & 2 | value & 1][value >> 1 & 15], 16)
        for place, output in enumerate(outputs):
            if output & cases != cases * ((right ^ box.inverted_outputs) >> 3 - place & 1):
                raise ValueError(
                    f"the schedule of S{number + 1} must compute {right} of {value}, got another bit {place}"
                )


def _columns() -> list[int]:
    """Return the truth tables of the variables."""
    halves = [1 << _VARIABLES - 1 - place for place in range(_VARIABLES)]
    return [_ALL // ((1 << half) + 1) << half for half in halves]


def outputs_of(box: Box) -> list[int]:
    """Return the truth tables of the four outputs; not yet inverted.

    Raises:
        ValueError: a step has another form, or reads a register or memory before it is written.
    """
    columns = _columns()
    memory = {box.left + place: columns[2 * BITS + place] for place in range(4)}
    registers: dict[str, int] = {}
    loaded = 0
    for step in box.steps:
        operation, source, target, move, first, second = _parts(step)
        before = dict(registers)
        try:
            if operation == "~":
                registers[source] = before[source] ^ _ALL
            elif operation:
                registers[target] = _combined(operation, before[source], before[source if operation == "t" else target])
            if move == "p":
                registers |= {first: columns[BITS + loaded], second: columns[loaded]}
                loaded += 1
            elif move == "l":
                registers[second] = memory[int(first)]
            elif move == "s":
                memory[int(second)] = before[first]
            elif move == "c":
                registers[second] = before[first]
        except KeyError as error:
            raise ValueError(f"{step}: nothing has been written to {error}") from None
    return [memory[box.left + 4 + place] for place in range(4)]


def _combined(operation: str, source: int, target: int) -> int:
    return {"&": source & target, "|": source | target, "^": source ^ target, "t": source}[operation]


def _parts(step: str) -> tuple[str, str, str, str, str, str]:
    """Return operation, source and target, move and its two operands.

    Raises:
        ValueError: the step has another form.
    """
    match = _STEP.fullmatch(step)
    groups = match.groups("") if match else ("",) * 6
    operation, source, target, move, first, second = groups
    if not any(groups) or (operation and (operation == "~") == bool(target)):
        raise ValueError(f"a step must be an operation, a move or both, got {step!r}")
    return operation, source, target, move, first, second


def _slots(box: Box) -> Mapping[int, int]:
    """Return the word of memory of each stored value: the lowest that no later load needs."""
    last: dict[int, int] = {}
    for time, step in enumerate(box.steps):
        *_, move, first, _second = _parts(step)
        if move == "l":
            last[int(first)] = time
    slots: dict[int, int] = {}
    ends: list[int] = []
    for time, step in enumerate(box.steps):
        *_, move, _first, second = _parts(step)
        if move != "s" or int(second) >= box.left:
            continue
        value = int(second)
        free = [slot for slot, end in enumerate(ends) if end <= time]
        slot = free[0] if free else len(ends)
        ends[slot : slot + 1] = [last.get(value, time)]
        slots[value] = slot
    return slots


def _lines(number: int, box: Box) -> Iterator[str]:
    """Yield the instructions of an S-box."""
    slots = _slots(box)
    loaded = 0
    for step in box.steps:
        operation, source, target, move, first, second = _parts(step)
        name = _OPERATIONS.get(operation, "move")
        text = f"{name:<8}{source},{target}" if target else f"{name:<8}{source}"
        if move == "p":
            loaded += 1
            # The last two bits of a box are the first of the next.
            update = "-" if loaded == BITS else "+"
            beside = f"x:(r0)+,{first:<8}y:(pointer){update},{second}"
        elif move == "l":
            beside = f"{_address(number, box, int(first), slots)},{second}"
        elif move == "s":
            beside = f"{_word(first)},{_address(number, box, int(second), slots)}"
        else:
            beside = f"{_word(first)},{second}" if move else ""
        column = 24 if operation else 8
        yield f"        {text if operation else 'move':<{column}}{beside}".rstrip()


def _word(register: str) -> str:
    """Return the register, of an accumulator the part that is not limited."""
    return f"{register}1" if register in ("a", "b") else register


def _address(number: int, box: Box, value: int, slots: Mapping[int, int]) -> str:
    if value >= box.left:
        place = P.index(4 * number + (value - box.left) % 4 + 1)
        return f"y:<into+{place}"
    return f"x:<{slots[value]}"


def inversions() -> list[int]:
    """Return 96 words, 0 or $FFFFFF: round key bits to invert in the rounds 4n and 4n + 3, and in the others."""
    inputs = outputs = 0
    for box in boxes():
        inputs = inputs << BITS | box.inverted_inputs
        outputs = outputs << 4 | box.inverted_outputs
    half = sum((outputs >> 32 - bit & 1) << 31 - place for place, bit in enumerate(P))
    return [0xFFFFFF * (mask >> 47 - place & 1) for mask in (inputs, inputs ^ expand(half)) for place in range(48)]


def round_file(made: str) -> str:
    """Return slice_round.asm; `made` is the line that names its generator.

    Raises:
        ValueError: a schedule is wrong.
    """
    for number, box in enumerate(boxes()):
        require_s_box(number, box)
    return "\n".join(
        [
            LICENCE,
            "; THE ROUND OF BITSLICED DES: see ../slice.asm.",
            made,
            "",
            "; A round: Y:into xor f(Y:from, X:(R0)+), 32 planes each; pointer: at the end of Y:from, modulo 32.",
            "slice_round     macro   from,into,pointer",
            *(line for number, box in enumerate(boxes()) for line in _lines(number, box)),
            "        endm",
            "",
            "; Round key bits that the S-boxes read inverted, in rounds 4n and 4n + 3, and in the others.",
            "slice_inversions        macro",
            *dc_lines(inversions()),
            "        endm",
            "",
        ]
    )

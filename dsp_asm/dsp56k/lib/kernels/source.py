"""The assembly of a kernel."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from dsp56k.lib.kernels.address_registers import ABSOLUTE, Access, Job, Plan, access, plan
from dsp56k.lib.kernels.operations import Digit, Move, Step
from dsp56k.lib.kernels.product_streams import Order
from dsp56k.lib.kernels.schedule import PAUSE, Weights, schedule, steps_of

BUFFERS = {"a": "mp_xv", "r": "mp_xv", "w": "mp_xm", "h": "mp_xh", "b": "mp_yt", "t": "mp_yq"}
"""Addresses of numbers: mp_memory.asm."""
SHORT = 256
"""Below, a constant takes no second word."""
BOUNDS = "; Bounds: |A|, |B| <= (2n + 1) 2^47"
"""A column's: n products of the factors' digits, n of the quotient's, each at most 2^47, and a carry."""
WIDTH = 250
"""States of the search: wider finds little more, and takes its time."""


class Search(NamedTuple):
    """Parameters of the search for a kernel.

    Attributes:
        width, weights: those of the search for a schedule.
        offsets: the offset registers that are given, by their numbers; others are chosen.
        choices: the schedule that was found before (see `schedule`); "" if the search has not been done.
    """

    width: int = WIDTH
    weights: Weights = Weights()
    offsets: Mapping[int, int] = MappingProxyType({})
    choices: str = ""


def kernel_source(digits: int, *, square: bool, search: Search | None = None) -> str:
    """Return the subroutine's text, starting at its bounds and its label.

    `kernel_square` squares the value X:mp_cnt times, not 0: value^2 / R. `kernel_product` computes 2 value * operand /
    R of the operand Y:mp_yt; `kernel_product_at` of that at Y:(R4). The value is X:mp_xv. `kernel_square_run`, which
    squares X1 times, and `kernel_product_run` find offset registers and Y0 as the lines before them leave them.

    Args:
        digits: n, 2 to 43.
        square: True for the square.
        search: if not the one that suits all sizes.
    """
    return _Kernel(digits, search or Search(), square=square).text


def outcome(digits: int, search: Search, *, square: bool) -> Search:
    """Return the search with its choices and all offset registers, which make a further search unnecessary."""
    return _Kernel(digits, search, square=square).outcome


class _Kernel:
    """A kernel that was found: the instructions of `outcome`, and the registers of their accesses."""

    def __init__(self, digits: int, search: Search, *, square: bool) -> None:
        self.digits, self.square = digits, square
        order = Order(digits, square=square)
        choices = search.choices or schedule(order, search.width, search.weights)
        while True:
            self.steps = steps_of(order, search.weights, choices)
            self.steps.append(Step("move", "", order.last, Move("top", order.last)))
            if square and digits == 2:
                # Its first digit is only just made.
                self.steps.append(Step("move", "", 0, Move("load", left=Digit("a", 0), register="x0")))
            self.plan = self._planned(search.offsets)
            if not self.plan.failed:
                break
            place = self.plan.failed[0].earliest % len(self.steps)
            choices = choices[:place] + PAUSE + choices[place:]
        # The operand's register may have two further steps, which a plan chooses again.
        given = {
            register: way for register, way in self.plan.offsets.items() if self.plan.starts[register].number != "b"
        }
        self.outcome = search._replace(offsets=given, choices=choices)

    def _planned(self, offsets: Mapping[int, int]) -> Plan:
        steps = self.steps
        accesses = [one for time, step in enumerate(steps) for one in _accesses(time, step.move, self.digits)]
        free = [time for time, step in enumerate(steps) if step.move is None]
        middle = next(time for time, step in enumerate(steps) if step.move and step.move.kind == "low")
        return plan(accesses, free, len(steps), "square" if self.square else "product", middle, offsets)

    @property
    def text(self) -> str:
        return _routine(_Writer(self.digits, self.plan), self.steps, square=self.square)


def _accesses(time: int, move: Move | None, digits: int) -> list[Access]:
    if move is None:
        return []
    found = []
    if move.kind == "digit":
        found.append(_stored(move.column, digits))
    elif move.kind == "top":
        found.append(Digit("r", digits - 1))
    elif move.kind == "keep":
        found.append(Digit("t", digits - 1))
    if move.left is not None and move.left.number != "p":
        found.append(move.left)
    if move.right is not None:
        found.append(move.right)
    return [access(time, digit, double=len(found) > 1) for digit in found]


def _stored(column: int, digits: int) -> Digit:
    """Return the digit that a column makes: of the quotient, later of the result."""
    return Digit("t", column) if column < digits - 1 else Digit("r", column - digits)


class _Writer:
    def __init__(self, digits: int, plan: Plan) -> None:
        self.digits, self.plan = digits, plan

    def line(self, time: int, step: Step) -> str:
        accumulator = "ab"[step.column % 2]
        operation = {
            "move": "move",
            "round": f"mac     y0,y0,{accumulator}",
            "add": f"add     x,{accumulator}",
            "asr": f"asr     {accumulator}",
        }.get(step.operation, f"{step.operation:<8}{step.factors},{accumulator}")
        beside = self._beside(time, step.move)
        if operation == "move" and not beside:
            operation = "nop"
        return f"        {operation:<24}{beside}".rstrip()

    def _beside(self, time: int, move: Move | None) -> str:
        if move is None:
            return self._update(self.plan.moves[time]) if time in self.plan.moves else ""
        accumulator = "ab"[move.column % 2]
        if move.kind == "carry low":
            return f"{accumulator}1,x0"
        if move.kind == "carry high":
            return f"{accumulator}2,x1"
        if move.kind == "low":
            return f"{accumulator}0,y1"
        if move.kind == "digit":
            digit = _stored(move.column, self.digits)
            space = "y" if digit.number == "t" else "x"
            return f"{accumulator}0,{space}:{self._at(time, digit)}"
        if move.kind == "top":
            return f"{accumulator}1,x:{self._at(time, Digit('r', self.digits - 1))}"
        parts = []
        if move.left is not None:
            place = "<mp_pinv" if move.left.number == "p" else self._at(time, move.left)
            parts.append(f"x:{place},{move.register}")
        if move.kind == "keep":
            parts.append(f"y1,y:{self._at(time, Digit('t', self.digits - 1))}")
        if move.right is not None:
            parts.append(f"y:{self._at(time, move.right)},y1")
        return f"{parts[0]:<16}{parts[1]}" if len(parts) == 2 else parts[0]

    def _at(self, time: int, digit: Digit) -> str:
        register, update = self.plan.served[time, digit]
        if register == ABSOLUTE:
            return f"<{_address(digit)}"
        return _updated(register, update)

    def _update(self, job: Job) -> str:
        if job.update == "n":
            return f"#{job.way},n{job.register}"
        return _updated(job.register, job.update) if job.update else f"#{_address(job.digit)},r{job.register}"


def _updated(register: int, update: str) -> str:
    return f"(r{register}){update}{register}" if update.endswith("n") else f"(r{register}){update}"


def _address(digit: Digit) -> str:
    return f"{BUFFERS[digit.number]}+{digit.place}" if digit.place else BUFFERS[digit.number]


def _routine(writer: _Writer, steps: list[Step], *, square: bool) -> str:
    body = [writer.line(time, step) for time, step in enumerate(steps)]
    text = "\n".join(body)
    offsets = []
    for register, way in sorted(writer.plan.offsets.items()):
        if f")+n{register}" in text or f")-n{register}" in text:
            size = "" if 0 < way < SHORT else ">"
            offsets.append(f"        move    #{size}{way},n{register}")
    lines = [*offsets, "        move    x:<mp_half,y0"]
    lines += ["        move    x:<mp_cnt,x1", "kernel_square_run"] if square else ["kernel_product_run"]
    for register, digit in sorted(writer.plan.starts.items()):
        if digit.number != "b" and register not in writer.plan.again:
            lines.append(f"        move    #{_address(digit)},r{register}")
    if square:
        first = [BOUNDS, "kernel_square"]
        again = [
            f"        move    #{_address(writer.plan.starts[register])},r{register}" for register in writer.plan.again
        ]
        lines += ["        move    x:<mp_xv,x0", "        do      x1,_again", *again, *body, "_again"]
    else:
        operand = next(digit for digit in writer.plan.starts.values() if digit.number == "b")
        first = [BOUNDS, "kernel_product", f"        move    #{_address(operand)},r4", "kernel_product_at"]
        lines += body
    return "\n".join([*first, *lines, "        rts", ""])

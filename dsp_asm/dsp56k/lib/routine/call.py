"""One call of a routine: store inputs, run, check the preserved registers, read outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NoReturn

from dsp56k.emu import EmulatorError, Stop, StopReason, UninitializedRead
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.result import Result
from dsp56k.lib.routine.declaration import Spec, of_routine
from dsp56k.lib.routine.failures import lost, mistake, refused
from dsp56k.lib.routine.harness import CALLED_SP, Harness
from dsp56k.lib.routine.operand import Place
from dsp56k.lib.routine.replay import CallStep, steps_of
from dsp56k.lib.routine.uninitialized_values import Unknown
from dsp56k.lib.subroutine_calls import watches
from dsp56k.system.suggestions import did_you_mean

LED_THERE = (StopReason.STACK_ERROR, StopReason.UNLOADED, StopReason.WAIT, StopReason.STOP)
"""Stop reasons whose cause is the instruction before."""
LOOP_FLAG = 1 << 15
"""LF of the status register (UM 6-9)."""


@dataclass(frozen=True)
class Outcome:
    """Result of a run: the outputs' words by name, clocks and instructions, clocks of the setup before it."""

    words: dict[str, list[int]]
    clocks: int
    instructions: int
    setup_clocks: int


class Call:
    """A call with its inputs. It can be repeated from its beginning to examine it.

    Attributes:
        spec: the routine.
        bench: the chip that it runs on.
        executed: instructions of the routine, after it has run.
        returned: True if it returned without an error.
        unknown_reads: the uninitialised words that it read.
    """

    def __init__(self, spec: Spec, bench: Harness, values: Mapping[str, Any], found: bytes | None) -> None:
        """Encode the inputs; nothing runs yet.

        Args:
            spec: the routine.
            bench: the chip.
            values: inputs by name.
            found: the chip's state to continue from; None for a fresh one.

        Raises:
            OperandError: an input that is missing, unknown, of the wrong length or out of range.
        """
        self.spec, self.bench = spec, bench
        self._dsp, self._values, self._found = bench.dsp, values, found
        self._placed = placed_words(spec, values)
        self.executed = 0
        self.returned = False
        self.unknown_reads: list[UninitializedRead] = []

    def run(self) -> Outcome:
        """Run the routine.

        Raises:
            RoutineError: it violated a rule.
        """
        dsp, spec = self._dsp, self.spec
        try:
            setup = self.begin()
            known = len(dsp.checks.uninitialized_reads)
            clocks, instructions = dsp.clocks, dsp.instructions
            kept = [dsp.regs[name] for name in spec.keeps]
            try:
                with ExitStack() as around:
                    for watch in watches():
                        around.enter_context(watch(dsp))
                    stop = self._run()
            finally:
                self.executed = dsp.instructions - instructions
            if stop.reason is not StopReason.BREAKPOINT:
                raise self._lost(stop)
        except EmulatorError as error:
            raise self._with_inputs(refused(spec.name, error, dsp, spec.symbols)) from None
        self.unknown_reads = dsp.checks.uninitialized_reads[known:]
        self._check_stack()
        self._check_registers(kept)
        return Outcome(self._words(), stop.clocks - clocks, self.executed, setup)

    def run_with(self, unknown: Sequence[Unknown], clocks: int) -> Outcome | None:
        """Run the routine with other values in words and registers; return None unless it returns within `clocks`."""
        dsp = self._dsp
        try:
            setup = self.begin(unknown)
            before, instructions = dsp.clocks, dsp.instructions
            stop = dsp.run(until=self.bench.back, max_clocks=clocks, stack_errors=True)
        except (EmulatorError, RoutineError):
            return None
        if stop.reason is not StopReason.BREAKPOINT:
            return None
        return Outcome(self._words(), stop.clocks - before, stop.instructions - instructions, setup)

    def result(self, outcome: Outcome) -> Result[Any]:
        """Return the values of the outputs.

        Raises:
            RoutineError: a word is not a byte, although bytes are expected.
        """
        values = {name: self._value(name, words) for name, words in outcome.words.items()}
        value = next(iter(values.values())) if len(values) == 1 else values
        return Result(value, outcome.clocks, outcome.instructions, outcome.setup_clocks)

    def steps(self, most: int, unknown: Sequence[Unknown] = ()) -> list[CallStep]:
        """Return the last instructions of the routine, at most `most`, run again; an error ends them."""
        self.begin(unknown)
        begun = self._dsp.clocks
        skipped = max(0, self.executed - most)
        if skipped:
            self._dsp.run(max_instructions=skipped)
        return steps_of(self._dsp, self.spec.symbols, self.executed - skipped, begun)

    def begin(self, unknown: Sequence[Unknown] = ()) -> int:
        """Go to the entry with inputs stored; return the clocks of the subroutines before it.

        A call that continues from another does not call them again.
        """
        bench, dsp = self.bench, self._dsp
        if self._found is None:
            bench.fresh()
        else:
            dsp.restore(self._found)
        bench.place(self._placed)
        for one in unknown:
            one.disturb(dsp)
        begun = dsp.clocks
        for subroutine in self.spec.before if self._found is None else ():
            bench.enter(subroutine)
            stop = self._run()
            if stop.reason is not StopReason.BREAKPOINT:
                raise self._with_inputs(lost(self.spec.name, stop, self.spec.max_clocks, None, dsp, self.spec.symbols))
        spent = dsp.clocks - begun
        bench.enter(self.spec.entry)
        return spent

    def fail(self, what: str, sentence: str, pc: int | None = None, **facts: Any) -> NoReturn:
        """Raise the RoutineError of this call; as `failures.mistake`."""
        raise self._with_inputs(mistake(self.spec.name, what, sentence, pc, self._dsp, self.spec.symbols, **facts))

    def _run(self) -> Stop:
        return self._dsp.run(
            until=self.bench.back, max_clocks=self.spec.max_clocks, stack_errors=True, unloaded=self.spec.strict
        )

    def _replay(self, instructions: int) -> int:
        """Repeat the first `instructions` instructions of the same call; return PC."""
        self.begin()
        if instructions:
            self._dsp.run(max_instructions=instructions)
        return self._dsp.regs.pc

    def _lost(self, stop: Stop) -> RoutineError:
        last = None
        if self.executed and stop.reason in LED_THERE:
            last = self._replay(self.executed - 1)
            self._replay(self.executed)
        return self._with_inputs(lost(self.spec.name, stop, self.spec.max_clocks, last, self._dsp, self.spec.symbols))

    def _check_stack(self) -> None:
        regs = self._dsp.regs
        left = CALLED_SP - 1
        if regs.sp != left:
            self.fail("stack", f"returned with SP = {regs.sp}, not {left}", register="sp", value=regs.sp)
        if regs.sr & LOOP_FLAG:
            self.fail("loop", "returned with the loop flag set", register="sr", value=regs.sr)

    def _check_registers(self, kept: list[int]) -> None:
        regs = self._dsp.regs
        for register, value in zip(self.spec.keeps, kept, strict=True):
            found = regs[register]
            if found != value:
                sentence = f"changed {register.upper()}, which was ${value:X} and is ${found:X} at the return"
                pc = self._changed_by(register, value)
                self.fail("register", sentence, pc, register=register, value=found)

    def _changed_by(self, register: str, value: int) -> int:
        """Return the address of an instruction that changed a register, which is still changed at the end."""
        kept, gone = 0, self.executed
        while gone - kept > 1:
            middle = (kept + gone) // 2
            self._replay(middle)
            kept, gone = (middle, gone) if self._dsp.regs[register] == value else (kept, middle)
        return self._replay(kept)

    def _words(self) -> dict[str, list[int]]:
        return {name: self.bench.read(operand) for name, operand in self.spec.outputs.items()}

    def _value(self, name: str, words: list[int]) -> Any:
        operand = self.spec.outputs[name]
        try:
            return operand.decode(words)
        except ValueError:
            worst = max(words)
            self.fail("output", f"{name} ({operand.text}) has a word that is not a byte: ${worst:06X}", value=worst)

    def _with_inputs(self, error: RoutineError) -> RoutineError:
        error.inputs = self._values
        return error


def placed_words(spec: Spec, values: Mapping[str, Any]) -> list[tuple[Place, list[int]]]:
    """Return the words of all inputs, and where they go.

    Raises:
        OperandError: an input that is missing, unknown, of the wrong length or out of range.
    """
    for name, value in values.items():
        if name not in spec.inputs:
            message = f"{spec.name} has no input {name}{did_you_mean(name, spec.inputs)}"
            raise OperandError(message, routine=spec.name, name=name, value=value)
    placed = []
    for name, operand in spec.inputs.items():
        if name not in values:
            message = f"{spec.name} lacks its input {name} ({operand.text})"
            raise OperandError(message, routine=spec.name, name=name, value=None)
        try:
            words = operand.encode(name, values[name])
        except OperandError as error:
            raise of_routine(error, spec.name) from None
        placed += [(place, words) for place in operand.places]
    return placed

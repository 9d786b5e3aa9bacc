"""`Routine`: any subroutine of a DSP56001 program as a function of Python's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast

from dsp56k import asm
from dsp56k.emu import Symbols
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.result import Result
from dsp56k.lib.routine.call import Call
from dsp56k.lib.routine.declaration import Assembly, Declaration, Spec, of_routine, spec_of
from dsp56k.lib.routine.harness import Harness
from dsp56k.lib.routine.operand import Operand
from dsp56k.lib.routine.program import program_of
from dsp56k.lib.routine.replay import MAX_STEPS, CallTrace
from dsp56k.lib.routine.uninitialized_state import check_accidents
from dsp56k.objects.module import Module

if TYPE_CHECKING:
    from dsp56k.asm.assembler import Settings

Outcome = TypeVar("Outcome")
Observer = Callable[["Routine", CallTrace], object]
_OBSERVERS: ContextVar[tuple[Observer, ...]] = ContextVar("observers", default=())


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Trace each call of any Routine, and call `observer(routine, trace)` at its end, also if it failed."""
    token = _OBSERVERS.set((*_OBSERVERS.get(), observer))
    try:
        yield
    finally:
        _OBSERVERS.reset(token)


class Routine:
    """A subroutine of a DSP56001 program, called with values by name: `square(a=5)` gives a `Result`.

    Each call starts from the same state: the program loaded, all other memory and registers 0, the M registers $FFFF;
    or, with `carries`, from the state that the call before has left. It ends when the routine returns. The checks
    during and after a call are in docs/guides/call-a-routine.md. No argument is changed.
    """

    def __init__(
        self, program: Module | str | PathLike[str], entry: str | int, **declared: Unpack[Declaration]
    ) -> None:
        """Create a routine of an assembled or linked program; as `from_program`."""
        checked = program_of(program)
        try:
            self._spec = spec_of(checked, entry, declared)
        except OperandError as error:
            raise of_routine(error, str(declared.get("name", entry))) from None
        self._idle = [Harness(self._spec)]
        self._last_inputs: Mapping[str, Any] | None = None

    @classmethod
    def from_source(cls, text: str, entry: str | int, **declared: Unpack[Assembly]) -> Routine:
        """Create a routine of a source text.

        Args:
            text: the source.
            entry: the symbol or P address of its first instruction.
            declared: `inputs`, `outputs` and the other keys of `Declaration` and `Assembly`.

        Raises:
            AssemblyError: the source does not assemble; with the diagnostics as text and as `diagnostics`.
            OperandError: an invalid entry, operand or setting; `name`, `value`.
        """
        settings, rest = _apart(declared)
        return cls(asm.assemble(text, **settings), entry, **rest)

    @classmethod
    def from_file(cls, path: str | PathLike[str], entry: str | int, **declared: Unpack[Assembly]) -> Routine:
        """Create a routine of a source file; as `from_source`."""
        settings, rest = _apart(declared)
        return cls(asm.assemble_file(path, **settings), entry, **rest)

    @classmethod
    def from_program(
        cls, program: Module | str | PathLike[str], entry: str | int, **declared: Unpack[Declaration]
    ) -> Routine:
        """Create a routine of an assembled or linked program: an ObjectFile, or the path of a .lod, .cld or .elf file.

        Raises:
            AssemblyError: as `from_source`.
            OperandError: as `from_source`; a file that cannot be read, or a module that is yet to be linked.
            ObjectFormatError: a file that is not a complete, valid object file.
        """
        return cls(program, entry, **declared)

    @classmethod
    def from_library(cls, name: str, **parameters: int) -> Routine:
        """Create a routine of the library by its name (docs/reference/routines.md).

        Args:
            name: of the routine.
            parameters: other values of its program's parameters, such as `TAPS=32`.

        Raises:
            OperandError: no such routine or parameter, or a routine without declared operands.
            AssemblyError: a value that the source refuses.
        """
        from dsp56k.lib.catalogue import declaration_of

        text, entry, declared = declaration_of(name, parameters)
        # The declaration has been checked, so that its keys are arguments of from_source.
        return cls.from_source(text, entry, **cast("Assembly", declared))

    def __repr__(self) -> str:
        inputs = ", ".join(f"{name}={operand.text!r}" for name, operand in self.inputs.items())
        outputs = ", ".join(f"{name}={operand.text!r}" for name, operand in self.outputs.items())
        return f"<Routine {self.name} P:${self.entry:04X} ({inputs}) -> ({outputs})>"

    @property
    def name(self) -> str:
        """Name of the routine in errors."""
        return self._spec.name

    @property
    def spec(self) -> Spec:
        """Declaration of the routine with its symbols resolved."""
        return self._spec

    @property
    def program(self) -> Module:
        """The program that contains it."""
        return self._spec.program

    @property
    def entry(self) -> int:
        """Its P address."""
        return self._spec.entry

    @property
    def symbols(self) -> Symbols:
        """The program's symbols with their spaces, and the source lines of its words."""
        return self._spec.symbols

    @property
    def inputs(self) -> Mapping[str, Operand]:
        """The operands that a call takes, by name."""
        return self._spec.inputs

    @property
    def outputs(self) -> Mapping[str, Operand]:
        """The operands that a call returns, by name."""
        return self._spec.outputs

    @property
    def last_inputs(self) -> Mapping[str, Any] | None:
        """Arguments of the last call, even if it failed; None before the first call."""
        return self._last_inputs

    def __call__(self, /, **values: Any) -> Result[Any]:
        """Call the routine.

        Returns:
            The output's value, or of several a dict by name; clocks and instructions from its first instruction to its
            return.

        Raises:
            OperandError: an input that is missing, unknown, of the wrong length or out of range; `name`, `value`.
            RoutineError: an error of the routine: `what` is its kind; `pc`, `source`, `value` are its location and
                value.
        """
        observers = _OBSERVERS.get()
        if not observers:
            return self._begun(values, _result)
        trace = self.trace(**values)
        for observer in observers:
            observer(self, trace)
        return trace.outcome()

    def trace(self, /, **values: Any) -> CallTrace:
        """Call the routine, and record its instructions; the result or the RoutineError is in the trace.

        Raises:
            OperandError: as a call.
        """
        return self._begun(values, _trace)

    def reset(self) -> None:
        """Let the next call start from the first state, if calls continue from each other."""
        for bench in self._idle:
            bench.goes_on = False

    def _begun(self, values: Mapping[str, Any], go: Callable[[Call], Outcome]) -> Outcome:
        """Return the outcome of a call; after a failed or interrupted one the next call starts from the first state."""
        self._last_inputs = values
        try:
            bench = self._idle.pop()
        except IndexError:
            # Another thread, or a function that observes a call, calls at the same time.
            bench = Harness(self._spec)
        try:
            call = Call(self._spec, bench, values, bench.dsp.snapshot() if bench.goes_on else None)
            bench.goes_on = False
            outcome = go(call)
            bench.goes_on = self._spec.carries and call.returned
        finally:
            self._idle.append(bench)
        return outcome


def _result(call: Call) -> Result[Any]:
    """Run a call."""
    outcome = call.run()
    if call.spec.strict:
        check_accidents(call, outcome)
    result = call.result(outcome)
    call.returned = True
    return result


def _trace(call: Call) -> CallTrace:
    """Run a call, then its last instructions again, one by one."""
    result = error = None
    try:
        result = _result(call)
    except RoutineError as caught:
        error = caught
    steps = tuple(call.steps(MAX_STEPS)) if call.executed else ()
    return CallTrace(steps, call.executed - len(steps), result, error)


def _apart(declared: Assembly) -> tuple[Settings, Declaration]:
    """Return the arguments of the assembler, and those of the routine."""
    rest = dict(declared)
    settings = {
        name: rest.pop(name)
        for name in Assembly.__annotations__.keys() - Declaration.__annotations__.keys()
        if name in rest
    }
    # The keys of a TypedDict, split into those of two.
    return cast("Settings", settings), cast(Declaration, rest)

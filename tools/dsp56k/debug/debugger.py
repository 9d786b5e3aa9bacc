"""`Debugger`: one program on one DSP56001, forward and backward. The console and the debug adapter use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from os import PathLike

from dsp56k.debug.breakpoints import Points
from dsp56k.debug.call_stack import SP_MASK, Frame, Kind, depth, entries, frames, instruction_start, sequence_at
from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import compile_expression, evaluate_expression, peripheral
from dsp56k.debug.external_inputs import Argument, ExternalInputs
from dsp56k.debug.forward_only import ForwardOnlyHistory
from dsp56k.debug.history import History, StepBoundary
from dsp56k.debug.program import Loaded, load
from dsp56k.debug.recordings import FORMAT, Recording, board_digest
from dsp56k.debug.run_limits import NoActiveRun, RunLimits
from dsp56k.debug.runner import Runner, StopGoal
from dsp56k.debug.stop_events import Cause, Event
from dsp56k.emu import Board, Dsp56001, SsiWord
from dsp56k.emu.device import PortDevice, RestorableDevice
from dsp56k.emu.places import address_of, source_line, space_and_rest
from dsp56k.emu.validation import COUNT_MAX

LIMIT = 1_000_000_000
"""Clocks after which a run ends if nothing else has ended it."""


def _way(dsp: Dsp56001) -> History:
    return History(dsp, ExternalInputs(dsp))


def _history_with(devices: Mapping[str, PortDevice], why: str) -> Callable[[Dsp56001], History]:
    """Return the history of a chip on a board: without reverse execution for a reason, or a device without state."""
    kept = [device for device in devices.values() if isinstance(device, RestorableDevice)]
    lost = [name for name, device in devices.items() if not isinstance(device, RestorableDevice)]
    if lost:
        why = f"cannot run backward: the device {lost[0]} has no state() and restore()"
    if not why:
        return lambda dsp: History(dsp, ExternalInputs(dsp, kept))
    return lambda dsp: ForwardOnlyHistory(dsp, ExternalInputs(dsp), why)


def _way_of_a_script(dsp: Dsp56001) -> History:
    why = "cannot run backward: a script runs this program"
    return ForwardOnlyHistory(dsp, ExternalInputs(dsp), why, refused=("ssi", "host_send"))


class Debugger:
    """A debugging session. It sets the breakpoints of its chip (`dsp.conditional_breakpoints`) while the program runs.

    Every change of the chip must go through the session, by `change`, so that reverse execution can repeat it.

    Attributes:
        dsp: The chip.
        loaded: The program.
        points: The breakpoints.
        previous: The registers before the last run.
        limit: Maximum clocks of one run.
    """

    def __init__(self, dsp: Dsp56001, loaded: Loaded, way: Callable[[Dsp56001], History] = _way) -> None:
        self.dsp = dsp
        self.loaded = loaded
        self.points = Points(dsp)
        self.limit = LIMIT
        self.previous: Mapping[str, int] = dsp.regs.as_dict()
        self._mode = dsp.lines.mode_pins
        self._given_mode: int | None = self._mode
        self._history = way(dsp)
        self._runner = Runner(dsp, self._history, self.points)

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        *,
        form: str | None = None,
        board: Board | None = None,
        devices: Mapping[str, PortDevice] | None = None,
        mode: int | None = None,
        clock_hz: int | Fraction | None = None,
        strict: bool = False,
        folders: Sequence[str] = (),
        defines: Mapping[str, str] | None = None,
        recording: Recording | None = None,
        forward_only: str = "",
    ) -> Debugger:
        """Return a session with the program of a file, which is stopped before its first instruction.

        Args:
            path: An object file, or a source, which is assembled.
            form: The format of an object file, if neither its content nor its name shows it.
            board: The board on port A.
            devices: The devices of the board's device slots, by name. Reverse execution requires that each of them is a
                `RestorableDevice`.
            mode: The MB:MA pins; by default those of the recording, or the board's.
            clock_hz: The oscillator frequency; by default that of the recording, or the board's.
            strict: True if a violation of an instruction-sequence restriction stops the program.
            folders: Directories that are searched for source files.
            defines: Symbols for the assembler.
            recording: Inputs to replay.
            forward_only: Why the session cannot run backward, as messages say it; "" if it can.

        Raises:
            DebugError: The source has errors, or the recording belongs to another program or board.
            BoardError: A device of the board is missing, or a device has no slot.
            LoadError: The object file is invalid.
            ConfigurationError: The mode or the clock is invalid.
        """
        if recording is not None:
            if recording.board != board_digest(board):
                raise DebugError(
                    "cannot replay the recording: it was made on another board", field="board", value=recording.board
                )
            mode, clock_hz = recording.started_mode, recording.hertz
        dsp = Dsp56001(clock_hz, mode, refuse_restricted=strict, board=board, devices=devices)
        loaded = load(dsp, path, form=form, folders=folders, defines=defines)
        made = cls(dsp, loaded, _history_with(devices or {}, forward_only))
        made._given_mode = mode
        if recording is not None:
            if recording.program != loaded.digest:
                raise DebugError(
                    f"cannot replay the recording: it is not of {path}", field="program", value=recording.program
                )
            made.require_reverse_execution()
            made._history.expect(recording.actions, recording.end)
        return made

    @classmethod
    def attached(cls, dsp: Dsp56001, loaded: Loaded) -> Debugger:
        """Return a session with a chip that a script runs. It runs only within the script's runs, and only forward."""
        made = cls(dsp, loaded, _way_of_a_script)
        made.limit = COUNT_MAX
        made.set_run_limits(None)
        return made

    def require_reverse_execution(self) -> None:
        """Check that the session supports reverse execution.

        Raises:
            DebugError: A script runs the program, or a device cannot be restored; the message names it.
        """
        if isinstance(self._history, ForwardOnlyHistory):
            raise DebugError(self._history.why)

    def set_run_limits(self, bounds: RunLimits | None) -> None:
        """Execute within a script's run from now on; runs raise `ScriptRunEnded` at its end. None forbids runs."""
        self._runner.bounds = bounds or NoActiveRun()

    # ---- state ----

    @property
    def position(self) -> int:
        """Oscillator clocks since power-up."""
        return self._history.position

    @property
    def known(self) -> tuple[int, int]:
        """The first and the last recorded position: the run between them can be repeated exactly."""
        return self._history.start, self._history.end

    @property
    def next_address(self) -> int:
        """The address of the next instruction: PC, or a word of a vector."""
        return self.dsp.explain_cost().address

    def frames(self) -> list[Frame]:
        """Return the call stack, the innermost frame first."""
        return frames(self.dsp)

    def evaluate(self, text: str) -> int:
        """Return the value of an expression.

        Raises:
            DebugError: The expression is invalid.
            ConfigurationError: A symbol is unknown.
            ExpressionError: The expression has no value.
        """
        return evaluate_expression(text, self.dsp, self.points.met)

    def address(self, text: str) -> int:
        """Return an address: that of a peripheral register by its name, or the value of an expression.

        Raises:
            DebugError: The expression is invalid.
            ConfigurationError: A symbol is unknown.
            ExpressionError: The expression has no value.
        """
        register = peripheral(text.strip(), self.dsp)
        return self.evaluate(text) if register is None else register.address

    def places(self, text: str) -> list[int]:
        """Return the P addresses of FILE:LINE (or :LINE, in the current file), or of an address expression.

        Raises:
            DebugError: The file, line or address does not exist.
            ConfigurationError: A symbol is unknown.
        """
        if text.strip() not in self.dsp.symbols:
            if (source := source_line(text)) is not None:
                return self.loaded.addresses(source[0] or self._file_at_hand(), source[1])[1]
            space, rest = space_and_rest(text)
            if space and address_of(space, rest) is not None:
                return [self.dsp.symbols.address(text, "P", "place")]
        address = evaluate_expression(re.sub(r"(?i)^\s*p:", "", text), self.dsp)
        if not 0 <= address <= 0xFFFF:
            raise DebugError(f"the address must be $0000 to $FFFF, got P:{address:#x}", field="address", value=address)
        return [address]

    def breakable(self, addresses: Sequence[int]) -> tuple[tuple[int, ...], str]:
        """Return the P addresses at which the program can stop for these addresses, and a note if they differ.

        A program never stops at the second word of an instruction; the breakpoint is set on the first.
        """
        starts = [instruction_start(self.dsp, self.loaded.lines, address) for address in addresses]
        notes = [
            f"P:${address:04X} is the second word of the instruction at P:${start:04X}; the breakpoint is set there"
            for address, start in zip(addresses, starts, strict=True)
            if address != start
        ]
        return tuple(dict.fromkeys(starts)), "; ".join(notes)

    def _file_at_hand(self) -> str:
        source = self.loaded.lines.get(self.dsp.regs.pc)
        if source is None and not self.loaded.files:
            raise DebugError("the program has no source lines", field="line")
        return self.loaded.files[0] if source is None else source.file

    # ---- forward execution ----

    def on_pause(self, asked: Callable[[], bool]) -> None:
        """Call `asked` every few milliseconds of a run, which ends if it returns True."""
        self._runner.paused = asked

    def on_log(self, told: Callable[[str], None]) -> None:
        """Pass the messages of logpoints to `told`."""
        self._runner.log = told

    def stop_at_mistakes(self, *, stack_errors: bool, unloaded: bool) -> None:
        """Select if stack errors and uninitialised program memory stop the program; by default both do."""
        self._runner.stack_errors, self._runner.unloaded = stack_errors, unloaded

    def run(self) -> Event:
        """Run until something stops the program."""
        return self._move(StopGoal())

    def step(self, count: int = 1) -> Event:
        """Execute `count` instructions. A REP, each repetition and each word of a vector count as one."""
        return self._move(StopGoal(instructions=count))

    def over(self) -> Event:
        """Execute one instruction, including the calls and repetitions that it starts."""
        before = self.dsp.regs.as_dict()
        sequence, _ = sequence_at(self.dsp, self.next_address)
        pointer = self.dsp.regs.sp & SP_MASK
        event = self.step()
        if event.cause is Cause.STEP and sequence == "call" and self.dsp.regs.sp & SP_MASK > pointer:
            event = self._back_in(self.dsp.regs.ssh, pointer)
        elif event.cause is Cause.STEP and sequence == "repeat":
            pc = self.dsp.regs.pc
            event = self._move(StopGoal(addresses=frozenset({pc + sequence_at(self.dsp, pc)[1] & 0xFFFF})))
        self.previous = before
        return event

    def out(self) -> Event:
        """Run until the current subroutine or interrupt has returned.

        Raises:
            DebugError: No subroutine is active.
        """
        caller = next((entry for entry in entries(self.dsp) if entry.kind is not Kind.LOOP), None)
        if caller is None:
            raise DebugError("no subroutine or interrupt is active")
        return self._back_in(caller.address, caller.location - 1)

    def to(self, addresses: Sequence[int]) -> Event:
        """Run until the next instruction is at one of these P addresses."""
        return self._move(StopGoal(addresses=frozenset(addresses)))

    def line(self, *, over: bool = True) -> Event:
        """Run to another source line, or to the start of this line again; called code is included if `over`."""
        before, pc = self.dsp.regs.as_dict(), self.dsp.regs.pc
        source = self.loaded.lines.get(pc)
        while True:
            event = self.over() if over else self.step()
            here = self.dsp.regs.pc
            same = source is not None and self.loaded.lines.get(here) == source and here != pc
            if event.cause is not Cause.STEP or not (same or self.next_address != here):
                self.previous = before
                return event

    def _back_in(self, address: int, pointer: int) -> Event:
        """Run to an address with a stack that is not deeper than `pointer`."""
        reached = compile_expression(f"(sp & {SP_MASK}) <= {pointer}", self.dsp)
        return self._move(StopGoal(addresses=frozenset({address}), reached=reached))

    def _move(self, goal: StopGoal) -> Event:
        self.previous = self.dsp.regs.as_dict()
        return self._runner.forward(goal, self.limit)

    # ---- reverse execution ----

    def back(self, count: int = 1) -> Event:
        """Go back `count` instructions."""
        return self._back(count, lambda _: True)

    def back_over(self) -> Event:
        """Go back an instruction, including the calls that it had started."""
        here = depth(self.dsp)
        return self._back(1, lambda past: past.depth <= here)

    def reverse(self) -> Event:
        """Go back to the latest stop of a run; ignore counts do not apply, and logpoints do not log."""
        self.require_reverse_execution()
        self.previous = self.dsp.regs.as_dict()
        origin = end = self.position
        inclusive = False
        for checkpoint in self._history.before(end):
            self._history.restore(checkpoint)
            found = self._runner.last_before(end, inclusive)
            if found is not None and found.cause is Cause.PAUSED:
                self._history.seek(origin)
                return self._event(Cause.PAUSED)
            if found is not None:
                return self._runner.stop_at(found)
            end, inclusive = checkpoint.position, True
        self._history.seek(self._history.start)
        return self._event(Cause.START)

    def seek(self, position: int) -> Event:
        """Go to a recorded position, or to the end of the instruction that contains it.

        Raises:
            DebugError: The position is not recorded.
        """
        start, end = self.known
        if not start <= position <= end:
            self.require_reverse_execution()
            raise DebugError(
                f"the clock must be {start:,} to {end:,}, the range of the recording, got {position:,}",
                field="position",
                value=position,
            )
        self.previous = self.dsp.regs.as_dict()
        self._history.seek(position)
        return self._event(Cause.START if position == start else Cause.STEP)

    def restart(self) -> Event:
        """Go to the first recorded position.

        Raises:
            DebugError: Reverse execution is not possible.
        """
        self.require_reverse_execution()
        return self.seek(self.known[0])

    def _back(self, count: int, wanted: Callable[[StepBoundary], bool]) -> Event:
        self.require_reverse_execution()
        self.previous = self.dsp.regs.as_dict()
        for _ in range(count):
            if not self._history.back(wanted):
                return self._event(Cause.START)
        return self._event(Cause.STEP)

    def _event(self, cause: Cause) -> Event:
        return Event(cause, self.dsp.regs.pc, self.position)

    # ---- inputs ----

    def change(self, name: str, *arguments: Argument) -> object:
        """Apply an input now.

        The inputs are "register" (name, value), "memory" (space, address, words), "line" (name, asserted), "host_send"
        (words of a host that is always ready; returns how many are still to be sent), "host_write" (offset, byte),
        "host_read" (offset), "ssi" (words), "ssi_clock" (clocks, bits in these clocks), "pins" (port, levels, mask) and
        "reset" (). Recorded inputs after the current position are discarded.

        Raises:
            DebugError: The input is unknown.
            EmulatorError: The chip rejects the arguments.
        """
        return self._history.do(name, *arguments)

    def record_ssi(self) -> Callable[[], list[SsiWord]]:
        """Record the words that the SSI sends; return a function that returns those up to the current position."""
        inputs = self._history.inputs
        inputs.attach_ssi()
        return inputs.sent_words

    def received(self) -> list[int]:
        """Return the words that the DSP has sent to the host of `host_send` since the last call.

        Raises:
            DebugError: A script runs the program.
        """
        if not self._history.inputs.host.present:
            self.change("host_send")
        return self._history.inputs.host.received()

    def recording(self) -> Recording:
        """Return the inputs of the run so far as a recording.

        Raises:
            DebugError: A script runs the program, or a device cannot be replayed.
        """
        self.require_reverse_execution()
        hertz = str(self.dsp.clock.hertz)
        return Recording(
            FORMAT,
            self.loaded.digest,
            self._mode,
            hertz,
            self._history.end,
            list(self._history.actions),
            board_digest(self.dsp.board),
            self._given_mode is None,
        )

"""`Debugger`: one program on one DSP56001, forward and backward. Console and debug adapter are heads of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from os import PathLike

from dsp56k.debug.bounds import Between, Bounds
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause, Event
from dsp56k.debug.expressions import compiled, evaluated
from dsp56k.debug.frames import SP_MASK, Frame, Kind, depth, entries, frames, instruction_start, sequence_at
from dsp56k.debug.history import History, Past
from dsp56k.debug.outside import Argument, Outside
from dsp56k.debug.points import Points
from dsp56k.debug.present import Present
from dsp56k.debug.program import Loaded, load
from dsp56k.debug.recordings import FORMAT, Recording, board_digest
from dsp56k.debug.running import Goal, Runner
from dsp56k.emu import Board, Dsp56001
from dsp56k.emu.checks import COUNT_MAX
from dsp56k.emu.device import KeptDevice, PortDevice
from dsp56k.emu.places import address_of, source_line, space_and_rest

LIMIT = 1_000_000_000
"""Clocks after which a movement ends that nothing else has ended."""


def _way(dsp: Dsp56001) -> History:
    return History(dsp, Outside(dsp))


def _way_with(devices: Mapping[str, PortDevice]) -> Callable[[Dsp56001], History]:
    """The way of a chip on a board: without one back if a device cannot be taken back."""
    kept = [device for device in devices.values() if isinstance(device, KeptDevice)]
    lost = [name for name, device in devices.items() if not isinstance(device, KeptDevice)]
    if not lost:
        return lambda dsp: History(dsp, Outside(dsp, kept))
    why = f"cannot run backward: the device {lost[0]} has no state() and restore()"
    return lambda dsp: Present(dsp, Outside(dsp), why)


def _way_of_a_script(dsp: Dsp56001) -> History:
    why = "cannot run backward: a script runs this program"
    return Present(dsp, Outside(dsp), why, refused=("ssi", "host_send"))


class Debugger:
    """A debugging session. It uses the points of its chip (`dsp.points`), and sets them while it runs.

    Whatever changes the chip goes through the session, so that it can be gone back to: `change` for all inputs.

    Attributes:
        dsp: the chip.
        loaded: the program.
        points: the breakpoints.
        previous: the registers before the last movement.
        limit: clocks that one movement takes at most.
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
    ) -> Debugger:
        """A session with the program of a file, which stands before its first instruction.

        Args:
            path: an object file, or a source, which is assembled.
            form: the format of an object file, if neither its beginning nor its name shows it.
            board: what is on port A.
            devices: what answers at its places for devices, by name. With one that is no `KeptDevice` there is no way
                back.
            mode: the MB:MA pins, by default the board's; those of the recording, if there is one.
            clock_hz: the oscillator, by default the board's; that of the recording, if there is one.
            strict: a restricted sequence of instructions stops the program.
            folders: where source files are looked for.
            defines: symbols for the assembler.
            recording: the inputs that are to come.

        Raises:
            DebugError: the source has errors, or the recording belongs to another program or board.
            BoardError: a device that the board has is not there, or the other way round.
            LoadError: no correct object file.
            ConfigurationError: no such mode or clock.
        """
        if recording is not None:
            if recording.board != board_digest(board):
                raise DebugError(
                    "cannot replay the recording: it was made on another board", field="board", value=recording.board
                )
            mode, clock_hz = recording.started_mode, recording.hertz
        dsp = Dsp56001(clock_hz, mode, refuse_restricted=strict, board=board, devices=devices)
        loaded = load(dsp, path, form=form, folders=folders, defines=defines)
        made = cls(dsp, loaded, _way_with(devices or {}))
        made._given_mode = mode
        if recording is not None:
            if recording.program != loaded.digest:
                raise DebugError(
                    f"cannot replay the recording: it is not of {path}", field="program", value=recording.program
                )
            made.check_way_back()
            made._history.expect(recording.actions, recording.end)
        return made

    @classmethod
    def attached(cls, dsp: Dsp56001, loaded: Loaded) -> Debugger:
        """A session with a chip that a script of its own runs. It moves in the script's runs, and not back."""
        made = cls(dsp, loaded, _way_of_a_script)
        made.limit = COUNT_MAX
        made.within(None)
        return made

    def check_way_back(self) -> None:
        """Make sure that what was can be gone back to.

        Raises:
            DebugError: it cannot: a script runs the program, or a device cannot be taken back; it is said which.
        """
        if isinstance(self._history, Present):
            raise DebugError(self._history.why)

    def within(self, bounds: Bounds | None) -> None:
        """Move within a script's run from now on, where movements raise `Ended` when it is over; None: do not move."""
        self._runner.bounds = bounds or Between()

    # Where the program stands.

    @property
    def position(self) -> int:
        """Oscillator clocks since power-up."""
        return self._history.position

    @property
    def known(self) -> tuple[int, int]:
        """The first and the last position that is known: what lies between happens again as it was."""
        return self._history.start, self._history.end

    @property
    def next_address(self) -> int:
        """Where the next step's instruction is fetched: PC, or a word of a vector."""
        return self.dsp.explain().address

    def frames(self) -> list[Frame]:
        """The routines under way, the innermost first."""
        return frames(self.dsp)

    def evaluate(self, text: str) -> int:
        """The value of an expression.

        Raises:
            DebugError: a mistake in it.
            ConfigurationError: no such symbol.
            ExpressionError: it has no value.
        """
        return evaluated(text, self.dsp, self.points.met)

    def places(self, text: str) -> list[int]:
        """The P addresses of FILE:LINE (or :LINE, of the file at hand), or of an address as an expression.

        Raises:
            DebugError: no such file, line or address.
            ConfigurationError: no such symbol.
        """
        if text.strip() not in self.dsp.symbols:
            if (source := source_line(text)) is not None:
                return self.loaded.addresses(source[0] or self._file_at_hand(), source[1])[1]
            space, rest = space_and_rest(text)
            if space and address_of(space, rest) is not None:
                return [self.dsp.symbols.address(text, "P", "place")]
        address = evaluated(re.sub(r"(?i)^\s*p:", "", text), self.dsp)
        if not 0 <= address <= 0xFFFF:
            raise DebugError(f"the address must be $0000 to $FFFF, got P:{address:#x}", field="address", value=address)
        return [address]

    def breakable(self, addresses: Sequence[int]) -> tuple[tuple[int, ...], str]:
        """Return where a program can stop for these P addresses, and a note if that is elsewhere.

        A program never comes to the second word of an instruction of two words: it stops at the first.
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

    # Forward.

    def on_pause(self, asked: Callable[[], bool]) -> None:
        """Let `asked` be asked every few milliseconds of a movement, which ends if it says True."""
        self._runner.paused = asked

    def on_log(self, told: Callable[[str], None]) -> None:
        """Let `told` have the messages of log points."""
        self._runner.log = told

    def stop_at_mistakes(self, *, stack_errors: bool, unloaded: bool) -> None:
        """Whether over- and underflows of the stack and memory that was never loaded stop the program; at first both
        do.
        """
        self._runner.stack_errors, self._runner.unloaded = stack_errors, unloaded

    def run(self) -> Event:
        """Go on until something stops the program."""
        return self._move(Goal())

    def step(self, count: int = 1) -> Event:
        """Execute so many instructions: a REP and each repetition are one each, so is each word of a vector."""
        return self._move(Goal(instructions=count))

    def over(self) -> Event:
        """Execute one instruction, with all that it calls or repeats."""
        before = self.dsp.regs.as_dict()
        sequence, _ = sequence_at(self.dsp, self.next_address)
        pointer = self.dsp.regs.sp & SP_MASK
        event = self.step()
        if event.cause is Cause.STEP and sequence == "call" and self.dsp.regs.sp & SP_MASK > pointer:
            event = self._back_in(self.dsp.regs.ssh, pointer)
        elif event.cause is Cause.STEP and sequence == "repeat":
            pc = self.dsp.regs.pc
            event = self._move(Goal(addresses=frozenset({pc + sequence_at(self.dsp, pc)[1] & 0xFFFF})))
        self.previous = before
        return event

    def out(self) -> Event:
        """Go on until the subroutine or interrupt at hand has returned.

        Raises:
            DebugError: none is under way.
        """
        caller = next((entry for entry in entries(self.dsp) if entry.kind is not Kind.LOOP), None)
        if caller is None:
            raise DebugError("no subroutine or interrupt is active")
        return self._back_in(caller.address, caller.location - 1)

    def to(self, addresses: Sequence[int]) -> Event:
        """Go on until an instruction at one of these P addresses is the next."""
        return self._move(Goal(addresses=frozenset(addresses)))

    def line(self, *, over: bool = True) -> Event:
        """Execute up to another source line, or to this one's beginning again; with what it calls, if `over`."""
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
        """Go on to an address with a stack that is no deeper."""
        reached = compiled(f"(sp & {SP_MASK}) <= {pointer}", self.dsp)
        return self._move(Goal(addresses=frozenset({address}), reached=reached))

    def _move(self, goal: Goal) -> Event:
        self.previous = self.dsp.regs.as_dict()
        return self._runner.forward(goal, self.limit)

    # Backward.

    def back(self, count: int = 1) -> Event:
        """Go back so many instructions."""
        return self._back(count, lambda _: True)

    def back_over(self) -> Event:
        """Go back an instruction, with all that it had called."""
        here = depth(self.dsp)
        return self._back(1, lambda past: past.depth <= here)

    def reverse(self) -> Event:
        """Go back to where a run would have stopped last; ignore counts do not count, log points keep silent."""
        self.check_way_back()
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
                return self._runner.stand(found)
            end, inclusive = checkpoint.position, True
        self._history.seek(self._history.start)
        return self._event(Cause.START)

    def seek(self, position: int) -> Event:
        """Go to a known position, or to the end of the instruction that it lies in.

        Raises:
            DebugError: it is not known.
        """
        start, end = self.known
        if not start <= position <= end:
            self.check_way_back()
            raise DebugError(
                f"the clock must be {start:,} to {end:,}, the range of the recording, got {position:,}",
                field="position",
                value=position,
            )
        self.previous = self.dsp.regs.as_dict()
        self._history.seek(position)
        return self._event(Cause.START if position == start else Cause.STEP)

    def restart(self) -> Event:
        """Go to the beginning of what is known.

        Raises:
            DebugError: there is no way back.
        """
        self.check_way_back()
        return self.seek(self.known[0])

    def _back(self, count: int, wanted: Callable[[Past], bool]) -> Event:
        self.check_way_back()
        self.previous = self.dsp.regs.as_dict()
        for _ in range(count):
            if not self._history.back(wanted):
                return self._event(Cause.START)
        return self._event(Cause.STEP)

    def _event(self, cause: Cause) -> Event:
        return Event(cause, self.dsp.regs.pc, self.position)

    # Changes, all of which are inputs of the run.

    def change(self, name: str, *arguments: Argument) -> object:
        """Let an input happen now: "register" (name, value), "memory" (space, address, words), "line" (name, asserted),
        "host_send" (words of a host that is always ready; it gives how many are left to send), "host_write" (offset,
        byte), "host_read" (offset), "ssi" (words), "pins" (port, levels, mask), "reset" ().

        What was known to come after now is forgotten.

        Raises:
            DebugError: no such input.
            EmulatorError: what the chip says to the arguments.
        """
        return self._history.do(name, *arguments)

    def received(self) -> list[int]:
        """The words that the DSP has sent to the host of `host_send`, and that were not asked for before.

        Raises:
            DebugError: a script runs the program.
        """
        if not self._history.host.present:
            self.change("host_send")
        return self._history.host.received()

    def recording(self) -> Recording:
        """What the run was made of so far.

        Raises:
            DebugError: a script runs the program, or a device has a part in it that cannot be repeated.
        """
        self.check_way_back()
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

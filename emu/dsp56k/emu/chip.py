"""`Dsp56001`: the chip with the memory on its port A, as its users see it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Never, NoReturn, SupportsIndex

from dsp56k.emu import loader, validation
from dsp56k.emu._core import Chip, build_info
from dsp56k.emu.debugging.breakpoints import Breakpoints
from dsp56k.emu.debugging.conditional_breakpoints import ConditionalBreakpoints
from dsp56k.emu.debugging.execution_hash import ExecutionHash
from dsp56k.emu.debugging.hooked_run import RunDelegate, run_with_hooks
from dsp56k.emu.debugging.hooks import HookDispatcher, Hooks
from dsp56k.emu.debugging.program_checks import ProgramChecks
from dsp56k.emu.debugging.trace import Step, Trace
from dsp56k.emu.debugging.watchpoints import Watchpoints
from dsp56k.emu.device import PortDevice
from dsp56k.emu.errors import ChipInUseError, ConfigurationError, SnapshotError
from dsp56k.emu.instruction_cost import Cost
from dsp56k.emu.memory import WORD_MAX, Memory, check_words
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.peripherals.ports import Port
from dsp56k.emu.peripherals.sci import Sci
from dsp56k.emu.peripherals.ssi import Ssi
from dsp56k.emu.port_a import PortA
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.signal_lines import Lines, Outputs
from dsp56k.emu.stop import Stop, StopReason, stop_of
from dsp56k.emu.symbols import Symbols
from dsp56k.emu.timeline import Clock, Time
from dsp56k.emu.validation import COUNT_MAX, LAST_CLOCK, default_if_none, require_int, require_path
from dsp56k.system.properties import RenamedAttribute, lazy_property
from dsp56k.system.text import described

if TYPE_CHECKING:
    from pathlib import Path

    from dsp56k.emu.board import Board
    from dsp56k.emu.board_parts import HostBus, Plug
    from dsp56k.emu.debugging.profile import Profiler
    from dsp56k.emu.debugging.secret_path import SecretPath
    from dsp56k.emu.engine_report import EngineReport

MAX_MODE = 3
MAX_ENTRIES = 10_000_000


@lru_cache
def _clock(hertz: int) -> Clock:
    """Return an oscillator; many chips have the same."""
    return Clock(hertz)


class Dsp56001:
    """One DSP56001. A bare one has RAM at every external address, Y:$FFC0-$FFFF included.

    While it runs, a use from another thread or from a device's callback raises `ChipInUseError`.

    Attributes:
        board: Board on port A, or None if RAM is at every address.
        regs: All registers, by attribute or name.
        stack: The 16 locations of the system stack.
        x, y, p: Memory in the DSP's current memory map, without side effects.
        clock: Oscillator.
        symbols: Symbols of all loaded programs.
    """

    def __init__(
        self,
        clock_hz: int | Fraction | None = None,
        mode: int | None = None,
        engine: str | None = None,
        *,
        strict: bool = False,
        refuse_restricted: bool = False,
        floating: int | None = None,
        board: Board | str | None = None,
        devices: Mapping[str, PortDevice] | None = None,
    ) -> None:
        """Power up with everything 0 and leave reset.

        Args:
            clock_hz: Oscillator frequency in hertz [that of the board, or 20 MHz].
            mode: Levels of the pins MB:MA, 0 to 3 (UM 6-14) [those of the board after its loader has run, or 0].
            engine: Results, clocks and instruction counts are the same for every engine.
                "auto" interprets, and compiles hot code. Compilation takes at most 1/32 of the run time until compiled
                code has saved more than that.
                "jit" compiles as soon as interpreting has taken as long as compiling would. It is for long runs, and
                warns if the host does not allow executable memory.
                "interpreter" never compiles.
                Without the argument the environment variable DSP56K_ENGINE decides, then "auto".
            strict: An access to an unmapped address, or a fetch from one, ends the run with UnmappedAccessError.
            refuse_restricted: A restricted sequence of instructions (UM A.8) ends the run with RestrictedSequenceError.
            floating: 24-bit word that reads of unmapped addresses return [that of the board, or 0].
            board: Board on port A, or the name of a board of the package. None maps RAM to every address.
            devices: Devices of the board by name.

        Raises:
            ConfigurationError: A chip cannot have one of the values.
            BoardError: The board does not exist, or its devices are not those of `devices`.
            UnsupportedError: This version does not have the engine.
        """
        engine = validation.resolve_engine(engine)
        loaded = mode is None
        if board is not None or devices:
            from dsp56k.emu.board import resolve_board

            board = resolve_board(board, devices)
        self.board = board
        clock_hz = default_if_none(clock_hz, 20_000_000 if board is None else board.clock_hz)
        mode = default_if_none(mode, 0 if board is None else board.mode)
        floating = require_int(
            default_if_none(floating, 0 if board is None else board.floating), "floating", 0, WORD_MAX
        )
        self.clock = _clock(clock_hz) if type(clock_hz) is int else Clock(clock_hz)
        require_int(self.clock.hertz.numerator, "clock_hz", 1, COUNT_MAX)
        require_int(self.clock.hertz.denominator, "the denominator of clock_hz", 1, WORD_MAX)
        self._chip = Chip(
            self.clock.hertz.numerator, self.clock.hertz.denominator, require_int(mode, "mode", 0, MAX_MODE)
        )
        compiles = engine != "interpreter" and validation.enable_jit(self._chip)
        if engine == "jit" and not compiles:
            warnings.warn(validation.why_not_compiled(build_info()), RuntimeWarning, stacklevel=2)
        self._outputs = Outputs(self._chip)
        self._chip.set_strict(bool(strict))
        self._chip.set_floating(floating)
        self.regs = Registers(self._chip)
        self.stack = Stack(self._chip)
        self.symbols = Symbols()
        # Created with the first file, because the readers are imported only then.
        self._files: loader.LoadedFiles | None = None
        self._hook_calls = HookDispatcher(self._chip)
        self._delegate: RunDelegate | None = None
        if refuse_restricted:
            self.checks.refuse_restricted = True
        self.x, self.y, self.p = (Memory(self._chip, number, external=False) for number in range(3))
        if board is not None:
            board.wire(self._chip, devices or {}, self.clock.hertz)
            board.begin(self.regs, self.x, loaded=loaded)

    @property
    def engine(self) -> str:
        """The current engine: "jit" while runs can enter compiled code, otherwise "interpreter".

        It becomes "interpreter" after a panic of the compiler, and if the host has no more executable memory. A warning
        at the end of the run reports that.
        """
        return "jit" if self._chip.generates else "interpreter"

    def engine_report(self, *, count_interpreted: bool | None = None) -> EngineReport:
        """Return what compiled code and the interpreter have executed since the chip was created.

        Args:
            count_interpreted: True begins to count the interpreter's instructions by address, for `interpreted` of
                later reports. The interpreter takes about 10 % more time meanwhile. False ends the count. Without a JIT
                they are not counted, because a profile has the executions of each instruction.
        """
        from dsp56k.emu.engine_report import report_of

        if count_interpreted is not None:
            self._chip.count_interpreted(bool(count_interpreted))
        return report_of(self._chip, self.engine)

    # Many chips exist for one short call. Parts that it does not use are not created.

    @lazy_property
    def lines(self) -> Lines:
        """Return the lines IRQA, IRQB, NMI, RESET, BR, HREQ and BG."""
        return Lines(self._chip, self._outputs)

    @lazy_property
    def host(self) -> HostInterface:
        """Return the host side of the host interface: its registers, and words to and from the DSP."""
        return HostInterface(self._chip, self._outputs, self.hooks)

    def host_bus(self, clock: Plug[Any], host: Plug[PortDevice], board: object) -> HostBus:
        """Return the bus of a board's host with this chip, which runs at its nominal rate; it needs no Python.

        Args:
            clock: The plug of the oscillator. While another part is in it or in `host`, all accesses are the board's.
            host: The plug of the host interface.
            board: It has `port_read(offset, now)` and `port_write(offset, value, now)` for accesses to other ports, and
                `note_unmapped()`, which is called after new accesses to unmapped addresses.
        """
        from dsp56k.emu.board_parts import HostBus

        return HostBus(self._chip, self._outputs, clock, host, self.clock.period, board)

    @lazy_property
    def ssi(self) -> Ssi:
        """Return the connection of the synchronous serial interface."""
        return Ssi(self._chip)

    @lazy_property
    def sci(self) -> Sci:
        """Return the connection of the serial communication interface."""
        return Sci(self._chip)

    @lazy_property
    def port_a(self) -> PortA:
        """Return the external bus: RAM, devices and wait states."""
        return PortA(self._chip)

    @lazy_property
    def port_b(self) -> Port:
        """Return the pins of port B."""
        return Port(self._chip, "B")

    @lazy_property
    def port_c(self) -> Port:
        """Return the pins of port C."""
        return Port(self._chip, "C")

    @lazy_property
    def breakpoints(self) -> Breakpoints:
        """Return the program addresses that stop a run."""
        return Breakpoints(self._chip, self.symbols)

    @lazy_property
    def watchpoints(self) -> Watchpoints:
        """Return the data addresses that stop a run."""
        return Watchpoints(self._chip, self.symbols)

    @lazy_property
    def conditional_breakpoints(self) -> ConditionalBreakpoints:
        """Return the breakpoints with conditions and counts, which `dsp56k.debug` sets."""
        return ConditionalBreakpoints(self._chip)

    @lazy_property
    def hooks(self) -> Hooks[Dsp56001]:
        """Return the functions that are called where the program executes or accesses memory."""
        return Hooks(self._hook_calls, self.symbols)

    @lazy_property
    def checks(self) -> ProgramChecks:
        """Return the run-time checks of the program: memory guard, restricted sequences, lost words."""
        return ProgramChecks(self._chip)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse copies, because two objects would have one chip.

        Raises:
            ConfigurationError: Always. `snapshot` and `restore` copy a chip.
        """
        raise ConfigurationError("a chip cannot be copied; use snapshot() and restore()", reason="no copy")

    def __repr__(self) -> str:
        try:
            return f"<Dsp56001 pc=${self.regs.pc:04X} clocks={self.clocks} instructions={self.instructions}>"
        except ChipInUseError:
            return "<Dsp56001 running>"

    def _repr_html_(self) -> str:
        from dsp56k.system.grid import html_table

        facts: list[tuple[str, object]] = [("clocks", self.clocks), ("instructions", self.instructions)]
        if place := self.symbols.near(self.regs.pc):
            facts.append(("at", place))
        return html_table(f"{self!r}", [], facts) + self.regs._repr_html_()

    @property
    def clocks(self) -> int:
        """Oscillator clocks since reset. The first instruction begins at 0."""
        return self._chip.clocks

    @property
    def total_clocks(self) -> int:
        """Oscillator clocks since construction, including resets and the time in reset."""
        return self._chip.total_clocks

    @property
    def instructions(self) -> int:
        """Instructions since reset. A REP and each repetition count one each."""
        return self._chip.instructions

    @property
    def is_idle(self) -> bool:
        """True if only the board can end the current state of the chip, however long that takes.

        RESET is asserted, or the current instruction waits for a bus that was granted away or jumps to itself (`jclr
        #0,x:<<$FFE9,*`), and no event of a peripheral is due. False if that is not certain.
        """
        return self._chip.idle and not self._hook_calls.active

    @property
    def now(self) -> Time:
        """The time of the current clock in picoseconds since power-up."""
        return self._chip.now

    def step(self) -> None:
        """Execute one instruction. A REP, each repetition and each word of a vector are one step each.

        In the WAIT or STOP state, stalled on the bus or in reset, one instruction cycle (2 clocks) passes. As soon as
        the end of WAIT or STOP is certain, the step continues to the instruction or vector word that follows.
        """
        self._outputs.enter()
        if not self._hook_calls.active:
            return self._chip.step(self._outputs)
        while True:
            self._hook_calls.enter(self)
            self._chip.step(self._outputs)
            if not self._hook_calls.answer(self):
                return None

    def run(
        self,
        *limits: Never,
        until: int | str | None = None,
        max_clocks: int | None = None,
        max_instructions: int | None = None,
        condition: Callable[[Dsp56001], bool] | None = None,
        stack_errors: bool = False,
        unloaded: bool = False,
    ) -> Stop:
        """Run until an event or a limit ends it.

        Limits count from the current clock. The last instruction is finished. Without a limit, a program that never
        ends runs until an interrupt from the keyboard.

        Args:
            limits: Empty, because limits have names: `run(max_clocks=100)`.
            until: P address or symbol. It and the breakpoints are tested before each instruction except the first.
            max_clocks: Oscillator clocks.
            max_instructions: Instructions. A REP and each repetition count one each.
            condition: Function that is called with this chip after each instruction. The run ends when it returns True.
            stack_errors: True stops after an instruction that over- or underflows the system stack (UM 6-17). False
                lets the chip continue at the vector P:$0002.
            unloaded: True stops before an instruction in P memory that was never stored to, except in the second word
                of a vector (`checks.unloaded_vector_words`). False executes such a word as a NOP, because it contains
                0. Memory of a device and the boot ROM count as loaded.

        Raises:
            ConfigurationError: A limit is not an address, a symbol or a count, or the condition is not a function.
            MemoryAccessError: An address is outside the space.
            EmulatorError: The program has an error (strict mode, restricted sequences, parts that are not modelled).
            Exception: A device's callback, a hook or the condition raised it.
        """
        if condition is not None and not callable(condition):
            raise ConfigurationError(
                f"condition must be a function, got {described(condition)}", field="condition", value=condition
            )
        self._outputs.enter()
        if limits:
            validation.refuse_unnamed("run", "max_clocks", limits)
        ends = self._until(until), bool(stack_errors), bool(unloaded)
        clocks = self._count(max_clocks, "max_clocks")
        instructions = self._count(max_instructions, "max_instructions")
        if self._delegate is not None and self._delegate.attends:
            return self._delegate.run(until, clocks, instructions, condition, bool(stack_errors), bool(unloaded))
        if condition is None and not self._hook_calls.active:
            name, _ = self._chip.run(self._outputs, ends, clocks, instructions)
            return stop_of(self._chip, StopReason[name])
        reason = run_with_hooks(
            self, self._chip, self._outputs, self._hook_calls, ends, clocks, instructions, condition
        )
        return stop_of(self._chip, reason)

    def delegate_runs(self, delegate: RunDelegate | None) -> None:
        """Let another object execute the runs of this chip, as `dsp56k.debug.serve` does. None ends that.

        Raises:
            ConfigurationError: The runs are already delegated.
        """
        if delegate is not None and self._delegate is not None:
            raise ConfigurationError("the runs of this chip are already delegated", field="delegate", value=delegate)
        self._delegate = delegate

    def trace(
        self,
        *limits: Never,
        until: int | str | None = None,
        max_clocks: int | None = None,
        max_instructions: int | None = None,
        stack_errors: bool = False,
        unloaded: bool = False,
    ) -> Trace:
        """Return an iterator of `Step` that executes one instruction at a time. It ends as a `run` with these limits.

        Raises:
            ConfigurationError: A limit is not an address, a symbol or a count.
            MemoryAccessError: An address is outside the space.
        """
        clocks = self._count(max_clocks, "max_clocks")
        instructions = self._count(max_instructions, "max_instructions")
        if limits:
            validation.refuse_unnamed("trace", "max_instructions", limits)
        ends = self._until(until), bool(stack_errors), bool(unloaded)
        return Trace(self, self._chip, self._outputs, self._hook_calls, ends, clocks, instructions)

    def hash_execution(self) -> ExecutionHash:
        """Hash the execution inside `with dsp.hash_execution() as hashes`: `hashes.flow`, `hashes.data`.

        Clocks do not change. An instruction takes about 50 ns more meanwhile. The hashes belong to the object, so
        restoring a snapshot does not change them.
        """
        return ExecutionHash(self._chip)

    def secret_path(self, *, data_addresses: bool = False) -> SecretPath:
        """Return a path that follows secret bits from the current state, for a proof of constant time.

        `path.mark` marks the secrets, `path.follow` executes and reports the first instruction whose clock cycles can
        depend on them. With `data_addresses`, each access at a secret address is reported, whatever it costs.
        """
        from dsp56k.emu.debugging.secret_path import SecretPath

        return SecretPath(self._chip, self._outputs, self._until, data_addresses=data_addresses)

    def profile(self, *, entries: int = 0) -> Profiler:
        """Profile the runs inside `with dsp.profile() as profiler`; then `profiler.result()` returns the profile.

        Clocks do not change. Runs of the interpreter take up to twice their time meanwhile, those of compiled code 1.1
        to 1.3 times, or more if calls are frequent (docs/explanation/jit.md). The profile belongs to the object.
        Restoring a snapshot does not change it, but closes the open calls.

        Args:
            entries: Number of calls and returns that are recorded in their order, 0 to 10,000,000.

        Raises:
            ConfigurationError: The number is invalid.
        """
        from dsp56k.emu.debugging.profile import Profiler

        return Profiler(self._chip, self.symbols, self.p, self.clock, require_int(entries, "entries", 0, MAX_ENTRIES))

    def explain_cost(self, pc: int | str | None = None) -> Cost:
        """Return the components of the cost of the next `step`, or of the instruction at `pc` with current registers.

        Nothing changes. A device on port A is not read: its words are those of an open bus.

        Raises:
            ConfigurationError: The symbol does not exist.
            MemoryAccessError: The address is outside the space.
        """
        address = None if pc is None else self.symbols.address(pc, "P", "pc")
        return Step(self._chip.explain(address)).cost

    def _until(self, location: int | str | None) -> int | None:
        return None if location is None else self.symbols.address(location, "P", "until")

    @staticmethod
    def _count(value: int | None, name: str) -> int | None:
        return None if value is None else require_int(value, name, 0, COUNT_MAX)

    def advance(self, to_clocks: int) -> None:
        """Execute instructions while `clocks` is below `to_clocks`. In WAIT, STOP, a stall or reset, time passes.

        A board uses it to synchronise with its host. Breakpoints and watchpoints do not end it.

        Raises:
            ConfigurationError: The argument is not a count.
        """
        self._outputs.enter()
        # A board calls this for each access of its host: a valid count takes no further call.
        is_valid = type(to_clocks) is int and 0 <= to_clocks <= COUNT_MAX
        to = to_clocks if is_valid else max(require_int(to_clocks, "to_clocks", -COUNT_MAX, COUNT_MAX), 0)
        if not self._hook_calls.active:
            return self._chip.advance(self._outputs, to)
        # RESET begins the count of clocks again.
        end = min(self.total_clocks + to - self.clocks, LAST_CLOCK)
        while self.total_clocks < end:
            self._hook_calls.enter(self)
            self._chip.advance(self._outputs, end - self.total_clocks + self.clocks)
            self._hook_calls.answer(self)
        return None

    def reset(self, mode: int | None = None) -> None:
        """Pulse RESET, with new mode pins if given. Memory and data registers keep their values (UM 8-28)."""
        self._chip.reset(self.lines.mode_pins if mode is None else require_int(mode, "mode", 0, MAX_MODE))
        self._chip.tell(self._outputs)

    def load(self, program: str | Path | loader.Module, *, file_format: str | None = None) -> dict[str, int]:
        """Load a program into memory, store its symbols, and set PC to its start address, if it has one.

        Nothing is reset and no I/O register has a side effect.

        Args:
            program: Result of `dsp56k.asm.assemble`, or an object file. Its first bytes or its suffix determine the
                format: .lod (Motorola's LOD), .cld (COFF), .elf (of `dsp56k asm` and `link`), .s .s19 .srec
                (S-records), .hex (Intel hex), .p56, or .p0 to .y2. The latter are the three S-record files of a space,
                one for each byte of the words; the argument names one of them.
            file_format: Suffix, without its period, of the file's format if the file has another suffix.

        Returns:
            The symbol table: values by name, up to 48 bits. It is empty for formats without symbols.

        Raises:
            RamConflictError: The board has no memory for a word, or two different words for one word of its RAM.
            LoadError: The assembly has errors, or the file cannot be read or is not a complete and valid object file
                (`file`, and `line`, `field` or `address` of the error). Nothing is changed then.
            ConfigurationError: The argument is not a program.

        Warns:
            RuntimeWarning: A block of the file replaces different words of another block, or of another file.
        """
        if isinstance(program, loader.Module):
            image = loader.image_of(program)
        else:
            image = loader.read_object(require_path(program, "program"), file_format)
        file = None if isinstance(program, loader.Module) else program
        if self.board is not None:
            self.board.refuse_lost(self._chip, image.words(), file)
        memories = {"X": self.x, "Y": self.y, "P": self.p}
        for block in image.blocks:
            memories[block.space][block.address : block.address + len(block.words)] = block.words
        if image.start is not None:
            self.regs.pc = image.start
        self.symbols.add(image)
        if file is not None:
            self._files = self._files or loader.LoadedFiles()
            self._files.add(str(file), image.blocks)
        return image.symbols

    def load_words(self, words: Mapping[tuple[str, int], int]) -> None:
        """Store 24-bit words by (space, address), the form of `dsp56k.asm.assemble(text).words`.

        Args:
            words: Spaces are "X", "Y" and "P", addresses 0 to $FFFF.

        Raises:
            ConfigurationError: The argument is not a mapping, for example an object file.
            MemoryAccessError: An address or a word is out of range. Nothing is changed then.
            RamConflictError: As for `load`.
            LoadError: The words are those of an assembly with errors.
        """
        check_words(words)
        memories = {"X": self.x, "Y": self.y, "P": self.p}
        if self.board is not None:
            self.board.refuse_lost(self._chip, ((*location, word) for location, word in words.items()))
        for (space, address), word in words.items():
            memories[space][address] = word

    def snapshot(self) -> bytes:
        """Return the state of the chip as bytes, versioned and with a checksum.

        It contains all registers, all memory, peripherals, lines and counts, to the clock. Any process with this
        version of the emulator can restore it. It does not contain devices, queues of the serial interfaces, driven
        pins of the ports, breakpoints, watchpoints, hooks and symbols.
        """
        return self._chip.snapshot()

    def restore(self, state: bytes) -> None:
        """Set the state of the chip to that of a snapshot. Connected objects do not change.

        Args:
            state: Result of `snapshot`, also of a chip with another clock or mode.

        Raises:
            SnapshotError: The bytes are damaged, have another size or version, or are not bytes. Nothing is changed
                then.
        """
        if not isinstance(state, bytes | bytearray | memoryview):
            raise SnapshotError(f"a snapshot must be bytes, got {type(state).__name__}", reason="no bytes")
        self._chip.restore(bytes(state))
        if self._files is not None:
            self._files.clear()
        self._hook_calls.restored()

    # Old names, for one release.
    attend = RenamedAttribute("delegate_runs")
    explain = RenamedAttribute("explain_cost")
    external_ram = RenamedAttribute("port_a.ram")
    follow_path = RenamedAttribute("hash_execution")
    guard = RenamedAttribute("checks.memory_guard")
    idle = RenamedAttribute("is_idle")
    lost_words = RenamedAttribute("checks.lost_words")
    map_device = RenamedAttribute("port_a.map_device")
    map_ram = RenamedAttribute("port_a.map_ram")
    map_waits = RenamedAttribute("port_a.map_wait_states")
    points = RenamedAttribute("conditional_breakpoints")
    refuse_restricted = RenamedAttribute("checks.refuse_restricted")
    undefined_addressing = RenamedAttribute("checks.undefined_addressing")
    unknown_reads = RenamedAttribute("checks.uninitialized_reads")
    unloaded_vector_words = RenamedAttribute("checks.unloaded_vector_words")
    unmapped = RenamedAttribute("port_a.unmapped_accesses")
    unmapped_count = RenamedAttribute("port_a.unmapped_count")

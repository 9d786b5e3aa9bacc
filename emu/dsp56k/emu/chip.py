"""`Dsp56001`: the chip with the memory on its port A, as users hold it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Never, NoReturn, SupportsIndex

from dsp56k.emu import checks, loader
from dsp56k.emu._core import Chip, build_info
from dsp56k.emu.checks import COUNT_MAX, LAST_CLOCK, chosen, path_of, whole, with_methods
from dsp56k.emu.debugging.accompanied import accompanied
from dsp56k.emu.debugging.attendant import Attendant
from dsp56k.emu.debugging.breakpoints import Breakpoints
from dsp56k.emu.debugging.guard import MemoryGuard, UnknownRead
from dsp56k.emu.debugging.hooks import HookCalls, Hooks
from dsp56k.emu.debugging.path import PathHash
from dsp56k.emu.debugging.points import ChipPoints
from dsp56k.emu.debugging.trace import Step, Trace
from dsp56k.emu.debugging.watch import Watchpoints
from dsp56k.emu.device import PortDevice
from dsp56k.emu.errors import ChipInUseError, ConfigurationError, SnapshotError
from dsp56k.emu.explain import Cost
from dsp56k.emu.islands import refuse_lost
from dsp56k.emu.lines import Lines, Outputs
from dsp56k.emu.memory import SPACES, WORD_MAX, WORDS, Memory, UnmappedAccess, check_words, is_on_chip
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.peripherals.ports import Port
from dsp56k.emu.peripherals.sci import Sci
from dsp56k.emu.peripherals.ssi import Ssi
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.stop import Stop, StopReason, stop_of
from dsp56k.emu.symbols import Symbols
from dsp56k.emu.timeline import Clock, Time
from dsp56k.system.properties import lazy_property
from dsp56k.system.text import described

if TYPE_CHECKING:
    from pathlib import Path

    from dsp56k.emu.board import Board
    from dsp56k.emu.debugging.profile import Profiler
    from dsp56k.emu.engine_report import EngineReport

LAST_MODE = 3
WAITS_MAX = 0xFFFF
ENTRIES_MAX = 10_000_000


@lru_cache
def _clock(hertz: int) -> Clock:
    """Return an oscillator; many chips have the same."""
    return Clock(hertz)


class Dsp56001:
    """One DSP56001. A bare one has RAM at every external address, Y:$FFC0-$FFFF included.

    While it runs, whatever uses it from another thread or from a device's callback gets a `ChipInUseError`.

    Attributes:
        board: what is on port A; None: RAM at every address.
        regs: all registers, by attribute or name.
        stack: the 16 locations of the system stack.
        x, y, p: the memory as the DSP's present map shows it, without side effects.
        clock: the oscillator.
        symbols: the symbols of all programs loaded.
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
            clock_hz: oscillator frequency in hertz; by default the board's, or 20 MHz.
            mode: the MB:MA pins, 0 to 3 (UM 6-14); by default the board's, whose loader has then done its work, or 0.
            engine: "auto": what the program comes back to becomes host code where the machine lets such code run, with
                the same results, clocks and instructions; making it takes a 32nd of the time at most, until it has
                saved more. "jit": for long runs, as soon as the interpreter has taken as long as making
                it does; a warning where the machine lets none run. "interpreter": no such code. By default what
                DSP56K_ENGINE says in the environment, or "auto".
            strict: an access that nothing answers, fetches included, ends the run with UnmappedAccessError.
            refuse_restricted: a restricted sequence of instructions (UM A.8) ends the run with RestrictedSequenceError.
            floating: the 24-bit word that unanswered reads see; by default the board's, or 0.
            board: what is on port A, or the name of one of the package's boards; None: RAM at every address.
            devices: what answers at the board's places for devices, by name.

        Raises:
            ConfigurationError: a value that no chip has.
            BoardError: no such board, or devices that it does not have or lacks.
            UnsupportedError: an engine that this version does not have.
        """
        engine = checks.engine_of(engine)
        loaded = mode is None
        if board is not None or devices:
            from dsp56k.emu.board import board_of

            board = board_of(board, devices)
        self.board = board
        clock_hz = chosen(clock_hz, 20_000_000 if board is None else board.clock_hz)
        mode = chosen(mode, 0 if board is None else board.mode)
        floating = whole(chosen(floating, 0 if board is None else board.floating), "floating", 0, WORD_MAX)
        self.clock = _clock(clock_hz) if type(clock_hz) is int else Clock(clock_hz)
        whole(self.clock.hertz.numerator, "clock_hz", 1, COUNT_MAX)
        whole(self.clock.hertz.denominator, "the denominator of clock_hz", 1, WORD_MAX)
        self._chip = Chip(self.clock.hertz.numerator, self.clock.hertz.denominator, whole(mode, "mode", 0, LAST_MODE))
        compiles = engine != "interpreter" and checks.enable_jit(self._chip)
        if engine == "jit" and not compiles:
            warnings.warn(checks.why_not_compiled(build_info()), RuntimeWarning, stacklevel=2)
        self._outputs = Outputs(self._chip)
        self._chip.set_strict(bool(strict))
        self._chip.set_floating(floating)
        self.regs = Registers(self._chip)
        self.stack = Stack(self._chip)
        self.symbols = Symbols()
        # Made with the first file, whose readers are loaded then.
        self._files: loader.LoadedFiles | None = None
        self._hook_calls = HookCalls(self._chip)
        self.refuse_restricted = refuse_restricted
        self._guard: MemoryGuard | None = None
        self._attendant: Attendant | None = None
        self.x, self.y, self.p = (Memory(self._chip, number, external=False) for number in range(3))
        if board is not None:
            board.wire(self._chip, devices or {})
            board.begin(self.regs, self.x, loaded=loaded)

    @property
    def engine(self) -> str:
        """What executes: "jit" while runs may come to host code, else "interpreter"; so, too, after a panic in it, and
        where the machine gave no more memory for it, of which a warning tells at the end of the run.
        """
        return "jit" if self._chip.generates else "interpreter"

    def engine_report(self, *, count_interpreted: bool | None = None) -> EngineReport:
        """Return what compiled code and the interpreter have executed since the chip was created.

        Args:
            count_interpreted: True counts the interpreter's instructions by address from now on, in `interpreted` of
                later reports; the interpreter takes about a tenth more time meanwhile. False ends that. Without a
                JIT they are not counted: a profile has the executions of each instruction.
        """
        from dsp56k.emu.engine_report import report_of

        if count_interpreted is not None:
            self._chip.count_interpreted(bool(count_interpreted))
        return report_of(self._chip, self.engine)

    # Many chips live for one short call: what it does not use is not made.

    @lazy_property
    def lines(self) -> Lines:
        """IRQA, IRQB, NMI, RESET, BR, HREQ and BG."""
        return Lines(self._chip, self._outputs)

    @lazy_property
    def host(self) -> HostInterface:
        """Return the host side of the host interface: its registers, and words to and from the DSP."""
        return HostInterface(self._chip, self._outputs, self.hooks)

    @lazy_property
    def ssi(self) -> Ssi:
        """Return the connection of the synchronous serial interface."""
        return Ssi(self._chip)

    @lazy_property
    def sci(self) -> Sci:
        """Return the connection of the serial communication interface."""
        return Sci(self._chip)

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
        """Program addresses that stop a run."""
        return Breakpoints(self._chip, self.symbols)

    @lazy_property
    def watchpoints(self) -> Watchpoints:
        """Data addresses that stop a run."""
        return Watchpoints(self._chip, self.symbols)

    @lazy_property
    def points(self) -> ChipPoints:
        """Breakpoints with conditions and counts, as `dsp56k.debug` sets them."""
        return ChipPoints(self._chip)

    @lazy_property
    def hooks(self) -> Hooks[Dsp56001]:
        """Functions that are called where the program executes or accesses memory."""
        return Hooks(self._hook_calls, self.symbols)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse copies, which would be two objects of one chip.

        Raises:
            ConfigurationError: always; `snapshot` and `restore` copy a chip.
        """
        raise ConfigurationError("a chip cannot be copied; use snapshot() and restore()", reason="no copy")

    def __repr__(self) -> str:
        try:
            return f"<Dsp56001 pc=${self.regs.pc:04X} clocks={self.clocks} instructions={self.instructions}>"
        except ChipInUseError:
            return "<Dsp56001 running>"

    def _repr_html_(self) -> str:
        from dsp56k.system.html import html_table

        facts: list[tuple[str, object]] = [("clocks", self.clocks), ("instructions", self.instructions)]
        if place := self.symbols.near(self.regs.pc):
            facts.append(("at", place))
        return html_table(f"{self!r}", [], facts) + self.regs._repr_html_()

    @staticmethod
    def _space(space: str) -> int:
        if space not in SPACES:
            raise ConfigurationError(
                f"the memory space must be X, Y or P, got {described(space)}", field="space", value=space, space=space
            )
        return SPACES.index(space)

    def external_ram(self, space: str) -> Memory:
        """The board's RAM behind port A at physical addresses, also where on-chip memory shadows it.

        Args:
            space: "X", "Y" or "P".

        Raises:
            ConfigurationError: no such space.
        """
        return Memory(self._chip, self._space(space), external=True)

    def map_ram(self, space: str, words: int) -> None:
        """External RAM of a space answers below `words` (0 to 65,536) only; default: all of it.

        Raises:
            ConfigurationError: no such space or number of words.
        """
        self._chip.map_ram(self._space(space), whole(words, "words", 0, WORDS))

    def map_device(self, space: str, first: int, last: int, device: PortDevice) -> None:
        """Let a device answer at the external addresses `first` to `last` of a space.

        In P it is asked for the DSP's instruction fetches too, once for each word that executes, a repeated instruction
        once in all (UM A-185). Python's `p` shows the RAM beneath it.

        Raises:
            ConfigurationError: an empty range, one outside the space, one that is taken or on the chip, or a device
                that lacks `read` or `write`.
        """
        number = self._space(space)
        with_methods(device, "a device", "read", "write")
        first = whole(first, "first", 0, WORDS - 1)
        last = whole(last, "last", first, WORDS - 1)
        if is_on_chip(space, first, last):
            message = f"a device must be mapped to external memory, got {space}:${first:04X}-${last:04X}"
            raise ConfigurationError(message, field="first", value=first, space=space)
        self._chip.map_device(number, first, last, device)

    def map_waits(self, space: str, first: int, last: int, waits: int) -> None:
        """Let the board assert WT for accesses to the external addresses `first` to `last` of a space.

        With OMR.EA = 1, which selects WT and BS, such an access takes `waits` wait states (0 to 65,535), 2 and those of
        BCR at least (UM 9-14, Table 9-3). The newest range that holds an address counts; 0 asks for none.

        Raises:
            ConfigurationError: an empty range, one outside the space, or a number of wait states that cannot be.
        """
        number = self._space(space)
        first = whole(first, "first", 0, WORDS - 1)
        last = whole(last, "last", first, WORDS - 1)
        self._chip.map_waits(number, first, last, whole(waits, "waits", 0, WAITS_MAX))

    @property
    def unmapped(self) -> list[UnmappedAccess]:
        """The newest accesses (64 at most) of the DSP that nothing answered, fetches of what it executed included."""
        accesses, _ = self._chip.unmapped()
        return [UnmappedAccess(a.space, a.address, a.write, a.pc, a.clocks) for a in accesses]

    @property
    def unmapped_count(self) -> int:
        """The number of accesses of the DSP to unmapped addresses, since construction."""
        return self._chip.unmapped()[1]

    @property
    def clocks(self) -> int:
        """Oscillator clocks since reset; the first instruction begins at 0."""
        return self._chip.clocks

    @property
    def total_clocks(self) -> int:
        """Oscillator clocks since construction, resets and held reset included."""
        return self._chip.total_clocks

    @property
    def instructions(self) -> int:
        """Instructions since reset; a REP and each repetition count one each."""
        return self._chip.instructions

    @property
    def idle(self) -> bool:
        """Whether the chip only lets time pass until the board acts, however long that takes: RESET is asserted, or the
        instruction at hand waits for a bus that was granted away, or jumps to itself (`jclr #0,x:<<$FFE9,*`), and
        nothing is to come from the peripherals. False where that is not certain.
        """
        return self._chip.idle and not self._hook_calls.active

    @property
    def undefined_addressing(self) -> int:
        """Address calculations whose outcome the manual leaves undefined, since construction, those of LUA included.

        Their modifier is $8000 to $FFFE (UM A-10, 5-21), or their offset is above the modulus and no multiple of the
        block size (UM 5-16). docs/reference/hardware-ambiguities.md says what the emulator makes of them.
        """
        return self._chip.undefined_addressing

    @property
    def lost_words(self) -> dict[str, int]:
        """Words that programs wrote to a peripheral which could not send them, since construction.

        By data register: "HTX" while port B is not the host interface (PBC is 0), "TX" of the SSI and "STX" of the SCI
        while PCC gives them no pin, or their bit clock is an external one that nothing drives.
        """
        return dict(zip(("HTX", "TX", "STX"), self._chip.lost_words(), strict=True))

    @property
    def unloaded_vector_words(self) -> list[int]:
        """P addresses of second words of vectors that were never stored to and have executed under `unloaded=True`.

        The chip takes two words for every interrupt (UM 8-9); one of one word executes whatever the second is, a NOP
        in memory that holds 0.
        """
        return self._chip.unloaded_vector_words()

    @property
    def now(self) -> Time:
        """The time of the present clock in picoseconds since power-up."""
        return self._chip.now

    def step(self) -> None:
        """Execute one instruction: a REP and each repetition are one step each, so is each word of a vector.

        Sleeping, stalled on the bus or in reset, one instruction cycle (2 clocks) passes; once the end of a sleep is
        certain, the step goes on to the instruction or vector word that follows it.
        """
        self._outputs.enter()
        if not self._hook_calls.active:
            return self._chip.step(self._outputs)
        while True:
            self._hook_calls.enter()
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

        Budgets count from now; the last instruction is finished. Without any limit a program that never ends runs
        until interrupted from the keyboard.

        Args:
            limits: none, because limits have names: `run(max_clocks=100)`.
            until: a P address or symbol; it and the breakpoints are tested before each instruction but the first.
            max_clocks: oscillator clocks.
            max_instructions: instructions; a REP and each repetition count one each.
            condition: called with this chip after each instruction; the run ends when it returns True.
            stack_errors: stop after an instruction that over- or underflows the system stack (UM 6-17); without it
                the chip goes on to the vector P:$0002.
            unloaded: stop before an instruction in P memory that nothing was ever stored to, except in the second word
                of a vector (`unloaded_vector_words`); without it such words
                execute as the 0 that they hold, a NOP. Memory of a device and the boot ROM count as loaded.

        Raises:
            ConfigurationError: a limit that is no address, symbol or count, or a condition that is no function.
            MemoryAccessError: an address outside the space.
            EmulatorError: a mistake of the program (strict mode, restricted sequences, parts that are not modelled).
            Exception: whatever a device's callback, a hook or the condition raised.
        """
        if condition is not None and not callable(condition):
            raise ConfigurationError(
                f"condition must be a function, got {described(condition)}", field="condition", value=condition
            )
        self._outputs.enter()
        if limits:
            checks.refuse_unnamed("run", "max_clocks", limits)
        ends = self._until(until), bool(stack_errors), bool(unloaded)
        clocks = self._count(max_clocks, "max_clocks")
        instructions = self._count(max_instructions, "max_instructions")
        if self._attendant is not None and self._attendant.attends:
            return self._attendant.run(until, clocks, instructions, condition, bool(stack_errors), bool(unloaded))
        if condition is None and not self._hook_calls.active:
            return stop_of(self._chip, StopReason[self._chip.run(self._outputs, ends, clocks, instructions)])
        reason = accompanied(self, self._chip, self._outputs, self._hook_calls, ends, clocks, instructions, condition)
        return stop_of(self._chip, reason)

    def attend(self, attendant: Attendant | None) -> None:
        """Let somebody else do the runs that others ask for, as `dsp56k.debug.serve` does; None: nobody.

        Raises:
            ConfigurationError: somebody does already.
        """
        if attendant is not None and self._attendant is not None:
            raise ConfigurationError("the runs of this chip are already delegated", field="attendant", value=attendant)
        self._attendant = attendant

    def trace(
        self,
        *limits: Never,
        until: int | str | None = None,
        max_clocks: int | None = None,
        max_instructions: int | None = None,
        stack_errors: bool = False,
        unloaded: bool = False,
    ) -> Trace:
        """Execute instruction by instruction: an iterator of `Step`, ended by what ends a `run` with these limits.

        Raises:
            ConfigurationError: a limit that is no address, symbol or count.
            MemoryAccessError: an address outside the space.
        """
        clocks = self._count(max_clocks, "max_clocks")
        instructions = self._count(max_instructions, "max_instructions")
        if limits:
            checks.refuse_unnamed("trace", "max_instructions", limits)
        ends = self._until(until), bool(stack_errors), bool(unloaded)
        return Trace(self, self._chip, self._outputs, self._hook_calls, ends, clocks, instructions)

    def follow_path(self) -> PathHash:
        """Hash the way of all that runs inside `with dsp.follow_path() as path`: `path.flow`, `path.data`.

        No clock changes; an instruction takes some 50 ns more meanwhile, and nothing when it is over. It belongs to the
        object: a restored snapshot leaves it.
        """
        return PathHash(self._chip)

    def profile(self, *, entries: int = 0) -> Profiler:
        """Count where the clocks go of all that runs inside `with dsp.profile() as profiler`; then `profiler.result()`.

        Runs of the interpreter take up to twice their time meanwhile, those of compiled code 1.1 to 1.4 times, or more
        where calls are frequent (docs/explanation/jit.md); no clock changes. It belongs to the object: a restored
        snapshot leaves it, and what was open before it is open no longer.

        Args:
            entries: so many calls and returns are kept in their order, 0 to 10,000,000.

        Raises:
            ConfigurationError: no such number.
        """
        from dsp56k.emu.debugging.profile import Profiler

        return Profiler(self._chip, self.symbols, self.p, self.clock, whole(entries, "entries", 0, ENTRIES_MAX))

    def explain(self, pc: int | str | None = None) -> Cost:
        """What the next `step` costs, in parts; or the instruction at `pc`, come to with the present registers.

        Nothing changes. A device on port A is not asked: it reads as unconnected lines do.

        Raises:
            ConfigurationError: no such symbol.
            MemoryAccessError: an address outside the space.
        """
        address = None if pc is None else self.symbols.address(pc, "P", "pc")
        return Step(self._chip.explain(address)).cost

    def _until(self, place: int | str | None) -> int | None:
        return None if place is None else self.symbols.address(place, "P", "until")

    @staticmethod
    def _count(value: int | None, name: str) -> int | None:
        return None if value is None else whole(value, name, 0, COUNT_MAX)

    @property
    def refuse_restricted(self) -> bool:
        """Whether a restricted sequence of instructions (UM A.8) ends the run, before its last instruction.

        Without it the chip does what docs/reference/hardware-ambiguities.md says.
        """
        return self._refuse_restricted

    @refuse_restricted.setter
    def refuse_restricted(self, refuse: bool) -> None:
        self._chip.refuse_restricted(bool(refuse))
        self._refuse_restricted = bool(refuse)

    @property
    def guard(self) -> MemoryGuard | None:
        """Which words the program may write, and which hold something that it may read; None: it may do what it likes.

        A write elsewhere ends the run with GuardedMemoryError, before the instruction that makes it. A read of a word
        that holds nothing is kept in `unknown_reads`, and the run goes on. While there is a guard, each instruction is
        looked at, and no clock changes. Setting it again forgets what was written under the one before.
        """
        return self._guard

    @guard.setter
    def guard(self, guard: MemoryGuard | None) -> None:
        given: object = guard
        if not isinstance(given, MemoryGuard | None):
            message = f"guard must be a MemoryGuard or None, got {described(guard)}"
            raise ConfigurationError(message, field="guard", value=guard)
        if given is None:
            self._chip.set_guard(None, [])
        else:
            self._chip.set_guard(given.known, given.writable)
        self._guard = given

    @property
    def unknown_reads(self) -> list[UnknownRead]:
        """The first 64 words that were read since the guard was set and held nothing, each once, in their order."""
        return [UnknownRead(*read) for read in self._chip.unknown_reads()]

    def advance(self, to_clocks: int) -> None:
        """Run whole instructions while `clocks` is below `to_clocks`; sleeping, stalled or in reset, time passes.

        This is how a board catches up with its host: breakpoints and watchpoints do not end it.

        Raises:
            ConfigurationError: no count.
        """
        self._outputs.enter()
        to = whole(to_clocks, "to_clocks", -COUNT_MAX, COUNT_MAX)
        if not self._hook_calls.active:
            return self._chip.advance(self._outputs, max(to, 0))
        while self.clocks < to:
            self._hook_calls.enter()
            self._chip.advance(self._outputs, to)
            if not self._hook_calls.answer(self) and self.total_clocks >= LAST_CLOCK:
                break
        return None

    def reset(self, mode: int | None = None) -> None:
        """Pulse RESET, with new mode pins if given. Memory and data registers keep their values (UM 8-28)."""
        self._chip.reset(self.lines.mode_pins if mode is None else whole(mode, "mode", 0, LAST_MODE))
        self._chip.tell(self._outputs)

    def load(self, program: str | Path | loader.Module, *, file_format: str | None = None) -> dict[str, int]:
        """Load a program into memory, keep its symbols, and set PC to its start address, if it has one.

        Nothing is reset and no I/O register has a side effect.

        Args:
            program: what `dsp56k.asm.assemble` returned, or an object file. Its beginning or its suffix tells its
                format: .lod (Motorola's LOD), .cld (COFF), .elf (of `dsp56k asm` and `link`), .s .s19 .srec
                (S-records), .hex (Intel hex), .p56, or .p0 to .y2: the three S-record files of a space, one a byte of
                the words, of which one is named.
            file_format: the suffix, without its period, of the format of a file that has another.

        Returns:
            The symbol table: values by name, up to 48 bits; empty for formats that hold none.

        Raises:
            IslandError: a word that the board has no memory for, or two different ones for one word of its RAM.
            LoadError: an assembly with errors, or a file that cannot be read or is not a whole, correct object file
                (`file`, and `line`, `field` or `address` of what is wrong); nothing is changed then.
            ConfigurationError: neither.

        Warns:
            RuntimeWarning: a block of the file replaces different words of another block, or of another file.
        """
        if isinstance(program, loader.Module):
            image = loader.image_of(program)
        else:
            image = loader.read_object(path_of(program, "program"), file_format)
        file = None if isinstance(program, loader.Module) else program
        refuse_lost(self._chip, self.board, image.words(), file)
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
            words: spaces are "X", "Y" and "P", addresses 0 to $FFFF.

        Raises:
            ConfigurationError: no mapping, as an object file is none.
            MemoryAccessError: a place or a word that no memory has; nothing is changed then.
            IslandError: as `load`.
            LoadError: words of an assembly with errors.
        """
        check_words(words)
        memories = {"X": self.x, "Y": self.y, "P": self.p}
        refuse_lost(self._chip, self.board, ((*place, word) for place, word in words.items()))
        for (space, address), word in words.items():
            memories[space][address] = word

    def snapshot(self) -> bytes:
        """The whole machine but what is connected to it, as bytes: versioned and self-checking.

        All registers, all memory, peripherals, lines and counts, to the clock; any process with this version of the
        emulator can restore it. Not in it are devices, queues of the serial interfaces, driven pins of the ports,
        breakpoints, points, watchpoints, hooks and symbols.
        """
        return self._chip.snapshot()

    def restore(self, state: bytes) -> None:
        """Become what a snapshot says; what is connected stays.

        Args:
            state: what `snapshot` gave, also of a chip with another clock or mode.

        Raises:
            SnapshotError: damaged, of another size or version, or no bytes; nothing is changed then.
        """
        if not isinstance(state, bytes | bytearray | memoryview):
            raise SnapshotError(f"a snapshot must be bytes, got {type(state).__name__}", reason="no bytes")
        self._chip.restore(bytes(state))
        if self._files is not None:
            self._files.clear()
        self._hook_calls.restored()

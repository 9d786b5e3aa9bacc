"""The PC: an 80286, 80386 or i486 under Unicorn, its memory, its clock and its ISA bus.

The CPU runs in one of two modes, which determine the memory map (cpu_modes.py). On a PC with an interrupt controller
boards may interrupt it. ISA boards' memory is at $A0000 to $FFFFF: the card's window, too; without a board that has
memory, an access there is a fault. Ports $40 to $43 are the interval timer's, which every PC has. A run counts clocks
from the function's first instruction to the end of its RET.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Unpack

import unicorn
from unicorn import x86_const as x86

from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.bus import i8254, i8259
from dsp56k.host.bus.dma import Dma, DmaTiming
from dsp56k.host.bus.isa_bus import FLOATING_BYTE, IsaBus, IsaTiming
from dsp56k.host.callbacks.accounting import Accounting, NativeAccounting
from dsp56k.host.callbacks.cache import Misses
from dsp56k.host.callbacks.interrupts import (
    EXCEPTIONS,
    QUANTUM,
    Entry,
    FlatEntry,
    Interrupts,
    RealEntry,
    enter_handler,
)
from dsp56k.host.callbacks.process_signals import SignalGuard
from dsp56k.host.callbacks.pushed_flags import clear_pushed_flags
from dsp56k.host.callbacks.unicorn_hooks import PAGE, Ram, map_ram, new_engine, protect_code, register_reader
from dsp56k.host.clocks import (
    MEASURED_LEVELS,
    RULES,
    Blocks,
    clock_table,
    new_level,
    time_code,
)
from dsp56k.host.clocks.counters import NO_LIMIT
from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.clocks.processor_rules import Rules
from dsp56k.host.clocks.profile import Spent, by_call, by_instruction
from dsp56k.host.cpu_modes import MODES, Mode, ModeName, StackArgument
from dsp56k.host.errors import ClockLimitError, HostError, MachineFaultError, ProgramError
from dsp56k.host.pc_parameters import PcParameters, checked, effective_hertz
from dsp56k.host.program import Program
from dsp56k.lib.operands import octets, require_int

DATA = MODES["flat32"].data
"""Data area of the flat mode; `PC.data` is that of a certain PC."""

_FAR_RETURNS = ("ret far", "ret far i")
_INTERRUPT_RETURN = "iret"
_INT = "int n"
_HALT = b"\xf4"
"""HLT, where a function returns to: it never runs."""

DEFAULT_LIMIT_SECONDS = 120
"""Default of the watch-dog, in emulated time."""
_PROGRAMS_KEPT = 16
"""Programs on different machines whose blocks are kept; a study has a few for each of its PCs."""


@dataclass(frozen=True, slots=True)
class Result:
    """Time and value of a run.

    Attributes:
        clocks: CPU clocks.
        time: the same in picoseconds.
        value: return value of the function, 32 bits, unsigned.
    """

    clocks: int
    time: Time
    value: int


@dataclass(frozen=True, slots=True)
class PcState:
    """A state of a PC between two runs.

    Attributes:
        memory: the content of each area of RAM, by blocks.
        registers: those of the CPU.
        counter: clocks and caches.
        pushed: addresses of pushed flags whose upper bits are cleared.
    """

    memory: tuple[tuple[bytes, ...], ...]
    registers: object
    counter: object
    pushed: frozenset[int]


class PC:
    """A machine with one program.

    Args:
        program: program to load.
        parameters: the machine (PcParameters).

    Raises:
        HostError: a parameter out of its range, or no memory for the machine.
        ProgramError: an instruction whose clocks are not known.
    """

    def __init__(self, program: Program, **parameters: Unpack[PcParameters]) -> None:
        given = checked(parameters)
        cpu, mode, memory, dma = given["cpu"], given["mode"], given["memory"], given["dma"]
        assert memory is not None
        if program.mode != mode:
            raise HostError(f"{program.path}: linked for {program.mode}, the PC runs in {mode}", mode=mode)
        self.program = program
        self._mode = MODES[mode]
        self._hertz = effective_hertz(given)
        self.clock = Clock(self._hertz)
        self._after = Timing(address=self._mode.return_address, size=1, text="hlt", row="hlt")
        timing_parameters = cpu, mode, memory, given["wait_states"], given["decoded_queue"], given["byte_rules"]
        self._blocks = _blocks_of(tuple(program.code), str(program.path), *timing_parameters).of_machine()
        code, self._level = self._blocks.code, self._blocks.level
        self._uc = new_engine(self._mode.engine, sum(len(area) for area in self._mode.ram))
        self._register = register_reader(self._uc)
        self._pushed: set[int] = set()
        parts = self._new_accounting()
        self._counter = parts.counter
        timing = given["isa"] or IsaTiming()
        self.isa_bus = IsaBus(self._hertz, timing, parts.bus_clock(self._hertz, timing.clock_hz))
        self.timer = parts.timer()
        self.isa_bus.attach_ports(i8254.FIRST_PORT, i8254.PORTS, self.timer)
        self._failure: BaseException | None = None
        self._guard = SignalGuard(self._fail)
        interrupts = given["interrupts"]
        self._cycles = parts.cycles(self._level, code, self.isa_bus, self._guard, self._fail)
        self._map_memory()
        simulated = given["cache"] == "simulated"
        if simulated or not program.aligned:
            self._refuse_far_returns(code.at.values())
        self._hook(parts, code.at.values(), RULES[cpu][mode], exact_multiply=given["multiply"] == "exact")
        self._cache = parts.cache(given["miss_clocks"]) if simulated else None
        if dma is not None:
            self._attach_dma(dma)
        self.interrupt_controller: i8259.I8259 | None = None
        """On a PC that has one."""
        has_int = any(timing.row == _INT for timing in code.at.values())
        self._entry: Entry | None = _entry_of(self._mode) if interrupts or has_int else None
        """The entry of handlers, if boards or the program interrupt."""
        self._requested: int | None = None
        self._clock_of_day: i8254.ClockOfDay | None = None
        self._interrupts = self._attach_interrupts(RULES[cpu][mode].column) if interrupts else None
        self._watchdog = NO_LIMIT
        for segment in program.segments:
            self._uc.mem_write(segment.address, segment.content)
        self._contents = self._memory()
        areas = [range(start, start + len(content)) for start, content in program.code]
        self._keep = (
            protect_code(self._uc, self._ram, areas, self._code_written),
            parts.shorten_stores(areas),
        )
        if not simulated:
            self._cycles.move_strings(self._ram, areas)
        self._registers = self._uc.context_save()

    @property
    def data(self) -> range:
        """Addresses of RAM for the program's data."""
        return self._mode.data

    @property
    def clocks(self) -> int:
        """CPU clocks since power-up; time stops between runs."""
        return self._counter.clocks

    @property
    def now(self) -> Time:
        """Picoseconds since power-up."""
        return self.clock.time_of(self.clocks)

    @property
    def misses(self) -> Misses | None:
        """Misses of the simulated cache since power-up; None without one."""
        return None if self._cache is None else self._cache.misses()

    @property
    def instructions(self) -> Mapping[int, Timing]:
        """The program's instructions by address, with their text."""
        return self._blocks.code.at

    def restart(self) -> None:
        """Restore exactly the state of a new PC: memory, CPU, clocks, timer, bus, cache.

        Raises HostError if a board is in a slot, because it has a separate state.
        """
        if not self.isa_bus.serves(self.timer):
            raise HostError("cannot restart a PC without the boards in its slots")
        for area, content in zip(self._ram, self._contents, strict=True):
            area.fill(content)
        self._uc.context_restore(self._registers)
        self._counter.restart()
        self.isa_bus.clock.restart()
        i8254.start(self.timer)
        if self._cache is not None:
            self._cache.restart()
        self._pushed.clear()

    @property
    def chips(self) -> tuple[object, ...]:
        """Parts whose state is not in `state`: the bus with its boards, the interrupt controller, the clock of day."""
        return self.isa_bus, self.interrupt_controller, self._clock_of_day

    def state(self) -> PcState:
        """Return memory, registers and clocks between two runs."""
        return PcState(self._memory(), self._uc.context_save(), self._counter.state(), frozenset(self._pushed))

    def _memory(self) -> tuple[tuple[bytes, ...], ...]:
        """Return the content of each area of RAM."""
        return tuple(area.content() for area in self._ram)

    def restore(self, state: PcState) -> None:
        """Return memory, registers and clocks to an earlier state of this PC; the counts of its profile stay."""
        for area, content in zip(self._ram, state.memory, strict=True):
            area.fill(content)
        self._uc.context_restore(state.registers)
        self._counter.restore(state.counter)
        self._pushed.clear()
        self._pushed.update(state.pushed)

    def profile(self) -> dict[int, Spent]:
        """Return the clocks and executions since power-up of each instruction, by address; their sum is `clocks`."""
        return by_instruction(self._blocks, self._counter.edges(), self._counter.waits())

    def clocks_of(self, symbol: str) -> int:
        """Return the clocks since power-up of the instructions from a symbol to the next one.

        Raises:
            ProgramError: no such symbol.
        """
        start = self.program.address_of(symbol)
        ends = [address for address in self.program.symbols.values() if address > start]
        own = range(start, min(ends, default=start + 1))
        return sum(spent.clocks for address, spent in self.profile().items() if address in own)

    def calls(self) -> dict[tuple[int, int], int]:
        """Return the number of calls since power-up by an instruction and a function, by the addresses of both."""
        return by_call(self._blocks, self._counter.edges())

    def read(self, address: int, size: int) -> bytes:
        """Return `size` bytes of RAM, without taking time; raise HostError for other addresses."""
        address, size = require_int("address", address), require_int("size", size)
        return self._area(address, size).read(address, size)

    def write(self, address: int, data: bytes) -> None:
        """Store bytes in RAM, without taking time; raise HostError for other addresses and for the program's code."""
        address, data = require_int("address", address), octets("data", data)
        area = self._area(address, len(data))
        for start, code in self.program.code:
            if address < start + len(code) and start < address + len(data):
                raise HostError(f"{address:#x}: the program's code is there", address=address)
        area.store(address, data)

    def slot(self, argument: StackArgument) -> bytes:
        """Return the four bytes that an argument has on the stack, for tables of arguments in memory."""
        return self._mode.slot(argument)

    def run(self, function: str, *arguments: StackArgument, limit: int | None = None) -> Result:
        """Call `function` of the program, as cpu_modes.py describes, and run it to its end.

        Args:
            function: its symbol.
            arguments: signed or unsigned, 32 bits; an address is marked as a Pointer.
            limit: CPU clocks it may take; by default 120 s of the machine's time.

        Raises:
            ProgramError: no such function.
            ClockLimitError: it took longer than `limit`.
            MachineFaultError: unmapped memory, an instruction outside the program's code, a write to that code, a wide
                read of a board that Unicorn would distort.
            BaseException: whatever a board's callback or a signal's handler raised (Ctrl-C: KeyboardInterrupt). Memory
                is then as the program left it, and `clocks` counts the blocks begun.
        """
        entry: int | None = self.program.address_of(function)
        uc, counter = self._uc, self._counter
        self._mode.begin(uc, arguments)
        self._requested = None
        if self._entry is not None:
            self._entry.begin(uc)
        if self._interrupts is not None:
            self._interrupts.begin()
        if self._clock_of_day is not None:
            self._clock_of_day.begin(self.now)
        start = counter.clocks
        budget = require_int("limit", limit) if limit is not None else int(self._hertz * DEFAULT_LIMIT_SECONDS)
        self._watchdog = min(start + budget, NO_LIMIT)
        self._set_limit()
        counter.node = self._blocks.root
        self._failure = None
        self._cycles.begin(function)
        error: unicorn.UcError | None = None
        with self._guard:
            try:
                while entry is not None:
                    uc.emu_start(entry, self._mode.return_address)
                    entry = self._interrupted()
            except unicorn.UcError as fault:
                error = fault
            finally:
                self._cycles.finish()
        if self._failure is not None:
            raise self._failure
        pc = self._pc()
        if error is not None:
            raise MachineFaultError(f"{function}: {error} at {pc:#x}", pc=pc, function=function) from error
        if pc != self._mode.return_address:
            raise MachineFaultError(f"{function}: stopped at {pc:#x} without returning", pc=pc, function=function)
        counter.wait(*self._blocks.leave(counter.node, self._after))
        counter.node = self._blocks.root
        spent = counter.clocks - start
        elapsed = self.clock.time_of(counter.clocks) - self.clock.time_of(start)
        return Result(spent, elapsed, self._mode.value(uc))

    def _pc(self) -> int:
        """Linear address of the running instruction."""
        return self._mode.linear(self._register)

    def _map_memory(self) -> None:
        returns, areas = self._mode.return_address, list(self._mode.ram)
        if not any(returns in area for area in areas):
            areas.append(range(returns, returns + PAGE))
        self._ram = map_ram(self._uc, areas)
        self._uc.mem_write(returns, _HALT)

    def _attach_dma(self, timing: DmaTiming) -> None:
        bus_hz, ram = self.isa_bus.timing.clock_hz, self._ram

        def read(address: int) -> int:
            return next((each.get(address) for each in ram if address in each.addresses), FLOATING_BYTE)

        def write(address: int, value: int) -> None:
            for each in ram:
                if address in each.addresses:
                    each.put(address, value)

        self.isa_bus.attach_dma(Dma(self._hertz, bus_hz, timing, read, write))

    def _attach_interrupts(self, column: str) -> Interrupts:
        controller = self.interrupt_controller = i8259.I8259()
        self.isa_bus.attach_interrupts(controller)
        controller.on_unmask = self._set_limit
        self._clock_of_day = clock_of_day = i8254.ClockOfDay(partial(controller.drive, 0))
        controller.attach(clock_of_day)
        parts = self._uc, self._counter, self.clock, self.isa_bus, controller
        assert self._entry is not None
        clocks = clock_table(column)[_INT].clocks.base
        return Interrupts(*parts, entry=self._entry, clocks=clocks, address=self._pc)

    def _set_limit(self) -> None:
        """Set the next clock at which the counter reports: that of the watch-dog, or an earlier check of the boards."""
        looks = self._interrupts is not None and self._interrupts.armed
        self._counter.limit = min(self._counter.clocks + QUANTUM, self._watchdog) if looks else self._watchdog

    def _interrupted(self) -> int | None:
        """Return the address at which the program continues after a stop: a handler, or None."""
        if self._failure is not None:
            return None
        if self._requested is not None and self._entry is not None:
            vector, self._requested = self._requested, None
            return enter_handler(self._entry, self._uc, vector, self._pc())
        handler = None if self._interrupts is None else self._interrupts.enter()
        if handler is not None:
            self._counter.node = self._blocks.root
        return handler

    def _new_accounting(self) -> Accounting:
        return NativeAccounting(self._uc, self._mode, self._blocks, self._out_of_clocks, self._block_failed)

    def _hook(self, accounting: Accounting, timings: Collection[Timing], rules: Rules, *, exact_multiply: bool) -> None:
        uc = self._uc
        self._cycles.hook_ports()
        uc.hook_add(unicorn.UC_HOOK_INTR, self._interrupt)
        for timing in timings:
            if timing.flow is Flow.REPEAT_WHILE:
                self._watch_repeat(timing)
        if not self.program.aligned:
            accounting.watch_accesses(self._level, rules.bus_width, timings)
        if not rules.upper_flags:
            self._pushed = clear_pushed_flags(uc, timings)
        accounting.watch_operands(timings, self._ram, multipliers=exact_multiply)

    def _refuse_far_returns(self, timings: Iterable[Timing]) -> None:
        """Refuse RETF, and IRET where it is executed: they would run twice because accesses are watched.

        Unicorn restores IP, which it has read by then, before it reports the read of CS. The driver has handlers that
        end in IRET, and that most calls do not execute.
        """
        path, cure = self.program.path, "load the program with aligned=True and without a cache"
        for timing in timings:
            error = ProgramError(
                f"{path}: instruction at {timing.address:#x}, `{timing.text}`: accesses here are not observed: {cure}",
                path=path,
                address=timing.address,
                text=timing.text,
            )
            if timing.row in _FAR_RETURNS:
                raise error
            if timing.row == _INTERRUPT_RETURN:
                self._uc.hook_add(
                    unicorn.UC_HOOK_CODE,
                    lambda uc, address, size, failure: self._fail(failure),
                    error,
                    timing.address,
                    timing.address,
                )

    def _block_failed(self, failure: BaseException) -> None:
        if isinstance(failure, KeyError):
            address = failure.args[0]
            message = f"{self._cycles.function}: ran into {address:#x}, which is not its code"
            failure = MachineFaultError(message, pc=address, function=self._cycles.function)
        self._fail(failure)

    def _fail(self, failure: BaseException) -> None:
        """Keep the first failure for run() and stop."""
        if self._failure is None:
            self._failure = failure
        self._guard.interruptible = False
        # Unicorn forgets a stop that comes before it has started; the first block then finds no clocks left.
        self._counter.limit = -1
        self._uc.emu_stop()

    def _out_of_clocks(self) -> None:
        counter = self._counter
        if self._failure is None and self._interrupts is not None and counter.clocks <= self._watchdog:
            self._interrupts.look()
            self._set_limit()
            return
        pc = self._pc()
        raise ClockLimitError(
            f"{self._cycles.function}: still running after its limit of clocks, at {pc:#x}",
            function=self._cycles.function,
            clocks=counter.clocks,
            limit=self._watchdog,
            pc=pc,
        )

    def _area(self, address: int, size: int) -> Ram:
        """Return the area of RAM that has all of these addresses."""
        for area, addresses in zip(self._ram, self._mode.ram, strict=False):
            if addresses.start <= address <= address + size <= addresses.stop:
                return area
        raise HostError(f"{address:#x} to {address + size:#x} is not RAM of the PC", address=address, size=size)

    def _code_written(self, address: int) -> None:
        """Code is decoded once, as it was loaded: changed code would run at another code's clocks."""
        message = f"{self._cycles.function}: writes to {address:#x}, the program's code"
        self._fail(MachineFaultError(message, function=self._cycles.function, address=address))

    def _interrupt(self, uc: unicorn.Uc, number: int, _: object) -> None:
        if number not in EXCEPTIONS:
            self._requested = number
            uc.emu_stop()
            return
        pc = self._pc()
        self._fail(
            MachineFaultError(
                f"{self._cycles.function}: interrupt or exception {number} before {pc:#x}",
                pc=pc,
                function=self._cycles.function,
                number=number,
            )
        )

    def _watch_repeat(self, timing: Timing) -> None:
        """REPE and REPNE may end without a further block: (E)CX shows the last item."""
        last, register = 0, {"cx": x86.UC_X86_REG_CX, "ecx": x86.UC_X86_REG_ECX}[timing.count]

        def remember(uc: unicorn.Uc, address: int, size: int, _: object) -> None:
            nonlocal last
            last = uc.reg_read(register)

        def unseen() -> int:
            return last - int(self._uc.reg_read(register))

        self._uc.hook_add(unicorn.UC_HOOK_CODE, remember, None, timing.address, timing.address)
        self._blocks.unseen_items[timing.address] = unseen


@lru_cache(_PROGRAMS_KEPT)
def _blocks_of(
    sections: tuple[tuple[int, bytes], ...],
    path: str,
    cpu: str,
    mode: ModeName,
    memory: str,
    wait_states: int,
    decoded_queue: int,
    byte_rules: bool,
) -> Blocks:
    """Return the blocks of a program on equal machines, which compute each of them once."""
    code = time_code(sections, cpu=cpu, mode=mode, path=path, measured=memory in MEASURED_LEVELS)
    level = new_level(cpu, mode, memory, wait_states, code.at, decoded_queue=decoded_queue, byte_rules=byte_rules)
    return Blocks(code, level)


def _entry_of(mode: Mode) -> Entry:
    """Return the entry of handlers in a mode."""
    return RealEntry() if mode.segmented else FlatEntry()

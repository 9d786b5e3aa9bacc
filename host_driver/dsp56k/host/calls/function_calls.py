"""The PC for users: a machine by its name, a program loaded into it, calls of functions with their clocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Unpack

from dsp56k.emu.timeline import Time
from dsp56k.host.calls.arguments import Argument, fetch, place
from dsp56k.host.calls.profile import profile_of
from dsp56k.host.clocks.profile import Spent
from dsp56k.host.errors import HostError
from dsp56k.host.machines import DEFAULT_MACHINE, MachineRow, row_of
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.program import Program, load_program
from dsp56k.profile import Profile

_NOTHING = Spent(0, 0)
"""Clocks of an instruction that has not run."""


class Machine:
    """A PC into which programs can be loaded.

    Args:
        row: name of a machine of the package (docs/reference/host.md), or a value of `load_machines`.
        changes: parameters of `PC` instead of the machine's, such as `wait_states=0`.

    Raises:
        HostError: no such machine, or it has no such parameter.
    """

    def __init__(self, row: str | MachineRow = DEFAULT_MACHINE, **changes: Unpack[PcParameters]) -> None:
        self.row = row_of(row)
        for name in changes:
            if getattr(self.row, name, ...) is None:
                raise HostError(f"{self.row.name}: memory {self.row.memory!r} has no {name}", machine=self.row.name)
        self.parameters: PcParameters = {**self.row.parameters, **changes}

    def load(self, program: Program | Path | str) -> LoadedMachine:
        """Return a new PC with a program of `compile_c` or an ELF file.

        Raises:
            ProgramError: the file is not a program, or the machine has no clocks for an instruction.
        """
        loaded = program if isinstance(program, Program) else load_program(program)
        return LoadedMachine(PC(loaded, **self.parameters), self.row.name)


class LoadedMachine:
    """A PC with a program, whose functions can be called; its variables keep their values from call to call.

    Attributes:
        pc: the PC itself: memory, clocks, boards.
        name: its name in profiles.
    """

    def __init__(self, pc: PC, name: str = "PC") -> None:
        self.pc = pc
        self.name = name
        self._spent: dict[int, Spent] = {}
        self._calls: dict[tuple[int, int], int] = {}

    def restart(self) -> None:
        """Restore the state after the program was loaded; HostError with a board in a slot."""
        self.pc.restart()
        self._spent, self._calls = {}, {}

    def call(self, function: str, *arguments: Argument, limit: int | None = None) -> Timed:
        """Call a function (cdecl) and time it, from its first instruction to the end of its RET.

        Integers are passed unchanged. Bytes are stored in the PC's data and passed by address, each at a
        multiple of 16, again in each call; a bytearray is updated, and `Out(n)` is a buffer of n zeros that is
        returned. Storing takes no time.

        Args:
            function: its symbol.
            arguments: see above.
            limit: CPU clocks it may take; by default 120 s of the machine's time.

        Raises:
            HostError: the arguments do not fit, or have a type that a function cannot take.
            ProgramError, ClockLimitError, MachineFaultError: as `PC.run`.
        """
        words, buffers = place(self.pc, arguments)
        try:
            result = self.pc.run(function, *words, limit=limit)
        finally:
            before, self._spent = self._spent, self.pc.profile()
            calls, self._calls = self._calls, self.pc.calls()
        spent = {
            address: Spent(now.clocks - then.clocks, now.times - then.times)
            for address, now in self._spent.items()
            if now != (then := before.get(address, _NOTHING))
        }
        made = {call: times for call, now in self._calls.items() if (times := now - calls.get(call, 0))}
        outputs = fetch(self.pc, buffers)
        entry = self.pc.program.address_of(function)
        return Timed(result.value, result.clocks, result.time, outputs, _Counted(self, entry, spent, made))


class _Counted(NamedTuple):
    """Clocks and calls of one call of the function at `entry`."""

    machine: LoadedMachine
    entry: int
    spent: dict[int, Spent]
    calls: dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Timed:
    """Result and time of a call.

    Attributes:
        value: return value of the function, 32 bits, unsigned.
        clocks: of the CPU.
        time: time of the call in picoseconds.
        outputs: contents of its bytearray and `Out` arguments after it, in their order.
    """

    value: int
    clocks: int
    time: Time
    outputs: tuple[bytes, ...]
    _counted: _Counted = field(repr=False, compare=False)

    def profile(self) -> Profile:
        """Return the profile of the clocks; their sum is `clocks`.

        A function is a called address, with the labels within it.
        """
        machine, entry, spent, calls = self._counted
        texts = {address: timing.text for address, timing in machine.pc.instructions.items()}
        return profile_of(machine.name, machine.pc.clock.hertz, machine.pc.program, entry, texts, spent, calls)

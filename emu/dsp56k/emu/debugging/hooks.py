"""Hooks: Python functions that are called where a program executes or accesses memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from dsp56k.emu.debugging.watchpoints import Registry, Watchpoint, address_range, watched
from dsp56k.emu.errors import ChipInUseError, ConfigurationError
from dsp56k.emu.instruction_cost import Access, accesses_of
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols

Dsp = TypeVar("Dsp")
"""The chip that hooks receive: `Dsp56001`, which this module cannot import."""


@dataclass(frozen=True)
class ExecutionHook:
    """A range of program addresses, and a function that is called before each instruction in it.

    Attributes:
        first, last: Range of addresses.
        call: Function that receives the chip and the instruction's address.
    """

    first: int
    last: int
    call: Callable[..., object]


@dataclass(frozen=True)
class AccessHook:
    """A range of addresses of one space, and a function that is called after each access to it.

    Attributes:
        watched: Range and directions.
        call: Function that receives the chip, the access, and the address of the instruction that made it.
    """

    watched: Watchpoint
    call: Callable[..., object]


Hook = ExecutionHook | AccessHook


class HookDispatcher:
    """The calls of a chip's hooks: it reads from the chip which hooks are due, and calls their functions.

    Attributes:
        active: True if a hook is set, or is being called.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._executions: tuple[ExecutionHook, ...] = ()
        self._accesses: tuple[AccessHook, ...] = ()
        self._calling = False
        self._restored = False
        self._passed: tuple[int, int] | None = None
        """The instruction before which a hook has restored the chip, so that its hooks are not called a second time."""
        self.active = False

    def replace(self, hooks: Sequence[Hook]) -> None:
        """Replace all hooks."""
        executions = tuple(hook for hook in hooks if isinstance(hook, ExecutionHook))
        accesses = tuple(hook for hook in hooks if isinstance(hook, AccessHook))
        self._chip.set_hooks([(hook.first, hook.last) for hook in executions], [hook.watched for hook in accesses])
        self._executions, self._accesses = executions, accesses
        if not hooks:
            # A hook can be due still if an exception has ended the run.
            self._chip.hooked()
        self._set_active(bool(hooks) or self._calling)

    def _set_active(self, active: bool) -> None:
        """Set `active`, and prevent runs of the chip without Python meanwhile."""
        self.active = active
        self._chip.set_hooked(active)

    def enter(self, dsp: object) -> None:
        """Check that the chip can continue; call the hooks that are due still because an exception has ended a run.

        Raises:
            ChipInUseError: One of its hooks is being called.
        """
        if self._calling:
            raise ChipInUseError("a hook cannot run the chip that calls it; it can read and change the chip")
        self.answer(dsp)

    def restored(self) -> None:
        """Note that the chip was restored, possibly by a hook that is being called."""
        self._restored, self._passed = self._calling, None

    def answer(self, dsp: object) -> bool:
        """Call the hooks that are due; return True if their instruction has not yet been executed."""
        met = self._chip.hooked()
        if met is None:
            return False
        address, before, records = met
        passed, self._passed = self._passed, None
        if before and passed == (address, self._chip.instructions):
            return True
        accesses = accesses_of(records) if records else ()
        self._calling = True
        try:
            if before:
                for execution in self._executions:
                    if execution.first <= address <= execution.last:
                        execution.call(dsp, address)
            for access in accesses:
                for hook in self._accesses:
                    if hook.watched.sees(access):
                        hook.call(dsp, access, address)
        finally:
            if self._restored and before:
                self._passed = self._chip.pc, self._chip.instructions
            self._calling = self._restored = False
            self._set_active(bool(self._executions or self._accesses))
        return before


class Hooks(Registry[Hook], Generic[Dsp]):
    """Functions that a chip calls while it runs, steps, is traced or advances.

    They are called between two instructions. They may read and change the chip, but not run it. An exception ends the
    run and reaches its caller; another run can continue. Hooks on instructions take only the time of their calls. Hooks
    on accesses cost as much as watchpoints. Clocks do not change. Hooks belong to the object, not to the chip's state,
    so a reset or a restored snapshot does not remove them.
    """

    ITEM = "hook"

    def __init__(self, calls: HookDispatcher, symbols: Symbols) -> None:
        super().__init__()
        self._calls = calls
        self._symbols = symbols

    def on_execute(
        self, call: Callable[[Dsp, int], object], first: int | str, last: int | str | None = None
    ) -> ExecutionHook:
        """Call `call(dsp, address)` before each instruction at `first` to `last` (or the one address) executes.

        A REP, each repetition, and each word of a vector are one instruction each. The jump to itself of a HALT is not
        executed.

        Args:
            call: Function to call. Its result is ignored.
            first: P address, 0 to $FFFF, or symbol of a loaded program.
            last: Last address of the range [`first`].

        Raises:
            ConfigurationError: The symbol does not exist, the range is empty, or `call` is not callable.
            MemoryAccessError: An address is outside the space.
        """
        _check(call)
        hook = ExecutionHook(*address_range(self._symbols, "P", first, last), call)
        self._apply([*self._set, hook])
        return hook

    def on_access(
        self,
        call: Callable[[Dsp, Access, int], object],
        space: str,
        first: int | str,
        last: int | str | None = None,
        *,
        read: bool = True,
        write: bool = True,
    ) -> AccessHook:
        """Call `call(dsp, access, by)` after the instruction at `by` that accesses `first` to `last` of a space.

        The accesses are those of watchpoints. An instruction with two of them causes two calls, in their order.

        Args:
            call: Function to call. Its result is ignored.
            space: "X", "Y" or "P".
            first: Address, 0 to $FFFF, or symbol of a loaded program.
            last: Last address of the range [`first`].
            read: True selects reads.
            write: True selects writes.

        Raises:
            ConfigurationError: The space or symbol does not exist, the range is empty, no direction is selected, or
                `call` is not callable.
            MemoryAccessError: An address is outside the space.
        """
        _check(call)
        hook = AccessHook(watched(self._symbols, space, first, last, read, write), call)
        self._apply([*self._set, hook])
        return hook

    def _apply(self, items: list[Hook]) -> None:
        self._calls.replace(items)
        self._set = items


def _check(call: object) -> None:
    if not callable(call):
        raise ConfigurationError(f"a hook must be a function, got {described(call)}", field="call", value=call)

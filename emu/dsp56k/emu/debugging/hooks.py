"""Hooks: Python functions that are called where a program executes or accesses memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from dsp56k.emu.debugging.settings import Settings
from dsp56k.emu.debugging.watch import Watchpoint, address_range, watched
from dsp56k.emu.errors import ChipInUseError, ConfigurationError
from dsp56k.emu.explain import Access, accesses_of
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols

Dsp = TypeVar("Dsp")
"""The chip as hooks get it: `Dsp56001`, which lies above this module."""


@dataclass(frozen=True)
class ExecutionHook:
    """A range of program addresses, and what is called before each instruction that executes there: with the chip and
    the instruction's address.
    """

    first: int
    last: int
    call: Callable[..., object]


@dataclass(frozen=True)
class AccessHook:
    """A range of addresses of one space with its directions, and what is called after each access to it: with the chip,
    the access, and the address of the instruction that made it.
    """

    watched: Watchpoint
    call: Callable[..., object]


Hook = ExecutionHook | AccessHook


class HookCalls:
    """The chip's side of its hooks: which it has met, and the calls of them.

    Attributes:
        active: whether any is set, or is being called.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._hooks: Sequence[Hook] = ()
        self._calling = False
        self._restored = False
        self._passed: tuple[int, int] | None = None
        """Where a hook has restored a chip that stands before the very instruction, which is not to be met again."""
        self.active = False

    def replace(self, hooks: Sequence[Hook]) -> None:
        """Replace all hooks."""
        executions = [(hook.first, hook.last) for hook in hooks if isinstance(hook, ExecutionHook)]
        accesses = [hook.watched for hook in hooks if isinstance(hook, AccessHook)]
        self._chip.set_hooks(executions, accesses)
        self._hooks = hooks
        self.active = bool(hooks) or self._calling

    def enter(self) -> None:
        """Before the chip goes on.

        Raises:
            ChipInUseError: one of its hooks is being called.
        """
        if self._calling:
            raise ChipInUseError("a hook cannot run the chip that calls it; it can read and change the chip")

    def restored(self) -> None:
        """Note that the chip was restored, possibly by a hook that is being called."""
        self._restored, self._passed = self._calling, None

    def answer(self, dsp: object) -> bool:
        """Call the hooks that the chip has met; whether its instruction has still to be executed."""
        met = self._chip.hooked()
        if met is None:
            return False
        address, before, records = met
        place = address, self._chip.instructions
        passed, self._passed = self._passed, None
        if before and place == passed:
            return True
        accesses = accesses_of(records)
        self._calling = True
        try:
            if before:
                for execution in self._executions():
                    if execution.first <= address <= execution.last:
                        execution.call(dsp, address)
            for access in accesses:
                for hook in self._accesses():
                    if hook.watched.sees(access):
                        hook.call(dsp, access, address)
        finally:
            if self._restored and before:
                self._passed = self._chip.pc, self._chip.instructions
            self._calling = self._restored = False
            self.active = bool(self._hooks)
        return before

    def _executions(self) -> list[ExecutionHook]:
        return [hook for hook in self._hooks if isinstance(hook, ExecutionHook)]

    def _accesses(self) -> list[AccessHook]:
        return [hook for hook in self._hooks if isinstance(hook, AccessHook)]


class Hooks(Settings[Hook], Generic[Dsp]):
    """Functions that a chip calls while it runs, steps, is traced or advances.

    They are called between two instructions: they may look at the chip and change it, but not run it. An exception ends
    the run and reaches its caller; the run can go on from there. One on instructions costs a run nothing but its calls,
    one on accesses up to a quarter of the speed, as watchpoints do; no clock changes. They belong to the object, not to
    the chip's state: a reset or a restored snapshot leaves them.
    """

    ITEM = "hook"

    def __init__(self, calls: HookCalls, symbols: Symbols) -> None:
        super().__init__()
        self._calls = calls
        self._symbols = symbols

    def on_execute(
        self, call: Callable[[Dsp, int], object], first: int | str, last: int | str | None = None
    ) -> ExecutionHook:
        """Call `call(dsp, address)` before each instruction at `first` to `last` (or the one address) executes.

        A REP and each repetition are one each, so is each word of a vector. The jump to itself of a HALT does not
        execute.

        Args:
            call: what to call; what it returns does not matter.
            first: a P address, 0 to $FFFF, or a symbol of a loaded program.
            last: the same, included; without it the one address.

        Raises:
            ConfigurationError: no such symbol, an empty range, or nothing that can be called.
            MemoryAccessError: an address outside the space.
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

        Seen are the accesses that watchpoints see. An instruction with two of them calls twice, in their order.

        Args:
            call: what to call; what it returns does not matter.
            space: "X", "Y" or "P".
            first: an address, 0 to $FFFF, or a symbol of a loaded program.
            last: the same, included; without it the one address.
            read: whether reads are meant.
            write: whether writes are meant.

        Raises:
            ConfigurationError: no such space or symbol, an empty range, neither direction, or nothing to call.
            MemoryAccessError: an address outside the space.
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

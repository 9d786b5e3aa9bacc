"""`Uc`: a DSP56001 with the interface of Unicorn's Python package."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from dsp56k.emu.chip import Dsp56001
from dsp56k.emu.debugging.hooks import Hook
from dsp56k.emu.errors import EmulatorError
from dsp56k.emu.instruction_cost import Access
from dsp56k.emu.memory import WORDS
from dsp56k.emu.stop import StopReason
from dsp56k.emu.unicorn import constants as uc
from dsp56k.emu.unicorn.constants import REGISTERS, SPACES, WORD_BYTES, address_of
from dsp56k.emu.unicorn.mapping import Mapping, UcError, memory_of, words_of

SLICE_CLOCKS = 1_000_000
"""Clocks that the chip runs between two checks of the real time, if there is a timeout."""
_MEMORY_HOOKS = {uc.UC_HOOK_MEM_READ: False, uc.UC_HOOK_MEM_WRITE: True}
_KINDS = uc.UC_HOOK_CODE | uc.UC_HOOK_MEM_READ | uc.UC_HOOK_MEM_WRITE | uc.UC_HOOK_MEM_UNMAPPED
_REFUSED = {
    uc.UC_MEM_READ_UNMAPPED: (uc.UC_ERR_READ_UNMAPPED, "read"),
    uc.UC_MEM_WRITE_UNMAPPED: (uc.UC_ERR_WRITE_UNMAPPED, "written"),
    uc.UC_MEM_FETCH_UNMAPPED: (uc.UC_ERR_FETCH_UNMAPPED, "executed"),
}


class _StoppedError(Exception):
    """`emu_stop` was called in a hook."""


@dataclass
class _UserHook:
    """A hook of a script: its events, its range of addresses, and the chip's hooks that implement it."""

    kinds: int
    callback: Callable[..., object]
    user_data: object
    begin: int
    end: int
    on_chip: list[Hook] = field(default_factory=list)

    def covers(self, address: int) -> bool:
        return self.begin > self.end or self.begin <= address <= self.end


@dataclass(frozen=True)
class UcContext:
    """The registers and the system stack at one time, without memory."""

    registers: tuple[tuple[str, int], ...]
    stack: tuple[tuple[int, int], ...]


class Uc:
    """A bare DSP56001 that scripts for the unicorn package can control.

    Addresses count bytes: a 24-bit word has three, the most significant first. P begins at 0, X at $100000, Y at
    $200000 (`address_of`). PC is such an address in P; other registers have their own values. The program can access
    only mapped memory and the chip's registers at X:$FFC0 and above. A REP and each repetition count one each.

    Protection of mapped memory, basic blocks and interrupt hooks of Unicorn are not available. Memory hooks are called
    after the instruction that makes the access.

    Attributes:
        dsp: The chip, for features that Unicorn does not have.
    """

    def __init__(self, arch: int, mode: int) -> None:
        """Power up.

        Raises:
            UcError: The architecture or the mode is not supported.
        """
        if arch != uc.UC_ARCH_DSP56K:
            raise UcError(uc.UC_ERR_ARCH, f"unsupported architecture {arch!r}: only UC_ARCH_DSP56K is available")
        if mode != uc.UC_MODE_DSP56001:
            raise UcError(uc.UC_ERR_MODE, f"unsupported mode {mode!r}: only UC_MODE_DSP56001 is available")
        self.dsp = Dsp56001()
        self._mapping = Mapping()
        self._hooks: dict[int, _UserHook] = {}
        self._guards: list[Hook] = []
        self._handles = 0
        self._stopping = False

    # Memory

    def mem_map(self, address: int, size: int, perms: int = uc.UC_PROT_ALL) -> None:
        """Map the words that contain these bytes.

        Raises:
            UcError: They are outside the spaces or already mapped, or `perms` is not UC_PROT_ALL.
        """
        if perms != uc.UC_PROT_ALL:
            raise UcError(uc.UC_ERR_ARG, "memory of a DSP56001 cannot be protected: use UC_PROT_ALL")
        self._mapping.add(address, size)
        self._guard()

    def mem_unmap(self, address: int, size: int) -> None:
        """Unmap the words that contain these bytes.

        Raises:
            UcError: Some of them are not mapped.
        """
        self._mapping.remove(address, size)
        self._guard()

    def mem_regions(self) -> Iterator[tuple[int, int, int]]:
        """Yield the first and last address and the protection of each mapped range."""
        for space, first, end in self._mapping.regions():
            yield address_of(space, first), address_of(space, end) - 1, uc.UC_PROT_ALL

    def mem_read(self, address: int, size: int) -> bytearray:
        """Return bytes of mapped memory.

        Raises:
            UcError: Some of them are not mapped.
        """
        space, first, end = self._mapped(address, size, uc.UC_ERR_READ_UNMAPPED)
        data = b"".join(word.to_bytes(WORD_BYTES) for word in memory_of(self.dsp, space)[first:end])
        skipped = (address - SPACES[space]) % WORD_BYTES
        return bytearray(data[skipped : skipped + size])

    def mem_write(self, address: int, data: bytes) -> None:
        """Write bytes to mapped memory. The other bytes of a word that is written in part do not change.

        Raises:
            UcError: Some of them are not mapped.
        """
        space, first, end = self._mapped(address, len(data), uc.UC_ERR_WRITE_UNMAPPED)
        start = address_of(space, first)
        whole = self.mem_read(start, WORD_BYTES * (end - first))
        whole[address - start : address - start + len(data)] = data
        memory_of(self.dsp, space)[first:end] = [
            int.from_bytes(whole[at : at + WORD_BYTES]) for at in range(0, len(whole), WORD_BYTES)
        ]

    def _mapped(self, address: int, size: int, errno: int) -> tuple[str, int, int]:
        space, first, end = words_of(address, size)
        if not self._mapping.holds(space, first, end):
            raise UcError(errno, f"{address:#x} to {address + size - 1:#x} is not completely mapped")
        return space, first, end

    # Registers

    def reg_read(self, reg_id: int) -> int:
        """Return a register as an unsigned number, and PC as an address.

        Raises:
            UcError: The register does not exist.
        """
        value = self.dsp.regs[self._name(reg_id)]
        return address_of("P", value) if reg_id == uc.UC_DSP56K_REG_PC else value

    def reg_write(self, reg_id: int, value: int) -> None:
        """Set a register, or PC to an address in P.

        Raises:
            UcError: The register does not exist or cannot hold the value.
        """
        name = self._name(reg_id)
        try:
            self.dsp.regs[name] = self._pc(value) if name == "pc" else value
        except EmulatorError as error:
            raise UcError(uc.UC_ERR_ARG, error.message) from error

    def reg_read_batch(self, reg_ids: Sequence[int]) -> tuple[int, ...]:
        """Return several registers."""
        return tuple(map(self.reg_read, reg_ids))

    def reg_write_batch(self, reg_data: Sequence[tuple[int, int]]) -> None:
        """Set several registers from pairs of register and value."""
        for reg_id, value in reg_data:
            self.reg_write(reg_id, value)

    @staticmethod
    def _name(reg_id: int) -> str:
        if reg_id not in REGISTERS:
            raise UcError(uc.UC_ERR_ARG, f"unknown register {reg_id!r}")
        return REGISTERS[reg_id]

    @staticmethod
    def _pc(address: int) -> int:
        word, odd = divmod(address, WORD_BYTES)
        if odd or not 0 <= word < WORDS:
            raise UcError(uc.UC_ERR_ARG, f"the address of an instruction must be a multiple of 3, got {address:#x}")
        return word

    def context_save(self) -> UcContext:
        """Return the registers, for `context_restore`."""
        stack = self.dsp.stack
        return UcContext(tuple(self.dsp.regs.as_dict().items()), tuple(stack[at] for at in range(len(stack))))

    def context_restore(self, context: UcContext) -> None:
        """Restore the registers. Memory and clocks do not change."""
        registers = dict(context.registers)
        for at, entry in enumerate(context.stack):
            self.dsp.stack[at] = entry
        for name in ("x0", "x1", "y0", "y1", "a", "b", *(f"{bank}{n}" for bank in "rnm" for n in range(8))):
            self.dsp.regs[name] = registers[name]
        for name in ("sr", "omr", "sp", "la", "lc", "pc"):
            self.dsp.regs[name] = registers[name]

    # Execution

    def emu_start(self, begin: int, until: int, timeout: int = 0, count: int = 0) -> None:
        """Execute from `begin` to `until`, which is not executed.

        Execution also ends with WAIT, STOP or a jump to itself if no event can end them, and with `emu_stop`.

        Args:
            begin: Address of the first instruction.
            until: Address at which execution ends.
            timeout: Limit of real time in microseconds; 0 sets no limit.
            count: Limit of instructions; 0 sets no limit.

        Raises:
            UcError: The program executes an illegal instruction, accesses unmapped memory, or has another error.
            Exception: A hook raised it.
        """
        first, last = self._pc(begin), self._pc(until)
        self.dsp.regs.pc = first
        self._stopping = False
        if first == last:
            return
        end = time.monotonic() + timeout / uc.UC_SECOND_SCALE
        instructions = self.dsp.instructions + count
        try:
            while not self._stopping:
                stop = self.dsp.run(
                    until=last,
                    max_clocks=SLICE_CLOCKS if timeout else None,
                    max_instructions=instructions - self.dsp.instructions if count else None,
                )
                if stop.reason is StopReason.ILLEGAL:
                    reason = f"illegal instruction at P:${stop.pc:04X}"
                    raise UcError(uc.UC_ERR_INSN_INVALID, reason)
                used_up = (count and self.dsp.instructions >= instructions) or (timeout and time.monotonic() >= end)
                if stop.reason is not StopReason.BUDGET or used_up:
                    return
        except _StoppedError:
            return
        except UcError:
            raise
        except EmulatorError as error:
            raise UcError(uc.UC_ERR_EXCEPTION, error.message) from error

    def emu_stop(self) -> None:
        """End the execution from a hook. A code hook ends it before its instruction."""
        self._stopping = True

    # Hooks

    def hook_add(
        self, htype: int, callback: Callable[..., object], user_data: object = None, begin: int = 1, end: int = 0
    ) -> int:
        """Call a function at events: UC_HOOK_CODE, _MEM_READ, _MEM_WRITE, and _MEM_..._UNMAPPED.

        Args:
            htype: One or more events.
            callback: Function with the parameters of Unicorn: `(uc, address, size, user_data)` for code, `(uc, access,
                address, size, value, user_data)` for memory. For unmapped memory, a true result lets the program
                continue.
            user_data: Last argument of the function.
            begin: First address of the range.
            end: Last address of the range. All addresses are in the range if it is below `begin`.

        Returns:
            The handle for `hook_del`.

        Raises:
            UcError: A DSP56001 does not have the event, or `callback` is not callable.
        """
        if htype & ~_KINDS or not htype & _KINDS or not callable(callback):
            raise UcError(uc.UC_ERR_HOOK, f"invalid hook: unknown type {htype:#x}, or no callback")
        hook = _UserHook(htype, callback, user_data, begin, end)
        if htype & uc.UC_HOOK_CODE:
            hook.on_chip.append(self.dsp.hooks.on_execute(partial(self._on_code, hook), 0, WORDS - 1))
        for kind, write in _MEMORY_HOOKS.items():
            if htype & kind:
                met = partial(self._on_memory, hook)
                hook.on_chip += [
                    self.dsp.hooks.on_access(met, space, 0, WORDS - 1, read=not write, write=write) for space in SPACES
                ]
        self._handles += 1
        self._hooks[self._handles] = hook
        return self._handles

    def hook_del(self, handle: int) -> None:
        """Remove a hook.

        Raises:
            UcError: The hook does not exist.
        """
        if handle not in self._hooks:
            raise UcError(uc.UC_ERR_HOOK, f"unknown hook {handle!r}")
        for hook in self._hooks.pop(handle).on_chip:
            self.dsp.hooks.remove(hook)

    def _on_code(self, hook: _UserHook, _: Dsp56001, pc: int) -> None:
        address = address_of("P", pc)
        if hook.covers(address):
            from dsp56k.isa.decoder import decode

            decoded = decode(self.dsp.p[pc])
            size = WORD_BYTES * (1 if decoded is None else decoded.words)
            hook.callback(self, address, size, hook.user_data)
            self._leave_if_stopped()

    def _on_memory(self, hook: _UserHook, _: Dsp56001, access: Access, __: int) -> None:
        address = address_of(access.space, access.address)
        if hook.covers(address):
            kind = uc.UC_MEM_WRITE if access.write else uc.UC_MEM_READ
            value = access.value if access.write else 0
            hook.callback(self, kind, address, WORD_BYTES, value, hook.user_data)
            self._leave_if_stopped()

    def _leave_if_stopped(self) -> None:
        if self._stopping:
            raise _StoppedError

    def _guard(self) -> None:
        """Set hooks on all accesses to unmapped memory."""
        hooks = self.dsp.hooks
        for guard in self._guards:
            hooks.remove(guard)
        self._guards = []
        for space, first, end in self._mapping.holes():
            self._guards.append(hooks.on_access(self._unmapped_data, space, first, end - 1))
            if space == "P":
                self._guards.append(hooks.on_execute(self._unmapped_code, first, end - 1))

    def _unmapped_data(self, _: Dsp56001, access: Access, __: int) -> None:
        address = address_of(access.space, access.address)
        if access.write:
            self._unmapped(uc.UC_HOOK_MEM_WRITE_UNMAPPED, uc.UC_MEM_WRITE_UNMAPPED, address, access.value)
        else:
            self._unmapped(uc.UC_HOOK_MEM_READ_UNMAPPED, uc.UC_MEM_READ_UNMAPPED, address, 0)

    def _unmapped_code(self, _: Dsp56001, pc: int) -> None:
        self._unmapped(uc.UC_HOOK_MEM_FETCH_UNMAPPED, uc.UC_MEM_FETCH_UNMAPPED, address_of("P", pc), 0)

    def _unmapped(self, kind: int, access: int, address: int, value: int) -> None:
        """Call the hooks of an event. The program continues if one of them returns True."""
        hooks = [hook for hook in self._hooks.values() if hook.kinds & kind and hook.covers(address)]
        answers = [hook.callback(self, access, address, WORD_BYTES, value, hook.user_data) for hook in hooks]
        self._leave_if_stopped()
        if not any(answers):
            errno, verb = _REFUSED[access]
            raise UcError(errno, f"{address:#x} was {verb}, which is unmapped")

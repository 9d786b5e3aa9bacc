"""The code of a program, disassembled once, every instruction with its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import capstone

from dsp56k.host.clocks.instruction_forms import Timing, UnknownFormError, classify, is_relative_branch, text_of
from dsp56k.host.clocks.processors import RULES
from dsp56k.host.clocks.table import clock_table
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.errors import ProgramError, UncountedInstructionError


class TimedCode:
    """Timing of every instruction, by address."""

    def __init__(self, timings: Iterable[Timing]) -> None:
        self.at = {timing.address: timing for timing in timings}

    def block(self, address: int, size: int) -> list[Timing]:
        """Return the instructions of the `size` bytes at `address`; raise KeyError for code outside the program."""
        timings = []
        end = address + size
        while address < end:
            timing = self.at[address]
            timings.append(timing)
            address += timing.size
        return timings


_COSTS = attrgetter(*(field.name for field in fields(Timing)[3:]))
"""Returns everything of a Timing after its address, size and text."""
_DECODERS = {16: capstone.CS_MODE_16, 32: capstone.CS_MODE_32}
"""Capstone's modes, by bits."""
_LONGEST = 15
"""Bytes of the longest instruction."""
_AT_ONCE = 1024
"""Instructions decoded at a time: Capstone keeps two kilobytes for each."""
_PROGRAMS = 32
"""Programs whose disassembly is kept, the last ones used; most have some thousand instructions."""


def _instructions(decoder: capstone.Cs, code: bytes, start: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield address, size, mnemonic and operands of the instructions of `code`, up to the first invalid bytes."""
    place = 0
    while place < len(code):
        some = list(decoder.disasm_lite(code[place : place + _AT_ONCE * _LONGEST], start + place, _AT_ONCE))
        yield from some
        if not some:
            return
        place = some[-1][0] + some[-1][1] - start


def time_code(
    sections: Iterable[tuple[int, bytes]],
    *,
    cpu: str = "i386",
    mode: ModeName = "flat32",
    path: Path | str = "code",
    measured: bool = False,
) -> TimedCode:
    """Disassemble the (linear address, bytes) `sections` and look every instruction up by the rules of `cpu` in `mode`.

    With `measured`, clocks of the chip replace those of the manual (clock_table). The same code is disassembled once:
    values passed for it are shared.

    Raises:
        UncountedInstructionError: an instruction the table does not know, with its address and text.
        ProgramError: bytes that are not an instruction; a processor without counting rules, or without this mode.
    """
    return _timed(tuple(sections), cpu, mode, str(path), measured)


@lru_cache(_PROGRAMS)
def _timed(sections: tuple[tuple[int, bytes], ...], cpu: str, mode: ModeName, path: str, measured: bool) -> TimedCode:
    if cpu not in RULES:
        raise ProgramError(f"the processor must be one of {', '.join(RULES)}, got {cpu}", path=path, cpu=cpu)
    if mode not in RULES[cpu]:
        raise ProgramError(f"{cpu}: the mode must be {' or '.join(RULES[cpu])}, got {mode}", path=path, cpu=cpu)
    rules, base = RULES[cpu][mode], MODES[mode].base
    table = clock_table(rules.column, measured=measured)
    decoder = capstone.Cs(capstone.CS_ARCH_X86, _DECODERS[MODES[mode].bits])
    decoder.detail = True
    timings: list[Timing] = []
    # Equal bytes take equal times, and most instructions of a program occur more than once. Capstone takes ten times as
    # long for an instruction with details, which only the first occurrence needs.
    known: dict[bytes, tuple[Any, ...]] = {}
    relative: set[bytes] = set()
    for start, code in sections:
        address = start
        # Addresses in a segment count from its start: a target wraps at its end.
        for offset, size, mnemonic, operands in _instructions(decoder, code, start - base):
            content = code[address - start : address - start + size]
            if content not in known:
                insn = next(decoder.disasm(content, offset, 1))
                try:
                    known[content] = _COSTS(classify(insn, table, rules))
                except UnknownFormError as error:
                    text = text_of(mnemonic, operands, base if is_relative_branch(insn) else 0)
                    raise UncountedInstructionError(
                        f"{path}: instruction at {address:#x}, `{text}`: {error}",
                        path=path,
                        address=address,
                        text=text,
                    ) from None
                if is_relative_branch(insn):
                    relative.add(content)
            text = text_of(mnemonic, operands, base if content in relative else 0)
            timings.append(Timing(address, size, text, *known[content]))
            address += size
        if address != start + len(code):
            raise ProgramError(
                f"{path}: the bytes at {address:#x} are not an instruction", path=path, address=address, text=""
            )
    return TimedCode(timings)

"""The registers of a peripheral as text, for `repr`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip


def registers_text(chip: Chip, names: Iterable[str]) -> str:
    """Return registers that the DSP reads with their words and fields; nothing is changed by the reading."""
    from dsp56k.isa import IO_REGISTERS

    registers = [IO_REGISTERS[name] for name in names]
    return ", ".join(f"{one.name} {one.shown(chip.peek(0, one.address, external=False))}" for one in registers)

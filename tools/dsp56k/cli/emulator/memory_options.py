"""Memory and registers on the command line: initial values, and dumps at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from dsp56k.cli.console.shell import dollar_hint
from dsp56k.cli.emulator.operand_options import input_of, value_of
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

WORDS_A_ROW = 8


def bus_control(text: str) -> int:
    """Parse `--bcr` to the register's word: four digits, wait states of X, Y, P and I/O (UM 9-12).

    Raises:
        BadParameter: The value does not have 16 bits.
    """
    from dsp56k.emu.places import number_of

    word = number_of(text)
    if word is None or word > 0xFFFF:
        raise click.BadParameter(
            f"expected a word of 16 bits, as $1000, got {described(text)}{dollar_hint(text)}", param_hint="--bcr"
        )
    return word


def begin_with(dsp: Dsp56001, bcr: str | None, settings: Sequence[str]) -> None:
    """Apply `--bcr` and `--set` to the chip.

    Raises:
        BadParameter: A value is malformed.
        OperandError: An operand is unknown, or a value does not fit.
    """
    if bcr is not None:
        from dsp56k.isa import IO_REGISTERS

        dsp.x[IO_REGISTERS["BCR"].address] = bus_control(bcr)
    put(dsp, settings)


def put(dsp: Dsp56001, settings: Sequence[str]) -> None:
    """Write the values of `--set OPERAND=VALUE` to registers and memory.

    Raises:
        BadParameter: A value is malformed.
        OperandError: An operand is unknown, or a value does not fit.
    """
    if not settings:
        return  # most runs do not need the library
    from dsp56k.lib.routine.harness import store
    from dsp56k.lib.routine.operand import Reader

    reader = Reader(dsp.symbols, io=True)
    for setting in settings:
        text, value = input_of(setting, "--set")
        operand = reader.operand("--set", text)
        words = operand.encode("--set", value_of(operand, value, "--set"))
        store(dsp, [(place, words) for place in operand.places])


def ranges(dsp: Dsp56001, texts: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return space, first and last address of each `--dump`.

    Raises:
        OperandError: The text is not a range of memory.
    """
    if not texts:
        return []
    from dsp56k.lib.routine.operand import Reader

    return [found for text in texts for found in Reader(dsp.symbols, io=True).ranges("--dump", text)]


def words_of(dsp: Dsp56001, dumps: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, list[int]]]:
    """Return space, first address and words of each range."""
    memories = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}
    return [(space, first, memories[space][first : last + 1]) for space, first, last in dumps]


def rows(dsp: Dsp56001, dumps: Sequence[tuple[str, int, int]]) -> Iterator[str]:
    """Yield the words of memory as lines, eight words each."""
    for space, first, words in words_of(dsp, dumps):
        for offset in range(0, len(words), WORDS_A_ROW):
            row = " ".join(f"{word:06X}" for word in words[offset : offset + WORDS_A_ROW])
            yield f"{space}:${first + offset:04X}  {row}"

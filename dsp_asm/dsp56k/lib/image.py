"""The firmware's image: the assembled sources (src/monitor.asm) as segments for the card's external RAM."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from dsp56k import asm
from dsp56k.asm import ObjectFile
from dsp56k.lib.commands import ALL_CHECKS
from dsp56k.lib.errors import AssemblyError, OperandError
from dsp56k.lib.kernels.generate import complete_sources
from dsp56k.lib.operands import require_int
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.protocol import sum_of_words
from dsp56k.lib.tables import SOURCES
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import shown

Placement = Literal["internal", "external"]
Loops = Literal["unrolled", "general"]
_HANDLER = re.compile(r"^command_[67][0-9A-F]\b", re.MULTILINE)
_INCLUDE = re.compile(r"^\s+include\s+'([^']+)'", re.MULTILINE)


def _command_files() -> tuple[str, ...]:
    """Return the names of the library's sources with handlers of user's commands, or with such a source."""
    texts = {path.name: path.read_text(encoding="ascii") for path in SOURCES.glob("*.asm")}
    own = {name for name, text in texts.items() if _HANDLER.search(text)}
    variants = {name for name, text in texts.items() if own.intersection(_INCLUDE.findall(text))}
    return tuple(sorted(Path(name).stem for name in own | variants))


if TYPE_CHECKING:
    Commands = str
else:
    Commands = Literal[_command_files()]
"""Files of user's commands that belong to the library: src/NAME.asm. A part of `batches` runs in internal P."""

SMALL_BANK, LARGE_BANK = 0x2000, 0x8000
"""Words of the card's banks: 8K, 32K."""
_FIRST, _LAST = "monitor.asm", "opcodes.asm"
"""The first and the last source; a user's commands are between."""
PACES = range(6, 4095 * 2 + 5, 2)
"""Idle clocks that a REP of NOPs can take: 4 for the REP, 2 for each of 1 to 4095 (src/monitor.asm, idle)."""


@dataclass(frozen=True)
class Segment:
    """Consecutive words for the card's external RAM of `space` ("P" or "X"), starting at physical address `address`."""

    space: str
    address: int
    words: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Image:
    """The words that the PC writes through the window before it releases the DSP, and the symbols' values.

    The last segment has their checksum.
    """

    segments: tuple[Segment, ...]
    symbols: dict[str, int]


@dataclass(frozen=True)
class _Options:
    """Definitions with which the firmware is assembled.

    Attributes:
        placement, des_pace, md2_pace, loops, checks: as of `image`.
        batches: True for the commands of batches, which need a further table.
        user_code: address of the user's commands, if they are not among the handlers.
    """

    placement: Placement = "internal"
    des_pace: int = 0
    md2_pace: int = 0
    loops: Loops = "unrolled"
    batches: bool = False
    checks: int = ALL_CHECKS
    user_code: int = 0

    @property
    def defines(self) -> dict[str, int]:
        """Return the options as symbols of the sources."""
        return {
            "CODE_EXTERNAL": int(self.placement == "external"),
            "DES_PACE": self.des_pace,
            "MD2_PACE": self.md2_pace,
            "GENERAL_LOOPS": int(self.loops == "general"),
            "BATCHES": int(self.batches),
            "START_CHECKS": self.checks,
            "USER_CODE": self.user_code,
        }


def image(
    source: str | PathLike[str] | None = None,
    *,
    placement: Placement = "internal",
    des_pace: int = 0,
    md2_pace: int = 0,
    loops: Loops = "unrolled",
    bank_words: int = SMALL_BANK,
    commands: Commands | None = None,
    checks: int = ALL_CHECKS,
) -> Image:
    """Return the assembled firmware.

    Args:
        source: an assembly file with the user's commands (firmware.md, section 10); None for none.
        placement: memory of the inner loops: internal P, or external P as for all other code.
        des_pace: idle clocks in each DES block: 0, or even and 6 to 8194.
        md2_pace: the same in each MD2 block.
        loops: the rounds of DES and the steps of MD2 as the library has them, or "general": loops over boxes and
            steps without parallel moves, for a comparison on banks of 8192 words.
        bank_words: of the card's banks, 8192 or 32768: with the larger the user's commands have P:$2000-$7FFF.
        commands: a file of the library that replaces the user's commands; then there is no `source`.
        checks: the checks that are selected at the start, as the argument of CHECKS has them
            (firmware.md, section 9); 0 for a card like the paper's, which has only the checksums of the transfers.

    Raises:
        AssemblyError: a source does not assemble, or the user's uses addresses outside its areas; with file and line.
        OperandError: an argument out of range.
    """
    if placement not in get_args(Placement):
        message = unknown("placement", placement, get_args(Placement))
        raise OperandError(message, name="placement", value=placement)
    if loops not in get_args(Loops):
        raise OperandError(unknown("loops", loops, get_args(Loops)), name="loops", value=loops)
    if loops == "general" and bank_words == LARGE_BANK:
        message = f"loops must be 'unrolled' on banks of {LARGE_BANK} words, got 'general'"
        raise OperandError(message, name="loops", value=loops)
    for name, clocks in (("des_pace", des_pace), ("md2_pace", md2_pace)):
        if require_int(name, clocks) != 0 and clocks not in PACES:
            message = f"{name} must be 0, or even and {PACES[0]} to {PACES[-1]}, got {clocks}"
            raise OperandError(message, name=name, value=clocks)
    if require_int("checks", checks) not in range(ALL_CHECKS + 1):
        message = f"checks must be 0 to {ALL_CHECKS}, got {checks}"
        raise OperandError(message, name="checks", value=checks)
    if bank_words not in (SMALL_BANK, LARGE_BANK):
        message = f"bank_words must be {SMALL_BANK} or {LARGE_BANK}, got {bank_words}"
        raise OperandError(message, name="bank_words", value=bank_words)
    if commands not in (None, *get_args(Commands)):
        message = unknown("commands", commands, get_args(Commands))
        raise OperandError(message, name="commands", value=commands)
    if commands is not None and source is not None:
        message = f"source must be None with commands {commands!r}, got both: each has opcodes from $60 on"
        raise OperandError(message, name="commands", value=commands)
    options = _Options(placement, int(des_pace), int(md2_pace), loops, commands == "batches", int(checks))
    if commands is not None:
        return _library_image(f"{commands}.asm", bank_words, options)
    if source is None:
        return _own_image(options)
    options = replace(options, user_code=SMALL_BANK if bank_words == LARGE_BANK else 0)
    program = _with_commands(Path(source), options.defines)
    _check_places(program, _own(options), bank_words)
    return _image(program)


def library_image(commands: str) -> Image:
    """Return the firmware with the commands of a file of the library's sources, for banks of 32K words.

    The result is `image(SOURCES / commands, bank_words=LARGE_BANK)`, which is assembled once for all processes.
    """
    return _library_image(commands, LARGE_BANK, _Options())


def own_program(commands: str | None = None) -> ObjectFile:
    """Return the program of the library's own firmware, as in `image()`: words, symbols, source lines.

    With `commands`, it has the commands of a file of the library's sources, as in the image on banks of 32K words.
    """
    if commands is None:
        return _own(_Options())
    return assembled(_FIRST, commands, _LAST, **_Options(user_code=SMALL_BANK).defines)


@cache
def _own_image(options: _Options) -> Image:
    return _image(_own(options))


@cache
def _library_image(commands: str, bank_words: int, options: _Options) -> Image:
    options = replace(options, user_code=SMALL_BANK if bank_words == LARGE_BANK else 0)
    program = assembled(_FIRST, commands, _LAST, **options.defines)
    _check_places(program, _own(options), bank_words)
    return _image(program)


@cache
def _own(options: _Options) -> ObjectFile:
    """Return the firmware without commands of the user's."""
    return assembled(_FIRST, _LAST, **options.defines)


def _with_commands(source: Path, defines: Mapping[str, int]) -> ObjectFile:
    """Return the firmware with the commands of a file of the user's."""
    sources = complete_sources()
    program = asm.assemble_files([sources / _FIRST, source, sources / _LAST], defines=defines)
    if program.ok and "user_end" not in program.symbols:
        raise AssemblyError(
            f"{shown(str(source))}: an END is not allowed, because the firmware continues after the source"
        )
    if program.ok:
        return program
    first = next(diagnostic for diagnostic in program.diagnostics if diagnostic.is_error)
    raise AssemblyError(f"the firmware does not assemble: {first}", diagnostics=program.diagnostics)


def _check_places(program: ObjectFile, own: ObjectFile, bank_words: int) -> None:
    """Check that the user's words are where they may be: in free words of P, and in X:USER_DATA."""
    symbols = {name: int(value) for name, value in program.symbols.items()}
    handlers = range(symbols["user_handlers"], symbols["user_slices"])
    allowed = {
        "P": range(symbols["user_begin"], bank_words),
        "X": range(symbols["USER_DATA"], symbols["USER_DATA_END"]),
    }
    for (space, address), word in program.words.items():
        if (space, address) in own.words:
            # These follow from the user's labels and the length of the code
            if own.words[space, address] == word or (
                space == "P" and handlers.start <= address <= symbols["user_slices"]
            ):
                continue
        elif address in allowed.get(space, ()):
            continue
        places = ", ".join(f"{name}:${area.start:04X}-${area.stop - 1:04X}" for name, area in allowed.items())
        file, line = _source(program, space, address)
        raise AssemblyError(f"{shown(file)}:{line}: {space}:${address:04X} is not the user's: theirs are {places}")
    if all(program.words["P", place] == symbols["unknown_command"] for place in handlers):
        raise AssemblyError("the user's commands define no label command_60 to command_7F")


def _source(program: ObjectFile, space: str, address: int) -> tuple[str, int]:
    """Return file and line of the last statement that made a word."""
    for run in reversed(program.runs):
        for index in range(len(run.words)):
            if run.location(index) == address and space in ("XY" if run.space == "L" else run.space):
                return run.source(index) or ("", 0)
    return "", 0


def _image(program: ObjectFile) -> Image:
    segments = []
    # Addresses that rise with their rank form one run.
    ranked = enumerate(sorted(program.words))
    for (space, _), run in groupby(ranked, lambda item: (item[1][0], item[1][1] - item[0])):
        places = [place for _, place in run]
        segments.append(Segment(space, places[0][1], tuple(program.words[place] for place in places)))
    symbols = {name: int(value) for name, value in program.symbols.items()}
    segments.append(_image_table(segments, symbols["data_buffer"]))
    return Image(tuple(segments), symbols)


def _image_table(segments: Sequence[Segment], address: int) -> Segment:
    """Return the table with which the start compares the image: src/monitor/image_check.asm."""
    table = [len(segments)]
    for segment in reversed(segments):
        table += (segment.address + len(segment.words) - 1, int(segment.space == "X"), len(segment.words))
    table.append(sum_of_words([word for segment in segments for word in segment.words]))
    return Segment("X", address, tuple(table))

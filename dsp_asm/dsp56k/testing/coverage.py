"""Coverage of routines: the words of P memory that calls have executed, and the directions of their branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Self

from dsp56k.asm import disassemble
from dsp56k.isa import Decoded, decode
from dsp56k.lib import Routine
from dsp56k.lib.routine import CallTrace
from dsp56k.system.grid import Grid, columns

_LAST = 0xFFFF
_ENDS = ("return", "illegal")
"""Sequences (control.toml) after which the program does not continue."""
_JUMP, _CALL = "jump", "call"
_COUNTERS = ("executed", "taken", "passed")


@dataclass
class ProgramCoverage:
    """The coverage of one program. Addresses are those of P memory at which an instruction begins.

    Attributes:
        name: The file of the first routine that ran.
        words: The program's words.
        labels: Its symbols by address.
        lines: Source file and line of each word, if known.
        entries: The routines that ran, by address.
        executed: The execution count of each instruction.
        taken, passed: Counts of each conditional jump or call: taken, and not taken.
        unseen: The number of instructions at the beginning of long calls that traces do not contain.
    """

    name: str
    words: dict[int, int]
    labels: dict[int, str]
    lines: dict[int, tuple[str, int]]
    entries: dict[int, str] = field(default_factory=dict)
    executed: Counter[int] = field(default_factory=Counter)
    taken: Counter[int] = field(default_factory=Counter)
    passed: Counter[int] = field(default_factory=Counter)
    unseen: int = 0

    @classmethod
    def of(cls, routine: Routine) -> Self:
        """Return the program of a routine without any execution counts."""
        symbols = routine.symbols
        words = {address: word for (space, address), word in routine.program.words.items() if space == "P"}
        labels = {address: ", ".join(names) for address in words if (names := symbols.names(address))}
        lines = {address: (line.file, line.line) for address in words if (line := symbols.line(address)) is not None}
        entry_line = lines.get(routine.entry)
        name = PurePath(entry_line[0]).name if entry_line else routine.program.ident.name
        return cls(name, words, labels, lines)

    def add(self, routine: Routine, trace: CallTrace) -> None:
        """Add the instructions of one call."""
        self.entries[routine.entry] = routine.name
        self.unseen += trace.skipped
        for index, step in enumerate(trace):
            self.executed[step.pc] += 1
            decoded = decode(step.words[0])
            if decoded is None or not _is_conditional(decoded) or index + 1 == len(trace):
                continue
            went_on = trace[index + 1].pc == (step.pc + decoded.words) & _LAST
            (self.passed if went_on else self.taken)[step.pc] += 1

    def merge(self, other: ProgramCoverage) -> None:
        """Add the counts of the same program from another object."""
        self.entries |= other.entries
        self.executed += other.executed
        self.taken += other.taken
        self.passed += other.passed
        self.unseen += other.unseen

    def instructions(self) -> dict[int, Decoded]:
        """Return the instructions that the entered routines can reach, by address.

        They are followed from the entries along jumps, calls and successors, and from everything that was executed.
        """
        found: dict[int, Decoded] = {}
        ahead = [*self.entries, *self.executed]
        while ahead:
            address = ahead.pop()
            word = self.words.get(address)
            decoded = None if address in found or word is None else decode(word)
            if decoded is not None:
                found[address] = decoded
                ahead += self._following(address, decoded)
        return dict(sorted(found.items()))

    def _following(self, address: int, decoded: Decoded) -> Iterator[int]:
        part = decoded.parts[0]
        if part.row.sequence in _ENDS:
            return
        second = self.words.get(address + 1, 0) & _LAST
        if part.row.sequence in (_JUMP, _CALL):
            for operand, value in zip(part.row.operands, part.values, strict=True):
                if operand.kind.name == "target" or value == ("Absolute", 0):
                    yield second
                elif operand.kind.cls == "address" and isinstance(value, int):
                    yield value
            if part.row.sequence == _JUMP and not _is_conditional(decoded):
                return
        yield address + decoded.words

    def counts(self) -> tuple[int, int, int, int]:
        """Return the executed and all words, and the taken and all directions of branches."""
        instructions = self.instructions()
        branches = [address for address, decoded in instructions.items() if _is_conditional(decoded)]
        done = sum(decoded.words for address, decoded in instructions.items() if self.executed[address])
        went = sum((self.taken[address] > 0) + (self.passed[address] > 0) for address in branches)
        return done, sum(decoded.words for decoded in instructions.values()), went, 2 * len(branches)

    def listing(self) -> Iterator[str]:
        """Yield a line for each instruction: `!` marks those never executed, `?` branches with only one direction."""
        yield f"{self.name}: {summary(self.counts())}"
        if self.unseen:
            yield f"{self.unseen} instructions of long calls are not counted: traces keep the last ones"
        for address, decoded in self.instructions().items():
            if address in self.labels:
                yield f"{'':35}{self.labels[address]}:"
            words = [self.words.get(address + index, 0) for index in range(decoded.words)]
            text = " ".join(disassemble(words[0], words[-1], address)[0].split())
            mark, note = "" if self.executed[address] else "!", ""
            if self.executed[address] and _is_conditional(decoded):
                taken, passed = self.taken[address], self.passed[address]
                mark = "" if taken and passed else "?"
                note = f"taken {taken}, not taken {passed}"
            place = f"{PurePath(self.lines[address][0]).name}:{self.lines[address][1]}" if address in self.lines else ""
            shown = " ".join(f"{word:06X}" for word in words)
            line = (
                f"{self.executed[address]:>8} {mark:1} P:${address:04X}  {shown:<13}  {text:<36}  {place:<20}  {note}"
            )
            yield line.rstrip()

    def as_json(self) -> dict[str, Any]:
        """Return plain lists, numbers and texts, from which `from_json` restores the object."""
        return {
            "name": self.name,
            "unseen": self.unseen,
            "lines": [[address, *line] for address, line in sorted(self.lines.items())],
            **{name: _pairs(getattr(self, name)) for name in ("words", "labels", "entries", *_COUNTERS)},
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Restore the object from the result of `as_json`."""
        lines = {address: (file, line) for address, file, line in stored["lines"]}
        made = cls(stored["name"], dict(stored["words"]), dict(stored["labels"]), lines, dict(stored["entries"]))
        made.executed, made.taken, made.passed = (Counter(dict(stored[name])) for name in _COUNTERS)
        made.unseen = stored["unseen"]
        return made


class Coverage:
    """The coverage of calls by program. The same words are the same program, even from several assemblies.

    `lib.routine.observed(coverage.add)` adds every call.
    """

    def __init__(self) -> None:
        """Begin without execution counts."""
        self.programs: dict[str, ProgramCoverage] = {}

    def add(self, routine: Routine, trace: CallTrace) -> None:
        """Add the instructions of one call."""
        words = sorted((space, address, word) for (space, address), word in routine.program.words.items())
        key = sha256(repr(words).encode()).hexdigest()
        if key not in self.programs:
            self.programs[key] = ProgramCoverage.of(routine)
        self.programs[key].add(routine, trace)

    def merge(self, other: Coverage) -> None:
        """Add the counts of another object, as from another process."""
        for key, program in other.programs.items():
            if key in self.programs:
                self.programs[key].merge(program)
            else:
                self.programs[key] = program

    def as_json(self) -> dict[str, Any]:
        """Return plain values, from which `from_json` restores the object."""
        return {key: program.as_json() for key, program in self.programs.items()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Restore the object from the result of `as_json`."""
        made = cls()
        made.programs = {key: ProgramCoverage.from_json(program) for key, program in stored.items()}
        return made

    def table(self) -> str:
        """Return a line for each program."""
        rows = []
        for program in self._sorted():
            done, words, went, ways = program.counts()
            routines = ", ".join(name for _, name in sorted(program.entries.items()))
            rows.append((program.name, _of(done, words), _of(went, ways), routines))
        return Grid("", columns("program", "words:", "branch directions:", "routines"), rows).as_text()

    def listing(self) -> str:
        """Return each program's instructions with their execution counts."""
        return "\n".join("".join(f"{line}\n" for line in program.listing()) for program in self._sorted())

    def _sorted(self) -> Iterable[ProgramCoverage]:
        return (program for _, program in sorted(self.programs.items(), key=lambda item: (item[1].name, item[0])))


def coverage_of(routine: Routine, calls: Iterable[Mapping[str, Any]]) -> Coverage:
    """Return the coverage of calls with their inputs by name; a call that fails counts up to the failure."""
    found = Coverage()
    for values in calls:
        found.add(routine, routine.trace(**values))
    return found


def summary(counts: tuple[int, int, int, int]) -> str:
    """Format the result of `ProgramCoverage.counts`."""
    done, words, went, ways = counts
    return f"{_of(done, words)} words, {_of(went, ways)} branch directions"


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole}"


def _pairs(table: Mapping[int, Any]) -> list[list[Any]]:
    return [[key, value] for key, value in sorted(table.items())]


def _is_conditional(decoded: Decoded) -> bool:
    """Return True for a jump or call that depends on a condition or a bit."""
    row = decoded.parts[0].row
    if row.sequence not in (_JUMP, _CALL):
        return False
    return any(operand.kind.cls == "condition" or operand.kind.name == "bit" for operand in row.operands)

"""Run the public dumps of DSP56300 silicon on both engines and on the model: make silicon DUMPS=path.

The path is that of mborgerson/dsp56300's `tools/difftest/goldens`, a folder for each bank with three text files:
`corpus.lod` (lines `P ADDRESS WORD`), `corpus.meta` (`case NAME FIRST END STEPS`, before them perhaps `fill` with the
factors of the words that memory and stack held) and `results_hw.txt` (for each case all registers, and the stack
locations and words of memory that differ from their first values). They are not stored here.

A case begins with the state at the end of the previous one. A case with a word that the DSP56001 does not have is
omitted. A case that is equal only if an instruction can use an address register right after its move, as with the
DSP56300's interlock, is counted separately. rules.toml has the registers of other cases in which the chips differ, with
the reasons; any further difference is an error.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from differential.engines.compare import engine
from dsp56k import isa
from dsp56k.emu import Dsp56001
from reference_model.instructions.agu import AddressUnit
from reference_model.machine import Machine
from reference_model.registers import SR_BITS, WIDTH

COMPARED = [name for name in WIDTH if name not in ("pc", "omr")]
"""The registers of both chips; the modes of OMR are others."""
POINTERS = [f"{bank}{number}" for bank in "rnm" for number in range(8)]
WINDOWS = {"x": 0xC00, "y": 0x800}
"""Words of memory that a fill sets, and that the dumps contain."""
LOCATIONS = range(1, 16)
MAX_SHOWN = 8
"""Differences of a case that fit a line."""

Found = dict[str, int]


@dataclass
class State:
    """Registers by name, stack locations as `sh01` and `sl01`, words of memory as `xm0240`."""

    values: Found
    fill: tuple[int, ...] = ()

    def memory(self, space: str) -> list[int]:
        """Return the words of a memory from address 0 on."""
        factor, term = self.fill[:2] if self.fill and space == "x" else self.fill[2:4] if self.fill else (0, 0)
        words = [(factor * address + term) & 0xFFFFFF for address in range(WINDOWS[space])]
        for name, value in self.values.items():
            if name.startswith(f"{space}m"):
                words[int(name[2:], 16)] = value
        return words

    def location(self, number: int) -> tuple[int, int]:
        """Return SSH and SSL of a stack location."""
        first = (base + number - 1 for base in self.fill[4:]) if self.fill else (0, 0)
        high, low = (
            self.values.get(f"{half}{number:02x}", base) & 0xFFFF
            for half, base in zip(("sh", "sl"), first, strict=True)
        )
        return high, low & SR_BITS if self.values.get(f"sl{number:02x}", 0) > 0xFFFF else low

    def expected(self) -> Found:
        """Return the expected state of a DSP56001: its registers' bits, the stack and the memories."""
        found = {name: self.values[name] & ((1 << WIDTH[name]) - 1) for name in COMPARED}
        found["sr"] &= SR_BITS
        for number in LOCATIONS:
            found[f"sh{number:02x}"], found[f"sl{number:02x}"] = self.location(number)
        return found | {f"{space}m{a:04x}": word for space in WINDOWS for a, word in enumerate(self.memory(space))}


@dataclass
class Case:
    """A program in its bank, with the silicon's states before and after it."""

    bank: str
    name: str
    first: int
    end: int
    steps: int
    words: dict[int, int] = field(repr=False)
    before: State = field(repr=False)
    after: State = field(repr=False)

    def is_usable(self) -> bool:
        """Return whether the DSP56001 has every instruction of the case."""
        address = self.first
        while address < self.end:
            decoded = isa.decode(self.words.get(address, 0))
            if decoded is None:
                return False
            address += decoded.words
        return True


def dumps(text: str) -> Iterator[tuple[str, Found]]:
    """Yield the name and the dump of each case of `results_hw.txt`; a register without a value is 0."""
    name, found = "", dict[str, int]()
    for line in text.splitlines():
        key, _, rest = line.partition(" ")
        if key == "case":
            name, found = rest, {}
        elif key == "end":
            yield name, found
        elif key not in ("fill", "steps", "cyc"):
            found[key] = 0 if rest == "-" else int(rest, 16)


def read_bank(folder: Path) -> Iterator[Case]:
    """Yield the cases of a bank.

    Raises:
        OSError: a file cannot be read.
    """
    program = [line.split() for line in (folder / "corpus.lod").read_text().splitlines()]
    words = {int(line[1], 16): int(line[2], 16) for line in program if line and line[0] == "P"}
    meta = [line.split() for line in (folder / "corpus.meta").read_text().splitlines()]
    fill = next((tuple(int(word, 16) for word in line[1:]) for line in meta if line[0] == "fill"), ())
    results = dict(dumps((folder / "results_hw.txt").read_text()))
    before = State(dict.fromkeys(WIDTH, 0) | {"sr": 0x300, "la": 0xFFFF} | dict.fromkeys(POINTERS[16:], 0xFFFF), fill)
    for line in meta:
        if line[0] == "case":
            name, first, end = line[1], int(line[2], 16), int(line[3], 16)
            after = State(results[name], fill)
            yield Case(folder.name, name, first, end, int(line[4]), words, before, after)
            before = after


def begin(chip: Dsp56001 | Machine, case: Case) -> None:
    """Give a chip the state before a case."""
    for address, word in case.words.items():
        chip.p[address] = word
    for name in COMPARED:
        value = case.before.values[name] & ((1 << WIDTH[name]) - 1)
        chip.regs[name] = value & SR_BITS if name == "sr" else value
    chip.regs["pc"] = case.first
    for space, memory in (("x", chip.x), ("y", chip.y)):
        for address, word in enumerate(case.before.memory(space)):
            memory[address] = word


def emulate(dsp: Dsp56001, case: Case, *, at_once: bool) -> Found:
    """Run a case on the emulator; `at_once` lets an address register be used by the next instruction."""
    begin(dsp, case)
    dsp.x[0xFFFE] = 0
    for number in LOCATIONS:
        dsp.stack[number] = case.before.location(number)
    if at_once:
        for _ in range(case.steps):
            if dsp.regs.pc == case.end:
                break
            dsp.step()
            for name in POINTERS:
                dsp.regs[name] = dsp.regs[name]
    else:
        dsp.run(until=case.end, max_instructions=case.steps)
    found = {name: dsp.regs[name] for name in COMPARED}
    for number in LOCATIONS:
        found[f"sh{number:02x}"], found[f"sl{number:02x}"] = dsp.stack[number]
    return found | {
        f"{space}m{a:04x}": m[a] for space, m in (("x", dsp.x), ("y", dsp.y)) for a in range(WINDOWS[space])
    }


class PromptAddressUnit(AddressUnit):
    """An address unit that uses a moved word at once."""

    def written(self, name: str) -> None:
        del name


def model(case: Case, *, at_once: bool) -> Found:
    """Run a case on the plain-Python model."""
    machine = Machine()
    if at_once:
        machine.agu.__class__ = PromptAddressUnit
    begin(machine, case)
    machine.stack.locations[1:] = [case.before.location(number) for number in LOCATIONS]
    for _ in range(case.steps):
        if machine.regs["pc"] == case.end:
            break
        machine.step()
    found = {name: machine.regs[name] for name in COMPARED}
    for number in LOCATIONS:
        found[f"sh{number:02x}"], found[f"sl{number:02x}"] = machine.stack.locations[number]
    memories = (("x", machine.x), ("y", machine.y))
    return found | {f"{space}m{a:04x}": m[a] for space, m in memories for a in range(WINDOWS[space])}


SIDES: dict[str, Callable[[Case, bool], Found]] = {
    "interpreter": lambda case, at_once: emulate(Dsp56001(engine="interpreter"), case, at_once=at_once),
    "generated code": lambda case, at_once: emulate(engine(), case, at_once=at_once),
    "model": lambda case, at_once: model(case, at_once=at_once),
}


@dataclass
class Rule:
    """Why the chips differ in a case, and in which registers."""

    bank: str
    case: str
    registers: list[str]
    reason: str


def differences(expected: Found, found: Found) -> dict[str, str]:
    """Return the differences of a side from the silicon, by register or address."""
    return {name: f"{name} {found[name]:x}, not {want:x}" for name, want in expected.items() if found[name] != want}


def verdict(case: Case, side: str, rule: Rule | None) -> tuple[str, dict[str, str]]:
    """Return how a case ends on one side, and the differences that nothing explains."""
    expected = case.after.expected()
    first = None
    for at_once, how in ((False, "equal"), (True, "equal but for late address registers")):
        wrong = differences(expected, SIDES[side](case, at_once))
        if not wrong:
            return how, {}
        if rule is not None and wrong.keys() <= set(rule.registers):
            return f"explained: {rule.reason}", {}
        first = first or wrong
    assert first is not None
    return "different", first


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main(folder: Path) -> int:
    """Run every bank of a folder and print the counts; 1 if a difference is not explained."""
    rules = {(row["bank"], row["case"]): Rule(**row) for row in tomllib.loads(RULES.read_text())["rules"]}
    counts: Counter[str] = Counter()
    failed = 0
    banks = sorted(path.parent for path in folder.glob("*/results_hw.txt"))
    if not banks:
        say(f"cannot read {folder}: no folder in it holds results_hw.txt; give the path of tools/difftest/goldens")
        return 2
    for case in (case for bank in banks for case in read_bank(bank)):
        if not case.is_usable():
            counts["left out: words of the DSP56300"] += 1
            continue
        for side in SIDES:
            how, wrong = verdict(case, side, rules.get((case.bank, case.name)))
            if wrong:
                failed += 1
                say(f"{case.bank} {case.name}, {side}: {'; '.join([*wrong.values()][:MAX_SHOWN])}")
            counts[f"{side}, {how}"] += 1
    for what, count in sorted(counts.items()):
        say(f"{count:5}  {what}")
    return int(failed > 0)


RULES = Path(__file__).with_name("rules.toml")

if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

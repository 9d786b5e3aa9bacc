"""Write the tables of docs/reference/compiled-instructions.md: each encoding and addressing mode in the JIT.

Each encoding of a move and of an instruction without moves is compiled in a loop, once with its data in internal and
once in external memory, and the verdict is read from the text of the region. With --check nothing is written: exit
code 1 if the file is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dsp56k import isa
from dsp56k.emu import Dsp56001
from dsp56k.isa.rows import Operand, OperandValue, Row
from generated_files import update_file, with_tables

FILE = Path(__file__).parents[2] / "docs" / "reference" / "compiled-instructions.md"
SCRIPT = "tools/documents/compiled_instructions.py"
START, PLACE, AFTER, CALLED = 0x140, 0x142, 0x144, 0x160
"""A loop, the instruction in it, the NOP after an instruction of two words, a subroutine."""
NUMBER, JUMP, CALL, RTS, CLR = 0x47F400, 0x0C0000, 0x0D0000, 0x00000C, 0x13
"""MOVE of a number to Y1, which makes the words of each loop different, so that no other chip has compiled them."""
INTERNAL, EXTERNAL, CLOCKS, COUNT = 0x80, 0x280, 2_000, 3
VALUES: dict[str, OperandValue] = {"condition": "NE", "unsigned": 2, "aa": 0x20, "pp": 0xFFE4, "address": CALLED}
"""The value of an operand that makes no difference, by its class."""
GROUPS = {"data registers": "XYAB", "Rn": "R", "Nn": "N", "LC": "L", "Mn": "M"}
ORDER = (*GROUPS, "CCR")
ACCESS = re.compile(r"[XYLP]:|\{space")
Results = tuple[str, ...]
REASONS = {
    "state": "an exception, or another processing state",
    "target": "the target is not known when the region is compiled",
    "settings": "changes SR or OMR, on which all of the region depends",
    "stack": "pops, pushes or changes the system stack, whose pointer is static state",
    "loop": "changes LA or LC, or ends a loop",
    "value": "the value of a modifier is not known when the region is compiled",
    "peripheral": "an access to peripheral registers or external I/O, which can have side effects and change events",
    "program": "writes program memory, perhaps the words of the region",
    "rare": "could be compiled; no benchmark of the library executes it more than once in 1,000 instructions",
}
"""Why an instruction is not compiled, by the word in the table."""
PROCESSING_STATES = ("ILLEGAL", "SWI", "RESET", "WAIT", "STOP")
MODIFYING = ("BSET", "BCLR", "BCHG", "ANDI", "ORI")
STACK, SETTINGS, LOOP = ("SP", "SSH", "SSL"), ("SR", "MR", "OMR"), ("LA", "LC")


def group(name: str) -> str:
    """Return the group of a register, whose members are handled alike."""
    if name in ("MR", "LA"):
        return name
    return next((each for each, letters in GROUPS.items() if name[0] in letters), name)


def choices(operand: Operand) -> list[tuple[str, OperandValue]]:
    """Return the values of an operand that can make a difference, each with its name. The first is the usual one."""
    kind = operand.kind
    if kind.cls == "register":
        found: dict[str, OperandValue] = {}
        for name in filter(None, kind.values):
            found.setdefault(group(name), name)
        return sorted(found.items(), key=lambda each: ORDER.index(each[0]) if each[0] in ORDER else len(ORDER))
    if kind.cls == "ea":
        modes = sorted(filter(None, kind.modes), key=lambda mode: mode != "Indirect")
        return [
            (isa.MODES[mode].text.replace("r", "n") or "absolute", (mode, int(mode != "Absolute"))) for mode in modes
        ]
    if kind.cls == "other_ea":
        return [("", (kind.modes[0], 5))]
    if kind.cls in ("space", "product"):
        return [(value, value) for value in kind.values[: 2 if kind.cls == "space" else 1]]
    return [("", VALUES.get(kind.cls, "" if kind.cls == "sign" else 0))]


def second_word(row: Row, place: int) -> int:
    """Return the second word of an instruction with one, whose data are at `place`."""
    kinds = {operand.kind.cls for operand in row.operands}
    if "loop_end" in kinds:
        return AFTER
    return CALLED if "target" in kinds or row.sequence in ("jump", "call") else place


def is_decoded_as(row: Row, word: int) -> bool:
    """Return True if a word has an encoding."""
    decoded = isa.decode(word)
    return decoded is not None and row in [part.row for part in decoded.parts]


def reason(row: Row, values: Sequence[OperandValue]) -> str:
    """Return the word in `REASONS` for an instruction that is not compiled."""
    if row.mnemonic in PROCESSING_STATES:
        return "state"
    if row.mnemonic == "ENDDO":
        return "loop"
    if row.mnemonic == "RTI" or (
        row.sequence in ("jump", "call") and any(isinstance(value, tuple) for value in values)
    ):
        return "target"
    named = [(operand, str(value)) for operand, value in zip(row.operands, values, strict=True)]
    registers = [(operand, value) for operand, value in named if operand.kind.cls == "register"]
    last = row.syntax.rpartition(",")[2] if "," in row.syntax and row.mnemonic != "BTST" else ""
    written = [value for operand, value in registers if f"{{{operand.kind.name}" in last or row.mnemonic in MODIFYING]
    if any(value == "SSH" or (value in STACK and value in written) for _, value in registers):
        return "stack"
    for word, group in (("settings", SETTINGS), ("loop", LOOP)):
        if set(written) & set(group):
            return word
    if any(value[0] == "M" for value in written):
        return "value"
    if row.mnemonic == "MOVEP" or any(operand.kind.cls == "pp" for operand, _ in named):
        return "peripheral"
    return "program" if row.mnemonic == "MOVEM" and "P:" in last else "rare"


class Loops:
    """Compiles instructions, each in a separate loop."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0

    def result(self, row: Row, values: Sequence[OperandValue]) -> Results:
        """Return the verdicts on an instruction with its data in internal and in external memory."""
        modes = [str(value[0]) for value in values if isinstance(value, tuple)]
        length = row.words + sum(isa.MODES[mode].words for mode in modes)
        word = row.encode(values)
        assert word is not None
        if row.table == "move" and not is_decoded_as(row, word):
            word |= CLR
        assert is_decoded_as(row, word)
        places = (INTERNAL, EXTERNAL) if modes and ACCESS.search(row.syntax) else (INTERNAL,)
        return tuple(self.verdict(row, (word, second_word(row, place))[:length], place) for place in places)

    def verdict(self, row: Row, words: Sequence[int], place: int) -> str:
        """Compile a loop around an instruction with data at `place`, and return how its region handles it."""
        dsp = Dsp56001(engine="interpreter")
        if not dsp._chip.generate(1, str(self.folder)):  # noqa: SLF001 - compiles at the first execution
            raise SystemExit("this machine lets no generated code run")
        self.number += 1
        at = CALLED if row.sequence == "return" else PLACE
        dsp.p[START : PLACE + 1] = [NUMBER, self.number, CALL | CALLED]
        dsp.p[AFTER + 1] = JUMP | START
        dsp.p[CALLED] = RTS if row.sequence == "call" else JUMP | START
        dsp.p[at : at + len(words)] = words
        for memory in (dsp.x, dsp.y):
            memory[0:0x300] = [COUNT] * 0x300
        for name in ("x0", "x1", "y0", "a1", "b1"):
            dsp.regs[name] = COUNT
        for number in range(8):
            dsp.regs[f"r{number}"], dsp.regs[f"n{number}"] = place, 1
        dsp.x[0xFFFE], dsp.regs.pc = 0, START
        dsp.run(max_clocks=CLOCKS)
        texts = [file.read_text(encoding="utf-8") for file in sorted(self.folder.glob("*.region"))]
        for file in self.folder.iterdir():
            file.unlink()
        steps = re.findall(rf"^ +P:\$0*{at:X} .*$", "".join(texts), re.MULTILINE)
        # A region that is left at each external access is not profitable, and is evicted.
        is_kept = bool(dsp.engine_report().regions)
        # A jump by a bit is the end of a block, and Tcc with address registers has its moves on the edges of one.
        at_end = any("if bit" in text or "[no operation]" in text for text in texts)
        if not is_kept or not (steps or at_end):
            return "ends"
        return "interpreter" if steps and "fallback" in steps[-1] else "compiled"

    def lines(self, row: Row) -> Iterator[str]:
        """Yield the lines of an encoding: one, or one for each result. Operands vary one at a time."""
        options = [choices(operand) for operand in row.operands]
        usual = [option[0][1] for option in options]
        first = self.result(row, usual)
        operands: dict[Results, dict[str, list[str]]] = {first: {}}
        reasons: dict[Results, set[str]] = {first: {reason(row, usual)}}
        for place, (operand, option) in enumerate(zip(row.operands, options, strict=True)):
            found = {option[0][0]: first}
            for name, value in option[1:]:
                values = [*usual[:place], value, *usual[place + 1 :]]
                found[name] = self.result(row, values)
                reasons.setdefault(found[name], set()).add(reason(row, values))
            if len(set(found.values())) > 1:
                for name, result in found.items():
                    operands.setdefault(result, {}).setdefault(operand.kind.name, []).append(name)
        syntax = " ".join(filter(None, (row.mnemonic, row.syntax))) or "no move"
        syntax = re.sub(r"\{(\w+)(:\w+)?\}", r"\1", syntax)
        for (internal, *external), which in operands.items():
            named = "; ".join(f"{kind} {', '.join(names)}" for kind, names in which.items()) or "all"
            why = "" if {internal, *external} == {"compiled"} else ", ".join(sorted(reasons[internal, *external]))
            yield f"| `{syntax}` | {named} | {internal} | {''.join(external)} | {why} |"


def table(rows: Sequence[Row], folder: Path) -> str:
    """Return the table of encodings."""
    loops = Loops(folder)
    title = "| encoding | operands | internal data | external data | reason |\n|---|---|---|---|---|\n"
    return title + "".join(f"{line}\n" for row in rows for line in loops.lines(row))


def text() -> str:
    """Return the text of the page with regenerated tables."""
    names = {"parallel moves": isa.MOVE_ROWS, "instructions without parallel moves": isa.CONTROL_ROWS}
    with TemporaryDirectory() as folder:
        tables = {name: table(rows, Path(folder)).splitlines() for name, rows in names.items()}
    reasons = [f"| {word} | {why} |" for word, why in REASONS.items()]
    return with_tables(FILE, SCRIPT, tables | {"reasons": ["| reason | meaning |", "|---|---|", *reasons]})


def main() -> int:
    """Return 0 if the file is fresh or was written."""
    return update_file(FILE, text(), SCRIPT, __doc__)


if __name__ == "__main__":
    sys.exit(main())

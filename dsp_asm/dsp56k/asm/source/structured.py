"""Structured control: the instructions of .IF, .WHILE, .FOR and the other directives (ASM chapter 7).

Statements become lines of text, which the pass then assembles like a macro's (ASM 7.5.3). A comparison is always CMP
X0,A and a jump on the inverse condition; Y0 is the scratch register (ASM 7.4.1.2, 7.6), but SCSREG may choose others.
The pass stores the constructs that are open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.source.strings import Fields
from dsp56k.isa import KINDS, REGISTERS
from dsp56k.isa.toml_files import load
from dsp56k.objects.module import Span

# The mnemonics by role.
_MNEMONICS: dict[str, str] = {role: name.lower() for role, name in load("assembler.toml")["generated"].items()}
_CONDITIONS = KINDS["cc"]
_NAMES = [str(name) for name in _CONDITIONS.values]
_SPACES = ("X:", "Y:", "P:")
ConstructKind = Literal[".IF", ".WHILE", ".REPEAT", ".FOR", ".LOOP"]
CLOSING: dict[ConstructKind, str] = {
    ".IF": ".ENDI",
    ".WHILE": ".ENDW",
    ".REPEAT": ".UNTIL",
    ".FOR": ".ENDF",
    ".LOOP": ".ENDL",
}
"""The directive that closes each construct."""
_LOOPS = frozenset(CLOSING) - {".IF"}


@dataclass(frozen=True, slots=True)
class Registers:
    """The registers that hold the operands of the comparison, and the one in between (ASM 7.6)."""

    left: str = "A"
    right: str = "X0"
    scratch: str = "Y0"


@dataclass(slots=True)
class Construct:
    """An open construct: its directive, its span, the labels at its end, at its top and at its next iteration.

    A label is "" until something jumps to it: Motorola's 4.1 numbers those only. `tail` are the lines of .ENDF before
    it jumps back.
    """

    kind: ConstructKind
    span: Span | None
    end: str = ""
    top: str = ""
    again: str = ""
    tail: list[str] = field(default_factory=list)

    @property
    def awaited(self) -> list[str]:
        """Return the labels that the closing directive has to define."""
        return [label for label in (self.again, self.end) if label and label != self.top]


@dataclass(slots=True)
class Structured:
    """State of structured control in a pass.

    It has the open constructs, the loops among them, the number of those of .FOR, the generated labels, SCSREG's
    registers and SCSJMP's prefix.
    `empty_at` is the address after the last label generated, or after a DO: a loop must not end there.
    """

    stack: list[Construct] = field(default_factory=list)
    loops: list[Construct] = field(default_factory=list)
    counting: int = 0
    labels: int = 0
    registers: Registers = Registers()
    jump_force: str = ""
    empty_at: tuple[str, int] | None = None

    def open(self, construct: Construct) -> None:
        """Begin a construct, or continue it after .ELSE."""
        self.stack.append(construct)
        if construct.kind in _LOOPS:
            self.loops.append(construct)
            self.counting += construct.kind == ".FOR"

    def close(self) -> Construct:
        """End the innermost construct."""
        construct = self.stack.pop()
        if construct.kind in _LOOPS:
            self.loops.pop()
            self.counting -= construct.kind == ".FOR"
        return construct

    @property
    def loop(self) -> Construct | None:
        """The innermost loop, if one is open."""
        return self.loops[-1] if self.loops else None

    def label(self) -> str:
        """Return a new label (ASM 7.6). The first one is Z_L00000, as in load files of version 4.1."""
        self.labels += 1
        return f"Z_L{self.labels - 1:05d}"

    def jump(self, condition: str, label: str) -> str:
        """Return the line for a jump; the condition "" is always true."""
        return jump(condition, f"{self.jump_force}{label}")


def condition(text: str) -> str | None:
    """Return the condition that a field like <EQ> names, None if it is not a condition (ASM 7.4.1.1)."""
    if not (text.startswith("<") and text.endswith(">") and text[1:-1].isalpha()):
        return None
    name = text[1:-1].upper()
    name = str(_CONDITIONS.aliases.get(name, name))
    return name if name in _NAMES else None


def inverse(name: str) -> str:
    """Return the condition that is true if `name` is not: their codes differ in the top bit (UM A-100)."""
    return _NAMES[_NAMES.index(name) ^ 8]


@dataclass(frozen=True, slots=True)
class ControlOperand:
    """An operand of 24 bits: #expression, a register, or X:, Y: or P: and an address (ASM 7.3.4)."""

    text: str
    column: int

    @property
    def register(self) -> str:
        """The register's name in upper case, "" for other operands."""
        name = self.text.upper()
        return name if name in REGISTERS else ""

    def within(self, register: str) -> bool:
        """Return True if this is a register that changes with `register`."""
        name = self.register
        return name == register or name in REGISTERS[register].parts


def operand(text: str, column: int, *, writable: bool = False) -> ControlOperand:
    """Return an operand of a comparison or of .FOR. Raises SourceError if it does not have 24 bits."""
    upper = text.upper()
    if text.startswith("#") and len(text) > 1 and not writable:
        return ControlOperand(text, column)
    if upper.startswith(_SPACES) and len(text) > len(_SPACES[0]):
        return ControlOperand(text, column)
    if upper in KINDS["long_reg"].values and upper not in ("A", "B"):
        raise SourceError(messages.NOT_24_BITS, column, len(text))
    if upper in REGISTERS:
        return ControlOperand(text, column)
    if upper.startswith("L:"):
        raise SourceError(messages.NOT_24_BITS, column, len(text))
    raise SourceError(messages.OPERAND_SYNTAX, column, len(text), text=text)


def move(source: ControlOperand, target: str) -> list[str]:
    """Return the lines that load an operand to a register; none if it is there."""
    return [] if source.register == target else [instruction("move", f"{source.text},{target.lower()}")]


def comparison(left: ControlOperand, right: ControlOperand, use: Registers) -> list[str]:
    """Return the lines that load left to A and right to X0, and compare (ASM 7.4.1.2)."""
    compare = instruction("compare", f"{use.right},{use.left}".lower())
    if right.within(use.left):
        if left.register == use.right:
            # Both would be overwritten: X0 is moved to Y0 while A is moved to X0.
            registers = f"{use.scratch},{use.left}".lower()
            swap = instruction("transfer", f"{registers} {right.text},{use.right.lower()}")
            return [*move(left, use.scratch), swap, compare]
        return [*move(right, use.right), *move(left, use.left), compare]
    return [*move(left, use.left), *move(right, use.right), compare]


@dataclass(frozen=True, slots=True)
class Simple:
    """A simple expression: lines that set the condition codes, and the condition that makes it true."""

    lines: list[str]
    condition: str


def expression(fields: Fields, keyword: str, use: Registers) -> tuple[list[Simple], str]:
    """Return the simple expressions of a compound one and the operator between them ("" if there is only one).

    `fields` are split at blanks; the last may be `keyword` (THEN or DO). Raises SourceError.
    """
    if fields and fields[-1][0].upper() == keyword:
        fields = fields[:-1]
    parts: list[Simple] = []
    joined = ""
    at = 0
    while True:
        simple, at = _simple(fields, at, use)
        parts.append(simple)
        if at == len(fields):
            return parts, joined
        text, column = fields[at]
        word = text.upper()
        if word in ("AND", "OR"):
            if joined and word != joined:
                # The manual leaves the result of a mixture open (ASM 7.4.2).
                raise SourceError(messages.COMPOUND_OPERATOR, column, len(text))
            joined = word
            at += 1
            continue
        kind = messages.STATEMENT_END if at + 1 < len(fields) or keyword != "DO" else messages.KEYWORD_DO
        raise SourceError(kind, column, len(text))


def _simple(fields: Fields, at: int, use: Registers) -> tuple[Simple, int]:
    """Return the simple expression that starts at fields[at], and the number of the field after it."""
    if at >= len(fields):
        column = fields[-1][1] + len(fields[-1][0]) if fields else None
        raise SourceError(messages.OPERAND_MISSING, column)
    text, column = fields[at]
    name = condition(text)
    if name is not None:
        return Simple([], name), at + 1
    if text.startswith("<"):
        raise SourceError(messages.CONDITIONAL_OPERATOR, column, len(text))
    left = operand(text, column)
    if at + 1 >= len(fields):
        raise SourceError(messages.CONDITIONAL_OPERATOR, column + len(text))
    text, column = fields[at + 1]
    name = condition(text)
    if name is None:
        raise SourceError(messages.CONDITIONAL_OPERATOR, column, len(text))
    if at + 2 >= len(fields):
        raise SourceError(messages.OPERAND_MISSING, column + len(text))
    text, column = fields[at + 2]
    return Simple(comparison(left, operand(text, column), use), name), at + 3


def branches(state: Structured, parts: list[Simple], joined: str, false: str) -> list[str]:
    """Return the lines that continue if the expression is true, and jump to `false` if it is not."""
    lines: list[str] = []
    true = state.label() if joined == "OR" else ""
    for number, part in enumerate(parts):
        lines += part.lines
        if true and number + 1 < len(parts):
            lines.append(state.jump(part.condition, true))
        else:
            lines.append(state.jump(inverse(part.condition), false))
    return [*lines, true] if true else lines


def assignments(targets: list[tuple[str, ControlOperand]]) -> list[str]:
    """Return the lines that load several registers, each before its old value is lost.

    Raises SourceError if the registers would have to be swapped.
    """
    lines: list[str] = []
    waiting = [(target, source) for target, source in targets if source.register != target]
    while waiting:
        for index, (target, source) in enumerate(waiting):
            others = waiting[:index] + waiting[index + 1 :]
            if not any(other.within(target) for _, other in others):
                lines += move(source, target)
                waiting = others
                break
        else:
            raise SourceError(messages.REGISTERS_EXCHANGED, waiting[0][1].column, len(waiting[0][1].text))
    return lines


def instruction(role: str, operands: str = "") -> str:
    """Return the line of an instruction with a role: move, compare, begin_loop and so on."""
    return _line(_MNEMONICS[role], operands)


def jump(condition: str, target: str) -> str:
    """Return the line of a jump; the condition "" is always true."""
    if not condition:
        return instruction("jump", target)
    return _line(_MNEMONICS["jump_if"].replace("{cc}", condition.lower()), target)


def _line(mnemonic: str, operands: str) -> str:
    return f"{'':<8}{mnemonic:<8}{operands}".rstrip()

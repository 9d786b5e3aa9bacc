"""Expressions over the state of a chip: `a1 > $1000 && x:(r0+1) == @table`.

Numbers are decimal, $hex, 0xhex or %binary. Names are registers, the counters `clocks`, `instructions` and `hits`, and
symbols of the program, which `@` marks where a register has the same name. `x:`, `y:` and `p:` before a number, a name
or a parenthesis read memory without side effects. `signed(...)` takes a register or a word of memory as a signed
number, `met(1)` is how often breakpoint 1 was met. Operators are those of C; one `=` is an equality, as Hatari has it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001
from dsp56k.emu.registers import NAMES
from dsp56k.isa import REGISTERS
from dsp56k.system.text import described


@dataclass
class Moment:
    """What an expression is evaluated on: the chip, how often the breakpoint that asks was met, and any other."""

    dsp: Dsp56001
    hits: int = 0
    met: Callable[[int], int] = lambda _: 0


Value = Callable[[Moment], int]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\$[0-9a-f]+|0x[0-9a-f]+|[0-9]+)|(?P<memory>[xyp]:)|(?P<name>@?[a-z_][a-z0-9_]*)"
    r"|(?P<operator>\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%&|^~!<>=()]))",
    re.IGNORECASE,
)
_BINARY = re.compile(r"[01]+")
_DEEPEST = 30
"""Levels of parentheses and signs: more are a mistake, and would be one of Python's."""


def _divided(left: int, right: int) -> int:
    return left // right if right else 0


def _remainder(left: int, right: int) -> int:
    return left % right if right else 0


def _shifted(left: int, right: int) -> int:
    return left << min(max(right, 0), 64)


_LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda left, right: int(bool(left) or bool(right))},
    {"&&": lambda left, right: int(bool(left) and bool(right))},
    {"|": operator.or_},
    {"^": operator.xor},
    {"&": operator.and_},
    {"==": operator.eq, "=": operator.eq, "!=": operator.ne},
    {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
    {"<<": _shifted, ">>": lambda left, right: left >> min(max(right, 0), 64)},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": _divided, "%": _remainder},
)
"""The binary operators, loosest first."""


@dataclass
class _Part:
    """A part of an expression: its value, and its bits where it is a register or a word of memory."""

    value: Value
    width: int | None = None


class _Parser:
    def __init__(self, text: str, dsp: Dsp56001) -> None:
        self.text = text
        self.dsp = dsp
        self.at = 0
        self.depth = 0

    def error(self, why: str) -> DebugError:
        return DebugError(f"{described(self.text)}: {why}", field="expression", value=self.text)

    def whole(self) -> Value:
        value = self.level(0).value
        if self.text[self.at :].strip():
            raise self.error(f"{described(self.text[self.at :].strip())} is one too many")
        return value

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.at)

    def taken(self, *operators: str) -> str | None:
        token = self.peek()
        if token is None or token["operator"] not in operators:
            return None
        self.at = token.end()
        return token["operator"]

    def level(self, number: int) -> _Part:
        if number == len(_LEVELS):
            return self.unary()
        left = self.level(number + 1)
        while (symbol := self.taken(*_LEVELS[number])) is not None:
            left = _Part(_combined(_LEVELS[number][symbol], left.value, self.level(number + 1).value))
        return left

    def unary(self) -> _Part:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("it is nested too deeply")
        symbol = self.taken("-", "~", "!", "+", "%")
        if symbol is None:
            part = self.primary()
        elif symbol == "%":
            digits = _BINARY.match(self.text, self.at)
            if digits is None:
                raise self.error("% stands before binary digits")
            self.at = digits.end()
            part = _Part(_constant(int(digits[0], 2)))
        else:
            inner = self.unary().value
            changes: dict[str, Callable[[int], int]] = {"-": operator.neg, "~": operator.invert, "!": operator.not_}
            part = _Part(_changed(changes.get(symbol, operator.pos), inner))
        self.depth -= 1
        return part

    def primary(self) -> _Part:
        token = self.peek()
        if token is None:
            raise self.error("something is missing at the end" if not self.text[self.at :].strip() else "what is that?")
        self.at = token.end()
        if token["number"]:
            return _Part(_constant(_number(token["number"])))
        if token["memory"]:
            return _Part(_word(token["memory"][0].upper(), self.unary().value), 24)
        if token["name"]:
            return self.named(token["name"])
        if token["operator"] != "(":
            raise self.error(f"{token['operator']} has nothing to work on")
        part = self.level(0)
        if self.taken(")") is None:
            raise self.error("a parenthesis is not closed")
        return part

    def named(self, name: str) -> _Part:
        lower = name.lower()
        if lower in ("signed", "met") and self.taken("("):
            part = self.level(0)
            if self.taken(")") is None:
                raise self.error("a parenthesis is not closed")
            if lower == "met":
                number = part.value
                return _Part(lambda moment: moment.met(number(moment)))
            if part.width is None:
                raise self.error("signed() takes a register or a word of memory")
            return _Part(_signed(part.value, part.width))
        if lower in NAMES:
            return _Part(lambda moment: moment.dsp.regs[lower], REGISTERS[lower.upper()].width)
        if lower in _COUNTERS:
            return _Part(_COUNTERS[lower])
        return _Part(_constant(self.dsp.symbols.address(name.removeprefix("@"), self.space_of(name), "symbol")))

    def space_of(self, name: str) -> str:
        space = self.dsp.symbols.space_of(name.removeprefix("@"))
        return space if space in ("X", "Y", "P") else "X"


_COUNTERS: dict[str, Value] = {
    "clocks": lambda moment: moment.dsp.clocks,
    "instructions": lambda moment: moment.dsp.instructions,
    "hits": lambda moment: moment.hits,
}
WORDS = (*NAMES, *_COUNTERS, "signed(", "met(")
"""What expressions know besides symbols, for completion."""


def compiled(text: str, dsp: Dsp56001) -> Value:
    """An expression as a function of the moment; symbols have their present values.

    Raises:
        DebugError: a mistake in the expression; `value` is its text.
        ConfigurationError: no such symbol.
    """
    return _Parser(text, dsp).whole()


def evaluated(text: str, dsp: Dsp56001) -> int:
    """The present value of an expression.

    Raises:
        DebugError: as `compiled`.
        ConfigurationError: as `compiled`.
    """
    return compiled(text, dsp)(Moment(dsp))


def _number(text: str) -> int:
    return int(text[1:], 16) if text.startswith("$") else int(text, 0 if text.lower().startswith("0x") else 10)


def _constant(number: int) -> Value:
    return lambda _: number


def _combined(operation: Callable[[int, int], int], left: Value, right: Value) -> Value:
    return lambda moment: int(operation(left(moment), right(moment)))


def _changed(operation: Callable[[int], int], inner: Value) -> Value:
    return lambda moment: int(operation(inner(moment)))


def _word(space: str, address: Value) -> Value:
    def read(moment: Moment) -> int:
        memory = {"X": moment.dsp.x, "Y": moment.dsp.y, "P": moment.dsp.p}[space]
        return memory[address(moment) & 0xFFFF]

    return read


def _signed(inner: Value, width: int) -> Value:
    half = 1 << (width - 1)
    return lambda moment: (inner(moment) ^ half) - half

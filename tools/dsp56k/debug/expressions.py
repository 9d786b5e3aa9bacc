"""Expressions over the state of a chip: `a1 > $1000 && x:(r0+1) == @table`.

Numbers are decimal, $hex, 0xhex or %binary. Names are registers, the counters `clocks`, `instructions` and `hits`, and
symbols of the program; `@` selects the symbol if a register has the same name. `x:`, `y:` and `p:` before a number, a
name or a parenthesis read memory without side effects. `hsr` is the word of a peripheral register, unless the program
has a symbol of this name, and `hsr.htde` is the value of a field or a bit of it. After `x:` the name is the address.
`signed(...)` interprets a register or a word of memory as a signed number, `met(1)` is the hit count of breakpoint 1,
and `accessed` the word that a watchpoint has seen read or written. Operators are those of C; one `=` is an equality, as
in Hatari. Values are signed numbers of 128 bits.

This module compiles expressions. The chip evaluates them, so that a run does not return to Python for a condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001
from dsp56k.emu.debugging.conditional_breakpoints import Expression
from dsp56k.emu.registers import NAMES
from dsp56k.isa import IO_REGISTERS, REGISTERS, IoRegister
from dsp56k.objects.word_sizes import NO_SPACE
from dsp56k.system.text import described

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\$[0-9a-f]+|0x[0-9a-f]+|[0-9]+)|(?P<memory>[xyp]:)|(?P<name>@?[a-z_][a-z0-9_]*(?:\.[a-z][a-z0-9]*)?)"
    r"|(?P<operator>\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%&|^~!<>=()]))",
    re.IGNORECASE,
)
_BINARY = re.compile(r"[01]+")
_SPACE = re.compile(r"\.([xyp])\b", re.IGNORECASE)
"""Hatari's notation for a word of memory: `($200).x`."""
_DEEPEST = 30
"""Maximum nesting of parentheses and signs; beyond it Python's recursion limit would be reached."""
_LARGEST = (1 << 127) - 1
_DIGITS = 128
"""Maximum number of digits; no notation needs more."""
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "=", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""The binary operators, lowest precedence first."""
_UNARY = {"-": "negate", "~": "~", "!": "!", "+": None}
_COUNTERS = ("clocks", "instructions", "hits")
_ACCESSED = "accessed"
PERIPHERALS = {name: register for name, register in IO_REGISTERS.items() if register.is_readable}
"""The peripheral registers that expressions read, by their names."""
WORDS = (*NAMES, *(name.lower() for name in PERIPHERALS), *_COUNTERS, _ACCESSED, "signed(", "met(")
"""Words of expressions other than symbols, for completion."""


def peripheral(name: str, dsp: Dsp56001) -> IoRegister | None:
    """Return the peripheral register of a name; None if there is none, or if the program has a symbol of this name."""
    return None if name in dsp.symbols else PERIPHERALS.get(name.upper())


class _Parser:
    """A parser that emits postfix code: each operator follows its operands."""

    def __init__(self, text: str, dsp: Dsp56001, watching: bool) -> None:
        self.text = text
        self.dsp = dsp
        self.watching = watching
        self.at = 0
        self.depth = 0
        self.parts: list[tuple[str, str]] = []

    def error(self, why: str) -> DebugError:
        return DebugError(f"{described(self.text)}: {why}", field="expression", value=self.text)

    def whole(self) -> Expression:
        self.level(0)
        if self.text[self.at :].strip():
            raise self.error(f"unexpected {described(self.text[self.at :].strip())} after the expression")
        return Expression(described(self.text), self.parts)

    def add(self, name: str, operand: object = "") -> None:
        self.parts.append((name, str(operand)))

    def number(self, digits: str, base: int) -> None:
        if len(digits) > _DIGITS or (value := int(digits, base)) > _LARGEST:
            raise self.error(f"a number must fit into 128 bits, got {described(digits)}")
        self.add("number", value)

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.at)

    def taken(self, *operators: str) -> str | None:
        token = self.peek()
        if token is None or token["operator"] not in operators:
            return None
        self.at = token.end()
        return token["operator"]

    # Each method returns the width of its operand in bits, if that is a register or a word of memory.

    def level(self, number: int) -> int | None:
        if number == len(_LEVELS):
            return self.unary()
        width = self.level(number + 1)
        while (symbol := self.taken(*_LEVELS[number])) is not None:
            self.level(number + 1)
            self.add("==" if symbol == "=" else symbol)
            width = None
        return width

    def unary(self) -> int | None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("the expression is nested too deeply")
        width = None
        symbol = self.taken(*_UNARY, "%")
        if symbol is None:
            width = self.primary()
        elif symbol == "%":
            digits = _BINARY.match(self.text, self.at)
            if digits is None:
                raise self.error("% must be followed by binary digits")
            self.at = digits.end()
            self.number(digits[0], 2)
        else:
            self.unary()
            if (name := _UNARY[symbol]) is not None:
                self.add(name)
        self.depth -= 1
        return width

    def primary(self) -> int | None:
        token = self.peek()
        if token is None:
            rest = self.text[self.at :].strip()
            raise self.error(f"unexpected {described(rest)}" if rest else "the expression is not complete")
        self.at = token.end()
        if number := token["number"]:
            hexadecimal = number.removeprefix("$").lower().removeprefix("0x")
            self.number(hexadecimal, 10 if hexadecimal == number else 16)
            return None
        if token["memory"]:
            following = self.peek()
            register = peripheral(following["name"] or "", self.dsp) if following else None
            if following and register and token["memory"][0] in "xX":
                self.at = following.end()
                self.add("number", register.address)
            else:
                self.unary()
            self.add("word", token["memory"][0].upper())
            return 24
        if token["name"]:
            return self.named(token["name"])
        if token["operator"] != "(":
            raise self.error(f"expected a number, a name or a parenthesis, got {token['operator']}")
        width = self.inside()
        if (space := _SPACE.match(self.text, self.at)) is None:
            return width
        self.at = space.end()
        self.add("word", space[1].upper())
        return 24

    def inside(self) -> int | None:
        width = self.level(0)
        if self.taken(")") is None:
            raise self.error("a parenthesis is not closed")
        return width

    def named(self, name: str) -> int | None:
        lower = name.lower()
        if lower in ("signed", "met") and self.taken("("):
            width = self.inside()
            if lower == "signed" and width is None:
                raise self.error("signed() requires a register or a word of memory")
            self.add(lower, width if lower == "signed" else "")
        elif lower in NAMES:
            self.add("register", lower)
            return REGISTERS[lower.upper()].width
        elif lower in _COUNTERS or (lower == _ACCESSED and self.watching):
            self.add(lower)
            return 24 if lower == _ACCESSED else None
        elif (register := peripheral(name.partition(".")[0], self.dsp)) is not None or "." in name:
            return self.peripheral_word(name, register)
        else:
            symbol, symbols = name.removeprefix("@"), self.dsp.symbols
            # A constant may be larger than an address: a mask of 24 bits.
            is_constant = symbol in symbols and symbols.space_of(symbol) == NO_SPACE
            value = symbols[symbol] if is_constant else symbols.address(symbol, self.space_of(symbol), "symbol")
            self.add("number", value)
        return None

    def peripheral_word(self, name: str, register: IoRegister | None) -> int | None:
        """Add the word of a register, or the value of a field of it."""
        owner, _, field = name.partition(".")
        # A symbol has no fields, so that one with the name of a register does not hide those of the register.
        register = register or PERIPHERALS.get(owner.upper())
        if register is None:
            self.dsp.symbols.address(owner.removeprefix("@"), self.space_of(owner), "symbol")
            raise self.error(f"{described(owner)} is not a peripheral register")
        bits = register.bit(field.upper())
        if field and bits is None:
            raise self.error(f"{register.name} has no field {described(field)}")
        self.add("number", register.address)
        self.add("word", "X")
        if bits is None:
            return 24
        high, low = bits
        self.add("number", low)
        self.add(">>")
        self.add("number", (1 << high - low + 1) - 1)
        self.add("&")
        return None

    def space_of(self, symbol: str) -> str:
        space = self.dsp.symbols.space_of(symbol)
        return space if space in ("X", "Y", "P") else "X"


def compile_expression(text: str, dsp: Dsp56001, *, watching: bool = False) -> Expression:
    """Compile an expression for the chip; symbols have their current values.

    Args:
        text: The expression.
        dsp: The chip, for its symbols.
        watching: True if it is evaluated for accesses, so that `accessed` is allowed.

    Raises:
        DebugError: The expression is invalid; `value` is its text.
        ConfigurationError: A symbol is unknown.
        ExpressionError: Its operators are nested too deeply.
    """
    return _Parser(text, dsp, watching).whole()


def evaluate_expression(text: str, dsp: Dsp56001, met: Sequence[int] = ()) -> int:
    """Return the current value of an expression; `met` has the hit counts of breakpoints, by number.

    Raises:
        DebugError: As for `compile_expression`.
        ConfigurationError: As for `compile_expression`.
        ExpressionError: As for `compile_expression`, or it has no value: a division by 0, a value beyond 128 bits.
    """
    return dsp.conditional_breakpoints.evaluate(compile_expression(text, dsp), met=met)

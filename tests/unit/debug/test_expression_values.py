"""Expressions of the debugger, as text, against plain Python on the tree that the text was written from."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from dsp56k.debug.expressions import compile_expression
from dsp56k.emu import Dsp56001
from dsp56k.emu.errors import ExpressionError

DSP = Dsp56001()
REGISTERS = {"a": 56, "b1": 24, "x": 48, "y0": 24, "r3": 16, "m7": 16, "sp": 6, "ssh": 16, "lc": 16, "a2": 8, "pc": 16}
LOOSEST = ["||", "&&", "|", "^", "&", "== != =", "< <= > >=", "<< >>", "+ -", "* / %"]
TIGHTNESS = {symbol: level for level, symbols in enumerate(LOOSEST) for symbol in symbols.split()}
TIGHTEST = len(LOOSEST)
CLOCKS, INSTRUCTIONS, HITS, MET, ACCESSED = 0, 0, 3, (0, 5, 6), 0x812345


class NoValueError(Exception):
    """The error of an expression without a value."""


@dataclass(frozen=True)
class Tree:
    """An operator, or an operand: its text and value."""

    symbol: str
    children: tuple[Tree, ...] = ()
    value: int = 0
    width: int = 0

    def text(self, level: int = 0) -> str:
        """Format with the fewest parentheses that the precedence of C requires."""
        if not self.children:
            return self.symbol
        if len(self.children) == 2:
            own = TIGHTNESS[self.symbol]
            left, right = self.children[0].text(own), self.children[1].text(own + 1)
            whole = f"{left} {self.symbol} {right}"
            return f"({whole})" if own < level else whole
        (child,) = self.children
        if self.symbol in ("signed", "met"):
            return f"{self.symbol}({child.text()})"
        return f"{self.symbol}{child.text(TIGHTEST)}"


OPERANDS = st.one_of(
    st.sampled_from([0, 1, 2, 3, 127, 128, 0xFFFF, 0xFFFFFF, (1 << 127) - 1]).map(lambda n: Tree(str(n), (), n)),
    st.integers(0, 1 << 70).flatmap(
        lambda n: st.sampled_from([f"{n}", f"${n:x}", f"0x{n:X}", f"%{n:b}"]).map(lambda text: Tree(text, (), n))
    ),
    st.sampled_from(list(REGISTERS)).map(lambda name: Tree(name, width=REGISTERS[name])),
    st.sampled_from(
        [
            Tree("clocks", (), CLOCKS),
            Tree("instructions", (), INSTRUCTIONS),
            Tree("hits", (), HITS),
            Tree("Accessed", (), ACCESSED, 24),
        ]
    ),
)


def _larger(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    binary = st.builds(
        lambda symbol, left, right: Tree(symbol, (left, right)), st.sampled_from([*TIGHTNESS]), inner, inner
    )
    unary = st.builds(lambda symbol, child: Tree(symbol, (child,)), st.sampled_from("-~!+"), inner)
    near = st.builds(lambda n: Tree(str(n), (), n), st.integers(0, 15))
    words = st.builds(
        lambda space, child: Tree(space, (child,), width=24),
        st.sampled_from(["x:", "Y:", "p:"]),
        st.one_of(near, inner),
    )
    signed = st.one_of(words, OPERANDS.filter(lambda tree: tree.width > 0)).map(lambda tree: Tree("signed", (tree,)))
    met = st.builds(lambda child: Tree("met", (child,)), st.one_of(near, inner))
    return st.one_of(binary, binary, unary, words, signed, met)


TREES = st.recursive(OPERANDS, _larger, max_leaves=12)


def _divided(left: int, right: int) -> tuple[int, int]:
    """C's quotient and remainder, which round towards 0."""
    if right == 0:
        raise NoValueError
    # Where the quotient is too large, there is no remainder either.
    quotient = _whole(abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1))
    return quotient, left - quotient * right


def _shift(bits: int) -> int:
    if not 0 <= bits <= 127:
        raise NoValueError
    return bits


BINARY: dict[str, Callable[[int, int], int]] = {
    "|": operator.or_,
    "^": operator.xor,
    "&": operator.and_,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "<<": lambda left, right: left << _shift(right),
    ">>": lambda left, right: left >> _shift(right),
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: _divided(left, right)[0],
    "%": lambda left, right: _divided(left, right)[1],
}


def _whole(value: int) -> int:
    if not -(1 << 127) <= value < 1 << 127:
        raise NoValueError
    return value


def value_of(tree: Tree, state: dict[str, int], words: dict[str, list[int]]) -> int:
    """Return the value by the definition of the language."""
    match tree.symbol, [*tree.children]:
        case name, []:
            return state.get(name, tree.value)
        case ("||" | "&&") as symbol, [left, right]:
            enough = value_of(left, state, words) != 0
            if enough == (symbol == "||"):
                return int(enough)
            return int(value_of(right, state, words) != 0)
        case symbol, [left, right]:
            return _whole(int(BINARY[symbol](value_of(left, state, words), value_of(right, state, words))))
        case "signed", [child]:
            value = value_of(child, state, words)
            return value - (1 << child.width) if value >> (child.width - 1) else value
    value = value_of(tree.children[0], state, words)
    match tree.symbol:
        case "met":
            return MET[value] if 0 <= value < len(MET) else 0
        case "x:" | "Y:" | "p:":
            if not 0 <= value <= 0xFFFF:
                raise NoValueError
            column = words[tree.symbol[0].upper()]
            return column[value] if value < len(column) else 0
        case "-":
            return _whole(-value)
        case "~":
            return ~value
        case "!":
            return int(value == 0)
    return value


@given(
    TREES,
    st.fixed_dictionaries({name: st.integers(0, (1 << width) - 1) for name, width in REGISTERS.items()}),
    st.fixed_dictionaries({space: st.lists(st.integers(0, 0xFFFFFF), min_size=16, max_size=16) for space in "XYP"}),
)
def test_the_chip_says_what_the_language_says(
    tree: Tree, registers: dict[str, int], words: dict[str, list[int]]
) -> None:
    for name, value in registers.items():
        DSP.regs[name] = value
    state = {name: DSP.regs[name] for name in registers}
    DSP.x[:16], DSP.y[:16], DSP.p[:16] = words["X"], words["Y"], words["P"]
    text = tree.text()
    try:
        expected: int | None = value_of(tree, state, words)
    except NoValueError:
        expected = None
    try:
        expression = compile_expression(text, DSP, watching=True)
        found: int | None = DSP.conditional_breakpoints.evaluate(expression, hits=HITS, met=MET, accessed=ACCESSED)
    except ExpressionError:
        found = None
    assert found == expected, text

"""Small random changes of text and of bytes."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from random import Random

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.isa import MODES, REGISTERS

MOST = 6
"""Changes of one input."""
LONGEST = 20_000
"""Characters or bytes of a corrupted input."""
NUMBERS = (
    "0", "1", "-1", "2", "$ff", "$fff", "$7fff", "$ffff", "$10000", "$ffc0", "$ffffff", "$800000", "-$800000",
    "$1000000", "$ffffffffffff", "281474976710656", "99999999999999999999", "0.5", "-1.0", "1e308", "1e-400", "1e999",
    "%101", "`12", "'abcd'", "nan", "inf", "0x10", "1e", "$", "%", "#", "*",
)  # fmt: skip
SIGNS = (*"+-*/%&|^~!<>=(),:;#'\"\\?@`$.{}[] \t", "<<", ">>", "==", "!=", "&&", "||", "++", ";;", "\r\n", "\x1a")
WORDS = (
    *sorted(DIRECTIVES), *sorted(MNEMONICS), *sorted(REGISTERS),
    *(mode.text.replace("r", "3") for mode in MODES.values()), *(f"@{name.lower()}(" for name in FUNCTIONS.parsers),
    "p:", "x:", "y:", "l:", "xl:", "pe:", "#<", "#>", ">", "<",
)  # fmt: skip
_TOKEN = re.compile(r"[\w.$@]+|\S")
_EDGES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x10000, 0xFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def text(original: str, others: Sequence[str], random: Random) -> str:
    """Return a text with one to MOST changes; lines may come from `others`."""
    corrupted = original
    for _ in range(random.randint(1, MOST)):
        corrupted = random.choice(_OF_TEXT)(corrupted, others, random)[:LONGEST]
    return corrupted


def data(original: bytes, random: Random) -> bytes:
    """Return bytes with one to MOST changes."""
    corrupted = bytearray(original)
    for _ in range(random.randint(1, MOST)):
        random.choice(_OF_BYTES)(corrupted, random)
        del corrupted[LONGEST:]
    return bytes(corrupted)


def _word(random: Random) -> str:
    words: Sequence[str] = random.choice((NUMBERS, SIGNS, WORDS))
    return random.choice(words)


def _lines(change: Callable[[list[str], Sequence[str], Random], None]) -> Callable[[str, Sequence[str], Random], str]:
    def corrupt(original: str, others: Sequence[str], random: Random) -> str:
        lines = original.split("\n")
        change(lines, others, random)
        return "\n".join(lines)

    return corrupt


def _drop(lines: list[str], others: Sequence[str], random: Random) -> None:
    del lines[random.randrange(len(lines))]


def _repeat(lines: list[str], others: Sequence[str], random: Random) -> None:
    first = random.randrange(len(lines))
    chunk = lines[first : first + random.randint(1, 4)]
    lines[first:first] = chunk * random.randint(1, 3)


def _move(lines: list[str], others: Sequence[str], random: Random) -> None:
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randint(0, len(lines)), line)


def _borrow(lines: list[str], others: Sequence[str], random: Random) -> None:
    foreign = random.choice(others).split("\n")
    first = random.randrange(len(foreign))
    at = random.randint(0, len(lines))
    lines[at:at] = foreign[first : first + random.randint(1, 5)]


def _token(original: str, others: Sequence[str], random: Random) -> str:
    """Another word in place of one, or before it."""
    tokens = list(_TOKEN.finditer(original))
    if not tokens:
        return _word(random)
    token = random.choice(tokens)
    word = random.choice(tokens).group() if random.random() < 0.3 else _word(random)
    return original[: token.start()] + word + original[random.choice(token.span()) :]


def _character(original: str, others: Sequence[str], random: Random) -> str:
    """A character taken out, put in, or another in place of one."""
    at = random.randint(0, len(original))
    new = random.choice(("", chr(random.randrange(256)), chr(random.randrange(32, 127))))
    return original[:at] + new + original[at + random.randint(0, 1) :]


def _cut(original: str, others: Sequence[str], random: Random) -> str:
    return original[: random.randint(0, len(original))]


def _stutter(original: str, others: Sequence[str], random: Random) -> str:
    """A few characters many times."""
    at = random.randint(0, len(original))
    return original[:at] + original[at : at + random.randint(1, 3)] * random.randint(2, 300) + original[at:]


_OF_TEXT: tuple[Callable[[str, Sequence[str], Random], str], ...] = (
    *map(_lines, (_drop, _repeat, _move, _borrow)),
    *(_token,) * 5,
    *(_character,) * 3,
    _cut,
    _stutter,
)


def _flip(corrupted: bytearray, random: Random) -> None:
    if corrupted:
        corrupted[random.randrange(len(corrupted))] ^= 1 << random.randrange(8)


def _byte(corrupted: bytearray, random: Random) -> None:
    if corrupted:
        corrupted[random.randrange(len(corrupted))] = random.choice((0, 1, 0x20, 0x7F, 0xFF, random.randrange(256)))


def _field(corrupted: bytearray, random: Random) -> None:
    """A number of 32, 24 or 16 bits at its edges, or near the length of the file."""
    size = random.choice((4, 4, 3, 2))
    value = random.choice((*_EDGES, len(corrupted), len(corrupted) // 4, random.getrandbits(32))) + random.randint(
        -1, 1
    )
    # Fields are aligned in most formats.
    at = random.randrange(len(corrupted) // size + 1) * size
    order = ">" if random.random() < 0.8 else "<"
    corrupted[at : at + size] = struct.pack(f"{order}I", value & 0xFFFFFFFF)[-size:]


def _insert(corrupted: bytearray, random: Random) -> None:
    at = random.randint(0, len(corrupted))
    corrupted[at:at] = random.randbytes(random.randint(1, 8))


def _copy(corrupted: bytearray, random: Random) -> None:
    first, at = random.randint(0, len(corrupted)), random.randint(0, len(corrupted))
    corrupted[at:at] = corrupted[first : first + random.randint(1, 64)]


def _remove(corrupted: bytearray, random: Random) -> None:
    at = random.randint(0, len(corrupted))
    del corrupted[at : at + random.randint(1, 16)]


def _truncate(corrupted: bytearray, random: Random) -> None:
    del corrupted[random.randint(0, len(corrupted)) :]


_OF_BYTES: tuple[Callable[[bytearray, Random], None], ...] = (
    *(_flip,) * 2,
    *(_byte,) * 3,
    *(_field,) * 5,
    _insert,
    _copy,
    _remove,
    _truncate,
)

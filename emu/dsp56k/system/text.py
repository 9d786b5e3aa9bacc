"""Text from files and callers, made fit for a line of a message or a table.

A name in an object file may hold an escape sequence that reprograms the terminal, or be 15 million letters long.
"""

from __future__ import annotations

LONGEST = 2000
"""Characters of a message or of a field of a table. A path may have 4,096 bytes, a symbol in a source 512 letters."""
LONGEST_VALUE = 200
"""Characters of a value that a message quotes."""
_MARK = " … "
_LONGEST_DECIMAL = 1 << 64
"""Larger numbers are shown in hexadecimal: Python refuses to write thousands of decimal digits."""
_BYTES_IN_NAMES = range(0xDC80, 0xDD00)
"""What Python makes of the bytes of a file name that are no text in the present encoding."""
_CONTROL_PICTURES = 0x2400


def shown(text: str, longest: int = LONGEST) -> str:
    r"""`text` for one line of a terminal: what is not printable as \xNN or \uNNNN, a long text without its middle."""
    text = _cut(text, longest)
    # Escaped letters take more room.
    return text if text.isprintable() else _cut("".join(map(_escaped, text)), longest)


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    tail = longest // 3
    return text[: longest - tail - len(_MARK)] + _MARK + text[-tail:]


def _escaped(letter: str) -> str:
    if letter.isprintable():
        return letter
    if ord(letter) in _BYTES_IN_NAMES:
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter.encode("unicode_escape").decode("ascii")


def shown_lines(text: str) -> str:
    """`text` of many lines for a terminal, each as `shown` has it; blanks instead of tabs."""
    return "\n".join(shown(line.expandtabs()) for line in text.split("\n"))


def in_columns(text: str) -> str:
    """`text` with a printable character in place of each that is not: a caret below it stays in its column."""
    return text if text.isprintable() else "".join(map(_pictured, text))


def _pictured(letter: str) -> str:
    if letter.isprintable():
        return letter
    if letter == "\t":
        return " "
    return chr(_CONTROL_PICTURES + ord(letter)) if ord(letter) < ord(" ") else "�"


def encoded(text: str) -> bytes:
    """`text` for a file, in UTF-8; the bytes of a file name that are no text stay the bytes that they are."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # Half a character, which only a caller can have made.
        return text.encode("utf-8", "backslashreplace")


def described(value: object) -> str:
    """Any value that a caller passed, for a message: its `repr` on one line, without its middle if it is long."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LONGEST_DECIMAL:
        return shown(f"{value:#x}", LONGEST_VALUE)
    try:
        return shown(repr(value), LONGEST_VALUE)
    except (ValueError, RecursionError, MemoryError):
        # A list of numbers of thousands of digits, or one that holds itself many times over.
        return f"a {type(value).__name__}"


def counted(number: int, noun: str) -> str:
    """A number of things, as 1 word or 2,000 words."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

"""Text files of any system decoded; text from files and callers, made fit for a line of a message or a table.

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
"""Python's representation of bytes of a file name that are not text in the current encoding."""
_CONTROL_PICTURES = 0x2400
_END_OF_TEXT = "\x1a"
"""^Z, with which DOS ends a text file; what follows is the rest of the last disk block."""
_ORDER_MARK = "\ufeff"
_UTF8_MARK = _ORDER_MARK.encode()
_LATIN_MARK = _UTF8_MARK.decode("latin-1")
_UTF16_MARKS = (_ORDER_MARK.encode("utf-16-le"), _ORDER_MARK.encode("utf-16-be"))


def decode_text(content: bytes, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Return the text of a file, for every reader of text files: its lines end in LF, whatever system wrote it.

    Left out are a byte order mark at its beginning and, from a ^Z on, its rest. After a mark of UTF-16 it is decoded
    from UTF-16, and given as its UTF-8 would be.

    Raises:
        UnicodeDecodeError: the bytes are not of the encoding.
    """
    if content.startswith(_UTF16_MARKS):
        content = content.decode("utf-16", "replace").encode("utf-8")
    # What follows a ^Z need not be text of the encoding.
    return clean_text(content.removeprefix(_UTF8_MARK).partition(_END_OF_TEXT.encode())[0].decode(encoding, errors))


def decode_lines(content: bytes, encoding: str = "utf-8", errors: str = "strict") -> list[str]:
    """Return the lines of the text of a file. Nothing else divides lines: a form feed does not, as in an assembly."""
    return decode_text(content, encoding, errors).removesuffix("\n").split("\n")


def clean_text(text: str) -> str:
    """Return a decoded text without its byte order mark (also one decoded as Latin-1), with lines ended by LF.

    The text from a ^Z onwards is dropped.
    """
    text = text.removeprefix(_ORDER_MARK).removeprefix(_LATIN_MARK).partition(_END_OF_TEXT)[0]
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown(text: str, longest: int = LONGEST) -> str:
    r"""`text` for one line of a terminal: what is not printable as \xNN or \uNNNN, a long text without its middle."""
    text = _cut(text, longest)
    # Escaped letters take more space.
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


def as_markdown(text: str) -> str:
    """Return `text` as a Markdown document on a line shows it: no HTML of it is any, and it ends no table's cell."""
    text = " ".join(text.split())
    for letter, written in {"&": "&amp;", "<": "&lt;", "|": "\\|"}.items():
        text = text.replace(letter, written)
    return text


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
    """Encode `text` for a file, in UTF-8; bytes of a file name that are not text are preserved."""
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
    """Format a number of things, as 1 word or 2,000 words."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

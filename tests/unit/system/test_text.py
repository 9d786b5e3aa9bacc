"""Text on terminals: nothing that steers them, no line without end."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.asm import assemble, render_all
from dsp56k.emu import Dsp56001
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.text import LONGEST, LONGEST_VALUE, described, encoded, in_columns, shown, shown_lines

HUGE = 10**5000
"""Python refuses to write a number of this length in decimal."""


@given(st.text())
def test_every_text_is_shown_on_one_line(text: str) -> None:
    assert shown(text).isprintable()
    assert in_columns(text).isprintable()
    assert len(in_columns(text)) == len(text)
    if text.isprintable() and len(text) <= LONGEST:
        assert shown(text) == in_columns(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("two\nlines\t", r"two\nlines\t"),
        ("\x9b31m", r"\x9b31m"),
        # Right-to-left override: it would show another name than the one that counts.
        ("a\u202elod.exe", r"a\u202elod.exe"),
        # A byte of a file name that is no UTF-8.
        ("z\udcff.cln", r"z\xff.cln"),
        ("Größe …", "Größe …"),
    ],
)
def test_what_steers_a_terminal_is_escaped(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_long_text_keeps_its_ends() -> None:
    text = shown("a" * 10_000_000 + "b")
    assert (len(text), text[0], text[-2:]) == (LONGEST, "a", "ab")
    assert len(shown("\x1b" * 10_000)) == LONGEST
    assert shown("0123456789abcdef", 12) == "01234 … cdef"


def test_a_character_for_each_letter_that_is_not_printable() -> None:
    assert in_columns("a\x1bb\tc\x7f") == "a␛b c�"


def test_lines_stay_lines() -> None:
    assert shown_lines("a\tb\x1b\nc\n") == "a       b\\x1b\nc\n"


@pytest.mark.parametrize("value", [HUGE, -HUGE, [HUGE], {"a": HUGE}, "x" * 10_000_000, "\x1b[2J"], ids=range(6))
def test_any_value_can_be_described(value: object) -> None:
    assert described(value).isprintable()
    assert len(described(value)) <= LONGEST_VALUE


def test_numbers_are_described_as_they_are_written() -> None:
    assert [described(value) for value in (-1, 65536, True, 1 << 64, 1 << 65)] == [
        "-1", "65536", "True", "18446744073709551616", "0x20000000000000000",
    ]  # fmt: skip


@given(st.text())
def test_text_for_files(text: str) -> None:
    assert isinstance(encoded(text), bytes)


def test_file_names_stay_the_bytes_that_they_are() -> None:
    assert encoded("ä\udcff") == "ä".encode() + b"\xff"


@pytest.mark.parametrize("value", [HUGE, -HUGE], ids=["positive", "negative"])
def test_arguments_of_thousands_of_digits_are_refused(value: int) -> None:
    dsp = Dsp56001()
    calls: list[Callable[[], object]] = [
        lambda: dsp.run(max_clocks=value),
        lambda: dsp.run(until=value),
        lambda: dsp.x.__setitem__(value, 1),
        lambda: dsp.x.__setitem__(1, value),
        lambda: dsp.regs.__setitem__("a", value),
        lambda: dsp.stack[value],
        lambda: dsp.host.read(value),
        lambda: dsp.ssi.feed([value]),
        lambda: dsp.sci.feed([value]),
        lambda: dsp.load_words({("X", 0): value}),
        lambda: Dsp56001(clock_hz=-abs(value)),
    ]
    for call in calls:
        with pytest.raises(Dsp56kError) as caught:
            call()
        assert len(str(caught.value)) <= LONGEST


def test_messages_of_the_assembler_quote_sources_safely() -> None:
    report = render_all(assemble(" msg 'a\x9b31m'\n opt \x9bx\n dc \x9bq ; \x9b\n").diagnostics)
    assert report.count("error[") == 2
    assert "message[A0803]: a\\x9b31m\n" in report
    assert all(line.isprintable() for line in report.split("\n"))


def test_utf_8_in_sources_is_shown_as_it_is() -> None:
    assert "Illegal option Ñé" in render_all(assemble(" opt Ñé\n".encode().decode("latin-1")).diagnostics)

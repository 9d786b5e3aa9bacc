"""The common parts of readers of object files: the budget, bytes, lines, names."""

import pytest

from dsp56k.isa import Dsp56kError
from dsp56k.objects import Budget, BytesReader, LinesReader, is_name
from dsp56k.objects import budget as limits
from dsp56k.objects.readers.dwarf import LineReader


def test_a_budget_sums_up_each_limit_by_itself() -> None:
    budget = Budget()
    assert budget.spend(limits.WORDS, limits.WORDS.most)
    assert budget.spend(limits.SYMBOLS, 1)
    assert not budget.spend(limits.WORDS, 1)


def test_a_share_of_a_budget() -> None:
    budget = Budget(share=32)
    assert budget.spend(limits.WORDS, limits.WORDS.most // 32)
    assert not budget.spend(limits.WORDS, 1)


def test_readers_with_one_budget_spend_from_the_same() -> None:
    budget = Budget()
    BytesReader("a", b"", budget).spend(limits.WORDS, limits.WORDS.most, "f", 0)
    lines = LinesReader("b", budget)
    lines.line = 7
    with pytest.raises(Dsp56kError, match=r"^b:7: more than 1048576 words in total$") as raised:
        lines.spend(limits.WORDS)
    assert raised.value.fields == {"file": "b", "line": 7}


@pytest.mark.parametrize(
    ("at", "longest", "message"),
    [
        (0, 2, "string offset 0 is longer than 2 characters"),
        (4, 9, "string offset 4 is outside the table"),
        (9, 9, "string offset 9 is outside the table"),
    ],
)
def test_strings_that_do_not_end_in_time(at: int, longest: int, message: str) -> None:
    # The NUL after the table is not its own.
    reader = BytesReader("a", b"xxabc\0de\0")
    assert reader.string(range(2, 8), 1, "name", 5) == b"bc"
    with pytest.raises(Dsp56kError, match=f"^a: name at byte 5: {message}$"):
        reader.string(range(2, 8), at, "name", 5, longest=longest)


def test_every_use_of_a_string_counts() -> None:
    reader = BytesReader("a", b"n" * 4096 + b"\0")
    for _ in range(limits.NAMES.most // 4096):
        reader.string(range(4097), 0, "name", 0)
    with pytest.raises(Dsp56kError, match="characters of names in total"):
        reader.string(range(4097), 4095, "name", 0)


def test_lines_end_as_files_of_any_system_end_them() -> None:
    reader = LinesReader("a")
    assert [(reader.line, line) for line in reader.lines(b"\xef\xbb\xbfone\r\n\ntwo\x85\x1c\rfour\n\x1a\0")] == [
        (1, "one"),
        (2, ""),
        (3, "two\x85\x1c"),
        (4, "four"),
    ]


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "a\tb", "\x1a", "a\0", "\x1b[2J", "\x85", "a\u2028", "n" * 4097])
def test_what_cannot_be_a_name(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(Dsp56kError, match="cannot be the name of a symbol"):
        BytesReader("a", b"").check_name(name, "n_name", 0)


@pytest.mark.parametrize(("data", "number"), [(b"\x7f", -1), (b"\x80\x7f", -128), (b"\x3f", 63), (b"\xff\x00", 127)])
def test_signed_numbers_of_dwarf(data: bytes, number: int) -> None:
    reader = LineReader("a", data)
    reader.end = len(data)
    assert reader.leb128(signed=True) == number

"""Names that were perhaps meant, and the messages that suggest them."""

import pytest

from dsp56k.system.suggestions import abbreviation, did_you_mean, nearest, unknown

BOARDS = ("bare", "falcon", "next")


@pytest.mark.parametrize(("name", "meant"), [("NEXT", "next"), ("nxet", "next"), ("falkon", "falcon"), ("zzz", None)])
def test_the_nearest_name(name: str, meant: str | None) -> None:
    assert nearest(name, BOARDS) == meant


def test_an_exchange_at_the_end_comes_before_what_difflib_finds() -> None:
    assert nearest("bfu", ("bfux", "buf")) == "buf"
    assert nearest("ba", ("bab", "ab")) == "ab"


def test_an_abbreviation_has_three_letters_of_the_word_in_their_order() -> None:
    assert abbreviation("Assemble", ("as", "link", "sem", "asm")) == "asm"
    assert abbreviation("assemble", ("as", "abs")) is None


def test_a_message_has_the_name_and_the_list() -> None:
    assert unknown("board", "falkon", BOARDS) == (
        "unknown board 'falkon'; did you mean falcon? Expected one of bare, falcon, next"
    )
    assert unknown("board", "zzz", BOARDS, "a file") == (
        "unknown board 'zzz': expected one of bare, falcon, next, or a file"
    )
    assert (unknown("board", 5, ()), did_you_mean(5, BOARDS)) == ("unknown board 5: expected none", "")

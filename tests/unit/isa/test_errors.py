"""The root of the exceptions: its text fits a line of a terminal, and its facts are as they came."""

from dsp56k.isa import Dsp56kError


def test_the_text_is_escaped_and_the_facts_are_not() -> None:
    error = Dsp56kError("'\x1b[2J' is not a word", word="\x1b[2J")
    assert (str(error), error.message) == ("'\\x1b[2J' is not a word",) * 2
    assert error.fields == {"word": "\x1b[2J"} == {"word": vars(error)["word"]}

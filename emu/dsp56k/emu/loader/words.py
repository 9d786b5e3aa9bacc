"""Words by (space, address), as a user gives them."""

from __future__ import annotations

from collections.abc import Mapping

from dsp56k.emu.checks import hexadecimal, is_whole
from dsp56k.emu.errors import ConfigurationError, LoadError, MemoryAccessError
from dsp56k.emu.memory import SPACES, WORD_MAX, WORDS
from dsp56k.objects.failed_words import FailedWords
from dsp56k.system.text import described


def check_words(words: Mapping[tuple[str, int], int]) -> None:
    """Refuse what cannot be loaded.

    Raises:
        ConfigurationError: no mapping, as an object file is none.
        LoadError: words of an assembly with errors.
        MemoryAccessError: a place or a word that no memory has.
    """
    given: object = words
    if not isinstance(given, Mapping):
        message = f"words are a mapping of (space, address) to words, not {described(words)}"
        raise ConfigurationError(message, field="words", value=words)
    if isinstance(words, FailedWords):
        raise LoadError("words of a program with errors: its `diagnostics` has them")
    for place, word in words.items():
        match place:
            case (space, address) if space in SPACES and is_whole(address, 0, WORDS - 1):
                if not is_whole(word, 0, WORD_MAX):
                    message = f"{hexadecimal(word)} does not fit the 24-bit word {space}:${address:04X}"
                    raise MemoryAccessError(message, space=space, address=address, value=word)
            case _:
                message = f"no memory has a word ({described(place)})"
                raise MemoryAccessError(message, space=place, address=place, value=word)

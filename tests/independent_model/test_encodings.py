"""The instruction words of the independent model, and their lengths, against the project's table of instructions."""

from dsp56k import isa
from independent_model.chip import Chip
from independent_model.state import SP, IllegalWordError, LeftOutError

EVERY_ELEVENTH = range(0, 1 << 20, 11)
"""Every eleventh word below $100000, where the instructions without parallel moves are."""


def length(word: int) -> int | None:
    """Return the number of its words; None if it is not an instruction.

    Raises:
        LeftOutError: the instruction is left out.
    """
    chip = Chip()
    chip.state.file[SP] = 5
    chip.state.memory["p", 0, False] = word
    try:
        chip.step()
    except IllegalWordError:
        return None
    return len(chip.fetched)


def wrong(words: range | list[int]) -> list[str]:
    found = []
    for word in words:
        decoded = isa.decode(word)
        try:
            if length(word) != (decoded and decoded.words):
                found.append(f"{word:06X}")
        except LeftOutError:
            pass
    return found


def test_every_move_field() -> None:
    assert wrong(range(0x100010, 0x1000010, 0x100)) == []
    assert wrong(range(0x080010, 0x0A0010, 0x100)) == []


def test_every_operation_code() -> None:
    assert wrong(range(0x200000, 0x200100)) == []


def test_control_words() -> None:
    assert wrong(EVERY_ELEVENTH) == []

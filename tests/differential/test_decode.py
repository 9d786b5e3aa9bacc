"""The project's table of instructions against the patterns of UM A.9 in the reference model."""

from dsp56k import isa
from reference_model.instructions.decode import decode

SEVENTH = range(0, 1 << 20, 7)
"""Every seventh word below $100000, where the instructions without parallel moves lie."""


def agree(word: int) -> bool:
    ours, theirs = decode(word), isa.decode(word)
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return ours.words == theirs.words


def test_every_move_field() -> None:
    assert [hex(move << 8) for move in range(1 << 16) if not agree(move << 8 | 0x10)] == []


def test_every_operation_code() -> None:
    assert [hex(0x200000 | code) for code in range(256) if not agree(0x200000 | code)] == []


def test_control_words() -> None:
    assert [hex(word) for word in SEVENTH if not agree(word)] == []

"""Pieces of a program that have different words at one address, against a search word by word."""

from hypothesis import given
from hypothesis import strategies as st

from dsp56k.objects.overlaps import Piece, overlaps

WORDS = st.lists(st.sampled_from([0, 1, None]), max_size=6)
PIECES = st.lists(
    st.builds(Piece, st.sampled_from("XYPL"), st.integers(0, 8), WORDS, st.sampled_from([None, 1]), st.just("")),
    max_size=8,
)


def search(pieces: list[Piece]) -> set[tuple[str, int, int, int, int]]:
    """Return space, address, earlier and later piece and the number of words of each overlap."""
    loaded: dict[tuple[object, str, int], tuple[int, int | None]] = {}
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    half = {"L": 2}
    spaces = {"L": "XY"}
    for number, piece in enumerate(pieces):
        step = half.get(piece.space, 1)
        for offset, space in enumerate(spaces.get(piece.space, piece.space)):
            for at in range(len(piece.words) // step):
                key, word = (piece.base, space, piece.address + at), piece.words[at * step + offset]
                earlier, old = loaded.get(key, (number, word))
                if None not in (old, word) and old != word:
                    found.setdefault((earlier, number), []).append(key[1:])
                loaded[key] = number, word
    return {(*places[0], *pair, len(places)) for pair, places in found.items()}


@given(PIECES)
def test_all_overlaps_are_found(pieces: list[Piece]) -> None:
    found = overlaps(pieces)
    assert {(f.space, f.address, f.earlier, f.later, f.replaced) for f in found} == search(pieces)
    for overlap in found:
        assert overlap.old == pieces[overlap.earlier].words[overlap.earlier_index]
        assert overlap.new == pieces[overlap.later].words[overlap.later_index]


def test_memories_that_are_known_to_differ_do_not_overlap() -> None:
    def count(first: str, second: str) -> int:
        return len(overlaps([Piece("P", 5, [1], mapping=first), Piece("P", 5, [2], mapping=second)]))

    assert [count("I", "E"), count("", "E"), count("I", ""), count("E", "E")] == [0, 1, 1, 1]

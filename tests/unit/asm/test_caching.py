"""Meanings of texts are kept, up to a size."""

import gc

from dsp56k.asm.memoize import EACH, MOST, cached_by_text


def test_short_texts_do_not_fill_memory() -> None:
    class Meaning:
        pass

    @cached_by_text
    def meaning(text: str) -> Meaning:
        return Meaning()

    first = meaning("0")
    assert meaning("0") is first
    for number in range(MOST // EACH):
        meaning(f"{number:06}")
    assert sum(isinstance(each, Meaning) for each in gc.get_objects()) < MOST / (EACH + 6)
    assert meaning("0") is not first

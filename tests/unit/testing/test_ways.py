"""Execution traces of calls, and their first divergence."""

from collections.abc import Callable
from functools import partial

import pytest

from dsp56k.emu import Dsp56001
from dsp56k.lib import des_ecb_encrypt, montgomery_product, montgomery_square
from dsp56k.lib.subroutine_calls import Caller
from dsp56k.testing.execution_traces import first_divergence, trace_routines
from shared.emu_programs import chip

BACK = 0x100
SOURCE = """
        org     p:$40
odd     jclr    #0,x:$10,even
        nop
        nop
even    move    x:$10,r0
        nop
        move    y:(r0),a
        rep     x:$11
        asl     a
        rts
"""


class Small(Caller):
    def __init__(self, **words: int) -> None:
        dsp: Dsp56001 = chip(SOURCE)
        dsp.x[0x10], dsp.x[0x11] = words.get("number", 0), words.get("times", 1)
        super().__init__(dsp)

    def call(self) -> None:
        self.enter(0x40, BACK)


def small(**words: int) -> Callable[[], None]:
    return lambda: Small(**words).call()


def test_a_way_has_the_clocks_and_instructions_of_the_result() -> None:
    call = partial(montgomery_product, 3, 5, 7, 4)
    (way,) = trace_routines(call)
    result = call()
    assert (way.clocks, way.instructions) == (result.clocks, result.instructions)


def test_all_routines_of_a_call_have_theirs() -> None:
    ways = trace_routines(partial(des_ecb_encrypt, bytes(8), bytes(16)))
    assert len(ways) > 1  # the key schedule, the blocks
    assert sum(way.clocks for way in ways) == des_ecb_encrypt(bytes(8), bytes(16)).clocks


def test_ways_part_after_the_jump_that_leads_apart() -> None:
    part = first_divergence(small(number=2), small(number=3))
    assert part is not None
    assert part.instructions == 1
    assert part.after is not None
    assert part.first is not None
    assert part.second is not None
    assert part.after.text == "jclr #0,x:<$10,$0044"
    assert (part.after.pc, part.first.pc, part.second.pc) == (0x40, 0x44, 0x42)
    assert str(part) == "they diverge after P:$0040 `jclr #0,x:<$10,$0044`, for P:$0044 and P:$0042"


def test_a_count_of_repetitions_is_seen_where_it_ends() -> None:
    part = first_divergence(small(times=2), small(times=3))
    assert part is not None
    assert part.after is not None
    assert part.after.text == "asl a"


def test_ways_with_other_data_addresses() -> None:
    first, second = small(number=2), small(number=4)
    assert first_divergence(first, second) is None
    part = first_divergence(first, second, data=True)
    assert part is not None
    assert part.first is not None
    assert part.first.text == "move y:(r0),a"
    assert str(part).startswith("they diverge at P:$0046 `move y:(r0),a`")


def test_one_that_ends_early() -> None:
    part = first_divergence(partial(montgomery_product, 3, 5, 7, 4), lambda: None)
    assert part is not None
    assert (part.instructions, part.after, part.second) == (0, None, None)
    assert part.first is not None


def test_equal_ways_do_not_part() -> None:
    assert first_divergence(partial(montgomery_square, 3, 7, 4), partial(montgomery_square, 5, 9, 4)) is None


def test_what_a_call_raises_reaches_the_caller() -> None:
    def fails() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        trace_routines(fails)

"""Level `three-units`: bus unit, decoder and execution unit, and what measured loops and captures say of them."""

from __future__ import annotations

import pytest

from dsp56k.host.clocks import Blocks, ThreeUnits, new_level, time_code
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.cpu_modes import MODES

BASE = MODES["real16"].base + 0x100


def level(code: str, *, wait_states: int = 0, place: int = BASE, cpu: str = "i286") -> ThreeUnits:
    timed = time_code([(place, bytes.fromhex(code))], cpu=cpu, mode="real16", measured=True)
    found = new_level(cpu, "real16", "three-units", wait_states, timed.at)
    assert isinstance(found, ThreeUnits)
    return found


def in_a_row(unit: ThreeUnits) -> list[int]:
    """The clocks of each instruction from the first one on, which a jump led to; the first has that of the fetch."""
    timings = [unit.code[place] for place in sorted(unit.code)]
    entered = unit.enter(timings[0])
    clocks, state = [entered.clocks], entered.state
    for timing in timings:
        step = unit.execute(state, timing)
        clocks.append(step.clocks)
        state = step.state
    return clocks


@pytest.mark.parametrize(
    ("code", "clocks"),
    [
        ("40 f4", 10),  # INC: 7 + 1 byte + 2
        ("90 f4", 11),
        ("89 d8 f4", 11),
        ("b8 34 12 f4", 12),  # of three bytes, behind a jump
        ("04 01 f4", 12),
        ("83 c0 01 f4", 7 + 3 + 3 + 1),  # a byte that is extended
        ("8b 47 02 f4", 7 + 3 + 5 + 1),  # a displacement that is extended
        ("8b 40 02 f4", 7 + 3 + 6 + 1),  # of an address of three parts
        ("03 07 f4", 7 + 2 + 7),
        ("01 07 f4", 7 + 2 + 7),
        ("60 f4", 7 + 1 + 17),
    ],
)
def test_an_instruction_behind_a_jump_takes_seven_clocks_and_its_bytes_more(code: str, clocks: int) -> None:
    """From the first fetch to the HALT cycle, as captured."""
    assert sum(in_a_row(level(code))) == clocks


def test_short_instructions_in_a_full_queue_take_the_manuals_clocks() -> None:
    # MUL fills the queue: the six INC behind it take two clocks each
    assert in_a_row(level("f7 e3" + "40" * 6))[2:] == [2] * 6
    # and starves where bytes are used faster than words of three clocks bring them
    starved = in_a_row(level("f7 e3" + "b8 34 12" * 12, wait_states=1))[2:]
    assert starved[:2] == [2, 2]
    assert sum(starved[-2:]) == 9  # six bytes in three fetches


def test_the_queue_has_six_bytes_behind_what_was_decoded() -> None:
    unit = level("f7 e3" + "f4" * 12)
    mul, *_ = (unit.code[place] for place in sorted(unit.code))
    state = unit.execute(unit.enter(mul).state, mul).state
    assert state.queued >= 5  # a word more does not fit
    assert len(state.decoded) == 3


def test_a_write_is_posted_and_the_next_access_waits_for_it() -> None:
    unit = level("89 07 89 07 8b 07", wait_states=3)
    entered, first, second, read = in_a_row(unit)
    assert first == 3
    assert second > 3
    assert read > 5
    assert entered == 5 + 2 + 2 + 1  # fetch and transfer to the decoder, two bytes, start
    alone = level("f7 e3 89 07")
    mul, store = (alone.code[place] for place in sorted(alone.code))
    stored = alone.execute(alone.execute(alone.enter(mul).state, mul).state, store)
    assert (stored.clocks, stored.write_at, stored.state.busy) == (3, 2, 1)


def steady(code: str, start: int, wait_states: int = 1, turns: int = 40) -> float:
    """Mean clocks of a jump to itself."""
    unit = level(code, wait_states=wait_states, place=start)
    (timing,) = unit.code.values()
    state, clocks = unit.enter(timing).state, 0
    for turn in range(2 * turns):
        step = unit.jump(state, timing, timing)
        state = step.state
        clocks += step.clocks if turn >= turns else 0
    return clocks / turns


def test_loops_that_abrash_measured_on_a_10_mhz_at() -> None:
    """Graphics Programming Black Book, ch. 11: one wait state, 5.5 % refresh."""
    assert steady("e2 fe", BASE + 1) * 1.055 == pytest.approx(14.8, abs=0.1)  # "over 14"
    assert steady("e2 fe", BASE) * 1.055 == pytest.approx(12.5, abs=0.2)
    store = level("c7 06 00 02 01 00" * 60, wait_states=1)
    stores = in_a_row(store)[20:-10]
    assert sum(stores) / len(stores) * 1.055 == pytest.approx(12.7, abs=0.2)


def test_a_call_pushes_after_the_first_fetch_of_its_target() -> None:
    code = time_code([(BASE, bytes.fromhex("e8 02 00 90 90 f4"))], cpu="i286", mode="real16")
    unit = new_level("i286", "real16", "three-units", 0, code.at)
    call, target = code.at[BASE], code.at[BASE + 5]
    step = unit.jump(unit.enter(call).state, call, target)
    assert step.clocks == 7 + 1
    assert step.write_at == 7 - 5 + 2
    assert unit.execute(step.state, target).clocks == 2


def test_the_state_goes_on_where_the_instruction_before_ended() -> None:
    """Instruction by instruction or as a block: the clocks are the same."""
    code = time_code([(BASE, bytes.fromhex("f7 e3 8b 47 02 01 07 b8 34 12 40 89 07 f4"))], cpu="i286", mode="real16")
    unit = new_level("i286", "real16", "three-units", 1, code.at)
    blocks = Blocks(code, unit)
    whole = blocks.follow(blocks.root, BASE, 13).clocks
    edge, clocks, place = None, 0, BASE
    for timing in code.block(BASE, 13):
        edge = blocks.follow(edge.node if edge else blocks.root, place, timing.size)
        clocks, place = clocks + edge.clocks, place + timing.size
    assert clocks == whole


def test_the_386_decodes_a_component_in_a_clock() -> None:
    code = bytes.fromhex("66 c7 06 00 02 01 00 00 00")
    (timing,) = time_code([(BASE, code)], cpu="i386", mode="real16").at.values()
    assert timing.decoding == (1, 1, 1, 2, 4)
    (far,) = time_code([(BASE, bytes.fromhex("9a 00 00 10 20"))], cpu="i386", mode="real16").at.values()
    assert (far.decoding, far.components) == ((1, 4), 2)
    (extended,) = time_code([(BASE, bytes.fromhex("83 47 02 01"))], cpu="i286", mode="real16").at.values()
    assert extended.decoding == (1, 1, 1, 1, 0, 0)


def test_code_ends_where_the_program_ends() -> None:
    """Nothing is decoded behind it: a RET to outside has its own target."""
    unit = level("c3")
    outside = Timing(address=0, size=1, text="hlt", row="hlt")
    ret = unit.code[BASE]
    assert unit.jump(unit.enter(ret).state, ret, outside).clocks == 12 + 1

"""Hashes of an execution: the events on which they depend, and those on which they do not."""

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, ExecutionHash
from shared.emu_programs import chip

PROGRAM = """
        org p:0
        move    #3,r0
        move    #<5,y0
        do      #3,end
        tst     a       x:(r0)+,x0
        jeq     skip
        nop
skip    nop
end     rep     #2
        move    a,y:(r4)+
done    jmp     *
"""


def followed(source: str = PROGRAM, **registers: int) -> ExecutionHash:
    dsp = chip(source)
    for name, value in registers.items():
        dsp.regs[name] = value
    with dsp.hash_execution() as path:
        dsp.run(max_clocks=1000)
    return path


def hashes(path: ExecutionHash) -> tuple[int, int]:
    return path.flow, path.data


def test_the_same_way_has_the_same_hashes() -> None:
    first, second = followed(), followed()
    assert hashes(first) == hashes(second)
    assert 0 not in hashes(first)


def test_values_do_not_count() -> None:
    assert hashes(followed(x0=7, b=9)) == hashes(followed())


def test_a_branch_changes_the_flow_but_no_address() -> None:
    other = followed(a=1 << 40)
    assert other.flow != followed().flow
    assert other.data == followed().data


def test_an_address_changes_the_data_only() -> None:
    other = followed(r4=8)
    assert other.data != followed().data
    assert other.flow == followed().flow


@pytest.mark.parametrize("change", ["x:(r0)+,x0>y:(r0)+,y1", "move    a,y:(r4)+>move    y:(r4)+,b"])
def test_spaces_and_directions_count(change: str) -> None:
    old, new = change.split(">")
    other = followed(PROGRAM.replace(old, new))
    assert other.data != followed().data
    assert other.flow == followed().flow


def test_clocks_count() -> None:
    dsp = chip(PROGRAM, bcr=0x0010)
    with dsp.hash_execution() as path:
        dsp.run(max_clocks=1000)
    assert path.flow == followed().flow  # internal P
    slow = chip(PROGRAM.replace("x:(r0)+", "x:$2000"), bcr=0x1000)
    fast = chip(PROGRAM.replace("x:(r0)+", "x:$2000"))
    with slow.hash_execution() as slower, fast.hash_execution() as faster:
        slow.run(max_clocks=1000)
        fast.run(max_clocks=1000)
    assert slower.flow != faster.flow
    assert slower.data == faster.data


def test_steps_runs_and_observers_make_no_difference() -> None:
    expected = hashes(followed())
    stepped, watched = chip(PROGRAM), chip(PROGRAM)
    watched.hooks.on_execute(lambda dsp, address: None, 0, 0xFFFF)
    watched.watchpoints.add("Y", 0x100)
    with stepped.hash_execution() as path, watched.hash_execution() as other:
        while stepped.regs.pc != 0x0B:
            stepped.step()
        watched.run(until=0x0B)
    assert hashes(path) == hashes(other) == expected


def test_following_changes_neither_clocks_nor_state() -> None:
    plain, observed = chip(PROGRAM), chip(PROGRAM)
    plain.run(max_clocks=1000)
    with observed.hash_execution():
        observed.run(max_clocks=1000)
    assert observed.snapshot() == plain.snapshot()


def test_the_way_begins_inside_the_with_whatever_came_before() -> None:
    dsp = chip(PROGRAM)
    dsp.run(max_clocks=1000)
    clocks = dsp.clocks
    dsp.regs.pc, dsp.regs.r0, dsp.regs.r4 = 0, 0, 0
    with dsp.hash_execution() as path:
        dsp.run(max_clocks=1000)
    assert dsp.clocks > clocks
    assert hashes(path) == hashes(followed())


def test_it_is_live_inside_and_kept_after() -> None:
    dsp = chip(PROGRAM)
    with dsp.hash_execution() as path:
        assert hashes(path) == (0, 0)
        dsp.step()
        kept = path.flow
    dsp.step()
    assert path.flow == kept != 0


def test_a_chip_is_followed_once_at_a_time() -> None:
    dsp = Dsp56001()
    with dsp.hash_execution(), pytest.raises(ConfigurationError, match="already being hashed"), dsp.hash_execution():
        pass
    with dsp.hash_execution():
        pass

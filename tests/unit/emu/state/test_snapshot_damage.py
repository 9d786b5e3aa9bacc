"""Snapshots with any content and a right checksum: refused, or restored to a chip that runs, stops and can be saved."""

import random

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import ConfigurationError, Dsp56001, SnapshotError, StopReason
from shared.emu_programs import checksum

HEADER, CHECKSUM = 20, 8
LAST_CLOCK = 1 << 61
PROGRAM = """
        org     p:8
        move    (r7)+
        nop
        org     p:$40
        movep   #7,x:$ffff
        movep   #$1ff,x:$ffe1
        movep   #$4100,x:$ffec
        movep   #$f200,x:$ffed
        andi    #$fc,mr
loop    do      #5,last
        move    x:(r0)+,x0
        move    x0,y:(r4)+
last
        rep     #3
        mac     x0,x0,a
        move    #$1000,r1
        move    x:(r1),b
        jmp     <loop
"""


def resummed(state: bytes | bytearray) -> bytes:
    body = bytes(state[:-CHECKSUM])
    return body + checksum(body)


def running() -> Dsp56001:
    dsp = Dsp56001()
    dsp.load_words(assemble(PROGRAM).words)
    dsp.x[0xFFFE], dsp.regs.pc = 0, 0x40
    dsp.lines.irqa.drive(True, at=90)
    dsp.lines.br.drive(True, at=300)
    dsp.run(max_clocks=100)
    return dsp


def altered(rng: random.Random, state: bytes) -> bytes:
    """Some bytes of the payload changed; the registers at its front more often than memory."""
    changed = bytearray(state)
    end = len(state) - CHECKSUM
    for _ in range(rng.choice((1, 1, 2, 8))):
        place = rng.randrange(HEADER, rng.choice((HEADER + 320, end)))
        changed[place] = rng.choice((0, 0xFF, changed[place] ^ 1 << rng.randrange(8), rng.randrange(256)))
    return resummed(changed)


@pytest.mark.parametrize("seed", range(4))
def test_any_content_is_refused_or_makes_a_chip_that_runs_and_stops(seed: int) -> None:
    rng = random.Random(seed)
    state = running().snapshot()
    assert resummed(state) == state
    restored = 0
    for _ in range(60):
        dsp = Dsp56001()
        try:
            dsp.restore(altered(rng, state))
        except SnapshotError:
            continue
        restored += 1
        before = dsp.total_clocks
        stop = dsp.run(max_clocks=2000, max_instructions=500)
        assert stop.reason is not StopReason.BUDGET or dsp.total_clocks > before
        dsp.step()
        assert all(0 <= value < 1 << 56 for value in dsp.regs.as_dict().values())
        copy = Dsp56001()
        copy.restore(dsp.snapshot())
        assert copy.regs.as_dict() == dsp.regs.as_dict()
        dsp.reset()
        dsp.run(max_clocks=100)
    assert restored > 20


def test_no_bit_of_a_snapshot_makes_a_run_endless() -> None:
    """Pending events in a snapshot are ignored and computed from the state: a bit of them once blocked every run."""
    dsp = running()
    state = dsp.snapshot()
    expected = dsp.run(max_clocks=50)
    restored = 0
    # Registers and pending effects are within the first bytes.
    for place in range(HEADER, HEADER + 260):
        changed = bytearray(state)
        changed[place] ^= 1
        dsp = Dsp56001()
        try:
            dsp.restore(resummed(changed))
        except SnapshotError:
            continue
        restored += 1
        dsp.run(max_clocks=100, max_instructions=100)
    dsp.restore(state)
    assert dsp.run(max_clocks=50) == expected
    assert restored > 100


def test_clocks_end_where_they_can_still_be_saved() -> None:
    dsp = Dsp56001()
    dsp.p[0] = 0x0C0000  # JMP $0: a HALT
    dsp.advance(1 << 63)
    assert LAST_CLOCK <= dsp.clocks < LAST_CLOCK + 16
    state = dsp.snapshot()
    dsp.restore(state)
    assert dsp.run(max_clocks=100).reason in (StopReason.HALT, StopReason.BUDGET)
    late = bytearray(state)
    place = late.index(dsp.clocks.to_bytes(8, "little"))
    late[place : place + 8] = (2 * LAST_CLOCK).to_bytes(8, "little")
    with pytest.raises(SnapshotError, match="a count is out of range"):
        dsp.restore(resummed(late))
    dsp.hooks.on_execute(lambda chip, address: None, 0)
    dsp.advance(1 << 63)


def test_an_edge_beyond_the_end_of_time_is_refused() -> None:
    dsp = Dsp56001()
    with pytest.raises(ConfigurationError, match="at must be 0 to"):
        dsp.lines.irqa.drive(True, at=2**63)
    dsp.lines.irqa.drive(True, at=LAST_CLOCK)
    restored = Dsp56001()
    restored.restore(dsp.snapshot())
    assert restored.lines.irqa.scheduled == dsp.lines.irqa.scheduled


def test_a_listener_is_told_though_a_snapshot_was_taken_meanwhile() -> None:
    dsp = Dsp56001()
    told: list[bool] = []
    dsp.lines.bg.connect(lambda level, clock: told.append(level))
    dsp.hooks.on_execute(lambda chip, address: chip.snapshot() and None, 0, 0xFFFF)
    dsp.lines.br.drive(True, at=4)
    dsp.lines.br.drive(False, at=30)
    dsp.advance(100)
    assert told == [True, False]


def test_what_was_loaded_is_part_of_a_snapshot() -> None:
    dsp = Dsp56001()
    dsp.p[0], dsp.p[0x300] = 0x0AF080, 0  # JMP >$300, and a NOP there
    dsp.p[1] = 0x300
    copy = Dsp56001()
    copy.restore(dsp.snapshot())
    for chip in (dsp, copy):
        assert chip.run(unloaded=True).unloaded == 0x301

"""Lines: levels, edges to come, listeners, logs; BR and BG in the middle of instructions (UM 9-14 to 9-18)."""

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, LineChange, StopReason
from shared.emu_programs import chip

IPR = 0xFFFF
ASSERTED, RELEASED = True, False
COUNTING = " org p:8\n move (r7)+\n move (r7)+\n org p:$40\n dup 60\n move (r0)+\n endm\n jmp *"
HTX = " org p:0\n movep #1,x:$ffe0\n nop\n movep x0,x:$ffeb\n nop\n nop\n jmp *"


def counting(ipr: int = 7) -> Dsp56001:
    """A chip at the first of sixty words of two clocks."""
    dsp = chip(COUNTING)
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x40, 0, ipr
    return dsp


def listed(changes: list[LineChange]) -> list[tuple[int, bool]]:
    return [(change.clock, change.asserted) for change in changes]


@pytest.mark.parametrize(("clock", "moves"), [(0, 4), (1, 5), (2, 5), (9, 9), (10, 9)])
def test_an_edge_counts_from_the_first_boundary_at_or_after_its_clock(clock: int, moves: int) -> None:
    dsp = counting()
    dsp.lines.irqa.drive(ASSERTED, at=clock)
    dsp.run(condition=lambda chip: chip.regs.r7 == 1)
    assert dsp.regs.r0 == moves


def test_edges_of_one_clock_are_taken_in_the_order_of_the_calls() -> None:
    dsp = counting()
    dsp.lines.irqa.drive(RELEASED, at=20)
    dsp.lines.irqa.drive(ASSERTED, at=20)
    dsp.lines.irqa.drive(ASSERTED, at=4)
    dsp.lines.irqa.drive(RELEASED, at=40)
    assert listed(dsp.lines.irqa.scheduled) == [(4, True), (20, False), (20, True), (40, False)]
    dsp.advance(40)
    # A second falling edge: the latch requests again.
    assert (dsp.regs.r7, dsp.lines.irqa.level, dsp.lines.irqa.scheduled) == (4, False, [])


def test_the_past_cannot_be_changed() -> None:
    dsp = counting()
    dsp.advance(10)
    with pytest.raises(ConfigurationError, match="cannot drive IRQA at clock 9: the chip is already at clock 10"):
        dsp.lines.irqa.drive(ASSERTED, at=9)
    with pytest.raises(ConfigurationError, match="at"):
        dsp.lines.irqa.drive(ASSERTED, at=-1)
    dsp.lines.irqa.drive(ASSERTED, at=10)
    assert dsp.lines.irqa.level


def test_edges_can_be_forgotten() -> None:
    dsp = counting()
    dsp.lines.irqa.drive(ASSERTED, at=10)
    dsp.lines.irqb.drive(ASSERTED, at=12)
    dsp.lines.irqa.cancel()
    dsp.advance(100)
    assert (dsp.lines.irqa.level, dsp.lines.irqb.level, dsp.regs.r7) == (False, True, 0)


def test_nmi_asks_once_for_each_assertion() -> None:
    dsp = chip(" org p:$1e\n move (r7)+\n nop\n" + COUNTING)
    dsp.regs.pc = 0x40
    for clock, level in ((2, True), (6, True), (40, False), (44, True)):
        dsp.lines.nmi.drive(level, at=clock)
    dsp.advance(110)
    assert dsp.regs.r7 == 2


def test_reset_is_held_and_released_at_exact_clocks() -> None:
    dsp = counting()
    dsp.lines.mode_pins = 2
    dsp.lines.reset.drive(ASSERTED, at=11)
    dsp.lines.reset.drive(RELEASED, at=61)
    dsp.run(max_clocks=50)
    assert (dsp.lines.reset.level, dsp.clocks, dsp.regs.r0) == (True, 50, 6)
    dsp.run(max_clocks=11)
    assert (dsp.lines.reset.level, dsp.clocks, dsp.total_clocks, dsp.regs.pc) == (False, 0, 61, 0xE000)
    dsp.reset()
    assert dsp.regs.pc == 0xE000
    with pytest.raises(ConfigurationError, match="mode"):
        dsp.lines.mode_pins = 4


def test_limits_of_a_run_do_not_begin_anew_with_a_reset() -> None:
    dsp = counting()
    dsp.p[0:2] = [0, 0x0C0000]
    dsp.lines.reset.drive(ASSERTED, at=20)
    dsp.lines.reset.drive(RELEASED, at=30)
    stop = dsp.run(max_instructions=15)
    assert (stop.reason, dsp.instructions) == (StopReason.BUDGET, 5)
    stop = dsp.run(max_clocks=100)
    assert dsp.total_clocks >= 130


def test_a_halt_ends_a_run_unless_an_edge_can_end_it() -> None:
    dsp = chip(" org p:$1e\n move (r7)+\n nop\n org p:0\n jmp *")
    dsp.lines.irqa.drive(ASSERTED, at=50)
    assert dsp.run().reason is StopReason.HALT
    dsp.lines.nmi.drive(ASSERTED, at=60)
    assert (dsp.run().reason, dsp.regs.r7) == (StopReason.HALT, 1)
    assert dsp.clocks > 60


@pytest.mark.parametrize(("asleep", "clocks"), [("wait", 100 + 8), ("ori #$40,omr\n stop", 100 + 24)])
def test_an_edge_ends_a_sleep_in_one_run(asleep: str, clocks: int) -> None:
    dsp = chip(f" org p:8\n move (r7)+\n nop\n org p:$40\n {asleep}\n nop\n jmp *")
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x40, 0, 3
    dsp.lines.irqa.drive(ASSERTED, at=100)
    seen = [step for step in dsp.trace(max_instructions=4) if step.address == 8]
    assert seen[0].start + seen[0].clocks == clocks + 2


def test_levels_and_edges_to_come_are_in_a_snapshot() -> None:
    dsp, other = counting(), Dsp56001()
    dsp.lines.irqb.drive(ASSERTED)
    dsp.lines.irqa.drive(ASSERTED, at=20)
    dsp.lines.br.drive(ASSERTED, at=40)
    other.restore(dsp.snapshot())
    assert (other.lines.irqb.level, other.lines.irqa.scheduled) == (True, [LineChange(20, True)])
    for one in (dsp, other):
        one.advance(60)
    assert dsp.regs.as_dict() == other.regs.as_dict()
    assert (dsp.lines.bg.level, dsp.regs.r7) == (other.lines.bg.level, 2)


def test_a_reset_leaves_what_the_board_will_do() -> None:
    dsp = counting()
    dsp.advance(10)
    dsp.lines.irqa.drive(ASSERTED, at=50)
    dsp.reset()
    assert dsp.lines.irqa.scheduled == [LineChange(40, True)]


# HREQ


def test_hreq_changes_at_the_clock_of_the_access() -> None:
    dsp = chip(HTX)
    dsp.step()
    dsp.host.write(0, 0x01)
    assert dsp.lines.hreq.level is False
    seen: list[tuple[int, bool]] = []
    dsp.lines.hreq.connect(lambda level, clock: seen.append((clock, level)))
    (write,) = [step for step in dsp.trace(until=5) if any(access.address == 0xFFEB for access in step.accesses)]
    assert (seen, dsp.lines.hreq.level) == ([(write.start, True)], True)
    dsp.host.read(7)
    assert seen == [(write.start, True), (dsp.clocks, False)]
    assert listed(dsp.lines.hreq.changes()) == seen
    assert dsp.lines.hreq.changes() == []


def test_a_listener_may_use_the_chip() -> None:
    dsp = chip(HTX + "\n")
    dsp.regs.x0 = 0x123456
    words: list[int] = []

    def host(level: bool, clock: int) -> None:
        if level:
            words.append(dsp.host.read(5) << 16 | dsp.host.read(6) << 8 | dsp.host.read(7))
            dsp.lines.irqa.drive(ASSERTED, at=clock + 20)

    dsp.lines.hreq.connect(host)
    dsp.step()
    dsp.host.write(0, 0x01)
    stop = dsp.run(max_clocks=200)
    assert (words, stop.reason) == ([0x123456], StopReason.HALT)
    assert (dsp.lines.hreq.level, dsp.lines.irqa.scheduled != [] or dsp.lines.irqa.level) == (False, True)


def test_a_listener_changes_no_clock_and_no_limit() -> None:
    outcomes = []
    for listened in (False, True):
        dsp = chip(HTX)
        if listened:
            dsp.lines.hreq.connect(lambda level, clock: None)
        dsp.step()
        dsp.host.write(0, 0x01)
        addresses = [step.address for step in dsp.trace(max_instructions=3)]
        stop = dsp.run(max_instructions=1)
        outcomes.append((addresses, stop.pc, stop.clocks, stop.instructions))
    assert outcomes[0] == outcomes[1]


def test_what_a_listener_raises_ends_the_run() -> None:
    dsp = chip(HTX)
    dsp.step()
    dsp.host.write(0, 0x01)

    def failing(level: bool, clock: int) -> None:
        raise ZeroDivisionError

    dsp.lines.hreq.connect(failing)
    with pytest.raises(ZeroDivisionError):
        dsp.run()
    assert dsp.regs.pc == 4


# BR and BG


def test_bg_follows_br_when_the_access_under_way_is_over() -> None:
    """UM 9-17: 9 T + 2 T x WS at most, T half a clock: an access of 2 + WS clocks, then 5 T, which are 3 clocks."""
    dsp = chip(" org p:0\n move x:(r0)+,x0\n nop\n nop\n nop\n nop\n jmp *", bcr=0x7000)
    dsp.regs.r0 = 0x1000
    dsp.lines.br.drive(ASSERTED, at=1)
    dsp.lines.br.drive(RELEASED, at=17)
    dsp.advance(30)
    assert listed(dsp.lines.bg.changes()) == [(2 + 7 + 3, True), (17, False)]


def test_without_an_access_under_way_bg_follows_br_at_once() -> None:
    dsp = counting()
    dsp.lines.br.drive(ASSERTED, at=5)
    dsp.lines.br.drive(RELEASED, at=7)
    dsp.lines.br.drive(ASSERTED, at=21)
    dsp.advance(40)
    assert (listed(dsp.lines.bg.changes()), dsp.clocks, dsp.regs.r0) == ([(24, True)], 40, 20)


@pytest.mark.parametrize(
    ("at", "until", "clocks"),
    [
        # X takes clocks 0-4, Y 5-11: 12 in all with 3 + 5 wait states.
        (0, 9, 12 + 9),
        (1, 9, 12 + 4),
        (4, 9, 12 + 4),
        (5, 9, 12 + 4),
        (6, 9, 12),
        (1, 5, 12),
        (1, 6, 12 + 1),
    ],
)
def test_the_bus_is_taken_away_and_given_back_in_the_midst_of_an_instruction(at: int, until: int, clocks: int) -> None:
    """UM 9-16: BG comes after the current access, not after the instruction."""
    dsp = chip(" org p:0\n move x:(r0)+,x0 y:(r4)+,y0\n jmp *", bcr=0x3500)
    dsp.regs.r0 = dsp.regs.r4 = 0x1000
    dsp.lines.br.drive(ASSERTED, at=at)
    dsp.lines.br.drive(RELEASED, at=until)
    (step,) = dsp.trace(max_instructions=1)
    assert (step.clocks, step.start, dsp.clocks, step.cost.stall) == (clocks, 0, clocks, clocks - 12)


def test_a_read_modify_write_keeps_the_bus() -> None:
    # UM 9-21: BSET does not release it between the read and the write.
    dsp = chip(" org p:0\n bset #1,x:(r0)\n jmp *", bcr=0x3000)
    dsp.regs.r0 = 0x1000
    dsp.lines.br.drive(ASSERTED, at=1)
    dsp.lines.br.drive(RELEASED, at=30)
    dsp.advance(30)
    assert dsp.instructions == 1 or dsp.regs.pc == 1
    assert listed(dsp.lines.bg.changes()) == [(10 + 3, True), (30, False)]


def test_an_instruction_that_stalls_in_its_midst_goes_on_in_a_later_run() -> None:
    source = " org p:0\n move x:(r0)+,x0 y:(r4)+,y0\n move (r1)+\n jmp *"
    dsp = chip(source, bcr=0x3500)
    dsp.regs.r0 = dsp.regs.r4 = 0x1000
    dsp.lines.br.drive(ASSERTED, at=2)
    stop = dsp.run()
    assert (stop.reason, stop.clocks, stop.instructions) == (StopReason.WAIT, 8, 0)
    # The stalled instruction reads the word that another master writes meanwhile.
    dsp.y[0x1000] = 0xABCDEF
    dsp.advance(100)
    dsp.lines.br.drive(RELEASED)
    cost = dsp.explain_cost()
    assert (cost.total, cost.stall) == (7, 0)
    dsp.step()
    assert (dsp.clocks, dsp.regs.y0) == (107, 0xABCDEF)


def test_the_bus_stays_granted_in_stop() -> None:
    # UM 8-40: the circuits do not work, port A remains as it was.
    for granted in (True, False):
        dsp = chip(" org p:0\n ori #$40,omr\n nop\n nop\n nop\n stop\n nop\n jmp *")
        dsp.lines.br.drive(granted)
        dsp.advance(20)
        dsp.lines.br.drive(not granted)
        dsp.advance(40)
        assert dsp.lines.bg.level is granted
        dsp.lines.irqa.drive(ASSERTED)
        dsp.advance(100)
        assert dsp.lines.bg.level is not granted


@pytest.mark.parametrize("cuts", [(), (2,), (3,), (4, 5)])
def test_a_grant_that_stop_overtakes_comes_after_it(cuts: tuple[int, ...]) -> None:
    # UM 8-40: each pin stays as it was immediately before STOP, however the run is cut.
    dsp = chip(" org p:0\n ori #$40,omr\n stop\n nop\n jmp *")
    dsp.lines.br.drive(ASSERTED, at=1)
    dsp.lines.irqa.drive(ASSERTED, at=30)
    for clock in (*cuts, 100):
        dsp.advance(clock)
    restarted = 30 + 24
    assert listed(dsp.lines.bg.changes()) == [(restarted + 3, True)]


@pytest.mark.parametrize(
    ("source", "pc", "bus", "clocks"),
    [
        # P takes 5 wait states: a word 7 clocks.
        (" org p:$300\n nop", 0x300, (0, 10), 10 + 7),
        (" org p:$300\n move #>5,x0", 0x300, (1, 9), 9 + 7),
        (" org p:$300\n move #>5,x0", 0x300, (8, 20), 14),
        # The two words where a jump continues are its last 14 clocks.
        (" org p:$40\n jmp <$300", 0x40, (1, 20), 20 + 7),
        (" org p:$40\n jmp >$300", 0x40, (0, 20), 20 + 14),
        (" org p:$40\n jmp >$300", 0x40, (3, 20), 20 + 7),
        (" org p:$40\n jcs <$300", 0x40, (0, 20), 4),
        (" org p:$40\n jcc <$300", 0x40, (1, 20), 20 + 7),
        (" org p:$40\n jset #0,x:0,$300", 0x40, (0, 20), 6),
        (" org p:$40\n jset #1,x:$ffe9,$300", 0x40, (3, 20), 20 + 7),
        (" org p:$40\n jclr #1,x:$ffe9,$300", 0x40, (0, 20), 6),
        (" org p:$40\n jclr #0,x:0,$300", 0x40, (0, 4), 4 + 14),
        (" org p:$40\n rts", 0x40, (1, 20), 20 + 7),
        (" org p:$40\n movem p:(r0),x0", 0x40, (1, 20), 11),
        (" org p:$40\n movem x0,p:(r0)", 0x40, (0, 20), 20 + 11),
        (" org p:$40\n lua (r0)+,r1", 0x40, (0, 20), 4),
    ],
)
def test_every_kind_of_access_waits_for_its_turn(source: str, pc: int, bus: tuple[int, int], clocks: int) -> None:
    dsp = chip(source, bcr=0x0050)
    dsp.regs.pc, dsp.regs.r0, dsp.regs.sp = pc, 0x1000, 1
    dsp.stack[1] = (0x300, 0)
    dsp.lines.br.drive(ASSERTED, at=bus[0])
    dsp.lines.br.drive(RELEASED, at=bus[1])
    (step,) = dsp.trace(max_instructions=1)
    assert (step.clocks, dsp.clocks) == (clocks, clocks)


def test_a_repeated_instruction_needs_the_bus_once_for_its_word() -> None:
    dsp = chip(" org p:$300\n rep #3\n move (r0)+\n nop")
    dsp.regs.pc = 0x300
    dsp.step()
    dsp.lines.br.drive(ASSERTED, at=dsp.clocks + 1)
    dsp.advance(100)
    assert (dsp.regs.r0, dsp.regs.pc, dsp.instructions) == (3, 0x302, 4)


@pytest.mark.parametrize("again", [22, 38])
def test_a_stalled_access_is_not_under_way(again: int) -> None:
    # X takes clocks 0-16, Y is stalled from 17 on; BR is released and asserted again, and BG follows it at once.
    dsp = chip(" org p:0\n move x:(r0)+,x0 y:(r4)+,y0\n jmp *", bcr=0xFF00)
    dsp.regs.r0 = dsp.regs.r4 = 0x1000
    for clock, level in ((4, True), (again, False), (again, True), (60, False)):
        dsp.lines.br.drive(level, at=clock)
    dsp.advance(80)
    assert listed(dsp.lines.bg.changes()) == [(20, True), (again, False), (again + 3, True), (60, False)]
    assert dsp.instructions > 1


def test_bg_waits_for_the_access_of_a_jump_to_itself() -> None:
    for cut in (100, 101, 102, 103):
        dsp = chip(" org p:$300\n jmp $300")
        dsp.regs.pc = 0x300
        dsp.lines.br.drive(ASSERTED, at=103)
        dsp.advance(cut)
        dsp.advance(200)
        assert listed(dsp.lines.bg.changes()) == [(104 + 3, True)]

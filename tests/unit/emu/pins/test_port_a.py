"""Port A: wait states, competing spaces, bus request and grant, devices, unanswered accesses (UM chapter 9)."""

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, StopReason, UnmappedAccessError
from shared.emu_programs import chip

NO_WAITS, ALL_WAITS = 0x0000, 0xFFFF


def clocks(source: str, *, bcr: int = 0, pc: int = 0, **registers: int) -> int:
    """Clocks of the first instruction."""
    dsp = chip(source, bcr=bcr)
    dsp.regs.pc = pc
    for name, value in registers.items():
        dsp.regs[name] = value
    dsp.step()
    return dsp.clocks


@pytest.mark.parametrize(
    ("source", "bcr", "expected"),
    [
        # UM, the worked examples.
        (" macr -x0,x0,a x1,x:(r6)- y0,y:(r0)+", 0x1135, 3),
        (" jlc (r2+n2)", 0x2246, 14),
        (" rti", 0x0012, 4),
    ],
)
def test_worked_examples(source: str, bcr: int, expected: int) -> None:
    registers = {"r6": 0x52, "r0": 0x523, "r2": 0x1000, "n2": 0x37, "omr": 2}
    dsp = chip(" org p:$40\n" + source, bcr=bcr)
    dsp.regs.pc = 0x40
    for name, value in registers.items():
        dsp.regs[name] = value
    dsp.regs.sp = 1
    dsp.stack[1] = (0x100, 0x0300)
    dsp.step()
    assert dsp.clocks == expected


@pytest.mark.parametrize(
    ("instruction", "pc", "expected"),
    [
        ("nop", 0, 2),
        ("nop", 0x1000, 2 + 3),
        ("move #$123456,x0", 0x1000, 4 + 2 * 3),
        ("move x:$400,x0", 0, 4 + 1),
        ("move x:$400,x0", 0x1000, 4 + 1 + 2 * 3 + 2),
        ("move y:$400,y0", 0, 4 + 2),
        ("move y:$ffc0,y0", 0, 4 + 4),
        ("move x:(r0),x0 y:(r4),y0", 0, 2 + 1 + 2 + 2),
        ("move x:(r0),x0 y:(r4),y0", 0x1000, 2 + 1 + 2 + 3 + 4),
        ("move l:(r0),x", 0, 2 + 1 + 2 + 2),
        ("movem p:(r0),x0", 0, 6 + 3),
        ("movem p:(r0),x0", 0x1000, 6 + 3 + 3),
        ("movep x0,y:$ffc0", 0, 4 + 4),
        ("movep y:(r0),y:$ffc0", 0, 4 + 2 + 4),
        ("movep x:(r0),y:$ffc0", 0, 4 + 1 + 4),
        ("movep x:(r0),y:$ffc0", 0x1000, 4 + 1 + 4 + 3 + 2),
        ("movep y:$ffc0,x:(r0)", 0, 4 + 1 + 4),
        ("movep p:(r0),y:$ffc0", 0, 6 + 3 + 4),
        ("movep p:(r0),y:$ffc0", 0x1000, 6 + 3 + 4 + 3 + 2),
        ("bset #0,x:(r0)", 0, 4 + 2 * 1),
        ("btst #0,y:(r0)", 0, 4 + 2),
        ("jclr #0,x:(r0),$1000", 0, 6 + 1 + 2 * 3),
        ("jset #0,y:(r0),$1000", 0x1000, 6 + 2 + 3 * 3 + 2),
        ("jsclr #0,y:$ffc0,$1000", 0, 6 + 4 + 2 * 3),
        ("jmp $1000", 0, 6 + 2 * 3),
        ("jmp $40", 0x1000, 4),
        ("jsr $1000", 0x1000, 6 + 3 * 3),
        ("do #4,*+3", 0x1000, 6 + 2 * 3),
        ("rep #4", 0x1000, 4 + 3),
        ("lua (r0)+,r1", 0x1000, 4 + 3),
    ],
)
def test_wait_states_and_competition(instruction: str, pc: int, expected: int) -> None:
    assert clocks(f" org p:{pc}\n {instruction}", bcr=0x1234, pc=pc, r0=0x400, r4=0x500) == expected


def test_a_repeated_instruction_is_fetched_once() -> None:
    dsp = chip(" org p:$1000\n rep #3\n move x:(r0)+,x0", bcr=0)
    dsp.regs.pc = 0x1000
    dsp.regs.r0 = 0x400
    seen = []
    for _ in range(4):
        before = dsp.clocks
        dsp.step()
        seen.append(dsp.clocks - before)
    assert seen == [4, 4, 2, 2]


def test_fifteen_wait_states_after_reset() -> None:
    dsp = Dsp56001(mode=3)
    dsp.step()
    assert dsp.clocks == 17


def test_the_dsp_stalls_at_its_next_external_access() -> None:
    dsp = chip(" org p:0\n nop\n nop\n move x:$400,x0\n nop\n jmp *")
    dsp.lines.br.drive(True)
    dsp.advance(50)
    assert dsp.lines.bg.level
    assert (dsp.regs.pc, dsp.clocks, dsp.instructions) == (2, 50, 2)
    assert dsp.run(max_clocks=10).reason is StopReason.WAIT
    dsp.lines.br.drive(False)
    dsp.step()
    assert (dsp.regs.pc, dsp.clocks) == (4, 54)
    assert [(change.clock, change.asserted) for change in dsp.lines.bg.changes()] == [(3, True), (50, False)]


@pytest.mark.parametrize(
    "instruction",
    ["move x0,y:$400", "move l:(r0),x", "movem p:(r0),x0", "jmp $1000", "movep x0,y:$ffc0", "move x:(r0),x0 y:(r4),y0"],
)
def test_every_kind_of_external_access_stalls(instruction: str) -> None:
    dsp = chip(f" org p:0\n {instruction}")
    dsp.regs.r0 = 0x400
    dsp.lines.br.drive(True)
    dsp.step()
    assert (dsp.instructions, dsp.clocks) == (0, 2)
    dsp.lines.br.drive(False)
    dsp.step()
    assert dsp.instructions == 1


def test_the_bus_stays_with_the_dsp_in_wt_bs_mode() -> None:
    dsp = Dsp56001()
    dsp.regs.omr = 0x80
    dsp.lines.br.drive(True)
    dsp.advance(50)
    assert not dsp.lines.bg.level


WT_BS = 0x80


@pytest.mark.parametrize(
    ("bcr", "asked", "omr", "waits"),
    [
        # Table 9-3.
        (0x0000, 0, WT_BS, 0),
        (0x0000, 1, WT_BS, 2),
        (0x0000, 9, WT_BS, 9),
        (0x5000, 0, WT_BS, 5),
        (0x5000, 3, WT_BS, 5),
        (0x5000, 40, WT_BS, 40),
        (0x1000, 1, WT_BS, 2),
        (0x5000, 40, 0, 5),
    ],
)
def test_wt_stretches_an_access(bcr: int, asked: int, omr: int, waits: int) -> None:
    dsp = chip(" org p:0\n move x:(r0)+,x0\n move x:(r1)+,x0\n jmp *", bcr=bcr)
    dsp.port_a.map_wait_states("X", 0x1000, 0x17FF, 99)
    dsp.port_a.map_wait_states("X", 0x1000, 0x10FF, asked)
    dsp.regs.omr, dsp.regs.r0, dsp.regs.r1 = omr, 0x10FF, 0x1800
    assert dsp.explain_cost().waits == waits
    dsp.step()
    assert dsp.clocks == 2 + waits
    dsp.step()
    assert dsp.clocks == 2 + waits + 2 + (bcr >> 12)


def test_wt_stretches_fetches_word_by_word() -> None:
    dsp = chip(" org p:$300\n nop\n move #>5,x0\n jmp $300", bcr=0x0010)
    dsp.port_a.map_wait_states("P", 0x302, 0x302, 7)
    dsp.regs.omr, dsp.regs.pc = WT_BS, 0x300
    seen = [(step.address, step.cost.fetch, step.cost.refetch) for step in dsp.trace(max_instructions=3)]
    assert seen == [(0x300, 1, 0), (0x301, 1 + 7, 0), (0x303, 0, 2)]
    dsp.port_a.map_wait_states("P", 0x301, 0x301, 3)
    assert dsp.explain_cost(0x303).refetch == 1 + 3


def test_a_jump_to_itself_takes_its_stretched_clocks() -> None:
    dsp = chip(" org p:$300\n jmp $300", bcr=0)
    dsp.port_a.map_wait_states("P", 0x300, 0x300, 6)
    dsp.regs.omr, dsp.regs.pc, dsp.x[0xFFFF], dsp.regs.sr = WT_BS, 0x300, 7, 0
    dsp.step()
    clocks = dsp.clocks
    dsp.run(max_clocks=1000)
    assert (clocks, dsp.clocks % clocks) == (4 + 6, 0)


def test_wait_states_can_be_asked_for_addresses_only() -> None:
    dsp = Dsp56001()
    for space, first, last, waits in (("Z", 0, 1, 1), ("X", 2, 1, 1), ("X", 0, 0x10000, 1), ("X", 0, 1, -1)):
        with pytest.raises(ConfigurationError):
            dsp.port_a.map_wait_states(space, first, last, waits)


class Probe:
    """Records accesses; reads give the number of the access."""

    def __init__(self) -> None:
        self.log: list[tuple[object, ...]] = []

    def read(self, offset: int, now: int) -> int:
        self.log.append(("r", offset, now))
        return len(self.log)

    def write(self, offset: int, value: int, now: int) -> None:
        self.log.append(("w", offset, value, now))


def test_a_device_sees_its_accesses() -> None:
    dsp = chip(" org p:0\n nop\n movep y:$ffc1,x0\n movep x0,y:$ffc0\n jmp *", bcr=0x0003)
    probe = Probe()
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC1, probe)
    dsp.run()
    # 50,000 ps a clock: an access is made after the clocks before its instruction and its wait states.
    assert probe.log == [("r", 1, 250_000), ("w", 0, 1, 600_000)]


def test_devices_do_not_overlap() -> None:
    dsp = Dsp56001()
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC3, Probe())
    dsp.port_a.map_device("X", 0xFF00, 0xFF03, Probe())
    with pytest.raises(ConfigurationError):
        dsp.port_a.map_device("Y", 0xFFC3, 0xFFC4, Probe())
    with pytest.raises(ConfigurationError):
        dsp.port_a.map_device("Y", 0xFFC8, 0xFFC4, Probe())


@pytest.mark.parametrize(("space", "first", "last"), [("Y", 0, 0xFF), ("X", 0x10, 0x10), ("X", 0xFFC0, 0xFFFF)])
def test_no_device_answers_where_the_chip_does(space: str, first: int, last: int) -> None:
    dsp = Dsp56001()
    with pytest.raises(ConfigurationError, match=rf"{space}:\${first:04X}-\${last:04X}$"):
        dsp.port_a.map_device(space, first, last, Probe())
    dsp.port_a.map_device(space, min(first, 0xFFBF), max(last, 0x100), Probe())


class Broken(Probe):
    def write(self, offset: int, value: int, now: int) -> None:
        raise ZeroDivisionError(f"offset {offset}")


def test_an_exception_of_a_device_ends_the_run() -> None:
    dsp = chip(" org p:0\n movep x0,y:$ffc0\n jmp *")
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, Broken())
    with pytest.raises(ZeroDivisionError, match="offset 0"):
        dsp.run()
    assert dsp.regs.pc == 1
    assert dsp.run().reason is StopReason.HALT


def test_unanswered_accesses_are_recorded() -> None:
    dsp = chip(" org p:0\n move x:$3000,x0\n move x0,y:$2fff\n move x0,y:$3000\n jmp *")
    dsp.port_a.map_ram("X", 0x2000)
    dsp.port_a.map_ram("Y", 0x3000)
    dsp.run()
    assert dsp.port_a.unmapped_count == 2
    first, second = dsp.port_a.unmapped_accesses
    assert (first.space, first.address, first.write, first.pc) == ("X", 0x3000, False, 0)
    assert (second.space, second.address, second.write, second.pc) == ("Y", 0x3000, True, 4)
    assert dsp.port_a.ram("Y")[0x3000] == 0


def test_strict_mode_stops_at_an_unanswered_access() -> None:
    dsp = Dsp56001(strict=True, floating=0xABCDEF)
    dsp.port_a.map_ram("X", 0)
    dsp.p[0:2] = [0x44F000, 0x3000]
    with pytest.raises(UnmappedAccessError, match=r"X:\$3000") as caught:
        dsp.run()
    assert caught.value.fields == {"space": "X", "address": 0x3000, "write": False, "pc": 0}
    assert dsp.regs.x0 == 0xABCDEF


@pytest.mark.parametrize(("pc", "granted"), [(0x1000, True), (0, False)])
def test_a_stall_and_a_wait_end_a_run_after_a_reset_too(pc: int, granted: bool) -> None:
    dsp = chip(" org p:0\n wait\n org p:$1000\n nop")
    dsp.run(max_clocks=10)
    dsp.reset()
    dsp.regs.pc = pc
    dsp.lines.br.drive(granted)
    assert dsp.run().reason is StopReason.WAIT
    assert dsp.clocks < 10
    assert list(dsp.trace()) == []

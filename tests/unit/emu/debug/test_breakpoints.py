"""Breakpoints, run limits, the condition of a run, and where a run halts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from dsp56k.emu import (
    ConfigurationError,
    Dsp56001,
    EmulatorError,
    MemoryAccessError,
    RegisterError,
    SnapshotError,
    Stop,
    StopReason,
)
from dsp56k.emu.debugging.conditional_breakpoints import ConditionalBreakpoint
from shared.emu_programs import chip

LOOP = " org p:0\n move #>3,r0\nloop nop\n move (r0)+\n nop\n jmp loop"


def test_a_run_stops_before_a_breakpoint_but_not_at_its_first_instruction() -> None:
    dsp = chip(LOOP)
    dsp.breakpoints.add(4)
    assert dsp.run() == Stop(StopReason.BREAKPOINT, 4, 8, 3)
    assert dsp.run() == Stop(StopReason.BREAKPOINT, 4, 8 + 10, 7)
    dsp.breakpoints.add(2)
    assert dsp.run().pc == 2
    assert list(dsp.breakpoints) == [2, 4]
    dsp.breakpoints.remove(4)
    assert 4 not in dsp.breakpoints
    assert dsp.run().pc == 2
    dsp.breakpoints.clear()
    assert dsp.run(max_clocks=100).reason is StopReason.BUDGET


def test_the_operators_of_sets_return_sets_of_addresses() -> None:
    dsp = chip(LOOP)
    dsp.breakpoints.add(4)
    assert (dsp.breakpoints | {2}, dsp.breakpoints & {4, 5}, dsp.breakpoints - {4}) == ({2, 4}, {4}, set())
    assert {2} ^ dsp.breakpoints == {2, 4}
    assert list(dsp.breakpoints) == [4]
    points = dsp.breakpoints
    points ^= {2, 4}
    assert list(dsp.breakpoints) == [2]


def test_an_integer_of_numpy_is_an_address() -> None:
    # An address is declared as int, and an integer of numpy is not a subclass of it.
    points, address = chip(LOOP).breakpoints, cast(int, np.int64(4))
    points.add(address)
    assert address in points
    points.remove(address)
    assert not points


def test_breakpoints_change_no_clock() -> None:
    source = " org p:0\n do #50,e\n rep #3\n mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0\n move r0,n1\n move (r1)+n1\ne jmp *"
    plain, watched = chip(source, bcr=0x1111), chip(source, bcr=0x1111)
    watched.breakpoints.add(0x1FF)
    watched.watchpoints.add("X", 0xFFFE)
    assert watched.run() == plain.run()
    assert watched.regs.as_dict() == plain.regs.as_dict()
    assert watched.snapshot() == plain.snapshot()


def test_breakpoints_stay_through_reset_and_restore() -> None:
    dsp = chip(LOOP)
    state = dsp.snapshot()
    dsp.breakpoints.add(3)
    dsp.reset()
    assert dsp.run().pc == 3
    dsp.restore(state)
    assert dsp.run() == Stop(StopReason.BREAKPOINT, 3, 6, 2)
    assert Dsp56001().run(max_clocks=10).reason is StopReason.BUDGET


def test_symbols_of_a_loaded_program_name_addresses(tmp_path: Path) -> None:
    file = tmp_path / "program.lod"
    file.write_text(
        "_START T 0 0 0\n_DATA P 0000\n000000 000000 0C0002\n_SYMBOL P\nfirst I 0001\nhere I 0002\n"
        "_SYMBOL X\nbuffer I 0001\n_SYMBOL N\nsize I 0001\nhuge I 10000\n_END 0000\n"
    )
    dsp = Dsp56001()
    dsp.load(file)
    assert (dict(dsp.symbols)["here"], dsp.symbols.space_of("buffer"), dsp.symbols.space_of("size")) == (2, "X", "N")
    dsp.breakpoints.add("first")
    assert list(dsp.breakpoints) == [1]
    assert dsp.run().pc == 1
    dsp.reset()
    dsp.breakpoints.discard("first")
    assert dsp.run(until="here").reason is StopReason.BREAKPOINT
    assert dsp.explain_cost("first").total == 2
    dsp.breakpoints.add("size")
    with pytest.raises(ConfigurationError, match="no loaded program has a symbol 'hree'; did you mean here"):
        dsp.run(until="hree")
    with pytest.raises(ConfigurationError, match="the symbol buffer belongs to X memory") as caught:
        dsp.breakpoints.add("buffer")
    assert (caught.value.fields["field"], caught.value.fields["value"]) == ("address", "buffer")
    with pytest.raises(MemoryAccessError, match="must be"):
        dsp.breakpoints.add("huge")
    assert dsp.watchpoints.add("X", "buffer").first == 1


def test_conditional_breakpoints_end_a_run_and_an_access_comes_before_its_address() -> None:
    dsp = chip(" org p:0\nloop move r0,x:2\n move (r0)+\n jmp loop")
    dsp.conditional_breakpoints.set(
        [
            ConditionalBreakpoint(0, "addresses", [1]),
            ConditionalBreakpoint(2, "watch", (2, 2), "X", write=True, ignore=1),
        ]
    )
    seen = []
    for _ in range(2):
        stop = dsp.run(max_clocks=100)
        seen.append((stop.reason, stop.pc, dsp.conditional_breakpoints.due))
    assert seen == [(StopReason.BREAKPOINT, 1, [0]), (StopReason.WATCHPOINT, 1, [0, 2])]


def test_a_condition_ends_a_run() -> None:
    dsp = chip(LOOP)
    assert dsp.run(condition=lambda chip: chip.regs.r0 == 5) == Stop(StopReason.CONDITION, 4, 18, 7)
    assert dsp.run(condition=lambda _: False, max_instructions=9).instructions == 16
    clocks = dsp.clocks
    assert dsp.run(condition=lambda _: False, max_clocks=21).reason is StopReason.BUDGET
    assert clocks + 21 <= dsp.clocks < clocks + 25
    assert dsp.run(condition=lambda _: False, until=3).reason is StopReason.BREAKPOINT
    assert dsp.run(condition=lambda _: True, max_clocks=0).reason is StopReason.BUDGET


def test_an_exception_of_the_condition_reaches_the_caller() -> None:
    def fail(_: Dsp56001) -> bool:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        chip(LOOP).run(condition=fail)


@pytest.mark.parametrize("limit", [{}, {"max_clocks": 4}, {"max_clocks": 1000}, {"max_instructions": 2}, {"until": 9}])
def test_a_halt_does_not_execute_its_jump(limit: dict[str, Any]) -> None:
    dsp, traced = (chip(" org p:0\n nop\n nop\n jmp *") for _ in range(2))
    trace = traced.trace(**limit)
    assert [step.address for step in trace] == [0, 1]
    for _ in range(2):
        assert dsp.run(**limit) == Stop(StopReason.HALT, 2, 4, 2)
        assert trace.stop == Stop(StopReason.HALT, 2, 4, 2)


def test_a_halt_is_found_behind_a_pipeline_delay_and_in_slow_memory() -> None:
    dsp = chip(" org p:$300\n move #>5,r3\n jmp *", bcr=0x0020)
    dsp.regs.pc = 0x300
    assert dsp.run() == Stop(StopReason.HALT, 0x302, 8, 1)
    dsp.step()
    assert (dsp.clocks, dsp.regs.pc) == (8 + 8, 0x302)
    assert dsp.run() == Stop(StopReason.HALT, 0x302, 16, 2)


def test_a_jump_that_an_interrupt_can_end_is_no_halt() -> None:
    dsp = chip(" org p:0\n jmp *\n org p:8\n nop\n nop")
    dsp.regs.sr = 0
    dsp.x[0xFFFF] = 7
    assert dsp.run(max_clocks=20) == Stop(StopReason.BUDGET, 0, 20, 5)


BAD: list[dict[str, object]] = [
    {"max_clocks": -1},
    {"max_clocks": 1 << 64},
    {"max_clocks": 1.5},
    {"max_instructions": -1},
    {"max_instructions": "many"},
    {"until": -1},
    {"until": 0x10000},
    {"until": "nowhere"},
    {"until": None, "max_clocks": []},
]


@pytest.mark.parametrize("arguments", BAD, ids=str)
def test_bad_limits_are_named(arguments: dict[str, object]) -> None:
    name = next(name for name, value in arguments.items() if value is not None)
    for method in ("run", "trace"):
        with pytest.raises(EmulatorError, match=name) as caught:
            getattr(Dsp56001(), method)(**arguments)
        assert caught.value.fields["field"] == name


def test_other_bad_arguments_are_named() -> None:
    dsp = Dsp56001()
    bad: list[tuple[Callable[[], object], str]] = [
        (lambda: Dsp56001(mode=4), "mode"),
        (lambda: Dsp56001(floating=-1), "floating"),
        (lambda: dsp.port_a.map_ram("X", 65_537), "words"),
        (lambda: dsp.port_a.map_ram("Z", 1), "space"),
        (lambda: dsp.port_a.ram("L"), "space"),
        (lambda: dsp.advance(1 << 64), "to_clocks"),
        (lambda: dsp.reset(mode=-1), "mode"),
        (lambda: dsp.breakpoints.add(0x10000), "address"),
        (lambda: dsp.explain_cost(-1), "pc"),
        (lambda: Dsp56001(clock_hz=0), "hertz"),
        (lambda: Dsp56001(clock_hz=1 << 64), "clock_hz"),
    ]
    for call, field in bad:
        with pytest.raises(EmulatorError) as caught:
            call()
        assert caught.value.fields["field"] == field


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("dsp.regs.r0 = 'x'", RegisterError),
        ("dsp.regs.r0 = 1.5", RegisterError),
        ("dsp.stack[1] = 5", RegisterError),
        ("dsp.stack[1] = ('x', 0)", RegisterError),
        ("dsp.stack[16]", RegisterError),
        ("dsp.x['r0']", MemoryAccessError),
        ("dsp.x[0] = None", MemoryAccessError),
        ("dsp.x[0] = [1]", MemoryAccessError),
        ("dsp.x[0:4] = 5", MemoryAccessError),
        ("dsp.x[0:2] = [1, 'x']", MemoryAccessError),
        ("dsp.x['a':'b']", MemoryAccessError),
        ("dsp.x[0:4:0]", MemoryAccessError),
        ("dsp.host.read(1.5)", MemoryAccessError),
        ("dsp.host.write(0, 256)", MemoryAccessError),
        ("dsp.host.write(0, 'x')", MemoryAccessError),
        ("dsp.restore('state')", SnapshotError),
        ("Dsp56001(clock_hz='fast')", ConfigurationError),
    ],
)
def test_values_of_other_types_are_mistakes_too(statement: str, error: type[EmulatorError]) -> None:
    with pytest.raises(error):
        exec(statement, {"dsp": Dsp56001(), "Dsp56001": Dsp56001})

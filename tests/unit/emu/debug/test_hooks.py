"""Hooks: their calls when a program executes or accesses memory, and the effects of the calls."""

from collections.abc import Callable
from typing import Any

import pytest

from dsp56k.emu import (
    Access,
    AccessHook,
    ChipInUseError,
    ConfigurationError,
    Dsp56001,
    ExecutionHook,
    MemoryAccessError,
    Stop,
    StopReason,
    UnsupportedError,
    Watchpoint,
)
from shared.emu_programs import chip

PROGRAM = """
        org p:0
        move #$7,x0
        do #3,loop
        move x0,x:(r0)+
        bset #4,y:$20
loop    nop
        rep #2
        movep x:$fff0,a
        jmp *
"""


def run(dsp: Dsp56001) -> Stop:
    return dsp.run(max_clocks=1000)


def run_with_a_condition(dsp: Dsp56001) -> Stop:
    return dsp.run(max_clocks=1000, condition=lambda _: False)


def step(dsp: Dsp56001) -> Stop:
    while dsp.regs.pc != 8:
        dsp.step()
    return dsp.run()


def trace(dsp: Dsp56001) -> Stop:
    steps = dsp.trace(max_clocks=1000)
    assert sum(1 for _ in steps) == dsp.instructions
    assert steps.stop is not None
    return steps.stop


def advance(dsp: Dsp56001) -> Stop:
    dsp.advance(40)
    return dsp.run()


@pytest.mark.parametrize("go", [run, run_with_a_condition, step, trace, advance])
def test_each_execution_and_each_access_calls_once_and_changes_no_clock(go: Callable[[Dsp56001], Stop]) -> None:
    dsp, plain = chip(PROGRAM, bcr=0x1111), chip(PROGRAM, bcr=0x1111)
    executed: list[tuple[int, int]] = []
    accessed: list[tuple[int, str]] = []
    dsp.hooks.on_execute(lambda dsp, address: executed.append((address, dsp.regs.pc)), 3, 7)
    dsp.hooks.on_access(lambda _, access, by: accessed.append((by, str(access))), "X", 0, 1)
    dsp.hooks.on_access(lambda _, access, by: accessed.append((by, str(access))), "Y", 0x20, read=False)
    dsp.hooks.on_access(lambda _, access, by: accessed.append((by, str(access))), "X", 0xFFC0, 0xFFFF, write=False)
    assert go(dsp) == run(plain)
    assert executed == [(at, at) for at in (3, 4, 3, 4, 3, 4, 5, 6, 7, 7)]
    assert accessed == [
        (3, "X:$0000 <- $070000"),
        (4, "Y:$0020 <- $000010"),
        (3, "X:$0001 <- $070000"),
        (4, "Y:$0020 <- $000010"),
        (4, "Y:$0020 <- $000010"),
        (7, "X:$FFF0 (SCR) -> $000000"),
        (7, "X:$FFF0 (SCR) -> $000000"),
    ]
    assert dsp.snapshot() == plain.snapshot()


def test_a_hook_changes_the_chip_between_two_instructions() -> None:
    dsp = chip(" org p:0\n move #5,r0\n nop\nhere move r0,x:0\n move r0,x:1\n jmp *")

    def before(dsp: Dsp56001, address: int) -> None:
        assert (address, dsp.regs.pc, dsp.x[0], dsp.instructions) == (2, 2, 0, 2)
        dsp.regs.r0 = 9

    def behind(dsp: Dsp56001, access: Access, by: int) -> None:
        assert (access.value, by, dsp.x[0], dsp.regs.pc) == (9, 2, 9, 3)
        dsp.regs.r0 = 8

    dsp.hooks.on_execute(before, 2)
    dsp.hooks.on_access(behind, "X", 0)
    assert dsp.run().reason is StopReason.HALT
    assert dsp.x[:2] == [9, 8]


def test_a_hook_can_send_the_program_elsewhere_and_leave() -> None:
    dsp = chip(" org p:0\n nop\n nop\n jmp <0\n org p:$40\n jmp *")

    def leave(dsp: Dsp56001, _: int) -> None:
        dsp.hooks.clear()
        dsp.regs.pc = 0x40

    dsp.hooks.on_execute(leave, 2)
    assert dsp.run(max_clocks=100) == Stop(StopReason.HALT, 0x40, 4, 2)
    assert len(dsp.hooks) == 0


@pytest.mark.parametrize("method", ["run", "step", "trace", "advance"])
def test_a_hook_cannot_run_its_chip(method: str) -> None:
    def again(dsp: Dsp56001, _: int) -> None:
        result = getattr(dsp, method)(*((100,) if method == "advance" else ()))
        next(result)

    dsp = chip(" org p:0\n nop\n jmp *")
    dsp.hooks.on_execute(again, 0)
    with pytest.raises(ChipInUseError, match="cannot run the chip"):
        dsp.run()
    dsp.hooks.clear()
    assert dsp.run().reason is StopReason.HALT


@pytest.mark.parametrize("method", ["run", "step", "trace", "advance"])
def test_an_exception_ends_the_run_and_the_next_goes_on(method: str) -> None:
    def fail(*_: object) -> None:
        raise KeyError("mine")

    dsp = chip(" org p:0\n nop\n move #1,n0\n move x0,x:$10\n nop\n jmp *")
    dsp.hooks.on_execute(fail, 1)
    dsp.hooks.on_access(fail, "X", 0x10)

    def go() -> None:
        if method == "run":
            dsp.run(max_instructions=1)
        elif method == "trace":
            next(dsp.trace())
        elif method == "advance":
            dsp.advance(dsp.clocks + 1)
        else:
            dsp.step()

    go()
    with pytest.raises(KeyError, match="mine"):
        go()
    assert (dsp.regs.pc, dsp.regs.n0, dsp.clocks) == (1, 0, 2)
    go()
    assert (dsp.regs.pc, dsp.regs.n0) == (2, 1)
    with pytest.raises(KeyError, match="mine"):
        go()
    assert (dsp.regs.pc, dsp.instructions) == (3, 3)
    go()
    assert dsp.regs.pc == 4


# UM 11-12 reserves the word format 1 of the SCI.
RESERVED = " org p:0\n movep #7,x:$ffe1\n movep #$101,x:$fff0\n nop\n nop\n jmp *"


def test_a_removed_hook_on_the_access_that_an_error_has_ended_is_not_due_any_more() -> None:
    dsp = chip(RESERVED)
    dsp.hooks.on_access(lambda *_: None, "X", 0xFFF0)
    with pytest.raises(UnsupportedError, match="word format"):
        dsp.run()
    dsp.hooks.clear()
    dsp.watchpoints.add("X", 0)
    assert dsp.run().reason is StopReason.HALT


def test_a_hook_is_called_before_the_next_instruction_if_an_error_has_ended_the_run() -> None:
    dsp = chip(RESERVED)
    seen: list[tuple[int, int]] = []
    dsp.hooks.on_access(lambda dsp, _, by: seen.append((by, dsp.regs.pc)), "X", 0xFFF0)
    with pytest.raises(UnsupportedError, match="word format"):
        dsp.run()
    dsp.run()
    assert seen == [(2, 4)]


def test_a_hook_is_called_before_the_next_instruction_if_a_listener_has_ended_the_run() -> None:
    dsp = chip(" org p:0\n movep #1,x:$ffe0\n movep x:$ffe9,x:$ffeb\n nop\n jmp *")

    def failing(level: bool, clock: int) -> None:
        raise ZeroDivisionError

    seen: list[tuple[int, int]] = []
    dsp.step()
    dsp.host.write(0, 1)
    dsp.lines.hreq.connect(failing)
    dsp.hooks.on_access(lambda dsp, _, by: seen.append((by, dsp.regs.pc)), "X", 0xFFEB)
    with pytest.raises(ZeroDivisionError):
        dsp.run()
    dsp.run()
    assert seen == [(2, 4)]


@pytest.mark.parametrize("hooked", [False, True])
def test_reset_does_not_change_the_limits_of_runs_with_hooks_and_conditions(hooked: bool) -> None:
    chips = [chip(" org p:0\nagain nop\n jmp again") for _ in range(4)]
    called: list[int] = []
    for dsp in chips:
        dsp.lines.reset.drive(True, at=100)
        dsp.lines.reset.drive(False, at=120)
        if hooked:
            dsp.hooks.on_execute(lambda _, address: called.append(address), 1)
    chips[0].advance(300)
    chips[1].run(max_instructions=100)
    chips[2].run(max_instructions=100, condition=lambda _: False)
    chips[3].run(max_clocks=300, condition=lambda _: False)
    # Up to clock 102 the loop has executed 17 times; NOP takes 2 clocks, JMP 4.
    assert [dsp.total_clocks for dsp in chips] == [300, 318, 318, 300]
    assert [dsp.instructions for dsp in chips] == [60, 66, 66, 60]
    assert len(called) == (47 + 50 + 50 + 47 if hooked else 0)


def test_hooks_come_before_what_ends_the_run() -> None:
    dsp = chip(" org p:0\n nop\n move x0,x:$10\n nop\n jmp *")
    seen: list[Any] = []
    dsp.hooks.on_access(lambda dsp, access, by: seen.append(("access", dsp.regs.pc)), "X", 0x10)
    dsp.hooks.on_execute(lambda dsp, address: seen.append(("execute", address)), 0, 3)
    dsp.watchpoints.add("X", 0x10)
    dsp.breakpoints.add(3)
    assert dsp.run().reason is StopReason.WATCHPOINT
    assert seen == [("execute", 0), ("execute", 1), ("access", 2)]
    assert dsp.run().reason is StopReason.BREAKPOINT
    assert seen[3:] == [("execute", 2)]
    assert dsp.run().reason is StopReason.HALT
    assert dsp.run(until=2).reason is StopReason.HALT
    assert len(seen) == 4


def test_a_run_that_starts_at_a_hook_calls_it_also_after_reset_and_restore() -> None:
    dsp = chip(" org p:0\n nop\n nop\n jmp <0")
    state, count = dsp.snapshot(), []
    dsp.hooks.on_execute(lambda _, address: count.append(address), 0)
    assert dsp.run(max_instructions=0).reason is StopReason.BUDGET
    assert count == []
    dsp.run(max_instructions=1)
    dsp.reset()
    dsp.run(max_instructions=1)
    dsp.restore(state)
    dsp.run(max_instructions=4)
    assert count == [0, 0, 0, 0]


def test_a_polling_loop_calls_in_every_pass() -> None:
    source = " org p:0\nwait jclr #7,x:$ffee,wait\n jmp *"
    plain, dsp = chip(source), chip(source)
    passes: list[int] = []
    dsp.hooks.on_execute(lambda *_: passes.append(0), 0)
    assert dsp.run(max_clocks=600) == plain.run(max_clocks=600)
    assert len(passes) == plain.instructions


def test_words_of_a_vector_are_executions() -> None:
    dsp = chip(" org p:0\n jmp <$40\n org p:8\n move (r1)+\n nop\n org p:$40\nhere nop\n nop\n jmp here")
    dsp.x[0xFFFF] = 7
    dsp.regs.sr = 0
    seen: list[tuple[int, int]] = []
    dsp.hooks.on_execute(lambda dsp, address: seen.append((address, dsp.regs.r1)), 8, 9)
    dsp.lines.irqa.drive(True)
    dsp.run(max_clocks=30)
    assert seen[:2] == [(8, 0), (9, 1)]
    assert len(seen) % 2 == 0


def test_hooks_are_listed_and_removed() -> None:
    dsp = Dsp56001()

    def call(*_: object) -> None: ...

    execution = dsp.hooks.on_execute(call, 1)
    access = dsp.hooks.on_access(call, "Y", 2, 3, read=False)
    assert list(dsp.hooks) == [execution, access]
    assert execution == ExecutionHook(1, 1, call)
    assert access == AccessHook(Watchpoint("Y", 2, 3, read=False, write=True), call)
    assert "AccessHook" in repr(dsp.hooks)
    dsp.hooks.remove(execution)
    assert list(dsp.hooks) == [access]
    with pytest.raises(ConfigurationError, match="not set"):
        dsp.hooks.remove(execution)


def test_wrong_hooks_are_refused() -> None:
    dsp = Dsp56001()
    nothing: Any = None
    with pytest.raises(ConfigurationError, match="must be a function"):
        dsp.hooks.on_execute(nothing, 0)
    with pytest.raises(ConfigurationError, match="must be a function"):
        dsp.hooks.on_access(nothing, "X", 0)
    with pytest.raises(ConfigurationError, match="empty"):
        dsp.hooks.on_execute(print, 2, 1)
    with pytest.raises(ConfigurationError, match="space must be X, Y or P"):
        dsp.hooks.on_access(print, "L", 2)
    with pytest.raises(ConfigurationError, match="reads, writes or both"):
        dsp.hooks.on_access(print, "X", 2, read=False, write=False)
    with pytest.raises(ConfigurationError, match="no loaded program has a symbol 'main'"):
        dsp.hooks.on_execute(print, "main")
    with pytest.raises(MemoryAccessError, match="must be"):
        dsp.hooks.on_access(print, "X", 0x10000)
    assert len(dsp.hooks) == 0

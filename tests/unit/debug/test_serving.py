"""Clients that attach to a chip while a script runs it; every message is checked against the published schema."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dsp56k.asm import assemble_file
from dsp56k.asm.formats import elf_bytes
from dsp56k.debug import DebugError, Service, serve
from dsp56k.emu import ConfigurationError, Dsp56001, Stop, StopReason
from shared.debugging.adapter_client import Caller
from shared.debugging.programs import SOURCE

LINES = {text.split()[0]: number for number, text in enumerate(SOURCE.splitlines(), 1) if text[:1].strip()}
LONG = 4_000_000_000
"""Clocks that take longer than to attach, with generated code too."""


class Script(threading.Thread):
    """A script that runs a chip: what its run gave."""

    def __init__(self, run: Callable[[], Stop]) -> None:
        super().__init__(daemon=True)
        self._run = run
        self.stop: Stop | None = None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.stop = self._run()
        except (LookupError, KeyboardInterrupt) as error:
            self.error = error

    def result(self) -> Stop | None:
        self.join(20)
        assert not self.is_alive()
        return self.stop


@pytest.fixture
def program(tmp_path: Path) -> Path:
    source, program = tmp_path / "prog.asm", tmp_path / "prog.elf"
    source.write_text(SOURCE)
    program.write_bytes(elf_bytes(assemble_file(source)))
    return program


@pytest.fixture
def dsp(program: Path) -> Dsp56001:
    made = Dsp56001()
    made.load(program)
    return made


@pytest.fixture
def service(dsp: Dsp56001, tmp_path: Path) -> Iterator[Service]:
    with serve(dsp, folders=[str(tmp_path)]) as made:
        yield made
    assert dsp.run(max_clocks=2).reason is StopReason.BUDGET


@pytest.fixture
def caller(service: Service) -> Iterator[Caller]:
    assert service.address[0] == "127.0.0.1"
    made = Caller(service.address)
    yield made
    made.close()


def test_a_whole_session_leaves_the_run_as_it_would_have_been(
    dsp: Dsp56001, service: Service, caller: Caller, program: Path
) -> None:
    plain = Dsp56001()
    plain.load(program)
    expected = plain.run(max_clocks=LONG)
    script = Script(lambda: dsp.run(max_clocks=LONG))
    caller.ask("initialize", adapterID="dsp56k")
    caller.ask("attach")
    assert caller.event("capabilities")["capabilities"]["supportsStepBack"] is False
    caller.event("initialized")
    source = {"path": str(program.with_suffix(".asm"))}
    wanted = [{"line": LINES["loop"], "condition": f"r2 == {(dsp.regs.r2 + 0x8000) & 0xFFFF}"}]
    point = caller.ask("setBreakpoints", source=source, breakpoints=wanted)["breakpoints"][0]
    assert point["verified"]
    stopped = caller.stop("configurationDone")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("breakpoint", [point["id"]])
    assert caller.top()["line"] == LINES["loop"]
    before = dsp.clocks
    assert caller.stop("next")["reason"] == "step"
    assert dsp.clocks > before
    assert caller.top()["line"] == LINES["loop"] + 1
    assert caller.ask("evaluate", expression="r2 - r2 + 5")["result"] == "$5 (5)"
    for request in ("stepBack", "reverseContinue", "restart"):
        assert "cannot run backward" in caller.refused(request, **({} if request == "restart" else {"threadId": 1}))
    caller.ask("setBreakpoints", source=source, breakpoints=[])
    caller.ask("continue", threadId=1)
    assert caller.stop("pause")["reason"] == "pause"
    caller.ask("disconnect")
    assert script.result() == expected
    assert dsp.snapshot() == plain.snapshot()


def test_what_ends_the_script_s_run_ends_it_in_a_step_too(dsp: Dsp56001, service: Service, caller: Caller) -> None:
    caller.attach(stopOnEntry=True)
    caller.ask("configurationDone")
    assert service.wait(0)
    ends: list[Stop] = []

    def runs() -> Stop:
        dsp.regs.r6 = 7
        ends.append(dsp.run(until="sub"))
        dsp.regs.r6 = 8
        return dsp.run(max_clocks=40, condition=lambda chip: chip.regs.r1 == 2)

    script = Script(runs)
    assert caller.event("stopped")["reason"] == "entry"
    assert dsp.regs.r6 == 7
    assert caller.stop("next")["reason"] == "step"
    for line in (7, 8):
        caller.stop("next")
        assert caller.top()["line"] == line
    # Over the call: the script's run ends in it, and so does the step where the next one begins.
    caller.ask("next", threadId=1)
    assert caller.event("stopped")["reason"] == "entry"
    assert (dsp.regs.r6, ends[0].reason, ends[0].pc) == (8, StopReason.BREAKPOINT, dsp.symbols["sub"])
    caller.ask("continue", threadId=1)
    end = script.result()
    assert end is not None
    assert (end.reason, dsp.regs.r1) == (StopReason.CONDITION, 2)


def test_the_script_s_own_breakpoints_end_its_run(dsp: Dsp56001, caller: Caller) -> None:
    dsp.breakpoints.add("sub")
    dsp.watchpoints.add("X", "count", read=False)
    caller.attach()
    caller.ask("setFunctionBreakpoints", breakpoints=[{"name": "sub"}])
    caller.ask("configurationDone")
    for reason in (StopReason.BREAKPOINT, StopReason.WATCHPOINT):
        end = Script(dsp.run).result()
        assert end is not None
        assert end.reason is reason


def test_commands_of_the_console_move_in_the_script_s_runs_only(dsp: Dsp56001, caller: Caller) -> None:
    def command(text: str) -> str:
        return str(caller.ask("evaluate", expression=text, context="repl")["result"])

    caller.attach(stopOnEntry=True)
    caller.ask("configurationDone")
    assert "is not running the program" in caller.refused("evaluate", expression="step", context="repl")
    script = Script(lambda: dsp.run(until="loop"))
    assert caller.event("stopped")["reason"] == "entry"
    assert "step at" in command("step")
    assert caller.event("stopped")["reason"] == "step"
    assert "cannot run backward" in caller.refused("evaluate", expression="back", context="repl")
    assert "has ended its run" in command("continue")
    end = script.result()
    assert end is not None
    assert (end.reason, end.pc) == (StopReason.BREAKPOINT, dsp.symbols["loop"])
    again = Script(lambda: dsp.run(max_clocks=100))
    assert caller.event("stopped")["reason"] == "entry"
    caller.ask("disconnect")
    assert again.result() is not None


def test_what_speaks_another_protocol_is_let_go(dsp: Dsp56001, service: Service, caller: Caller) -> None:
    """Send a request with a body, as a page in a browser can do."""
    body = b'{"seq": 1, "type": "request", "command": "attach"}'
    with socket.create_connection(service.address, timeout=10) as page:
        caller.close()
        page.sendall(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
        assert page.recv(1) == b""


def test_an_exception_of_the_run_reaches_the_script(dsp: Dsp56001, caller: Caller) -> None:
    def fails(chip: Dsp56001, address: int) -> None:
        raise LookupError(f"{address:X}")

    dsp.hooks.on_execute(fails, "sub")
    caller.attach()
    caller.ask("configurationDone")
    script = Script(dsp.run)
    assert script.result() is None
    assert isinstance(script.error, LookupError)


def test_terminate_ends_the_script_s_run(dsp: Dsp56001, caller: Caller) -> None:
    script = Script(dsp.run)
    caller.attach()
    caller.ask("configurationDone")
    caller.ask("terminate")
    assert caller.event("terminated") is None
    assert script.result() is None
    assert isinstance(script.error, KeyboardInterrupt)


def test_a_client_that_goes_without_a_word_leaves_the_program_running(
    dsp: Dsp56001, service: Service, caller: Caller
) -> None:
    caller.attach()
    caller.ask("setFunctionBreakpoints", breakpoints=[{"name": "loop"}])
    script = Script(lambda: dsp.run(max_clocks=100_000))
    assert caller.stop("configurationDone")["reason"] == "function breakpoint"
    caller.close()
    end = script.result()
    assert end is not None
    assert end.reason is StopReason.BUDGET
    again = Caller(service.address)
    again.attach()
    again.ask("disconnect", terminateDebuggee=True)
    again.close()
    with pytest.raises(KeyboardInterrupt):
        dsp.run(max_clocks=100)


def test_a_port_says_what_it_is_not_for(dsp: Dsp56001, service: Service, caller: Caller, program: Path) -> None:
    caller.ask("initialize", adapterID="dsp56k")
    assert "attach configuration" in caller.refused("launch", program=str(program))
    with pytest.raises(ConfigurationError, match="already"):
        serve(dsp)
    with pytest.raises(DebugError, match=r"cannot listen at 127\.0\.0\.1:\d+"):
        serve(Dsp56001(), service.address[1])

"""Messages and requests that no client should send: the session goes on, or ends, and the next one is served."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.debug import Debugger, Service, serve, server
from dsp56k.debug.adapter.run_requests import RunRequest
from dsp56k.debug.adapter.session import HANDLERS, DebugAdapter
from dsp56k.debug.adapter.transport import Incoming, encode_message
from dsp56k.debug.program import load
from dsp56k.emu import Dsp56001, StopReason
from shared.debugging.adapter_client import Caller
from shared.debugging.programs import SOURCE

MALFORMED = {
    "not UTF-8": b'{"seq": 1, "command": "\xff"}',
    "100,000 brackets": b"[" * 100_000,
    "brackets in the arguments": b'{"seq": 1, "command": "threads", "arguments": ' + b"[" * 100_000 + b"}",
    "half an escape": b'{"seq": 1, "command": "\\ud800"}',
    "no JSON": b"{",
    "nothing": b"",
    "NUL": b"\0",
    "no number": b'{"command": "threads"}',
    "a number of 5,000 digits": b'{"seq": ' + b"9" * 5000 + b', "command": "threads"}',
    "a number beyond floats": b'{"seq": 1e400, "command": "threads"}',
    "a list": b"[]",
}
IN_ARGUMENTS = {
    "not UTF-8": b'{"expression": "\xff"}',
    "half an escape": b'{"expression": "\\ud800"}',
    "100,000 brackets": b'{"expression": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "no object": b"5",
    "a number of 5,000 digits": b'{"expression": ' + b"9" * 5000 + b"}",
}
NUMBER = "9" * 5000
DIGITS = [
    ("readMemory", {"memoryReference": f"x:{NUMBER}", "count": 1}),
    ("readMemory", {"memoryReference": f"0x{NUMBER}", "count": 1}),
    ("writeMemory", {"memoryReference": NUMBER, "data": "AAAA"}),
    ("writeMemory", {"memoryReference": "0x0041", "data": "AQ\x98D"}),
    ("disassemble", {"memoryReference": NUMBER, "instructionCount": 1}),
    ("evaluate", {"expression": NUMBER}),
    ("evaluate", {"expression": f"break sub :{NUMBER}", "context": "repl"}),
    ("evaluate", {"expression": f"break prog.asm:{NUMBER}", "context": "repl"}),
    ("evaluate", {"expression": f"delete {NUMBER}", "context": "repl"}),
    ("setVariable", {"variablesReference": 1, "name": "r0", "value": NUMBER}),
    ("goto", {"threadId": 1, "targetId": 10**300}),
]
POINTS = [
    ("setInstructionBreakpoints", {"instructionReference": NUMBER}),
    ("setDataBreakpoints", {"dataId": f"X:{NUMBER}"}),
    ("setDataBreakpoints", {"dataId": f"X:0-{NUMBER}"}),
    ("setFunctionBreakpoints", {"name": f"prog.asm:{NUMBER}"}),
    ("setFunctionBreakpoints", {"name": "sub", "hitCondition": NUMBER}),
    ("setFunctionBreakpoints", {"name": "sub", "condition": f"r0 == {NUMBER}"}),
]


def request(number: int, command: str, arguments: object = None) -> bytes:
    return json.dumps({"seq": number, "command": command, "arguments": arguments or {}}).encode()


def answers(*bodies: bytes, session: Debugger | None = None) -> list[dict[str, Any]]:
    """The messages that an adapter sends to a client that says all of this, and goes."""
    requests = BytesIO(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies))
    sent = BytesIO()
    adapter = DebugAdapter(sent)
    if session is not None:
        adapter.begin(session)
    thread = threading.Thread(target=lambda: adapter.serve(Incoming(requests)), daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "the adapter goes on at the end of input"
    return [json.loads(part.partition(b"\r\n\r\n")[2]) for part in sent.getvalue().split(b"Content-Length: ")[1:]]


@pytest.fixture
def session(tmp_path: Path) -> Debugger:
    (tmp_path / "prog.asm").write_text(SOURCE)
    return Debugger.open(tmp_path / "prog.asm")


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_decoded_is_passed_over(body: bytes) -> None:
    (answer,) = answers(body, request(7, "threads"))
    assert (answer["request_seq"], answer["success"]) == (7, True)


@pytest.mark.parametrize("arguments", IN_ARGUMENTS.values(), ids=IN_ARGUMENTS)
def test_arguments_that_cannot_be_decoded_are_refused(session: Debugger, arguments: bytes) -> None:
    body = b'{"seq": 1, "command": "evaluate", "arguments": ' + arguments + b"}"
    *refused, answer = answers(body, request(2, "threads"), session=session)
    assert [(one["success"], "evaluate: " in one["message"]) for one in refused] == [(False, True)] * len(refused)
    assert answer["success"]


@pytest.mark.parametrize(("command", "arguments"), DIGITS, ids=range(len(DIGITS)))
def test_numbers_of_thousands_of_digits_are_refused(
    session: Debugger, command: str, arguments: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    refused, answer = answers(request(1, command, arguments), request(2, "threads"), session=session)
    assert (refused["success"], answer["success"]) == (False, True)
    assert len(refused["message"]) < 3000
    assert not caplog.records


@pytest.mark.parametrize(("command", "point"), POINTS, ids=range(len(POINTS)))
def test_breakpoints_with_such_numbers_are_not_verified(
    session: Debugger, command: str, point: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    answer, _ = answers(request(1, command, {"breakpoints": [point]}), request(2, "threads"), session=session)
    assert answer["success"], answer
    assert [one["verified"] for one in answer["body"]["breakpoints"]] == [False]
    assert not caplog.records


@pytest.mark.parametrize("offset", [-(10**30), -(10**7), -70_000, 70_000, 10**7, 10**30])
def test_far_instructions_are_outside_memory(session: Debugger, offset: int) -> None:
    wanted = {"memoryReference": "0x0045", "instructionOffset": offset, "instructionCount": 400}
    start = time.process_time()
    (answer,) = answers(request(1, "disassemble", wanted), session=session)
    assert time.process_time() - start < 5
    shown = answer["body"]["instructions"]
    assert len(shown) == 400
    assert {one.get("presentationHint") for one in shown} == {"invalid"}
    assert shown[0]["address"] == f"{65536 if offset > 0 else offset + 0x45 - 2}"  # two instructions have two words


@pytest.mark.parametrize("count", [-(10**30), -1, 0])
def test_no_instructions_are_none(session: Debugger, count: int) -> None:
    wanted = {"memoryReference": "0x0045", "instructionOffset": -3, "instructionCount": count}
    (answer,) = answers(request(1, "disassemble", wanted), session=session)
    assert answer["body"]["instructions"] == []


def test_instructions_before_a_second_word_take_no_long_time(session: Debugger) -> None:
    # Each of the 8,192 addresses before it leads into the JSR, none to its second word.
    session.dsp.load_words({("P", address): 0 for address in range(0x4000)} | {("P", 0x3000): 0x0BF080})
    wanted = {"memoryReference": "0x3001", "instructionOffset": -4096, "instructionCount": 10}
    start = time.process_time()
    (answer,) = answers(request(1, "disassemble", wanted), session=session)
    assert time.process_time() - start < 5
    assert len(answer["body"]["instructions"]) == 10


def fail(*_: object) -> NoReturn:
    raise KeyError("inside")


def test_a_mistake_of_the_adapter_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(HANDLERS, "scopes", fail)
    wrong, right = answers(request(1, "scopes"), request(2, "threads"))
    assert (wrong["success"], "KeyError" in wrong["message"], right["success"]) == (False, True, True)
    assert "KeyError: 'inside'" in caplog.text


def test_a_mistake_in_a_movement_stops_the_program(session: Debugger, caplog: pytest.LogCaptureFixture) -> None:
    sent = BytesIO()
    adapter = DebugAdapter(sent, run_request=RunRequest(fail))
    adapter.begin(session)
    adapter._move(Incoming(BytesIO()))
    assert adapter.run_request is None
    assert b'"event":"stopped"' in sent.getvalue()
    assert "KeyError: 'inside'" in caplog.text


def test_names_that_are_not_unicode_are_sent() -> None:
    assert encode_message({"path": "\udcff.asm"}).endswith(rb'{"path": "\udcff.asm"}')


def test_requests_wait_in_their_order() -> None:
    messages = [encode_message({"seq": seq, "command": command}) for seq, command in enumerate(("next", "pause"), 1)]
    incoming = Incoming(BytesIO(b"".join(messages)))
    first = incoming.next(timeout=10)
    assert first is not None
    assert first.command == "next"
    while "" not in incoming.waiting():
        time.sleep(0.001)
    assert incoming.waiting() == ["pause", ""]


# ---- a script that runs ---------------------------------------------------------------------------------------------


@pytest.fixture
def dsp(tmp_path: Path) -> Dsp56001:
    (tmp_path / "prog.elf").write_bytes(elf_bytes(assemble(SOURCE)))
    made = Dsp56001()
    load(made, tmp_path / "prog.elf")
    return made


@pytest.fixture
def service(dsp: Dsp56001) -> Iterator[Service]:
    with serve(dsp) as made:
        yield made


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_a_script_goes_on_when_its_client_has_gone_after_a_malformed_message(
    dsp: Dsp56001, service: Service, body: bytes
) -> None:
    ends = []
    caller = Caller(service.address)
    caller.attach(stopOnEntry=True)
    caller.ask("configurationDone")
    script = threading.Thread(target=lambda: ends.append(dsp.run(max_clocks=1000).reason), daemon=True)
    script.start()
    caller.event("stopped")
    caller.write(body)
    assert caller.ask("threads")["threads"]
    caller.write(body)
    caller.close()
    script.join(10)
    assert ends == [StopReason.BUDGET]
    again = Caller(service.address)
    again.attach()
    again.close()


def test_a_client_that_says_nothing_does_not_keep_the_port(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.3)
    with socket.create_connection(service.address) as silent:
        slow = socket.create_connection(service.address)
        caller = Caller(service.address)
        # One that never ends its first message is silent, too.
        slow.sendall(b"Content-Length: 100\r\n\r\n{")
        caller.attach()
        silent.settimeout(10)
        assert silent.recv(1) == b""
        slow.close()
        caller.close()


def test_a_mistake_in_a_session_leaves_the_port_open(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(DebugAdapter, "serve", fail)
        caller = Caller(service.address)
        with pytest.raises(AssertionError):
            caller.receive()
        caller.close()
    again = Caller(service.address)
    again.attach()
    again.close()
    assert "KeyError: 'inside'" in caplog.text

"""A client of the debug adapter protocol that a test writes a session for; every message is held to the schema."""

from __future__ import annotations

import functools
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import fastjsonschema

DSP56K = Path(sys.executable).parent / "dsp56k"


@functools.cache
def schema() -> dict[str, Any]:
    """The published schema, as debugpy carries it."""
    spec = find_spec("debugpy")
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).parent / "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@functools.cache
def validator(name: str) -> Callable[[object], object]:
    """Return the validator of a definition of the schema."""
    definitions = schema()["definitions"]
    assert name in definitions, name
    one = {"$schema": schema()["$schema"], "definitions": definitions, "$ref": f"#/definitions/{name}"}
    check: Callable[[object], object] = fastjsonschema.compile(one)
    return check


def definition_of(message: dict[str, Any]) -> str:
    """The definition that a message belongs to."""
    name = str(message["event"] if message["type"] == "event" else message["command"])
    name = name[0].upper() + name[1:]
    match message:
        case {"type": "event"}:
            return f"{name}Event"
        case {"type": "request"}:
            return f"{name}Request"
        case {"success": False}:
            return "ErrorResponse"
    return f"{name}Response"


class Conversation:
    """A session with an adapter, on two streams.

    Attributes:
        events: Received events that have not been read yet.
    """

    def __init__(self, answers: IO[bytes], requests: IO[bytes]) -> None:
        self._answers = answers
        self._requests = requests
        self._number = 0
        self.events: list[dict[str, Any]] = []
        self.numbers: list[int] = []

    def send(self, command: str, arguments: dict[str, Any] | None = None) -> int:
        """Send a request without waiting for the answer; return its number."""
        self._number += 1
        message: dict[str, Any] = {"seq": self._number, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        validator(definition_of(message))(message)
        self.write(json.dumps(message).encode())
        return self._number

    def write(self, body: bytes) -> None:
        """Write a message as it is."""
        self._requests.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._requests.flush()

    def receive(self) -> dict[str, Any]:
        """The next message."""
        stream = self._answers
        header = stream.readline()
        assert header.startswith(b"Content-Length: "), header
        assert stream.readline() == b"\r\n"
        message: dict[str, Any] = json.loads(stream.read(int(header.split()[1])))
        validator(definition_of(message))(message)
        self.numbers.append(message["seq"])
        return message

    def answer(self, number: int) -> dict[str, Any]:
        """The response to a request; events before it are kept."""
        while (message := self.receive())["type"] == "event":
            self.events.append(message)
        assert message["request_seq"] == number
        return message

    def ask(self, command: str, **arguments: Any) -> Any:
        """The body of the response to a request, which has to succeed."""
        message = self.answer(self.send(command, arguments))
        assert message["success"], message
        return message.get("body")

    def refused(self, command: str, **arguments: Any) -> str:
        """The message of the response to a request that has to fail."""
        message = self.answer(self.send(command, arguments))
        assert not message["success"], message
        return str(message["message"])

    def event(self, name: str) -> Any:
        """The body of the next event of a name; other events before it are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            assert message["type"] == "event", message
            if message["event"] == name:
                return message.get("body")

    def attach(self, **arguments: Any) -> None:
        """Attach to a program that runs, up to where breakpoints are set."""
        self.ask("initialize", adapterID="dsp56k")
        self.ask("attach", **arguments)
        self.event("initialized")

    def launch(self, program: Path, **arguments: Any) -> None:
        """Begin a session, up to where breakpoints are set."""
        self.ask("initialize", adapterID="dsp56k", linesStartAt1=arguments.pop("linesStartAt1", True))
        self.ask("launch", program=str(program), **arguments)
        self.event("initialized")

    def stop(self, command: str, **arguments: Any) -> Any:
        """Return the stop event after a request that runs the program."""
        self.ask(command, **({} if command == "configurationDone" else {"threadId": 1}), **arguments)
        return self.event("stopped")

    def top(self) -> dict[str, Any]:
        """The innermost frame."""
        frame: dict[str, Any] = self.ask("stackTrace", threadId=1)["stackFrames"][0]
        return frame


class Client(Conversation):
    """One with `dsp56k dap`."""

    def __init__(self, folder: Path) -> None:
        process = subprocess.Popen(
            [DSP56K, "dap"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ
        )
        assert process.stdin is not None
        assert process.stdout is not None
        super().__init__(process.stdout, process.stdin)
        self._process = process

    def exit_code(self) -> int:
        """The code with which the adapter ends by itself."""
        return self._process.wait(10)

    def close(self) -> int:
        """End the conversation; the adapter's exit code."""
        self._requests.close()
        code = self._process.wait(10)
        self._answers.close()
        return code


class Caller(Conversation):
    """One with the port of a program that runs."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._socket = socket.create_connection(address, timeout=10)
        super().__init__(self._socket.makefile("rb"), self._socket.makefile("wb"))

    def close(self) -> None:
        """Go, with or without a word before."""
        for stream in (self._answers, self._requests, self._socket):
            stream.close()

"""Mutated sessions of the debug adapter and of the language server, and what must hold of both.

A session ends by itself, and every correct request is answered, whatever came before it. A mutated message is answered,
refused or passed over; none makes the server fail: no exception but the project's own leaves a function of dsp56k.
"""

from __future__ import annotations

import io
import json
import logging
import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import IO, Any, BinaryIO, cast
from unittest.mock import patch

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.board_option import load_board
from dsp56k.debug.adapter.session import DebugAdapter
from dsp56k.debug.adapter.transport import Incoming
from dsp56k.language.analysis_worker import AnalysisWorker
from dsp56k.language.project import Project
from dsp56k.system.messages import read_message
from fuzz import corpus, corruption
from shared.debugging.programs import SOURCE

MAX_REQUESTS = 16
"""Requests of a session between those that begin and end it."""
MAX_MUTATED = 4
BROKEN_HEADER = 0.08
"""Probability of a mutated header, after which the start of the next message is unknown."""
LOOKS = 3
"""Number of polls of a running program before the next request arrives."""
CLOCKS = 100_000
"""Clocks of one movement at most: the usual limit takes seconds."""
DEEP = 100_000
NUMBERS = (0, 1, -1, 2, 0x41, 65535, 65536, -65536, 2**31, -(2**31), 2**53, 2**63, 2**64, -(2**64), 10**30, -(10**30),
           10**300, 0.5, -0.5, 1e308)  # fmt: skip
TEXTS = (
    "", " ", "0x0041", "x:0x0020", "Y:65535", "P:$0041", "$ffff", "x:count", "sub", "loop+1", "prog.asm", "prog.asm:9",
    ":3", "9" * 5000, "x:" + "9" * 5000, "0x" + "f" * 5000, "(" * 500, "-" * 500, "a" * 20_000, "\0", "\x1b[2J", "²",
    "\N{RIGHT-TO-LEFT OVERRIDE}", "\N{MUSICAL SYMBOL G CLEF}", "%n", "../..", "file:///", "file:///%00", "{r0", "{1/0}",
)  # fmt: skip
VALUES: tuple[Any, ...] = (*NUMBERS, *TEXTS, None, True, False, [], {}, [[]], {"": {}}, [0] * 5000)
RAW = (
    b"9" * 5000, b"-" + b"9" * 5000, b"1e400", b"NaN", b"-Infinity", b'"\xff"', b'"\\ud800"', b"[" * DEEP,
    b"[" * DEEP + b"]" * DEEP, b'{"a":' * DEEP, b"", b"\0", b"1 2", b"'a'", b"\xef\xbb\xbf0",
)  # fmt: skip
"""Text that is not a JSON value, to replace one."""
_MARK = "a place for something else"
Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Session:
    """A session: the client's messages, and the numbers of its valid requests if all of them must be answered."""

    stream: bytes
    correct: Sequence[int]
    is_framed: bool


# ---- corrupted messages ---------------------------------------------------------------------------------------------


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all positions in a JSON value, each as a container and a key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield value, key
        yield from _places(inner)


def mutated(message: Message, random: Random) -> bytes:
    """Return a message with corrupted values, text or bytes."""
    changed = json.loads(json.dumps(message))
    places = [place for place in _places(changed) if place[1] not in ("jsonrpc", "id", "seq") or random.random() < 0.1]
    container, key = random.choice(places)
    way = random.random()
    if way < 0.35:
        container[key] = random.choice(VALUES)
    elif way < 0.5:
        container[key] = corruption.text(str(container[key]), (SOURCE,), random)
    elif way < 0.6:
        del container[key]
    elif way < 0.7:
        container[key] = _MARK
        return json.dumps(changed).encode().replace(b'"%b"' % _MARK.encode(), random.choice(RAW))
    elif way < 0.8:
        return corruption.text(json.dumps(changed), (SOURCE,), random).encode()
    elif way < 0.95:
        return corruption.data(json.dumps(changed).encode(), random)
    else:
        return random.choice(RAW)
    return json.dumps(changed).encode()


_HEADERS = (b"Content-Length: %b\r\n\r\n", b"content-length:%b\n\n", b"Content-Type: %b\r\n\r\n", b"%b")


def _header(length: int, random: Random) -> bytes:
    """A header that is wrong."""
    value = random.choice(
        (b"%d" % (length + random.randint(-9, 9)), b"-1", b"", b"9" * 21, b"9" * 5000, b"\xb2", b"1e3")
    )
    header = random.choice(
        (b"Content-Length: %b\r\n\r\n", b"content-length:%b\n\n", b"Content-Type: %b\r\n\r\n", b"%b")
    )
    return corruption.data(header % value, random) if random.random() < 0.5 else header % value


def session(messages: Sequence[Message], number_of: str, protected: Sequence[str], random: Random) -> Session:
    """A session in which some messages are mutated, but for those whose command or method is among `protected`."""
    able = [index for index, one in enumerate(messages) if one.get("command", one.get("method")) not in protected]
    chosen = set(random.sample(able, random.randint(1, min(MAX_MUTATED, len(able)))))
    broken = random.choice(able) if random.random() < BROKEN_HEADER else None
    stream, correct = b"", []
    for index, message in enumerate(messages):
        body = mutated(message, random) if index in chosen else json.dumps(message).encode()
        header = b"Content-Length: %d\r\n\r\n" % len(body)
        stream += (_header(len(body), random) if index == broken else header) + body
        if index not in chosen and number_of in message:
            correct.append(message[number_of])
    return Session(stream, correct, broken is None)


def _bodies(stream: bytes) -> list[Any]:
    """The messages that a server has written."""
    source, found = io.BytesIO(stream), []
    while (body := read_message(source)) is not None:
        found.append(json.loads(body))
    return found


@contextmanager
def _no_mistakes() -> Iterator[None]:
    """Raise exceptions that are logged as defects of dsp56k, or have ended a thread."""
    seen: list[logging.LogRecord] = []
    ended: list[threading.ExceptHookArgs] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(record)

    handler, logger = Handler(logging.ERROR), logging.getLogger("dsp56k")
    logger.addHandler(handler)
    try:
        with patch.object(threading, "excepthook", ended.append):
            yield
    finally:
        logger.removeHandler(handler)
    for one in ended:
        raise AssertionError("a thread has ended") from one.exc_value
    for record in seen:
        raise AssertionError(record.getMessage()) from (record.exc_info[1] if record.exc_info else None)


# ---- the debug adapter ----------------------------------------------------------------------------------------------

_PATH = {"path": "prog.asm"}
_REQUESTS: tuple[tuple[str, Message], ...] = (
    ("setBreakpoints", {"source": _PATH, "breakpoints": [{"line": 13, "condition": "r0 > 1"}, {"line": 9}]}),
    ("setBreakpoints", {"source": _PATH, "breakpoints": [{"line": 10, "logMessage": "{r2}", "hitCondition": "% 2"}]}),
    ("setFunctionBreakpoints", {"breakpoints": [{"name": "sub", "hitCondition": ">= 1"}, {"name": "prog.asm:9"}]}),
    ("setInstructionBreakpoints", {"breakpoints": [{"instructionReference": "0x0045", "offset": 1}]}),
    ("dataBreakpointInfo", {"name": "count", "variablesReference": 2, "bytes": 3}),
    ("dataBreakpointInfo", {"name": "Y:0x10", "asAddress": True, "bytes": 6}),
    ("setDataBreakpoints", {"breakpoints": [{"dataId": "X:0x0020-0x0021", "accessType": "write"}]}),
    ("setExceptionBreakpoints", {"filters": ["stack_error", "unloaded", "interrupt"]}),
    ("breakpointLocations", {"source": _PATH, "line": 1, "endLine": 9}),
    ("stackTrace", {"threadId": 1, "startFrame": 0, "levels": 5}),
    ("scopes", {"frameId": 1}),
    *(("variables", {"variablesReference": number}) for number in (1, 2, 3, 4)),
    ("setVariable", {"variablesReference": 1, "name": "r0", "value": "-1"}),
    ("setVariable", {"variablesReference": 2, "name": "count", "value": "$12 + r0"}),
    *(("evaluate", {"expression": text}) for text in ("x:count", "signed(a1) << 3", "met(1) + hits")),
    *(
        ("evaluate", {"expression": text, "context": "repl"})
        for text in (
            "break sub if r0 > 1 ignore 2", "watch x:count w", "when hits > 3", "interrupt irqa; drive irqa pulse",
            "step 5; back 2", "seek 40", "memory x 0-$20", "disasm sub-over", "list 9", "set x:$20=1,2",
            "host send 1 2; host receive", "feed 1 2", "pins b 3", "ignore 1 3; delete all", "symbols s*; cost sub",
        )
    ),
    ("readMemory", {"memoryReference": "X:0x0020", "count": 9, "offset": 1}),
    ("writeMemory", {"memoryReference": "0x0041", "data": "AQID", "offset": 0}),
    ("disassemble", {"memoryReference": "0x0045", "offset": 0, "instructionOffset": -20, "instructionCount": 50}),
    *((name, {"threadId": 1, "granularity": "instruction"}) for name in ("next", "stepIn", "stepBack")),
    *((name, {"threadId": 1}) for name in ("next", "stepOut", "continue", "reverseContinue", "pause")),
    ("gotoTargets", {"source": _PATH, "line": 10}),
    ("goto", {"threadId": 1, "targetId": 0x49}),
    ("completions", {"text": "break s", "column": 8}),
    ("source", {"source": _PATH, "sourceReference": 0}),
    *((name, {}) for name in ("loadedSources", "restart", "threads", "configurationDone")),
)  # fmt: skip


def adapter_session(random: Random) -> Session:
    """A session of the debug adapter."""
    program = random.choice(("prog.asm", "prog.elf"))
    board = random.choice((None, None, "falcon"))
    wanted = [
        ("initialize", {"adapterID": "dsp56k", "linesStartAt1": True}),
        ("launch", {"program": program, "stopOnEntry": random.random() < 0.7, "board": board, "defines": {}}),
        ("configurationDone", {}),
        *random.choices(_REQUESTS, k=random.randint(4, MAX_REQUESTS)),
        ("threads", {}),
        ("disconnect", {}),
    ]
    messages = [
        {"seq": number, "type": "request", "command": command, "arguments": arguments}
        for number, (command, arguments) in enumerate(wanted, 1)
    ]
    return session(messages, "seq", ("disconnect",), random)


class _Scripted(Incoming):
    """Requests that come when the program has moved for a while, always at the same moment."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._queue = queue.SimpleQueue()
        self._waiting = []
        self._looks = 0
        self._read()

    def waiting(self) -> list[str]:
        self._looks += 1
        return super().waiting() if self._looks > LOOKS else []

    def next(self, timeout: float | None = None) -> Any:
        self._looks = 0
        assert not self._queue.empty() or self._waiting, "the adapter waits after the end"
        return super().next(timeout)


@cache
def _program() -> bytes:
    return elf_bytes(assemble(SOURCE))


def converse(wanted: Session) -> tuple[str, ...]:
    """Let the debug adapter answer a session, in the present folder."""
    Path("prog.asm").write_text(SOURCE)
    Path("prog.elf").write_bytes(_program())
    answers = io.BytesIO()
    with _no_mistakes(), patch("dsp56k.debug.debugger.LIMIT", CLOCKS):
        DebugAdapter(answers, load_board).serve(_Scripted(io.BytesIO(wanted.stream)))
    told = _bodies(answers.getvalue())
    assert [one["seq"] for one in told] == list(range(1, len(told) + 1))
    numbers = [one["request_seq"] for one in told if one["type"] == "response"]
    if wanted.is_framed:
        missing = set(wanted.correct) - set(numbers)
        assert not missing, f"requests {sorted(missing)} are not answered"
    done = sum(one.get("success", False) for one in told)
    return ("answered", *(["stopped"] if any(one.get("event") == "stopped" for one in told) else [])) if done else ()


# ---- the language server --------------------------------------------------------------------------------------------

_ROOT = "file:///session"
"""No folder of this machine: a case is the same wherever it runs."""
_HERE = {"textDocument": {"uri": ""}}
_AT = _HERE | {"position": {"line": 9, "character": 12}}
_ABOUT_A_NAME = ("hover", "completion", "definition", "prepareRename", "documentHighlight", "signatureHelp")
_QUESTIONS: tuple[tuple[str, Message], ...] = (
    *((f"textDocument/{name}", _AT) for name in _ABOUT_A_NAME),
    ("textDocument/references", _AT | {"context": {"includeDeclaration": True}}),
    ("textDocument/rename", _AT | {"newName": "other"}),
    ("textDocument/documentSymbol", _HERE),
    ("textDocument/foldingRange", _HERE),
    ("workspace/symbol", {"query": "a"}),
    ("textDocument/inlayHint", _HERE | {"range": {"start": _AT["position"], "end": {"line": 14, "character": 0}}}),
    ("textDocument/formatting", _HERE | {"options": {"tabSize": 8, "insertSpaces": True}}),
    ("textDocument/semanticTokens/full", _HERE),
    (
        "textDocument/codeAction",
        _HERE
        | {
            "range": {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 9}},
            "context": {
                "diagnostics": [
                    {
                        "range": {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 9}},
                        "message": "a",
                        "source": "dsp56k",
                        "data": {"fix": "move"},
                    }
                ]
            },
        },
    ),
    ("nothing/atAll", {}),
)
_NOTES: tuple[tuple[str, Message], ...] = (
    (
        "textDocument/didChange",
        {
            "textDocument": {"uri": "", "version": 2},
            "contentChanges": [{"range": {"start": _AT["position"], "end": _AT["position"]}, "text": " nop\n"}],
        },
    ),
    (
        "textDocument/didChange",
        {"textDocument": {"uri": "", "version": 3}, "contentChanges": [{"text": " mvoe a,b\n"}]},
    ),
    ("textDocument/didSave", _HERE),
    ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///a/dsp56k.toml", "type": 2}]}),
    ("$/cancelRequest", {"id": 5}),
    ("$/setTrace", {"value": "off"}),
    ("workspace/didChangeConfiguration", {"settings": {}}),
)


def language_session(random: Random) -> Session:
    """A session of the language server."""
    uri = f"{_ROOT}/prog.asm"
    options = {"includePaths": ["."], "maclibPaths": [], "defines": {"COUNT": "3"}, "options": [], "relative": False}
    text = random.choice((SOURCE, random.choice(corpus.sources())))
    document = {"uri": uri, "languageId": "dsp56k", "version": 1, "text": text}
    encodings = {"general": {"positionEncodings": random.choice((["utf-8"], ["utf-16"], ["utf-32", "utf-16"]))}}
    wanted = [
        (
            "initialize",
            {"rootUri": _ROOT, "capabilities": encodings, "initializationOptions": options},
        ),
        ("initialized", {}),
        ("textDocument/didOpen", {"textDocument": document}),
        *random.choices((*_QUESTIONS, *_QUESTIONS, *_NOTES), k=random.randint(4, MAX_REQUESTS)),
        *([("textDocument/didClose", _HERE)] if random.random() < 0.5 else []),
        ("textDocument/documentSymbol", _HERE),
        ("shutdown", None),
        ("exit", None),
    ]
    notes = {"initialized", "exit", *(name for name, _ in _NOTES), "textDocument/didOpen", "textDocument/didClose"}
    messages = []
    for number, (method, params) in enumerate(wanted, 1):
        params = json.loads(json.dumps(params))
        if params and "textDocument" in params:
            params["textDocument"]["uri"] = uri
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        messages.append(message if method in notes else message | {"id": number})
    return session(messages, "id", ("initialize", "shutdown", "exit"), random)


def edit(wanted: Session) -> tuple[str, ...]:
    """Let the language server answer a session, in the present folder."""
    from dsp56k.cli.language.lsp import Requests
    from dsp56k.cli.language.server import workspace
    from dsp56k.cli.language.server.features import language_server

    threads: list[AnalysisWorker] = []
    mistakes: list[str] = []

    class Kept(AnalysisWorker):
        def __init__(self) -> None:
            super().__init__()
            threads.append(self)

    def report(error: Exception, source: object) -> None:
        trace = "".join((getattr(error, "data", None) or {}).get("traceback", ()))
        if "/dsp56k/" in trace:
            mistakes.append(f"{trace}{error}")

    class Answers(io.BytesIO):
        def close(self) -> None:
            """Store the written bytes."""

    answers = Answers()
    with _no_mistakes(), patch.object(workspace, "AnalysisWorker", Kept):
        server = language_server(Project())
        with patch.object(server, "_report_server_error", report):
            # pygls calls only the methods that Requests has.
            server.start_io(cast(BinaryIO, Requests(io.BytesIO(wanted.stream))), answers)
        for thread in threads:
            thread.end()
    assert not mistakes, mistakes[0]
    told = _bodies(answers.getvalue())
    numbers = {one["id"] for one in told if "id" in one and "method" not in one and isinstance(one["id"], int)}
    if wanted.is_framed:
        missing = set(wanted.correct) - numbers
        assert not missing, f"requests {sorted(missing)} are not answered"
    return ("answered",) if any("result" in one for one in told) else ()

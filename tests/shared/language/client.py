"""A client of the language server, which runs in a thread of this process and speaks through pipes."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

from dsp56k.language.project import Project

DIAGNOSTICS = "textDocument/publishDiagnostics"


class Client:
    """Opens a session for a folder."""

    def __init__(
        self, folder: Path, options: dict[str, Any] | None = None, capabilities: dict[str, Any] | None = None
    ) -> None:
        # The types of the protocol take a fifth of a second: modules that are only collected do not import them.
        from dsp56k.cli.language.server.features import language_server

        (requests, sends), (reads, answers) = os.pipe(), os.pipe()
        self._out, self._in = os.fdopen(sends, "wb"), os.fdopen(reads, "rb")
        streams = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        self.server = language_server(Project())
        self.thread = threading.Thread(target=self.server.start_io, args=streams)
        self.thread.start()
        self._streams = streams
        self._number = 0
        self._versions: dict[str, int] = {}
        self.notes: list[dict[str, Any]] = []
        told = {
            "processId": None,
            "rootUri": folder.as_uri(),
            "capabilities": capabilities or {},
            "initializationOptions": options,
        }
        self.capabilities = self.ask("initialize", told)["result"]["capabilities"]
        self.tell("initialized", {})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._out.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._out.flush()

    def _read(self) -> dict[str, Any]:
        length = 0
        while line := self._in.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self._in.read(length))
        return message

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request; its answer, with `result` or `error`."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._number and "method" not in message:
                return message
            self.notes.append(message)

    def said(self, path: Path, method: str = DIAGNOSTICS) -> dict[str, Any]:
        """The next notification about a file."""
        while True:
            for index, message in enumerate(self.notes):
                if message.get("method") == method and message["params"]["uri"] == path.as_uri():
                    params: dict[str, Any] = self.notes.pop(index)["params"]
                    return params
            self.notes.append(self._read())

    def codes(self, path: Path) -> list[tuple[int, str]]:
        """Lines (from 0) and codes that the next diagnostics of a file have."""
        return [(entry["range"]["start"]["line"], entry["code"]) for entry in self.said(path)["diagnostics"]]

    def open(self, path: Path, text: str | None = None) -> None:
        """Open a file, perhaps with another text than it has on the disk."""
        text = path.read_text() if text is None else text
        self._versions[path.as_uri()] = 1
        document = {"uri": path.as_uri(), "languageId": "dsp56k", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, line: int, first: int, last: int, text: str) -> None:
        """Replace a stretch of a line."""
        uri = path.as_uri()
        self._versions[uri] += 1
        where = {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}}
        document = {"uri": uri, "version": self._versions[uri]}
        changes = [{"range": where, "text": text}]
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def at(self, request: str, path: Path, line: int, column: int, **more: Any) -> Any:
        """Return the result of a request for a position."""
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}
        return self.ask(f"textDocument/{request}", place | more)

    def about(self, request: str, path: Path, **more: Any) -> Any:
        """The result of a request about a file."""
        return self.ask(f"textDocument/{request}", {"textDocument": {"uri": path.as_uri()}, **more})["result"]

    def close(self) -> None:
        """End the session."""
        if self.thread.is_alive():
            assert self.ask("shutdown", None)["result"] is None
            self.tell("exit", None)
            self.thread.join(10)
        assert not self.thread.is_alive()
        for stream in (self._out, self._in, *self._streams):
            stream.close()


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after the edits of a workspace edit or of a formatter."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]))[
        ::-1
    ]:
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)

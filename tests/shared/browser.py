"""A headless Chromium over its debugging pipe (the Chrome DevTools Protocol): JSON messages, each ended by a zero byte.

Commands and events are named as in https://chromedevtools.github.io/devtools-protocol/.
"""

from __future__ import annotations

import itertools
import json
import os
import selectors
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 60.0
"""Limit of an answer in seconds: the machine may be busy."""


def installed() -> str:
    """The browser's path; a test without one is skipped."""
    for program in PROGRAMS:
        path = shutil.which(program)
        if path:
            return path
    pytest.skip("no Chromium is installed (apt-get install chromium)")


class Browser:
    """One page in one browser; every event that it reports is kept in `events`."""

    def __init__(self, folder: Path) -> None:
        to_browser, self._commands = os.pipe()
        self._answers, from_browser = os.pipe()
        self._numbers = itertools.count(1)
        self._buffer = b""
        self.events: list[dict[str, Any]] = []
        arguments = [
            installed(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--no-default-browser-check", "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}",
            "about:blank",
        ]  # fmt: skip

        def pipes() -> None:
            # The protocol's own: commands come in at 3, answers and events go out at 4. High numbers first: one
            # of the pipes' ends may lie at 3 or 4 already.
            high_in, high_out = (os.dup2(end, number) for end, number in ((to_browser, 100), (from_browser, 101)))
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self._process = subprocess.Popen(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=pipes, close_fds=False,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._session: str | None = None
        target = next(each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer to a command."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def wait_for(self, method: str) -> dict[str, Any]:
        """The next event of this name."""
        while True:
            for place, event in enumerate(self.events):
                if event["method"] == method:
                    return self.events.pop(place)
            self.events.append(self._read())

    def open(self, path: Path) -> None:
        """Show a file."""
        self.call("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press and let go of a key."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(timeout=SECONDS)
        os.close(self._commands)
        os.close(self._answers)

    def _read(self) -> dict[str, Any]:
        end = time.monotonic() + SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            while b"\0" not in self._buffer:
                assert selector.select(timeout=max(0.0, end - time.monotonic())), "the browser does not answer"
                part = os.read(self._answers, 1 << 20)
                assert part, "the browser has ended"
                self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        parsed: dict[str, Any] = json.loads(message)
        return parsed

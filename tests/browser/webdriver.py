"""A client of ChromeDriver, by the WebDriver protocol, and a static server of a directory."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_STARTED = re.compile(r"started successfully on port (\d+)")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """The standard library's server without its log."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Serve a directory, and return its address."""
    handler = functools.partial(QuietHandler, directory=directory)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Browser:
    """A headless Chromium with one window."""

    def __init__(self, driver: str) -> None:
        self._driver = driver
        # Chromium has no sandbox where it runs as root, as in a container.
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "timeouts": {"script": 90_000}}
        self._session = ""
        session = self._post("session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self._session = f"session/{session}/"

    def _post(self, path: str, body: object) -> Any:
        request = urllib.request.Request(
            f"{self._driver}/{self._session}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from error

    def open(self, address: str) -> None:
        # Another fragment of the same address does not load the page again.
        self._post("url", {"url": "about:blank"})
        self._post("url", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        """Return the value of the body of an asynchronous function."""
        body = (
            f"const f = async (...arguments) => {{ {script} }}; const given = [...arguments]; const done = given.pop();"
        )
        body += "f(...given).then((value) => done([value]), (error) => done([null, String(error)]));"
        value, *error = self._post("execute/async", {"script": body, "args": arguments})
        assert not error, error[0]
        return value

    def set_width(self, width: int) -> None:
        metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": True}
        self._post("goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})

    def close(self) -> None:
        request = urllib.request.Request(f"{self._driver}/{self._session.rstrip('/')}", method="DELETE")
        urllib.request.urlopen(request, timeout=30).close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start ChromeDriver and a browser."""
    command = shutil.which("chromedriver")
    assert command is not None, "cannot test the page: install Chromium and its chromedriver (Debian: chromium-driver)"
    with subprocess.Popen([command, "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
        try:
            assert driver.stdout is not None
            started = next(filter(None, map(_STARTED.search, driver.stdout)), None)
            assert started is not None, "chromedriver does not start"
            browser = Browser(f"http://127.0.0.1:{started[1]}")
            try:
                yield browser
            finally:
                browser.close()
        finally:
            driver.terminate()

"""The servers' standard streams: closed ones, and lengths that no message has."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

from shared.debugging.adapter_client import DSP56K

SERVERS = ["dap", "lsp"]
LENGTHS = {
    "21 digits": b"Content-Length: 123456789012345678901\r\n",
    "5,000 digits": b"Content-Length: " + b"9" * 5000 + b"\r\n",
    "10 GB": b"Content-Length: 9999999999\r\n",
    "just too long": b"Content-Length: 67108865\r\n",
    "negative": b"Content-Length: -5\r\n",
    "no number": b"Content-Length: \r\n",
    "no length": b"Content-Type: application/vscode-jsonrpc\r\n",
    "a digit that is none": b"Content-Length: \xb2\r\n",
}


def run(server: str, requests: bytes = b"", before: Callable[[], None] | None = None) -> tuple[int, str]:
    """Return the exit code of a server with this input, and its standard error."""
    done = subprocess.run([DSP56K, server], input=requests, capture_output=True, timeout=30, preexec_fn=before)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(("descriptor", "name"), [(0, "input"), (1, "output")])
def test_a_closed_stream_is_an_error(server: str, descriptor: int, name: str) -> None:
    assert run(server, before=lambda: os.close(descriptor)) == (1, f"error: standard {name}: Bad file descriptor\n")


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("header", LENGTHS.values(), ids=LENGTHS)
def test_a_length_that_no_message_has_ends_the_conversation(server: str, header: bytes) -> None:
    code, told = run(server, header + b"\r\n{}")
    assert code == 0
    assert told == "the session ends: Content-Length must be a number from 0 to 67108864\n"


@pytest.mark.parametrize("server", SERVERS)
def test_the_end_in_the_middle_of_a_message_is_the_end(server: str) -> None:
    for requests in (b"Content-Length: 100\r\n\r\n{", b"Content-Length: 100\r\n", b"Content-Len", b""):
        assert run(server, requests) == (0, "")


@pytest.mark.parametrize("server", SERVERS)
def test_a_client_that_does_not_listen_is_gone(server: str) -> None:
    body = b'{"seq": 1, "jsonrpc": "2.0", "id": 1, "method": "nothing", "command": "threads", "params": {}}'
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [DSP56K, server],
        input=b"Content-Length: %d\r\n\r\n%b" % (len(body), body) * 2,
        stdout=writes,
        stderr=subprocess.PIPE,
        timeout=30,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, b"")

"""Compilers and linkers as processes: found, bounded, and their complaints made one line."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from dsp56k.host.errors import CompileError

MAX_SECONDS = 60
"""Of real time, for each file: sources of a megabyte take one or two."""
MAX_MEMORY = 2 << 30
"""Bytes of addresses; gcc takes a tenth."""
MAX_WRITTEN = 16 << 20
"""Bytes of a file that a tool writes; a program may have one megabyte."""
_MAX_COMPLAINT = 1 << 16
"""Bytes read of what a tool says."""

_PACKAGES = {"gcc": "gcc", "nasm": "nasm", "ld": "binutils"}
"""Debian's packages."""
_COMPLAINT = re.compile(r"^(?P<place>\S.*?:\d+(?::\d+)?): (?:fatal )?error: (?P<what>.+)$", re.MULTILINE)
"""A line of gcc or NASM that names a line of a source."""
_MISSING = re.compile(r"undefined reference to [`'](?P<symbol>[^']+)'")
_TWICE = re.compile(r"multiple definition of [`'](?P<symbol>[^']+)'")


def run_tool(tool: str, arguments: Sequence[str], folder: Path, path: str) -> str:
    """Run a tool without a shell, the user's settings for it or more time and room than it needs; what it printed.

    Args:
        tool: `gcc`, `nasm` or `ld`.
        arguments: for it.
        folder: an existing one for its temporary files, which is the caller's to remove.
        path: the source, for messages.

    Raises:
        CompileError: it is not installed, ends with an error, or goes on for too long.
    """
    program = shutil.which(tool)
    if program is None:
        message = f"{path}: {tool} is not installed (Debian: apt install {_PACKAGES[tool]})"
        raise CompileError(message, path=path, tool=tool)
    with tempfile.TemporaryFile(dir=folder) as stream:
        process = subprocess.Popen(  # noqa: S603 - an argument vector, no shell
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            env=_environment(folder),
            start_new_session=True,
        )
        try:
            _limit(process.pid)
            code = process.wait(MAX_SECONDS)
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                message = f"{path}: {tool} was not done after {MAX_SECONDS} seconds"
                raise CompileError(message, path=path, tool=tool) from error
            raise
        stream.seek(0)
        output = stream.read(_MAX_COMPLAINT).decode("utf-8", "replace")
    if code:
        raise CompileError(_summary(tool, output, path), path=path, tool=tool, output=output)
    return output


def _environment(folder: Path) -> Mapping[str, str]:
    """Nothing of the user's that changes what a tool makes or reads, and one date for all programs."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "TMPDIR": str(folder),
        "SOURCE_DATE_EPOCH": "0",
    }


def _limit(process: int) -> None:
    """Where the system can limit a running process, which hands its limits on to those it starts."""
    if not hasattr(resource, "prlimit"):
        return
    limits = {
        resource.RLIMIT_AS: MAX_MEMORY,
        resource.RLIMIT_FSIZE: MAX_WRITTEN,
        resource.RLIMIT_CPU: MAX_SECONDS,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(process, kind)
            resource.prlimit(process, kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _summary(tool: str, output: str, path: str) -> str:
    """The first complaint of a tool, and how many more there are."""
    if tool == "ld":
        return f"{path}: {_of_linker(output)}"
    found = list(_COMPLAINT.finditer(output))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        return f"{found[0]['place']}: {found[0]['what']}{more}"
    lines = [line for line in output.splitlines() if "error" in line] or output.splitlines() or ["ended with an error"]
    return f"{path}: {tool}: {lines[0].strip().removeprefix(f'{tool}: ')}"


def _of_linker(output: str) -> str:
    missing = sorted({found["symbol"] for found in _MISSING.finditer(output)})
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        return f"{names} {'is' if len(missing) == 1 else 'are'} in none of the sources, and there is no C library"
    twice = _TWICE.search(output)
    if twice:
        return f"`{twice['symbol']}` is defined twice"
    return output.partition("\n")[0].strip() or "ld ended with an error"

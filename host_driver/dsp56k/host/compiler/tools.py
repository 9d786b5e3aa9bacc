"""Compilers and linkers as processes with limits; their messages are shortened to one line."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from dsp56k.host.errors import CompileError

MAX_SECONDS = 60
"""Limit of real time for each file: sources of a megabyte take one or two seconds."""
MAX_MEMORY = 2 << 30
"""Bytes of addresses; gcc takes a tenth."""
MAX_WRITTEN = 16 << 20
"""Bytes of a file that a tool writes; a program may have one megabyte."""
_MAX_COMPLAINT = 1 << 16
"""Maximum bytes read of a tool's output."""

_PACKAGES = {"gcc": "gcc", "nasm": "nasm", "ld": "binutils"}
"""Debian's packages."""
_COMPLAINT = re.compile(r"^(?P<place>\S.*?:\d+(?::\d+)?): (?:fatal )?error: (?P<what>.+)$", re.MULTILINE)
"""A line of gcc or NASM that names a line of a source."""
_START = ("/bin/sh", "-c", 'read -r _; exec "$@" </dev/null', "sh")
"""Runs the arguments after it as soon as a line arrives, so that limits hold before a tool starts another process."""
_SANDBOX = ("--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
"""bubblewrap's options: no network, no other processes, and no file can be changed."""
_MISSING = re.compile(r"undefined reference to [`'](?P<symbol>[^']+)'")
_TWICE = re.compile(r"multiple definition of [`'](?P<symbol>[^']+)'")


def run_tool(tool: str, arguments: Sequence[str], folder: Path, path: str, as_named: Callable[[str], str] = str) -> str:
    """Return the output of a tool that runs without a shell's expansions, the user's settings for it, or other limits.

    Its working directory is `folder`: gcc's passes replace an argument `@NAME` by the options in the file NAME of that
    directory, which must therefore hold no foreign file. Where the system has bubblewrap, a tool can write only there.

    Args:
        tool: `gcc`, `nasm` or `ld`.
        arguments: for the tool; paths are absolute or relative to `folder`.
        folder: an existing private directory; the caller removes it.
        path: the source, for messages.
        as_named: replaces the tool's names of files by the caller's.

    Raises:
        CompileError: the tool is not installed, ends with an error, or exceeds its time.
    """
    program = shutil.which(tool, path=_search_path())
    if program is None:
        message = f"{path}: {tool} is not installed (Debian: apt install {_PACKAGES[tool]})"
        raise CompileError(message, path=path, tool=tool)
    with tempfile.TemporaryFile(dir=folder) as stream:
        process = subprocess.Popen(  # noqa: S603 - an argument vector, which the shell only passes on
            [*_START, *_sandbox(folder), program, *arguments],
            stdin=subprocess.PIPE,
            stdout=stream,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=_environment(folder),
            start_new_session=True,
        )
        try:
            _limit(process.pid)
            process.communicate(b"\n", MAX_SECONDS)
            code = process.returncode
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                message = f"{path}: {tool} must finish within {MAX_SECONDS} seconds, but did not"
                raise CompileError(message, path=path, tool=tool) from error
            raise
        stream.seek(0)
        output = as_named(stream.read(_MAX_COMPLAINT).decode("utf-8", "replace"))
    if code:
        raise CompileError(_summary(tool, output, path), path=path, tool=tool, output=output)
    return output


def _search_path() -> str:
    """Return the absolute directories of PATH: a relative one would find the tools of a foreign directory."""
    directories = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(directory for directory in directories if Path(directory).is_absolute())


def _environment(folder: Path) -> Mapping[str, str]:
    """Return an environment without settings that change a tool's output, and with one date for all programs."""
    return {
        "PATH": _search_path(),
        "LC_ALL": "C",
        "TMPDIR": str(folder),
        "SOURCE_DATE_EPOCH": "0",
    }


def _sandbox(folder: Path) -> Sequence[str]:
    """Return the start of a command that can change nothing but `folder`; empty if the system has no bubblewrap."""
    bubblewrap = shutil.which("bwrap", path=_search_path())
    if bubblewrap is None or not _is_permitted(bubblewrap):
        return ()
    return (bubblewrap, *_SANDBOX, "--bind", str(folder), str(folder), "--chdir", str(folder), "--")


@cache
def _is_permitted(bubblewrap: str) -> bool:
    """Return whether bubblewrap works: many containers do not allow namespaces."""
    command = [bubblewrap, *_SANDBOX, "--", "/bin/sh", "-c", ":"]
    try:
        done = subprocess.run(  # noqa: S603 - an argument vector, no shell
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=MAX_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _limit(process: int) -> None:
    """Limit a running process, if the system can; it passes its limits on to its children."""
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
    """Return the first message of a tool, and the number of further ones."""
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
        return f"{names} {'is' if len(missing) == 1 else 'are'} not defined in the sources, and no C library is linked"
    twice = _TWICE.search(output)
    if twice:
        return f"`{twice['symbol']}` is defined twice"
    return output.partition("\n")[0].strip() or "ld ended with an error"

"""Runs of pytest in forks of this process, which has imported what all runs share.

A run of one test takes 0.3 s of the CPU instead of more than a second: pytest, third-party packages and the packages
below the changed one (the layers in pyproject.toml) are imported once.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
import tomllib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn

from mutation_test import NOT_RUN, PORTIONS, first_failure

THIRD_PARTY = ("pytest", "Crypto.Cipher.DES", "numpy", "capstone", "unicorn", "xml.etree.ElementTree")
_POLL_SECONDS = 0.02


def lower_packages(package: str, root: Path) -> list[str]:
    """Return the packages that a package of dsp56k may import, the lowest first."""
    contracts = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = [layer.split(" | ") for layer in next(each["layers"] for each in contracts if each["type"] == "layers")]
    (own,) = (number for number, layer in enumerate(layers) if package in layer)
    return [name for layer in reversed(layers[own + 1 :]) for name in layer]


class ForkedTests:
    """Tests of a package in a copy of the tree; its modules are first imported after the fork."""

    def __init__(self, package: str, copy: Path) -> None:
        self._copy = copy
        sys.path[:0] = [str(copy / portion) for portion in PORTIONS]
        for module in (*THIRD_PARTY, *lower_packages(package, copy)):
            if find_spec(module) is not None:
                importlib.import_module(module)
        if early := [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            raise ImportError(f"{early[0]} must not be imported before the fork: mutants of it would not be tested")
        # Collections in the children would copy the pages of objects that are never freed.
        gc.freeze()

    def failing_test(self, runs: Iterable[list[str]], timeout: float) -> str:
        """Return the first test that fails in these runs of pytest, "(hangs)", or "" if all pass."""
        for arguments in runs:
            with TemporaryFile() as output:
                child = os.fork()
                if not child:
                    self._run(arguments, output.fileno())
                code = _exit_code(child, timeout)
                if code is None:
                    return "(hangs)"
                if code and code not in NOT_RUN:
                    output.seek(0)
                    return first_failure(output.read().decode(errors="replace"), code)
        return ""

    def _run(self, arguments: list[str], output: int) -> NoReturn:
        """Run pytest in the child, and end the child."""
        code = 1
        try:
            os.setsid()
            os.dup2(output, sys.stdout.fileno())
            os.dup2(output, sys.stderr.fileno())
            os.chdir(self._copy)
            os.environ["PYTHONPATH"] = os.pathsep.join(str(self._copy / portion) for portion in PORTIONS)
            # pytest imports its plugins itself, to rewrite their assertions.
            sys.modules.pop("called_functions", None)
            import pytest

            code = int(pytest.main(["-q", "-x", "--tb=no", "-p", "no:cacheprovider", *arguments]))
            sys.stdout.flush()
        finally:
            os._exit(code)


def _exit_code(child: int, timeout: float) -> int | None:
    """Return the exit code of a child, or None if it had to be ended with all its processes."""
    ends = time.monotonic() + timeout
    while time.monotonic() < ends:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(_POLL_SECONDS)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None

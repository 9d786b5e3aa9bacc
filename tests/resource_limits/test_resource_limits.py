"""Object files that claim far more than they are end within a gigabyte and ten seconds, with one line of why."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from resource_limits.files import BOMBS, HEAVY, Bomb

MEMORY = 1 << 30
"""Bytes of address space."""
SECONDS = 10
"""Limit of the processor time."""
MODULE = b"_START M 0 0\n\n_SECTION GLOBAL 0 0\n_DATA R P 0000 $000000\n_ENDSEC\n_END\n"


def limited(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a `dsp56k` command within the limits of memory and processor time, at which it would be killed."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    command = [sys.executable, "-c", "from dsp56k.cli.main import main; main()", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)


def read(bomb: Bomb, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Let a command read a file."""
    path = folder / bomb.name
    path.write_bytes(bomb.data())
    if bomb.name.endswith(".p0"):
        for plane in "12":
            path.with_suffix(f".p{plane}").write_bytes(b"S9030000FC\n")
    if command != "link":
        return limited(command, path)
    module = folder / "module.lnk"
    module.write_bytes(MODULE)
    inputs = ("-r", path, module) if bomb.name.endswith(".ctl") else (path, module)
    return limited("link", *inputs, "-o", folder / "out.cld")


def cases(bombs: tuple[Bomb, ...]) -> list[object]:
    """Each file with each of its commands."""
    return [pytest.param(bomb, command, id=f"{bomb.name}-{command}") for bomb in bombs for command in bomb.commands]


@pytest.mark.parametrize(("bomb", "command"), cases(BOMBS))
def test_what_claims_too_much_is_refused(bomb: Bomb, command: str, tmp_path: Path) -> None:
    result = read(bomb, command, tmp_path)
    assert result.returncode == 1, result
    [line] = result.stderr.splitlines()
    assert re.match(rf"error: {re.escape(os.fspath(tmp_path))}/.*({bomb.message})", line), line
    assert len(line) < 3000
    assert result.stdout == ""


@pytest.mark.parametrize(("bomb", "command"), cases(HEAVY))
def test_what_is_large_is_read(bomb: Bomb, command: str, tmp_path: Path) -> None:
    result = read(bomb, command, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


def test_what_no_reader_takes_is_not_written(tmp_path: Path) -> None:
    source = tmp_path / "a.asm"
    source.write_text(" dup 17\n org p:0\n bsc 65535,1\n endm\n")
    result = limited("asm", source, "-o", tmp_path / "a.elf")
    assert (result.returncode, (tmp_path / "a.elf").exists()) == (1, False)
    assert "a.elf: more than 1048576 words in total" in result.stderr

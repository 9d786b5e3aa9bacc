"""The end of commands: one line for every failure, and streams that have names."""

import io
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dsp56k.cli.console.exit_codes import FAILURES, Terminated, error_message, run_guarded
from dsp56k.cli.console.streams import write_output
from dsp56k.isa.errors import Dsp56kError

ROOT = Path(__file__).parents[3]
BIN = Path(sys.executable).parent


class Terminal(io.StringIO):
    """Options with output for a person."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Dsp56kError("a.lod:1: \x1b[2J is no word"), "a.lod:1: \\x1b[2J is no word"),
        (FileNotFoundError(2, "No such file or directory", "a\nb"), "a\\nb: No such file or directory"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("no number"), "no number"),
        (MemoryError(), "out of memory"),
        (RecursionError("maximum recursion depth exceeded"), "the input is nested too deeply"),
        (UnicodeEncodeError("ascii", "ä", 0, 1, "no"), "'ä' cannot be expressed in the encoding ascii"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "'utf-8' codec can't decode byte 0xff in position 0: bad"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_failures_are_one_line(error: Exception, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    def body() -> int:
        raise error

    assert isinstance(error, FAILURES)
    assert error_message(error) == message
    assert run_guarded("tool: ", body) == 1
    assert capsys.readouterr() == ("", f"tool: error: {message}\n")


def test_mistakes_of_ours_are_not_hidden() -> None:
    def body() -> int:
        raise AssertionError("a mistake")

    with pytest.raises(AssertionError):
        run_guarded("", body)


@pytest.mark.usefixtures("hangups_heard")
@pytest.mark.parametrize(
    ("number", "code", "message"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated"), (signal.SIGHUP, 129, "terminated")],
)
def test_signals_have_the_exit_codes_of_shells(
    number: signal.Signals, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def body() -> int:
        os.kill(os.getpid(), number)
        raise AssertionError("the signal ends it")

    before = signal.getsignal(number)
    assert run_guarded("", body) == code
    assert capsys.readouterr().err == f"{message}\n"
    assert signal.getsignal(number) == before


def test_a_signal_that_is_ignored_stays_so() -> None:
    # As under nohup.
    def body() -> int:
        os.kill(os.getpid(), signal.SIGHUP)
        return 0

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run_guarded("", body) == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_termination_is_an_interruption() -> None:
    # A command that shows the state of an interrupted run does so here, too.
    assert issubclass(Terminated, KeyboardInterrupt)


def test_a_terminal_gets_no_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    write_output(b" nop ; \x1b[31m \x9b\n\tend\n")
    assert terminal.getvalue() == " nop ; \\x1b[31m �\n        end\n"


def test_a_file_gets_its_bytes(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_output(b"\x1b\x00\xff\n")
    assert capfdbinary.readouterr().out == b"\x1b\x00\xff\n"


def test_every_installed_command_begins_in_start() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    aliases = {"lnk56000", "lib56000", "cld2lod"}
    assert set(scripts) >= {"dsp56k", "asm56000", "dsplnk", "dsplib", "cldlod", "srec"} | aliases
    for name, place in scripts.items():
        ended = subprocess.run([BIN / name, "--help"], capture_output=True, check=False)
        module, _, function = place.partition(":")
        assert (module, ended.returncode, ended.stdout != b"", ended.stderr) == ("dsp56k.cli.start", 0, True, b"")
        # While the modules of the command are imported, ^C does not raise an exception.
        code = (
            f"import os, signal, {module} as start\nstart.import_module = lambda _: os.kill(os.getpid(), signal.SIGINT)"
        )
        early = subprocess.run([sys.executable, "-c", f"{code}\nstart.{function}()"], capture_output=True, check=False)
        assert (early.returncode, early.stderr) == (-signal.SIGINT, b"")

"""The command group: lazy commands, exit codes, errors without tracebacks."""

import importlib
import re
import subprocess
import sys
from importlib.metadata import version

import click
import pytest
from click.testing import CliRunner

from dsp56k.cli import main as cli
from dsp56k.host.machines import builtin_machines
from dsp56k.isa.errors import Dsp56kError
from dsp56k.study.crossover import job_names


def invoke_failing(error: Exception, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(cli.CommandGroup, "get_command", lambda *_: failing)
    result = CliRunner().invoke(cli.main, ["failing"])
    return result.exit_code, result.stdout, result.stderr


def test_a_mistake_is_one_sentence_and_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = invoke_failing(Dsp56kError("a.lod:3: address $12345 is beyond $FFFF"), monkeypatch)
    assert outcome == (1, "", "error: a.lod:3: address $12345 is beyond $FFFF\n")


def test_a_file_error_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = invoke_failing(FileNotFoundError(2, "No such file or directory", "none.asm"), monkeypatch)
    assert outcome == (1, "", "error: none.asm: No such file or directory\n")


def test_an_unknown_command_is_a_usage_error() -> None:
    result = CliRunner().invoke(cli.main, ["assembel"])
    assert result.exit_code == 2
    assert "No such command 'assembel'" in result.stderr


def test_version() -> None:
    result = CliRunner().invoke(cli.main, ["--version"])
    assert result.exit_code == 0
    build = r"(release|debug) build for \w+ \w+, code generator: (Cranelift|none)"
    assert re.fullmatch(rf"dsp56k, version [0-9.]+ \({build}\)\n", result.stdout)
    assert version("dsp56k") in result.stdout


def test_the_measurement_names_its_jobs_and_hosts() -> None:
    shown = " ".join(CliRunner().invoke(cli.main, ["crossover", "--help"]).stdout.split())
    assert "des-cbc" in shown
    assert all(name in shown.replace("- ", "-") for name in (*job_names(), *builtin_machines()))


def _commands() -> list[str]:
    """All commands, and those of the groups among them."""
    named = {
        name: importlib.import_module(f"dsp56k.cli.{listed.subpackage}.{name.replace('-', '_')}").command
        for name, listed in cli.COMMANDS.items()
    }
    inner = [f"{name} {each}" for name, one in named.items() if isinstance(one, click.Group) for each in one.commands]
    return [*(name for name, one in named.items() if not isinstance(one, click.Group)), *inner]


@pytest.mark.parametrize("name", _commands())
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(cli.main, [*name.split(), "--help"])
    assert result.exit_code == 0
    assert "Example:" in result.stdout
    assert f"  dsp56k {name}" in result.stdout
    # A script for a shell has no other form.
    assert "--json" in result.stdout or name == "completion"


def test_help_lists_every_command() -> None:
    result = CliRunner().invoke(cli.main, ["--help"])
    assert result.exit_code == 0
    assert all(name in result.stdout for name in cli.COMMANDS)


@pytest.mark.parametrize("work", ["", "dsp56k.cli.main.main(['--help'], standalone_mode=False);"])
def test_the_list_of_commands_imports_none(work: str) -> None:
    heavy = "{'numpy', 'matplotlib', 'unicorn', 'rich', 'dsp56k.emu'}"
    code = f"import sys, io, contextlib, dsp56k.cli.main\nwith contextlib.redirect_stdout(io.StringIO()): {work} pass\n"
    code += f"print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "set()\n"

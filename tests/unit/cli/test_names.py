"""Names that options offer: each can be used, and a misspelt one gets a suggestion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.board_option import CARD, load_board
from dsp56k.cli.main import COMMANDS, main
from dsp56k.debug.console.console import ALL, find_command
from dsp56k.debug.console.console import COMMANDS as CONSOLE_COMMANDS
from dsp56k.debug.errors import DebugError
from dsp56k.emu.board import NAMES
from dsp56k.host.machines import builtin_machines
from dsp56k.study.crossover import crossover_plan, job_names
from dsp56k.study.plans.selection import Selection
from dsp56k.study.toml_reader import builtin_studies
from dsp56k.system.suggestions import nearest

SOURCE = "count equ 3\n org x:$10\nbuf ds 1\n org p:$40\nend jmp end\n"


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ok.asm").write_text(SOURCE)
    Path("ok.elf").write_bytes(elf_bytes(assemble(SOURCE)))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("prfo ok.elf", "prof"),
        ("assemble ok.asm", "asm"),
        ("disassemble ok.elf", "disasm"),
        ("Run ok.elf", "run"),
        ("objdmup ok.elf", "objdump"),
        ("study rnu crossover", "run"),
        ("run ok.elf --board falkon", "falcon"),
        ("study show crosover", "crossover"),
        ("study run s3-dam", "s3-dma"),
        ("report crosover", "crossover"),
        ("study show crossover --set machine.memory.wait_sates=0", "machine.memory.wait_states"),
        ("crossover --job des_cbc", "des-cbc"),
        ("crossover --job MD2X", "md2"),
        ("crossover --host 368-20", "386-20"),
        ("time ok.c f() --machine 468-50", "486-50"),
        ("explain A0280", "A0208"),
        ("timing md22", "md2"),
        ("bench-lib DSE", "DES"),
        ("asm ok.asm --format efl", "elf"),
        ("asm ok.asm --color alwyas", "always"),
        ("call ok.asm end --placement internl", "internal"),
        ("call ok.asm edn", "end"),
        ("run ok.elf --until edn", "end"),
        ("run ok.elf --dump x:bfu", "buf"),
        ("call ok.asm end --in x:bufr=1", "buf"),
        ("debug ok.elf -c regs", "registers"),
        ("debug ok.elf -c brk", "break"),
        ("debug ok.elf -c hlep", "help"),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(line: str, meant: str) -> None:
    result = CliRunner().invoke(main, line.split())
    assert result.exit_code in (1, 2)
    assert f"did you mean {meant}?" in result.stderr.replace("'", "").replace("Did", "did")


def test_the_list_is_told_where_no_name_is_like_it() -> None:
    result = CliRunner().invoke(main, ["run", "ok.elf", "--board", "mars"])
    assert "unknown board 'mars': expected one of bare, falcon, next, card, or a TOML file\n" in result.stderr
    assert "No such command 'zzz'" in CliRunner().invoke(main, ["zzz"]).stderr


def test_two_exchanged_letters_are_found_in_short_names() -> None:
    assert [nearest(name, ["buf", "bus", "loop"]) for name in ("bfu", "ubf", "BUF", "lopo", "zzz")] == [
        *("buf", "buf", "buf", "loop", None)
    ]
    (diagnostic,) = assemble("buf equ 3\n org p:0\n move #bfu,x0\n").diagnostics
    assert diagnostic.notes == ("did you mean buf?",)


@pytest.mark.parametrize(
    ("given", "name"),
    [("reg", "registers"), ("mem", "memory"), ("del", "delete"), ("sym", "symbols"), ("REST", "restart")],
)
def test_the_debugger_takes_unique_prefixes(given: str, name: str) -> None:
    assert find_command(given).names[0] == name
    assert all(find_command(one.names[0]) is one for one in ALL)
    assert all(find_command(other) is one for other, one in CONSOLE_COMMANDS.items())


def test_an_ambiguous_prefix_is_told_with_what_it_begins() -> None:
    with pytest.raises(DebugError, match="ambiguous command 'st': it can be stack, step"):
        find_command("st")


@pytest.mark.parametrize("name", [*NAMES, CARD])
def test_every_board_runs(name: str) -> None:
    result = CliRunner().invoke(main, ["run", "ok.elf", "--board", name, "--max-clocks", "100"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert name in str(main.commands) or load_board(name).devices is not None


@pytest.mark.parametrize("name", builtin_studies())
def test_every_study_can_be_shown(name: str) -> None:
    result = CliRunner().invoke(main, ["study", "show", name])
    assert (result.exit_code, result.stderr) == (0, "")


def test_every_job_runs_on_every_host() -> None:
    for host in builtin_machines():
        plan = crossover_plan(Selection(hosts=[host]))
        assert {*job_names()} <= {*plan.jobs}
        assert {table.of[0] for table in plan.study.crossing} == {"card", "careful card"}


def choices(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Every value of every option that takes one of a list."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from choices(inner, (*path, name))
    for parameter in command.params:
        if isinstance(parameter, click.Option) and isinstance(parameter.type, click.Choice):
            for value in parameter.type.choices:
                yield path, parameter.opts[-1], str(value)


FILES = {
    "asm": ["ok.asm", "-o", "out.lod"],
    "call": ["ok.asm", "P:$40"],
    "disasm": ["ok.elf"],
    "isa": ["mac"],
    "link": ["ok.cln", "-o", "out"],
}


@pytest.mark.parametrize(("path", "option", "value"), [*choices(main)])
def test_every_choice_of_an_option_is_accepted(path: tuple[str, ...], option: str, value: str) -> None:
    # The command goes as far as its files: a choice that is refused is a usage error.
    if option in ("--from", "--file-format"):
        arguments = ["none.bin", *{"call": ["end"], "convert": ["out.lod"], "link": ["-o", "out"]}.get(path[0], [])]
    elif path[0] == "crossover":
        arguments = ["--machines", "none.toml"]
    elif path[0] == "time":
        arguments = ["none.asm", "f()"]
    else:
        arguments = FILES.get(path[0], ["ok.elf", "out"])
    if option == "-W" and path[0] == "asm":
        arguments = ["ok.asm"]
    result = CliRunner().invoke(main, [*path, *arguments, option, value])
    assert result.exit_code in (0, 1), result.output
    assert "Invalid value" not in result.stderr
    if path[0] == "asm" and option not in ("--from", "--file-format"):
        assert (result.exit_code, "written: " in result.stdout) == (0, True), result.output
    if path[0] == "call" and option not in ("--from", "--file-format"):
        assert "jumps to itself" in result.stderr


def test_the_names_of_commands_are_their_own() -> None:
    assert [nearest(name, COMMANDS) for name in COMMANDS] == [*COMMANDS]

"""The notices of `dsp56k run` on peripherals that nothing drives, and on vectors of one word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats.elf import elf_bytes
from dsp56k.cli.main import main

ONE_WORD_VECTOR = """
        org     p:$20                   ; one word; P:$21 holds nothing
        movep   x:<<$ffeb,y:(r0)+
        org     p:$40
start   movep   #1,x:<<$ffe0
        movep   #>$0c00,x:<<$ffff
        movep   #1,x:<<$ffe8            ; HRIE
        move    #0,r0
        andi    #$fc,mr
wait    move    r0,a
        move    #>3,x0
        cmp     x0,a
        jne     wait
        ori     #3,mr
        nop
        nop
        nop
        jmp     *
        end     start
"""


def run(tmp_path: Path, source: str, *options: str, host: str = "", command: str = "run") -> Result:
    program, words = tmp_path / "program.elf", tmp_path / "words.txt"
    assembled = assemble(source)
    assert assembled.ok, assembled.diagnostics
    program.write_bytes(elf_bytes(assembled))
    arguments = [command, str(program), *options]
    if host:
        words.write_text(host)
        arguments += ["--host-in", str(words)]
    return CliRunner().invoke(main, arguments)


def test_an_interrupt_of_one_word_is_served_and_noticed(tmp_path: Path) -> None:
    result = run(tmp_path, ONE_WORD_VECTOR, "--dump", "y:0-2", host="1 2 3")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("HALT at ")
    assert "Y:$0000  000001 000002 000003" in result.stdout
    assert "\nP:$0021, the second word of a vector, is uninitialised: $000000 was executed\n" in result.stdout


@pytest.mark.parametrize("command", ["prof", "trace"])
def test_other_commands_accept_it(tmp_path: Path, command: str) -> None:
    result = run(tmp_path, ONE_WORD_VECTOR, host="1 2 3", command=command)
    assert result.exit_code == 0, result.output
    assert "HALT at " in result.output


def test_a_missing_handler_still_ends_the_run(tmp_path: Path) -> None:
    result = run(tmp_path, ONE_WORD_VECTOR.replace("org     p:$20 ", "org     p:$22 "), host="1 2 3")
    assert result.exit_code == 1
    assert "execution reached uninitialised program memory at P:$0020" in result.output


@pytest.mark.parametrize(
    "source",
    [
        # A jump into the second word, a walk into it, and an instruction of two words there.
        " org p:$20\n nop\n org p:$40\nstart jmp $21\n end start\n",
        " org p:$20\nstart nop\n end start\n",
        " org p:$40\nstart jmp $20\n org p:$20\n dc $0bf080\n end start\n",
    ],
)
def test_other_ways_to_such_a_word_end_the_run(tmp_path: Path, source: str) -> None:
    result = run(tmp_path, source)
    assert result.exit_code == 1
    assert "execution reached uninitialised program memory at P:$0021" in result.output


def test_the_second_word_of_a_call_in_a_vector_ends_the_run(tmp_path: Path) -> None:
    call = ONE_WORD_VECTOR.replace("movep   x:<<$ffeb,y:(r0)+", "dc      $0bf080")
    result = run(tmp_path, call, host="1 2 3")
    assert result.exit_code == 1
    assert "execution reached uninitialised program memory at P:$0021" in result.output


SENDER = """
        org     p:0
        move    #>5,x0
        jclr    #1,x:<<$ffe9,*
        movep   x0,x:<<$ffeb
        jmp     *
"""


@pytest.mark.parametrize("board", ["falcon", "next"])
def test_boards_that_boot_through_the_host_port_begin_with_it(tmp_path: Path, board: str) -> None:
    out = tmp_path / "out.txt"
    result = run(tmp_path, SENDER, "--board", board, "--host-out", str(out))
    assert "lost" not in result.output
    assert out.read_text() == "000005\n"


def test_words_that_the_host_port_loses_are_counted(tmp_path: Path) -> None:
    lost = "1 word written to HTX was lost: port B is not the host interface (PBC is 0)"
    assert f"\n{lost}\n" in run(tmp_path, SENDER).stdout
    assert json.loads(run(tmp_path, SENDER, "--json").stdout)["notices"] == [lost]
    late = SENDER.replace("jmp     *", "movep #1,x:<<$ffe0\n jmp *")
    assert "was lost: port B was not the host interface (PBC was 0)" in run(tmp_path, late).stdout
    out = tmp_path / "out.txt"
    result = run(tmp_path, SENDER, "--set", "x:$ffe0=1", "--host-out", str(out))
    assert "lost" not in result.stdout
    assert out.read_text() == "000005\n"


STX = " movep #$42,x:<<$fff4\n movep #$42,x:<<$fff5\n movep #$42,x:<<$fff3\n jmp *\n"
TX = " movep #5,x:<<$ffef\n movep #5,x:<<$ffef\n jmp *\n"
SCI_ON = " movep #>$202,x:<<$fff0\n movep #2,x:<<$ffe1\n"
SSI_PINS = " movep #>$6000,x:<<$ffec\n movep #>$1f8,x:<<$ffe1\n"


@pytest.mark.parametrize(
    ("source", "notices"),
    [
        (STX, ["3 words written to STX were lost: the SCI was off (PCC)"]),
        (f" movep #>$8000,x:<<$fff2\n{SCI_ON}{STX}", ["3 words written to STX were lost: the SCI had no clock"]),
        (f"{SCI_ON}{STX}", []),
        (TX, ["2 words written to TX were lost: the SSI was off (PCC)"]),
        (f" movep #>$1200,x:<<$ffed\n{SSI_PINS}{TX}", ["2 words written to TX were lost: the SSI had no clock"]),
        (f" movep #>$1220,x:<<$ffed\n{SSI_PINS}{TX}", []),
    ],
)
def test_words_that_serial_interfaces_lose_are_counted(tmp_path: Path, source: str, notices: list[str]) -> None:
    assert json.loads(run(tmp_path, f" org p:$40\n{source}", "--json").stdout)["notices"] == notices


POLL_HRDF, POLL_RDF, POLL_RDRF = (f" jclr #{poll},*\n" for poll in ("0,x:<<$ffe9", "7,x:<<$ffee", "2,x:<<$fff1"))
SSI_UNCLOCKED = "but it has no external clock: --ssi-clock drives it"


@pytest.mark.parametrize(
    ("source", "options", "notice"),
    [
        (
            POLL_HRDF,
            [],
            "the host port, but port B is not the host interface: PBC is 0 (--set 'x:$ffe0=1' sets it)",
        ),
        (POLL_HRDF, ["--set", "x:$ffe0=1"], "the host port, but no host is connected: --host-in FILE connects one"),
        (POLL_RDF, [], "the SSI, which is off: PCC assigns no pin to it"),
        (f" movep #>$2200,x:<<$ffed\n{SSI_PINS}{POLL_RDF}", [], f"the SSI, {SSI_UNCLOCKED}"),
        # The receiver has a separate clock input.
        (f" movep #>$2020,x:<<$ffed\n{SSI_PINS}{POLL_RDF}", [], f"the SSI, {SSI_UNCLOCKED}"),
        (POLL_RDRF, [], "the SCI, which is off: PCC assigns no pin to it"),
        (
            f" movep #>$302,x:<<$fff0\n movep #3,x:<<$ffe1\n{POLL_RDRF}",
            [],
            "the SCI, but it receives no data: --sci-in sends some",
        ),
        # The same by interrupts, with the program in a jump to itself or in WAIT.
        (
            f" movep #>$3000,x:<<$ffff\n movep #>$a200,x:<<$ffed\n{SSI_PINS} andi #$fc,mr\n jmp *\n",
            [],
            f"interrupts of the SSI, {SSI_UNCLOCKED}",
        ),
        (
            " movep #>$0c00,x:<<$ffff\n movep #1,x:<<$ffe8\n andi #$fc,mr\n wait\n jmp *\n",
            ["--set", "x:$ffe0=1"],
            "interrupts of the host port, but no host is connected: --host-in FILE connects one",
        ),
    ],
)
def test_what_the_program_waits_for_is_told_with_what_helps(
    tmp_path: Path, source: str, options: list[str], notice: str
) -> None:
    result = run(tmp_path, f" org p:$40\n{source}", "--json", "--max-clocks", "20000", *options)
    assert json.loads(result.stdout)["notices"] == [f"the program waits for {notice}"]


def test_a_program_that_masks_its_interrupts_waits_for_none(tmp_path: Path) -> None:
    masked = " org p:$40\n movep #>$0c00,x:<<$ffff\n movep #1,x:<<$ffe8\n jmp *\n"
    assert json.loads(run(tmp_path, masked, "--json").stdout)["notices"] == []


def test_set_and_dump_take_registers_of_the_peripherals(tmp_path: Path) -> None:
    result = run(tmp_path, " org p:$40\n jmp *\n", "--set", "x:$ffed=$3200", "--dump", "x:$ffed")
    assert "X:$FFED  003200" in result.stdout


POLLS = {
    "host": (
        " movep #1,x:<<$ffe0",
        " movep x:<<$ffe9,a1\n btst #0,a1",
        "the host port, but no host is connected: --host-in FILE connects one",
    ),
    "host by a pointer": (" movep #1,x:<<$ffe0\n move #$ffe9,r1", " nop\n jclr #0,x:(r1),*+2", "the host port"),
    "SSI": ("", " move x:$ffee,a\n jset #7,x:<<$ffee,done", "the SSI, which is off: PCC assigns no pin to it"),
    "SCI": (" movep #1,x:<<$ffe1", " clr a\n movep x:<<$fff1,x0\n btst #2,x0", "the SCI, but it receives no data"),
}


@pytest.mark.parametrize("name", POLLS)
def test_a_loop_of_several_instructions_that_polls(tmp_path: Path, name: str) -> None:
    begins, polls, said = POLLS[name]
    source = f"  org p:$40\nstart{begins or ' nop'}\nwait{polls}\n jcc wait\n jmp wait\ndone jmp *\n end start\n"
    result = run(tmp_path, source, "--max-clocks", "100000")
    assert f"\nthe program waits for {said}" in result.stdout, result.output


def test_a_loop_that_counts_does_not_wait(tmp_path: Path) -> None:
    source = "  org p:$40\nstart movep #1,x:<<$ffe0\nwait movep x:<<$ffe9,x0\n move (r0)+\n jmp wait\n end start\n"
    assert "waits for" not in run(tmp_path, source, "--max-clocks", "100000").stdout

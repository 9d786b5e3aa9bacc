"""`dsp56k run`: its reports and its errors."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats.elf import elf_bytes
from dsp56k.cli.main import main

# clr a / clr b / jmp to itself: 2 clocks each (UM A-228); the jump is where the run halts.
PROGRAM = "_START T 0 0 0\n_DATA P 0000\n200013 20001B\n0C0002\n_SYMBOL P\nhere I 0002\n_END 0000\n"


def run(tmp_path: Path, text: str, *options: str) -> Result:
    file = tmp_path / "program.lod"
    file.write_text(text)
    return CliRunner().invoke(main, ["run", str(file), *options])


def test_shows_reason_counts_and_registers(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "HALT at P:$0002 <here> after 4 clocks, 2 instructions\n\na   $00 $000000 $000000    x   "
    )
    assert "m7 $FFFF\npc  $0002" in result.stdout


def test_engine_report_shows_what_the_engine_has_executed(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM, "--engine-report")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert re.fullmatch(
        r"engine (jit|interpreter): 0 instructions by compiled code \(0\.0 %\), 2 by the interpreter", lines[-2]
    )
    assert lines[-1].startswith("0 regions compiled in 0.0 ms, 0 evicted")
    shown = json.loads(run(tmp_path, PROGRAM, "--engine-report", "--json").stdout)["engine"]
    assert (shown["interpreted_instructions"], shown["regions"], shown["interpreted"]) == (2, [], None)
    assert "engine" not in json.loads(run(tmp_path, PROGRAM, "--json").stdout)


@pytest.mark.parametrize("until", ["here", "$2", "0x2", "2"])
def test_until_takes_symbols_and_addresses(tmp_path: Path, until: str) -> None:
    result = run(tmp_path, PROGRAM, "--until", until, "--json")
    assert result.exit_code == 0
    shown = json.loads(result.stdout)
    assert (shown["reason"], shown["pc"], shown["clocks"], shown["instructions"]) == ("BREAKPOINT", 2, 4, 2)
    assert shown["registers"]["m0"] == 0xFFFF


def test_a_budget_ends_a_run(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM, "--max-instructions", "1")
    assert result.stdout.startswith("BUDGET at P:$0001 after 2 clocks")
    result = run(tmp_path, PROGRAM, "--max-clocks", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("BUDGET at P:$0001 after 2 clocks")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--until", "hre"], 1, "no loaded program has a symbol 'hre'; did you mean here?"),
        (["--until", "$10000"], 1, "the address must be $0000 to $FFFF, got P:0x10000"),
        (["--until", "$7"], 1, "the program stopped (HALT) at P:$0002 <here> before it reached $7 (P:$0007)"),
        (["--mode", "4"], 2, "4 is not in the range"),
        (["--max-clocks", "0"], 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    result = run(tmp_path, PROGRAM, *options)
    assert result.exit_code == code
    assert message in result.stderr


def test_a_restricted_sequence_is_refused_if_asked(tmp_path: Path) -> None:
    # move #5,r0 / move x:(r0),x0
    text = PROGRAM.replace("200013 20001B", "300500 44E000")
    assert run(tmp_path, text).exit_code == 0
    result = run(tmp_path, text, "--strict")
    assert (result.exit_code, "restricted sequence at P:$0001" in result.stderr) == (1, True)


def test_an_illegal_instruction_is_an_error(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("200013", "000005"))
    assert result.exit_code == 1
    assert "illegal instruction" in result.stderr


def test_an_instruction_of_a_later_chip_is_named(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("200013", "000008"))
    assert result.exit_code == 1
    assert "$000008, which is INC on the DSP56002" in result.stderr


def test_a_damaged_file_is_named_with_its_line(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("_DATA P 0000", "_DATA P 12345"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {tmp_path / 'program.lod'}:2: ")
    assert CliRunner().invoke(main, ["run", str(tmp_path / "missing.lod")]).exit_code == 1


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "endless.lod").symlink_to("/dev/zero")
    result = CliRunner().invoke(main, ["run", str(tmp_path / "endless.lod")])
    assert result.exit_code == 1
    assert "endless.lod: larger than" in result.stderr


@pytest.mark.parametrize(
    ("number", "code", "message"), [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated")]
)
@pytest.mark.parametrize("options", [["run"], ["run", "--json"], ["trace", "--max-instructions", "100000000"]])
def test_a_signal_shows_where_the_program_stood(
    tmp_path: Path, options: list[str], number: str, code: int, message: str
) -> None:
    file = tmp_path / "endless.lod"
    # nop / jmp $0: 2 and 4 clocks (UM A-228)
    file.write_text("_START T 0 0 0\n_DATA P 0000\n000000 0C0000\n_SYMBOL P\ntop I 0000\n_END 0000\n")
    command, *rest = options
    line = [sys.executable, "-c", "from dsp56k.cli.main import main; main()", command, str(file), *rest]
    if command == "run":
        line += ["--max-clocks", str(10**15)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=2)
        process.send_signal(getattr(signal, number))
        out, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (code, f"{message}\n")
    if "--json" in options:
        shown = json.loads(out)
        assert (shown["reason"], shown["pc"] in (0, 1)) == ("INTERRUPTED", True)
        assert shown["clocks"] == 6 * (shown["instructions"] // 2) + 2 * (shown["instructions"] % 2)
    else:
        assert re.search(
            r"^INTERRUPTED at P:\$000[01] <top(\+1)?> after [0-9,]+ clocks, [0-9,]+ instructions$", out, re.M
        )


def test_a_program_that_runs_off_its_end_is_an_error(tmp_path: Path) -> None:
    # clr a / clr b, and nothing after.
    text = PROGRAM.replace("0C0002\n", "")
    result = run(tmp_path, text, "--json")
    assert result.exit_code == 1
    assert "execution reached uninitialised program memory at P:$0002 <here>" in result.stderr
    assert json.loads(result.stdout)["reason"] == "UNLOADED"
    result = run(tmp_path, text, "--run-on", "--max-instructions", "10")
    assert (result.exit_code, result.stdout.split()[0]) == (0, "BUDGET")


def test_code_in_a_rom_is_told_from_code_that_is_missing(tmp_path: Path) -> None:
    program = tmp_path / "rom.elf"
    program.write_bytes(elf_bytes(assemble(" org p:0,p:$4000\nstart jmp *\n end start\n")))
    result = CliRunner().invoke(main, ["run", str(program)])
    assert "the file has its words at another address" in result.stderr
    assert "runs at P:$0000" in CliRunner().invoke(main, ["objdump", str(program)]).stdout


@pytest.mark.parametrize(("word", "message"), [("0D0000", "stack overflow"), ("00000C", "stack underflow")])
def test_a_stack_error_is_an_error(tmp_path: Path, word: str, message: str) -> None:
    # jsr $0 forever, or rts at once.
    text = PROGRAM.replace("200013", word)
    result = run(tmp_path, text)
    assert (result.exit_code, message in result.stderr) == (1, True)
    assert run(tmp_path, text, "--run-on", "--max-clocks", "1000").exit_code == 0


# The host's words are added up; each sum goes back. Interrupts off: HRDF and HTDE are polled (UM 10-13).
SUMS = """
        org     p:$40
start   movep   #1,x:<<$FFE0
        move    #sum,r0
        clr     a
loop    jclr    #0,x:<<$FFE9,*
        movep   x:<<$FFEB,x0
        add     x0,a
        move    a1,x:(r0)
_room   jclr    #1,x:<<$FFE9,*
        movep   a1,x:<<$FFEB
        jmp     loop
        org     x:$10
sum     ds      1
        end     start
"""
# The same by interrupts: host receive data at P:$20 (UM 8-10), whose long form the vector begins.
INTERRUPTS = """
        org     p:$20
        jsr     take
        org     p:$40
start   movep   #1,x:<<$FFE0
        movep   #$0400,x:<<$FFFF        ; the host interface at level 0
        andi    #$FC,mr
        clr     a
        bset    #0,x:<<$FFE8            ; HRIE
        jmp     *
take    movep   x:<<$FFEB,x0
        add     x0,a
        movep   a1,x:<<$FFEB
        rti
        end     start
"""


@pytest.mark.parametrize("source", [SUMS, INTERRUPTS])
def test_a_host_stands_at_the_port(tmp_path: Path, source: str) -> None:
    program, words, out = tmp_path / "sums.elf", tmp_path / "words.txt", tmp_path / "out.txt"
    program.write_bytes(elf_bytes(assemble(source)))
    words.write_text("1 2 $3 ; comment\n\n10\n")
    options = ["--max-clocks", "4000", "--host-in", str(words), "--host-out", str(out), "--json"]
    result = CliRunner().invoke(main, ["run", str(program), "--bcr", "0", *options])
    assert result.exit_code == 0, result.output
    assert out.read_text() == "000001\n000003\n000006\n000016\n"
    assert json.loads(result.stdout)["host"] == {"received": [1, 3, 6, 0x16], "not_sent": []}


def test_what_the_dsp_has_sent_outlives_a_mistake_and_replaces_no_input(tmp_path: Path) -> None:
    program, words, out = tmp_path / "sums.elf", tmp_path / "words.txt", tmp_path / "out.txt"
    program.write_bytes(elf_bytes(assemble(SUMS.replace("jmp     loop", "do      ssh,loop"))))
    words.write_text("5")
    result = CliRunner().invoke(
        main, ["run", str(program), "--strict", "--host-in", str(words), "--host-out", str(out)]
    )
    assert result.exit_code == 1
    assert "UM A-233" in result.stderr
    assert out.read_text() == "000005\n"
    for taken in (program, words):
        before = taken.read_bytes()
        result = CliRunner().invoke(main, ["run", str(program), "--host-in", str(words), "--host-out", str(taken)])
        assert result.exit_code == 1
        assert f"{taken} would replace an input" in result.stderr
        assert taken.read_bytes() == before
    result = CliRunner().invoke(main, ["run", str(program), "--host-in", str(words), "--host-out", "/dev/full"])
    assert result.exit_code == 1
    assert result.stderr.startswith("error: /dev/full: No space left on device")


def test_what_a_host_could_not_send_is_told(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("1 2")
    result = run(tmp_path, PROGRAM, "--host-in", str(words))
    assert "\nhost: 0 words received, 2 not sent\n" in result.stdout
    words.write_text("1\n2 1000000")
    result = run(tmp_path, PROGRAM, "--host-in", str(words))
    assert result.exit_code == 1
    assert f"{words}:2: expected a word of up to six hexadecimal digits, got '1000000'" in result.stderr


def test_a_program_that_polls_the_port_is_told(tmp_path: Path) -> None:
    program = tmp_path / "sums.elf"
    program.write_bytes(elf_bytes(assemble(SUMS)))
    result = CliRunner().invoke(main, ["run", str(program), "--max-clocks", "4000"])
    assert "the program waits for the host port, but no host is connected: --host-in FILE connects one" in result.stdout
    assert json.loads(run(tmp_path, PROGRAM, "--json").stdout)["polls_host"] is False


def test_a_run_begins_as_told_and_shows_memory(tmp_path: Path) -> None:
    settings = ("--set", "r0=5", "--set", "x:3=7,$8,9", "--set", "x0 fraction=-0.5", "--set", "l:1=$123456789abc")
    result = run(tmp_path, PROGRAM, *settings, "--dump", "x:1-$5", "--dump", "y:1", "--bcr", "$1234")
    assert result.exit_code == 0
    assert result.stdout.endswith("\n\nX:$0001  123456 000000 000007 000008 000009\nY:$0001  789ABC\n")
    assert "r0  $0005" in result.stdout
    assert "x   $000000 $C00000" in result.stdout
    shown = json.loads(run(tmp_path, PROGRAM, "--bcr", "$1234", "--dump", "x:$fffe-$fffe", "--json").stdout)
    assert shown["memory"] == [{"space": "X", "address": 0xFFFE, "words": [0x1234]}]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--set", "r9=5"], 1, "--set: 'r9': no loaded program has a symbol 'r9'"),
        (["--set", "r1"], 2, "expected OPERAND=VALUE"),
        (["--set", "r1=$10000"], 1, "--set"),
        (["--bcr", "$10000"], 2, "expected a word of 16 bits, as $1000, got '$10000'"),
        (["--dump", "x:5-2"], 1, "its last address X:$0002 is below the first"),
        (["--dump", "r0"], 1, "a range of memory must be within $0000 to $FFFF"),
    ],
)
def test_what_a_run_cannot_begin_with(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    result = run(tmp_path, PROGRAM, *options)
    assert result.exit_code == code
    assert message in result.stderr


# move #5,x0 / move x0,x:>$300 / move p:>$4300,x1 / jmp to itself: on a Falcon the two addresses are one word.
SHARED = "_START T 0 0 0\n_DATA P 0000\n240500 447000 000300 07F085 004300 0C0005\n_END 0000\n"


def test_a_board_by_name_or_file(tmp_path: Path) -> None:
    shown = json.loads(run(tmp_path, SHARED, "--json", "--board", "falcon").stdout)
    assert (shown["registers"]["x1"], shown["registers"]["omr"], shown["clocks"]) == (0x50000, 2, 2 + 4 + 8)
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\n[start]\nbcr = 0x3000\n')
    shown = json.loads(run(tmp_path, SHARED, "--json", "--board", str(file)).stdout)
    # Three wait states of X; nothing answers where the word was written.
    assert (shown["registers"]["x1"], shown["clocks"]) == (0, 2 + 4 + 3 + 8)
    shown = json.loads(run(tmp_path, SHARED, "--json", "--board", "bare").stdout)
    assert shown["registers"]["x1"] == 0


def test_the_cards_devices_answer_by_name(tmp_path: Path) -> None:
    # movep y:$ffc1,x0: the status of the DES chip; jmp to itself.
    program = "_START T 0 0 0\n_DATA P 0000\n09C401 0C0001\n_END 0000\n"
    shown = json.loads(run(tmp_path, program, "--json", "--board", "card", "--mode", "3").stdout)
    assert (shown["reason"], shown["registers"]["omr"]) == ("HALT", 3)


ADC = 'name = "m"\n[[devices]]\nname = "adc"\nspace = "Y"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = 5", "mine.toml: name must be a name, got 5"),
        (
            'name = "m"\n[[devices]]\nname = "adc"\nspace = "Y"\nfirst = 0\nlast = 1',
            "devices[0].first must be an address of external",
        ),
        (
            'name = "m"\n[[devices]]\nname = "adc"\nspace = "Y"\nfirst = 256\nlast = 257',
            "devices[0].name: unknown device 'adc': expected one of pull-down, wd20c03, noise, or in Python also",
        ),
        ('name = "m"', "program.lod: P:$8000 is not memory of board m"),
    ],
)
def test_a_board_that_does_not_fit_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    program = PROGRAM.replace("_SYMBOL", "_DATA P 8000\n000000\n_SYMBOL")
    result = run(tmp_path, program, "--board", str(tmp_path / "mine.toml"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr

"""Locations: commands accept the formats that the tools print; an error explains a `$` that the shell expanded."""

import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.main import main
from dsp56k.emu import ConfigurationError, Dsp56001

SOURCE = """\
        org     x:$10
buf     ds      4
count   equ     3
        org     p:0
        jmp     start
        org     p:$40
start   move    #0.5,x0
        move    #3,r0
loop    nop
        nop
end     jmp     end
sq      move    x0,y0
        mpy     x0,y0,a
        rts
        end     start
"""
LOOP = 0x42
AT_LOOP = ("loop+1-1", "$42", "0x42", "66", "loop", "start+2", "start+$2", "P:$0042", "p:$42", "p:66", "P:0042",
           "p:loop", "p:start+2", "ok.asm:9", "P:$0042 <loop>", "P:$0042 <loop> (ok.asm:9)", "ok.asm:9:5")  # fmt: skip


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ok.asm").write_text(SOURCE)
    Path("ok.elf").write_bytes(elf_bytes(assemble(SOURCE, name="ok.asm")))


def dsp56k(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def expanded(line: str) -> list[str]:
    """The words of a command line as a shell hands them on; `$0` is the name of an interactive one."""
    script = f"for word in {line}; do printf '%s\\n' \"$word\"; done"
    return subprocess.run(["sh", "-c", script, "bash"], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("place", AT_LOOP)
def test_every_command_takes_what_the_tools_print(place: str) -> None:
    for command in (
        ["run", "--until"],
        ["trace", "--until"],
        ["trace", "--from"],
        ["prof", "--to"],
        ["prof", "--from"],
    ):
        result = dsp56k(command[0], "ok.elf", command[1], place, "--max-clocks", "200")
        assert (result.exit_code, result.stderr) == (0, ""), command
        if command[1] != "--from":
            assert "BREAKPOINT at P:$0042 <loop>" in result.stdout
    assert "clock 4, instruction 2" in dsp56k("debug", "ok.elf", "-c", f"to {place}").stdout
    dsp = Dsp56001()
    dsp.load("ok.elf")
    assert dsp.symbols.address(place, "P") == LOOP
    assert dsp.run(until=place).pc == LOOP


@pytest.mark.parametrize("entry", ["sq", "P:$0045", "0x45", "ok.asm:12", "loop+3", "P:$0045 <sq> (ok.asm:12)"])
def test_call_takes_places(entry: str) -> None:
    result = dsp56k("call", "ok.asm", entry, "--in", "x0=3", "--out", "a", "--before", "P:$0047", "--clocks")
    assert result.stdout.splitlines()[0] == "a = $00000000000012", result.stderr


@pytest.mark.parametrize(
    "place", ["X:$0010-X:$0013", "x:$10-$13", "x:buf-buf+3", "buf[count+1]", "X:$0010[4]", "x:buf-$13", "buf+0-buf+3"]
)
def test_ranges_take_places_at_both_ends(place: str) -> None:
    assert dsp56k("run", "ok.elf", "--dump", place, "--max-clocks", "9").stdout.splitlines()[-1] == (
        "X:$0010  000000 000000 000000 000000"
    )
    assert dsp56k("run", "ok.elf", "--set", "X:$0011=7", "--dump", place, "--max-clocks", "9").stdout.splitlines()[
        -1
    ] == ("X:$0010  000000 000007 000000 000000")


def test_the_debugger_takes_both_ends_of_a_range() -> None:
    commands = "watch X:$0010-X:$0013; memory X:$0010-X:$0013; disasm P:$0042-P:$0043"
    lines = dsp56k("debug", "ok.elf", "-c", commands).stdout
    assert "X:$0010-X:$0013; hits 0" in lines
    assert "X:$0010  000000 000000 000000 000000  <buf>\n" in lines
    assert "P:$0043" in lines
    assert "belongs to X memory" in dsp56k("debug", "ok.elf", "-c", "break X:$10").stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "run ok.elf --until P:$0041",
            "--until: no loaded program has a symbol 'bash041'; the shell expands $: write 'P:$0041' or P:0x0041",
        ),
        ("run ok.elf --until $40", "0 is decimal, and the shell expands $: write hexadecimal as '$40'"),
        ("run ok.elf --until P:$FF", "expected a symbol or an address, got nothing; the shell expands $"),
        ("run ok.elf --until $FF", "requires an argument; the shell expands $"),
        ("run ok.elf --until loop+$FF", "the shell expands $"),
        ("trace ok.elf --from P:$0041", "--from: no loaded program has a symbol 'bash041'; the shell expands $"),
        ("trace ok.elf --to P:$0041", "--until: no loaded program has a symbol 'bash041'; the shell expands $"),
        ("prof ok.elf --from $50", "0 is decimal, and the shell expands $"),
        ("prof ok.elf --to P:$0041", "the shell expands $: write 'P:$0041' or P:0x0041"),
        (
            "call ok.asm P:$0045",
            "ENTRY: no loaded program has a symbol 'bash045'; the shell expands $: write 'P:$0045'",
        ),
        ("call ok.asm $30", "note: ENTRY is P:$0000; 0 is decimal, and the shell expands $"),
        ("call ok.asm $FF", "Missing argument 'ENTRY'; the shell expands $"),
        (
            "call ok.asm sq --in x0=$0040",
            "--in: x0: expected an integer (decimal, $hex or 0xhex), got 'bash040'; the shell expands $: "
            "write '$0040'",
        ),
        ("call ok.asm sq --in x0=$FF", "OPERAND=VALUE, as in 'x:data[3]=1,2,3', got 'x0='; the shell expands $"),
        (
            "run ok.elf --set x:$0010=5",
            "--set: 'x:bash010': no loaded program has a symbol 'bash010'; the shell expands $: write 'x:$0010'",
        ),
        ("run ok.elf --dump x:$0010-$0013", "the shell expands $"),
        ("run ok.elf --dump x:$10-$1F", "no symbol 'F'; a hexadecimal number is '$F' (in quotes in a shell) or 0xF"),
        (
            "run ok.elf --bcr $0100",
            "expected a word of 16 bits, as $1000, got 'bash100'; the shell expands $: write '$0100'",
        ),
        ("debug ok.elf -c break\\ P:$0041", "no loaded program has a symbol 'bash041'; the shell expands $"),
    ],
)  # fmt: skip
def test_what_the_shell_has_eaten_is_said(line: str, message: str) -> None:
    result = dsp56k(*expanded(line))
    assert result.exit_code != 0
    assert message.replace("no symbol", "no loaded program has a symbol") in result.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "run ok.elf --set x0=0.5",
            "--set: x0: expected an integer (decimal, $hex or 0xhex), got '0.5'; for a fraction write 'x0 "
            "fraction=0.5'",
        ),
        ("run ok.elf --set x:buf=0.5,-1/2", "for a fraction write 'x:buf[2] fraction=0.5,-1/2'"),
        ("run ok.elf --set x0=abc", "Invalid value for --set: x0: expected an integer"),
        ("run ok.elf --set 'x0 fraction=2'", "--set: 2 does not fit into a fraction from -1 to 1 - 2^-23"),
        (
            "call ok.asm sq --in x0=0.5",
            "Invalid value for --in: x0: expected an integer (decimal, $hex or 0xhex), got '0.5'; for a",
        ),
        (
            "call ok.asm sq --in r9=1",
            "error: --in 'r9': no loaded program has a symbol 'r9'; the chip has no register of that name",
        ),
        ("call ok.asm sq --out r9", "error: --out 'r9': no loaded"),
        (
            "call ok.asm sq --writes bfu",
            "error: --writes: 'bfu': no loaded program has a symbol 'bfu'; did you mean buf?",
        ),
        (
            "call ok.asm sq --reads x:bfu",
            "error: --reads: 'x:bfu': no loaded program has a symbol 'bfu'; did you mean buf?",
        ),
        ("call ok.asm sq --keeps r9", "error: --keeps: the chip has no register 'r9'"),
        ("call ok.asm sq --before qs", "error: --before: no loaded program has a symbol 'qs'; did you mean sq?"),
        ("call ok.asm sq --waits 99", "error: --waits: wait_states must be 0 to 15, got 99"),
        ("call ok.asm sq --in x:buf[2]=1,99999999", "error: --in 'x:buf[2][1]': 99999999 does not fit into 24 bits"),
        ("run ok.elf --until 041", "--until: a number must be $041, 0x041 or, in decimal, 41, got '041'"),
        ("run ok.elf --dump x:0010-0020[2]", "--dump: "),
        ("run ok.elf --until ok.asm:99", "--until: ok.asm has no code at or after line 99"),
        ("run ok.elf --until ko.asm:9", "--until: the program has no source file 'ko.asm'; did you mean ok.asm?"),
        ("run ok.elf --until X:16", "--until: X:16 belongs to X memory, not to P"),
        ("run ok.elf --dump q:0-3", "--dump: 'q:0-3': unknown memory space 'q': expected x, y, p or l"),
        ("run ok.elf --dump x:3-y:5", "--dump: 'x:3-y:5': its ends must be in one memory, got X:$0003 and Y:$0005"),
    ],
)  # fmt: skip
def test_errors_name_their_option_and_the_cure(line: str, message: str) -> None:
    result = dsp56k(*shlex.split(line))
    assert result.exit_code in (1, 2)
    assert message in result.stderr


def test_a_line_of_several_pieces_of_code_is_not_guessed() -> None:
    source = "twice macro\n nop\n move #1,r0\n endm\n org p:0\n twice\n twice\nend jmp end\n"
    dsp = Dsp56001()
    dsp.load(assemble(source, name="m.asm"))
    with pytest.raises(ConfigurationError, match=r"m\.asm:2 is at P:\$0000 and P:\$0002: name one of these"):
        dsp.symbols.address("m.asm:2", "P")
    dsp = Dsp56001()
    dsp.load_words({("P", 0): 0})
    with pytest.raises(ConfigurationError, match="no loaded program has source lines"):
        dsp.symbols.address("x.asm:2", "P")

"""`dsp56k debug`: the verbs, by command, script and standard input, and the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from dsp56k.asm import assemble
from dsp56k.asm.formats import coff_bytes
from dsp56k.cli.main import main
from dsp56k.debug import Debugger
from dsp56k.debug.console.console import ALL, Console
from dsp56k.debug.console.prompt import completions, lines
from shared.debugging.programs import SOURCE


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog.asm"
    path.write_text(SOURCE)
    return path


def debug(program: Path, *commands: str, options: tuple[str, ...] = (), typed: str | None = None) -> Result:
    words = [word for text in commands for word in ("-c", text)]
    return CliRunner().invoke(main, ["debug", str(program), *words, *options], input=typed)


def shows(program: Path, *commands: str) -> str:
    result = debug(program, *commands)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_it_says_where_and_why_the_program_stands(program: Path) -> None:
    text = shows(program, "break sub; continue")
    assert text.splitlines()[0] == "  1  address    sub; hits 0"
    where = text.splitlines()[1]
    assert where.startswith("breakpoint 1 at P:$004B <sub> (")
    assert where.endswith("prog.asm:12); clock 18, instruction 4")
    assert "changed  r0 $0003  sr $0000  sp $01  ssh $0047" in text
    assert "prog.asm:12  sub     do      r0,over\n> P:$004B 06D000 00004D  do r0,over\n  6 clocks: base 6\n" in text


@pytest.mark.parametrize(
    ("hatari", "ours"),
    [
        ("da sub", "break sub"),
        ("db pc = sub && r0 > 1 :once", "break sub if r0 > 1 once"),
        ("da sub :3", "break sub ignore 2"),
        ("da sub; dc", "break sub; continue"),
        ("ds", "step"),
        ("dc 3", "step 3"),
        ("dn", "next"),
        ("dd $48-$4a", "disasm $48-$4a"),
        ("dm x $20-$2f", "memory x:$20-$2f"),
        ("dr", "registers"),
        ("dr r0=5; dr r0", "set r0=5; registers r0"),
        ("e r0+1", "print r0+1"),
        ("db r1 = 2; dc", "when r1 == 2; continue"),
    ],
)
def test_hataris_verbs_do_the_same(program: Path, hatari: str, ours: str) -> None:
    assert shows(program, hatari).replace("r1 = 2", "r1 == 2") == shows(program, ours)


def test_registers_show_what_changed(program: Path) -> None:
    text = shows(program, "step 3; registers")
    assert " r0*$0003    n0 $0000" in text
    assert " pc*$0045" in text
    assert shows(program, "step 3; registers r0 n0").endswith(" r0*$0003    n0 $0000\n")


def test_memory_goes_on_where_it_ended(program: Path) -> None:
    text = shows(program, "set x:count=1,-1; memory x:count-$21; memory; memory")
    assert text.splitlines()[:2] == ["X:$0020  000001 FFFFFF  <count>", f"X:$0022  {' '.join(['000000'] * 8)}"]
    assert text.splitlines()[-1].startswith("X:$005A")


def test_disassembly_has_labels_arrows_and_lines(program: Path) -> None:
    text = shows(program, "break loop; continue; disasm loop; list")
    assert "loop:\n> P:$0049 205A00         move (r2)+" in text
    assert ">    10  loop    move    (r2)+" in text
    rows = shows(program, "disasm loop-$4a").splitlines()
    assert [row.split()[0] for row in rows] == ["loop:", "P:$0049", "P:$004A"]


def test_steps_forward_and_backward(program: Path) -> None:
    text = shows(program, "to loop; print r1; back; print pc; back-over; print pc; restart; print clocks")
    values = [line for line in text.splitlines() if line.startswith("$")]
    assert [line.split()[0] for line in values] == ["$3", "$47", "$45", "$0"]
    text = shows(program, "to sub; out; reverse; print pc")
    assert "the start of the recording" in text
    assert text.splitlines()[-1].startswith("$40 ")


def test_watchpoints_interrupts_and_expressions(program: Path) -> None:
    text = shows(program, "watch x:count; continue")
    assert "watchpoint 1: X:$0020 <- $000003 by P:$0047 <start+7>" in text
    text = shows(program, "to loop; interrupt irqa; drive irqa pulse; continue; step; registers r7")
    assert "interrupt 1: vector P:$0008 at" in text
    assert text.endswith(" r7*$0001\n")
    for level, count in (("on", "*$0001"), ("off", " $0000")):
        assert shows(program, f"to loop; drive irqa {level}; step 20; registers r7").endswith(f" r7{count}\n")
    text = shows(program, "when r2 == 5; continue; print r2")
    assert "condition 1 at" in text
    assert text.splitlines()[-1].startswith("$5 ")


def test_a_negative_value_of_a_register_is_its_twos_complement(program: Path) -> None:
    assert shows(program, "set r0=-2; registers r0") == " r0*$FFFE\n"


def test_symbols_are_listed_by_space_and_address(program: Path) -> None:
    assert shows(program, "symbols [sc]*").splitlines() == ["P:$0040  start", "P:$004B  sub", "X:$0020  count"]


def test_a_constant_can_be_larger_than_an_address(tmp_path: Path) -> None:
    path = tmp_path / "constants.cld"
    path.write_bytes(coff_bytes(assemble("mask equ $FF0000\nleast equ -5\n org p:$40\n move #mask,x0\n jmp *\n")))
    assert shows(path, "symbols").splitlines() == ["-$0005  least", "$FF0000  mask"]
    assert shows(path, "print mask; print -least").splitlines() == [
        "$FF0000  16711680  -0.0078125",
        "$5  5  +0.0000006",
    ]
    assert "breakpoint 1 at P:$0041" in shows(path, "break $41 if x0 == mask; continue")
    result = CliRunner().invoke(main, ["objdump", "--symbols", str(path)])
    assert [line.split()[-1] for line in result.stdout.splitlines()[-2:]] == ["$FF0000", "-$000005"]


def test_breakpoints_are_listed_and_changed(program: Path) -> None:
    text = shows(
        program,
        'break sub if r0 > 1 log "r0={r0}"; break loop ignore 2; break :10 once; disable 3; ignore 2 1; points',
        "continue; delete 1; points; delete all; points",
    )
    assert '  1  address    sub, if r0 > 1, log "r0={r0}"; hits 0' in text
    assert "  3  address    :10, once, disabled; hits 0" in text
    assert "\nr0=$3\nbreakpoint 2 at" in text
    assert text.endswith("no breakpoints\n")


ECHO = """
        org     p:0
        movep   #1,x:$ffe0
wt      jclr    #0,x:<<$ffe9,wt
        movep   x:<<$ffeb,x0
got     movep   x0,x:<<$ffeb
        jmp     wt
"""


def test_the_host_is_played(tmp_path: Path) -> None:
    path = tmp_path / "echo.asm"
    path.write_text(ECHO)
    way = "continue; continue; host receive; reverse; continue; host receive"
    text = shows(path, f"host send $123456 2 -1 4; break got; {way}")
    assert "4 words left to send when the host port is ready" in text.splitlines()
    # Reported again when the session goes forward.
    assert [line for line in text.splitlines() if line.startswith("$")] == ["$123456"] * 2
    assert debug(path, "host receive").exit_code == 1
    text = shows(path, "host send $123456 2 -1 4; to wt; step 20; host receive; host read 2")
    assert "$123456 $000002 $FFFFFF $000004" in text.splitlines()


def test_the_words_of_a_file_come_again_in_a_recording(tmp_path: Path) -> None:
    path, words, kept = tmp_path / "echo.asm", tmp_path / "words.txt", tmp_path / "run.json"
    path.write_text(ECHO)
    words.write_text("5 6 7")
    given = "--host-in", str(words)
    script = f"break got if x0 == 7; continue; host receive; record {kept}"
    assert "$000005 $000006\n" in debug(path, script, options=given).stdout
    again = debug(path, "seek 0", "break got if x0 == 7; continue; print clocks", options=("--replay", str(kept)))
    there = debug(path, "break got if x0 == 7; continue; print clocks", options=given)
    assert again.stdout.splitlines()[-1] == there.stdout.splitlines()[-1]
    assert debug(path, "where", options=(*given, "--replay", str(kept))).exit_code == 2


def test_hataris_conditions_and_traces(program: Path) -> None:
    text = shows(program, "set x:$30=5", "db pc = sub && ($30).x = 5 :trace :once", "db pc = loop", "c")
    assert sum(line.startswith("pc $") and ", clock $" in line for line in text.splitlines()) == 1
    assert "breakpoint 2 at" in text
    for wrong, said in (("db pc = sub :file x.ini", "got :file"), ("dp on", "`dsp56k prof` profiles a program")):
        result = debug(program, wrong)
        assert (result.exit_code, said in result.stderr) == (1, True)


def test_the_host_port_is_watched(tmp_path: Path) -> None:
    path = tmp_path / "command.asm"
    path.write_text(
        " org p:$26\n move (r7)+\n nop\n org p:$40\nstart movep #1,x:$ffe0\n movep #4,x:$ffe8\n"
        " movep #$c00,x:$ffff\n andi #$fc,mr\nwt jclr #0,x:<<$ffe9,wt\n movep x:<<$ffeb,x0\n jmp wt\n end start\n"
    )
    text = shows(path, "to wt; watch x:$ffeb rw; interrupt $26; host send 5; continue; host command $26; continue")
    assert "watchpoint 1: X:$FFEB (HRX) -> $000005 by" in text
    assert "interrupt 2: vector P:$0026 at" in text


def test_pins_are_driven_and_words_are_fed(program: Path, tmp_path: Path) -> None:
    text = shows(program, "pins c $5 $7; pins c", f"feed 1 2; record {tmp_path / 'run.json'}")
    assert text.splitlines()[:2] == ["$0005", "$0005"]
    assert text.endswith("2 inputs in 0 clocks\n")


def test_a_recording_is_replayed(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    first = shows(program, f"to loop; drive irqa pulse; step 20; record {file}; registers")
    again = CliRunner().invoke(
        main, ["debug", str(program), "--replay", str(file), "-c", "to loop", "-c", "step; step 20; registers"]
    )
    assert again.stdout.splitlines()[-7:] == first.splitlines()[-7:]


def test_scripts_and_their_mistakes(program: Path, tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("# a comment\nbreak loop   # another\n\ncontinue\n")
    outer.write_text(f"source {inner}\nprint r1\n")
    result = debug(program, options=("-x", str(outer)))
    assert (result.exit_code, result.stdout.splitlines()[-1].split()[0]) == (0, "$3")
    inner.write_text("step\nstpe\n")
    result = debug(program, options=("-x", str(outer)))
    assert result.exit_code == 1
    assert result.stderr == f"error: {outer}:1: {inner}:2: unknown command 'stpe'; did you mean step?\n"
    outer.write_text(f"source {outer}\n")
    assert "16 deep" in debug(program, options=("-x", str(outer))).stderr


def test_standard_input_is_a_script(program: Path) -> None:
    result = debug(program, typed="to loop\nprint r1\nquit\nnonsense\n")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("$3 ")
    result = debug(program, typed="nonsense\n")
    assert (result.exit_code, "standard input:1: unknown command" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("break nowhere", "no loaded program has a symbol"),
        ("break other.asm:3", "no source file other.asm"),
        ("break $10000", "must be $0000 to $FFFF"),
        ("watch q:3", "expected X:ADDRESS"),
        ("watch x:5-3", "must not be below the first"),
        ("interrupt foo", "the interrupt must be one of illegal"),
        ("delete 9", "breakpoint 9 does not exist"),
        ("registers q9", "no register 'q9'"),
        ("set q9=1", "no register 'q9'"),
        ("set r0=$10000", "R0 must fit into 16 bits"),
        ("memory q", "expected X|Y|P"),
        ("step 0", "must be 1 to"),
        ("step 99999999999999999999", "must be 1 to"),
        ("break sub :0", "must be 1 to"),
        ("break sub ignore 99999999999999999999", "must be 0 to"),
        (f"break sub :{'9' * 5000}", "128 bits"),
        (f"break prog.asm:{'9' * 5000}", "no loaded program has a symbol 'prog'"),
        (f"list :{'9' * 5000}", "unexpected"),
        (f"delete {'9' * 5000}", "expected the number of a breakpoint"),
        ("delete \N{SUPERSCRIPT TWO}", "expected the number of a breakpoint"),
        ("interrupt $40", "must be an even address from $0000 to $003E"),
        ("interrupt 7", "must be an even address"),
        ("host command 99999", "must be an even address"),
        ("drive hreq on", "unknown input 'hreq' of the chip"),
        ("drive foo on", "unknown input 'foo' of the chip"),
        ("drive irqa maybe", "expected LINE on|off|pulse"),
        ("host knock", "expected send WORD ..., receive"),
        ("pins q", "the port must be B or C"),
        ("pins b 1 2 3", "expected B|C LEVELS [MASK], got 'b 1 2 3'"),
        ("next 5", "next takes no argument, got '5'"),
        ("rn 5", "back-over takes no argument, got '5'"),
        ("seek 100", "the range of the recording"),
        ("help stpe", "unknown command 'stpe'"),
        ("out", "no subroutine"),
        ("mistakes perhaps", "on or off"),
        ("when", ""),
    ],
)
def test_what_cannot_be_done_is_said(program: Path, line: str, why: str) -> None:
    result = debug(program, line)
    assert result.exit_code == (1 if why else 0)
    assert why in result.stderr


def test_a_source_with_errors_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "wrong.asm"
    path.write_text(" org p:0\n mvoe a,b\n")
    result = debug(path)
    assert result.exit_code == 1
    assert "wrong.asm:2:" in result.stderr
    assert "Traceback" not in result.stderr


def test_json_is_an_object_a_line(program: Path) -> None:
    result = debug(program, "break sub; continue; print r0", options=("--json",))
    texts = [json.loads(line) for line in result.stdout.splitlines()]
    assert texts[1]["cause"] == "BREAKPOINT"
    assert (texts[1]["pc"], texts[1]["symbol"], texts[1]["points"]) == (0x4B, "sub", [1])
    assert texts[2]["text"].startswith("$3 ")


def test_every_verb_is_explained(program: Path) -> None:
    text = shows(program, "help")
    assert len(text.splitlines()) == len(ALL)
    for verb in ALL:
        assert shows(program, f"help {verb.names[0]}").splitlines()[1] == verb.about


def test_the_prompt_completes_and_repeats(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told: list[str] = []
    console = Console(Debugger.open(program), told.append)
    assert completions(console, "brea") == ["break"]
    assert completions(console, "break st") == ["start"]
    assert completions(console, "break s") == [
        *("sccr", "scr", "signed(", "sp", "sr", "srxh", "srxl", "srxm", "ssh", "ssisr", "ssl", "ssr", "start", "sub")
    ]
    assert completions(console, "print x:cou") == ["count"]
    assert completions(console, "break sub if me") == ["met("]
    assert completions(console, "interrupt irq") == ["irqa", "irqb"]
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        # The tabulator takes the only completion there is.
        keys.send_text("step\n\nprin\tt r0\n\x04")
        assert list(lines(console)) == ["step", "step", "print r0"]
    assert "+step" in (tmp_path / "state" / "dsp56k" / "debug-history").read_text().splitlines()


def test_the_prompt_does_without_a_place_for_its_history(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    console = Console(Debugger.open(program), print)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("where\n\x04")
        assert list(lines(console)) == ["where"]

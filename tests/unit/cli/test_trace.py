"""`dsp56k trace`: each instruction with text, clocks and accesses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vcd.reader import TokenKind, tokenize

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.main import main
from dsp56k.isa import REGISTERS

# A long immediate to R0, a data ALU operation, a store through R0, and a jump to itself.
PROGRAM = "_START T 0 0 0\n_DATA P 0000\n60F400 001000\n200013\n566000\n0C0004\n_SYMBOL P\nhere I 0003\n_END 0000\n"


def trace(tmp_path: Path, text: str, *options: str) -> Result:
    file = tmp_path / "program.lod"
    file.write_text(text)
    return CliRunner().invoke(main, ["trace", str(file), *options])


def test_lines_show_clock_clocks_address_words_text_and_accesses(tmp_path: Path) -> None:
    result = trace(tmp_path, PROGRAM)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "       0   4  P:$0000 60F400 001000  move #>$001000,r0",
        "       4   2  P:$0002 200013         clr a",
        "here:",
        "       6  17  P:$0003 566000         move a,x:(r0)                         X:$1000 <- $000000 +15",
        "HALT at P:$0004 <here+1> after 23 clocks, 3 instructions",
    ]


def test_json_lines_hold_every_part(tmp_path: Path) -> None:
    result = trace(tmp_path, PROGRAM, "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("clocks") for line in lines] == [4, 2, 17, 23]
    access = {"space": "X", "address": 0x1000, "value": 0, "write": True, "external": True, "waits": 15}
    assert lines[2]["accesses"] == [access]
    assert (lines[2]["text"], lines[2]["words"], lines[2]["start"]) == ("move a,x:(r0)", [0x566000], 6)
    assert sum(lines[2]["cost"].values()) == 17
    assert [line.get("symbol") for line in lines] == [None, None, "here", None]
    assert lines[3] == {"reason": "HALT", "pc": 4, "clocks": 23, "instructions": 3}


@pytest.mark.parametrize(
    ("options", "last"),
    [
        (["--until", "here"], "BREAKPOINT at P:$0003 <here> after 6 clocks, 2 instructions"),
        (["--until", "$3"], "BREAKPOINT at P:$0003 <here> after 6 clocks, 2 instructions"),
        (["--max-instructions", "1"], "BUDGET at P:$0002 after 4 clocks, 1 instructions"),
        (["--max-clocks", "5"], "BUDGET at P:$0003 <here> after 6 clocks, 2 instructions"),
    ],
)
def test_limits_end_it(tmp_path: Path, options: list[str], last: str) -> None:
    result = trace(tmp_path, PROGRAM, *options)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == last


def test_mistakes_are_said(tmp_path: Path) -> None:
    result = trace(tmp_path, PROGRAM, "--until", "hre")
    assert (result.exit_code, "did you mean here?" in result.stderr) == (1, True)
    result = trace(tmp_path, PROGRAM.replace("200013", "000005"))
    assert result.exit_code == 1
    assert "illegal instruction at P:$0002: $000005" in result.stderr
    result = trace(tmp_path, PROGRAM.replace("200013\n", ""), "--strict")
    assert result.exit_code == 1
    assert "restricted sequence at P:$0002" in result.stderr
    assert "UM A-237" in result.stderr


def test_labels_stand_in_operands(tmp_path: Path) -> None:
    text = PROGRAM.replace("0C0004", "0C0003")
    lines = trace(tmp_path, text, "--max-instructions", "5").stdout.splitlines()
    assert [line.split()[-2:] for line in lines if "0C0003" in line] == [["jmp", "<here"]]
    assert lines.count("here:") == 2
    assert "here" not in trace(tmp_path, text, "--max-instructions", "1", "--no-labels").stdout
    shown = trace(tmp_path, text, "--max-instructions", "4", "--json", "--no-labels").stdout.splitlines()
    assert (json.loads(shown[3])["text"], json.loads(shown[3])["symbol"]) == ("jmp <$003", None)


WORK = """
        org     p:0
start   movep   #0,x:<<$fffe
        movep   #1,x:<<$ffe2
again   bset    #0,x:<<$ffe4
        bclr    #0,x:<<$ffe4
        move    #$12,r3
done    jmp     done
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("work.elf").write_bytes(elf_bytes(assemble(WORK)))
    return "work.elf"


def command(*words: str) -> Result:
    return CliRunner().invoke(main, words)


WIDTHS = {name.lower(): register.width for name, register in REGISTERS.items()}


def waves(file: str) -> dict[str, list[tuple[int, int | str]]]:
    """The changes in a value change dump: time and value by name."""
    names: dict[str, str] = {}
    found: dict[str, list[tuple[int, int | str]]] = {}
    now = 0
    with Path(file).open("rb") as dump:
        for token in tokenize(dump):
            match token.kind:
                case TokenKind.TIMESCALE:
                    assert (int(token.timescale.magnitude), token.timescale.unit.value) == (1, "ps")
                case TokenKind.VAR:
                    assert token.var.size == WIDTHS.get(token.var.reference, token.var.size)
                    names[token.var.id_code] = token.var.reference
                case TokenKind.CHANGE_TIME:
                    assert token.time_change >= now
                    now = token.time_change
                case TokenKind.CHANGE_SCALAR:
                    found.setdefault(names[token.scalar_change.id_code], []).append((now, token.scalar_change.value))
                case TokenKind.CHANGE_VECTOR:
                    found.setdefault(names[token.vector_change.id_code], []).append((now, token.vector_change.value))
                case TokenKind.CHANGE_STRING:
                    found.setdefault(names[token.string_change.id_code], []).append((now, token.string_change.value))
    return found


def test_a_trace_begins_where_it_is_asked_to_and_shows_registers(work: str) -> None:
    shown = command("trace", work, "--from", "again", "--registers").stdout.splitlines()
    assert shown[0] == "again:"
    assert [line.split()[0] for line in shown[1:-1]] == ["12", "16", "20"]
    assert "  r3=$0012  ; source.asm:7" in shown[3]
    last = json.loads(command("trace", work, "--from", "again", "--registers", "--json").stdout.splitlines()[2])
    assert last["registers"] == {"r3": 0x12}


def test_a_trace_is_written_as_waves_and_trace_events(work: str) -> None:
    result = command("trace", work, "--registers", "--vcd", "w.vcd", "--perfetto", "t.json")
    assert result.stdout.splitlines() == ["HALT at P:$0007 <done> (source.asm:8) after 22 clocks, 5 instructions"]
    found = waves("w.vcd")
    assert [time // 50_000 for time, _ in found["pc"]] == [0, 6, 12, 16, 20]
    assert found["r3"] == [(0, 0), (22 * 50_000, 0x12)]
    assert str(found["access"][-2][1]).startswith("X:$FFE4")
    pins = [int(str(value)[-1]) for _, value in found["port_b"] if str(value)[-1] in "01"]
    assert pins == [0, 1, 0]
    events = [one for one in json.loads(Path("t.json").read_text())["traceEvents"] if one["ph"] == "X"]
    assert [(one["ts"], one["dur"]) for one in events] == [(0, 0.3), (0.3, 0.3), (0.6, 0.2), (0.8, 0.2), (1, 0.1)]
    assert events[-1]["name"] == "move #<$12,r3"
    assert events[-1]["args"]["registers"] == {"r3": 0x12}


def test_a_profile_has_waves_of_ports_and_functions(work: str) -> None:
    assert command("prof", work, "--vcd", "p.vcd").exit_code == 0
    found = waves("p.vcd")
    assert [value for _, value in found["function"]] == ["start", "none"]
    assert len(found["port_b"]) >= 3


def test_a_place_that_is_not_reached_is_said(work: str) -> None:
    assert command("trace", work, "--from", "$99").stderr == (
        "error: work.elf: the program stopped (HALT) at P:$0007 <done> (source.asm:8) before it reached $99 (P:$0099)\n"
    )
    assert "did you mean again?" in command("trace", work, "--from", "agian").stderr

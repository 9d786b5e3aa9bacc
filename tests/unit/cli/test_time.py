"""`dsp56k time`: its calls, its table, its JSON and its errors."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from dsp56k.cli.main import main
from dsp56k.cli.studies.call_syntax import Call, parse_call
from dsp56k.host import Machine, Out, compile_c
from shared.x86.compilers import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=str(missing()))

CRC = """
unsigned crc32(const unsigned char *data, unsigned length)
{
    unsigned crc = 0xFFFFFFFF;
    while (length--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return ~crc;
}
void copy(char *to, const char *from, int count) { while (count--) *to++ = *from++; }
int size(void) { return SIZE; }
void forever(void) { for (;;) ; }
"""
DATA = bytes(range(256)) * 16


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("crc.c").write_text(CRC)
    Path("data.bin").write_bytes(DATA)
    return tmp_path


def timed(*words: str) -> Result:
    return CliRunner().invoke(main, ["time", "-D", "SIZE=12", *words])


def test_the_table_on_two_machines() -> None:
    result = timed("crc.c", "crc32(@data.bin, 4096)", "--machine", "386-20,486-50")
    assert result.exit_code == 0, result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["machine", "value", "clocks", "us", "calls/s", "bytes/s"]
    for (name, value, clocks, us, _, rate), expected in zip(lines[1:], ("386-20", "486-50"), strict=True):
        program = compile_c("crc.c", machine=expected, defines={"SIZE": 12})
        run = Machine(expected).load(program).call("crc32", DATA, 4096)
        assert (name, int(value, 16), int(clocks.replace(",", ""))) == (expected, zlib.crc32(DATA), run.clocks)
        assert float(us.replace(",", "")) == pytest.approx(run.time / 1e6, abs=0.01)
        assert float(rate.replace(",", "")) == pytest.approx(4096 * 1e12 / run.time, abs=1)


def test_json_holds_everything() -> None:
    words = ("crc.c", 'copy(out(6), "a\\x00\\"z\\n", 5)', "--json", "--profile", "--wait-states", "0", "--bytes", "5")
    facts = json.loads(timed(*words).stdout)
    (run,) = facts["machines"]
    assert (facts["files"], facts["bytes"]) == (["crc.c"], 5)
    assert (run["machine"], run["wait_states"], run["outputs"]) == ("386-20", 0, [(b'a\0"z\n\0').hex()])
    assert run["time_ps"] == run["clocks"] * 50_000
    assert run["bytes_per_second"] == pytest.approx(5e12 / run["time_ps"])
    assert sum(one["clocks"] for one in run["profile"]["functions"]) == run["clocks"]
    assert sum(one["clocks"] for one in run["profile"]["instructions"]) == run["clocks"]


def test_wait_states_clock_and_machines_of_a_file() -> None:
    Path("mine.toml").write_text('[mine]\ncpu = "i386"\nclock_hz = 16_000_000\nmemory = { model = "manual" }\n')
    runs = [
        json.loads(timed("crc.c", "crc32(@data.bin, 64)", "--json", *words).stdout)["machines"][0]
        for words in (["--wait-states", "0"], ["--wait-states", "2"], ["--host-clock", "10"], [])
    ]
    assert runs[0]["clocks"] < runs[3]["clocks"] < runs[1]["clocks"]
    assert (runs[2]["clocks"], runs[2]["time_ps"]) == (runs[3]["clocks"], 2 * runs[3]["time_ps"])
    own = json.loads(timed("crc.c", "size()", "--json", "--machines", "mine.toml", "--machine", "mine").stdout)
    assert (own["machines"][0]["value"], own["machines"][0]["clock_hz"]) == (12, 16_000_000)


def test_what_a_function_wrote_and_a_linked_program(folder: Path) -> None:
    shown = timed("crc.c", "copy(out(70), @data.bin, 70)").stdout.splitlines()
    assert shown[-1] == f"386-20, out 1: {DATA[:64].hex()} and 6 more"
    driver = next(Path(__file__).parents[3].glob("host_driver/dsp56k/host/programs/software-good.elf"))
    assert (
        timed(str(driver), 'md2("abc", 3, out(16))')
        .stdout.splitlines()[-1]
        .endswith(
            "da853b0d3f88d99b30283a69e6ded6bb"  # RFC 1319, A.5
        )
    )


def test_sixteen_bit_code_on_the_slow_pc() -> None:
    text = " bits 16\n global f\n section .text\nf: push bp\n mov bp, sp\n {}\n pop bp\n ret\n"
    Path("f.asm").write_text(text.format("mov ax, [bp + 4]\n shl ax, 2\n xor dx, dx"))
    (run,) = json.loads(timed("f.asm", "f(5)", "--machine", "286-6", "--json").stdout)["machines"]
    assert (run["value"], run["clock_hz"], run["time_ps"] // run["clocks"] > 166_000) == (20, 6_000_000, True)
    Path("f.asm").write_text(text.format("mov eax, 5"))
    assert (
        "a prefix for 32-bit operands, which the 80286 does not have"
        in timed("f.asm", "f()", "--machine", "286-6").stderr
    )
    result = timed("crc.c", "size()", "--machine", "286-6")
    assert result.stderr == "error: crc.c: cannot compile C to 16-bit code, which 286-6 runs: write it for NASM\n"


def test_the_profile_is_shown() -> None:
    shown = timed("crc.c", "crc32(@data.bin, 9)", "--profile", "--callgrind", "c.out", "--listing", "-").stdout
    rows = [line.split() for line in shown.splitlines()]
    assert any(row[1:2] == ["100.0"] and row[-1] == "crc32" for row in rows)
    assert "jne 0x1000" in shown
    assert "fn=(1) crc32" in Path("c.out").read_text()


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("f()", Call("f", (), 0)),
        (" f.l ( 1 ,-2, 0x1F,-0x10 ) ", Call("f.l", (1, -2, 31, -16), 0)),
        ('f("a,b)", "")', Call("f", (b"a,b)", b""), 4)),
        ('f("\\x41\\0\\"\\\\ä")', Call("f", (b'A\0"\\' + "ä".encode(),), 6)),
        ("f(hex(), hex(00 fF), out(0), out( 16 ))", Call("f", (b"", b"\0\xff", Out(0), Out(16)), 2)),
        ('f(@data.bin,@"a, b.bin")', Call("f", (DATA, b"xyz"), 4099)),
    ],
)
def test_calls(text: str, call: Call) -> None:
    Path("a, b.bin").write_bytes(b"xyz")
    assert parse_call(text) == call


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crc32", r"expected a call such as f\(1, @file\), got 'crc32'"),
        ("(1)", "expected a call"),
        ("f(", "'f(': at its end must be a number, @file"),
        ("f(1", "at its end must be a comma or the last parenthesis"),
        ("f(1,)", r"at '\)' must be a number"),
        ("f(1 2)", r"at ' 2\)' must be a comma"),
        ("f(1))", r"at '\)\)' must be a comma"),
        ("f(x)", r"at 'x\)' must be a number"),
        ("f(1x)", r"at '1x\)' must be"),
        ("f(99999999999)", "must be a number"),
        ("f(hex(012))", "must be a number"),
        ('f("abc)', "must be a number"),
        ("f(@)", "must be a number"),
        ("f(out(-1))", "must be a number"),
    ],
)
def test_calls_that_cannot_be_understood(text: str, message: str) -> None:
    with pytest.raises(click.UsageError, match=message.replace("'f(':", r"'f\(':")):
        parse_call(text)
    assert timed("crc.c", text).exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["crc.c", "crc33()"], "error: crc.c: unknown symbol `crc33`"),
        (
            ["crc.c", "crc32(4294967296)"],
            "error: argument must be an integer of 32 bits, signed or unsigned, got 4294967296",
        ),
        (["crc.c", "crc32(@none)"], "error: none: No such file or directory"),
        (["crc.c", "crc32(@/dev/zero)"], "error: /dev/zero: larger than 2097152 bytes"),
        (["crc.c", "crc32(0, -1)"], "error: crc32: Invalid memory read"),
        (["crc.c", "forever()", "--max-clocks", "1000000"], "error: forever: still running after its limit of clocks"),
        (["none.c", "f()"], "error: none.c: No such file or directory"),
        (["crc.py", "f()"], "error: crc.py: neither C"),
        (["none.elf", "f()"], "error: none.elf: No such file"),
        (["crc.c", "size()", "-D", "SIZE=x"], "error: crc.c:"),
        (["crc.c", "size()", "-D", "1=2"], "error: expected the name of a macro, got '1'"),
        (["crc.c", "size()", "--machine", "386-21"], "error: unknown machine '386-21'"),
        (["crc.c", "size()", "--machine", "386-20,"], "error: unknown machine ''"),
        (["crc.c", "size()", "--machine", "486-50", "--wait-states", "1"], "error: 486-50: memory 'pipeline' has no"),
        (["crc.c", "size()", "--machines", "crc.c"], "error: crc.c: "),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    result = timed(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


def test_a_terminal_sees_how_far_it_is_and_can_end_it(folder: Path) -> None:
    terminal, side = pty.openpty()
    command = [str(Path(sys.executable).parent / "dsp56k"), "time", "-D", "SIZE=1", "crc.c", "forever()"]
    process = subprocess.Popen([*command, "--machine", "486-66"], stdout=subprocess.PIPE, stderr=side)
    os.close(side)
    seen = b""
    while seen.count(b" clocks") < 3:
        seen += os.read(terminal, 1000)
    assert b"486-66" in seen
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    os.close(terminal)

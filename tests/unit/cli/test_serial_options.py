"""Files at the serial interfaces of a command."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.emu import save_wav

ECHO = """
        org     p:0
start   movep   #0,x:$fffe
        movep   #$6100,x:$ffec          ; CRA: 24 bits, two slots
        movep   #{control},x:$ffed      ; CRB: TE, RE, network, synchronous
        movep   #$1fb,x:$ffe1           ; PCC: SSI, RXD, TXD
        movep   #$302,x:$fff0           ; SCR: TE, RE, 10 bits
loop    jclr    #2,x:$fff1,ssi          ; RDRF
        movep   x:$fff4,x:$fff4
ssi     jclr    #7,x:$ffee,loop         ; RDF
        movep   x:$ffef,x:$ffef
        jmp     loop
        end     start
"""
OUTSIDE, INSIDE = "$3a00", "$3a30"
SAMPLES = [0x123456, 0xABCDEF, 0x400000, 0xC00000]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return assembled(tmp_path, INSIDE)


def assembled(folder: Path, control: str) -> Path:
    source, program = folder / "echo.asm", folder / "echo.elf"
    source.write_text(ECHO.format(control=control))
    made = CliRunner().invoke(main, ["asm", str(source), "-o", str(program)])
    assert made.exit_code == 0, made.output
    return program


def run(*arguments: object, command: str = "run", clocks: int = 20_000) -> str:
    ran = CliRunner().invoke(main, [command, *map(str, arguments), "--max-clocks", str(clocks)])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def samples_of(path: Path) -> tuple[list[int], int, int]:
    with wave.open(str(path), "rb") as file:
        data = file.readframes(file.getnframes())
        words = [int.from_bytes(data[at : at + 3], "little") for at in range(0, len(data), 3)]
        return words, file.getnchannels(), file.getframerate()


@pytest.mark.parametrize("command", ["run", "prof"])
def test_a_wav_file_goes_through_the_ssi(program: Path, tmp_path: Path, command: str) -> None:
    given, sent = tmp_path / "in.wav", tmp_path / "out.wav"
    save_wav(given, SAMPLES, rate=48_000, bits=24)
    run(program, "--ssi-in", given, "--ssi-out", sent, command=command)
    words, channels, rate = samples_of(sent)
    assert channels == 2
    # A bit takes four clocks, a frame two slots of 24 bits.
    assert rate == round(20_000_000 / (4 * 48))
    first = words.index(SAMPLES[0])
    assert words[first : first + 4] == SAMPLES


def test_words_and_an_external_clock(tmp_path: Path) -> None:
    program = assembled(tmp_path, OUTSIDE)
    given, sent = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_text("123456 abcdef ; two words\n")
    run(program, "--ssi-in", given, "--ssi-out", sent)
    assert sent.read_text() == ""
    run(program, "--ssi-in", given, "--ssi-out", sent, "--ssi-clock", "25/2")
    assert {"123456", "ABCDEF"} <= set(sent.read_text().split())


def test_bytes_at_the_sci(program: Path, tmp_path: Path) -> None:
    given, sent = tmp_path / "in", tmp_path / "out"
    given.write_bytes(b"ok\n")
    run(program, "--sci-in", given, "--sci-out", sent)
    assert sent.read_bytes() == b"ok\n"


def test_a_trace_writes_the_words(program: Path, tmp_path: Path) -> None:
    given, sent = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_text("123456")
    run(program, "--ssi-in", given, "--ssi-out", sent, command="trace", clocks=2000)
    assert "123456" in sent.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ssi-clock", "0"], "must be oscillator clocks per bit, as 20 or 125/6, got '0'"),
        (["--ssi-clock", "1/2"], "of at least 1 with a numerator below 2^32, got 1/2"),
        (["--ssi-clock", "9999999999"], "of at least 1 with a numerator below 2^32, got 9999999999"),
        (["--ssi-clock", "1/0"], "must be oscillator clocks per bit, as 20 or 125/6, got '1/0'"),
        (["--ssi-clock", "1e999999999"], "must be oscillator clocks per bit, as 20 or 125/6, got '1e999999999'"),
        (["--ssi-out", "{program}.out", "--sci-out", "{program}.out"], "would replace an input or another output"),
        (["--ssi-in", "missing.wav"], "missing.wav"),
        (["--sci-in", "missing"], "missing"),
        (["--ssi-out", "{program}"], "would replace an input"),
    ],
)
def test_invalid_options(program: Path, arguments: list[str], message: str) -> None:
    given = [each.format(program=program) for each in arguments]
    ran = CliRunner().invoke(main, ["run", str(program), *given, "--max-clocks", "100"])
    assert ran.exit_code in (1, 2)
    assert message in ran.output
    assert "Traceback" not in ran.output


def test_the_debugger_feeds_and_records_both_interfaces(program: Path, tmp_path: Path) -> None:
    given, sent = tmp_path / "in.wav", tmp_path / "out.txt"
    save_wav(given, SAMPLES, rate=8000, bits=24)
    debug = ["debug", str(program), "--ssi-in", str(given), "--ssi-out", str(sent), "--max-clocks", "20000"]
    # Words that were sent after the clock to which the session goes back do not count twice.
    done = CliRunner().invoke(main, [*debug, "-c", "continue", "-c", "goto 1000", "-c", "continue"])
    assert done.exit_code == 0, done.output
    plain = tmp_path / "plain.txt"
    run(program, "--ssi-in", given, "--ssi-out", plain)
    assert sent.read_text().split()[:40] == plain.read_text().split()[:40]
    assert "123456" in sent.read_text()


def test_the_debugger_clocks_the_ssi_and_does_not_run_backward_with_sci_files(tmp_path: Path) -> None:
    program, data, back = assembled(tmp_path, OUTSIDE), tmp_path / "in.bin", tmp_path / "back.bin"
    data.write_bytes(b"ok")
    words = tmp_path / "words.txt"
    debug = ["debug", str(program), "--ssi-clock", "20", "--ssi-out", str(words), "--max-clocks", "200000"]
    done = CliRunner().invoke(main, [*debug, "--sci-in", str(data), "--sci-out", str(back), "-c", "continue"])
    assert done.exit_code == 0, done.output
    assert back.read_bytes() == b"ok"
    assert len(words.read_text().split()) > 100
    failed = CliRunner().invoke(main, [*debug, "--sci-in", str(data), "-c", "step; back"])
    assert "--sci-in and --sci-out cannot be repeated" in failed.output
    refused = CliRunner().invoke(main, [*debug, "--replay", "x.json"])
    assert refused.exit_code == 2


def test_words_sent_again_after_going_back_do_not_change_the_rate(program: Path, tmp_path: Path) -> None:
    given = tmp_path / "in.wav"
    save_wav(given, SAMPLES, rate=104_167, bits=24)
    debug = ["debug", str(program), "--ssi-in", str(given), "--max-clocks", "20000"]
    done = CliRunner().invoke(main, [*debug, "-c", "continue", "-c", "goto 1000", "-c", "continue"])
    assert done.exit_code == 0, done.output
    assert "warning" not in done.stderr


@pytest.mark.parametrize(("rate", "warns"), [(8000, True), (104_167, False)])
@pytest.mark.parametrize("output", [(), ("--ssi-out", "out.txt")], ids=["without output", "with output"])
def test_a_wav_file_of_another_rate_is_a_warning(
    program: Path, tmp_path: Path, rate: int, warns: bool, output: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_wav("in.wav", SAMPLES, rate=rate, bits=24)
    ran = CliRunner().invoke(main, ["run", str(program), "--ssi-in", "in.wav", *output, "--max-clocks", "20000"])
    expected = "warning: in.wav has 2 channels at 8,000 Hz, the SSI 2 slots at 104,167 Hz: convert the file"
    assert (expected in ran.stderr) is warns, ran.stderr

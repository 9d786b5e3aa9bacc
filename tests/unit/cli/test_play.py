"""`dsp56k play`: a player with SSI interrupts on board falcon, as a WAV file and through an audio library."""

from __future__ import annotations

import json
import sys
import wave
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.emu import Board, Dsp56001

PLAYER = """
        org     p:$10                   ; SSI transmit data, and the same with an exception
        jsr     send
        jsr     send
        org     p:$40
start   movep   #$4100,x:$ffec          ; CRA: 16 bits, two slots
        movep   #$5a00,x:$ffed          ; CRB: TIE, TE, network, synchronous; clock and frame sync are inputs
        movep   #$1f8,x:$ffe1           ; PCC: SSI
        movep   #$3000,x:$ffff          ; IPR
        move    #>$010000,x1
        clr     b
        andi    #$fc,mr
        jmp     *
send    movep   x:$ffee,x0
        add     x1,b
        move    b1,x0
        movep   x0,x:$ffef
        rti
        end     start
"""


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("play") / "saw.asm"
    source.write_text(PLAYER)
    program = source.with_suffix(".elf")
    assert CliRunner().invoke(main, ["asm", str(source), "-o", str(program)]).exit_code == 0
    return program


def test_the_sound_matrix_of_the_falcon_clocks_the_ssi(player: Path, tmp_path: Path) -> None:
    target = tmp_path / "saw.wav"
    played = CliRunner().invoke(
        main, ["play", str(player), "--board", "falcon", "-s", "0.1", "-o", str(target), "--json"]
    )
    assert played.exit_code == 0, played.output
    facts = json.loads(played.stdout)
    with wave.open(str(target), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (49_170, 2, 3)
        frames = file.getnframes()
        data = file.readframes(frames)
    assert frames == facts["frames"] == int(Fraction(25_175_000, 512) / 10)
    words = [int.from_bytes(data[at : at + 3], "little") for at in range(0, len(data), 3)]
    steps = {(after - before) % (1 << 24) for before, after in pairwise(words[4:])}
    assert steps == {0x010000}


def test_the_library_gets_the_samples_of_the_file(
    player: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    opened: list[tuple[int, int, str]] = []

    class Stream:
        def __init__(self, rate: int, channels: int, dtype: str) -> None:
            opened.append((rate, channels, dtype))
            self.start = self.stop = self.close = lambda: None
            self.write = written.append

    monkeypatch.setitem(sys.modules, "sounddevice", SimpleNamespace(RawOutputStream=Stream, PortAudioError=OSError))
    target = tmp_path / "saw.wav"
    command = ["play", str(player), "--board", "falcon", "-s", "0.12"]
    assert "played" in CliRunner().invoke(main, command).stdout
    assert opened == [(49_170, 2, "int24")]
    assert len(written) == 3
    assert CliRunner().invoke(main, [*command, "-o", str(target)]).exit_code == 0
    with wave.open(str(target), "rb") as file:
        assert b"".join(written) == file.readframes(file.getnframes())


def test_without_a_library_the_program_becomes_a_file_next_to_it(player: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    played = CliRunner().invoke(main, ["play", str(player), "--board", "falcon", "-s", "0.01"])
    assert f"written to {player.with_suffix('.wav')}" in played.stdout
    assert player.with_suffix(".wav").stat().st_size > 1000


def test_no_sound_and_no_audio_output_are_errors(player: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = CliRunner().invoke(main, ["play", str(player), "-s", "0.01", "-o", "x.wav"])
    assert silent.exit_code == 1
    assert "sent no frame in 0.01 seconds; the program waits for interrupts of the SSI" in silent.stderr
    assert "--ssi-clock drives it" in silent.stderr

    def refused(*_: object, **__: object) -> None:
        raise OSError("no default output device")

    library = SimpleNamespace(RawOutputStream=refused, PortAudioError=OSError)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    unheard = CliRunner().invoke(main, ["play", str(player), "--board", "falcon", "-s", "0.1"])
    assert unheard.exit_code == 1
    assert "cannot play: no default output device; -o FILE.wav writes a file" in unheard.stderr


def test_a_board_may_clock_the_ssi() -> None:
    board = Board("mine", 20_000_000, ssi_bit_hz=Fraction(10_000_000, 3))
    dsp = Dsp56001(board=board)
    dsp.x[0xFFEC], dsp.x[0xFFE1] = 0x6000, 0x1F8
    dsp.x[0xFFED] = 0x1200
    dsp.p[1] = 0x0C0000
    dsp.run(max_clocks=24 * 6 * 40)
    clocks = [word.clock for word in dsp.ssi.take()]
    assert {after - before for before, after in pairwise(clocks)} == {24 * 6}

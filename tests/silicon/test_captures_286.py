"""Comparison with captures of an 80286: reading their files, errors, the command."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import pytest

from dsp56k.system.records import read
from silicon import captures_286
from silicon.captures_286 import CaptureError, compare, is_held_out, read_tests

_FETCH, _HALT, _READ, _WRITE = 13, 4, 5, 6
_FIRST, _OTHER = 1, 2


def chunk(tag: bytes, content: bytes) -> bytes:
    return tag + struct.pack("<I", len(content)) + content


def registers(**values: int) -> bytes:
    present = [name for name in captures_286._REGISTERS if name in values]
    mask = sum(1 << captures_286._REGISTERS.index(name) for name in present)
    return chunk(b"REGS", struct.pack(f"<{1 + len(present)}H", mask, *(values[name] for name in present)))


def execution_of(code: str, cycles: dict[int, tuple[int, int]], *, exception: bool = False, **final: int) -> bytes:
    """A test of `code`, by the clock: status and address of each bus cycle."""
    initial = dict.fromkeys(captures_286._REGISTERS, 0) | {"ip": 0x100}
    words = bytes.fromhex(code) + b"\xf4"
    states = [
        struct.pack("<BIBBBBHBBBB", 0, cycles.get(clock, (0, 0))[1], 0, 0, 0, 0, 0,
                    cycles.get(clock, (15, 0))[0], _FIRST if clock in cycles else _OTHER, 0, 0)
        for clock in range(max(cycles) + 1)
    ]  # fmt: skip
    body = struct.pack("<I", 0) + chunk(b"BYTS", struct.pack("<I", len(words)) + words)
    body += chunk(b"INIT", registers(**initial)) + chunk(b"FINA", registers(**{"ip": 0x101 + len(words) - 1, **final}))
    body += chunk(b"CYCL", struct.pack("<I", len(states)) + b"".join(states))
    return chunk(b"TEST", body + (chunk(b"EXCP", bytes(5)) if exception else b""))


def fetches(halt: int, *data: tuple[int, int, int]) -> dict[int, tuple[int, int]]:
    cycles = {clock: (_FETCH, 0x100 + clock) for clock in (0, 2, 4, 6)} | {halt: (_HALT, 2)}
    return cycles | {clock: (status, address) for clock, status, address in data}


def capture(tmp_path: Path, name: str, *tests: bytes) -> Path:
    path = tmp_path / f"{name}.MOO.gz"
    path.write_bytes(gzip.compress(chunk(b"MOO ", bytes(12)) + b"".join(tests)))
    return path


def test_an_exact_instruction_and_one_that_is_off(tmp_path: Path) -> None:
    path = capture(tmp_path, "40", execution_of("40", fetches(10)), execution_of("40", fetches(12)))
    form = compare(path, "three-units", 10)
    assert (form.name, form.text, form.off) == ("40", "inc ax", {0: 1, -2: 1})
    assert form.is_off
    assert (form.beyond(0), form.beyond(1), form.beyond(2)) == (1, 1, 0)


def test_the_model_without_a_decoder_is_off(tmp_path: Path) -> None:
    path = capture(tmp_path, "B8", execution_of("b83412", fetches(12)))
    assert compare(path, "three-units", 1).off == {0: 1}
    assert compare(path, "manual", 1).off != {0: 1}


def test_a_word_at_an_odd_address_is_seen_in_the_capture(tmp_path: Path) -> None:
    # add ax,[bx]: read at 9, in two cycles
    even = execution_of("0307", fetches(16, (9, _READ, 0x200)))
    odd = execution_of("0307", fetches(18, (9, _READ, 0x201), (11, _READ, 0x202)), bx=1)
    assert compare(capture(tmp_path, "03", even), "three-units", 1).off == {0: 1}
    assert compare(capture(tmp_path, "03", odd), "three-units", 1).off != {0: 1}  # the upper byte is not idle
    content = gzip.decompress(capture(tmp_path, "03", odd).read_bytes())
    second = struct.pack("<BI", 0, 0x202)
    assert content.count(second) == 1
    path = tmp_path / "03.MOO"
    path.write_bytes(content.replace(second, struct.pack("<BI", 2, 0x202)))
    assert compare(path, "three-units", 1).off == {0: 1}


@pytest.mark.parametrize("code", ["f040", "f4", "7400"])
def test_what_is_left_out(tmp_path: Path, code: str) -> None:
    form = compare(capture(tmp_path, "00", execution_of(code, fetches(30))), "three-units", 1)
    assert not form.off
    exception = execution_of("40", fetches(30), exception=True)
    assert not compare(capture(tmp_path, "00", exception), "three-units", 1).off


def test_what_the_pc_refuses_is_named(tmp_path: Path) -> None:
    form = compare(capture(tmp_path, "9B", execution_of("9b", fetches(14))), "three-units", 1)
    assert (form.off, form.is_off) == ({}, False)
    assert "`wait`" in form.refused


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: content[:-7], "cannot read the capture: Compressed file ended"),
        (lambda content: b"\x1f\x8b" + content[2:40] + bytes(60), "cannot read the capture"),
        (lambda content: gzip.compress(gzip.decompress(content)[:-20]), "ends behind the file"),
        (lambda content: gzip.compress(gzip.decompress(content).replace(b"CYCL", b"CYCX")), "b'CYCL'"),
        (lambda content: gzip.compress(gzip.decompress(content).replace(b"REGS", b"REGX")), "b'REGS'"),
        (lambda content: gzip.compress(gzip.decompress(content).replace(b"TEST", b"TESX")), "no chunk TEST"),
        (lambda content: gzip.compress(b"not a capture"), "ends behind the file"),
        (lambda content: b"", "not a capture"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, damage: object, reason: str) -> None:
    path = capture(tmp_path, "40", execution_of("40", fetches(10)))
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(CaptureError, match=reason) as caught:
        read_tests(path, 1)
    assert str(caught.value).startswith(str(path))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["captures_286.py", str(tmp_path), *arguments])
        return captures_286.main()

    assert run() == 1
    assert capsys.readouterr().err == f"{tmp_path}: no capture *.MOO.gz\n"
    capture(tmp_path, "40", execution_of("40", fetches(10)))
    capture(tmp_path, "9B", execution_of("9b", fetches(14)))
    monkeypatch.setattr(captures_286, "RECORD", tmp_path / "record.json")
    assert run("--record", "--list") == 0
    out = capsys.readouterr().out
    assert "refused  9B" in out
    assert '"tests": 1' in (tmp_path / "record.json").read_text()
    assert run("--forms", "41") == 1
    assert "no capture 41" in capsys.readouterr().err
    (tmp_path / "40.MOO.gz").write_bytes(b"")
    assert run() == 1
    assert "40.MOO.gz" in capsys.readouterr().err


def test_a_fifth_of_the_forms_is_held_out() -> None:
    names = [f"{opcode:02X}" for opcode in range(256)]
    assert 40 < sum(is_held_out(name) for name in names) < 70
    assert is_held_out("FF.3")
    assert not is_held_out("40")


def test_the_record_shows_at_most_five_forms_off() -> None:
    record = read(captures_286.RECORD, captures_286.Captures)
    assert record.level == "three-units"
    assert [(some.name, some.forms) for some in record.groups] == [("used", 253), ("held out", 72)]
    assert sum(len(some.off) for some in record.groups) <= 5
    assert min(some.exact for some in record.groups) > 99

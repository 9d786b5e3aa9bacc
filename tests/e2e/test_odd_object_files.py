"""An object file means the same to every command that takes one, however unusual it is."""

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble
from dsp56k.asm.formats import coff_bytes, elf_bytes, lod_text, p56_bytes, srec_text
from dsp56k.cli.main import main
from dsp56k.debug.program import load
from dsp56k.emu import Dsp56001
from dsp56k.emu.loader import read_object
from dsp56k.lib import Routine
from dsp56k.objects import ObjectFormatError, readers
from dsp56k.objects.formats import FORMATS
from dsp56k.objects.readers.files import READERS

Words = dict[tuple[str, int], int]
Symbols = dict[str, tuple[str, int]]

CODE = {("P", 0x40): 0x000000, ("P", 0x41): 0x0C0041}
LAB = {"lab": ("P", 0x41)}

LOD: dict[str, tuple[str, Words, Symbols]] = {
    "a number of EQU": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL P\nk E 000001\nlab I 000041\n_END 0040\n",
        CODE,
        {"k": ("N", 1), **LAB},
    ),
    "the type N": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL X\nk N 000001\n_SYMBOL P\nlab I 41\n_END 0040\n",
        CODE,
        {"k": ("N", 1), **LAB},
    ),
    "symbols without a type": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL P\nlab 000041\n_SYMBOL\ntab X 000003\n_END 0040\n",
        CODE,
        {"tab": ("X", 3), **LAB},
    ),
    "types and spaces in the lines": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL\nk P E 000001\nlab P I 000041\npi N F 3.25\n_END 0040\n",
        CODE,
        {"k": ("N", 1), **LAB},
    ),
    "small letters": (
        "_data p 0040\n000000 0c0041\n_symbol p\nk e 000001\nlab i 000041\n_end 0040\n",
        CODE,
        {"k": ("N", 1), **LAB},
    ),
    "a symbol named like a record": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL P\n_start I 000040\n_END I 000041\n_data E 000005\nlab I 000041\n"
        "_END 0040\n",
        CODE,
        {"_start": ("P", 0x40), "_END": ("P", 0x41), "_data": ("N", 5), **LAB},
    ),
    "a symbol named like a record, its space beside it": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL\n_start P I 000040\n_comment X I 000001\nlab P I 000041\n_END 0040\n",
        CODE,
        {"_start": ("P", 0x40), "_comment": ("X", 1), **LAB},
    ),
    "a location counter": (
        "_DATA PL 0040\n000000\n_DATA PHE 0041\n0C0041\n_SYMBOL PL\nlab I 000041\n_END 0040\n",
        CODE,
        LAB,
    ),
    "records in any order": (
        "_SYMBOL P\nlab I 000041\n_DATA P 0041\n0C0041\n_COMMENT\nno _END\n_START T 0 0\nfirst\n"
        "_BLOCKDATA P 0040 0001 000000\n_END 0040\n",
        CODE,
        LAB,
    ),
    "a short _START and lines after it": (
        "_START\none\ntwo words\n_DATA P 0040 000000\n0C0041\n_SYMBOL P\nlab I 000041\n_END 0040\nand more\n",
        CODE,
        LAB,
    ),
    "a symbol that comes twice": (
        "_DATA P 0040\n000000 0C0041\n_SYMBOL X\nlab I 000001\n_SYMBOL P\nlab I 000041\n_END 0040\n",
        CODE,
        LAB,
    ),
}


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def by_objdump(path: Path) -> tuple[int | None, Symbols]:
    facts = json.loads(run("objdump", str(path), "--json"))
    symbols = {s["name"]: (s["space"], s["value"]) for s in facts["symbols"] if isinstance(s["value"], int)}
    return facts["start"], symbols


def by_load(path: Path) -> tuple[int | None, Symbols]:
    dsp = Dsp56001()
    symbols = dsp.load(path)
    return dsp.regs.pc, {name: (dsp.symbols.space_of(name), value) for name, value in symbols.items()}


def by_debugger(path: Path) -> tuple[int | None, Symbols]:
    dsp = Dsp56001()
    load(dsp, path)
    return dsp.regs.pc, {name: (dsp.symbols.space_of(name), value) for name, value in dsp.symbols.items()}


def by_routine(path: Path) -> tuple[int | None, Symbols]:
    found = Routine.from_program(path, 0x40).symbols
    return 0x40, {name: (found.space_of(name), value) for name, value in found.items()}


def by_conversion(form: str) -> Callable[[Path], tuple[int | None, Symbols]]:
    def converted(path: Path) -> tuple[int | None, Symbols]:
        other = path.with_name(f"converted.{form}")
        run("convert", str(path), str(other))
        assert by_objdump(other) == by_load(other)
        return by_load(other)

    return converted


READ_BY = {
    "objdump": by_objdump,
    "load": by_load,
    "debugger": by_debugger,
    "routine": by_routine,
    "convert to LOD": by_conversion("lod"),
    "convert to COFF": by_conversion("cld"),
    "convert to ELF": by_conversion("elf"),
}


@pytest.mark.parametrize("name", LOD)
def test_a_lod_file_means_the_same_to_all(name: str, tmp_path: Path) -> None:
    text, words, symbols = LOD[name]
    path = tmp_path / "odd.lod"
    path.write_text(text)
    for reader, read in READ_BY.items():
        assert read(path) == (0x40, symbols), reader
    program = read_object(path)
    assert {(space, at): word for space, at, word in program.words()} == words
    assert run("run", str(path), "--until", "lab").startswith("BREAKPOINT at P:$0041 <")
    listing = run("disasm", str(path)).splitlines()
    assert [line for line in listing if line.startswith("lab ") and "P:$0041" in line]
    assert not [line for line in listing if line.startswith("k ")]
    assert "nop" in run("prof", str(path))
    assert "P:$0041 <lab>" in run("trace", str(path)) or "_END" in symbols


def moved(data: bytes, order: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """The line entries of the first section of a COFF file that has some, in another order."""
    sections, at = struct.unpack_from(">4xI", data)[0], 28 + struct.unpack_from(">20xI", data)[0]
    for number in range(sections):
        fields = struct.unpack_from(">8s11I", data, at + 52 * number)
        where, count = fields[8], fields[10]
        if count:
            entries = [data[where + 12 * entry :][:12] for entry in range(count)]
            return data[:where] + b"".join(order(entries)) + data[where + 12 * count :]
    raise AssertionError(number)


@pytest.mark.parametrize(
    "order",
    [
        lambda entries: [entries[0], *reversed(entries[1:])],
        lambda entries: [entries[0], *entries[2:], entries[1]],
        lambda entries: [entries[0], *entries[1:-1], entries[-2]],
    ],
)
def test_line_entries_of_coff_come_in_any_order(order: Callable[[list[bytes]], list[bytes]], tmp_path: Path) -> None:
    text = " org p:$40\nstart nop\n nop\n clr a\n jmp *\n end start\n"
    path = tmp_path / "a.cld"
    path.write_bytes(moved(coff_bytes(assemble(text, name="a.asm")), order))
    dsp = Dsp56001()
    dsp.load(path)
    lines = {at: str(line) for at, line in dsp.symbols.lines().items()}
    assert lines.items() >= {0x40: "a.asm:2", 0x41: "a.asm:3", 0x42: "a.asm:4"}.items()
    elf = tmp_path / "a.elf"
    run("convert", str(path), str(elf))
    again = Dsp56001()
    again.load(elf)
    assert {at: str(line) for at, line in again.symbols.lines().items()} == lines
    assert run("objdump", str(elf), "--lines").split("\n")[1:] == run("objdump", str(path), "--lines").split("\n")[1:]
    assert "a.asm:4" in run("prof", str(path))


OVERLAYS = " org p:$40\nmain nop\n nop\n org p:$20,p:$100\none clr a\n jmp *\n org p:$20,p:$200\ntwo clr b\n jmp *\n"


@pytest.mark.parametrize("form", ["cld", "elf"])
def test_overlays_keep_their_lines(form: str, tmp_path: Path) -> None:
    program = assemble(OVERLAYS, name="a.asm")
    path = tmp_path / f"a.{form}"
    path.write_bytes(coff_bytes(program) if form == "cld" else elf_bytes(program))
    module = readers.read_object(path)
    assert [(run.run_address, run.lines) for run in module.runs] == [
        (run.run_address, run.lines) for run in program.runs
    ]
    assert read_object(path).lines["P", 0x20].line == 8


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("p56", p56_bytes),
        ("lod", lambda program: lod_text(program).encode()),
        ("cld", coff_bytes),
        ("elf", elf_bytes),
        ("s", lambda program: srec_text(program).encode()),
        ("S19", lambda program: srec_text(program).encode()),
    ],
)
def test_a_format_can_be_named(form: str, content: Callable[[object], bytes], tmp_path: Path) -> None:
    program = assemble(" org p:0\n nop\n jmp *\n org y:3\n dc 5\n end 0\n", name="a.asm")
    path, other = tmp_path / "decoder.dsp", tmp_path / "other.lod"
    path.write_bytes(content(program))
    if form in ("p56", "s", "S19"):
        assert "--from" in CliRunner().invoke(main, ["objdump", str(path)]).output
    file = str(path)
    assert "P:$0000       2 words" in run("objdump", file, "--from", form)
    assert "org     p:$0000" in run("disasm", file, "--from", form)
    assert run("run", file, "--from", form).startswith("HALT at P:$0001")
    assert "nop" in run("trace", file, "--file-format", form)
    assert "nop" in run("prof", file, "--file-format", form)
    assert "C0001" in run("debug", file, "--from", form, "-c", "print p:1")
    run("convert", file, str(other), "--from", form)
    assert readers.read_object(other).words == program.words
    dsp = Dsp56001()
    dsp.load(path, file_format=form.lower())
    assert (dsp.p[1], dsp.y[3]) == (0x0C0001, 5)


def test_every_format_that_can_be_named_has_a_reader(tmp_path: Path) -> None:
    assert tuple(READERS) == FORMATS
    with pytest.raises(ObjectFormatError, match=r"must be one of lod, .* got 'coff'"):
        readers.read_content("a", b"", "coff")


def intel(kind: int, address: int, data: bytes = b"") -> str:
    body = bytes([len(data)]) + address.to_bytes(2, "big") + bytes([kind]) + data
    return f":{body.hex().upper()}{-sum(body) & 0xFF:02X}\n"


END = intel(1, 0)
WORD = bytes.fromhex("563412")
HEX = {
    "a segment": (intel(2, 0, b"\x18\0") + intel(0, 0, WORD), {("P", 0x8000): 0x123456}),
    "a segment and its start": (
        intel(2, 0, b"\0\1") + intel(0, 2, WORD) + intel(3, 0, b"\0\0\1\0"),
        {("P", 6): 0x123456},
    ),
    "a linear address after a segment": (
        intel(2, 0, b"\x18\0") + intel(4, 0, b"\1\0") + intel(0, 9, WORD),
        {("X", 3): 0x123456},
    ),
    "a segment after a linear address": (
        intel(4, 0, b"\1\0") + intel(2, 0, b"\0\0") + intel(0, 9, WORD),
        {("P", 3): 0x123456},
    ),
    "a linear start": (intel(0, 9, WORD) + intel(5, 0, b"\0\0\0\x09"), {("P", 3): 0x123456}),
}


@pytest.mark.parametrize("name", HEX)
def test_intel_hex_of_others(name: str, tmp_path: Path) -> None:
    text, words = HEX[name]
    path = tmp_path / "a.hex"
    path.write_text(text + END)
    assert readers.read_object(path).words == words
    dsp = Dsp56001()
    dsp.load(path)
    ((space, address),) = words
    assert {"P": dsp.p, "X": dsp.x}[space][address] == 0x123456
    assert dsp.regs.pc == (3 if name == "a linear start" else 0)


def test_addresses_wrap_at_the_end_of_a_segment() -> None:
    # The first byte is the segment's last one, and the two after it are its first ones.
    wrapping = intel(2, 0, b"\0\x2d") + intel(0, 0xFFFF, WORD) + intel(0, 2, b"\x99")
    text = wrapping + intel(2, 0, b"\x10\x2d") + intel(0, 0, b"\xaa\xbb") + END
    assert readers.read_content("a.hex", text.encode(), "hex").words == {
        ("P", (0x2D0 + 0xFFFF) // 3): 0xBBAA56,
        ("P", 0x2D0 // 3): 0x991234,
    }


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (intel(2, 0, b"\0"), "a record of type 2 must have 2 bytes, got 1"),
        (intel(3, 0, b"\0\0"), "a record of type 3 must have 4 bytes, got 2"),
        (intel(4, 0), "a record of type 4 must have 2 bytes, got 0"),
        (intel(5, 0, b"\0\0\0\0\0"), "a record of type 5 must have 4 bytes, got 5"),
        (intel(5, 0, b"\0\0\0\1"), "not the first byte of a word"),
        (intel(6, 0), "a record's type must be 0 to 5, got 6"),
        (intel(2, 0, b"\xff\xff") + intel(0, 0, WORD), "is after the last word"),
    ],
)
def test_wrong_records_of_intel_hex(record: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ObjectFormatError, match=rf"a\.hex:\d: .*{message}"):
        readers.read_content("a.hex", (record + END).encode(), "hex")


def srec(kind: int, address: int, data: bytes = b"", width: int = 2) -> str:
    body = bytes([width + len(data) + 1]) + address.to_bytes(width, "big") + data
    return f"S{kind}{body.hex().upper()}{0xFF - sum(body) % 256:02X}\n"


TWO = srec(1, 0, WORD) + srec(1, 3, WORD)


@pytest.mark.parametrize("last", [srec(5, 2), srec(6, 2, width=3), srec(5, 2) + srec(9, 0), srec(9, 0)])
def test_counts_of_s_records(last: str) -> None:
    assert readers.read_content("a.s", (srec(0, 0) + TWO + last).encode(), "s").words == {
        ("P", 0): 0x123456,
        ("P", 1): 0x123456,
    }


@pytest.mark.parametrize("last", [srec(5, 3), srec(6, 1, width=3), srec(5, 3) + srec(9, 0), srec(5, 0)])
def test_a_wrong_count_of_s_records(last: str, tmp_path: Path) -> None:
    text = srec(0, 0) + TWO + last
    with pytest.raises(ObjectFormatError, match=r"^a\.s:4: \d data records must come before this one, got 2"):
        readers.read_content("a.s", text.encode(), "s")
    for plane in "012":
        (tmp_path / f"a.p{plane}").write_text(text)
    with pytest.raises(ObjectFormatError, match="data records must come before this one, got 2"):
        readers.read_object(tmp_path / "a.p0")

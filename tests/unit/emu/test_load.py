"""Object files: valid ones, and errors with file, line, field or address."""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import read_lod
from dsp56k.asm.formats.elf import elf_bytes
from dsp56k.asm.formats.lod import lod_text
from dsp56k.emu import Dsp56001, LoadError, MemoryAccessError, StopReason, Symbols
from dsp56k.emu.loader import Program, read_object

LOD = """_START TEST 0000 0000 0000 ASM 1.0
A comment line of the start record
_DATA P 0040
56F400 123456
0C0042
_BLOCKDATA X 0010 0003 ABCDEF
_DATA L 0020
111111 222222 333333 444444
_DATA Y 0030
7FFFFF
_COMMENT
anything at all
_SYMBOL P
main I 000040
_SYMBOL N
size I 000003
ratio F 0.5
_END 0040
"""


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_lod(tmp_path: Path) -> None:
    dsp = Dsp56001()
    symbols = dsp.load(write(tmp_path, "a.lod", LOD))
    assert symbols == {"main": 0x40, "size": 3}
    assert dsp.p[0x40:0x43] == [0x56F400, 0x123456, 0x0C0042]
    assert dsp.x[0x10:0x14] == [0xABCDEF] * 3 + [0]
    assert (dsp.x[0x20:0x22], dsp.y[0x20:0x22]) == ([0x111111, 0x333333], [0x222222, 0x444444])
    assert (dsp.y[0x30], dsp.regs.pc) == (0x7FFFFF, 0x40)


# The record with the space in each symbol's line (ASM G.3), memory mappings, and 8-bit characters that Python takes
# for the end of a line.
EARLY_LOD = """_START TEST 0001 0000 0000 DSP56000 3.00
; 20 \x85s
_DATA PE 0040 0C0040
000001
_DATA XI 0002
000005
_COMMENT
_END of a block\x1c, says the author
_SYMBOL
main             P   I 000040
table            XI  I 000002
ratio            N   F 0.5
_END 0040
"""


def test_early_lod(tmp_path: Path) -> None:
    path = write(tmp_path, "a.lod", EARLY_LOD.replace("\n", "\r\n").encode("latin-1"))
    dsp = Dsp56001()
    assert dsp.load(path) == {"main": 0x40, "table": 2}
    assert (dsp.p[0x40:0x42], dsp.x[2], dsp.regs.pc) == ([0x0C0040, 1], 5, 0x40)
    read = read_lod(str(path), path.read_bytes())
    assert read.words == {("P", 0x40): 0x0C0040, ("P", 0x41): 1, ("X", 2): 5}
    assert {(symbol.name, symbol.space, symbol.value) for symbol in read.symbol_table} == {
        ("main", "P", 0x40),
        ("table", "X", 2),
        ("ratio", "N", 0.5),
    }
    assert (read.ident.comment, read.comments) == ("; 20 \x85s", ["_END of a block\x1c, says the author"])


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("_DATA P 0040", "_DATA P FFFE", 6, "at or below"),
        ("_DATA P 0040", "_DATA P 10040", 3, "up to"),
        ("_DATA P 0040", "_DATA Q 0040", 3, "space"),
        ("_DATA P 0040", "_DATA P", 3, "fields"),
        ("123456", "1234567", 4, "up to"),
        ("123456", "12G456", 4, "hexadecimal"),
        ("_BLOCKDATA X 0010 0003", "_BLOCKDATA X 0010 10001", 6, "up to"),
        ("_COMMENT", "_NONSENSE", 11, "unknown"),
        ("333333 444444", "333333", 9, "pairs"),
        ("main I 000040", "main I", 14, "name"),
        ("_END 0040", "_END 10000", 18, "up to"),
        ("_END 0040\n", "", 17, "without an _END"),
    ],
)
def test_wrong_lod(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    dsp = Dsp56001()
    path = write(tmp_path, "a.lod", LOD.replace(old, new))
    with pytest.raises(LoadError, match=message) as caught:
        dsp.load(path)
    assert caught.value.fields["file"] == str(path)
    assert caught.value.fields["line"] == line
    assert dsp.p[0x40] == 0


def test_files_that_cannot_be(tmp_path: Path) -> None:
    dsp = Dsp56001()
    for path, message in [
        (tmp_path / "missing.lod", "No such file"),
        (tmp_path, "Is a directory"),
        (write(tmp_path, "a.cld", b""), "file header at byte 0: truncated"),
        (write(tmp_path, "a.txt", b""), "the extension must be"),
        (write(tmp_path, "b.lod", b"_START\n\0\xfe"), "not a text file"),
        (write(tmp_path, "empty.lod", b""), "without an _END"),
        (write(tmp_path, "empty.s", b""), "does not have records"),
        (write(tmp_path, "a.cln", b""), "file header at byte 0: truncated"),
        (write(tmp_path, "huge.lod", b" " * (64 * 1024 * 1024 + 1)), "larger"),
    ]:
        with pytest.raises(LoadError, match=message) as caught:
            dsp.load(path)
        assert str(path) in str(caught.value)


def elf(
    *, machine: int = 0xD560, address: int = 0x40, words: tuple[int, ...] = (0x0C0040,), flags: int = 1 << 20
) -> bytes:
    """A small ELF of the project's layout: one block and one symbol."""
    strings = b"\0main\0"
    content = struct.pack(f">{len(words)}I", *words)
    symbols = struct.pack(">IIIBBH", 0, 0, 0, 0, 0, 0) + struct.pack(">IIIBBH", 1, 0x40, 0, 0x10, 0, 1)
    start = 52
    tables = [
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 1, flags, address, start, len(content), 0, 0, 4, 0),
        (0, 2, 0, 0, start + len(content), len(symbols), 3, 1, 4, 16),
        (0, 3, 0, 0, start + len(content) + len(symbols), len(strings), 0, 0, 1, 0),
    ]
    body = content + symbols + strings
    header = struct.pack(
        ">16sHHIIIIIHHHHHH", b"\x7fELF\x01\x02\x01", 2, machine, 1, 0x40, 0, start + len(body), 0, 52, 0, 0, 40, 4, 3
    )
    return header + body + b"".join(struct.pack(">10I", *row) for row in tables)


def test_elf(tmp_path: Path) -> None:
    dsp = Dsp56001()
    assert dsp.load(write(tmp_path, "a.elf", elf())) == {"main": 0x40}
    assert (dsp.p[0x40], dsp.regs.pc) == (0x0C0040, 0x40)


def test_elf_with_a_long_block(tmp_path: Path) -> None:
    dsp = Dsp56001()
    dsp.load(str(write(tmp_path, "a.elf", elf(flags=4 << 20, words=(1, 2, 3, 4)))))
    assert (dsp.x[0x40:0x42], dsp.y[0x40:0x42]) == ([1, 3], [2, 4])


def test_elf_with_an_empty_block_behind_the_memory(tmp_path: Path) -> None:
    dsp = Dsp56001()
    dsp.load(write(tmp_path, "a.elf", elf(address=0x10000, words=())))
    assert dsp.p[:] == Dsp56001().p[:]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x7fELF", "not a 32-bit"),
        (elf(machine=3), "e_machine"),
        (elf(address=0x10000), "beyond"),
        (elf(address=0xFFFF, words=(1, 2)), "beyond"),
        (elf(words=(1 << 24,)), "24 bits"),
        (elf(flags=9 << 20), "space code must be .*, got 9"),
        (elf(flags=4 << 20), "pairs"),
        (elf()[:60], "truncated"),
        (elf()[:-1], "truncated"),
    ],
)
def test_wrong_elf(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        Dsp56001().load(write(tmp_path, "a.elf", content))


def test_every_truncation_of_an_elf_is_refused(tmp_path: Path) -> None:
    whole = elf()
    for size in range(len(whole)):
        with pytest.raises(LoadError):
            Dsp56001().load(write(tmp_path, "a.elf", whole[:size]))


def test_what_the_assembler_writes_loads(tmp_path: Path) -> None:
    program = assemble(" org p:$40\nmain move #$123456,x0\n jmp *\n org x:$10\ntable dc 1,2,3\n")
    assert program.ok
    dsp = Dsp56001()
    for suffix in ("lod", "elf"):
        path = write(tmp_path, f"a.{suffix}", lod_text(program) if suffix == "lod" else elf_bytes(program))
        dsp.reset()
        symbols = dsp.load(path)
        assert {name.lower() for name in symbols} >= {"main", "table"}
        assert dsp.p[0x40:0x42] == [0x44F400, 0x123456]
        assert dsp.x[0x10:0x13] == [1, 2, 3]


def test_words_by_place() -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(" org p:$40\n jmp *\n org x:1\n dc 2\n org y:3\n dc 4").words)
    assert (dsp.p[0x40], dsp.x[1], dsp.y[3], dsp.regs.pc) == (0x0C0040, 2, 4, 0)


@pytest.mark.parametrize(
    "wrong", [("Q", 1), ("L", 1), ("x", 1), ("X", 65_536), ("X", -1), ("X", "1"), ("X", 1, 2), "X1", 7, None]
)
def test_words_at_wrong_places_change_nothing(wrong: Any) -> None:
    dsp = Dsp56001()
    with pytest.raises(MemoryAccessError, match=r"expected \(space, address\)"):
        dsp.load_words({("X", 0): 5, wrong: 1})
    for value in (-1, 1 << 24, "x", None, 1.5):
        bad: Any = value
        with pytest.raises(MemoryAccessError, match=r"does not fit the 24-bit word P:\$0001"):
            dsp.load_words({("X", 0): 5, ("P", 1): bad})
    assert dsp.x[0] == 0


def test_words_of_a_failed_assembly_are_refused() -> None:
    dsp, failed = Dsp56001(), assemble(" org x:0\n dc 1\n org p:0\n move #1,q9")
    assert failed.words[("X", 0)] == 1
    with pytest.raises(LoadError, match="with errors"):
        dsp.load_words(failed.words)
    with pytest.raises(LoadError, match="with errors"):
        dsp.symbols.add(failed)
    assert dsp.x[0] == 0
    dsp.symbols.add(assemble(" org p:0\nlabel nop"))
    assert dsp.symbols["label"] == 0


def test_the_nearest_symbol_is_found_without_sorting_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sorts: list[None] = []

    def counting(values: Iterable[int]) -> list[int]:
        sorts.append(None)
        return sorted(values)

    monkeypatch.setattr("dsp56k.emu.symbols.sorted", counting, raising=False)
    symbols = Symbols()
    symbols.add(Program(symbols={"a": 4, "b": 8}, spaces={"a": "P", "b": "P"}))
    assert [symbols.near(address) for address in (3, 4, 7, 8, 9)] == [None, "a", "a+3", "b", "b+1"]
    assert len(sorts) == 1
    symbols.add(Program(symbols={"c": 6}, spaces={"c": "P"}))
    assert [symbols.near(7), len(sorts)] == ["c+1", 2]


@pytest.mark.parametrize("number", ["1_0", "+5", "-5", "0x5", "\u0665", "5."])
def test_lod_numbers_are_hexadecimal_digits(tmp_path: Path, number: str) -> None:
    for text in ("_DATA P 0\n{}\n", "_DATA P {}\n", "_BLOCKDATA P 0 {} 0\n", "_SYMBOL P\na I {}\n"):
        file = tmp_path / "a.lod"
        file.write_text(f"{text.format(number)}_END 0\n")
        with pytest.raises(LoadError, match=r"a\.lod:[12]: "):
            read_object(file)


ASSEMBLED = """
        org     x:$10
gain    dc      5
        org     l:$20
pair    dc      $123456789ABC
        org     p:$40
start   move    x:gain,x0
done    jmp     done
        end     start
"""


def test_an_assembly_loads_with_symbols_lines_and_start() -> None:
    dsp = Dsp56001()
    assert dsp.load(assemble(ASSEMBLED, name="gain.asm"))["done"] == 0x41
    assert dsp.run(until="done", max_clocks=100).reason is StopReason.BREAKPOINT
    assert (dsp.regs.x0, dsp.x[0x20], dsp.y[0x20]) == (5, 0x123456, 0x789ABC)
    assert str(dsp.symbols.line(dsp.regs.pc)) == "gain.asm:8"


def test_an_assembly_loads_as_its_elf_file_does(tmp_path: Path) -> None:
    program = assemble(ASSEMBLED)
    (tmp_path / "gain.elf").write_bytes(elf_bytes(program))
    one, other = Dsp56001(), Dsp56001()
    assert one.load(program) == other.load(tmp_path / "gain.elf")
    assert one.snapshot() == other.snapshot()


def test_what_did_not_assemble_does_not_load() -> None:
    failed = assemble(" org p:$40\n move #bufer,r0\n", name="fir.asm")
    dsp = Dsp56001()
    before = dsp.snapshot()
    with pytest.raises(LoadError, match=r"with errors: fir\.asm:2:8: error\[A0\d+\]: .*bufer"):
        dsp.load(failed)
    with pytest.raises(LoadError, match="relocatable module"):
        dsp.load(assemble(" nop\n", relative=True))
    assert dsp.snapshot() == before


def test_a_source_is_named_as_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(
        LoadError, match=r"fir\.asm: cannot load a source file: assemble it first \(dsp56k asm .*fir\.asm\)"
    ):
        Dsp56001().load(write(tmp_path, "fir.asm", "        nop\n"))


def test_a_long_word_has_its_line_in_both_memories() -> None:
    dsp = Dsp56001()
    dsp.load(assemble(" org l:$10\n dc 1\n dc 2\n dc 3,4\n"))
    for space in "XY":
        lines = {address: line.line for address, line in dsp.symbols.lines(space).items()}
        assert lines == {0x10: 2, 0x11: 3, 0x12: 4, 0x13: 4}

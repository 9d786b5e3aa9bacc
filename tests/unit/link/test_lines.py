"""Source lines: in ELF as DWARF, which pyelftools reads, in COFF, through the linker, and in the emulator."""

import io
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from elftools.elf.elffile import ELFFile

from dsp56k.asm import ObjectFile, assemble, assemble_file
from dsp56k.asm.formats import ObjectFormatError, coff_bytes, elf_bytes, lod_text, read_coff, read_elf
from dsp56k.asm.link import MemoryControl, Module, link
from dsp56k.emu import Dsp56001, LoadError, SourceLine
from dsp56k.emu.loader import image_of
from dsp56k.objects import module as objects
from dsp56k.objects.readers.dwarf import LineReader

SOURCE = """
pair    macro   value
        move    #value,r0
        nop
        endm
        org     p:$40
start   move    #1,x0
        pair    5
        pair    table
        dup     2
        clr     a
        endm
        include 'part'
        org     x:$10
table   dc      1,2,3
        org     l:$20
        dc      $111111222222
        org     p:$100,y:$30
over    jmp     >over
        end     start
"""
EXPECTED = {
    ("P", 0x40): "main.asm:7", ("P", 0x41): "main.asm:3", ("P", 0x42): "main.asm:4", ("P", 0x43): "main.asm:3",
    ("P", 0x44): "main.asm:3", ("P", 0x45): "main.asm:4", ("P", 0x46): "main.asm:11", ("P", 0x47): "main.asm:11",
    ("P", 0x48): "part.asm:1", ("P", 0x49): "part.asm:3", ("X", 0x10): "main.asm:15", ("X", 0x12): "main.asm:15",
    ("X", 0x20): "main.asm:17", ("Y", 0x20): "main.asm:17", ("P", 0x100): "main.asm:19", ("P", 0x101): "main.asm:19",
}  # fmt: skip


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ObjectFile:
    monkeypatch.chdir(tmp_path)
    Path("main.asm").write_text(SOURCE)
    Path("part.asm").write_text(" nop\n; between\n nop\n")
    obj = assemble_file("main.asm")
    assert obj.ok, obj.diagnostics
    return obj


def dwarf_rows(data: bytes) -> dict[int, tuple[str, int]]:
    """Every address of the line tables, as pyelftools reads them."""
    found: dict[int, tuple[str, int]] = {}
    info = ELFFile(io.BytesIO(data)).get_dwarf_info()
    for unit in info.iter_CUs():
        table = info.line_program_for_CU(unit)
        assert table is not None
        before = None
        for entry in table.get_entries():
            state = entry.state
            if state is None:
                continue
            if before is not None:
                name = table["file_entry"][before.file - 1].name.decode()
                found |= dict.fromkeys(range(before.address, state.address), (name, before.line))
            before = None if state.end_sequence else state
    return found


def read_lines(file: str, section: bytes, program: ObjectFile) -> list[list[tuple[int, str, int]]]:
    """Return the lines of a .debug_line section for the runs of a program."""
    runs = [replace(run, lines=[]) for run in program.runs]
    LineReader(file, section).read(range(len(section)), runs)
    return [run.lines for run in runs]


def test_pyelftools_finds_file_and_line_of_every_word(program: ObjectFile) -> None:
    codes = {"P": 0, "X": 1, "Y": 2, "L": 3}
    wanted = {}
    for (space, address), place in EXPECTED.items():
        file, line = place.split(":")
        # A location of L memory has one entry.
        space = "L" if address == 0x20 else space
        wanted[codes[space] << 28 | address] = (file, int(line))
    rows = dwarf_rows(elf_bytes(program))
    assert {address: rows[address] for address in wanted} == wanted
    assert len(rows) == 10 + 3 + 1 + 2


def test_the_compile_unit_leads_to_the_table_and_its_ranges(program: ObjectFile) -> None:
    info = ELFFile(io.BytesIO(elf_bytes(program))).get_dwarf_info()
    (unit,) = info.iter_CUs()
    attributes = unit.get_top_DIE().attributes
    assert attributes["DW_AT_name"].value == b"main.asm"
    assert unit["address_size"] == 4
    assert attributes["DW_AT_stmt_list"].value == 0
    lists = info.range_lists()
    assert lists is not None
    ranges = lists.get_range_list_at_offset(attributes["DW_AT_ranges"].value)
    assert [tuple(entry)[2:4] for entry in ranges][:2] == [(0x40, 0x48), (0x48, 0x4A)]


@pytest.mark.parametrize("ending", ["elf", "cld"])
def test_the_emulator_knows_the_lines(program: ObjectFile, ending: str) -> None:
    path = Path(f"main.{ending}")
    path.write_bytes(elf_bytes(program) if ending == "elf" else coff_bytes(program))
    dsp = Dsp56001()
    dsp.load(path)
    assert {place: str(dsp.symbols.line(place[1], place[0])) for place in EXPECTED} == EXPECTED
    assert dsp.symbols.line(0x40) == SourceLine("main.asm", 7)
    assert dsp.symbols.line(0x4A) is None
    assert [str(dsp.symbols.line(step.address)) for step in dsp.trace(max_instructions=2)] == [
        "main.asm:7",
        "main.asm:3",
    ]


def test_a_program_loaded_later_has_its_own_lines(program: ObjectFile) -> None:
    Path("main.elf").write_bytes(elf_bytes(program))
    Path("later.lod").write_text(lod_text(assemble(" org p:$41\n nop\n")))
    dsp = Dsp56001()
    dsp.load("main.elf")
    with pytest.warns(RuntimeWarning, match=r"later\.lod: P:\$0041 is defined twice"):
        dsp.load("later.lod")
    assert [str(dsp.symbols.line(address)) for address in (0x40, 0x41, 0x42)] == ["main.asm:7", "None", "main.asm:4"]


def test_a_source_without_words_has_no_debug_sections() -> None:
    elf = ELFFile(io.BytesIO(elf_bytes(assemble("five equ 5\n"))))
    assert elf.get_section_by_name(".debug_line") is None


def test_lines_pass_through_modules_and_the_linker() -> None:
    texts = {"a": " org p:\n nop\n jmp away\n", "b": "\n\n org p:\naway nop\n org x:\nroom dc room\n"}
    modules = []
    for name, text in texts.items():
        data = coff_bytes(assemble(text, name=f"{name}.asm", relative=True))
        modules.append(Module(name, read_coff(name, data)))
    linked = link(modules, MemoryControl(bases={("P", ""): 0x80}))
    assert dwarf_rows(elf_bytes(linked.obj)) == {
        0x80: ("a.asm", 2), 0x81: ("a.asm", 3), 0x82: ("a.asm", 3), 0x83: ("b.asm", 4), 0x10000000: ("b.asm", 6)
    }  # fmt: skip


def test_lines_far_apart_take_the_long_opcodes() -> None:
    text = " org p:0\n nop\n" + "\n" * 300 + " bsc 1000,0\n nop\n"
    rows = dwarf_rows(elf_bytes(assemble(text)))
    assert [rows[at][1] for at in (0, 1, 1000, 1001)] == [2, 303, 303, 304]


def line_section(obj: ObjectFile) -> bytes:
    section = ELFFile(io.BytesIO(elf_bytes(obj))).get_section_by_name(".debug_line")
    assert section is not None
    return bytes(section.data())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-3], "at byte 4: truncated"),
        (lambda data: data[:14] + b"\0" + data[15:], "at byte 16: the line range and the opcode base must not be 0"),
        (lambda data: data.replace(b"\0\5\2", b"\0\5\2\xf0", 1), "are not within a memory space"),
        (lambda data: data.replace(b"main.asm", b"\0ain.asm"), "does not exist"),
    ],
)
def test_damaged_tables_are_named(program: ObjectFile, change: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(ObjectFormatError, match=message) as raised:
        read_lines("bad.elf", change(line_section(program)), program)
    assert raised.value.fields.keys() == {"file", "field", "offset"}


def test_tables_of_other_versions_are_passed_over(program: ObjectFile) -> None:
    data = line_section(program)
    newer = data[:4] + struct.pack(">H", 5) + data[6:]
    assert not any(read_lines("new.elf", newer, program))
    assert read_lines("both.elf", newer + data, program) == read_lines("old.elf", data, program)
    assert read_lines("old.elf", data, program) == [run.lines for run in program.runs]


@pytest.mark.parametrize(("read", "write"), [(read_elf, elf_bytes), (read_coff, coff_bytes)])
def test_mutated_files_load_or_are_refused(
    program: ObjectFile, read: Callable[[str, bytes], objects.Module], write: Callable[[ObjectFile], bytes]
) -> None:
    random, original = Random(56001), write(program)
    outcomes = Counter[bool]()
    for _ in range(1500):
        data = bytearray(original)
        for _ in range(random.randint(1, 4)):
            data[random.randrange(len(data))] = random.choice((0, 1, 0x7F, 0xFF, random.randrange(256)))
        try:
            image_of(read("m", bytes(data)), "m")
            outcomes[True] += 1
        except (LoadError, ObjectFormatError):
            outcomes[False] += 1
    assert min(outcomes[True], outcomes[False]) > 100

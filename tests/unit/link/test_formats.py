"""COFF, link files, libraries and PROM formats: a round trip changes nothing, and damage is a named error."""

import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from dsp56k.asm import ObjectFile, assemble
from dsp56k.asm.formats import (
    LibraryMember,
    ObjectFormatError,
    Widths,
    coff_bytes,
    elf_bytes,
    library_bytes,
    lod_text,
    read_coff,
    read_elf,
    read_library,
    read_lnk,
    read_lod,
    srec_planes,
    srec_text,
)
from dsp56k.asm.link import MemoryControl, Module, link
from dsp56k.emu import Dsp56001
from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader import image_of
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import module as objects
from dsp56k.objects.coff import CODES
from dsp56k.objects.readers.hexfiles import read_srec

SOURCE = """
name    ident   1,2             ;a comment
        cobj    'said before'
half    equ     0.5
huge    equ     $123456789ABC
minus   equ     -5
        org     l:$10
pair    dc      $111111222222
        org     x:$20,p:$30
table   dc      1,2,3
        bsc     4,7
        org     pi:$40
begin   jmp     begin
        end     begin
"""
LINK_FILE = b"""_START PROG 0001 0002 0000 DSP56000 3.00
 the comment
_SECTION GLOBAL 0000 0000
_SECTION tables 0001 0001
_DATA R XLI 0002
$000001 {other}@0#0
[$0001]:$11
_BLOCKDATA R P 0000 0002 $00000C
_BLOCKDATA A Y 0040 0003
_COMMENT
_DATA is not one
_ENDSEC 0001 0001
_ENDSEC 0000 0000
_SYMBOL R 0001 0001
inner XL LI $000003
shown XL GI $000002
_SYMBOL A 0000 0000
rate N GF 0.5
_XREF 0001
other
_END {shown}@0#0
"""


def key(obj: objects.Module) -> list[object]:
    return [(s.name, s.value, s.space, s.section, s.exported, s.base) for s in obj.symbol_table]


def absolute() -> ObjectFile:
    obj = assemble(SOURCE)
    assert obj.ok
    return obj


def test_coff_keeps_an_absolute_program() -> None:
    obj = absolute()
    back = read_coff("a.cld", coff_bytes(obj))
    assert (back.words, back.start, back.comments, back.ident) == (obj.words, 0x40, ["said before"], obj.ident)
    assert sorted(map(str, key(back))) == sorted(map(str, key(obj)))
    assert [(run.run_space, run.run_address, run.mapping) for run in back.runs][-2:] == [
        ("X", 0x20, ""),
        ("P", 0x40, "I"),
    ]
    assert lod_text(back) == lod_text(obj)
    assert coff_bytes(back) == coff_bytes(obj)


def test_coff_keeps_a_relocatable_module() -> None:
    obj = assemble(
        " section s\n xdef a3\n org x:\na3 dsm 8\n org p:\n jmp away\n do #2,a4\n nop\na4\n endsec\n", relative=True
    )
    back = read_coff("m.cln", coff_bytes(obj))
    assert back.relocation == obj.relocation
    assert [(run.base, run.section, run.fixups, run.words) for run in back.runs] == [
        (run.base, run.section, run.fixups, run.words) for run in obj.runs
    ]
    assert sorted(map(str, key(back))) == sorted(map(str, key(obj)))


def test_a_section_may_be_called_global() -> None:
    obj = assemble(" org p:\n nop\n section GLOBAL\n org p:\ninner nop\n endsec\n", relative=True)
    back = read_coff("m.cln", coff_bytes(obj))
    assert (back.relocation, [symbol.section for symbol in back.symbol_table]) == (obj.relocation, ["GLOBAL"])


def test_modules_of_other_assemblers_are_refused() -> None:
    # Without our mark the auxiliary entries mean nothing to us, and addresses would be taken for absolute ones.
    data = coff_bytes(assemble(" jmp away\n", relative=True))
    with pytest.raises(ObjectFormatError, match="the relocation entries of the module are missing"):
        read_coff("m.cln", data.replace(b"d56k", b"\0\0\0\0"))
    program = coff_bytes(absolute())
    other = read_coff("p.cld", program.replace(b"d56k", b"\0\0\0\0"))
    assert (other.words, other.start) == (absolute().words, 0x40)


def test_a_block_section_repeats_its_value() -> None:
    data = bytearray(coff_bytes(assemble(" org x:$10\n dc 9\n")))
    header = 28 + 60 + 2 * 52
    data[header + 16 : header + 20] = struct.pack(">I", 5)
    data[header + 48 : header + 52] = struct.pack(">I", 0x440)
    assert read_coff("b.cld", bytes(data)).words == {("X", address): 9 for address in range(16, 21)}


def test_coff_has_l_memory_on_both_sides_or_on_none() -> None:
    data = bytearray(coff_bytes(assemble(" org x:$10\n dc 9,8,7\n")))
    header = 28 + 60 + 2 * 52
    data[header + 20 : header + 24] = struct.pack(">I", CODES["L", ""])
    with pytest.raises(Dsp56kError, match=r"l\.cld: s_vaddr of section 2 at byte 208: L memory for words loaded to X"):
        read_coff("l.cld", bytes(data))


@pytest.mark.parametrize(
    ("read", "content", "message"),
    [
        (read_elf, lambda obj: elf_bytes(obj).replace(b" NAME ", b" \0\0\0\0 "), r"\.dsp56k\.module at byte \d+"),
        (read_coff, lambda obj: coff_bytes(obj).replace(b"NAME\0", b"N ME\0"), r"n_name at byte \d+"),
        (read_lod, lambda obj: lod_text(obj).replace("NAME", "N\x01ME").encode(), ":1: "),
    ],
)
def test_what_cannot_name_a_module(
    read: Callable[[str, bytes], ObjectFile], content: Callable[[ObjectFile], bytes], message: str
) -> None:
    obj = assemble("NAME ident 1,2\n org p:$40\n nop\n")
    with pytest.raises(ObjectFormatError, match=f"^f.*{message}.* cannot be the name of a module"):
        read("f", content(obj))


def test_the_numbers_of_a_module_have_16_bits() -> None:
    text = lod_text(assemble("NAME ident 1,2\n org p:$40\n nop\n"))
    assert read_lod("f", text.replace("0001", "FFFF", 1).encode()).ident.version == 0xFFFF
    with pytest.raises(ObjectFormatError, match=r"^f:1: expected a hexadecimal number up to \$FFFF, got '10000'$"):
        read_lod("f", text.replace("0001", "10000", 1).encode())


@pytest.mark.parametrize("record", ["_SYMBOL P\n_start I 000041", "_SYMBOL\n_start P I 000041"])
def test_a_symbol_of_a_load_file_may_have_the_name_of_a_record(record: str) -> None:
    module = read_lod("f", f"_START A 0000 0000\n{record}\n_END 0000\n".encode())
    assert [(symbol.name, symbol.value) for symbol in module.symbol_table] == [("_start", 0x41)]
    assert module.ident.name == "A"


def test_comments_in_coff_have_storage_class_null() -> None:
    data = coff_bytes(absolute())
    first, count = struct.unpack_from(">2I", data, 12)
    entries = [struct.unpack_from(">8s2IiII", data, first + 32 * number) for number in range(count)]
    assert {entry[5] for entry in entries if entry[0] == b".cmt\0\0\0\0"} == {0}


def test_the_emulator_loads_coff_and_prom_formats(tmp_path: Path) -> None:
    from dsp56k.asm.formats import intel_hex_text, p56_bytes, srec_planes, srec_text

    obj = absolute()
    files = {"a.cld": coff_bytes(obj), "a.s": srec_text(obj).encode(), "a.hex": intel_hex_text(obj).encode()}
    files |= {"a.p56": p56_bytes(obj)} | {f"a{suffix}": text.encode() for suffix, text in srec_planes(obj).items()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    for name in ("a.cld", "a.s", "a.hex", "a.p56", "a.p1"):
        dsp = Dsp56001()
        symbols = dsp.load(tmp_path / name)
        spaces = {"P": dsp.p, "X": dsp.x, "Y": dsp.y}
        for (space, address), word in obj.words.items():
            if name != "a.p1" or space == "P":
                assert spaces[space][address] == word, (name, space, address)
        if name == "a.cld":
            assert (symbols["begin"], dsp.regs.pc) == (0x40, 0x40)


@pytest.mark.parametrize("byte_addresses", [True, False])
def test_s_records_tell_what_their_addresses_count(byte_addresses: bool) -> None:
    # The srec utility writes either; records of 30 bytes go on 30 or 10 addresses later.
    obj = assemble(" org p:$40\n" + " dc $112233,$445566\n" * 20 + " org x:7\n dc 1,2\n end $41\n")
    program = read_srec("a.s", srec_text(obj, byte_addresses=byte_addresses).encode())
    assert (program.words, program.start) == (obj.words, 0x41)


def test_s_records_have_addresses_as_wide_as_asked_for() -> None:
    # What `srec -s -r -w -a3 -t3` writes: S2 and S8, the blocks in their order, a header where the space changes.
    obj = assemble(" org x:8\n dc $112233\n org p:$40\n nop\n org x:0\n dc 1\n org x:4\n dc 2\n end $40\n")
    text = srec_text(obj, byte_addresses=False, high_first=True, widths=Widths(data=3, last=3))
    assert [line[:-2] for line in text.splitlines() if line[1] != "0"] == [
        "S207000008112233", "S207000040000000", "S207000000000001", "S207000004000002", "S804000040",
    ]  # fmt: skip
    assert [line[4:8] for line in text.splitlines() if line[1] == "0"] == ["0001", "0004", "0001"]
    program = read_srec("a.s", srec_text(obj, widths=Widths(data=4, last=4)).encode())
    assert program.words == {("X", 0): 1, ("X", 4): 2, ("X", 8): 0x112233, ("P", 0x40): 0}
    assert program.start == 0x40
    assert all(text.splitlines()[-1].startswith("S705") for text in srec_planes(obj, Widths(last=4)).values())


def test_the_emulator_wants_linked_programs() -> None:
    module = read_coff("m.cln", coff_bytes(assemble(" nop\n", relative=True)))
    with pytest.raises(LoadError, match=r"^m\.cln: cannot load a relocatable module: link it first"):
        image_of(module, "m.cln")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "file header at byte 0: truncated"),
        (lambda data: data[:60], "optional header at byte 28: truncated"),
        (lambda data: struct.pack(">I", 712) + data[4:], "f_magic at byte 0: must be 709 .*got 712 of the DSP56300"),
        (lambda data: b"\x7fELF" + data[4:], "must be 709 of the DSP56000, got"),
        (lambda data: data[:4] + b"\xff\xff\xff\xff" + data[8:], "f_nscns"),
        (lambda data: data[:16] + b"\x0f\xff\xff\xff" + data[20:], "f_nsyms"),
        (lambda data: data[:200] + b"\0\x01\0\0" + data[204:], "at or below"),
        (lambda data: data[:204] + b"\0\0\0\x7f" + data[208:], "unknown memory code 127"),
        (lambda data: data[:216] + b"\x7f\xff\xff\xff" + data[220:], "s_size of section 2"),
    ],
)
def test_damaged_coff_names_file_field_and_offset(change: Callable[[bytes], bytes], message: str) -> None:
    data = change(coff_bytes(absolute()))
    with pytest.raises(ObjectFormatError, match=message) as raised:
        read_coff("bad.cld", data)
    assert str(raised.value).startswith("bad.cld: ")
    assert raised.value.fields.keys() == {"file", "field", "offset"}


def test_mutations_are_errors_or_programs() -> None:
    random = Random(56001)
    originals: list[tuple[Callable[[str, bytes], object], bytes]] = [
        (read_coff, coff_bytes(absolute())),
        (read_lnk, LINK_FILE),
        (read_lnk, BLOCKS_FILE),
        (read_elf, elf_bytes(absolute())),
        (read_lod, lod_text(absolute()).encode()),
        (read_library, library_bytes([LibraryMember("a.cln", b"x" * 50, 7)])),
    ]
    taken, refused = Counter[int](), Counter[int]()
    for _ in range(1500):
        for number, (read, original) in enumerate(originals):
            data = bytearray(original)
            for _ in range(random.randint(1, 4)):
                at = random.randrange(len(data))
                data[at] = random.choice((0, 1, 0x20, 0x30, 0x7F, 0xFF, random.randrange(256)))
            if random.random() < 0.2:
                del data[random.randrange(len(data)) :]
            try:
                result = read("m", bytes(data))
                if isinstance(result, ObjectFile):
                    link([Module("m", result)])
                taken[number] += 1
            except Dsp56kError:
                refused[number] += 1
    # Of each file some are read in spite of the damage, and some are not.
    for number, (_, original) in enumerate(originals):
        assert min(taken[number], refused[number]) > 100, original[:20]


BLOCKS_FILE = b"""_START BLOCKS 0001 0000 0000 DSP56000 3.00

_SECTION GLOBAL 0000 0000
_DATA R P 0000 $000000 (($0A0081&~(~(~0<<6)<<8))|(({LOC}@1#6&~(~0<<6))<<8)) {LABEL}@4#0
_DATA R X 0000 $000001
_BUFFER 0000 M 0006
_DATA B X 0000 $000002 {ring}@1#0
_BUFFER 0001 B 0004
_BLOCKDATA B X 0000 0004
_OVERLAY 0000 P {LABEL}
_DATA O Y 0004 $0AF080 {inner}@4#0
_DATA O Y 0006 [2]
_ENDSEC 0000 0000
_SYMBOL R 0000 0000
LABEL P GI $000001
_SYMBOL A 0000 0000
LOC X GI $000005
_SYMBOL B 0000 0000
ring X GI $000000
_SYMBOL B 0000 0001
bits X GI $000000
_SYMBOL O 0000 0000
inner P GI $000002
_END
"""


def test_the_example_of_the_manual_links() -> None:
    # ASM F.3; the $ of two of its words is missing in the text.
    text = b"""_START BIQUAD 0001 0000 0000 DSP56000 3.00
; N Cascaded Real Biquad IIR Filter
_SYMBOL GLOBAL 0000 0000
_DATA R P 0000
$0008F8 $300000 $340000 $094E3E $F09811 $060580 {endloop}@4#0-1 $F490D6
$F418E6 $F818D2 $F498E2
_ENDSEC 0000 0000
_SYMBOL A  0000 0000
samplei          N   GI $00FFFE
_SYMBOL R  0000 0000
endloop          P   GI $00000B
_END $0000
"""
    linked = link([Module("biquad", read_lnk("biquad.lnk", text))])
    assert linked.obj.diagnostics == []
    words = "0008F8 300000 340000 094E3E F09811 060580 00000A F490D6 F418E6 F818D2 F498E2"
    assert [f"{linked.obj.words['P', at]:06X}" for at in range(11)] == words.split()
    assert linked.obj.symbols == {"samplei": 0xFFFE, "endloop": 0xB}


def test_buffers_and_overlays_of_link_files() -> None:
    # ASM F.2.6, F.2.7, and the field expression of F.4.1.
    obj = read_lnk("blocks.lnk", BLOCKS_FILE)
    linked = link([Module("blocks", obj)], MemoryControl(bases={("P", ""): 0x40, ("X", ""): 3, ("Y", ""): 0x80}))
    assert linked.obj.diagnostics == []
    # The section's X words, then each buffer on its own boundary.
    assert linked.obj.words == {
        ("P", 0x40): 0, ("P", 0x41): 0x0A0581, ("P", 0x42): 0x41, ("X", 3): 1, ("X", 8): 2, ("X", 9): 8,
        ("Y", 0x84): 0x0AF080, ("Y", 0x85): 0x43, ("Y", 0x86): 0x43,
    }  # fmt: skip
    assert linked.obj.symbols == {"LABEL": 0x41, "LOC": 5, "ring": 8, "bits": 0x10, "inner": 0x43}
    assert [(run.run_space, run.run_address) for run in linked.obj.runs][-2:] == [("P", 0x41), ("P", 0x43)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"_BUFFER 0001 B", b"_BUFFER 0000 B", "8: sequence number 0000 is out of order"),
        (b"_BUFFER 0000 M 0006", b"_BUFFER 0000 M 0001", "7: the buffer must have at most 1 words"),
        (b"_BUFFER 0000 M 0006", b"_BUFFER 0000 Q 0006", "6: _BUFFER requires"),
        (b"_OVERLAY 0000 P {LABEL}", b"_OVERLAY 0000 P", "10: _OVERLAY within"),
        (b"_DATA O Y 0006", b"_DATA O Y 0003", "12: the addresses of an overlay must ascend"),
        (b"_DATA B X 0000", b"_DATA O X 0000", "7: data of type O without"),
        (b"_SYMBOL B 0000 0001\nbits", b"_SYMBOL B 0000 0002\nbits", "21: the symbol bits is of an unknown buffer"),
        (b"0001 0000 0000 DSP56000", b"0001 0000 0002 DSP56000", "2: Invalid link module - errors in assembly"),
    ],
)
def test_wrong_blocks_name_the_line(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(ObjectFormatError, match=f"^blocks.lnk:{message}"):
        read_lnk("blocks.lnk", BLOCKS_FILE.replace(old, new, 1))


def test_link_files_of_the_early_assembler() -> None:
    obj = read_lnk("m.lnk", LINK_FILE)
    other = Module("other", assemble(" org p:\nother nop\n", relative=True))
    linked = link([Module("m", obj), other])
    assert linked.obj.diagnostics == []
    assert linked.obj.words == {("X", 2): 1, ("X", 3): 0, ("X", 4): 1, ("P", 0): 0, ("P", 1): 12, ("P", 2): 12}
    assert (obj.ident.name, obj.ident.revision, obj.comments) == ("PROG", 2, ["_DATA is not one"])
    assert (linked.obj.symbols["rate"], linked.obj.start) == (0.5, 2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"_DATA R XLI", b"_DATA B XLI", "data of type B without a record"),
        (b"_SECTION tables", b"_OVERLAY tables", "unknown memory space"),
        (b"0002\n$000001", b"FFFF\n$000001", "at or below"),
        (b"XLI 0002", b"Q 0002", "unknown memory space"),
        (b"_END {shown}@0#0", b"", "without an _END"),
        (b"_XREF 0001", b"_XREF 0009", "unknown section"),
        (b"GF 0.5", b"GF half", "expected a number"),
    ],
)
def test_damaged_link_files_name_the_line(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(ObjectFormatError, match=rf"^m\.lnk:\d+: .*{message}"):
        read_lnk("m.lnk", LINK_FILE.replace(old, new))


def test_libraries_hold_files_byte_for_byte() -> None:
    members = [LibraryMember("a.cln", bytes(range(256)), 5), LibraryMember("b.cln", b"")]
    assert read_library("l", library_bytes(members)) == members
    with pytest.raises(ObjectFormatError, match="first line at byte 0"):
        read_library("l", b"!<arch>\n")
    with pytest.raises(ObjectFormatError, match="truncated"):
        read_library("l", library_bytes(members)[:60])
    with pytest.raises(ObjectFormatError, match="plain file name"):
        read_library("l", library_bytes([LibraryMember("../x", b"")]))


def test_expressions_without_end_are_refused() -> None:
    # A count makes a word's expression many words' expressions: hours of work in a few bytes.
    long = "{" + "1+" * 5000 + "1}@0#0"
    text = LINK_FILE.replace(b"_BLOCKDATA R P 0000 0002 $00000C", f"_BLOCKDATA R P 0000 4000 {long}".encode())
    with pytest.raises(ObjectFormatError, match=r"^m\.lnk:\d+: more than 3145728 characters of link expressions"):
        read_lnk("m.lnk", text)


@pytest.mark.parametrize(("field", "message"), [(40, "s_nreloc of section 0"), (44, "s_nlnno of section 0")])
def test_more_relocations_or_lines_than_words_are_refused(field: int, message: str) -> None:
    data = bytearray(coff_bytes(assemble(" org p:\n jmp away\n", relative=True)) + bytes(1 << 16))
    data[28 + field : 28 + field + 4] = struct.pack(">I", 1000)
    with pytest.raises(ObjectFormatError, match=f"{message} at byte .*: 1000 for 2 words"):
        read_coff("m.cln", bytes(data))


def test_a_line_outside_its_section_is_an_error_at_its_entry() -> None:
    data = bytearray(coff_bytes(assemble(" org p:\n nop\n nop\n", relative=True)))
    lines = len(data)
    struct.pack_into(">I", data, 28 + 36, lines)
    struct.pack_into(">I", data, 28 + 44, 2)
    data += struct.pack(">2II", 0, 0, 1) + struct.pack(">2II", 0x99, 0, 2)
    with pytest.raises(ObjectFormatError, match=rf"l_paddr of section 0 at byte {lines + 12}: \$99 is outside"):
        read_coff("m.cln", bytes(data))


def test_an_overlay_with_a_wrong_address_is_an_error_at_its_value() -> None:
    data = bytearray(coff_bytes(read_lnk("m.lnk", BLOCKS_FILE)))
    at = data.index(b".overlay")
    struct.pack_into(">I", data, at + 8, 0xFFFFFFFF)
    with pytest.raises(ObjectFormatError, match=f"n_value at byte {at + 8}: string offset 4294967295 is"):
        read_coff("m.cln", bytes(data))


def test_elf_keeps_the_name_of_a_module() -> None:
    obj = assemble("NAME ident 1,2 ; text of the comment\n org p:$40\n nop\n")
    assert read_elf("m.elf", elf_bytes(obj)).ident == obj.ident


def test_symbols_of_elf_are_not_exported() -> None:
    assert [symbol for symbol in read_elf("m.elf", elf_bytes(absolute())).symbol_table if symbol.exported] == []


def test_more_auxiliary_entries_than_there_are_is_an_error_at_their_number() -> None:
    data = bytearray(coff_bytes(absolute()))
    at, count = struct.unpack_from(">2I", data, 12)
    struct.pack_into(">I", data, at + 28, 1000)
    with pytest.raises(ObjectFormatError, match=f"n_numaux at byte {at + 28}: 1000 entries, but {count - 1} are left"):
        read_coff("m.cld", bytes(data))


def of_dsplnk() -> bytes:
    """An executable file as DSPLNK 6.2.0 lays it out: sums of text and data first, empty blocks, symbols by module."""
    sums = [(b".text", 0x40, 0, 0x1000, 0x20), (b".data", 0, 2, 2, 0x40)]
    blocks: list[tuple[bytes, int, int, list[int], int]] = [
        (b".txt", 0, 0, [], 0x20),
        (b".txt", 0x40, 0, [0x0AF080, 0x40], 0x20),
        (b".dat", 0x10, 1, [0x123456], 0x40),
    ]
    strings = b"MAIN 0001 0002 0000 DSP56000 6.2.0 \0A_LONGER_NAME\0TAIL 0000 0000 0000 DSP56000 6.2.0 \0"
    number = struct.Struct(">I").pack
    high, low = struct.unpack(">II", struct.pack(">d", 3.2))
    entries: list[tuple[bytes, int, int, int, int, int, bytes | None]] = [
        (b".file", 4, 4, -2, 0, 200, b"main.s"),
        (b".cmt", 4, 4, -1, 0, 0, None),
        (b"START", 0x40, 0, 4, 0x24, 210, b""),
        (b".file", 0, 4, -2, 0, 200, b"tail.s"),
        (b".cmt", 54, 4, -1, 0, 0, None),
        (b"COUNT", 7, 4, -1, 4, 213, None),
        (number(0) + number(40), 0x10, 1, 5, 4, 210, None),
        (b"RG_HI", low, high, -1, 6, 210, None),
        (b"etext", 0x42, 0, -1, 0, 2, None),
    ]
    table = b""
    for name, first, second, section, kind, storage, auxiliary in entries:
        table += struct.pack(">8s2IiIII", name, first, second, section, kind, storage, auxiliary is not None)
        table += b"" if auxiliary is None else auxiliary.ljust(32, b"\0")
    count = len(sums) + len(blocks)
    at = 28 + 60 + count * 52
    headers, data = b"", b""
    for name, address, code, size, flags in sums:
        headers += struct.pack(">8s11I", name, address, code, address, code, size, 0, 0, 0, 0, 0, flags)
    for name, address, code, words, flags in blocks:
        where = at + len(data)
        headers += struct.pack(">8s11I", name, address, code, address, code, len(words), where, 0, 0, 0, 0, flags)
        data += b"".join(map(number, words))
    optional = struct.pack(">15I", 0, 0, 0x1000, 2, 0, 0x40, 0, 0x40, 0, 0, 2, 0x42, 0, 2, 2)
    header = struct.pack(">7I", 709, count, 0, at + len(data), len(table) // 32, len(optional), 7)
    return header + optional + headers + data + table + number(4 + len(strings)) + strings


def test_files_of_motorolas_linker(tmp_path: Path) -> None:
    # So do all 18 that are published with the text that CLDLOD made of them (github.com/LowellObservatory/ArcDSP).
    assert lod_text(read_coff("main.cld", of_dsplnk())).split("\n") == [
        "_START MAIN 0001 0002 0000 DSP56000 6.2.0 ", "", "_DATA P 0040", "0AF080 000040 ", "_DATA X 0010", "123456 ",
        "_SYMBOL P", "START                I 000040", "_SYMBOL N", "COUNT                I 000007",
        "_SYMBOL X", "A_LONGER_NAME        I 000010", "_SYMBOL N", "RG_HI                F 3.200000E+000",
        "", "_END 0040", "",
    ]  # fmt: skip
    (tmp_path / "main.cld").write_bytes(of_dsplnk())
    dsp = Dsp56001()
    assert dsp.load(tmp_path / "main.cld") == {"START": 0x40, "COUNT": 7, "A_LONGER_NAME": 0x10}
    assert (dsp.p[0x40:0x42], dsp.x[0x10], dsp.regs.pc) == ([0x0AF080, 0x40], 0x123456, 0x40)

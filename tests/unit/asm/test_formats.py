"""LOD and ELF; their content is that of the object file."""

import io
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from dsp56k.asm import assemble
from dsp56k.asm.formats import ASM31, coff_bytes, elf_bytes, lod_text, read_coff
from dsp56k.objects import coff as layout

SOURCE = """\
FILTER  ident   1,2             ; a comment
        org     p:$40
start   move    #>tab,r0
        nop
        jmp     start
        cobj    'the table'
        org     x:$10
tab     dc      1,2,3,4,5,6,7,8,9,10,11,12
        org     l:$80
        dc      $000001000002
        org     y:0,p:$200
over    dc      $AA
gain    equ     0.5
rate    equ     10.0
        symobj  gain,start
        end     start
"""


def test_lod() -> None:
    assert lod_text(assemble(SOURCE), version="1.0").split("\n") == [
        "_START FILTER 0001 0002 0000 DSP56000 1.0 ",
        "; a comment",
        "_DATA P 0040",
        "60F400 000010 000000 0C0040 ",
        "_COMMENT",
        "the table",
        "_DATA X 0010",
        "000001 000002 000003 000004 000005 000006 000007 000008 ",
        "000009 00000A 00000B 00000C ",
        "_DATA L 0080",
        "000001 000002 ",
        "_DATA P 0200",
        "0000AA ",
        "_SYMBOL P",
        "start                I 000040",
        "_SYMBOL X",
        "tab                  I 000010",
        "_SYMBOL Y",
        "over                 I 000000",
        "_SYMBOL N",
        "gain                 F 5.000000E-001",
        "rate                 F 1.000000E+001",
        "",
        "_END 0040",
        "",
    ]


def test_lod_of_the_early_assembler() -> None:
    # The format of ASM56000 3.1: lines of 10 words, only the selected symbols, CRLF.
    lines = lod_text(assemble(SOURCE), ASM31, "3.1").split("\r\n")
    assert lines[0] == "_START FILTER 0001 0002 0000 DSP56000 3.1"
    assert lines[7] == "000001 000002 000003 000004 000005 000006 000007 000008 000009 00000A "
    assert lines[-6:] == [
        "_SYMBOL N",
        "gain             F 0.500000     ",
        "_SYMBOL P",
        "start            I 000040",
        "_END 0040",
        "",
    ]


def test_the_early_assembler_writes_all_symbols_with_so() -> None:
    # ASM chapter 6 (OPT SO) and G.2.4; the order is that of G.3 and of the Music Kit's mkmon8k.lod, capitals first.
    text = (
        " opt so\n symobj a1st\n section s\na1st equ 1\n endsec\nAn_uncommonly_long_name equ 2\na3rd set 3\n"
        " org p:4\nhere nop\nhalf equ -0.5\n"
    )
    assert lod_text(assemble(text), ASM31).split("\r\n")[4:] == [
        "_SYMBOL N",
        "An_uncommonly_long_name I 000002",
        "a1st             I 000001",
        "half             F -0.500000    ",
        "_SYMBOL P",
        "here             I 000004",
        "_END 0004",
        "",
    ]


def test_symbols_of_set_stay_inside_unless_asked_for() -> None:
    # And 0.0 has no sign: both as LOD files of version 6.3.0 show it.
    text = "a set 1\nb set 2\nc equ -0.0\nd set 3\n symobj d\n nop\n"
    lines = lod_text(assemble(text)).split("\n")
    assert [line for line in lines if " I " in line or " F " in line] == [
        "c                    F 0.000000E+000",
        "d                    I 000003",
    ]
    module = coff_bytes(assemble(" section s\n xdef here\nhere set 1\nthere set 2\n nop\n endsec\n", relative=True))
    assert [symbol.name for symbol in read_coff("m.cln", module).symbol_table] == ["here"]


def test_lod_without_code_or_ident() -> None:
    assert lod_text(assemble(" org x:0\n dc 1\n", name="dir/Table.asm"), version="1").split("\n") == [
        "_START TABLE 0000 0000 0000 DSP56000 1 ",
        "",
        "_DATA X 0000",
        "000001 ",
        "",
        "_END",
        "",
    ]


def test_module_name_of_the_early_assembler() -> None:
    assert lod_text(assemble(" nop\n", name="spy.asm"), ASM31).startswith("_START SPY ")


def test_elf() -> None:
    obj = assemble(SOURCE)
    elf = ELFFile(io.BytesIO(elf_bytes(obj)))
    assert (elf["e_machine"], elf["e_type"], elf["e_entry"]) == (0xD560, "ET_EXEC", 0x40)
    words: dict[tuple[str, int], int] = {}
    for section in elf.iter_sections():
        space = {1: "P", 2: "X", 3: "Y", 4: "L"}.get(section["sh_flags"] >> 20)
        if space is None:
            continue
        data = section.data()
        found = [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]
        for offset, word in enumerate(found):
            if space == "L":
                words["XY"[offset & 1], section["sh_addr"] + offset // 2] = word
            else:
                words[space, section["sh_addr"] + offset] = word
    assert words == obj.words
    table = elf.get_section_by_name(".symtab")
    assert isinstance(table, SymbolTableSection)
    symbols = {symbol.name: symbol["st_value"] for symbol in table.iter_symbols() if symbol.name}
    assert symbols == {"start": 0x40, "tab": 0x10000010, "over": 0x20000000}
    assert elf.get_section_by_name(".p.0040") is not None
    assert elf.get_section_by_name(".p.0200.y.0000") is not None
    note = elf.get_section_by_name(".note.dsp56k")
    assert note is not None
    assert b"DSP56001" in note.data()


def test_emulator_loads_both(tmp_path: Path) -> None:
    from dsp56k.emu.loader import read_object

    obj = assemble(SOURCE)
    (tmp_path / "a.elf").write_bytes(elf_bytes(obj))
    (tmp_path / "a.lod").write_text(lod_text(obj))
    for name in ("a.elf", "a.lod"):
        program = read_object(tmp_path / name)
        words = {
            (block.space, block.address + at): word for block in program.blocks for at, word in enumerate(block.words)
        }
        assert words == obj.words
        assert program.start == obj.start
        assert program.symbols["tab"] == 0x10


def test_coff_begins_with_the_extents_of_text_and_data() -> None:
    written = coff_bytes(assemble(" org p:$40\n nop\n nop\n org x:$10\n dc 1\n org y:$20\n dc 2,3\n"))
    after_headers = written[layout.HEADER.size + layout.OPTIONAL.size :]
    sections = [layout.SECTION.unpack_from(after_headers, number * layout.SECTION.size) for number in range(2)]
    assert [(name, start, size) for name, start, _, _, _, size, *_ in sections] == [
        (b".text\0\0\0", 0x40, 2),
        (b".data\0\0\0", 0x10, 0x22 - 0x10),
    ]

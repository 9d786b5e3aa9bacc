"""Modules as Motorola's assembler 6.2.0 lays them out, written out by hand: their blocks, symbols and expressions.

All 36 modules that are published with their programs (github.com/LowellObservatory/ArcDSP) are read so: linked, they
give the same LOD text except for the version of the tool.
"""

import struct

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import ObjectFormatError, coff_bytes, read_coff
from dsp56k.asm.link import Linked, Module, link

PLACED, RELATIVE = 0x4100, 0x1100
NO_END = 0xFFFF_FFFF
TAIL = " section tail\n xdef finish\n org p:$80\nfinish rts\n endsec\nzero equ 0\n"


def symbol(name: bytes, value: tuple[int, int], section: int, kind: int, storage: int, *auxiliary: bytes) -> bytes:
    entry = struct.pack(">8s2IiIII", name, *value, section, kind, storage, len(auxiliary))
    return entry + b"".join(data.ljust(32, b"\0") for data in auxiliary)


def static(name: bytes, section: int, number: int, placed: int) -> bytes:
    """The symbol of a section of the file: a source's section by number, and how it is placed."""
    return symbol(name, (0, 0), section, 0, 3, b"", struct.pack(">3I", number, number, placed))


def module(placed: int = PLACED, end: bytes = b"") -> bytes:
    """`section MAIN / org p:$40 / START jmp finish / move x:<COUNT,x0 / org x:5 / COUNT dc START / endsec`."""
    texts = [
        b"MAIN 0001 0002 0000 DSP56000 6.2.0 ", b"(($0C0000&(~0<<12))|(3!{{finish}}@0#12&~(~0<<12)))",
        b"(($448000&~(~(~0<<6)<<8))|((4!{{COUNT}}@1#6&~(~0<<6))<<8))", b"{{START}}", end,
    ]  # fmt: skip
    offsets = [4 + sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))]
    strings = b"".join(text + b"\0" for text in texts)
    symbols = b"".join(
        [
            symbol(b".file", (0, 4), -2, 1, 200, b"main.asm"),
            static(b"GLOBAL", 1, 0, RELATIVE),
            symbol(b".cmt", (offsets[0], 4), -1, 0, 0),
            symbol(b".bs", (0, 4), -1, 0, 201, struct.pack(">2I", 1, 1)),
            static(b"MAIN", 2, 1, placed),
            symbol(b"finish", (1, 4), 0, 0, 210),
            symbol(b"LOCAL", (7, 4), -1, 4, 213),
            symbol(b"START", (0x40, 0), 2, 4, 213),
            static(b"MAIN", 3, 1, placed),
            symbol(b"COUNT", (5, 1), 3, 4, 210),
            symbol(b".es", (0, 4), -1, 0, 201, struct.pack(">2I", 1, 7)),
            symbol(b"ratio", struct.unpack(">II", struct.pack(">d", 0.5))[::-1], -1, 6, 210),
        ]
    )
    blocks = [(0, 0, []), (0x40, 0, [0x0C0000, 0x448000]), (5, 1, [0])]
    fixups = [[], [(0x40, offsets[1]), (0x41, offsets[2])], [(5, offsets[3])]]
    data_at = 28 + 56 + 52 * len(blocks)
    data = b"".join(struct.pack(">I", word) for _, _, words in blocks for word in words)
    entries = [b"".join(struct.pack(">3I", *fixup, 0) for fixup in group) for group in fixups]
    headers, at, relocations_at = b"", data_at, data_at + len(data)
    for (address, code, words), group in zip(blocks, entries, strict=True):
        counts = len(words), at, relocations_at, 0, len(group) // 12, 0, 0x40 if code else 0x20
        headers += struct.pack(">8s2I2I7I", b"MAIN", address, code, address, code, *counts)
        at, relocations_at = at + 4 * len(words), relocations_at + len(group)
    optional = struct.pack(">14I", 0, 0, offsets[4] if end else NO_END, 2, len(blocks), 3, 0, 0, 2, 6, 2, 0, 0, 0)
    header = struct.pack(">7I", 709, len(blocks), 0x460295E9, relocations_at, len(symbols) // 32, 56, 4)
    body = header + optional + headers + data + b"".join(entries) + symbols
    return body + struct.pack(">I", 4 + len(strings)) + strings


def linked(data: bytes) -> Linked:
    modules = [Module("main.cln", read_coff("main.cln", data)), Module("tail.cln", assemble(TAIL, relative=True))]
    return link(modules)


def test_a_module_of_motorolas_assembler_is_linked() -> None:
    obj = linked(module()).obj
    assert obj.ok
    assert obj.words == {("P", 0x40): 0x0C0080, ("P", 0x41): 0x448500, ("X", 5): 0x40, ("P", 0x80): 0x00000C}
    table = {(s.section, s.name, s.value, s.space, s.exported) for s in obj.symbol_table}
    assert {("MAIN", "START", 0x40, "P", False), ("MAIN", "COUNT", 5, "X", True)} <= table
    assert {("MAIN", "LOCAL", 7, "N", False), ("", "ratio", 0.5, "N", False)} <= table
    assert (obj.ident.name, obj.ident.version, obj.ident.revision, obj.start) == ("MAIN", 1, 2, 0x40)


def test_it_can_be_linked_in_two_steps() -> None:
    half = link([Module("main.cln", read_coff("main.cln", module()))], incremental=True)
    whole = linked(coff_bytes(half.obj))
    assert (whole.obj.words, whole.obj.ok) == (linked(module()).obj.words, True)


def test_its_end_is_the_start_address() -> None:
    assert linked(module(end=b"5!{{finish}}")).obj.start == 0x80


def test_a_static_symbol_with_one_auxiliary_entry_is_no_section() -> None:
    data = bytearray(module())
    struct.pack_into(">I", data, data.index(b".file\0") + 24, 3)
    assert read_coff("main.cln", bytes(data)).relocation == read_coff("main.cln", module()).relocation


def test_what_its_symbols_ask_for_must_be_there() -> None:
    alone = link([Module("main.cln", read_coff("main.cln", module()))])
    assert [diagnostic.code for diagnostic in alone.obj.diagnostics] == ["L0101"]


def test_relocatable_blocks_are_refused() -> None:
    with pytest.raises(ObjectFormatError, match=r"section header 1 .*: a relocatable block"):
        read_coff("main.cln", module(RELATIVE))

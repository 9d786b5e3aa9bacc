"""Findings of the fuzzing campaign, one test each."""

import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dsp56k.asm import ObjectFile, assemble
from dsp56k.asm.formats import ObjectFormatError, coff_bytes, elf_bytes, lod_text, p56_bytes, read_coff, read_lod
from dsp56k.asm.link import Library, MemoryFileError, Module, link, read_memory_file
from dsp56k.cli.motorola.dsplnk import link_command
from dsp56k.cli.objects import FileError, read_object_file
from dsp56k.emu import Dsp56001, LoadError
from dsp56k.objects.readers import read_lnk

LOD = b"_START A 0000 0000\n\n_DATA P 0000\n000000\n_SYMBOL N\n%b\n_END 0000\n"


def program() -> ObjectFile:
    return assemble("named equ 1.5\nother equ 7\n org p:\n nop\n", options=("S",))


def test_a_p56_file_that_begins_with_y_memory(tmp_path: Path) -> None:
    # Its first bytes are those of COFF's magic number.
    path = tmp_path / "y.p56"
    path.write_bytes(p56_bytes(assemble(" org y:5\n dc 7\n")))
    assert path.read_bytes().startswith(b"\0\0\x02")
    assert read_object_file(path).words == {("Y", 5): 7}


@pytest.mark.parametrize(("name", "kept"), [("my prog.asm", "MY_PROG"), (" .asm", "_")])
def test_a_file_name_with_blanks_is_one_field(name: str, kept: str) -> None:
    obj = assemble(" org p:0\n nop\n", name=name)
    for again in (read_lod("a.lod", lod_text(obj).encode()), read_coff("a.cld", coff_bytes(obj))):
        assert (again.ident.name.upper(), again.words) == (kept, {("P", 0): 0})


def test_forced_operands_without_end() -> None:
    # There are 2^60 subsets of them to force.
    start = time.process_time()
    obj = assemble(" force short\n move " + " 1" * 60 + "\n")
    assert [entry.code for entry in obj.diagnostics] == [entry.code for entry in assemble(" move 1 2 3\n").diagnostics]
    assert time.process_time() - start < 1


@pytest.mark.parametrize("symbol", [b"ratio F inf", b"ratio F nan", b"ratio F 1e999", b"\x01\x02 I 000001"])
def test_symbols_that_no_format_holds(symbol: bytes) -> None:
    assert read_lod("a.lod", LOD % b"ratio F 0.5").symbols == {"ratio": 0.5}
    with pytest.raises(ObjectFormatError, match=r"^a\.lod:6: "):
        read_lod("a.lod", LOD % symbol)


def double(value: float) -> bytes:
    """Return a number as in COFF, the low word first."""
    return struct.pack(">d", value)[4:] + struct.pack(">d", value)[:4]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.replace(double(1.5), double(float("inf"))), "not a finite number"),
        (lambda data: data.replace(b"named\0", b"na ed\0"), "cannot be the name of a symbol"),
        (lambda data: data.replace(b"named\0", b"\0\0\0\0\0\0"), "cannot be the name of a symbol"),
    ],
)
def test_coff_symbols_that_no_format_holds(change: Callable[[bytes], bytes], message: str) -> None:
    data = coff_bytes(program())
    assert change(data) != data
    with pytest.raises(ObjectFormatError, match=message):
        read_coff("a.cld", change(data))


def module(change: Callable[[bytes], bytes]) -> bytes:
    data = coff_bytes(assemble("one equ *+two\n org p:\nthree jmp >one\n org p:one,y:\n dc three\n", relative=True))
    assert change(data) != data
    return change(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:27] + bytes([data[27] | 2]) + data[28:], "f_flags at byte 24: an executable file"),
        (lambda data: data.replace(b"{((", b"\0(("), "an overlay without an address"),
        (lambda data: data.replace(b"GLOBAL\0\0", b"\0\0\0\0\0\0\0\0"), "cannot be the name of a section"),
    ],
)
def test_modules_that_cannot_be(change: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(ObjectFormatError, match=message):
        read_coff("a.cln", module(change))


def test_sections_of_one_name() -> None:
    data = coff_bytes(assemble(" section one\n nop\n endsec\n section two\n nop\n endsec\n", relative=True))
    assert data.count(b"two\0") == 1
    with pytest.raises(ObjectFormatError, match="two sections with the same name"):
        read_coff("a.cln", data.replace(b"two\0", b"one\0"))
    records = b"_START PROG 0001 0002 0000 DSP56000 3.00\n\n_SECTION one 0001 0001\n_SECTION %b 0002 0002\n_END\n"
    relocation = read_lnk("a.lnk", records % b"two").relocation
    assert relocation is not None
    assert relocation.sections == ["one", "two"]
    with pytest.raises(ObjectFormatError, match="two sections with the same name"):
        read_lnk("a.lnk", records % b"one")


@pytest.mark.parametrize(("old", "new"), [(b"_SECTION one", b"_SECTION \1ne"), (b"other", b"\1ther")])
def test_link_file_names_that_no_format_holds(old: bytes, new: bytes) -> None:
    records = b"_START PROG 0001 0002 0000 DSP56000 3.00\n\n_SECTION one 0001 0001\n_XREF 0001\nother\n_END\n"
    assert read_lnk("a.lnk", records).relocation is not None
    with pytest.raises(ObjectFormatError, match="cannot be the name of a s"):
        read_lnk("a.lnk", records.replace(old, new))


@pytest.mark.parametrize("text", [b"a\nb", b"a\rb"])
def test_comments_of_two_lines(text: bytes) -> None:
    data = coff_bytes(assemble(" ident 1,2 ; xxy\n cobj 'xyx'\n nop\n"))
    assert data.count(b"xyx") == 1
    obj = read_coff("a.cld", data.replace(b"xyx", text).replace(b"xxy", text))
    again = read_lod("a.lod", lod_text(obj).encode())
    assert (again.words, again.records[0]) == (obj.words, obj.records[0])


def test_lines_in_any_order() -> None:
    data = coff_bytes(assemble(" org p:0\n rti\n rti\n rti\n"))
    first, last = (struct.pack(">III", address, 0, line) for address, line in ((0, 2), (2, 4)))
    swapped = read_coff("a.cld", data.replace(first, b"!" * 12).replace(last, first).replace(b"!" * 12, last))
    assert [[index, line] for index, _, line in swapped.runs[0].lines] == [[0, 2], [1, 3], [2, 4]]
    assert elf_bytes(swapped) == elf_bytes(read_coff("a.cld", data))


def test_expressions_of_sections_that_a_module_does_not_have() -> None:
    obj = assemble(" org p:\nthree jmp >three\n", relative=True)
    (run,) = obj.runs
    run.fixups = [(index, text.replace("]:$1", "]:$8")) for index, text in run.fixups]
    linked = link([Module("a", obj)], incremental=True)
    assert [entry.code for entry in linked.obj.diagnostics] == ["L0103"]


@pytest.mark.parametrize("name", [b"ot er", b"\0ther", b"o\nher"])
def test_elf_symbols_that_no_format_holds(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / "a.elf"
    path.write_bytes(elf_bytes(program()).replace(b"\0other\0", b"\0" + name + b"\0"))
    with pytest.raises(LoadError, match="cannot be the name of a symbol"):
        Dsp56001().load(path)
    with pytest.raises(ObjectFormatError, match="cannot be the name of a symbol"):
        read_object_file(path)


@pytest.mark.parametrize("options", [["-bl.cld", "-m"], ["-m", "-b"], ["-b"], ["-i", "-bl.cln", "-m"]])
def test_a_module_behind_an_option_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    module = coff_bytes(assemble(" org p:\n nop\n", relative=True))
    Path("a.cln").write_bytes(module)
    assert link_command([*options, "a.cln"]) == link_command([*options, "a.cln", "a.cln"]) == 0
    assert Path("a.cln").read_bytes() == module


ASKS = (
    "@def(a)", "@def('a')", "@cnt()", "@arg(1)", "@arg('a')", "@mac(a)", "@mxp()", "@ctr(L)", "@lcv(R)", "@lst()",
    "@ccc()", "@rel()", "@rnd()",
)  # fmt: skip


@pytest.mark.parametrize("function", [*ASKS, *(f"1+(-{text}*2)" for text in ASKS), "@rnd", "@mxp"])
def test_functions_that_ask_the_assembler_are_no_link_expressions(function: str, tmp_path: Path) -> None:
    text = f"_START A 0 0\n\n_SECTION GLOBAL 0 0\n_DATA R P 0000 {{{function}}}@4#0\n_ENDSEC\n_END\n"
    obj = link([Module("a.lnk", read_lnk("a.lnk", text.encode()))]).obj
    [found] = obj.diagnostics
    assert (obj.ok, found.code) == (False, "L0103")
    assert "The function needs a source, which a linker does not have" in found.message
    path = tmp_path / "a.ctl"
    path.write_text(f"SYMBOL n {function}\n")
    with pytest.raises(MemoryFileError, match=r"a\.ctl:1: .*The function needs a source"):
        read_memory_file(path)


def test_every_other_function_is_a_link_expression(tmp_path: Path) -> None:
    path = tmp_path / "a.ctl"
    path.write_text("SYMBOL n @max(3,@cvi(4.5))+@len('abc')+@exp(@def(a))\n")
    assert read_memory_file(path).symbols == {"n": ("N", 7)}


def test_a_name_that_a_section_keeps_is_looked_for_by_another_one() -> None:
    # When the module that defines it is reached, nobody misses it any more; the last module does so again.
    sources = {
        "main": " section m\n xref one,own,two\n org p:\n jsr one\n jsr own\n jsr two\n endsec\n",
        "one": " section s\n xref wanted\n xdef one\n org p:\none jsr wanted\n endsec\n",
        "own": " section s\n xdef own\n org p:\nown nop\nwanted nop\n endsec\n",
        "last": " section u\n xdef wanted\n org p:\nwanted nop\n endsec\n",
        "two": " section t\n xref wanted\n xdef two\n org p:\ntwo jsr wanted\n endsec\n",
    }
    main, *others = (Module(name, assemble(text, relative=True)) for name, text in sources.items())
    linked = link([main, Library("l", tuple(others))])
    assert linked.obj.ok, linked.obj.diagnostics
    assert [module.name for module in linked.modules] == ["main", "one", "own", "two", "last"]


@pytest.mark.parametrize(
    ("record", "message"),
    [("_DATA R L 0000 $1 $2 $3", "must have pairs of words"), ("_BLOCKDATA R L 0000 2 $1", "has two words")],
)
def test_l_memory_in_link_files_has_pairs_of_words(record: str, message: str) -> None:
    text = f"_START A 0 0\n\n_SECTION GLOBAL 0 0\n{record}\n_ENDSEC\n_END\n"
    with pytest.raises(ObjectFormatError, match=rf"^a\.lnk:\d: .*{message}"):
        read_lnk("a.lnk", text.encode())


def test_no_module_is_written_whose_start_no_reader_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cln").write_bytes(coff_bytes(assemble(" org p:\n nop\n", relative=True)))
    for terms, written in ((9_000, True), (11_000, False)):
        Path("a.ctl").write_text(f"START {'1+' * terms}1\n")
        line = ["-bl.cln", "-i", "-ra.ctl", "a.cln"]
        if written:
            assert link_command(line) == 0
            assert read_object_file(Path("l.cln")).relocation is not None
        else:
            with pytest.raises(FileError, match=r"cannot write .*l\.cln: a link expression is longer than 20000"):
                link_command(line)


def test_thousands_of_operators_behind_a_term_do_not_nest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"_START A 0 0\n\n_SECTION GLOBAL 0 0\n_DATA R P 0000 1{'#0' * 9_000}\n_ENDSEC\n_END\n"
    linked = link([Module("a", read_lnk("a.lnk", text.encode()))])
    assert (linked.obj.words, linked.obj.errors) == ({("P", 0): 1}, 0)

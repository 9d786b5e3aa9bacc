"""The linker: location of sections, names across modules, libraries, the memory control file, and errors."""

from pathlib import Path

import pytest

from dsp56k.asm import ObjectFile, assemble
from dsp56k.asm.formats import coff_bytes, read_coff
from dsp56k.asm.link import Library, Linked, MemoryControl, MemoryFileError, Module, link, map_text, read_memory_file
from dsp56k.asm.link.memory import Counter

MAIN = """
        section main
        xref    filter
        org     x:
state   ds      2
        org     p:
begin   move    #state,r0
        jsr     filter
        jmp     begin
        endsec
        end     0
"""
FILTER = """
        section fir
        xdef    filter
        org     p:
filter  do      #4,_last
        move    x:(r1)+,x0
_last   rts
        org     y:
taps    dc      taps,filter
ring    dsm     4
        endsec
"""


def module(name: str, text: str) -> Module:
    obj = assemble(text, relative=True)
    assert obj.ok, obj.diagnostics
    return Module(name, obj)


def codes(linked: Linked) -> list[str]:
    return [diagnostic.code for diagnostic in linked.obj.diagnostics]


def control(tmp_path: Path, text: str) -> MemoryControl:
    path = tmp_path / "board.ctl"
    path.write_text(text)
    return read_memory_file(path)


def words(obj: ObjectFile, space: str, address: int, count: int) -> str:
    return " ".join(f"{obj.words[space, at]:06X}" for at in range(address, address + count))


def test_sections_follow_one_another_by_memory_space() -> None:
    linked = link([module("main", MAIN), module("fir", FILTER)])
    assert codes(linked) == []
    assert words(linked.obj, "P", 0, 6) == "60F400 000000 0BF080 000006 0AF080 000000"
    assert words(linked.obj, "P", 6, 4) == "060480 000008 44D900 00000C"
    assert words(linked.obj, "Y", 0, 2) == "000000 000006"
    assert (linked.obj.symbols["ring"], linked.obj.start) == (4, 0)


def test_memory_control_file_places_sections(tmp_path: Path) -> None:
    text = (
        "; board\nident PROG 2 1 ; the comment\nstart filter\nbase x:$18,p:$40\n"
        "section fir p:$100,ye:$801\nsymbol spare x:$7\n"
    )
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, text))
    assert codes(linked) == []
    obj = linked.obj
    assert words(obj, "P", 0x40, 6) == "60F400 000018 0BF080 000100 0AF080 000040"
    # The buffer's section begins on the buffer's boundary.
    assert (obj.symbols["taps"], obj.symbols["ring"], obj.start) == (0x804, 0x808, 0x100)
    assert (obj.ident.name, obj.ident.version, obj.ident.revision) == ("PROG", 2, 1)
    assert [run.mapping for run in obj.runs if run.space == "Y"] == ["E"]


def test_named_sections_come_first_and_reserved_memory_stays_free(tmp_path: Path) -> None:
    linked = link(
        [module("main", MAIN), module("fir", FILTER)], control(tmp_path, "section fir\nreserve p:$2..$3\nmemory p:$f\n")
    )
    assert codes(linked) == []
    assert (linked.obj.symbols["filter"], linked.obj.symbols["begin"]) == (4, 8)


def test_reserved_long_memory_is_x_and_y_memory(tmp_path: Path) -> None:
    text = " section s\n org l:\nlong ds 2\n org x:\nhigh ds 2\n org y:\nlow ds 2\n endsec\n"
    for reserved, places in (("l:0..3", [4, 4, 4]), ("x:0..3", [4, 4, 0]), ("y:1..3", [4, 0, 4])):
        symbols = link([module("m", text)], control(tmp_path, f"reserve {reserved}\n")).obj.symbols
        assert [symbols[name] for name in ("long", "high", "low")] == places


def test_room_is_limited(tmp_path: Path) -> None:
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, "memory p:$8\n"))
    assert codes(linked) == ["L0106"]


def test_padding(tmp_path: Path) -> None:
    text = "secsize main p:$10\n"
    assert link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, text)).obj.symbols["filter"] == 16
    text = "secsize main p:150.0\n"
    assert link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, text)).obj.symbols["filter"] == 9
    text = "secsize main p:1e308\n"
    assert set(codes(link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, text)))) == {"L0106"}


@pytest.mark.parametrize(
    "text",
    ["bass x:0", "base x:0,q:1", "base x:10000", "base yb:0", "section", "reserve x:0", "ident A", "symbol a", "start",
     "map opt all", "map page 0", "map page 80,9", "map page 80,20,6,5", "map page 20,66,0,0,20",
     "map page 1,2,3,4,5,6", "map page x", "map page 1.5", "map fold", "secsize s x:many", "secsize s x:0",
     "secsize s x:99.0", "symbol a 1e999", "symbol a b+1", "symbol a *", "symbol a [1]:0", "symbol a {$1000000}#0",
     "reserve x:9..5",
     "ident A 1 70000"],
)  # fmt: skip
def test_bad_memory_control_files_name_the_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(MemoryFileError, match=r"board\.ctl:2: "):
        control(tmp_path, f"; one\n{text}\n")


def test_sections_of_the_memory_control_file_must_be_there(tmp_path: Path) -> None:
    # ASM, linker A.3 and A.4.
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, "section nowhere x:0\n"))
    assert (codes(linked), linked.obj.ok) == (["L0201"], False)
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, "section fir p:9\nsection fir\n"))
    assert (codes(linked), linked.obj.ok) == (["L0203"], True)


def test_several_records_of_a_section_add_up(tmp_path: Path) -> None:
    text = "section fir p:$100\nsection fir y:$40\n"
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, text))
    assert (linked.obj.symbols["filter"], linked.obj.symbols["taps"]) == (0x100, 0x40)


def test_the_section_outside_of_all_others_is_global(tmp_path: Path) -> None:
    text = " org p:\nouter nop\n section s\n org p:\ninner nop\n endsec\n"
    linked = link([module("m", text)], control(tmp_path, "base p:$40\nsection global pe:$100\n"))
    assert (codes(linked), linked.obj.symbols) == ([], {"outer": 0x100, "inner": 0x40})
    assert [(run.address, run.mapping) for run in linked.obj.runs] == [(0x100, "E"), (0x40, "")]


def test_values_may_be_expressions(tmp_path: Path) -> None:
    text = "ident A $10 2*3\nsymbol a 1<<4\nsymbol b x:$7+1\nsymbol c 0.5\nsymbol d y:200\nsecsize s p:8*4\n"
    settings = control(tmp_path, text)
    assert settings.ident is not None
    assert (settings.ident.version, settings.ident.revision) == (16, 6)
    assert settings.symbols == {"a": ("N", 16), "b": ("X", 8), "c": ("N", 0.5), "d": ("Y", 0x200)}
    assert settings.sizes == {("s", ("P", "")): 32}


def test_the_map_can_have_pages(tmp_path: Path) -> None:
    # ASM, linker 1.4.3.8.1.
    linked = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, "map page 40,20,2,3,4\n"))
    lines = map_text(linked).split("\n")
    assert [lines[first + 2] for first in (0, 20)] == [f"    dsp56k linker  source  Page {page}" for page in (1, 2)]
    assert all(len(line) <= 40 for line in map_text(linked).splitlines())


def test_unresolved_and_doubled_symbols() -> None:
    assert codes(link([module("main", MAIN)])) == ["L0101"]
    again = module("again", " section other\n xdef filter\n org p:\nfilter nop\n endsec\n")
    both = link([module("main", MAIN), module("fir", FILTER), again])
    assert codes(both) == ["L0102"]
    # A warning in the manual's list (linker A.3): the first definition counts.
    assert (both.obj.ok, both.obj.words["P", 3]) == (True, 6)


def test_unresolved_symbols_name_a_section_that_hides_them() -> None:
    # ASM 4.3.1.
    linked = link([module("main", MAIN), module("fir", FILTER.replace("xdef", "; "))])
    (diagnostic,) = linked.obj.diagnostics
    assert diagnostic.notes[0] == "section fir of fir defines it without XDEF"


def test_two_local_symbols_of_a_section_are_an_error() -> None:
    # ASM, linker A.4. The same constant twice, as of an included file, harms nobody.
    text = " section s\n org x:\nsame equ 5\n{} ds 1\n endsec\n"
    assert codes(link([module("a", text.format("one")), module("b", text.format("one"))])) == ["L0109"]
    assert codes(link([module("a", text.format("one")), module("b", text.format("two"))])) == []


def test_the_memory_control_file_can_resolve(tmp_path: Path) -> None:
    linked = link([module("main", MAIN)], control(tmp_path, "symbol filter p:$200\n"))
    assert codes(linked) == []
    assert linked.obj.words["P", 3] == 0x200


def test_libraries_give_what_is_missing() -> None:
    other = module("other", " section o\n xdef unused\n org p:\nunused nop\n endsec\n")
    library = Library("io", (other, module("fir", FILTER)))
    linked = link([module("main", MAIN), library])
    assert [entry.name for entry in linked.modules] == ["main", "fir"]
    # A library is searched at its position: before the module no symbol is missing.
    assert codes(link([library, module("main", MAIN)])) == ["L0101"]
    assert [m.name for m in link([library], wanted=["unused"]).modules] == ["other"]


def test_parts_of_a_section_share_their_names() -> None:
    first = module("a", " section s\n org x:\none dc two\n endsec\n")
    second = module("b", " section s\n org x:\ntwo dc one\n endsec\n")
    linked = link([first, second])
    assert codes(linked) == []
    assert words(linked.obj, "X", 0, 2) == "000001 000000"


def test_case_can_be_ignored() -> None:
    main = module("main", " org p:\n jmp Label\n")
    other = module("other", " org p:\nLABEL nop\n")
    assert codes(link([main, other])) == ["L0101"]
    linked = link([main, other], ignore_case=True)
    assert (codes(linked), list(linked.obj.symbols)) == ([], ["label"])


def test_fields_too_small_are_errors() -> None:
    far = module("far", " org x:$1000\nfar ds 1\n")
    linked = link([module("main", " org p:\n move x:<far,x0\n"), far])
    assert codes(linked) == ["L0104"]


def test_wrong_memory_space_is_a_warning() -> None:
    linked = link([module("main", " org p:\n move y:<here,x0\n org x:\nhere ds 1\n")])
    assert (codes(linked), linked.obj.ok) == (["L0105"], True)


def test_relocatable_overlay_runs_elsewhere() -> None:
    text = " section s\n org p:\nspot ds 4\n nop\n org p:spot,y:\nover jmp over\n endsec\n"
    linked = link([module("m", text)], MemoryControl(bases={("P", ""): 0x40, ("Y", ""): 0x80}))
    assert codes(linked) == []
    assert words(linked.obj, "Y", 0x80, 2) == "0AF080 000040"
    assert linked.obj.symbols["over"] == 0x40


def test_overlays_at_an_external_base() -> None:
    # The example of ASM 4.7.2.
    over = """
        section overlay1
        xref    ovlbase
        xdef    ovl1,o1size
        org     x:
ovl1
        org     p:ovlbase,x:
first   nop
        jmp     first
o1end   org     x:
o1size  equ     *-ovl1
        endsec
"""
    project = """
        section ovlproject
        xdef    ovlbase
        xref    ovl1,o1size
        org     pi:
ovlbase ds      $40
        move    #ovl1,r0
        move    #o1size,b1
        endsec
"""
    settings = MemoryControl()
    for origin in ("xe:100", "pi:40"):
        settings.origin(origin)
    linked = link([module("project", project), module("over1", over)], settings)
    assert codes(linked) == []
    assert words(linked.obj, "X", 0x100, 3) == "000000 0AF080 000040"
    assert words(linked.obj, "P", 0x80, 4) == "60F400 000100 55F400 000003"
    assert (linked.obj.symbols["ovl1"], linked.obj.symbols["first"]) == (0x100, 0x40)


def test_incremental_linking_leaves_symbols_open() -> None:
    half = link([module("main", MAIN)], incremental=True)
    assert codes(half) == []
    assert half.obj.relocation is not None
    assert half.obj.relocation.externals == [(1, "filter")]
    assert link([Module("half", half.obj), module("fir", FILTER)]).obj.words == link(
        [module("main", MAIN), module("fir", FILTER)]
    ).obj.words  # fmt: skip


def test_incremental_linking_takes_the_name_and_the_start(tmp_path: Path) -> None:
    # ASM, linker 1.4.3.1 and 1.4.3.2.
    settings = control(tmp_path, "ident WHOLE 3 4\nstart filter\nbase p:$40\n")
    whole = link([module("main", MAIN), module("fir", FILTER)], settings, incremental=True)
    linked = link([Module("whole", whole.obj)])
    assert (linked.obj.ident.name, linked.obj.ident.version, linked.obj.start) == ("WHOLE", 3, 6)


EQUATES = """
        section s
        xdef    later,far
        xref    base,rate
        org     x:
here    ds      1
        org     p:
        move    #twice,r0
twice   equ     base*2+1
far     equ     x:base+$100
half    equ     rate/2.0
later   equ     twice-far+here
        org     x:
        dc      twice,far,half,later
        endsec
"""


def test_equates_of_external_symbols() -> None:
    modules = [module("a", EQUATES), module("b", "base equ 5\nrate equ 0.5\n org p:\n move #later,x0\n")]
    bases: dict[Counter, int] = {("X", ""): 0x20}
    linked = link(modules, MemoryControl(bases=dict(bases)))
    assert codes(linked) == []
    assert words(linked.obj, "X", 0x21, 4) == "00000B 000105 200000 FFFF26"
    assert words(linked.obj, "P", 0, 4) == "44F400 FFFF26 60F400 00000B"
    symbols = linked.obj.symbols
    assert {name: symbols[name] for name in ("twice", "far", "half", "later")} == {
        "twice": 11, "far": 0x105, "half": 0.25, "later": -218
    }  # fmt: skip
    assert next(s.space for s in linked.obj.symbol_table if s.name == "far") == "X"
    # Through the file format and in two steps, too.
    stored = read_coff("m.cln", coff_bytes(link(modules, incremental=True).obj))
    again = link([Module("m", stored)], MemoryControl(bases=dict(bases)))
    assert (again.obj.words, again.obj.symbols) == (linked.obj.words, symbols)


def test_external_fractions_in_long_memory() -> None:
    # As long as the assembler makes them of constants.
    text = " org l:\n dc f,-f,f*f,n\n"
    constants = "f equ 0.3\nn equ -5\n"
    assert link([module("a", text), module("b", constants)]).obj.words == assemble(constants + text).words


def test_what_is_no_fraction_is_limited() -> None:
    # ASM, linker A.3.
    linked = link([module("a", " org x:\n dc f,-f\n"), module("b", "f equ 1.5\n")])
    assert (codes(linked), words(linked.obj, "X", 0, 2)) == (["L0110", "L0110"], "7FFFFF 800000")


def test_equates_that_depend_on_one_another() -> None:
    first = module("a", " section sa\n xdef one\n xref two\none equ two+1\n endsec\n")
    second = module("b", " section sb\n xdef two\n xref one\ntwo equ one+1\n endsec\n")
    linked = link([first, second])
    assert codes(linked) == ["L0103"]
    assert "depends on itself" in linked.obj.diagnostics[0].message
    chain = [
        module(str(n), f" section s{n}\n xdef e{n}\n xref e{n + 1}\ne{n} equ e{n + 1}+1\n endsec\n") for n in range(60)
    ]
    linked = link([*chain, module("end", "e60 equ 0\n")])
    assert codes(linked) == ["L0103"]
    assert "depends on too many others" in linked.obj.diagnostics[0].message
    assert codes(link([*reversed(chain), module("end", "e60 equ 0\n")])) == []


def test_static_sections_move_with_what_is_around_them() -> None:
    linked = link([module("m", " org p:\n nop\n section s static\ninner nop\n endsec\nouter nop\n")])
    assert (linked.obj.symbols["inner"], linked.obj.symbols["outer"]) == (1, 2)


def test_mode_changes_between_absolute_and_relocatable() -> None:
    text = " section s\n org p:\nc0 nop\n mode absolute\n org p:$100\nc1 nop\n mode rel\nc2 nop\n endsec\n"
    linked = link([module("m", text)], MemoryControl(bases={("P", ""): 0x40}))
    assert [linked.obj.symbols[name] for name in ("c0", "c1", "c2")] == [0x40, 0x100, 0x41]


def test_counters_have_their_own_bases() -> None:
    text = " section s\n org xl:\nlow ds 1\n org xh:\nhigh ds 1\n endsec\n"
    settings = MemoryControl()
    settings.origin("xli:100")
    settings.origin("XHE:$2000")
    linked = link([module("m", text)], settings)
    assert (linked.obj.symbols["low"], linked.obj.symbols["high"]) == (0x100, 0x2000)


def test_the_map_lists_sections_and_symbols(tmp_path: Path) -> None:
    linked = link([module("main", MAIN), module("fir", FILTER)])
    text = map_text(linked)
    assert "  P       0006   0009        4  fir" in text
    assert "  filter                   P  000006         fir" in text
    short = link([module("main", MAIN), module("fir", FILTER)], control(tmp_path, "map opt nosymname,nosymval\n"))
    assert "filter" not in map_text(short)


def test_the_map_lists_absolute_blocks_among_the_others() -> None:
    text = " section s\n org p:\n nop\n org pe:$40\n nop\n endsec\n org p:\n nop\n"
    listed = map_text(link([module("m", text)])).partition("Symbols")[0].split("\n")
    rows = [
        "  P       0000   0000        1  GLOBAL",
        "  P       0001   0001        1  s",
        "  PE      0040   0040        1  s (absolute, m)",
    ]
    assert [line for line in listed if line.startswith("  P")] == rows * 2


def test_overlaps_are_on_the_map() -> None:
    linked = link([module("a", " org p:$10\n nop\n"), module("b", " org p:$10\n nop\n")])
    assert "Memory overlap at P:0010" in map_text(linked)


def test_overlaps_of_storage_are_on_the_map(tmp_path: Path) -> None:
    # "sections of code or data may overlap. The linker flags this memory overlap" (ASM, linker 1.4.3.4).
    text = " section {0}\n org {1}:\n ds 16\n endsec\n"
    modules = [module(name, text.format(name, space)) for name, space in (("one", "x"), ("two", "x"), ("long", "l"))]
    linked = link(modules, control(tmp_path, "section one x:$10\nsection two x:$1F\nsection long l:$2E\n"))
    assert [line for line in map_text(linked).split("\n") if "overlap" in line] == [
        "Memory overlap at X:001F",
        "Memory overlap at X:002E",
    ]
    apart = link(modules, control(tmp_path, "section one x:$10\nsection two x:$20\nsection long l:$30\n"))
    assert "overlap" not in map_text(apart)


def test_a_symbol_that_a_module_defines_cannot_be_given_another_value(tmp_path: Path) -> None:
    linked = link([module("fir", FILTER)], control(tmp_path, "symbol filter p:$10\n"))
    assert codes(linked) == ["L0202"]


def test_a_start_outside_program_memory_is_an_error(tmp_path: Path) -> None:
    assert codes(link([module("fir", FILTER)], control(tmp_path, "start $20000\n"))) == ["L0107"]


def test_an_unreadable_link_expression_names_its_place() -> None:
    broken = module("main", " org p:$20\n jmp away\n")
    broken.obj.runs[0].fixups[0] = (1, "{away@4#0")
    other = module("other", " org p:\naway nop\n")
    linked = link([broken, other])
    assert codes(linked) == ["L0103"]
    assert "main P:$0021" in linked.obj.diagnostics[0].message


def test_more_errors_than_anyone_reads_are_counted() -> None:
    linked = link([module("m", "".join(f" dc none{number}\n" for number in range(1100)))])
    assert (codes(linked)[-1], len(codes(linked)), linked.obj.errors) == ("L0108", 1001, 1100)


def test_many_warnings_hide_no_error() -> None:
    text = " org p:\n" + " jmp >far\n" * 1100 + " dc none\n"
    linked = link([module("m", text), module("far", " org x:\nfar ds 1\n")])
    shown = codes(linked)
    assert [shown.count(code) for code in ("L0101", "L0105", "L0108")] == [1, 1000, 1]
    assert (linked.obj.errors, linked.obj.warnings) == (1, 1100)


@pytest.mark.parametrize("base", ["tail-$1000", "tail+$fffe"])
def test_overlays_must_run_in_memory(base: str) -> None:
    text = f" section s\n xref tail\n org p:{base},y:\n nop\n nop\n nop\n endsec\n"
    linked = link([module("m", text), module("tail", " org p:\ntail nop\n")])
    assert codes(linked) == ["L0106"]


def test_an_unresolved_symbol_is_reported_with_its_places() -> None:
    source = " section s\n org p:\n nop\n" + " jsr nowhere\n" * 7 + " endsec\n"
    linked = link([Module("m.cln", assemble(source, name="m.asm", relative=True))])
    (diagnostic,) = linked.obj.diagnostics
    assert diagnostic.notes[0] == "referred to at m.cln P:$0002 (m.asm:4)"
    assert len(diagnostic.notes) == 6
    assert diagnostic.notes[-1] == "and 2 more"

"""The listing: its columns, and layout, titles, pages, cycle counts, messages, constants (ASM chapter 6 and E.2)."""

import re
from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file
from dsp56k.asm.formats import listing_text


def listed(source: str) -> list[str]:
    """The lines of the source on an asm56000 listing that fits on one page."""
    lines = listing_text(assemble(f" page 132\n{source}"), clocks=False, pages=True).split("\n")
    return [line.rstrip() for line in lines[5 : lines.index("0    Errors") - 1]]


def test_comments_are_folded_where_fc_is_on() -> None:
    # Lines 142 to 145 of ASM figure E-1.
    assert listed("p equ *\n opt fc\n move #0,m6 ;initialize twiddle\n ;for reverse carry\n opt nofc\n nop ; no\n")[
        2:
    ] == [
        "4         P:0000 0500A6            move              #0,m6",
        "                                   ;initialize twiddle",
        "5",
        "                                   ;for reverse carry",
        "6                                  opt     nofc",
        "7         P:0001 000000            nop                                       ; no",
    ]


def test_unreported_comments_are_not_listed() -> None:
    # ASM chapter 6, ;; and 2.4.5. A ;; in a string or in another comment begins none, and lines of COMMENT stay.
    source = " nop ;; a\n ;; b\n;; c\nl ;; d\n dc ';;' ; ;; e\nm macro\n nop ;; f\n;; g\n endm\n"
    lines = listing_text(assemble(f"{source} comment *\n;; h\n*\n"), clocks=False).split("\n\n")[0]
    assert [(int(line[:5]), line[24:].strip()) for line in lines.split("\n")] == [
        (1, "nop"),
        (4, "l"),
        (5, "dc ';;' ; ;; e"),
        (6, "m macro"),
        (7, "nop"),
        (9, "endm"),
        (10, "comment *"),
        (11, ";; h"),
        (12, "*"),
    ]


def test_pretty_printing_is_turned_off_and_on() -> None:
    assert listed(" opt nopp\n nop\t;a\n opt pp\n nop ;a\n")[1:] == [
        "3         P:0000 000000   nop    ;a",
        "4                         opt pp",
        "5         P:0001 000000            nop                                       ;a",
    ]


def test_cycle_counts_begin_anew_with_cc_and_go_on_with_contc() -> None:
    lines = listed(" nop\n opt cc\n nop\n opt nocc\n nop\n opt contc\n jmp *\n opt cc\n nop\n")
    assert [line for line in lines if "P:" in line] == [
        "2         P:0000 000000            nop",
        "4         P:0001 000000  [2 -        2]           nop",
        "6         P:0002 000000            nop",
        "8         P:0003 0C0003  [4 -        6]           jmp     *",
        "10        P:0004 000000  [2 -        2]           nop",
    ]


def test_clocks_of_lines_that_are_not_listed_count() -> None:
    text = listing_text(assemble(" nolist\n nop\n nop\n list\n nop\n"))
    assert "[2 -        6]" in text


def test_a_title_holds_until_the_next_one() -> None:
    source = " page 80,12\n title 'One'\n page\n nop\n title 'Two'\n stitle 'b'\n page\n nop\n title\n page\n nop\n"
    lines = listing_text(assemble(source), clocks=False, pages=True).split("\n")
    heads = [lines[number + 1 : number + 3] for number, line in enumerate(lines) if "Page" in line]
    assert heads[:4] == [["", ""], ["One", ""], ["Two", "b"], ["", "b"]]


def test_page_keeps_what_is_left_out() -> None:
    source = " page 60,20,2,3,4\n page ,,1\n nop\n"
    settings = assemble(source).listing_settings
    assert (settings.width, settings.length, settings.top, settings.bottom, settings.left) == (60, 20, 1, 3, 4)


def test_lines_in_front_of_page_have_its_width() -> None:
    # As in the listings of version 6.3.0: the second pass begins with the state at the end of the first.
    comment = "; " + "wide " * 20
    text = listing_text(assemble(f"{comment}\n page 132\n nop\n"), clocks=False, pages=True)
    assert f"{comment.rstrip()}\n" in text


def test_constants_are_listed_with_their_addresses() -> None:
    assert listed(" opt cex\n org l:4\n dc 1,2\n org x:5,y:9\nt dc 'abcdef',3\n")[2:] == [
        "4         L:0004 000000            dc      1,2",
        "     d    L:0004 000001",
        "     d    L:0005 000000",
        "     d    L:0005 000002",
        "5         X:0005 Y:0009                   org     x:5,y:9",
        "6         X:0005 Y:0009 616263  t         dc      'abcdef',3",
        "     d    X:0006 Y:000A 646566",
        "     d    X:0007 Y:000B 000003",
    ]


def test_a_definition_within_an_expansion_has_both_flags() -> None:
    # ASM E.2.
    lines = listed("outer macro\ninner macro\n nop\n endm\n endm\n opt mex\n outer\n")
    assert [line[5:7] for line in lines[-2:]] == ["m+", "m+"]


def test_the_gap_that_aligns_a_buffer_is_unused() -> None:
    # ASM 1.7 and E.4.
    text = listing_text(assemble(" opt mu\n org x:$10\n ds 3\nbuf dsm 16\n dsr 4\n"))
    report = text[text.index("X Memory") :].split("\n")
    assert report[3:8] == [
        "0000     000F       16     UNUSED",
        "0010     0012        3     DATA",
        "0013     001F       13     UNUSED",
        "0020     002F       16     MOD       buf",
        "0030     0033        4     REV",
    ]


def test_the_listing_shows_text_as_it_was_written(tmp_path: Path) -> None:
    for encoding in ("utf-8", "cp1252"):
        (tmp_path / "a.asm").write_bytes(" nop ; ö\n".encode(encoding))
        assert "nop ; ö" in listing_text(assemble_file(tmp_path / "a.asm"), clocks=False)


def test_messages_stand_before_their_lines() -> None:
    # ASM 1.5 and E.2, also where the rest of the statement could be used.
    source = "lab equ later\n foo\n dc 1,bar,2\n.x set 1\nlater equ 1\n if 1\n"
    lines = listing_text(assemble(source), clocks=False).split("\n")
    heads = [line.split()[1] if line.startswith("****") else line[:2].strip() for line in lines]
    assert [head for head in heads if head] == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "6", "6", "5", "0"]


def test_memory_blocks_have_the_label_in_front_of_them() -> None:
    code = "m macro\n nop\n endm\n org p:4\nalone\n nop\n org p:8\ncall m\n"
    text = listing_text(assemble(f" opt mu\n{code} org y:0\n buffer m,4\nin dc 1\n endbuf\n"))
    rows = [line.split() for line in text[text.index("Y Memory") :].split("\n") if "UNUSED" not in line]
    assert ["0000", "0000", "1", "CONST", "in"] in rows
    assert ["0001", "0003", "3", "DATA"] in rows
    assert ["0004", "0004", "1", "CODE", "alone"] in rows
    assert ["0008", "0008", "1", "CODE", "call"] in rows


def test_local_labels_are_symbols_under_loc() -> None:
    # ASM chapter 6, OPT.
    source = "m macro\n_in nop\n endm\n section s\n org p:4\n_l jmp _l\nnext nop\n_l jmp _l\n m\n endsec\n"
    text = listing_text(assemble(f" opt s,loc\n{source}"))
    assert text.count("_in...") == 0
    assert (
        "_l............int     00000004 s              LOCAL\n_l............int     00000006 s              LOCAL"
        in text
    )
    assert "_l...." not in listing_text(assemble(f" opt s\n{source}"))


def test_pages_have_banner_title_margins_and_breaks() -> None:
    source = " title 'Filter'\n stitle 'Part'\n page 60,12,1,1,4\n nop ; one\n page\n" + " nop\n" * 12
    text = listing_text(assemble(source, name="fir.asm"), pages=True, clocks=False)
    lines = text.split("\n")
    pages = [lines[first : first + 12] for first in range(0, len(lines), 12)]
    assert pages[0][1:5] == ["    dsp56k assembler  fir  Page 1", "", "", ""]
    assert [page[1:5] for page in pages[1:]] == [
        [f"    dsp56k assembler  fir  Page {number}", "    Filter", "    Part", ""]
        for number in range(2, len(pages) + 1)
    ]
    fed = listing_text(assemble(f" opt ff\n{source}"), pages=True, clocks=False).split("\f\n")
    assert len(fed) == len(pages)
    assert [page.split("\n")[2] for page in fed[1:]] == ["    Filter"] * (len(pages) - 1)
    assert any("nop" in line for line in pages[0])
    assert max(len(line) for line in text.split("\n")) <= 60


def test_a_page_has_66_lines_unless_page_says_otherwise() -> None:
    pages = listing_text(assemble(" opt ff\n" + " nop\n" * 150), pages=True).split("\f\n")
    assert [page.count("\n") for page in pages[:2]] == [66, 66]


def test_control_strings_go_to_the_printer_as_they_are() -> None:
    """From the first line before the first page, from the last line after everything (ASM chapter 6, PRCTL)."""
    obj = assemble(" prctl $1B,'E'\n nop\n prctl 'middle'\n nop\n prctl $1B,'X'\n")
    text = listing_text(obj, pages=True)
    assert text.startswith("\x1bEdsp56k assembler")
    assert re.search("nop\nmiddle4 ", text)
    assert text.endswith("\x1bX")


def test_lines_lie_as_in_motorolas_listings() -> None:
    # Columns as in the listings that ASM56000 6.3.0 made of public sources (docs/records/compatibility.md).
    source = """        page    132
; In column 1
five    equ     5       ; five
half    equ     0.5
        org     p:$40
start   move    x:(r0)+,x0 y:(r4)+,y0   ; both
        move    b,y:<five
        clr     a       #<five,r5
        mac     x0,y0,a y:(r4)+,y0
        jsr     >start  ; far
                        ; alone
        org     p:$80,p:$90
a_long_label dc 1
        end
"""
    lines = listing_text(assemble(source), clocks=False, pages=True).split("\n")
    assert lines[4:-6] == [
        "1                                  page    132",
        "2                        ; In column 1",
        "3         000005         five      equ     5                                 ; five",
        "4         5.000000E-001  half      equ     0.5",
        "5         P:0040                   org     p:$40",
        "6         P:0040 F09800  start     move              x:(r0)+,x0  y:(r4)+,y0  ; both",
        "7         P:0041 5F0500            move                          b,y:<five",
        "8         P:0042 350513            clr     a         #<five,r5",
        "9         P:0043 4EDCD2            mac     x0,y0,a               y:(r4)+,y0",
        "10        P:0044 0BF080            jsr     >start                            ; far",
        "                 000040",
        "11                                                                           ; alone",
        "12        P:0080 P:0090                   org     p:$80,p:$90",
        "13                               a_long_label",
        "14        P:0080 P:0090                   dc      1",
        "15                                        end",
    ]


@pytest.mark.parametrize(
    ("options", "statement", "expected"),
    [
        ("pp", "tfr x1,a x:(r0)+,x0", ["start     tfr     x1,a    x:(r0)+,x0    ; go"]),
        ("pp,rc", "nop", ["start     nop     ; go"]),
        ("pp,fc", "nop", ["start     nop", "          ; go"]),
    ],
)
def test_fields_in_columns(options: str, statement: str, expected: list[str]) -> None:
    source = f" lstcol ,,8,12,2\n opt {options}\nstart {statement} ; go\n"
    listing = listing_text(assemble(source), clocks=False).split("\n")
    first = next(number for number, line in enumerate(listing) if "start" in line)
    column = listing[first].index("start")
    assert [line[column:] for line in listing[first : first + len(expected)]] == expected


def test_bodies_lie_as_they_are_written() -> None:
    # The operations of a definition are not distinguished; lines that show but a number are seven wide. So do
    # the listings of 3.1, 4.1.1 and 6.3.0.
    source = "get\tmacro\tdest\n\tmovep\tx:$ffeb,dest\n\tmpy\tx0,x1,a\ty:0,x1\n \n\tendm\n\t\n\n"
    lines = listing_text(assemble(source), clocks=False, pages=True).split("\n")
    assert lines[4:11] == [
        "1                        get       macro   dest",
        "2    m                             movep   x:$ffeb,dest",
        "3    m                             mpy     x0,x1,a   y:0,x1",
        "4    m ",
        "5    m                             endm",
        "6      ",
        "7      ",
    ]


def test_options_leave_lines_out() -> None:
    source = "m macro\n nop\n endm\n if 1\n m\n endif\n"
    assert " if 1" in listing_text(assemble(source))
    text = listing_text(assemble(source, options=["NOCL", "NOMC", "NOMD"]))
    assert " if 1" not in text
    assert "\n5" not in text


def test_nesting_levels() -> None:
    text = listing_text(assemble(" opt nl\n section s\n if 1\n nop\n endif\n endsec\n"), clocks=False)
    assert [line[7:10].strip() for line in text.split("\n")[:6]] == ["", "1", "2", "2", "1", ""]


def test_warnings_stand_before_their_lines() -> None:
    # ASM E.2: immediately before the line that they refer to.
    lines = listing_text(assemble(" org p:$40\n move #5,r0\n move x:(r0),x0\n nop\n"), clocks=False).split("\n")
    warning = next(number for number, line in enumerate(lines) if "WARNING" in line)
    assert lines[warning - 1].startswith("2 ")
    assert lines[warning] == (
        "**** 3 [source.asm 3]: WARNING --- Contents of R0, assigned in previous instruction, not available"
    )
    assert lines[warning + 1].startswith("3 ")
    assert sum("****" in line for line in lines) == 1


def test_messages_in_a_listing_name_the_line_of_the_file(tmp_path: Path) -> None:
    # As listings of 6.3.4 have it: the line of the listing, then the line of the file that called the macro.
    (tmp_path / "part.asm").write_text("say macro text\n msg 'I say ',text\n endm\n say 5\n dc 2.0\n")
    (tmp_path / "main.asm").write_text(" include 'part'\n")
    path = str(tmp_path / "part.asm")
    listing = listing_text(assemble_file(tmp_path / "main.asm"), clocks=False)
    assert [line for line in listing.split("\n") if line.startswith("****")] == [
        f"**** 6 [{path} 4]: I say 5",
        f"**** 7 [{path} 5]: WARNING --- Expression value outside fractional domain",
    ]


def test_clocks_and_addresses_of_a_listing() -> None:
    source = " org p:$40\nstart move #>tab,r0\n org x:$10\ntab dc 1\n org y:0,p:$200\nover dc 2\n"
    lines = listing_text(assemble(source)).splitlines()
    assert lines[1] == "2         P:0040 60F400  [4 -        4] start move #>tab,r0"
    assert lines[2] == "                 000010"
    assert lines[6].startswith("6         Y:0000 P:0200    ")
    assert lines[-2:] == ["0    Errors", "0    Warnings"]


def test_listing_of_data() -> None:
    assert len(listing_text(assemble(" dc 1,2,3\n")).splitlines()) == 4
    assert len(listing_text(assemble(" opt cex\n dc 1,2,3\n")).splitlines()) == 7


def test_listing_without_clocks_and_with_symbols() -> None:
    text = listing_text(assemble(" opt s\nabc equ 5\n nolist\n nop\n list\n"), clocks=False)
    assert "abc...........int     00000005" in text
    assert "nop" not in text

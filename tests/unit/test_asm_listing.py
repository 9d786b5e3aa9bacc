"""What changes in the middle of a listing: layout, titles, pages, cycle counts, constants (ASM chapter 6 and E.2)."""

from pathlib import Path

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
    # As in the listings of version 6.3.0: the second pass begins with what the first one left.
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

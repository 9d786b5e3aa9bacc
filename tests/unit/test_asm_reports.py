"""Listing reports and pages, hints for dialects, and SARIF."""

import json
import re
from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file, sarif_log
from dsp56k.asm.formats import listing_text

FIR = """        opt     cre,mu,loc
aaddr   equ     $10
n       equ     3
copy    macro   from
        move    x:from,x0
        endm
        org     x:aaddr
input   bsc     n+1
        org     x:$30
buffer  dsm     4
        ds      2
        org     y:$20
coeff   dc      .25,.5,.25
        section fir3
        org     p:,x:$100
start   move    #input,r0
        copy    $20
_l      jmp     _l
        endsec
"""


def test_memory_report_has_the_manuals_form() -> None:
    text = listing_text(assemble(FIR))
    report = text[text.index("Memory Utilization Report") :]
    x_memory = report[report.index("X Memory") : report.index("Y Memory")].split("\n")[2:-3]
    assert x_memory == [
        "Start    End     Length    Type      Label       Section     Overlay Address",
        "0000     000F       16     UNUSED",
        "0010     0013        4     CONST     input",
        "0014     002F       28     UNUSED",
        "0030     0033        4     MOD       buffer",
        "0034     0035        2     DATA",
        "0036     00FF      202     UNUSED",
        "0100     0102        3     CODE      start       fir3        P:0000(R)",
        "0103     FFFF    65277     UNUSED",
    ]
    assert "0000     0002        3     CODE      start       fir3        X:0100(L)" in report
    assert (
        "L Memory\n\nStart    End     Length    Type      Label       Section     Overlay Address\n0000     FFFF"
        in report
    )


def test_cross_reference_marks_definitions() -> None:
    text = listing_text(assemble(FIR))
    report = text[text.index("Symbol cross-reference listing:") :].split("\n")
    assert "aaddr.........    2*      7" in report
    assert "input.........    8*     16" in report
    assert "_l............   19*     19" in report
    assert "copy..........4" in text


def test_cross_reference_leaves_out_the_labels_of_expansions() -> None:
    """ASM figure E-2 has none of the local labels of its macro, although OPT LOC is on."""
    text = listing_text(assemble(" opt cre,loc\nm macro\n_in jmp _in\n endm\n m\n_out jmp _out\n"))
    report = text[text.index("Symbol cross-reference listing:") :]
    assert "_out" in report
    assert "_in" not in report


def test_a_listing_without_these_options_has_no_reports() -> None:
    text = listing_text(assemble("start nop\n jmp start\n"))
    assert "cross-reference" not in text
    assert "Memory Utilization" not in text


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


def test_control_strings_go_to_the_printer_as_they_are() -> None:
    """From the first line before the first page, from the last line behind everything (ASM chapter 6, PRCTL)."""
    obj = assemble(" prctl $1B,'E'\n nop\n prctl 'middle'\n nop\n prctl $1B,'X'\n")
    text = listing_text(obj, pages=True)
    assert text.startswith("\x1bEdsp56k assembler")
    assert re.search("nop\nmiddle4 ", text)
    assert text.endswith("\x1bX")


def test_lines_lie_as_in_motorolas_listings() -> None:
    # Columns as in the listings that ASM56000 6.3.0 made of public sources (docs/compatibility.md).
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
    # The operations of a definition are not told from one another; lines that show but a number are seven wide. So do
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


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (" inc a\n", "the DSP56001 has ADD"),
        (" .org p:4\n", "write ORG P:address"),
        (" ifdef x\n", "write IF @DEF(name)"),
        (" mvoe x0,a\n", "did you mean MOVE?"),
        ("here nop\n jmp hree\n", "did you mean here?"),
    ],
)
def test_hints(source: str, note: str) -> None:
    (entry,) = assemble(source).diagnostics
    assert any(note in text for text in entry.notes)


def test_sarif_log() -> None:
    obj = assemble("m macro\n jmp nowhere\n endm\n m\n org p:$fffff\n", name="a.asm")
    log = json.loads(json.dumps(sarif_log(obj.diagnostics)))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {entry.code for entry in obj.diagnostics}
    result = run["results"][0]
    assert (result["ruleId"], result["level"]) == ("A0212", "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a.asm"
    assert place["region"]["startLine"] == 2
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 4


def test_sarif_takes_any_name_and_text() -> None:
    obj = assemble(" dc {x}\n", name="my dir/50% ö.asm")
    (run,) = sarif_log(obj.diagnostics)["runs"]
    assert run["results"][0]["message"]["text"] == "Unexpected character {{ in expression"
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "Unexpected character ... in expression"
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20dir/50%25%20%C3%B6.asm"
    (run,) = sarif_log(assemble(" dc {x}\n", name="/tmp/a b.asm").diagnostics)["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "file:///tmp/a%20b.asm"


def test_the_symbol_table_lies_as_in_the_manual() -> None:
    # Two lines of figure E-2, and a symbol of a section under the heading of its column.
    source = " opt s\ndata equ 0\npoints equ 16\n section fir3\ninner set 3\n endsec\n"
    lines = listing_text(assemble(source), clocks=False).split("\n")
    table = lines[lines.index("Symbols:") :]
    assert table[2] == "Name          Type   Value     Section           Attributes"
    assert table[4:7] == [
        "data..........int     00000000                GLOBAL",
        "inner.........int     00000003 fir3           SET",
        "points........int     00000010                GLOBAL",
    ]


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


def test_sections_and_define_symbols_are_listed() -> None:
    # ASM E.2: between the macros and the symbols.
    source = " opt s\n define size '16'\nm macro\n endm\n section fir3\n endsec\n section fir3\n endsec\n"
    lines = listing_text(assemble(source, defines={"BOARD": "2"}), clocks=False).split("\n")
    tables = lines[lines.index("Macros:") : lines.index("Symbols:")]
    assert [line for line in tables if "." in line] == [
        "m.............3", "fir3..........5", "BOARD.........'2'", "size..........'16'"
    ]  # fmt: skip
    assert [line for line in tables if line.endswith(":")] == ["Macros:", "Sections:", "Define symbols:"]

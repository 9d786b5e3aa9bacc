"""The reports after a listing: symbols, cross reference, memory use (ASM E.2 to E.4)."""

from dsp56k.asm import assemble
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


def test_sections_and_define_symbols_are_listed() -> None:
    # ASM E.2: between the macros and the symbols.
    source = " opt s\n define size '16'\nm macro\n endm\n section fir3\n endsec\n section fir3\n endsec\n"
    lines = listing_text(assemble(source, defines={"BOARD": "2"}), clocks=False).split("\n")
    tables = lines[lines.index("Macros:") : lines.index("Symbols:")]
    assert [line for line in tables if "." in line] == [
        "m.............3", "fir3..........5", "BOARD.........'2'", "size..........'16'"
    ]  # fmt: skip
    assert [line for line in tables if line.endswith(":")] == ["Macros:", "Sections:", "Define symbols:"]

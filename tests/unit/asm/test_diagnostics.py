"""Diagnostics: locations, chains of expansion, suggestions, hints, and their output as text and as SARIF."""

import json
import re
from pathlib import Path

import pytest

from dsp56k.asm import Severity, assemble, assemble_file, render, render_all, sarif_log


def test_span_and_caret() -> None:
    obj = assemble(" org p:0\n move #unknown,x0\n")
    (diagnostic,) = obj.diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.length) == (2, 8, 7)
    assert render(diagnostic).splitlines() == [
        "source.asm:2:8: error[A0212]: Symbol undefined on pass 2: unknown",
        "     move #unknown,x0",
        "           ^^^^^^^",
    ]


def test_all_errors_of_a_run() -> None:
    obj = assemble(" mvoe x0,a\n dc 1/0\n add x0\n")
    assert [entry.span.line for entry in obj.diagnostics if entry.span] == [1, 2, 3]
    assert obj.errors == 3
    assert not obj.ok
    assert "did you mean move?" in render_all(obj.diagnostics)


def test_macro_chain() -> None:
    obj = assemble("inner macro arg\n dc arg\n endm\nouter macro\n inner missing\n endm\n outer\n", name="main.asm")
    (diagnostic,) = obj.diagnostics
    assert [(frame.kind, frame.name, frame.line) for frame in diagnostic.chain] == [
        ("macro", "inner", 5),
        ("macro", "outer", 7),
    ]
    assert diagnostic.span is not None
    assert diagnostic.span.line == 2
    assert render(diagnostic).splitlines()[-4:] == [
        "    in macro inner at main.asm:5",
        "        inner missing",
        "    in macro outer at main.asm:7",
        "        outer",
    ]


@pytest.mark.parametrize("line", ["dup 2", "dupa v,1,2", "dupc v,'12'", "dupf v,1,2"])
def test_a_repetition_is_at_its_first_line(line: str) -> None:
    (diagnostic,) = assemble(f" nop\n {line}\n nop\n dc missing\n endm\n").diagnostics
    assert [(frame.kind, frame.line, frame.text.strip()) for frame in diagnostic.chain] == [("repetition", 2, line)]


def test_include_chain(tmp_path: Path) -> None:
    (tmp_path / "main.asm").write_text(" nop\n include 'part'\n")
    (tmp_path / "part.asm").write_text("\n dc missing\n")
    (diagnostic,) = assemble_file(tmp_path / "main.asm").diagnostics
    assert diagnostic.span is not None
    assert diagnostic.span.file == str(tmp_path / "part.asm")
    assert diagnostic.chain[0].line == 2


def test_column_of_a_line_with_define() -> None:
    obj = assemble(" define LONG '1+2+3'\n dc LONG,missing\n")
    (diagnostic,) = obj.diagnostics
    assert diagnostic.span is not None
    assert diagnostic.span.text == " dc LONG,missing"
    assert diagnostic.span.column == 10
    assert "expanded to: dc 1+2+3,missing" in render(diagnostic)


def test_suggestion_for_a_symbol() -> None:
    obj = assemble("buffer_length equ 5\n dc bufer_length\n")
    assert obj.diagnostics[0].notes == ("did you mean buffer_length?",)


def test_symbols_of_other_sections_are_named() -> None:
    # ASM 4.3.1.
    text = (
        " section one\n xdef public\npublic equ 1\nprivate equ 2\n endsec\n dc private\n section two\n dc {}\n endsec\n"
    )
    notes = [
        [diagnostic.notes for diagnostic in assemble(text.format(name)).diagnostics] for name in ("public", "private")
    ]
    outside = ("section one defines it; XDEF in one would make it visible here",)
    assert notes == [
        [outside, ("section one defines it; XREF in two would make it visible here",)],
        [outside, ("section one defines it; XDEF in one and XREF in two would make it visible here",)],
    ]


def test_macros_of_other_sections_are_named() -> None:
    # ASM 4.3.2.
    obj = assemble(" section one\nsquare macro\n nop\n endm\n endsec\n square\n")
    assert obj.diagnostics[0].notes == ("it is a macro of section one, defined only there",)


def test_memory_bounds_name_the_address_that_is_outside() -> None:
    obj = assemble(" himem x:$20\n lomem x:$10\n org x:$e\n dc 1,2\n org x:$10\n dc 1\n org x:$20\n dc 1,2\n")
    assert [diagnostic.message.rpartition(" ")[2] for diagnostic in obj.diagnostics] == ["$000E", "$0021"]


def test_redefinition_points_to_the_first() -> None:
    obj = assemble("a_ equ 1\n\na_ equ 2\n")
    (diagnostic,) = obj.diagnostics
    (label,) = diagnostic.labels
    assert (label.span.file, label.span.line, label.span.column, label.span.length) == ("source.asm", 1, 1, 2)
    assert render(diagnostic).splitlines()[:6] == [
        "source.asm:3:1: error[A0209]: Symbol redefined: a_",
        "    a_ equ 2",
        "    ^^",
        "    source.asm:1:1: first defined here",
        "    a_ equ 1",
        "    --",
    ]


def test_later_chips_are_named() -> None:
    assert "DSP56002" in assemble(" dec b\n").diagnostics[0].message


def test_message_is_no_error() -> None:
    obj = assemble(" msg 'hello'\n")
    assert obj.ok
    assert obj.diagnostics[0].severity is Severity.MESSAGE
    assert (obj.errors, obj.warnings) == (0, 0)


def test_a_long_chain_is_shortened() -> None:
    (diagnostic,) = assemble("m macro\n m\n endm\n m\n").diagnostics
    calls = ["    in macro m at source.asm:2", "        m"]
    shown = render(diagnostic).splitlines()
    chain = shown[shown.index(calls[0]) :]
    left_out = len(diagnostic.chain) - 8
    expected = [*calls * 7, f"    … {left_out} more …", "    in macro m at source.asm:4", "        m"]
    assert chain == expected


@pytest.mark.parametrize(
    ("source", "note"),
    [
        ("Foo equ 1\n dc foo\n", "did you mean Foo? The case of letters counts"),
        ("_loop nop\n jmp _lop\n", "did you mean _loop?"),
        (
            "_loop nop\nnext nop\n jmp _loop\n",
            "a _loop exists elsewhere; its scope ends at the next label that is not local, or with its macro",
        ),
        ("Copy macro\n endm\n COPY\n", "did you mean Copy? The case of letters counts"),
        ("Fetch_all macro\n endm\n FETCHALL\n", "did you mean Fetch_all?"),
        (" rdirect andi\n andi #1,mr\n", "did you mean and?"),
        (
            " section s\n xref one\n dc one\n endsec\n",
            "another module defines it: assemble this one with -o FILE.cln, and list it in dsp56k.toml",
        ),
        (" dc @sinx(1)\n", "did you mean sin?"),
        (" DC @SINX(1)\n", "did you mean SIN?"),
        (" opt nomexx\n", "did you mean NOMEX?"),
        (" add q,a\n", "ADD takes B/A/X/Y/X0/Y0/X1/Y1,A/B and parallel moves"),
        (" jclr #3,r0\n", "JCLR takes #n,X/Y:aa,xxxx; #n,X/Y:ea,xxxx; #n,X/Y:pp,xxxx; #n,register,xxxx"),
    ],
)
def test_the_note_says_what_is_known(source: str, note: str) -> None:
    (diagnostic,) = assemble(source).diagnostics
    assert diagnostic.notes == (note,)


@pytest.mark.parametrize(
    ("statement", "note"),
    [
        (
            " move x:(r0+5),a",
            "an address register plus a number is an address mode of the DSP56300; on the DSP56001 offsets are in Nn",
        ),
        (" add #5,a", "ADD #xx is an instruction of the DSP56300; the DSP56001 does not have it"),
        (" do forever,*", "DO FOREVER is an instruction of the DSP56300; the DSP56001 does not have it"),
    ],
)
def test_forms_of_later_chips_are_named(statement: str, note: str) -> None:
    assert assemble(f"{statement}\n").diagnostics[0].notes[-1] == note


@pytest.mark.parametrize(
    ("source", "chip", "what"),
    [
        # Idioms of the DSP56300: relative branches, displacements, its registers, peripherals at the top of 24 bits,
        # bit fields, immediate arithmetic, shifts by a number, conditional execution.
        (" bra *\n brclr #1,x:$FFFF87,*\n", "DSP56300", "BRA, BRCLR"),
        (" move x:(r0+3),a\n lua (r1+5),r2\n", "DSP56300", "(Rn+x)"),
        (" movec #0,vba\n move #0,sz\n", "DSP56300", "VBA, SZ"),
        (" movep #$012421,x:$FFFFFB\n jclr #3,x:<<$FFFFC3,*\n org p:$FF0000\n", "DSP56300", "addresses of 24 bits"),
        (" extractu #$010000,a,b\n add #1,a\n asl #8,a,a\n", "DSP56300", "EXTRACTU, ADD #xx, ASL #ii"),
        (" tfr a,b ifeq\n max a,b ifgt.u\n dor #2,*\n", "DSP56300", "IFEQ, MAX, DOR"),
        # And of the DSP56002, which the DSP56300 has, too.
        (" inc a\n macsu x0,y0,a\n dec b\n", "DSP56002", "INC, MACSU, DEC"),
        (" inc a\n bra *\n", "DSP56300", "INC, BRA"),
    ],
)
def test_a_program_for_a_later_chip_is_told_as_such(source: str, chip: str, what: str) -> None:
    *_, last = assemble(f" org p:0\n{source}").diagnostics
    assert last.code == "A0117"
    assert last.message == f"This looks like a program for the {chip}: the DSP56001 has no {what}"


@pytest.mark.parametrize(
    "source",
    [
        " inc a\n",
        " move #sz,r0\n move ep,a\n",
        " jmp $FFFFFFF\n jmp $FFFFFFF\n",
        " jmp -1\n jmp -2\n",
        " mvoe\n mvoe\n",
    ],
)
def test_one_slip_is_no_program_for_a_later_chip(source: str) -> None:
    assert "A0117" not in [entry.code for entry in assemble(source).diagnostics]


def test_colour_marks_place_severity_and_carets_alone() -> None:
    for entry in assemble("a_ equ 1\na_ equ 2\n mvoe\n msg 'x'\n nolist x\nlab nolist\n").diagnostics:
        plain, coloured = render(entry), render(entry, colour=True)
        assert "\x1b" not in plain
        assert coloured != plain
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    red = render(assemble(" mvoe ;\x1b[0m\n").diagnostics[0], colour=True)
    assert red.startswith("\x1b[1msource.asm:1:2: \x1b[0m\x1b[1;31merror[A0201]\x1b[0m")


def test_forms_of_later_chips_are_named_only_where_they_were_written() -> None:
    assert not any(
        "DSP56300" in note for entry in assemble(" move x0,r8\n asl x0\n").diagnostics for note in entry.notes
    )


def test_a_statement_too_long_is_one_mistake() -> None:
    codes = [entry.code for entry in assemble(" dc 1,\\\n" * 3000 + "1\n nop\n").diagnostics]
    assert codes == ["A0105"]


def test_places_within_an_expression() -> None:
    obj = assemble(
        "data equ x:5\n org p:0\nhere nop\n dc 1,2+unknown\n dc 7+data+here\n move #1+data-here,r0\n dc 1+'abcde'>>16\n"
        " dc @lng(@frc(2.0),0)>>24\n"
    )
    places = [
        (entry.code, entry.span.line, entry.span.column, entry.span.length) for entry in obj.diagnostics if entry.span
    ]
    assert places == [
        ("A0212", 4, 9, 7),
        ("A0317", 5, 11, 1),
        ("A0317", 6, 14, 1),
        ("A0318", 7, 7, 7),
        ("A0319", 8, 15, 3),
    ]


@pytest.mark.parametrize(("condition", "column"), [("x1", 8), ("x1 <eq>", 13), ("x1 <eq> y1 and", 20)])
def test_what_a_condition_lacks_is_missing_at_its_end(condition: str, column: int) -> None:
    (diagnostic,) = assemble(f" .if {condition}\n .endi\n").diagnostics
    assert diagnostic.span is not None
    assert diagnostic.span.column == column


def test_column_behind_a_tab_in_a_string() -> None:
    (diagnostic,) = assemble("\tdc\t'a\tb',missing\n").diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.span.column, diagnostic.span.text) == (11, "\tdc\t'a\tb',missing")


def test_columns_count_what_an_editor_shows(tmp_path: Path) -> None:
    """UTF-8 is read byte by byte, as all 8-bit text, but shown as it was written."""
    source = tmp_path / "text.asm"
    source.write_bytes(" dc 'äö',foo ; …\n msg 'Größe'\n".encode())
    first, second = assemble_file(source).diagnostics
    assert first.span is not None
    assert (first.span.column, first.span.length, first.span.text) == (10, 3, " dc 'äö',foo ; …")
    assert second.message == "Größe"
    source.write_bytes(" dc 'ä',foo\n".encode("cp1252"))
    (first,) = assemble_file(source).diagnostics
    assert first.span is not None
    assert (first.span.column, first.span.text) == (9, " dc 'ä',foo")
    source.write_bytes("ä equ 1\n".encode())
    (first,) = assemble_file(source).diagnostics
    assert render(first).split("\n")[1:3] == ["    ä equ 1", "    ^"]


def test_what_is_wrong_with_the_arguments_is_named() -> None:
    (diagnostic,) = assemble(" nop\n", defines={"1st": "1"}).diagnostics
    assert diagnostic.notes == ("the DEFINE symbol '1st' was given with -d (defines)",)
    (diagnostic,) = assemble(" nop\n", options=["W", "CREX"]).diagnostics
    assert diagnostic.notes == ("did you mean CRE?", "the option 'CREX' was given with -o (options)")


def test_a_replaced_symbol_is_marked_as_a_whole() -> None:
    obj = assemble(" define size 'lenght'\n define t 'two+words'\n dc 1,size,bar\n dc (t)*2\n")
    spans = [entry.span for entry in obj.diagnostics]
    marked = [span.text[span.column - 1 :][: span.length] for span in spans if span is not None]
    assert marked == ["size", "bar", "t"]


def test_a_repetition_reports_a_mistake_once() -> None:
    obj = assemble(" dup 1000\n move #zot,r0\n endm\n dup 2\n warn 'again'\n endm\n")
    assert [entry.code for entry in obj.diagnostics] == ["A0212", "A0802", "A0802"]
    assert (obj.errors, obj.warnings) == (1, 2)


def test_an_operation_in_column_1_is_noticed() -> None:
    (diagnostic,) = assemble("move x0,a\n").diagnostics
    assert diagnostic.notes == ("move is in column 1, where labels are: put a space before it",)


@pytest.mark.parametrize("line", ["lab:dc 5", "  lab:dc 5"])
def test_a_label_without_a_space_after_its_colon_is_hinted_at(line: str) -> None:
    [diagnostic] = assemble(f" org x:0\n{line}\n").diagnostics
    assert diagnostic.code == "A0201"
    assert diagnostic.notes == ("put a space between the label and its operation: lab: dc",)


def test_a_mistake_in_a_label_is_not_the_end_of_its_statement() -> None:
    obj = assemble("1x nop\na.b dc 1/0,2\nr0 ds 3\nend nop\nend nop\nlast\n")
    assert [entry.code for entry in obj.diagnostics] == ["A0205", "A0206", "A0310", "A0208", "A0209"]
    assert obj.symbols == {"end": 6, "last": 8}


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (" inc a\n", "the DSP56001 has ADD"),
        (" .org p:4\n", "write ORG P:address"),
        (" ifdef x\n", "write IF @DEF(name)"),
    ],
)
def test_words_of_other_assemblers_and_chips_are_explained(source: str, note: str) -> None:
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


def test_a_missing_file_is_looked_for_where_the_message_says(tmp_path: Path) -> None:
    (diagnostic,) = assemble(" include 'eq'\n", include_paths=[tmp_path, "none"]).diagnostics
    assert diagnostic.notes == (f"looked in ., none, {tmp_path}",)


def test_a_missing_file_is_one_mistake() -> None:
    """Symbols and addresses that the missing file may have defined are not reported; other errors are."""
    source = (
        " move #early,x0\n include 'missing'\n lea_ a,b\n move #<later_,x0\n move x:<table,a\n org y:\n dc unknown\n"
        " if unknown\n nop\n endif\n org p:$4000\nwork ds 1\n move x:<work,a\n mpy\n dc (1\n"
    )
    # In a module the linker may find the unknown symbols.
    for relative, left_out, unknown in ((False, 8, "early, lea_, later_, table, unknown"), (True, 4, "lea_")):
        diagnostics = assemble(source, relative=relative).diagnostics
        found = [(entry.code, entry.span.line) for entry in diagnostics if entry.span]
        assert found == [("A0102", 2), ("A0606", 14), ("A0304", 15), ("A0116", 2)]
        assert diagnostics[-1].message == f"Errors that the missing file may explain are not reported: {left_out}"
        assert diagnostics[-1].notes == (f"undefined without it: {unknown}",)
    # In a source that has all its files they are errors.
    assert len(assemble(source.replace(" include 'missing'", " nop")).diagnostics) > 5


def test_what_a_missing_file_may_explain_is_counted() -> None:
    names = [f"name{number}" for number in range(30)]
    source = " include 'gone'\n" + "".join(f" move x:{name},a\n" for name in names) + " dc name0,name1\n"
    *_, told = assemble(source).diagnostics
    assert told.message.endswith(": 32")
    assert told.notes == (f"undefined without it: {', '.join(names[:10])} ...",)
    # Names are shown as an editor shows them.
    *_, told = assemble(" include 'gone'\n \xc3\xbcben 1\n").diagnostics
    assert told.notes == ("undefined without it: \u00fcben",)
    # Without an omission there is no note.
    assert [entry.code for entry in assemble(" include 'gone'\n nop\n").diagnostics] == ["A0102"]


def test_a_macro_again_points_to_the_first() -> None:
    (diagnostic,) = assemble("m macro\n endm\nm macro\n endm\n").diagnostics
    assert [(label.span.line, label.text) for label in diagnostic.labels] == [(1, "first defined here")]


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        (" dc bufer", " dc buffer"),
        (" dc @sinn(1)", " dc @sin(1)"),
        (" mvoe x0,a", " move x0,a"),
        (" dc BUFFER", " dc buffer"),
    ],
)
def test_a_fix_is_what_to_write_in_the_place_of_the_span(line: str, fixed: str) -> None:
    (diagnostic,) = assemble(f"buffer equ 1\n{line}\n").diagnostics
    span = diagnostic.span
    assert span is not None
    assert line[: span.column - 1] + diagnostic.fix + line[span.column - 1 + span.length :] == fixed
    (result,) = sarif_log([diagnostic])["runs"][0]["results"]
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    region = {"startLine": 2, "startColumn": span.column, "endColumn": span.column + span.length}
    assert replacement == {"deletedRegion": region, "insertedContent": {"text": diagnostic.fix}}


def test_what_a_macro_or_define_has_put_there_has_no_fix() -> None:
    (diagnostic,) = assemble("buffer equ 1\n define WHERE 'bufer'\n dc WHERE\n").diagnostics
    assert (diagnostic.notes, diagnostic.fix) == (("did you mean buffer?",), "")
    (diagnostic,) = assemble("buffer equ 1\nm macro x\n dc x\n endm\n m bufer\n").diagnostics
    assert (diagnostic.notes, diagnostic.fix) == (("did you mean buffer?",), "")


def test_related_places_are_those_of_labels_and_calls() -> None:
    diagnostics = assemble("a_ equ 1\nm macro\na_ equ 2\n endm\n m\n", name="main.asm").diagnostics
    (result,) = sarif_log(diagnostics)["runs"][0]["results"]
    related = [(entry["message"]["text"], entry["physicalLocation"]["region"]) for entry in result["relatedLocations"]]
    assert [(text, region["startLine"], region["snippet"]["text"]) for text, region in related] == [
        ("first defined here", 1, "a_ equ 1"),
        ("in macro m", 5, " m"),
    ]


def test_the_marks_of_an_excerpt_from_the_middle_of_a_line_end_with_it() -> None:
    (diagnostic,) = assemble("        dc      " + "1," * 150 + "missing" * 30 + "\n").diagnostics
    text, marks = render(diagnostic).splitlines()[1:3]
    assert marks == " " * text.index("missing") + "^" * (len(text) - text.index("missing"))

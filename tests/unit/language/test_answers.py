"""Answers to editors: clocks, moves, semantic tokens, layout, symbol occurrences, and properties of each."""

from __future__ import annotations

import random
import re
import threading
from array import array
from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file
from dsp56k.asm.budget import Budget, CancelledError
from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.language import formatting, keyword_info, semantic_tokens
from dsp56k.language.analysis import analyze, same_program
from dsp56k.language.analysis_worker import AnalysisWorker
from dsp56k.language.completion import MAX_SYMBOLS, complete, moves
from dsp56k.language.folding import folds
from dsp56k.language.formatting import format_columns, format_source
from dsp56k.language.instruction_info import clocks_of, describe_mnemonic
from dsp56k.language.project import Project, find_including_source, read_project_file, real
from dsp56k.language.queries import (
    definition,
    highlights,
    hover,
    inlay_hints,
    references,
    search_symbols,
    syntax_errors,
)
from dsp56k.language.signatures import signature_help
from dsp56k.language.tokenizer import tokens
from dsp56k.language.view import View

ROOT = Path(__file__).parents[3]
LIBRARY = ROOT / "dsp_asm" / "dsp56k" / "lib" / "src"
CASES = ROOT / "tests" / "asm_cases" / "instructions"


def test_clocks_are_those_of_the_listing() -> None:
    listed = [line for path in sorted(CASES.glob("ok_*.asm")) for line in assemble_file(path).listing]
    timed = [line for line in listed if line.words and line.clocks is not None and line.run_space == "P"]
    assert len(timed) > 150
    assert [line.text for line in timed if clocks_of(line.words) != line.clocks] == []


def test_forms_of_a_mnemonic() -> None:
    assert "JSCLR" not in describe_mnemonic("jclr")
    assert describe_mnemonic("jne").startswith("**Jcc** Jump conditionally")
    assert describe_mnemonic("strange") == ""
    assert "\n- `MAC <sign><product>,<acc>` and parallel moves: clocks 2+mv, UM A-113\n" in describe_mnemonic("mac")
    assert "\n- `NOP`: clocks 2, UM A-176\n" in describe_mnemonic("nop")


HOVERED = """\
        include 'ioequ.inc'
port    equ     $ffeb
        org     p:$40
        movep   #1,x:$FFE0
        jclr    #M_HRDF,x:M_HSR,*
        movep   x:port,x:%10000
        move    #65535,r0
"""


@pytest.mark.parametrize(
    ("line", "word", "parts"),
    [
        (
            3,
            "$FFE0",
            ["**PBC** port B control: X:$FFE0, read and write, reset $0, UM 10-2", "| 0 | BC | port B"],
        ),
        (
            4,
            "M_HRDF",
            ["`$0` = 0", "**HSR**, X:$FFE9: HRX contains a word from the host", "| 1 | HTDE | HTX is empty |"],
        ),
        (4, "M_HSR", ["`$FFE9` = 65513", "**HSR** host interface status: X:$FFE9, read only, reset $2, UM 10-13"]),
        (5, "port", ["`$FFEB` = 65515", "**HRX** host interface receive data", "**HTX** host interface transmit data"]),
        (
            6,
            "65535",
            ["**IPR** interrupt priority levels", "level of the SCI: 0 disabled, 1 level 0, 2 level 1, 3 level 2"],
        ),
    ],
)
def test_hover_describes_a_peripheral_register(line: int, word: str, parts: list[str], tmp_path: Path) -> None:
    path = real(tmp_path / "a.asm")
    known = analyze(path, {path: HOVERED}, Project())
    view = View(path, HOVERED.splitlines(), known, {path: HOVERED}, Project())
    shown = hover(view, line, view.lines[line].index(word) + 1)
    assert [part for part in parts if part not in shown] == [], shown


def test_hover_of_another_number_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.asm"
    for text in (" dc $FFEA", " dc %10000", " dc 1.5e3", " dc $FFE9FF"):
        assert hover(View(path, [text], None, {}, Project()), 0, 6) == ""


def test_moves_that_are_offered_are_legal_and_others_are_not_offered() -> None:
    offered = moves("CLR", "a")
    assert {"x:(r0)+,b", "x:(r0)+,x0 y:(r4)+,y0", "l:(r0)+,x", "x0,b"} <= set(offered)
    # The destination of both.
    assert not {"x:(r0)+,a", "x0,a", "l:(r0)+,ab"} & set(offered)
    details = {choice.text: choice.detail for choice in complete(" ", 1, None)}
    assert details["mac"] == "Signed multiply-accumulate: 2+mv clocks"
    assert details["xref"] == "Import symbols of other sections or modules"
    operands = {choice.text for choice in complete(" mac ", 5, None) if choice.sort == "operand"}
    assert {"y0,x0,a", "x0,y0,a", "-x1,y0,b"} <= operands
    assert "x1,x1,a" not in operands
    assert [choice for choice in complete(" jmp ", 5, None) if choice.sort == "move"] == []
    assert complete(" nop ; m", 8, None) == []
    for before, is_offered in (("\t", True), ("lab m", True), ("lab", False)):
        assert ("mac" in [choice.text for choice in complete(before, len(before), None)]) is is_offered


def test_symbols_are_those_that_begin_so_and_not_too_many(tmp_path: Path) -> None:
    lines = [" org p:0", *(f"lab{number} nop" for number in range(300)), "Tab nop", ""]
    path = real(tmp_path / "a.asm")
    known = analyze(path, {path: "\n".join(lines)}, Project())
    for found in (complete(" jmp ta", 7, known), complete(" jmp ta", 7, None, lines)):
        assert [choice.text for choice in found if choice.sort == "symbol"] == ["Tab"]
    for found in (complete(" jmp l", 6, known), complete(" jmp l", 6, None, lines)):
        assert [choice.text for choice in found if choice.sort == "symbol"] == [f"lab{n}" for n in range(MAX_SYMBOLS)]


def test_an_edit_of_colours_makes_the_old_numbers_the_new() -> None:
    source = random.Random(1)
    for _ in range(200):
        old, new = (array("I", source.choices((0, 1, 2), k=source.randrange(12))) for _ in range(2))
        edit = semantic_tokens.diff_tokens(old, new)
        assert [*old[: edit.start], *edit.added, *old[edit.start + edit.removed :]] == list(new)


def test_columns_count_what_the_client_counts() -> None:
    # There is a letter of two UTF-16 units before the number.
    assert semantic_tokens.encode_tokens([" dc 'ä😀',5"]).tolist()[-10:] == [0, 3, 5, 6, 0, 0, 6, 1, 5, 0]


def test_the_library_is_in_its_own_form() -> None:
    lines = [line for path in sorted(LIBRARY.rglob("*.asm")) for line in path.read_text().splitlines()]
    changed = [line for line, other in zip(lines, format_columns(lines), strict=True) if line != other]
    assert len(lines) > 20_000
    # A comment two blanks after its operand, two where no column is left, operands of a macro's own.
    assert len(changed) <= 4


def test_a_layout_that_would_change_a_field_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        " org p:0",
        "x: nop",
        "\tmac x0,y0,a x:(r0)+,x0 ;sum",
        " comment |",
        "  as it  is |",
        " dc 'a  ;b' ; c",
        "",
    ]
    made = format_source(lines)
    assert made == [
        "        org     p:0",
        "x:      nop",
        "        mac     x0,y0,a         x:(r0)+,x0      ;sum",
        *lines[3:],
    ]
    assert assemble("\n".join(made)).words == assemble("\n".join(lines)).words
    assert format_source(made) == made
    monkeypatch.setattr(formatting, "format_columns", lambda given: [*given[:1], " rts", *given[2:]])
    assert format_source(lines) is None


@pytest.mark.parametrize("folder", sorted(path.name for path in CASES.parent.iterdir() if path.is_dir()))
def test_a_layout_keeps_every_program(folder: str) -> None:
    paths = sorted((CASES.parent / folder).rglob("*.asm"))
    for path in paths:
        text = path.read_text("latin-1").replace("\r\n", "\n")
        # As one would write it who cares for no columns.
        squeezed = [line if "'" in line or '"' in line else re.sub(r"[ \t]+", " ", line) for line in text.split("\n")]
        laid_out = format_columns(squeezed)
        assert format_columns(laid_out) == laid_out
        one, other = (assemble("\n".join(lines), name=str(path)) for lines in (squeezed, laid_out))
        assert same_program(one, other), path


def test_words_of_a_line() -> None:
    found = [(token.text, token.sort) for token in tokens("lab  move  x:<tab+@cvi(1.5),a  #'x',b ; why")]
    assert found == [
        ("lab", "label"), ("move", "instruction"), ("tab", "symbol"), ("@cvi", "function"), ("1.5", "number"),
        ("a", "register"), ("'x'", "string"), ("b", "register"), ("; why", "comment"),
    ]  # fmt: skip
    assert [token.sort for token in tokens(" opt mex,cre")] == ["directive"]
    assert tokens(";" * 5000) == ()


NAMES = """\
count   equ     1
one     macro   value
_again  move    #value,x0
        jmp     _again
        endm
first   nop
_again  jmp     _again
second  jmp     _again
_again  nop
        section s
count   equ     2
        move    #count,a
        endsec
        move    #count,b
"""


@pytest.mark.parametrize(
    ("line", "column", "lines"),
    [
        (0, 0, [0, 13]),
        (10, 0, [10, 11]),
        (13, 17, [0, 13]),
        (1, 17, [1, 2]),
        (2, 0, [2, 3]),
        (6, 0, [6, 6]),
        (8, 0, [7, 8]),
    ],
    ids=["global", "section", "use of global", "dummy", "macro's own", "first stretch", "second stretch"],
)
def test_a_name_is_looked_for_where_it_is_known(line: int, column: int, lines: list[int], tmp_path: Path) -> None:
    path = real(tmp_path / "a.asm")
    view = View(path, NAMES.splitlines(), None, {path: NAMES}, Project())
    assert [where.line for where in references(view, line, column)] == lines


@pytest.mark.parametrize(
    ("text", "line", "column", "lines"),
    [
        (" section s\n xdef one\none equ 1\n endsec\n section t\none equ 2\n endsec\n dc one", 2, 0, [1, 2, 7]),
        (" section s\none equ 1\n section t\n dc one\n endsec\n endsec", 1, 0, [1, 3]),
    ],
    ids=["exported", "used in an inner section"],
)
def test_a_section_exports_a_name_or_keeps_it(
    text: str, line: int, column: int, lines: list[int], tmp_path: Path
) -> None:
    path = real(tmp_path / "a.asm")
    view = View(path, text.split("\n"), None, {path: text}, Project())
    assert [where.line for where in references(view, line, column)] == lines


@pytest.mark.parametrize(("line", "column", "defined"), [(3, 16, 2), (6, 16, 6), (7, 16, 8), (11, 17, 10), (13, 17, 0)])
def test_a_definition_is_that_of_the_scope(line: int, column: int, defined: int, tmp_path: Path) -> None:
    found = definition(view_of(NAMES, tmp_path), line, column)
    assert found is not None
    assert found.line == defined


def test_a_dummy_argument_hides_a_global_symbol(tmp_path: Path) -> None:
    view = view_of("value equ 1\none macro value\n move #value,x0\n endm\n move #value,x0", tmp_path)
    assert [found.line for line in (2, 4) if (found := definition(view, line, 8)) is not None] == [1, 0]


def test_hover_of_a_symbol_shows_section_value_and_the_comment_above(tmp_path: Path) -> None:
    view = view_of(" section s\n; One.\n; Two.\none equ -1\n endsec\n org y:4\ntwo dc 1\n dc one,two", tmp_path)
    assert hover(view, 3, 0) == (
        "**one** (equ, section s): `$FFFFFFFFFFFF` = -1\n\n```dsp56k\n; One.\n; Two.\none equ -1\n```"
    )
    assert hover(view, 7, 4) == hover(view, 3, 0)
    assert hover(view, 6, 0).startswith("**two** (label): `Y:$4` = 4\n")


def test_hints_are_the_clocks_of_instructions(tmp_path: Path) -> None:
    view = view_of(" org p:0\n move x:$ff00,a\n dc 0\n org x:0\n dc 1\n org p:9\n nop", tmp_path)
    assert [(hint.line, hint.column, hint.clocks) for hint in inlay_hints(view, 0, 99)] == [(1, 15, 4), (6, 4, 2)]
    assert inlay_hints(View(view.path, view.lines, None, {}, Project()), 0, 99) == []


def view_of(text: str, tmp_path: Path) -> View:
    path = real(tmp_path / "a.asm")
    return View(path, text.split("\n"), analyze(path, {path: text}, Project()), {path: text}, Project())


def test_every_directive_and_function_has_its_syntax() -> None:
    functions = {name for name in FUNCTIONS.parsers if keyword_info.function(name) is None}
    directives = {name for name in DIRECTIVES if keyword_info.directive(name) is None}
    assert (functions, directives) == (set(), set())
    for name in DIRECTIVES:
        known = keyword_info.directive(name)
        assert known is not None
        assert name in known.syntax.split(), name
    assert keyword_info.directive("MOVE") is None


def test_a_hover_shows_the_syntax_of_a_directive_or_function(tmp_path: Path) -> None:
    view = view_of(" xref one ; why\n dc @sin(0.5)", tmp_path)
    assert hover(view, 0, 2).splitlines()[0] == "**XREF** Import symbols of other sections or modules"
    assert hover(view, 1, 6).splitlines()[2] == "`@SIN(x)`"


SIGNED = """\
put     macro   value,place
        move    value,place
        endm
        mac     x0,y0,a x:(r0)+,x0
        dsm     5,
        put     #5,r0
        dc      @fld(1,2,3)
"""


@pytest.mark.parametrize(
    ("line", "column", "form", "parameter"),
    [
        (3, 16, "MAC <sign><S1>,<S2>,<acc>", "<sign><S1>"),
        (3, 22, "MAC <sign><S1>,<S2>,<acc>", "<acc>"),
        (4, 18, "[label] DSM count", ""),
        (5, 19, "put value,place", "place"),
        (6, 23, "@FLD(base,value,width[,start])", "value"),
    ],
)
def test_signature_help_marks_the_operand_that_is_being_written(
    line: int, column: int, form: str, parameter: str, tmp_path: Path
) -> None:
    found = signature_help(view_of(SIGNED, tmp_path), line, column)
    assert found is not None
    text, parameters, _ = found.signatures[found.active]
    begin, end = parameters[found.parameter] if found.parameter < len(parameters) else (0, 0)
    assert (text, text[begin:end]) == (form, parameter)


def test_there_is_no_signature_help_outside_of_operands(tmp_path: Path) -> None:
    view = view_of(SIGNED, tmp_path)
    assert signature_help(view, 3, 10) is None
    assert signature_help(view_of(" nop ; mac ", tmp_path), 0, 10) is None
    assert signature_help(view_of("label   ", tmp_path), 0, 8) is None


FOLDED = """\
; Adds.
; In: A
one     macro
        if      1
        nop
        endif
        dup     3
        nop
        endm
        endm
        comment *
 text    endm
 *
; One line.
        section s
        endif
"""


def test_bodies_and_comments_can_be_folded() -> None:
    assert folds(FOLDED.split("\n")) == [(0, 1, True), (3, 5, False), (6, 8, False), (2, 9, False), (10, 12, True)]


def test_symbols_are_found_by_their_letters(tmp_path: Path) -> None:
    view = view_of("lab one\nfir_loop nop\nfloor equ 1\nput macro\n endm\n", tmp_path)
    assert view.analysis is not None
    found = search_symbols([view.analysis], "FLO")
    assert [(symbol.name, symbol.where.line) for symbol in found] == [("floor", 2), ("fir_loop", 1)]
    assert [symbol.is_macro for symbol in search_symbols([view.analysis], "put")] == [True]


def test_highlights_are_occurrences_in_the_same_file(tmp_path: Path) -> None:
    view = View(real(tmp_path / "a.asm"), NAMES.splitlines(), None, {}, Project())
    found = [(where.line, defines) for where, defines in highlights(view, 0, 0)]
    assert found == [(0, True), (13, False)]
    assert highlights(view, 2, 9) == []


def test_mistakes_that_a_line_has_by_itself() -> None:
    assert [entry.code for entry in syntax_errors(" mac x0,r0,a")] == ["A0648"]
    assert [entry.code for entry in syntax_errors(" move x:(r0+3),a")] == ["A0603"]
    # What another line may mend is not said.
    assert [syntax_errors(line) for line in (" jmp nowhere", " later_macro 1", "lab nop", " dc nowhere")] == [()] * 4


def test_an_assembly_can_be_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget()
    budget.cancel()
    with pytest.raises(CancelledError):
        analyze(tmp_path / "a.asm", {real(tmp_path / "a.asm"): " nop\n"}, Project(), budget)

    # The first order is active when the second arrives: only the first is cancelled.
    path, begun, ordered, done = real(tmp_path / "b.asm"), threading.Event(), threading.Event(), threading.Event()
    worker, finished = AnalysisWorker(), []

    def slowly(budget: Budget) -> None:
        begun.set()
        assert ordered.wait(10)
        finished.append(analyze(path, {path: "one equ 1\n"}, Project(), budget))

    def at_once(budget: Budget) -> None:
        finished.append(analyze(path, {path: "two equ 2\n"}, Project(), budget))
        done.set()

    worker.order(path, slowly)
    assert begun.wait(10)
    worker.order(path, at_once)
    ordered.set()
    assert done.wait(10)
    worker.end()
    assert [list(found.obj.symbols) for found in finished] == [["two"]]


def test_a_file_that_is_no_text_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "a.asm").write_bytes(b" nop\n\x01\n")
    assert [entry.code for entry in analyze(tmp_path / "a.asm", {}, Project()).obj.diagnostics] == ["A0104"]


def test_a_part_finds_the_program_that_includes_it(tmp_path: Path) -> None:
    part = tmp_path / "parts" / "io.inc"
    part.parent.mkdir()
    part.write_text(" nop\n")
    assert find_including_source(part) is None
    (tmp_path / "other.asm").write_text("; include 'io.inc'\n include 'studio.inc'\n")
    assert find_including_source(part) is None
    (tmp_path / "main.asm").write_text(" org p:0\n\tInclude 'parts\\IO.INC' ; the port\n")
    assert find_including_source(part) == tmp_path / "main.asm"
    (tmp_path / "again.asm").write_text(" include 'again'\n include \"main\"\n")
    assert find_including_source(tmp_path / "main.asm") == tmp_path / "again.asm"


def test_problems_without_a_place_are_at_the_beginning(tmp_path: Path) -> None:
    (found,) = read_project_file(tmp_path, Project()).problems
    assert found.message == "cannot read: Is a directory"
    inline = tmp_path / "dsp56k.toml"
    inline.write_text("defines = {RATE = 4.8}\n")
    (other,) = read_project_file(inline, Project()).problems
    assert other.message == "defines.RATE must be a string or an integer, got 4.8"
    for problem in (found, other):
        assert problem.span is not None
        assert (problem.span.line, problem.span.column, problem.span.length) == (1, 1, 1)

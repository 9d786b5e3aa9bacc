"""Words that another piece of the program replaces: the locations of both, and the words as with Motorola's tools."""

from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file, render_all
from dsp56k.asm.formats import listing_text, lod_text
from dsp56k.asm.link import Module, link
from dsp56k.objects.overlaps import Piece, overlaps

TWICE = "one macro word\n dc word\n endm\n org p:$40\n one 5\n org p:$40\n one 6\n"


def test_both_places_of_words_that_a_macro_made() -> None:
    (found,) = assemble(TWICE, name="a.asm").diagnostics
    assert str(found) == "a.asm:2:2: warning[A0713]: P:$0040 is defined twice: $000006 replaces $000005 of a.asm:2:2"
    assert [frame.line for frame in found.chain] == [7]
    assert [label.text for label in found.labels] == ["the first word, in macro one at a.asm:5"]


def test_both_places_of_words_in_an_included_file(tmp_path: Path) -> None:
    (tmp_path / "table.inc").write_text("; a table\n dc 1,2,3\n")
    main = tmp_path / "main.asm"
    main.write_text(" org p:$40\n include 'table.inc'\n org p:$42\n dc 9\n")
    (found,) = assemble_file(main).diagnostics
    assert found.span is not None
    assert (found.span.place, found.labels[0].span.place) == (f"{main}:4:2", f"{tmp_path / 'table.inc'}:2:2")
    assert found.message.startswith("P:$0042 ")


def test_outputs_are_those_without_the_warning() -> None:
    accepted, obj = assemble(f" opt noovl\n{TWICE}"), assemble(f" opt ovl\n{TWICE}")
    assert (accepted.warnings, obj.warnings) == (0, 1)
    assert lod_text(obj) == lod_text(accepted)
    assert listing_text(obj).replace(" ovl", " noovl") == listing_text(accepted)


def test_no_warning_under_nowarnings_or_after_an_error() -> None:
    assert not assemble(f" opt now\n{TWICE}").diagnostics
    assert [found.code for found in assemble(f"{TWICE} dc nothing\n").diagnostics] == ["A0212"]


def modules(*sources: str) -> list[Module]:
    found = []
    for number, source in enumerate(sources):
        name = f"{'abc'[number]}"
        obj = assemble(source, name=f"{name}.asm", relative=True)
        assert not obj.diagnostics, render_all(obj.diagnostics)
        found.append(Module(f"{name}.cln", obj))
    return found


RELOCATABLE = " section {0}\n org p:\n jmp >$100\n endsec\n"


@pytest.mark.parametrize(
    ("sources", "texts"),
    [
        (
            [RELOCATABLE.format("one"), " section two\n org p:0\n move #1,x0\n rts\n endsec\n"],
            [
                "b.asm:3: warning[L0111]: P:$0000 is defined twice: $240100 replaces $0AF080 of a.asm:3"
                " (2 words are replaced)"
            ],
        ),
        ([RELOCATABLE.format("one"), RELOCATABLE.format("two")], []),
        ([" org x:5\n dc 1,2\n", " org x:6\n dc 2\n"], []),
        ([" org y:5\n dc 1,2\n", " org y:6\n ds 4\n"], []),
        (
            [" org x:5\n dc 1\n", " org l:5\n dc $1000002\n", " org y:5\n dc 3\n"],
            ["c.asm:2: warning[L0111]: Y:$0005 is defined twice: $000003 replaces $000002 of b.asm:2"],
        ),
        ([" org p:9,p:$100\n dc 1\n", " org p:9,p:$101\n dc 2\n"], []),
        (
            [" org p:9\n dc 1\n", " org p:9\n dc 2\n", " org p:9\n dc 3\n"],
            [
                "b.asm:2: warning[L0111]: P:$0009 is defined twice: $000002 replaces $000001 of a.asm:2",
                "c.asm:2: warning[L0111]: P:$0009 is defined twice: $000003 replaces $000002 of b.asm:2",
            ],
        ),
    ],
)
def test_linked_modules(sources: list[str], texts: list[str]) -> None:
    obj = link(modules(*sources)).obj
    assert [str(found) for found in obj.diagnostics] == texts
    assert obj.ok


def test_fixed_words_count_as_linked() -> None:
    source = " section {0}\n xref far\n org p:$40\n dc far+{1}\n endsec\n"
    far = " section far\n xdef far\nfar equ 5\n endsec\n"
    found = link(modules(source.format("one", 1), source.format("two", 2), far)).obj.diagnostics
    assert [entry.message for entry in found] == ["P:$0040 is defined twice: $000007 replaces $000006 of a.asm:4"]
    assert not link(modules(source.format("one", 1), source.format("two", 1), far)).obj.diagnostics


def test_pieces_apart_take_no_time_for_their_words() -> None:
    # A range of this length does not fit into memory, and a check of each word would never end.
    words = range(1 << 40)
    assert overlaps([Piece("P", at << 40, words) for at in range(100)]) == []

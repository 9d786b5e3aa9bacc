"""Operand strings, and what else a declaration says."""

from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.lib import AssemblyError, OperandError, Routine
from dsp56k.lib.routine import Place

SOURCE = """
count   equ     3
        org     x:$10
opa     ds      count
        org     l:$20
pair    dc      5
        org     p:$100
f       move    #opa,r0
        rts
"""


def routine(**declared: Any) -> Routine:
    return Routine.from_source(SOURCE, declared.pop("entry", "f"), **declared)


@pytest.mark.parametrize(
    ("text", "place", "count", "kind"),
    [
        ("a", Place("", 0, "a"), None, "words"),
        ("R3", Place("", 0, "r3"), None, "words"),
        ("x:opa[3]", Place("X", 0x10), 3, "words"),
        ("opa[count] digits", Place("X", 0x10), 3, "digits"),
        ("x:opa+1", Place("X", 0x11), None, "words"),
        ("y:$1ff-$F[0x10] number", Place("Y", 0x1F0), 16, "number"),
        ("P:12 signed", Place("P", 12), None, "signed"),
        ("l:pair fraction", Place("L", 0x20), None, "fraction"),
        ("pair", Place("L", 0x20), None, "words"),
    ],
)
def test_places(text: str, place: Place, count: int | None, kind: str) -> None:
    operand = routine(inputs={"v": text}).inputs["v"]
    assert (operand.places, operand.count, operand.kind) == ((place,), count, kind)
    assert (operand.space, operand.address, operand.register) == (place.space, place.address, place.register)


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"v": "x:opq"}, "did you mean opa"),
        ({"v": "z9"}, "no register of that name either"),
        ({"v": "y:opa"}, "belongs to X memory"),
        ({"v": "count"}, "count is a number"),
        ({"v": "x:opa[0]"}, "at least one word"),
        ({"v": "x:opa[many]"}, "many"),
        ({"v": "x:opa[2] bites"}, "unknown kind 'bites'; did you mean bytes"),
        ({"v": "x:$FFBF[2]"}, "is a peripheral register"),
        ({"v": "y:$FFFF[2]"}, "not within"),
        ({"v": "x:opa-$11"}, "not within"),
        ({"v": "a[2]"}, "one word"),
        ({"v": "a digits"}, "56 bits, which digits is not for"),
        ({"v": "r0 fraction"}, "16 bits"),
        ({"v": "x0,y:3,a"}, "different widths"),
        ({"v": "x:opa two words"}, "an operand must be"),
        ({"v": "l:opa"}, "not to L"),
        ({"v": 7}, "an operand must be"),
        ({"v": "p:$101"}, "overlaps the program at P:\\$0101"),
        ({"v": "x:opa[2]", "w": "x:$11"}, "w: .* overlaps v at X:\\$0011"),
        ({"v": "l:$30", "w": "y:$30"}, "overlaps v at Y:\\$0030"),
        ({"v": "a", "w": "a1"}, "overlaps v at a1"),
        ({"v": "x:5,x:5"}, "overlaps v at X:\\$0005"),
        (["x:opa"], "by name"),
        ({3: "x:opa"}, "have names"),
    ],
)
def test_wrong_operands_are_named(inputs: Any, words: str) -> None:
    with pytest.raises(OperandError, match=words):
        routine(inputs=inputs)


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ({"entry": "g"}, "entry"),
        ({"entry": "opa"}, "entry"),
        ({"entry": 0x10000}, "entry"),
        ({"entry": None}, "entry"),
        ({"before": ["nothing"]}, "before"),
        ({"before": "f"}, "before"),
        ({"keeps": "r8"}, "keeps"),
        ({"keeps": 3}, "keeps"),
        ({"wait_states": 16}, "wait_states"),
        ({"wait_states": {"z": 1}}, "wait_states"),
        ({"placement": "outside"}, "placement"),
        ({"max_clocks": 1.5}, "max_clocks"),
        ({"max_clocks": 0}, "max_clocks"),
        ({"max_clocks": 1 << 64}, "max_clocks"),
        ({"fixed": {"x:opa": "nothing"}}, "x:opa"),
        ({"fixed": {"x:opa": 1 << 24}}, "fixed x:opa"),
        ({"fixed": {"x:opa": 1}, "inputs": {"v": "x:opa[3]"}}, "fixed x:opa"),
        ({"fixed": 3}, "fixed"),
    ],
)
def test_wrong_settings_are_named(declared: Any, name: str) -> None:
    with pytest.raises(OperandError) as caught:
        routine(**declared)
    assert caught.value.fields["name"] == name


def test_an_unknown_keyword_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="input"):
        routine(input={})


def test_programs_that_are_none() -> None:
    with pytest.raises(AssemblyError) as caught:
        Routine.from_source("        move #nothing,r0\n", "f")
    assert caught.value.fields["diagnostics"]
    assert [line.strip() for line in str(caught.value).splitlines()[1:3]] == ["move #nothing,r0", "^^^^^^^"]
    with pytest.raises(AssemblyError, match=r"\n\.\.\. and \d+ lines more$"):
        Routine.from_source("        move #nothing,r0\n        nope\n" * 50, "f")
    with pytest.raises(AssemblyError):
        Routine.from_program(assemble("        move #nothing,r0\n"), "f")
    with pytest.raises(OperandError, match="relocatable"):
        Routine.from_program(assemble("        section s\nf       rts\n        endsec\n", relative=True), "f")
    for path, words in (
        ("absent.elf", "No such file"),
        ("text.txt", "No such file"),
        (__file__, "the extension must be"),
        (None, "must be an ObjectFile"),
    ):
        with pytest.raises(OperandError, match=words):
            Routine.from_program(path, "f")  # type: ignore[arg-type]  # the invalid argument


def test_an_entry_can_be_an_address() -> None:
    for entry in (0x100, "$100", "256"):
        assert routine(entry=entry).entry == 0x100
    assert routine(entry=0x100).name == "P:$0100"
    assert routine(name="mine").name == "mine"


def test_keeps_names_series_of_registers() -> None:
    spec = routine(keeps="R7, m0-m2 a")._spec
    assert spec.keeps == ("r7", "m0", "m1", "m2", "a")


def test_a_number_has_its_lowest_word_first() -> None:
    same = Routine.from_source(
        SOURCE, "f", inputs={"v": "x:opa[3] number"}, outputs={"n": "x:opa[3] number", "w": "opa[3]"}
    )
    number = 0xFFFFFF_789ABD_FFF013
    assert same(v=number).value == {"n": number, "w": [0xFFF013, 0x789ABD, 0xFFFFFF]}

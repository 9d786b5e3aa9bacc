"""A routine as a function: values in, value, clocks and instructions out."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import coff_bytes, elf_bytes, lod_text
from dsp56k.emu import Dsp56001
from dsp56k.lib import OperandError, Result, Routine
from dsp56k.lib.subroutine_calls import watched

SUM = """
        org     x:$10
given   ds      22
total   ds      1
count   ds      1
        org     p:$100
sum     move    #given,r0
        clr     a
        move    x:(r0)+,x0
        do      #21,_end
        add     x0,a    x:(r0)+,x0
_end    add     x0,a
        move    a1,x:total
        rts
product mpy     x0,y0,a
        rts
tick    move    x:count,a
        move    #>1,x0
        add     x0,a
        move    a1,x:count
        rts
"""
SUM_CLOCKS = 62
"""4 of the two moves at the start, 2 + 6 of the load and DO, 21 + 1 sums of 2, 2 of the store, 4 of RTS."""


def summing(**declared: object) -> Routine:
    settings: dict[str, object] = {"inputs": {"given": "x:given[22]"}, "outputs": {"total": "x:total"}} | declared
    return Routine.from_source(SUM, "sum", **settings)  # type: ignore[arg-type]  # as a test wants them


def test_five_lines_call_a_routine(tmp_path: Path) -> None:
    source = tmp_path / "sum.asm"
    source.write_text(SUM)
    sums = Routine.from_file(source, entry="sum", inputs={"given": "x:given[22]"}, outputs={"total": "x:total"})
    result = sums(given=range(22))
    assert (result.value, result.clocks, result.instructions, result.setup_clocks) == (231, SUM_CLOCKS, 28, 0)


def test_every_call_starts_from_the_same_state() -> None:
    ticks = Routine.from_source(SUM, "tick", fixed={"x:count": 7}, outputs={"count": "x:count"})
    assert [ticks().value for _ in range(3)] == [8, 8, 8]


def test_a_call_that_carries_on_finds_what_the_last_one_left() -> None:
    ticks = Routine.from_source(SUM, "tick", fixed={"x:count": 7}, outputs={"count": "x:count"}, carries=True)
    assert [ticks().value for _ in range(3)] == [8, 9, 10]
    assert [ticks.trace().result for _ in range(2)] == [Result(11, 14, 5), Result(12, 14, 5)]
    ticks.reset()
    assert ticks().value == 8


def test_a_call_that_carries_on_is_set_up_already() -> None:
    ticks = Routine.from_source(
        SUM, "tick", before=["tick"], fixed={"x:count": 7}, outputs={"n": "x:count"}, carries=True
    )
    assert [(ticks().value, ticks().setup_clocks) for _ in range(2)] == [(9, 0), (11, 0)]
    assert ticks.trace().result == Result(13, 14, 5)
    ticks.reset()
    assert ticks() == Result(9, 14, 5, 14)


def test_threads_and_what_watches_a_call_may_call_it_too() -> None:
    sums = summing()
    inner: list[int] = []
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda n: sums(given=[n] * 22).value, range(40)))
    assert found == [22 * n for n in range(40)]

    @contextmanager
    def calls_again(dsp: Dsp56001) -> Iterator[None]:
        if not inner:
            inner.append(0)
            inner.append(sums(given=[1] * 22).value)
        yield

    with watched(calls_again):
        assert sums(given=[2] * 22).value == 44
    assert inner == [0, 22]


def test_the_caller_keeps_its_lists() -> None:
    given = list(range(22))
    summing()(given=given)
    assert given == list(range(22))


def test_registers_and_fractions() -> None:
    product = Routine.from_source(
        SUM, "product", inputs={"x": "x0 fraction", "y": "y0 fraction"}, outputs={"a": "a fraction", "high": "a1"}
    )
    assert product(x=0.5, y=Fraction(-1, 4)).value == {"a": Fraction(-1, 8), "high": 0xF00000}


def test_no_output_gives_an_empty_dict() -> None:
    assert Routine.from_source(SUM, "product", inputs={})().value == {}


@pytest.mark.parametrize("suffix", [".lod", ".cld", ".elf"])
def test_a_linked_program_is_as_good_as_its_source(suffix: str, tmp_path: Path) -> None:
    program = assemble(SUM)
    path = tmp_path / f"sum{suffix}"
    contents = {".lod": lod_text(program).encode(), ".cld": coff_bytes(program), ".elf": elf_bytes(program)}
    path.write_bytes(contents[suffix])
    for given in (program, path):
        sums = Routine.from_program(given, "sum", inputs={"given": "x:given[22]"}, outputs={"total": "x:total"})
        assert sums(given=range(22)) == summing()(given=range(22))


def test_wait_states_and_placement_are_the_bus_s() -> None:
    """Off the chip each fetch of 28 instructions, and both of a change of flow, wait; data on the chip never do."""
    internal = summing(wait_states=1)(given=[0] * 22)
    assert internal.clocks == SUM_CLOCKS
    external = summing(wait_states={"p": 1, "x": 9}, placement="external")(given=[0] * 22)
    assert summing(placement="external")(given=[0] * 22).clocks == SUM_CLOCKS
    words_of_two = 1
    assert external.clocks == SUM_CLOCKS + 28 + words_of_two + 1


def test_subroutines_before_are_counted_apart() -> None:
    ticks = Routine.from_source(SUM, "tick", before=["tick", "tick"], fixed={"x:count": 7}, outputs={"n": "x:count"})
    result = ticks()
    assert (result.value, result.setup_clocks, result.clocks) == (10, 28, 14)


def test_a_value_can_go_to_several_places() -> None:
    source = (
        "       org p:0\nf      clr a\n       move x:$10,x0\n       move y:$20,y0\n       mac x0,y0,a\n       rts\n"
    )
    both = Routine.from_source(source, "f", inputs={"v": "x:$10,y:$20 signed"}, outputs={"a": "a signed"})
    assert both(v=-3).value == 2 * 9


def test_fixed_values_are_numbers_or_symbols() -> None:
    source = "      org x:5\nplace ds 2\n      org p:0\nf     move x:(r3)+n3,a\n      move r3,x1\n      rts\n"
    found = Routine.from_source(
        source, "f", fixed={"r3": "place", "n3": 1, "x:place[2]": [40, 41]}, outputs={"a": "a1", "r3": "r3"}
    )
    assert found().value == {"a": 40, "r3": 6}


@pytest.mark.parametrize(
    ("values", "name", "words"),
    [
        ({}, "given", "lacks its input given"),
        ({"givn": 1}, "givn", "did you mean given"),
        ({"given": [0] * 21}, "given", "must be 22 values, got 21"),
        ({"given": [0] * 23}, "given", "must be 22 values"),
        ({"given": [0] * 21 + [1 << 24]}, "given[21]", "does not fit into 24 bits"),
        ({"given": [0] * 21 + [-1]}, "given[21]", "does not fit into 24 bits"),
        ({"given": 5}, "given", "must be 22 values, got 5"),
        ({"given": "a" * 22}, "given", "must be 22 values"),
        ({"given": [0.5] * 22}, "given[0]", "must be an integer, got 0.5"),
    ],
)
def test_wrong_inputs_are_named(values: dict[str, object], name: str, words: str) -> None:
    with pytest.raises(OperandError, match=words) as caught:
        summing()(**values)
    assert (caught.value.fields["routine"], caught.value.fields["name"]) == ("sum", name)
    assert caught.value.fields["value"] == values.get(name, caught.value.fields["value"])
    assert caught.value.message.startswith("sum")

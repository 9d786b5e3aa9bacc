"""The committed vectors: fresh, complete, and passed by the emulator, the plain-Python model and the second reading."""

from collections import Counter

import pytest

from differential.cases import Case
from differential.second import SecondRunner
from dsp56k import isa
from vectors.engine import Taker
from vectors.generate import vector
from vectors.model import Model, changes
from vectors.vector import DATA, State, Vector, files, read

NAMES = [str(path.relative_to(DATA)).removesuffix(".jsonl.gz") for path in files()]
AT_LEAST = 50
TEN_MEGABYTES = 10_000_000


def of(name: str) -> list[Vector]:
    return list(read(DATA / f"{name}.jsonl.gz"))


def with_code(one: Vector) -> State:
    start = one.initial.registers["pc"]
    code = [["p", start + offset, word] for offset, word in enumerate(one.code)]
    return State(one.initial.registers, one.initial.stack, [*one.initial.memory, *code])


def external(one: Vector) -> list[tuple[str, str, int, int]]:
    """Accesses on port A, fetches as reads. The order of those of one instruction means nothing."""
    return sorted(
        ("r" if kind == "f" else kind, space, address, word)
        for kind, space, address, word, place in one.accesses
        if place == "external"
    )


@pytest.fixture(scope="module")
def model() -> Model:
    return Model()


@pytest.fixture(scope="module")
def taker() -> Taker:
    return Taker()


@pytest.fixture(scope="module")
def watched() -> Taker:
    return Taker(watched=True)


@pytest.mark.parametrize("name", NAMES)
def test_emulator(taker: Taker, name: str) -> None:
    wrong = {one.name: lines for one in of(name) if (lines := taker.differences(one))}
    assert wrong == {}
    assert taker.strays() == []


@pytest.mark.parametrize("name", NAMES)
def test_bus_accesses_of_the_emulator(watched: Taker, name: str) -> None:
    for one in of(name):
        assert watched.accesses(one) == external(one), one


@pytest.mark.parametrize("name", NAMES)
def test_model(model: Model, name: str) -> None:
    for one in of(name):
        result = model.run_from(one.initial, one.code, one.steps)
        assert changes(with_code(one), result) == one.final, one.name
        assert (result.clocks, result.accesses) == (one.clocks, one.accesses), one.name


def test_second_reading() -> None:
    """All vectors, except for those with parts that it omits: exceptions, sleep, peripherals."""
    second, passed, left_out = SecondRunner(), 0, 0
    for name in NAMES:
        for one in of(name):
            registers = dict(one.initial.registers)
            bcr, ipr = registers.pop("bcr"), registers.pop("ipr")
            stack = {location: (high, low) for location, high, low in one.initial.stack}
            memory = {(space, address): word for space, address, word in one.initial.memory}
            case = Case(tuple(one.code), registers, stack, memory, bcr, one.steps, ipr=ipr)
            result = second.run(case)
            if result is None:
                left_out += 1
                continue
            final = {"bcr": bcr, "ipr": ipr} | registers | one.final.registers | {"clocks": one.clocks}
            for location, high, low in one.final.stack:
                final |= {f"ssh{location}": high, f"ssl{location}": low}
            assert {name: result.values[name] for name in final} == final, one.name
            words = memory | case.code | {(space, address): word for space, address, word in one.final.memory}
            assert result.memory == {place: word for place, word in words.items() if word}, one.name
            passed += 1
    assert passed > 20 * left_out


def test_every_row_has_enough() -> None:
    counts: Counter[tuple[str, int]] = Counter()
    for path in files():
        for one in read(path):
            decoded = isa.decode(one.code[0])
            assert decoded is not None
            counts.update((part.row.table, part.row.index) for part in decoded.parts)
    assert [row.op for row in isa.ROWS if counts[row.table, row.index] < AT_LEAST] == []


def test_fresh() -> None:
    """To make them again: python tests/vectors/generate.py."""
    committed = {one.name: one for path in files() for one in read(path)}
    for row in isa.ROWS:
        one = vector(row, 0)
        assert committed[one.name] == one
        assert committed[(second := vector(row, 49)).name] == second


def test_small_enough() -> None:
    assert sum(path.stat().st_size for path in files()) < TEN_MEGABYTES

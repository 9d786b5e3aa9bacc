"""The window's data path and the arbiter, apart from the board."""

import pytest

from dsp56k.card.chips.window import Window
from dsp56k.card.parts.arbiter import Arbiter
from dsp56k.emu.signal_lines import Line


class Bank(list[int]):
    """Words, and all of them as bytes."""

    def octets(self, address: int, count: int) -> bytes:
        return b"".join(word.to_bytes(3, "little") for word in self[address : address + count])

    def set_octets(self, address: int, octets: bytearray) -> None:
        words = [int.from_bytes(octets[at : at + 3], "little") for at in range(0, len(octets), 3)]
        self[address : address + len(words)] = words


def banks() -> tuple[Bank, Bank]:
    return Bank([0x112233, 0x445566]), Bank([0xAABBCC, 0xDDEEFF])


@pytest.mark.parametrize(("bank", "word", "value"), [(0, 0, 0x112233), (0, 1, 0x445566), (1, 1, 0xDDEEFF)])
def test_lanes(bank: int, word: int, value: int) -> None:
    window = Window(banks(), 2, 0)
    assert [window.read(bank, word, lane) for lane in range(3)] == list(value.to_bytes(3, "little"))


@pytest.mark.parametrize(("lane", "expected"), [(0, 0x112200), (1, 0x110033), (2, 0x002233)])
def test_a_byte_write_leaves_the_other_lanes(lane: int, expected: int) -> None:
    program, data = banks()
    Window((program, data), 2, 0).write(0, 0, lane, 0)
    assert (program[0], data) == (expected, banks()[1])


def test_past_the_bank_reads_the_pull_and_writes_nothing() -> None:
    program, data = banks()
    window = Window((program, data), 1, 0x0F1E2D)
    assert [window.read(0, 1, lane) for lane in range(3)] == [0x2D, 0x1E, 0x0F]
    window.write(0, 1, 0, 0)
    assert (program, data) == banks()


@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("lane", range(3))
@pytest.mark.parametrize("word", range(4))
@pytest.mark.parametrize("most", range(9))
def test_a_row_is_separate_accesses(word: int, lane: int, most: int, step: int) -> None:
    program, data = banks()
    window = Window((program, data), 2, 0)
    every = [divmod(3 * word + lane + step * number, 3) for number in range(most)]
    places = [place for place in every if window.holds(place[0])]
    row = window.row(word, lane, step, most)
    assert row.count == len(places)
    if not places:
        return
    assert window.read_row(0, row) == bytes(window.read(0, *place) for place in places)
    values = bytes(range(0x80, 0x80 + len(places)))
    window.write_row(1, row, values)
    other = banks()
    for place, value in zip(places, values, strict=True):
        Window(other, 2, 0).write(1, *place, value)
    assert (program, data) == other


@pytest.mark.parametrize("run", [False, True])
@pytest.mark.parametrize("request_", [False, True])
@pytest.mark.parametrize("grant", [False, True])
def test_arbiter_table(run: bool, request_: bool, grant: bool) -> None:
    arbiter = Arbiter(Line("RUN", run), Line("BR", request_), Line("BG", grant))
    status = request_ and (grant or not run)
    assert (arbiter.window_enabled, arbiter.granted) == (status or not run, status)


def test_line_tells_changes_only() -> None:
    seen: list[tuple[bool, int]] = []
    line = Line("BR")
    line.connect(lambda level, now: seen.append((level, now)))
    for now, level in enumerate([False, True, True, False]):
        line.drive(level, now)
    assert seen == [(True, 1), (False, 3)]
    assert repr(line) == "Line('BR', released)"

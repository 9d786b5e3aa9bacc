"""numpy's integers are accepted everywhere; copies, listeners and hooks that cannot work are refused."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dsp56k.asm import assemble
from dsp56k.card import Card, CardError
from dsp56k.emu import ChipInUseError, ConfigurationError, Dsp56001
from dsp56k.emu.timeline import Clock
from dsp56k.isa.errors import Dsp56kError

HUGE = 10**5000
"""More digits than Python turns into text."""
PORT, WINDOW = 0x8, 0xD0000


def test_times_of_numpy_lose_nothing() -> None:
    int64: Callable[[int], Any] = np.int64
    clock = Clock(int64(20_000_000))
    assert clock == Clock(20_000_000) == Clock(Fraction(20_000_000))
    late = 9 * 10**18
    assert clock.count_at(int64(late)) == clock.count_at(late) == late // 50_000
    assert clock.time_of(int64(10**15)) == clock.time_of(10**15)
    assert type(clock.count_at(int64(5))) is int


def test_a_card_is_brought_forward_by_numbers_of_numpy() -> None:
    int64: Callable[[int], Any] = np.int64
    cards = [Card(), Card(dsp_clock_hz=int64(20_000_000), bank_words=int64(8192))]
    cards[0].catch_up(10**13)
    cards[1].catch_up(int64(10**13))
    assert cards[0].dsp.total_clocks == cards[1].dsp.total_clocks == 200_000_000
    numbers: tuple[Callable[[int], Any], ...] = (int, int64)
    for number in numbers:
        card = Card()
        card.port_write(number(PORT), number(1), number(10**6))
        assert card.port_read(number(PORT), number(2 * 10**6)) & 1
        card.window_write(number(WINDOW), number(5), number(3 * 10**6))
        assert card.window_read(number(WINDOW), number(4 * 10**6)) == 0xFF
        assert all(type(record.first) is int for record in card.events)


@pytest.mark.parametrize(
    "use",
    [
        lambda: Card(bank_words=HUGE),
        lambda: Card(window_bytes=HUGE),
        lambda: Card(dsp_clock_hz=-HUGE),
        lambda: Card().catch_up(HUGE),
        lambda: Card().catch_up(-HUGE),
        lambda: Card().catch_up(1.5),  # type: ignore[arg-type]  # the invalid argument
        lambda: Card().catch_up("now"),  # type: ignore[arg-type]  # the invalid argument
        lambda: Card().port_read(HUGE, 0),
        lambda: Card().port_read(1.5, 0),  # type: ignore[arg-type]  # the invalid argument
        lambda: Card().port_write(0, HUGE, 0),
        lambda: Card().window_write(WINDOW, -HUGE, 0),
        lambda: Dsp56001().run(max_clocks=HUGE),
        lambda: Dsp56001().load_words([1, 2]),  # type: ignore[arg-type]  # the invalid argument
        lambda: Dsp56001().load_words(assemble(" nop")),  # type: ignore[arg-type]  # the invalid argument
    ],
)
def test_what_cannot_be_is_one_clear_error(use: Callable[[], object]) -> None:
    with pytest.raises(Dsp56kError):
        use()


def test_strict_takes_what_is_true() -> None:
    assert Dsp56001(strict=1).clocks == 0  # type: ignore[arg-type]  # the invalid argument
    with pytest.raises(CardError, match="time must not decrease"):
        Card().catch_up(-1)


@pytest.mark.parametrize("part", [lambda dsp: dsp, lambda dsp: dsp.regs, lambda dsp: dsp.stack])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_belongs_to_a_chip_is_not_copied(
    part: Callable[[Dsp56001], object], duplicate: Callable[[object], object]
) -> None:
    with pytest.raises(Dsp56kError, match=r"snapshot|as_dict|list"):
        duplicate(part(Dsp56001()))


@pytest.mark.parametrize(
    "run",
    [
        lambda dsp: dsp.run(max_clocks=10),
        lambda dsp: dsp.step(),
        lambda dsp: dsp.advance(10**6),
        lambda dsp: next(dsp.trace()),
    ],
)
def test_a_listener_cannot_run_the_chip(run: Callable[[Dsp56001], object]) -> None:
    dsp = Dsp56001()

    def listener(level: bool, clock: int) -> None:
        run(dsp)

    dsp.lines.bg.connect(listener)
    dsp.lines.br.drive(True, at=4)
    with pytest.raises(ChipInUseError, match="a listener cannot run the chip"):
        dsp.advance(1000)
    # The error has ended the run; the chip can go on.
    before = dsp.clocks
    assert before < 1000
    dsp.advance(1000)
    assert dsp.clocks == 1000


def test_a_listener_may_connect_another() -> None:
    dsp = Dsp56001()
    told: list[str] = []

    def first(level: bool, clock: int) -> None:
        told.append("first")
        if level:
            dsp.lines.bg.connect(lambda *_: told.append("second"))

    dsp.lines.bg.connect(first)
    dsp.lines.br.drive(True, at=4)
    dsp.lines.br.drive(False, at=20)
    dsp.advance(100)
    assert told == ["first", "first", "second"]


def test_a_hook_that_restores_where_it_stands_is_passed() -> None:
    dsp = Dsp56001()
    dsp.p[0:3] = [0, 0x200013, 0x0C0002]
    calls: list[int] = []

    def again(chip: Dsp56001, address: int) -> None:
        calls.append(chip.clocks)
        chip.restore(chip.snapshot())

    dsp.hooks.on_execute(again, 1)
    stop = dsp.run(max_clocks=100)
    assert (stop.pc, calls) == (2, [2])
    # A later visit is met again, and so is one of another chip.
    dsp.regs.pc = 0
    dsp.run(max_clocks=100)
    assert len(calls) == 2


def test_load_words_says_what_it_takes() -> None:
    with pytest.raises(ConfigurationError, match=r"mapping of \(space, address\)"):
        Dsp56001().load_words([1])  # type: ignore[arg-type]  # the invalid argument

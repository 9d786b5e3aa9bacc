"""Generated Montgomery kernels: reproducible, without warnings, consecutive squares, operands anywhere."""

from pathlib import Path

import pytest

from dsp56k.lib.digits import from_digits, radix, to_digits
from dsp56k.lib.kernels import generate, kernel_source
from dsp56k.lib.kernels.products import digit_products, quotient_products
from dsp56k.lib.kernels.program import kernel_name, kernel_program, unproved_source
from dsp56k.lib.kernels.proved import UnprovedKernelError, digest_of, proved
from dsp56k.lib.kernels.schedule import Weights
from dsp56k.lib.kernels.searched import SEARCHES, search_of, searched
from dsp56k.lib.kernels.source import Search, outcome
from dsp56k.lib.library_runner import KernelMachine

SIZES = [2, 3, 4, 5, 8, 11]


def machine(digits: int, value: int, n: int, *, square: bool, times: int = 1) -> KernelMachine:
    made = KernelMachine(digits, square=square)
    w = pow(1 << 25, -1, n)
    for place, number in (("mp_xv", value), ("mp_xm", w - n if w > n // 2 else w), ("mp_xh", (1 - n) // 2)):
        made.put("x", place, to_digits(number, digits))
    made.set(pinv=pow(n, -1, 1 << 24), half=1 << 11, cnt=times)
    return made


@pytest.mark.parametrize("digits", [*range(2, 12), 22, 43])
def test_every_product_is_made_once(digits: int) -> None:
    pairs = {(i, j) for i in range(digits) for j in range(digits)}
    assert sorted((one.left.place, one.right.place) for one in digit_products(digits, square=False)) == sorted(pairs)
    squares = sorted((one.left.place, one.right.place) for one in digit_products(digits, square=True))
    assert squares == sorted((i, j) for i, j in pairs if i <= j)
    both = [quotient_products(digits, square=square) for square in (False, True)]
    for quotient in both:
        assert len(quotient) == len({one[:2] for one in quotient}) == digits * digits - 1
    for one in (*digit_products(digits, square=False), *both[0], *both[1]):
        if one.left.number != "h":
            assert one.column == one.left.place + one.right.place + (one.left.number == "w")


@pytest.mark.parametrize("late", [None, 0])
@pytest.mark.parametrize("square", [False, True])
def test_the_search_gives_the_same_text_again(square: bool, late: int | None) -> None:
    search = Search(40, Weights(late=late, late_digit=late))
    assert kernel_source(5, square=square, search=search) == kernel_source(5, square=square, search=search)


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("digits", [2, 3, 4])
def test_a_search_finds_what_is_recorded(digits: int, square: bool) -> None:
    """If it fails, run `python -m dsp56k.lib.kernels.searched`."""
    assert outcome(digits, search_of(digits, square=square), square=square) == searched()[digits, square]


def test_a_search_keeps_the_offsets_that_it_is_given() -> None:
    for key, search in SEARCHES.items():
        assert searched()[key].offsets.items() >= search.offsets.items()


@pytest.mark.parametrize("digits", [9, 11, 17, 22])
def test_the_generator_makes_the_proved_source(digits: int) -> None:
    assert digest_of(unproved_source(digits, square=True)) == proved()[kernel_name(digits, square=True)]


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("digits", SIZES)
def test_no_instruction_is_suspect(digits: int, square: bool) -> None:
    """The assembler names forbidden sequences."""
    assert not kernel_program(digits, square=square).diagnostics


@pytest.mark.parametrize("digits", [1, 44])
def test_a_kernel_of_another_size_is_refused(digits: int) -> None:
    with pytest.raises(UnprovedKernelError, match=f"cannot use a kernel of {digits} digits: it must have 2 to 43"):
        kernel_program(digits, square=True)


@pytest.mark.parametrize("digits", SIZES)
def test_squares_in_a_row(digits: int) -> None:
    n = (1 << 24 * digits - 8) - 15
    first = expected = -n // 3
    clocks = []
    for _ in range(5):
        single = machine(digits, expected, n, square=True)
        single.call("kernel_square")
        expected = from_digits(single.get("x", "mp_xv", digits))
        clocks.append(single.clocks)
    many = machine(digits, first, n, square=True, times=5)
    many.call("kernel_square")
    assert from_digits(many.get("x", "mp_xv", digits)) == expected
    assert many.clocks < sum(clocks)


@pytest.mark.parametrize("digits", SIZES)
def test_an_operand_of_a_window_table_is_taken_where_it_is_and_kept(digits: int) -> None:
    n = (1 << 24 * digits - 8) - 15
    a, b, place = n - 2, -n // 5, 0xC0
    made = machine(digits, a, n, square=False)
    made.put("y", place, to_digits(b, digits))
    made.dsp.regs.r4 = place
    made.call("kernel_product_at")
    assert (from_digits(made.get("x", "mp_xv", digits)) * radix(digits) - 2 * a * b) % n == 0
    assert from_digits(made.get("y", place, digits)) == b


@pytest.mark.parametrize("content", [None, "", "; Made by an earlier generator\n", "\n; \xe9\n"])
def test_files_that_are_missing_or_of_another_generator_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    monkeypatch.setattr(generate, "SOURCES", tmp_path)
    monkeypatch.setattr(generate, "SIZES", (9,))
    generate.write_kernels(tmp_path, (9,))
    current, other = tmp_path / "bignum/kernels/kernels_9.asm", tmp_path / "des/kernels/slice_round.asm"
    made = other.read_text(encoding="ascii")
    stamp = current.stat().st_mtime_ns
    other.unlink()
    if content is not None:
        other.write_text(content, encoding="latin-1")
    assert generate.complete_sources.__wrapped__() == tmp_path
    assert other.read_text(encoding="ascii") == made
    assert current.stat().st_mtime_ns == stamp

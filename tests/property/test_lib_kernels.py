"""The unrolled kernels of an exponentiation: congruence, range, equal copies, time that depends on nothing."""

import hashlib
from itertools import dropwhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.lib import SOURCES
from dsp56k.lib.digits import from_digits, radix, to_digits
from dsp56k.lib.kernels.searched import SIZES
from dsp56k.lib.library_runner import Machine
from dsp56k.testing.strategies import moduli

SPARE_BITS = 8
CLOCKS = {
    "fast_product": {9: 442, 11: 608, 17: 1342, 22: 2150, 33: 4670, 43: 7794},
    "fast_squares": {9: 394, 11: 536, 17: 1106, 22: 1754, 33: 3684, 43: 6128},
}
WORDS = {
    9: (428, "9ac0a91083243f44d5362e96475e1548"),
    11: (585, "cee1c146cb98bbe9d3ad29f5e11f48e6"),
    17: (1239, "670ced09307d889f1bd76dcb8d197698"),
    22: (1973, "50f060f41316a4aa953ff2206661277b"),
    33: (4198, "c686d2bb3894285377dc93e925f4a6a8"),
    43: (6984, "d58aa03f08846c90c47556716923215d"),
}
"""The number of words of a kernel file, and their digest, by digits."""
FOLDER = SOURCES / "bignum" / "kernels"


@st.composite
def cases(draw: st.DrawFn, digits: int) -> tuple[int, int, int]:
    n = draw(moduli(digits, SPARE_BITS))
    # The result of a kernel can exceed the modulus by a hundredth, and is an operand of the next.
    end = n + n // 100
    operand = st.one_of(st.integers(-end, end), st.sampled_from([-end, end, 0]))
    return draw(operand), draw(operand), n


def run(routine: str, digits: int, a: int, b: int, n: int, times: int = 1) -> tuple[int, int]:
    """The kernel's value and clocks."""
    w = pow(1 << 25, -1, n)
    machine = Machine()
    machine.put("x", "mp_xv", to_digits(a, digits))
    machine.put("y", "mp_yt", to_digits(b, digits))
    machine.put("x", "mp_xm", to_digits(w - n if w > n // 2 else w, digits))
    machine.put("x", "mp_xh", to_digits((1 - n) // 2, digits))
    machine.set(len=digits, pinv=pow(n, -1, 1 << 24), half=1 << 11, cnt=times)
    machine.call(f"{routine}_{digits}")
    return from_digits(machine.get("x", "mp_xv", digits)), machine.clocks


def check(case: tuple[int, int, int], digits: int) -> None:
    a, b, n = case
    end = n + n // 100 + 1
    for routine, product in (("fast_product", 2 * a * b), ("fast_squares", a * a)):
        value, clocks = run(routine, digits, a, b, n)
        assert abs(value) <= end
        assert (value * radix(digits) - product) % n == 0
        assert clocks == CLOCKS[routine][digits]


@pytest.mark.parametrize("digits", CLOCKS["fast_product"])
@settings(max_examples=60)
@given(st.data())
def test_kernels(digits: int, data: st.DataObject) -> None:
    check(data.draw(cases(digits)), digits)


@pytest.mark.parametrize("digits", CLOCKS["fast_product"])
def test_the_greatest_modulus(digits: int) -> None:
    """Its highest digit is 2^16, as that of the greatest numbers below 2^(24n-8) is: more than these 8 spare bits."""
    end_of_length = 1 << 24 * digits - 8
    for n in (end_of_length - 1, end_of_length + (1 << 24 * digits - 25) - (1 << 24 * digits - 48) - 1):
        assert to_digits(n, digits)[-1] == 1 << 16
        end = n + n // 100
        for a, b in ((end, end), (-end, end), (-end, -1), (n // 3, -n // 7)):
            check((a, b, n), digits)


@pytest.mark.parametrize("digits", CLOCKS["fast_product"])
def test_a_run_of_squarings_is_single_squarings(digits: int) -> None:
    n = (1 << 24 * digits - SPARE_BITS) - 15
    value, expected = n // 3, n // 3
    for _ in range(7):
        expected = run("fast_squares", digits, expected, 0, n)[0]
    assert run("fast_squares", digits, value, 0, n, 7)[0] == expected


@pytest.mark.parametrize("digits", SIZES)
def test_a_program_includes_the_files_by_name_and_their_words_do_not_change(digits: int) -> None:
    """Results and clocks of an exponentiation depend on every word. A digest that changes for a reason is replaced."""
    needed = "RSA_KEYS equ $2000\nRSA_BLOCK equ 305\nRSA_SLIDING equ 1\n include 'bignum/mp_memory.asm'\n org p:$0800\n"
    program = assemble(f"{needed} include 'bignum/kernels/kernels_{digits}.asm'\n end\n", include_paths=[SOURCES])
    words = sorted(program.words.items())
    assert (len(words), hashlib.sha256(repr(words).encode()).hexdigest()[:32]) == WORDS[digits]


@pytest.mark.parametrize(("digits", "square", "product"), [(11, 246, 291), (22, 850, 1063)])
def test_cycles_of_the_body(digits: int, square: int, product: int) -> None:
    """library.md has them: a line is an instruction, each a cycle; the product from its first loads on."""
    text = (FOLDER / f"kernels_{digits}.asm").read_text(encoding="ascii")
    turn = text.split("do      x1,_again\n")[1].split("_again\n")[0]
    body = text.split(f"\nfast_product_{digits}_run\n")[1].split(f"fast_power_{digits}_end\n")[0].splitlines()
    loads = list(dropwhile(lambda line: line.startswith("        move    #"), body))
    assert (len(turn.splitlines()), len(loads)) == (square, product)


def test_every_size_has_its_file() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"kernels_{digits}.asm" for digits in SIZES)
    assert set(SIZES) == set(CLOCKS["fast_product"])

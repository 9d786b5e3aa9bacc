"""Chapter 4: limiting, scaling, convergent rounding, fractional products and the parts of the accumulators."""

import pytest

from dsp56k.emu import Dsp56001
from shared.emu_programs import chip

#: MR's scaling bits S1 and S0 in SR (UM 6-11).
NO_SCALING, SCALE_DOWN, SCALE_UP = 0x0000, 0x0400, 0x0800
LIMIT = 0x40


def after(instruction: str, **registers: int) -> Dsp56001:
    dsp = chip(f" org p:$40\n {instruction}")
    dsp.regs.pc = 0x40
    for name, value in registers.items():
        dsp.regs[name] = value
    dsp.step()
    return dsp


POSITIVE, NEGATIVE = 0x01234567_89ABCD, 0xFE234567_89ABCD
SATURATED = {POSITIVE: 0x7FFFFF, NEGATIVE: 0x800000}
SATURATED_LOW = {POSITIVE: 0xFFFFFF, NEGATIVE: 0x000000}


@pytest.mark.parametrize(
    ("move", "x", "y"),
    [
        ("a,x:(r0)", "a", None),
        ("b,x:(r0)", "b", None),
        ("a,y:(r0)", None, "a"),
        ("b,y:(r0)", None, "b"),
        ("a,x:(r0) a,y:(r4)", "a", "a"),
        ("a,x:(r0) b,y:(r4)", "a", "b"),
        ("b,x:(r0) a,y:(r4)", "b", "a"),
        ("b,x:(r0) b,y:(r4)", "b", "b"),
        ("ab,l:(r0)", "a", "b"),
        ("ba,l:(r0)", "b", "a"),
        ("a,l:(r0)", "a", "low a"),
        ("b,l:(r0)", "b", "low b"),
    ],
)
def test_limited_values(move: str, x: str | None, y: str | None) -> None:
    """UM 4-8, Table 4-1, for each pair of signs: the stored words, L set, the accumulators unchanged."""
    for a in (POSITIVE, NEGATIVE):
        for b in (POSITIVE, NEGATIVE):
            values = {"a": SATURATED[a], "b": SATURATED[b], "low a": SATURATED_LOW[a], "low b": SATURATED_LOW[b]}
            dsp = after(f"move {move}", a=a, b=b, r0=0x10, r4=0x10, sr=0)
            stored = (dsp.x[0x10] if x else None, dsp.y[0x10] if y else None)
            assert stored == (values[x] if x else None, values[y] if y else None)
            assert (dsp.regs.a, dsp.regs.b, dsp.regs.sr) == (a, b, LIMIT)


@pytest.mark.parametrize(
    ("source", "word"), [("a2", 0xFFFFFE), ("a1", 0x234567), ("a0", 0x89ABCD), ("b2", 0x000001), ("b0", 0xABCDEF)]
)
@pytest.mark.parametrize("scaling", [NO_SCALING, SCALE_DOWN, SCALE_UP])
def test_parts_are_neither_shifted_nor_limited(source: str, word: int, scaling: int) -> None:
    """UM 4-6; the extension is read with its sign (UM 4-13, 7-5)."""
    dsp = after(f"move {source},x0", a=NEGATIVE, b=0x01ABCDEF_ABCDEF, sr=scaling)
    assert (dsp.regs.x0, dsp.regs.sr) == (word, scaling)


def test_the_halves_of_a_long_word_move_as_they_are() -> None:
    """UM A-147: A10 is neither shifted nor limited, and as a destination leaves A2."""
    dsp = after("move a10,l:(r0)", a=NEGATIVE, r0=0x10, sr=SCALE_UP)
    assert (dsp.x[0x10], dsp.y[0x10], dsp.regs.sr) == (0x234567, 0x89ABCD, SCALE_UP)
    assert after("move l:(r0),a10", a=NEGATIVE, r0=0x10).regs.a == 0xFE000000_000000


@pytest.mark.parametrize(
    ("scaling", "a", "word", "limited"),
    [
        # UM 4-8, Figure 4-4: +1.0 does not fit a word.
        (NO_SCALING, 0x00800000_000000, 0x7FFFFF, True),
        (NO_SCALING, 0x007FFFFF_FFFFFF, 0x7FFFFF, False),
        (NO_SCALING, 0xFF800000_000000, 0x800000, False),
        (NO_SCALING, 0xFF7FFFFF_FFFFFF, 0x800000, True),
        # UM 6-11: one bit to the right when it is read, so that +1.0 is read as +0.5 and 2.0 is too large.
        (SCALE_DOWN, 0x00800000_000000, 0x400000, False),
        (SCALE_DOWN, 0x00FFFFFF_FFFFFF, 0x7FFFFF, False),
        (SCALE_DOWN, 0x01000000_000000, 0x7FFFFF, True),
        (SCALE_DOWN, 0xFF000000_000000, 0x800000, False),
        (SCALE_DOWN, 0xFEFFFFFF_FFFFFF, 0x800000, True),
        # One bit to the left: 0.5 is too large.
        (SCALE_UP, 0x003FFFFF_FFFFFF, 0x7FFFFF, False),
        (SCALE_UP, 0x00400000_000000, 0x7FFFFF, True),
        (SCALE_UP, 0xFFC00000_000000, 0x800000, False),
        (SCALE_UP, 0xFFBFFFFF_FFFFFF, 0x800000, True),
    ],
)
def test_the_limits_of_each_scaling_mode(scaling: int, a: int, word: int, limited: bool) -> None:
    dsp = after("move a,x0", a=a, sr=scaling)
    assert (dsp.regs.x0, dsp.regs.sr, dsp.regs.a) == (word, scaling | LIMIT * limited, a)


@pytest.mark.parametrize("instruction", ["move a,r3", "movec a,m3", "do a,$50", "rep a"])
def test_short_destinations_take_the_low_bits_of_the_limited_word(instruction: str) -> None:
    """UM A-153, A-70, A-186."""
    dsp = after(instruction, a=POSITIVE, sr=0)
    name = {"move a,r3": "r3", "movec a,m3": "m3"}.get(instruction, "lc")
    assert (dsp.regs[name], dsp.regs.sr & LIMIT) == (0xFFFF, LIMIT)


@pytest.mark.parametrize("transfer", ["tfr a,b", "tcc a,b"])
def test_transfers_do_not_pass_the_limiter(transfer: str) -> None:
    """UM A-214, A-216."""
    dsp = after(transfer, a=POSITIVE, sr=SCALE_DOWN)
    assert (dsp.regs.b, dsp.regs.sr) == (POSITIVE, SCALE_DOWN)


#: Figure 4-9 (UM 4-12): the part discarded in quarters of the last bit kept, that bit, the increment.
ROUNDING = [(1, 0, 0), (1, 1, 0), (3, 0, 1), (3, 1, 1), (2, 0, 0), (2, 1, 1), (0, 0, 0), (0, 1, 0)]


@pytest.mark.parametrize(("scaling", "position"), [(NO_SCALING, 23), (SCALE_DOWN, 24), (SCALE_UP, 22)])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("discarded", "last", "step"), ROUNDING)
def test_convergent_rounding(scaling: int, position: int, sign: int, discarded: int, last: int, step: int) -> None:
    """UM A-191, Figure 4-9: the four cases, about the rounding position of each scaling mode, and for RND and MACR."""
    kept = (sign * 0x1230 + last) << (position + 1)
    value = kept + (discarded << (position - 1))
    rounded = kept + (step << (position + 1))
    for instruction in ("rnd a", "macr x0,y0,a"):
        dsp = after(instruction, a=value % (1 << 56), x0=0, sr=scaling)
        assert dsp.regs.a == rounded % (1 << 56)


@pytest.mark.parametrize(
    ("instruction", "product"),
    [
        # UM 4-11: the product of two fractions is shifted left; -1 * -1 is +1 in 56 bits, without overflow.
        ("mpy x0,y0,a", 0x00800000_000000),
        ("mpy -x0,y0,a", 0xFF800000_000000),
        ("mpyr x0,y0,a", 0x00800000_000000),
        ("mac x0,y0,a", 0x00C00000_000000),
        ("macr -x0,y0,a", 0xFFC00000_000000),
    ],
)
def test_the_square_of_minus_one(instruction: str, product: int) -> None:
    dsp = after(instruction, x0=0x800000, y0=0x800000, a=0x00400000_000000, sr=0)
    assert (dsp.regs.a, dsp.regs.sr & 0x42) == (product, 0)


def test_overflow_is_that_of_all_bits() -> None:
    """UM A-11: V where 56 bits do not hold the result, from any operation; L follows and stays."""
    for instruction, a in (
        ("add x0,a", 0x7FFFFFFF_000000),
        ("asl a", 0x40000000_000000),
        ("neg a", 0x80000000_000000),
        ("abs a", 0x80000000_000000),
        ("rnd a", 0x7FFFFFFF_FFFFFF),
        ("mac x0,x0,a", 0x7FFFFFFF_FFFFFF),
    ):
        dsp = after(instruction, a=a, x0=0x400000, sr=0)
        assert dsp.regs.sr & 0x42 == 0x42, instruction
        dsp = after(instruction, a=0x00000100_000000, x0=0x000100, sr=LIMIT)
        assert dsp.regs.sr & 0x42 == LIMIT, instruction


@pytest.mark.parametrize(
    ("destination", "a"),
    [
        ("a", 0xFF800001_000000),
        ("a2", 0x01123456_789ABC),
        ("a1", 0x12800001_789ABC),
        ("a0", 0x12123456_800001),
    ],
)
def test_loading_the_parts(destination: str, a: int) -> None:
    """UM 4-6: only A itself takes sign and zeros; A2 takes the low byte (UM 7-4)."""
    assert after(f"move x0,{destination}", a=0x12123456_789ABC, x0=0x800001).regs.a == a

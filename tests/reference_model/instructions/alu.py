"""The data ALU operations in the low byte of a parallel instruction, and DIV, NORM and Tcc."""

from collections.abc import Callable

from reference_model.instructions import ccr
from reference_model.registers import Registers
from reference_model.words import MASK24, MASK56, bit, signed

LOWEST, HIGHEST = -(1 << 55), (1 << 55) - 1
#: Bit at which rounding adds one, by scaling mode (UM A-191).
ROUNDING = {0: 23, ccr.SCALE_DOWN: 24, ccr.SCALE_UP: 22}


class Operation:
    """One data ALU operation: reads registers, returns its result; None if nothing is stored."""

    def __init__(self, registers: Registers, source: str, destination: str) -> None:
        self.registers = registers
        self.source, self.destination = source, destination

    @property
    def s(self) -> int:
        """The source as a signed 56-bit number: words and long words left-aligned below bit 48 (UM A-18)."""
        width = {"a": 56, "b": 56, "x": 48, "y": 48}.get(self.source, 24)
        value = signed(self.registers[self.source], width)
        return value << 24 if width == 24 else value

    @property
    def d(self) -> int:
        """The destination accumulator, signed."""
        return signed(self.registers[self.destination], 56)

    def result(self, exact: int, overflow: bool = False) -> int:
        """Set L, E, U, N, Z and V for a result that may be wider than 56 bits."""
        ccr.arithmetic(self.registers, exact, overflow or not LOWEST <= exact <= HIGHEST)
        return exact & MASK56

    def plus(self, augend: int, addend: int, carry: int = 0, overflow: bool = False) -> int:
        """A sum with the carry out of bit 55 (UM A-11)."""
        carried = (augend & MASK56) + (addend & MASK56) + carry > MASK56
        value = self.result(augend + addend + carry, overflow)
        ccr.put(self.registers, c=carried)
        return value

    def minus(self, minuend: int, subtrahend: int, borrow: int = 0, overflow: bool = False) -> int:
        """A difference with the borrow out of bit 55."""
        borrowed = (minuend & MASK56) < (subtrahend & MASK56) + borrow
        value = self.result(minuend - subtrahend - borrow, overflow)
        ccr.put(self.registers, c=borrowed)
        return value

    def middle(self, word: int) -> int:
        """The destination with A1 or B1 replaced and its flags set: the 24-bit operations."""
        ccr.logical(self.registers, word)
        return self.d & MASK56 & ~(MASK24 << 24) | word << 24

    @property
    def d1(self) -> int:
        """Bits 47-24 of the destination."""
        return self.d >> 24 & MASK24

    @property
    def carry(self) -> int:
        """C before the operation."""
        return ccr.get(self.registers, "c")


def rounded(exact: int, mode: int) -> int:
    """Convergent rounding (UM A-191, Figure 4-9): half an LSB is added, a tie goes to even, the rest is cleared."""
    position = ROUNDING[mode]
    exact += 1 << position
    if exact & ((1 << position + 1) - 1) == 0:
        exact &= ~(1 << position + 1)
    return exact & ~((1 << position + 1) - 1)


def abs_(op: Operation) -> int:
    """UM A-14: |D|; -256 cannot be negated, overflows and is not limited."""
    return op.result(abs(op.d))


def adc(op: Operation) -> int:
    """UM A-16: S + C + D."""
    return op.plus(op.d, op.s, op.carry)


def add(op: Operation) -> int:
    """UM A-18: S + D."""
    return op.plus(op.d, op.s)


def addl(op: Operation) -> int:
    """UM A-20: S + 2D; V also if the shift changes bit 55, and C is the addition's."""
    return op.plus(signed(op.d << 1, 56), op.s, overflow=shift_overflows(op.d))


def addr(op: Operation) -> int:
    """UM A-22: S + D/2."""
    return op.plus(op.d >> 1, op.s)


def and_(op: Operation) -> int:
    """UM A-24: bits 47-24 only."""
    return op.middle(op.d1 & op.registers[op.source])


def asl(op: Operation) -> int:
    """UM A-28: C is the old bit 55, V is set if bit 55 has changed."""
    old = op.d
    value = op.result(signed(old << 1, 56), shift_overflows(old))
    ccr.put(op.registers, c=bool(bit(old, 55)))
    return value


def asr(op: Operation) -> int:
    """UM A-30: C is the old bit 0."""
    old = op.d
    value = op.result(old >> 1)
    ccr.put(op.registers, c=bool(bit(old, 0)))
    return value


def clr(op: Operation) -> int:
    """UM A-52: E and N clear, U and Z set."""
    return op.result(0)


def cmp(op: Operation) -> None:
    """UM A-54: D - S over 56 bits, nothing stored."""
    op.minus(op.d, op.s)


def cmpm(op: Operation) -> None:
    """UM A-56: |D| - |S|. The magnitude of -256 is the 56-bit pattern $80:000000:000000 again."""
    op.minus(signed(abs(op.d), 56), signed(abs(op.s), 56))


def eor(op: Operation) -> int:
    """UM A-73."""
    return op.middle(op.d1 ^ op.registers[op.source])


def lsl(op: Operation) -> int:
    """UM A-106: C is the old bit 47."""
    old = op.d1
    value = op.middle(old << 1 & MASK24)
    ccr.put(op.registers, c=bool(bit(old, 23)))
    return value


def lsr(op: Operation) -> int:
    """UM A-108: C is the old bit 24."""
    old = op.d1
    value = op.middle(old >> 1)
    ccr.put(op.registers, c=bool(bit(old, 0)))
    return value


def move(op: Operation) -> None:
    """UM A-116: a data ALU NOP."""


def neg(op: Operation) -> int:
    """UM A-174: 0 - D."""
    return op.result(-op.d)


def not_(op: Operation) -> int:
    """UM A-179."""
    return op.middle(~op.d1 & MASK24)


def or_(op: Operation) -> int:
    """UM A-181."""
    return op.middle(op.d1 | op.registers[op.source])


def rnd(op: Operation) -> int:
    """UM A-191."""
    return op.result(rounded(op.d, ccr.scaling(op.registers)))


def rol(op: Operation) -> int:
    """UM A-194: C goes into bit 24, bit 47 into C."""
    old, carry = op.d1, op.carry
    value = op.middle((old << 1 | carry) & MASK24)
    ccr.put(op.registers, c=bool(bit(old, 23)))
    return value


def ror(op: Operation) -> int:
    """UM A-196: C goes into bit 47, bit 24 into C."""
    old, carry = op.d1, op.carry
    value = op.middle(old >> 1 | carry << 23)
    ccr.put(op.registers, c=bool(bit(old, 0)))
    return value


def sbc(op: Operation) -> int:
    """UM A-202: D - S - C."""
    return op.minus(op.d, op.s, op.carry)


def sub(op: Operation) -> int:
    """UM A-206: D - S."""
    return op.minus(op.d, op.s)


def subl(op: Operation) -> int:
    """UM A-208: 2D - S; V also if the shift changes bit 55, and C is the subtraction's."""
    return op.minus(signed(op.d << 1, 56), op.s, overflow=shift_overflows(op.d))


def subr(op: Operation) -> int:
    """UM A-210: D/2 - S."""
    return op.minus(op.d >> 1, op.s)


def tfr(op: Operation) -> int:
    """UM A-216: past the shifter and limiter; words are sign-extended and zero-filled (UM 4-6). No flags."""
    return op.s & MASK56


def tst(op: Operation) -> None:
    """UM A-218: D - 0."""
    op.result(op.d)


def shift_overflows(value: int) -> bool:
    """Return True if a left shift by one changes bit 55 (Table A-5, note 1)."""
    return bit(value, 55) != bit(value, 54)


NAMED: dict[str, Callable[[Operation], int | None]] = {
    "move": move, "tfr": tfr, "addr": addr, "tst": tst, "cmp": cmp, "subr": subr, "cmpm": cmpm,
    "add": add, "rnd": rnd, "addl": addl, "clr": clr, "sub": sub, "subl": subl, "not": not_,
    "adc": adc, "asr": asr, "lsr": lsr, "sbc": sbc, "abs": abs_, "ror": ror,
    "asl": asl, "lsl": lsl, "neg": neg, "rol": rol, "or": or_, "eor": eor, "and": and_,
}  # fmt: skip


def multiply(registers: Registers, sources: str, destination: str, kkk: int) -> int:
    """MPY, MPYR, MAC, MACR (UM A-112, A-114, A-170, A-172): signed fractions, so the product is shifted left once.

    kkk: negate the product, accumulate, round (Table A-27).
    """
    op = Operation(registers, "", destination)
    first, second = (signed(registers[source], 24) for source in sources.split())
    product = first * second << 1
    exact = -product if kkk & 4 else product
    if kkk & 2:
        exact += op.d
    if kkk & 1:
        exact = rounded(exact, ccr.scaling(registers))
    return op.result(exact)


def div(registers: Registers, source: str, destination: str) -> None:
    """UM A-58: one step of a non-restoring division. L, V and C only."""
    op = Operation(registers, source, destination)
    shifted = op.d << 1 | op.carry
    value = (shifted + op.s if (op.d < 0) != (op.s < 0) else shifted - op.s) & MASK56
    overflow = shift_overflows(op.d)
    registers[destination] = value
    ccr.put(registers, v=overflow, c=not bit(value, 55))
    if overflow:
        ccr.limit(registers)


def norm(registers: Registers, pointer: str, destination: str) -> None:
    """Execute one step of a normalization (UM A-177), which E, U and Z control; Rn counts, C does not change."""
    op = Operation(registers, "", destination)
    old, e, u, z = op.d, *(ccr.get(registers, flag) for flag in "euz")
    if not e and u and not z:
        registers[destination] = op.result(signed(old << 1, 56), shift_overflows(old))
        registers[pointer] -= 1
    elif e:
        registers[destination] = op.result(old >> 1)
        registers[pointer] += 1
    else:
        op.result(old)

//! The data ALU: arithmetic on 56-bit accumulators.

use crate::decode::instruction::DecodedInstruction;
use crate::semantics::Machine;
use dsp56k_isa::{AluOp, Reg};

/// Bits 47-24, on which the logic operations work (UM 4-4).
const MSP: i64 = 0xFF_FFFF << 24;

/// The operations of the data ALU.
pub trait DataAlu: Machine {
    /// Returns the 56-bit value of an ALU source: words are sign-extended and zero-filled (UM 4-4).
    #[inline(always)]
    fn operand(&mut self, reg: Reg) -> Self::Acc {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => self.word_to_accumulator(reg as usize & 3),
            Reg::A => self.acc(0),
            Reg::B => self.acc(1),
            Reg::X => self.joined(1, 0),
            _ => self.joined(3, 2),
        }
    }

    /// Returns an input register with zeros below.
    #[inline(always)]
    fn word_to_accumulator(&mut self, input: usize) -> Self::Acc {
        let signed = self.signed_input(input);
        self.shl(signed, 24)
    }

    #[inline(always)]
    fn joined(&mut self, high: usize, low: usize) -> Self::Acc {
        let (high, low) = (self.word_to_accumulator(high), self.input(low));
        let low = self.unsigned(low);
        self.bit_or(high, low)
    }

    #[inline(always)]
    fn signed_input(&mut self, input: usize) -> Self::Acc {
        let word = self.input(input);
        self.signed(word)
    }

    /// Returns a value truncated to 56 bits and sign-extended.
    #[inline(always)]
    fn extended(&mut self, value: Self::Acc) -> Self::Acc {
        let high = self.shl(value, 8);
        self.sar(high, 8)
    }

    /// Returns the 24 × 24 signed fraction, shifted left once (UM 4-4, 4-11), without the instruction's sign.
    #[inline(always)]
    fn product(&mut self, e: &DecodedInstruction) -> Self::Acc {
        let (a, b) = (self.signed_input(e.source as usize & 3), self.signed_input(e.factor as usize & 3));
        let product = self.times(a, b);
        self.shl(product, 1)
    }

    /// Returns `d` with the instruction's product added or subtracted.
    #[inline(always)]
    fn accumulated(&mut self, d: Self::Acc, e: &DecodedInstruction) -> Self::Acc {
        let product = self.product(e);
        if e.negate { self.difference(d, product) } else { self.sum(d, product) }
    }

    #[inline(always)]
    fn negated(&mut self, value: Self::Acc) -> Self::Acc {
        let zero = self.number(0);
        self.difference(zero, value)
    }

    /// Executes the ALU part. Returns the result for the destination accumulator, if the operation has one.
    #[expect(clippy::too_many_lines, reason = "one exhaustive match over the operations, an arm of a few lines each")]
    #[inline(always)]
    fn alu(&mut self, op: AluOp, e: &DecodedInstruction) -> Self::Acc {
        let d = self.acc(usize::from(e.acc & 1));
        match op {
            AluOp::Mac => {
                let exact = self.accumulated(d, e);
                self.set_result(exact)
            }
            AluOp::Mpy => {
                let product = self.product(e);
                let exact = if e.negate { self.negated(product) } else { product };
                self.set_result(exact)
            }
            // The sum with the accumulator is last, because only it depends on the previous instruction.
            AluOp::Macr => {
                let half = self.half();
                let product = self.accumulated(half, e);
                let sum = self.sum(d, product);
                self.set_rounded(sum)
            }
            AluOp::Mpyr => {
                let half = self.half();
                let sum = self.accumulated(half, e);
                self.set_rounded(sum)
            }
            AluOp::Rnd => {
                let half = self.half();
                let sum = self.sum(d, half);
                self.set_rounded(sum)
            }
            AluOp::Add => self.add_source(d, e, None),
            AluOp::Adc => {
                let carry = self.carry_in();
                self.add_source(d, e, Some(carry))
            }
            AluOp::Sub | AluOp::Cmp => self.subtract_source(d, e, None),
            AluOp::Sbc => {
                let carry = self.carry_in();
                self.subtract_source(d, e, Some(carry))
            }
            AluOp::Addr => {
                let half = self.sar(d, 1);
                self.add_source(half, e, None)
            }
            AluOp::Subr => {
                let half = self.sar(d, 1);
                self.subtract_source(half, e, None)
            }
            AluOp::Addl => {
                let shifted = self.doubled(d);
                let result = self.add_source(shifted, e, None);
                self.overflow_by_shift(d, shifted);
                result
            }
            AluOp::Subl => {
                let shifted = self.doubled(d);
                let result = self.subtract_source(shifted, e, None);
                self.overflow_by_shift(d, shifted);
                result
            }
            // The magnitude of the most negative value has the same bits as the value.
            AluOp::Cmpm => {
                let s = self.operand(e.source);
                let (d, s) = (self.magnitude(d), self.magnitude(s));
                let (d, s) = (self.extended(d), self.extended(s));
                self.subtract(d, s, None)
            }
            // ABS and NEG overflow at the most negative value and do not limit (UM ).
            AluOp::Abs => {
                let exact = self.magnitude(d);
                self.set_result(exact)
            }
            AluOp::Neg => {
                let exact = self.negated(d);
                self.set_result(exact)
            }
            AluOp::Clr => {
                let zero = self.number(0);
                self.set_result(zero)
            }
            AluOp::Tst => self.set_result(d),
            AluOp::Asl => self.shift_left(d),
            AluOp::Asr => self.shift_right(d),
            AluOp::And => {
                let (s, rest) = (self.operand(e.source), self.number(!MSP));
                let s = self.bit_or(s, rest);
                let value = self.bit_and(d, s);
                self.logic(value)
            }
            AluOp::Or => {
                let s = self.operand(e.source);
                let s = self.and_mask(s, MSP);
                let value = self.bit_or(d, s);
                self.logic(value)
            }
            AluOp::Eor => {
                let s = self.operand(e.source);
                let s = self.and_mask(s, MSP);
                let value = self.bit_xor(d, s);
                self.logic(value)
            }
            AluOp::Not => {
                let ones = self.number(MSP);
                let value = self.bit_xor(d, ones);
                self.logic(value)
            }
            AluOp::Lsl => self.rotate_left(d, None),
            AluOp::Rol => {
                let carry = self.carry_in();
                self.rotate_left(d, Some(carry))
            }
            AluOp::Lsr => self.rotate_right(d, None),
            AluOp::Ror => {
                let carry = self.carry_in();
                self.rotate_right(d, Some(carry))
            }
            AluOp::Tfr => self.operand(e.source),
            AluOp::Move => d,
        }
    }

    #[inline(always)]
    fn carry_in(&mut self) -> Self::Acc {
        let carry = self.c();
        self.bit_to_number(carry)
    }

    #[inline(always)]
    fn add_source(&mut self, d: Self::Acc, e: &DecodedInstruction, carry: Option<Self::Acc>) -> Self::Acc {
        let s = self.operand(e.source);
        self.add(d, s, carry)
    }

    #[inline(always)]
    fn subtract_source(&mut self, d: Self::Acc, e: &DecodedInstruction, borrow: Option<Self::Acc>) -> Self::Acc {
        let s = self.operand(e.source);
        self.subtract(d, s, borrow)
    }

    #[inline(always)]
    fn add(&mut self, d: Self::Acc, s: Self::Acc, carry: Option<Self::Acc>) -> Self::Acc {
        let mut exact = self.sum(d, s);
        if let Some(carry) = carry {
            exact = self.sum(exact, carry);
        }
        self.carry_of(d, s, exact);
        self.set_result(exact)
    }

    #[inline(always)]
    fn subtract(&mut self, d: Self::Acc, s: Self::Acc, borrow: Option<Self::Acc>) -> Self::Acc {
        let mut exact = self.difference(d, s);
        if let Some(borrow) = borrow {
            exact = self.difference(exact, borrow);
        }
        self.carry_of(d, s, exact);
        self.set_result(exact)
    }

    /// Sets C to the carry into bit 56 of a sum or a difference: without a carry, bit 56 is the exclusive OR of the
    /// operands' bits.
    #[inline(always)]
    fn carry_of(&mut self, d: Self::Acc, s: Self::Acc, exact: Self::Acc) {
        let without = self.bit_xor(d, s);
        let carried = self.bit_xor(without, exact);
        let moved = self.shl(carried, 63 - 56);
        let c = self.is_negative(moved);
        self.set_c(c);
    }

    #[inline(always)]
    fn doubled(&mut self, d: Self::Acc) -> Self::Acc {
        let shifted = self.shl(d, 1);
        self.extended(shifted)
    }

    /// Returns true if the signs differ.
    #[inline(always)]
    fn opposite(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Bit {
        let differing = self.bit_xor(a, b);
        self.is_negative(differing)
    }

    /// Adds to V for ADDL and SUBL if the shift changed bit 55 (Table A-5, note 1).
    #[inline(always)]
    fn overflow_by_shift(&mut self, before: Self::Acc, shifted: Self::Acc) {
        let changed = self.opposite(before, shifted);
        self.add_v(changed);
    }

    /// Returns the rounding constant: half of the value of the lowest bit that remains, bit 23, 24 or 22 by scaling
    /// mode (UM A-191).
    #[inline(always)]
    fn half(&mut self) -> Self::Acc {
        let half = 1_i64 << (self.integer_bit() - 24);
        self.number(half)
    }

    /// Sets a convergently rounded sum that includes the half and may exceed 56 bits (UM A-191, 4-12). A tie is rounded
    /// to the even value.
    #[inline(always)]
    fn set_rounded(&mut self, sum: Self::Acc) -> Self::Acc {
        let lowest = 1_i64 << (self.integer_bit() - 23);
        let rest = self.and_mask(sum, lowest - 1);
        let tie = self.is_zero(rest);
        let (even, whole) = (self.and_mask(sum, -2 * lowest), self.and_mask(sum, -lowest));
        let rounded = self.select_value(tie, even, whole);
        self.set_result(rounded)
    }

    /// Performs ASL. V is set if bit 55 changes.
    #[inline(always)]
    fn shift_left(&mut self, d: Self::Acc) -> Self::Acc {
        let c = self.is_negative(d);
        self.set_c(c);
        let exact = self.shl(d, 1);
        self.set_result(exact)
    }

    /// Performs a step of NORM, which depends on the current E, U and Z. Returns the increment of Rn (UM A-177).
    #[inline(always)]
    fn normalize_step(&mut self, acc: usize) -> Self::Acc {
        let (right, u, z) = (self.e(), self.u(), self.z());
        let other = self.not(z);
        let left = self.and(u, other);
        let d = self.acc(acc);
        let (half, twice) = (self.sar(d, 1), self.shl(d, 1));
        let other = self.select_value(left, twice, d);
        let exact = self.select_value(right, half, other);
        let result = self.set_result(exact);
        self.set_acc(acc, result);
        let [less, same, more] = [-1, 0, 1].map(|change| self.number(change));
        let other = self.select_value(left, less, same);
        self.select_value(right, more, other)
    }

    /// Performs ASR.
    #[inline(always)]
    fn shift_right(&mut self, d: Self::Acc) -> Self::Acc {
        self.carry_from(d, 0);
        let exact = self.sar(d, 1);
        self.set_result(exact)
    }

    /// Sets C to this bit.
    #[inline(always)]
    fn carry_from(&mut self, d: Self::Acc, bit: u32) {
        let only = self.and_mask(d, 1 << bit);
        let clear = self.is_zero(only);
        let c = self.not(clear);
        self.set_c(c);
    }

    /// Sets the flags of a logic operation on bits 47-24: N is bit 47, Z is set if all are zero, V is cleared, E and U
    /// do not change (Table A-5).
    #[inline(always)]
    fn logic(&mut self, value: Self::Acc) -> Self::Acc {
        let word = self.middle(value);
        let told = self.signed(word);
        self.set_nz(told);
        value
    }

    /// Returns bits 47-24.
    #[inline(always)]
    fn middle(&mut self, value: Self::Acc) -> Self::Word {
        let moved = self.sar(value, 24);
        self.low_word(moved)
    }

    /// Returns the value with another word in bits 47-24.
    #[inline(always)]
    fn with_middle(&mut self, d: Self::Acc, word: Self::Word) -> Self::Acc {
        let rest = self.and_mask(d, !MSP);
        let part = self.unsigned(word);
        let part = self.shl(part, 24);
        self.bit_or(rest, part)
    }

    #[inline(always)]
    fn rotate_left(&mut self, d: Self::Acc, low: Option<Self::Acc>) -> Self::Acc {
        let word = self.middle(d);
        let before = self.signed(word);
        let mut shifted = self.shl(before, 1);
        if let Some(low) = low {
            shifted = self.bit_or(shifted, low);
        }
        let word = self.low_word(shifted);
        let c = self.is_negative(before);
        self.set_c(c);
        let value = self.with_middle(d, word);
        self.logic(value)
    }

    /// Performs ROR or LSR. N is the new bit 47: the old carry for ROR (UM A-12).
    #[inline(always)]
    fn rotate_right(&mut self, d: Self::Acc, high: Option<Self::Acc>) -> Self::Acc {
        let word = self.middle(d);
        let before = self.signed(word);
        let rest = self.and_mask(before, 0xFF_FFFE);
        let mut shifted = self.sar(rest, 1);
        if let Some(high) = high {
            let high = self.shl(high, 23);
            shifted = self.bit_or(shifted, high);
        }
        let word = self.low_word(shifted);
        self.carry_from(before, 0);
        let value = self.with_middle(d, word);
        self.logic(value)
    }

    /// Performs one step of a division (UM A-58): shifts in C, then adds or subtracts by the signs; the quotient bit is
    /// C.
    #[inline(always)]
    fn divide_step(&mut self, acc: usize, source: Reg) {
        let d = self.acc(acc);
        let s = self.operand(source);
        let carry = self.carry_in();
        let doubled = self.doubled(d);
        let shifted = self.bit_or(doubled, carry);
        let (more, less) = (self.sum(shifted, s), self.difference(shifted, s));
        let opposite = self.opposite(d, s);
        let result = self.select_value(opposite, more, less);
        let result = self.extended(result);
        let v = self.opposite(d, shifted);
        self.set_v(v);
        let negative = self.is_negative(result);
        let c = self.not(negative);
        self.set_c(c);
        self.set_acc(acc, result);
    }
}

impl<M: Machine> DataAlu for M {}

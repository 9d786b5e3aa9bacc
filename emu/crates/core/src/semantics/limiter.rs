//! The data shifter and limiter between accumulators and the data buses (UM 4-6 to 4-8, A-146).

use crate::semantics::Machine;

/// The largest positive long word; all bits inverted, the largest negative one.
const MAX_LONG: i64 = 0x7FFF_FFFF_FFFF;
const LONG_MASK: i64 = 0xFFFF_FFFF_FFFF;

/// Accumulators as operands of moves.
pub trait Limiter: Machine {
    /// Returns A or B (0, 1) as a 24-bit operand: scaled, and limited if E's bits differ.
    #[inline(always)]
    fn limited_word(&mut self, acc: usize) -> Self::Word {
        let value = self.acc(acc);
        let low = self.integer_bit();
        // Bit 47, 48 or 46 is the word's sign: that is the scaling.
        let scaled = self.sar(value, low - 23);
        let limited = self.limited(value, scaled, MAX_LONG >> 24);
        self.narrow(limited)
    }

    /// Returns A or B as a 48-bit operand, scaled and limited as one value (UM A-147).
    #[inline(always)]
    fn limited_long(&mut self, acc: usize) -> Self::Acc {
        let value = self.acc(acc);
        let low = self.integer_bit();
        let scaled = if low >= 47 { self.sar(value, low - 47) } else { self.shl(value, 47 - low) };
        let limited = self.limited(value, scaled, MAX_LONG);
        self.and_mask(limited, LONG_MASK)
    }

    /// Returns the scaled value of an accumulator, or the largest value of the bus with its sign if it does not fit.
    #[inline(always)]
    fn limited(&mut self, value: Self::Acc, scaled: Self::Acc, largest: i64) -> Self::Acc {
        let low = self.integer_bit();
        let integer = self.sar(value, low);
        let sign = self.sar(value, 63);
        let beyond = self.bit_xor(integer, sign);
        let fits = self.is_zero(beyond);
        let limits = self.not(fits);
        self.add_l(limits);
        let largest = self.number(largest);
        let limit = self.bit_xor(largest, sign);
        self.select_value(limits, limit, scaled)
    }
}

impl<M: Machine> Limiter for M {}

//! The data shifter and limiter between accumulators and the data buses (UM 4-6 to 4-8, A-146).

use crate::bits::{WORD_MASK, sr};
use crate::state::Core;

/// The largest positive and negative long word.
const MAX_LONG: u64 = 0x7FFF_FFFF_FFFF;
const MIN_LONG: u64 = 0x8000_0000_0000;
const LONG_MASK: u64 = 0xFFFF_FFFF_FFFF;

impl Core {
    /// A or B (0, 1) as a 24-bit operand: scaled, then limited where E's bits differ.
    #[inline(always)]
    pub(crate) fn limited_word(&mut self, acc: usize) -> u32 {
        let value = self.alu.acc[acc];
        let low = self.integer_bit();
        let integer = value >> low;
        if integer != 0 && integer != -1 {
            self.status.sr |= sr::L;
            return if value < 0 { 0x80_0000 } else { 0x7F_FFFF };
        }
        // Bit 47, 48 or 46 is the word's sign: that is the scaling.
        (value >> (low - 23)) as u32 & WORD_MASK
    }

    /// A or B as a 48-bit operand, scaled and limited as one value (UM A-147).
    pub(crate) fn limited_long(&mut self, acc: usize) -> u64 {
        let value = self.alu.acc[acc];
        let low = self.integer_bit();
        let integer = value >> low;
        if integer != 0 && integer != -1 {
            self.status.sr |= sr::L;
            return if value < 0 { MIN_LONG } else { MAX_LONG };
        }
        let scaled = if low >= 47 { value >> (low - 47) } else { value << (47 - low) };
        scaled as u64 & LONG_MASK
    }
}

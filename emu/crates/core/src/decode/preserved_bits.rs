//! The bits of an accumulator that an ALU result does not replace, because a parallel move writes the same accumulator.

use crate::bits::ACC_MASK;
use dsp56k_isa::Reg;

/// Parts of an accumulator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PreservedBits {
    Nothing,
    Low,
    Middle,
    Extension,
    LowMiddle,
    All,
}

impl PreservedBits {
    /// The bits, by value.
    const BITS: [i64; 6] = [0, 0xFF_FFFF, 0xFF_FFFF << 24, !(ACC_MASK >> 8), ACC_MASK >> 8, -1];

    /// Returns the mask.
    #[inline(always)]
    pub fn bits(self) -> i64 {
        Self::BITS[self as usize]
    }
}

/// Returns the bits of accumulator `acc` (0 A, 1 B) that a move to `reg` writes.
pub(crate) fn accumulator_bits(reg: Reg, acc: u8) -> PreservedBits {
    let (owner, bits) = match reg {
        Reg::A => (0, PreservedBits::All),
        Reg::B => (1, PreservedBits::All),
        Reg::A0 => (0, PreservedBits::Low),
        Reg::B0 => (1, PreservedBits::Low),
        Reg::A1 => (0, PreservedBits::Middle),
        Reg::B1 => (1, PreservedBits::Middle),
        Reg::A10 => (0, PreservedBits::LowMiddle),
        Reg::B10 => (1, PreservedBits::LowMiddle),
        Reg::A2 => (0, PreservedBits::Extension),
        Reg::B2 => (1, PreservedBits::Extension),
        Reg::AB | Reg::BA => return PreservedBits::All,
        _ => return PreservedBits::Nothing,
    };
    if owner == acc { bits } else { PreservedBits::Nothing }
}

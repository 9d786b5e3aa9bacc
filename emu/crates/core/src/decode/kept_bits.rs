//! The bits of an accumulator that an ALU result does not replace, because a parallel move writes the same accumulator.

use crate::bits::ACC_MASK;
use dsp56k_isa::Reg;

/// Parts of an accumulator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Keep {
    Nothing,
    Low,
    Middle,
    Extension,
    LowMiddle,
    All,
}

impl Keep {
    /// The bits, by value.
    const BITS: [i64; 6] = [0, 0xFF_FFFF, 0xFF_FFFF << 24, !(ACC_MASK >> 8), ACC_MASK >> 8, -1];

    #[inline(always)]
    pub fn bits(self) -> i64 {
        Self::BITS[self as usize]
    }
}

/// Returns the bits of accumulator `acc` (0 A, 1 B) that a move to `reg` writes.
pub(crate) fn accumulator_bits(reg: Reg, acc: u8) -> Keep {
    let (owner, bits) = match reg {
        Reg::A => (0, Keep::All),
        Reg::B => (1, Keep::All),
        Reg::A0 => (0, Keep::Low),
        Reg::B0 => (1, Keep::Low),
        Reg::A1 => (0, Keep::Middle),
        Reg::B1 => (1, Keep::Middle),
        Reg::A10 => (0, Keep::LowMiddle),
        Reg::B10 => (1, Keep::LowMiddle),
        Reg::A2 => (0, Keep::Extension),
        Reg::B2 => (1, Keep::Extension),
        Reg::AB | Reg::BA => return Keep::All,
        _ => return Keep::Nothing,
    };
    if owner == acc { bits } else { Keep::Nothing }
}

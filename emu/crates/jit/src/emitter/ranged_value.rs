//! Numbers of code that is being written: names of Cranelift's values, and how large they can be.

use cranelift_codegen::ir::Value;

/// Beyond this, nothing is known of a size.
const UNBOUNDED: u64 = 1 << 63;
/// The size of the most negative number of 56 bits.
pub(crate) const MAX_ACCUMULATOR_MAGNITUDE: u64 = 1 << 55;

/// Bits of a word, and those above it in 64.
pub(crate) const WORD_BITS: u32 = 24;
pub(crate) const WORD_EXTENSION_SHIFT: i64 = 40;
/// The size of the most negative word.
pub(crate) const MAX_WORD_MAGNITUDE: u64 = 1 << 23;

/// A number of 64 bits that is at most this far from 0.
#[derive(Clone, Copy)]
pub(crate) struct RangedValue {
    pub value: Value,
    pub max_magnitude: u64,
    /// It is a sum that was not cut to 56 bits.
    pub unwrapped: bool,
    /// It is this value moved to the right by so many bits.
    pub shifted_from: Option<(Value, u32)>,
    /// Its low 24 bits, and bits 47-24, where they are at hand.
    pub lsp: Option<WordSource>,
    pub msp: Option<WordSource>,
}

/// 24 bits, sign-extended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordSource {
    Constant(i64),
    Value(Value),
}

impl WordSource {
    /// 24 bits of a number that is known, from this one on.
    pub(crate) fn from_constant(value: i64, lowest: u32) -> Self {
        Self::Constant(value >> lowest << WORD_EXTENSION_SHIFT >> WORD_EXTENSION_SHIFT)
    }
}

impl RangedValue {
    pub(crate) fn new(value: Value, max_magnitude: u64) -> Self {
        Self {
            value,
            max_magnitude: max_magnitude.min(UNBOUNDED),
            unwrapped: false,
            shifted_from: None,
            lsp: None,
            msp: None,
        }
    }

    /// Whether 56 bits hold it whatever it is.
    pub(crate) fn fits_accumulator(self) -> bool {
        self.max_magnitude < MAX_ACCUMULATOR_MAGNITUDE
    }

    /// How large a combination of bits with those of a number of this size can be.
    pub(crate) fn bitwise_magnitude(self, other: u64) -> u64 {
        power_of_two_above(self.max_magnitude).max(power_of_two_above(other))
    }

    pub(crate) fn sum_magnitude(self, other: Self) -> u64 {
        self.max_magnitude.saturating_add(other.max_magnitude)
    }

    pub(crate) fn product_magnitude(self, other: Self) -> u64 {
        self.max_magnitude.saturating_mul(other.max_magnitude)
    }

    pub(crate) fn left_magnitude(self, by: u32) -> u64 {
        self.max_magnitude.saturating_mul(1 << by)
    }

    /// What this value is, moved by bits to the right: one that is negative is rounded away from 0.
    pub(crate) fn shifted_right(self, value: Value, by: u32) -> Self {
        let max_magnitude = self.max_magnitude.div_ceil(1 << by);
        let lsp = if by == WORD_BITS { self.msp } else { None };
        Self { shifted_from: Some((self.value, by)), lsp, ..Self::new(value, max_magnitude) }
    }

    /// The same, moved to the left.
    pub(crate) fn shifted_left(self, value: Value, by: u32) -> Self {
        let msp = if by != WORD_BITS {
            None
        } else if self.max_magnitude < MAX_WORD_MAGNITUDE {
            Some(WordSource::Value(self.value))
        } else {
            self.lsp
        };
        Self { msp, ..Self::new(value, self.left_magnitude(by)) }
    }
}

/// The power of two above a size: so many bits and a sign tell a number of it.
fn power_of_two_above(max_magnitude: u64) -> u64 {
    (max_magnitude + 1).checked_next_power_of_two().unwrap_or(UNBOUNDED)
}

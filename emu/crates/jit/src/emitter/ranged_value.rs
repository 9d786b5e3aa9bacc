//! SSA values with a known range.
//!
//! The core's semantics compute with exact numbers of 64 bits and wrap results to 56 bits. A bound on the magnitude
//! of each value shows that most results fit, and the code that wraps them is omitted (*range analysis*).
//!
//! The *LSP* and *MSP* (least and most significant product, UM 4-4) of a value are its bits 23 to 0 and 47 to 24; in
//! an accumulator they are the registers A0 and A1. A value records where these words can be read without a shift.
//!
//! Invariant: `max_magnitude` is an upper bound, except that values of 2^63 and above are unbounded.

use cranelift_codegen::ir::Value;

/// Magnitude of the most negative 64-bit number. It bounds every value.
const UNBOUNDED: u64 = 1 << 63;
/// Magnitude of the most negative 56-bit number.
pub(crate) const MAX_ACCUMULATOR_MAGNITUDE: u64 = 1 << 55;

/// Bits of a word.
pub(crate) const WORD_BITS: u32 = 24;
/// Shift, to the left and back, that sign-extends a word to 64 bits.
pub(crate) const WORD_EXTENSION_SHIFT: i64 = 40;
/// Magnitude of the most negative word.
pub(crate) const MAX_WORD_MAGNITUDE: u64 = 1 << 23;

/// A 64-bit number with a bound on its magnitude.
#[derive(Clone, Copy)]
pub(crate) struct RangedValue {
    /// The SSA value.
    pub value: Value,
    /// Upper bound on its absolute value.
    pub max_magnitude: u64,
    /// It is a sum whose wrap-around to 56 bits is deferred.
    pub unwrapped: bool,
    /// The value, and the number of bits to the right, of which it is the arithmetic shift.
    pub shifted_from: Option<(Value, u32)>,
    /// Source of bits 23 to 0.
    pub lsp: Option<WordSource>,
    /// Source of bits 47 to 24.
    pub msp: Option<WordSource>,
}

/// A sign-extended 24-bit word: a constant or an SSA value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordSource {
    Constant(i64),
    Value(Value),
}

impl WordSource {
    /// Returns the 24 bits of a constant from bit `lowest` upwards.
    pub(crate) fn from_constant(value: i64, lowest: u32) -> Self {
        Self::Constant(value >> lowest << WORD_EXTENSION_SHIFT >> WORD_EXTENSION_SHIFT)
    }
}

impl RangedValue {
    /// Creates a value with a bound on its magnitude.
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

    /// Returns true if the number fits 56 bits.
    pub(crate) fn fits_accumulator(self) -> bool {
        self.max_magnitude < MAX_ACCUMULATOR_MAGNITUDE
    }

    /// Bounds the result of a bitwise operation with a number of magnitude `other`.
    pub(crate) fn bitwise_magnitude(self, other: u64) -> u64 {
        power_of_two_above(self.max_magnitude).max(power_of_two_above(other))
    }

    /// Bounds the sum or difference of two numbers.
    pub(crate) fn sum_magnitude(self, other: Self) -> u64 {
        self.max_magnitude.saturating_add(other.max_magnitude)
    }

    /// Bounds the product of two numbers.
    pub(crate) fn product_magnitude(self, other: Self) -> u64 {
        self.max_magnitude.saturating_mul(other.max_magnitude)
    }

    /// Bounds the number shifted to the left.
    pub(crate) fn left_magnitude(self, by: u32) -> u64 {
        self.max_magnitude.saturating_mul(1 << by)
    }

    /// Describes `value`, which is this number shifted to the right. A negative number is rounded down, so its
    /// magnitude is rounded up.
    pub(crate) fn shifted_right(self, value: Value, by: u32) -> Self {
        let max_magnitude = self.max_magnitude.div_ceil(1 << by);
        let lsp = if by == WORD_BITS { self.msp } else { None };
        Self { shifted_from: Some((self.value, by)), lsp, ..Self::new(value, max_magnitude) }
    }

    /// Describes `value`, which is this number shifted to the left.
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

/// Returns the power of two above a magnitude: bitwise operations can set all bits below it.
fn power_of_two_above(max_magnitude: u64) -> u64 {
    (max_magnitude + 1).checked_next_power_of_two().unwrap_or(UNBOUNDED)
}

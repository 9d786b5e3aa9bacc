//! Numbers of code that is being written: names of Cranelift's values, and how large they can be.

use cranelift_codegen::ir::Value;

/// Beyond this, nothing is known of a size.
const ANY: u64 = 1 << 63;
/// The size of the most negative number of 56 bits.
pub(crate) const LARGEST: u64 = 1 << 55;

/// A number of 64 bits that is at most this far from 0.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub value: Value,
    pub most: u64,
    /// It is this value moved to the right by so many bits.
    pub shifted: Option<(Value, u32)>,
}

impl Number {
    pub(crate) fn new(value: Value, most: u64) -> Self {
        Self { value, most: most.min(ANY), shifted: None }
    }

    /// Whether 56 bits hold it whatever it is.
    pub(crate) fn fits(self) -> bool {
        self.most < LARGEST
    }

    /// How large a combination of bits with those of a number of this size can be.
    pub(crate) fn combined(self, other: u64) -> u64 {
        span(self.most).max(span(other))
    }

    pub(crate) fn sum(self, other: Self) -> u64 {
        self.most.saturating_add(other.most)
    }

    pub(crate) fn product(self, other: Self) -> u64 {
        self.most.saturating_mul(other.most)
    }

    pub(crate) fn left(self, by: u32) -> u64 {
        self.most.saturating_mul(1 << by)
    }

    /// What this value is, moved by bits to the right: one that is negative is rounded away from 0.
    pub(crate) fn moved_right(self, value: Value, by: u32) -> Self {
        Self { shifted: Some((self.value, by)), ..Self::new(value, (self.most >> by) + 1) }
    }
}

/// The power of two above a size: so many bits and a sign tell a number of it.
fn span(most: u64) -> u64 {
    (most + 1).checked_next_power_of_two().unwrap_or(ANY)
}

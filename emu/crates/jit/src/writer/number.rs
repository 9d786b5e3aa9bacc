//! Numbers of code that is being written: names of Cranelift's values, and how large they can be.

use cranelift_codegen::ir::Value;

/// Beyond this, nothing is known of a size.
const ANY: u64 = 1 << 63;
/// The size of the most negative number of 56 bits.
pub(crate) const LARGEST: u64 = 1 << 55;

/// Bits of a word, and those above it in 64.
pub(crate) const WORD_BITS: u32 = 24;
pub(crate) const ABOVE_WORD: i64 = 40;
/// The size of the most negative word.
pub(crate) const WORD: u64 = 1 << 23;

/// A number of 64 bits that is at most this far from 0.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub value: Value,
    pub most: u64,
    /// It is a sum that was not cut to 56 bits.
    pub uncut: bool,
    /// It is this value moved to the right by so many bits.
    pub shifted: Option<(Value, u32)>,
    /// Its low 24 bits, and bits 47-24, where they are at hand.
    pub low: Option<Word>,
    pub middle: Option<Word>,
}

/// 24 bits, sign-extended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    Known(i64),
    Value(Value),
}

impl Word {
    /// 24 bits of a number that is known, from this one on.
    pub(crate) fn of(value: i64, lowest: u32) -> Self {
        Self::Known(value >> lowest << ABOVE_WORD >> ABOVE_WORD)
    }
}

impl Number {
    pub(crate) fn new(value: Value, most: u64) -> Self {
        Self { value, most: most.min(ANY), uncut: false, shifted: None, low: None, middle: None }
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
        let most = self.most.div_ceil(1 << by);
        let low = if by == WORD_BITS { self.middle } else { None };
        Self { shifted: Some((self.value, by)), low, ..Self::new(value, most) }
    }

    /// The same, moved to the left.
    pub(crate) fn moved_left(self, value: Value, by: u32) -> Self {
        let middle = if by != WORD_BITS {
            None
        } else if self.most < WORD {
            Some(Word::Value(self.value))
        } else {
            self.low
        };
        Self { middle, ..Self::new(value, self.left(by)) }
    }
}

/// The power of two above a size: so many bits and a sign tell a number of it.
fn span(most: u64) -> u64 {
    (most + 1).checked_next_power_of_two().unwrap_or(ANY)
}

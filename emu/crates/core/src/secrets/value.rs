//! Values with secret bits: the value in the example, the bits that can differ with other secrets, and an interval.
//!
//! A bit outside of the mask has the same value in every run that takes the same path and has the same public inputs.
//! Sums keep the mask exact where no carry can differ; a product with a known power of two is a shift. The interval
//! bounds the index of a table where the mask cannot, because a carry reaches all higher bits. The dependence of secret
//! bits on each other is lost: p and 1 - p are two secrets.
//!
//! `tests/unit/testing/proofs` has a port to Python, and compares both on random programs.

use crate::bits::sext24;

/// Words of a memory space.
pub(super) const SPACE_WORDS: usize = 0x1_0000;
pub(super) const WORD_MASK: u64 = 0xFF_FFFF;
/// The sign of an intermediate result.
const SIGN: u64 = 1 << 63;

/// A set of numbers of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// The number of the example.
    pub number: i64,
    /// The secret bits.
    pub mask: u64,
    /// The smallest number.
    pub low: i64,
    /// The largest number.
    pub high: i64,
}

/// A bit, which differs with other secrets if it is secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bit {
    pub value: bool,
    pub secret: bool,
}

impl Bit {
    pub(super) const fn public(value: bool) -> Self {
        Self { value, secret: false }
    }

    const fn secret(value: bool) -> Self {
        Self { value, secret: true }
    }

    pub(super) fn not(self) -> Self {
        Self { value: !self.value, ..self }
    }

    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self { value: true, secret: false }, _) | (_, Self { value: true, secret: false }) => Self::public(true),
            (Self { secret: false, .. }, other) | (other, Self { secret: false, .. }) => other,
            _ => Self::secret(self.value | other.value),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        self.not().or(other.not()).not()
    }

    pub(super) fn xor(self, other: Self) -> Self {
        Self { value: self.value ^ other.value, secret: self.secret | other.secret }
    }
}

impl Value {
    pub(super) const fn public(number: i64) -> Self {
        Self { number, mask: 0, low: number, high: number }
    }

    /// Returns a number with secret bits. Its interval is the one that is given, narrowed by the public bits.
    pub(super) fn within(number: i64, mask: u64, low: i64, high: i64) -> Self {
        if mask == 0 {
            return Self::public(number);
        }
        let public = number as u64 & !mask;
        let least = (public | mask & SIGN) as i64;
        let greatest = ((public | mask) & !(mask & SIGN)) as i64;
        let (low, high) = (low.max(least), high.min(greatest));
        if low == high { Self::public(number) } else { Self { number, mask, low, high } }
    }

    /// Returns a number with secret bits.
    pub(super) fn new(number: i64, mask: u64) -> Self {
        Self::within(number, mask, i64::MIN, i64::MAX)
    }

    pub(super) fn is_secret(self) -> bool {
        self.mask != 0
    }

    pub(super) fn sum(self, other: Self) -> Self {
        let (low, high) = (self.low.saturating_add(other.low), self.high.saturating_add(other.high));
        self.sum_within(other, low, high)
    }

    /// Returns a sum. A bit is public if neither operand's bit nor the carry into it can differ.
    fn sum_within(self, other: Self, least: i64, greatest: i64) -> Self {
        let number = self.number.wrapping_add(other.number);
        if self.mask | other.mask == 0 {
            return Self::public(number);
        }
        let (a, b) = (self.number as u64, other.number as u64);
        let zeros = (a & !self.mask, b & !other.mask);
        let ones = (a | self.mask, b | other.mask);
        let (low, high) = (zeros.0.wrapping_add(zeros.1), ones.0.wrapping_add(ones.1));
        let differing_carry = low ^ zeros.0 ^ zeros.1 ^ high ^ ones.0 ^ ones.1;
        Self::within(number, self.mask | other.mask | differing_carry, least, greatest)
    }

    /// Returns the bits inverted.
    fn inverted(self) -> Self {
        Self { number: !self.number, mask: self.mask, low: !self.high, high: !self.low }
    }

    /// Returns a - b, which is ~(~a + b).
    pub(super) fn difference(self, other: Self) -> Self {
        let (low, high) = (self.low.saturating_sub(other.high), self.high.saturating_sub(other.low));
        let sum = self.inverted().sum_within(other, !high, !low);
        Self::within(!sum.number, sum.mask, low, high)
    }

    pub(super) fn product(self, other: Self) -> Self {
        let number = self.number.wrapping_mul(other.number);
        if self.mask | other.mask == 0 {
            return Self::public(number);
        }
        for (value, factor) in [(self, other), (other, self)] {
            if factor.is_secret() {
                continue;
            }
            let magnitude = factor.number.unsigned_abs();
            if magnitude == 0 {
                return Self::public(0);
            }
            if magnitude.is_power_of_two() {
                let shifted = value.shl(magnitude.trailing_zeros());
                return if factor.number > 0 { shifted } else { Self::public(0).difference(shifted) };
            }
        }
        let possible = [self, other].map(|value| value.number as u64 | value.mask);
        if possible.contains(&0) {
            return Self::public(0);
        }
        let zeros = possible[0].trailing_zeros() + possible[1].trailing_zeros();
        let bits = 2 * u64::BITS - possible[0].leading_zeros() - possible[1].leading_zeros();
        let mut mask = u64::MAX.checked_shl(zeros).unwrap_or(0);
        if self.number >= 0 && other.number >= 0 && (self.mask | other.mask) & SIGN == 0 && bits < u64::BITS {
            mask &= (1 << bits) - 1;
        }
        let ends = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        let (low, high) = ends.iter().fold((i64::MAX, i64::MIN), |(low, high), end| (low.min(*end), high.max(*end)));
        Self::within(number, mask, low, high)
    }

    pub(super) fn magnitude(self) -> Self {
        if self.low >= 0 {
            return self;
        }
        if self.high <= 0 {
            return Self::public(0).difference(self);
        }
        let possible = self.number as u64 | self.mask;
        let mask = u64::MAX << possible.trailing_zeros();
        Self::within(self.number.wrapping_abs(), mask, 0, self.low.saturating_neg().max(self.high))
    }

    pub(super) fn and(self, other: Self) -> Self {
        let (a, b) = (self.number as u64, other.number as u64);
        let mask = self.mask & (other.mask | b) | other.mask & (self.mask | a);
        Self::new(self.number & other.number, mask)
    }

    pub(super) fn or(self, other: Self) -> Self {
        let (a, b) = (self.number as u64, other.number as u64);
        let mask = self.mask & (other.mask | !b) | other.mask & (self.mask | !a);
        Self::new(self.number | other.number, mask)
    }

    pub(super) fn xor(self, other: Self) -> Self {
        Self::new(self.number ^ other.number, self.mask | other.mask)
    }

    /// Returns the bitwise AND with a number.
    pub(super) fn masked(self, bits: i64) -> Self {
        if self.low >= 0 && self.high <= bits && bits & bits.wrapping_add(1) == 0 {
            return Self::within(self.number, self.mask & bits as u64, self.low, self.high);
        }
        Self::new(self.number & bits, self.mask & bits as u64)
    }

    /// Shifts left. An interval that leaves 64 bits is lost.
    pub(super) fn shl(self, by: u32) -> Self {
        let (number, mask) = (self.number << by, self.mask << by);
        let (low, high) = (self.low << by, self.high << by);
        if low >> by == self.low && high >> by == self.high {
            return Self::within(number, mask, low, high);
        }
        Self::new(number, mask)
    }

    /// Shifts right, with copies of the sign from above.
    pub(super) fn sar(self, by: u32) -> Self {
        Self::within(self.number >> by, (self.mask as i64 >> by) as u64, self.low >> by, self.high >> by)
    }

    /// Returns the signed number that the low 24 bits are.
    pub(super) fn low_word(self) -> Self {
        self.shl(40).sar(40)
    }

    pub(super) fn is_zero(self) -> Bit {
        if !self.is_secret() {
            return Bit::public(self.number == 0);
        }
        if self.number as u64 & !self.mask != 0 || self.low > 0 || self.high < 0 {
            return Bit::public(false);
        }
        Bit::secret(self.number == 0)
    }

    pub(super) fn is_negative(self) -> Bit {
        match self {
            Self { low: 0.., .. } => Bit::public(false),
            Self { high: ..0, .. } => Bit::public(true),
            _ => Bit::secret(self.number < 0),
        }
    }

    /// Returns a bit.
    pub(super) fn bit(self, number: u32) -> Bit {
        Bit { value: self.number >> number & 1 != 0, secret: self.mask >> number & 1 != 0 }
    }

    /// Returns one of two values.
    pub(super) fn choice(condition: Bit, yes: Self, no: Self) -> Self {
        if !condition.secret {
            return if condition.value { yes } else { no };
        }
        let mask = yes.mask | no.mask | (yes.number ^ no.number) as u64;
        let number = if condition.value { yes.number } else { no.number };
        Self::within(number, mask, yes.low.min(no.low), yes.high.max(no.high))
    }
}

impl From<Bit> for Value {
    fn from(bit: Bit) -> Self {
        Self::new(i64::from(bit.value), u64::from(bit.secret))
    }
}

/// The secret bits of a word and its interval; the mask of a public word is 0.
#[derive(Clone, Copy, Default)]
pub(super) struct MarkedWord {
    mask: u32,
    low: i32,
    high: i32,
}

impl MarkedWord {
    pub(super) fn is_secret(self) -> bool {
        self.mask != 0
    }

    /// Returns the value of the word, whose number in the example is `word`.
    pub(super) fn value(self, word: u32) -> Value {
        let mask = i64::from(sext24(self.mask)) as u64;
        Value::within(i64::from(sext24(word)), mask, i64::from(self.low), i64::from(self.high))
    }
}

impl From<Value> for MarkedWord {
    fn from(value: Value) -> Self {
        let word = value.low_word();
        Self { mask: (word.mask & WORD_MASK) as u32, low: word.low as i32, high: word.high as i32 }
    }
}

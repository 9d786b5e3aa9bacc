//! Bit clocks of the serial interfaces, in oscillator clocks.

/// Parts of a bit time by which positions are counted: the SCI's 16x clock (UM 11-20).
pub(crate) const BIT: u64 = 16;

/// A bit clock of `numerator / denominator` oscillator clocks per bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitClock {
    numerator: u64,
    denominator: u64,
}

impl BitClock {
    /// Returns the clock, or `None` unless a bit takes at least one clock.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        (denominator > 0 && numerator >= denominator).then_some(Self { numerator, denominator })
    }

    /// Returns the clock of a generator that divides the oscillator.
    pub(crate) fn every(clocks: u64) -> Self {
        Self { numerator: clocks.max(1), denominator: 1 }
    }

    pub(crate) fn parts(self) -> (u64, u64) {
        (self.numerator, self.denominator)
    }

    /// Returns the clock, rounded down, at which `sixteenths` of a bit have passed since `origin`.
    pub(crate) fn after(self, origin: u64, sixteenths: u64) -> u64 {
        let part = self.denominator * BIT;
        // A division of 128 bits takes longer than the rest of an event.
        let passed = if let Some(product) = sixteenths.checked_mul(self.numerator) {
            product / part
        } else {
            let passed = u128::from(sixteenths) * u128::from(self.numerator) / u128::from(part);
            u64::try_from(passed).unwrap_or(u64::MAX)
        };
        origin.saturating_add(passed)
    }

    /// Returns the number of the first bit since `origin` that begins at `clock` or later.
    pub(crate) fn first_bit(self, origin: u64, clock: u64) -> u64 {
        let waited = u128::from(clock.saturating_sub(origin)) * u128::from(self.denominator);
        u64::try_from(waited.div_ceil(u128::from(self.numerator))).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::{BIT, BitClock};

    #[test]
    fn bits_begin_at_rounded_down_clocks() {
        let clock = BitClock::new(10, 3).expect("slower than the oscillator");
        let starts: Vec<u64> = (0..5).map(|bit| clock.after(100, bit * BIT)).collect();
        assert_eq!(starts, [100, 103, 106, 110, 113]);
        for (bit, start) in (0..).zip(starts) {
            assert_eq!(clock.first_bit(100, start), bit);
            assert_eq!(clock.first_bit(100, start + 1), bit + 1);
        }
        assert_eq!(BitClock::new(2, 3), None);
        let slow = BitClock::new(u64::MAX / 3, 1).expect("slower than the oscillator");
        assert_eq!((slow.after(0, 2 * BIT), slow.after(1, 4 * BIT)), (u64::MAX / 3 * 2, u64::MAX));
        assert_eq!(BitClock::new(1, 0), None);
    }
}

//! Time in integer picoseconds since power-up, and the clock that converts cycle counts to it.

/// Picoseconds since power-up.
pub type Time = u64;

const PICOSECONDS: u128 = 1_000_000_000_000;

/// The last clock since power-up: no run continues after it. At 40 MHz it is 1,800 years away.
pub const LAST_CLOCK: u64 = 1 << 61;

/// An oscillator of `numerator / denominator` hertz. Cycle `n` begins at `floor(n / hertz)`: the one rounding rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    numerator: u64,
    denominator: u64,
}

impl Clock {
    /// Returns the clock, or `None` unless both are positive.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        (numerator > 0 && denominator > 0).then_some(Self { numerator, denominator })
    }

    /// Returns the time at which cycle `count` begins.
    pub fn time_of(self, count: u64) -> Time {
        let scaled = u128::from(count) * u128::from(self.denominator) * PICOSECONDS;
        u64::try_from(scaled / u128::from(self.numerator)).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn cycles_start_at_rounded_down_picoseconds() {
        let clock = Clock::new(20_000_000, 1).expect("positive");
        assert_eq!(clock.time_of(3), 150_000);
        let third = Clock::new(3, 1).expect("positive");
        assert_eq!(third.time_of(1), 333_333_333_333);
        assert_eq!(third.time_of(3), 1_000_000_000_000);
        assert_eq!(Clock::new(0, 1), None);
    }
}

//! The conversion between time and a chip's clock edges.

/// An oscillator: cycle `n` begins at `n` times `picoseconds / cycles`, rounded down.
#[derive(Clone, Copy)]
pub struct Oscillator {
    picoseconds: u64,
    cycles: u64,
}

impl Oscillator {
    /// Returns an oscillator of `cycles` in `picoseconds`, or `None` if one of them is zero.
    pub fn new((picoseconds, cycles): (u64, u64)) -> Option<Self> {
        (picoseconds != 0 && cycles != 0).then_some(Self { picoseconds, cycles })
    }

    /// Returns the number of the cycle at a time in picoseconds since power-up.
    pub fn count_at(&self, time: u64) -> u64 {
        if let Some(product) = time.checked_add(1).and_then(|next| next.checked_mul(self.cycles)) {
            return (product - 1) / self.picoseconds;
        }
        let product = (u128::from(time) + 1) * u128::from(self.cycles);
        u64::try_from((product - 1) / u128::from(self.picoseconds)).unwrap_or(u64::MAX)
    }

    /// Returns the time at which a cycle begins.
    pub fn time_of(&self, count: u64) -> u128 {
        u128::from(count) * u128::from(self.picoseconds) / u128::from(self.cycles)
    }
}

//! Which words of program memory anything was ever stored to, by whatever path.

use crate::memory::map::{PAGE_WORDS, PROGRAM_WORDS};

/// Addresses in a space.
const SPACE_WORDS: usize = 0x1_0000;
/// Marks in a number.
const BITS: usize = u64::BITS as usize;

/// A mark for each word of external and, after them, of on-chip program memory.
pub(crate) struct Loaded(Box<[u64; (SPACE_WORDS + PROGRAM_WORDS as usize) / BITS]>);

impl Loaded {
    pub fn nothing() -> Self {
        Self(Box::new([0; (SPACE_WORDS + PROGRAM_WORDS as usize) / BITS]))
    }

    /// The marks of a page of external memory, 64 words to a number.
    pub fn page(&mut self, number: usize) -> &mut [u64] {
        &mut self.0[number * PAGE_WORDS / BITS..][..PAGE_WORDS / BITS]
    }

    /// The marks of on-chip memory.
    pub fn ram(&mut self) -> &mut [u64] {
        &mut self.0[SPACE_WORDS / BITS..]
    }

    /// Something was stored.
    #[inline]
    pub fn note(&mut self, external: bool, address: u16) {
        let (number, bit) = Self::place(external, address);
        self.0[number] |= bit;
    }

    /// Whether something was stored.
    pub fn holds(&self, external: bool, address: u16) -> bool {
        let (number, bit) = Self::place(external, address);
        self.0[number] & bit != 0
    }

    fn place(external: bool, address: u16) -> (usize, u64) {
        let place = if external { usize::from(address) } else { SPACE_WORDS + usize::from(address % PROGRAM_WORDS) };
        (place / BITS, 1 << (place % BITS))
    }
}

//! The soft TLB: host addresses of external memory for compiled code.
//!
//! An entry maps a range of addresses in one page to host memory. Compiled code accesses a word through it if the
//! address is in the range, and calls a helper to fill the entry otherwise. The TLB is valid while compiled code runs.

use crate::memory::map::PAGE_WORDS;
use crate::space::Space;

/// Bits of an address within its page.
pub const PAGE_BITS: u32 = PAGE_WORDS.trailing_zeros();
/// Entries for reads, and as many for writes, of a space. Pages whose numbers are equal modulo this share an entry.
pub const SLOTS: usize = 16;
/// X, Y and P.
const SPACES: usize = 3;
/// Entries for reads of X, Y and P, then for writes of X and Y. Compiled code does not write to P.
const ENTRIES: usize = (2 * SPACES - 1) * SLOTS;

/// A range of consecutive words in the host's memory.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct TlbEntry {
    /// First address, and number of words. An entry with a length of 0 is invalid.
    pub first: u32,
    pub length: u32,
    /// Clock cycles of an access, and additional ones if the instruction accesses port A twice.
    pub clocks: u32,
    pub further: u32,
    /// Host address of the first word.
    pub words: usize,
    /// Host address of the bits that mark modified words, the first word's in the lowest bit. Used for writes only.
    pub marks: usize,
}

/// All entries.
pub(crate) struct SoftTlb {
    /// Entries in the order of pages, starting at `first_of` for each space.
    pub all: [TlbEntry; ENTRIES],
    /// Bit mask of the entries that may be valid.
    valid: u128,
}

impl Default for SoftTlb {
    fn default() -> Self {
        Self { all: [TlbEntry::default(); ENTRIES], valid: 0 }
    }
}

impl SoftTlb {
    /// Invalidates all entries.
    #[inline(always)]
    pub fn invalidate(&mut self) {
        while self.valid != 0 {
            self.all[self.valid.trailing_zeros() as usize].length = 0;
            self.valid &= self.valid - 1;
        }
    }

    /// Sets the entry for the page of an address.
    pub fn insert(&mut self, space: Space, write: bool, address: u16, entry: TlbEntry) {
        let number = first_of(space as usize, write) + (usize::from(address) >> PAGE_BITS) % SLOTS;
        self.all[number] = entry;
        self.valid |= 1 << number;
    }
}

/// Returns the number of the entry for page 0 of a space.
#[must_use]
pub const fn first_of(space: usize, write: bool) -> usize {
    (space + SPACES * write as usize) * SLOTS
}

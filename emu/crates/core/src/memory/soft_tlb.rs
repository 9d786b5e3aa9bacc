//! The soft TLB: host addresses of pages of memory for compiled code.
//!
//! It has an entry for each page, of each space and direction (read or write). Compiled code loads the entry of an
//! address, and calls a helper if it is 0. The TLB is valid while compiled code runs.

use crate::memory::external_ram::Page;
use crate::memory::map::PAGE_WORDS;
use crate::space::Space;
use std::mem::offset_of;

/// Bits of an address within its page.
pub const PAGE_BITS: u32 = PAGE_WORDS.trailing_zeros();
/// Distance from the words of a writable page to the bits that mark its modified words, in bytes. The first word's is
/// the lowest bit of the first integer.
pub const MARKS_OFFSET: usize = offset_of!(Page, stored) - offset_of!(Page, words);
/// Entries for reads, and as many for writes, of a space.
const PAGES: usize = 1 << (u16::BITS - PAGE_BITS);
/// X, Y and P.
const SPACES: usize = 3;
/// Entries for reads of X, Y and P, then for writes of X and Y. Compiled code does not write to P.
const ENTRIES: usize = (2 * SPACES - 1) * PAGES;
/// Entries that can be valid at the same time. Any number works: the next one invalidates the others. More are more
/// memory of each chip.
const MAX_VALID: usize = 64;

/// All entries.
pub(crate) struct SoftTlb {
    /// Entries in the order of pages, starting at `first_of` for each space: the host address of word 0 of the space
    /// for reads, that of the first word of the page for writes, or 0.
    pub all: [usize; ENTRIES],
    /// Numbers of the valid entries.
    valid: [u16; MAX_VALID],
    valid_count: usize,
}

impl Default for SoftTlb {
    fn default() -> Self {
        Self { all: [0; ENTRIES], valid: [0; MAX_VALID], valid_count: 0 }
    }
}

impl SoftTlb {
    /// Invalidates all entries.
    #[inline(always)]
    pub fn invalidate(&mut self) {
        for number in &self.valid[..self.valid_count] {
            self.all[usize::from(*number)] = 0;
        }
        self.valid_count = 0;
    }

    /// Sets the entry for the page of an address.
    pub fn insert(&mut self, space: Space, write: bool, address: u16, host_address: usize) {
        if self.valid_count == MAX_VALID {
            self.invalidate();
        }
        let number = first_of(space as usize, write) + (usize::from(address) >> PAGE_BITS);
        self.all[number] = host_address;
        self.valid[self.valid_count] = number as u16;
        self.valid_count += 1;
    }
}

/// Returns the number of the entry for page 0 of a space.
#[must_use]
pub const fn first_of(space: usize, write: bool) -> usize {
    (space + SPACES * write as usize) * PAGES
}

//! Where generated code finds words outside the data RAM, as a host's translation buffer tells where pages lie.

use crate::memory::map::PAGE_WORDS;
use crate::space::Space;

/// Bits of an address within its page.
pub const PAGE_BITS: u32 = PAGE_WORDS.trailing_zeros();
/// Windows of a space, for reading and for writing each: one for every sixteenth page.
pub const SLOTS: usize = 16;
/// X and Y.
const SPACES: usize = 2;

/// Words in a row outside the data RAM of a space, which generated code reads or writes itself while nothing else runs.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Window {
    /// The address of the first, and how many there are.
    pub first: u32,
    pub length: u32,
    /// The clocks of an access, and how many more it takes beside another through port A.
    pub clocks: u32,
    pub further: u32,
    /// Where they lie in the host's memory.
    pub words: usize,
    /// Of words that are written: where the marks lie of those that were stored to, the first in the lowest bit of the
    /// first number.
    pub marks: usize,
}

/// All windows.
pub(crate) struct Windows {
    /// Those of a space from `first_of` on, in the order of pages.
    pub all: [Window; 2 * SPACES * SLOTS],
    /// Those that may show something, a bit each.
    open: u64,
}

impl Default for Windows {
    fn default() -> Self {
        Self { all: [Window::default(); 2 * SPACES * SLOTS], open: 0 }
    }
}

impl Windows {
    /// None shows anything.
    #[inline(always)]
    pub fn close(&mut self) {
        while self.open != 0 {
            self.all[self.open.trailing_zeros() as usize].length = 0;
            self.open &= self.open - 1;
        }
    }

    /// The window of an address is this.
    pub fn open(&mut self, space: Space, write: bool, address: u16, window: Window) {
        let number = first_of(space as usize, write) + (usize::from(address) >> PAGE_BITS) % SLOTS;
        self.all[number] = window;
        self.open |= 1 << number;
    }
}

/// The number of the window for page 0 of X or Y.
#[must_use]
pub const fn first_of(space: usize, write: bool) -> usize {
    (space + SPACES * write as usize) * SLOTS
}

//! The words of memory that a program may read and write.

use crate::space::Space;

/// Integers for the marks of a space's words, 64 in each.
const NUMBERS: usize = 0x1_0000 / BITS;
const BITS: usize = u64::BITS as usize;

/// A mark for each word of a space.
#[derive(Clone)]
struct Marks(Box<[u64; NUMBERS]>);

impl Marks {
    fn none() -> Self {
        Self(Box::new([0; NUMBERS]))
    }

    fn set(&mut self, address: u16) {
        self.0[usize::from(address) / BITS] |= 1 << (usize::from(address) % BITS);
    }

    /// Marks a range, the last address included.
    fn set_all(&mut self, first: u16, last: u16) {
        let (begin, end) = (usize::from(first), usize::from(last) + 1);
        for number in begin / BITS..end.div_ceil(BITS) {
            let start = number * BITS;
            let above = u64::MAX << begin.saturating_sub(start).min(BITS - 1);
            let below = u64::MAX >> (start + BITS).saturating_sub(end).min(BITS - 1);
            self.0[number] |= above & below;
        }
    }

    fn holds(&self, address: u16) -> bool {
        self.0[usize::from(address) / BITS] >> (usize::from(address) % BITS) & 1 != 0
    }
}

/// Consecutive words of a space, the last included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    pub space: Space,
    pub first: u16,
    pub last: u16,
}

/// A read of an uninitialised word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UninitializedRead {
    pub space: Space,
    pub address: u16,
    /// The instruction that made it.
    pub pc: u16,
}

/// The initialised words, and the writable words; a word that is written becomes initialised.
#[derive(Clone)]
pub struct Guard {
    known: [Marks; 3],
    writable: [Marks; 3],
    /// The first read of each uninitialised word, in their order.
    pub(crate) unknown: Vec<UninitializedRead>,
}

impl Guard {
    /// Maximum number of recorded reads.
    const MAX_READS: usize = 64;

    /// Returns the guard of a program with the initialised words `known`, which may write the words `writable`.
    pub fn new(known: &[Words], writable: &[Words]) -> Self {
        let marked = |ranges: &[Words]| {
            let mut marks = Space::ALL.map(|_| Marks::none());
            for range in ranges {
                marks[range.space as usize].set_all(range.first, range.last);
            }
            marks
        };
        Self { known: marked(known), writable: marked(writable), unknown: Vec::new() }
    }

    /// Records a read of a word. Each uninitialised word is recorded once.
    pub(crate) fn reads(&mut self, space: Space, address: u16, pc: u16) {
        if !self.known[space as usize].holds(address) {
            self.known[space as usize].set(address);
            if self.unknown.len() < Self::MAX_READS {
                self.unknown.push(UninitializedRead { space, address, pc });
            }
        }
    }

    /// Records a write of a word. Returns true if it is allowed.
    pub(crate) fn writes(&mut self, space: Space, address: u16) -> bool {
        self.known[space as usize].set(address);
        self.writable[space as usize].holds(address)
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, UninitializedRead, Words};
    use crate::space::Space;

    #[test]
    fn ranges_reach_both_ends_of_a_space() {
        let whole = Words { space: Space::Y, first: 0, last: 0xFFFF };
        let mut guard = Guard::new(&[whole], &[Words { space: Space::X, first: 0xFFFF, last: 0xFFFF }]);
        for address in [0, 0xFFFF] {
            guard.reads(Space::Y, address, 7);
        }
        assert_eq!(guard.unknown, []);
        assert!(guard.writes(Space::X, 0xFFFF));
        assert!(!guard.writes(Space::X, 0xFFFE) && !guard.writes(Space::Y, 0xFFFF));
    }

    #[test]
    fn ranges_hold_their_words_and_no_others() {
        for (first, last) in [(0, 0), (63, 64), (64, 127), (5, 300), (0xFFC0, 0xFFFF), (9, 8)] {
            let mut guard = Guard::new(&[], &[Words { space: Space::P, first, last }]);
            let held = (0..=0xFFFF).filter(|address| guard.writes(Space::P, *address));
            assert_eq!(held.collect::<Vec<u16>>(), (first..=last).collect::<Vec<u16>>());
        }
    }

    #[test]
    fn an_unknown_word_is_kept_once_and_never_after_a_write() {
        let mut guard = Guard::new(&[], &[Words { space: Space::X, first: 0, last: 1 }]);
        assert!(guard.writes(Space::X, 1));
        for address in [0, 1, 0] {
            guard.reads(Space::X, address, 0x40);
        }
        assert_eq!(guard.unknown, [UninitializedRead { space: Space::X, address: 0, pc: 0x40 }]);
        (0..1000).for_each(|address| guard.reads(Space::P, address, 0));
        assert_eq!(guard.unknown.len(), Guard::MAX_READS);
    }
}

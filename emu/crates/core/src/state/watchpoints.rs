//! Data accesses, and the watched addresses. The run loop tests the addresses, of all spaces together, before each
//! instruction.

use crate::space::Space;

const BITS: usize = u64::BITS as usize;
/// Addresses in a space.
const SPACE_WORDS: usize = 0x1_0000;

/// A data access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub space: Space,
    pub address: u16,
    /// The word read or written, 24 bits.
    pub value: u32,
    pub write: bool,
    /// Through port A.
    pub external: bool,
    /// Wait states, in clocks.
    pub waits: u64,
}

/// A range of addresses to watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    pub space: Space,
    pub first: u16,
    pub last: u16,
    pub reads: bool,
    pub writes: bool,
}

impl Watch {
    pub(crate) fn sees(self, access: &Access) -> bool {
        self.includes(access.space, access.address, access.write)
    }

    pub(crate) fn includes(self, space: Space, address: u16, write: bool) -> bool {
        self.space == space
            && (self.first..=self.last).contains(&address)
            && if write { self.writes } else { self.reads }
    }
}

/// A bit for each address; no table without watchpoints.
#[derive(Default)]
pub(crate) struct WatchedAddresses(Option<Box<[u64; SPACE_WORDS / BITS]>>);

impl WatchedAddresses {
    /// Adds the addresses of a range.
    pub fn add(&mut self, first: u16, last: u16) {
        let bits = self.0.get_or_insert_with(|| Box::new([0; SPACE_WORDS / BITS]));
        for (index, mask) in masks(first, last) {
            bits[index] |= mask;
        }
    }

    /// Returns true if the set is not empty.
    #[inline(always)]
    pub fn is_used(&self) -> bool {
        self.0.is_some()
    }

    #[inline(always)]
    fn bits(&self, index: usize) -> u64 {
        self.0.as_ref().map_or(0, |bits| bits[index % bits.len()])
    }

    /// Returns true if the set holds an address.
    #[inline(always)]
    pub fn holds(&self, address: u16) -> bool {
        let address = usize::from(address);
        self.bits(address / BITS) >> (address % BITS) & 1 != 0
    }

    /// Returns true if any address of a range is watched. A range whose last address is below its first wraps at the
    /// end of the space.
    pub fn overlaps(&self, first: u16, last: u16) -> bool {
        if last < first {
            return self.overlaps(first, u16::MAX) || self.overlaps(0, last);
        }
        masks(first, last).any(|(index, mask)| self.bits(index) & mask != 0)
    }
}

/// Yields the words of the table that have a bit for an address of the range, each with the mask of these bits.
fn masks(first: u16, last: u16) -> impl Iterator<Item = (usize, u64)> {
    let (low, high) = (usize::from(first) / BITS, usize::from(last) / BITS);
    (low..=high).map(move |index| {
        let from = if index == low { u64::MAX << (usize::from(first) % BITS) } else { u64::MAX };
        let to = if index == high { u64::MAX >> (BITS - 1 - usize::from(last) % BITS) } else { u64::MAX };
        (index, from & to)
    })
}

#[cfg(test)]
mod tests {
    use super::WatchedAddresses;

    #[test]
    fn a_range_overlaps_its_addresses() {
        let mut watched = WatchedAddresses::default();
        watched.add(64, 64);
        watched.add(200, 0xFFBF);
        for first in 0..=210 {
            assert_eq!(watched.holds(first), first == 64 || first >= 200, "{first}");
            for last in first..=210 {
                let expected = (first..=last).any(|address| watched.holds(address));
                assert_eq!(watched.overlaps(first, last), expected, "{first} {last}");
            }
        }
        assert!(watched.overlaps(0xFFC0, 64) && watched.overlaps(0xFFBF, 0));
        assert!(!watched.overlaps(0xFFC0, 63));
    }
}

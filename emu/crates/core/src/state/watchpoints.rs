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
    /// Returns the addresses of ranges, each given by its first and last address.
    pub fn of(ranges: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut watched = None;
        for (first, last) in ranges {
            let bits = watched.get_or_insert_with(|| Box::new([0; SPACE_WORDS / BITS]));
            for address in usize::from(first)..=usize::from(last) {
                bits[address / BITS] |= 1 << (address % BITS);
            }
        }
        Self(watched)
    }

    #[inline(always)]
    fn bits(&self, index: usize) -> u64 {
        self.0.as_ref().map_or(0, |bits| bits[index % bits.len()])
    }

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
        let (low, high) = (usize::from(first) / BITS, usize::from(last) / BITS);
        (low..=high).any(|index| {
            let mut bits = self.bits(index);
            if index == low {
                bits &= u64::MAX << (usize::from(first) % BITS);
            }
            if index == high {
                bits &= u64::MAX >> (BITS - 1 - usize::from(last) % BITS);
            }
            bits != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::WatchedAddresses;

    #[test]
    fn a_range_overlaps_its_addresses() {
        let watched = WatchedAddresses::of([(64, 64), (200, 0xFFBF)].into_iter());
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

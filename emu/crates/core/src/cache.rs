//! Predecoded instructions by program address, in pages that are made when code first runs in them.

use crate::core::Core;
use crate::memory::{Region, Space};
use crate::predecode::{Entry, Exec};

const PAGE: usize = 256;

/// The predecoded form of program memory.
pub(crate) struct CodeCache {
    /// Places in `pages`; 0 is a page where nothing is decoded.
    numbers: [u16; PAGE],
    pages: Vec<[Entry; PAGE]>,
}

impl CodeCache {
    pub(crate) fn new() -> Self {
        Self { numbers: [0; PAGE], pages: vec![[Entry::UNDECODED; PAGE]] }
    }

    /// The entry of an address, decoded now if it is new or stale.
    pub(crate) fn entry(&mut self, core: &Core, pc: u16) -> &Entry {
        if self.page(pc)[usize::from(pc & 0xFF)].exec == Exec::Undecoded {
            self.decode(core, pc);
        }
        &self.page(pc)[usize::from(pc & 0xFF)]
    }

    /// The page of an address: the entries of the 256 addresses with the same high byte.
    #[inline(always)]
    pub(crate) fn page(&self, pc: u16) -> &[Entry; PAGE] {
        &self.pages[usize::from(self.numbers[usize::from(pc >> 8)])]
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn decode(&mut self, core: &Core, pc: u16) {
        let next = pc.wrapping_add(1);
        let external = [pc, next].map(|address| core.memory.region(Space::P, address) == Region::External);
        let entry = Entry::new(core.memory.program_word(pc), core.memory.program_word(next), external);
        let number = &mut self.numbers[usize::from(pc >> 8)];
        if *number == 0 {
            *number = self.pages.len() as u16;
            self.pages.push([Entry::UNDECODED; PAGE]);
        }
        self.pages[usize::from(*number)][usize::from(pc & 0xFF)] = entry;
    }

    /// A word of program memory changed: the instruction there and a two-word one before it are stale.
    pub(crate) fn invalidate(&mut self, address: u16) {
        for address in [address, address.wrapping_sub(1)] {
            let number = usize::from(self.numbers[usize::from(address >> 8)]);
            let entry = &mut self.pages[number][usize::from(address & 0xFF)];
            *entry = Entry::UNDECODED;
        }
    }

    /// Everything is stale.
    pub(crate) fn clear(&mut self) {
        self.numbers = [0; PAGE];
        self.pages.truncate(1);
    }
}

#[cfg(test)]
mod tests {
    use crate::predecode::Entry;

    #[test]
    fn an_entry_is_one_cache_line() {
        assert!(size_of::<Entry>() <= 64, "{}", size_of::<Entry>());
    }
}

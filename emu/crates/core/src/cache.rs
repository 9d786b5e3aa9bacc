//! Predecoded instructions by program address, in pages that are made when code first runs in them.

use crate::core::Core;
use crate::memory::{Region, Space};
use crate::predecode::{Entry, Exec};

const PAGE: usize = 256;

/// The predecoded form of program memory.
pub(crate) struct CodeCache {
    /// Page numbers in `entries`; 0 is a page where nothing is decoded.
    pages: [u16; PAGE],
    entries: Vec<Entry>,
}

impl CodeCache {
    pub(crate) fn new() -> Self {
        Self { pages: [0; PAGE], entries: vec![Entry::UNDECODED; PAGE] }
    }

    /// The entry of an address, decoded now if it is new or stale.
    pub(crate) fn entry(&mut self, core: &Core, pc: u16) -> &Entry {
        if self.known(pc).is_none() {
            self.decode(core, pc);
        }
        &self.entries[self.index(pc)]
    }

    /// The entry of an address, if it is decoded and fresh.
    #[inline(always)]
    pub(crate) fn known(&self, pc: u16) -> Option<&Entry> {
        self.entries.get(self.index(pc)).filter(|entry| entry.exec != Exec::Undecoded)
    }

    #[inline(always)]
    fn index(&self, pc: u16) -> usize {
        usize::from(self.pages[usize::from(pc >> 8)]) * PAGE + usize::from(pc & 0xFF)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn decode(&mut self, core: &Core, pc: u16) {
        let next = pc.wrapping_add(1);
        let external = [pc, next].map(|address| core.memory.region(Space::P, address) == Region::External);
        let entry = Entry::new(core.memory.program_word(pc), core.memory.program_word(next), external);
        let page = &mut self.pages[usize::from(pc >> 8)];
        if *page == 0 {
            *page = (self.entries.len() / PAGE) as u16;
            self.entries.resize(self.entries.len() + PAGE, Entry::UNDECODED);
        }
        let index = self.index(pc);
        self.entries[index] = entry;
    }

    /// A word of program memory changed: the instruction there and a two-word one before it are stale.
    pub(crate) fn invalidate(&mut self, address: u16) {
        for address in [address, address.wrapping_sub(1)] {
            let index = self.index(address);
            self.entries[index].exec = Exec::Undecoded;
        }
    }

    /// Everything is stale.
    pub(crate) fn clear(&mut self) {
        self.pages = [0; PAGE];
        self.entries.truncate(PAGE);
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

//! Predecoded instructions by program address, in pages that are made when code first runs in them.

use crate::core::Core;
use crate::memory::{Region, Space};
use crate::predecode::{Entry, Exec};

const PAGE: usize = 256;

/// The predecoded form of program memory.
pub(crate) struct CodeCache {
    pages: Box<[Option<Box<[Entry; PAGE]>>; PAGE]>,
}

impl CodeCache {
    pub(crate) fn new() -> Self {
        Self { pages: Box::new([const { None }; PAGE]) }
    }

    /// The entry of an address, decoded now if it is new or stale.
    #[inline(always)]
    pub(crate) fn entry(&mut self, core: &Core, pc: u16) -> &Entry {
        let (page, offset) = (usize::from(pc >> 8), usize::from(pc & 0xFF));
        let known = matches!(&self.pages[page], Some(entries) if entries[offset].exec != Exec::Undecoded);
        if !known {
            self.decode(core, pc);
        }
        match &self.pages[page] {
            Some(entries) => &entries[offset],
            None => &Entry::UNDECODED,
        }
    }

    #[cold]
    #[inline(never)]
    fn decode(&mut self, core: &Core, pc: u16) {
        let (page, offset) = (usize::from(pc >> 8), usize::from(pc & 0xFF));
        let next = pc.wrapping_add(1);
        let external = [pc, next].map(|address| core.memory.region(Space::P, address) == Region::External);
        let second = core.memory.program_word(next);
        let entry = Entry::new(core.memory.program_word(pc), second, external);
        let entries = self.pages[page].get_or_insert_with(|| Box::new([Entry::UNDECODED; PAGE]));
        entries[offset] = entry;
    }

    /// A word of program memory changed: the instruction there and a two-word one before it are stale.
    pub(crate) fn invalidate(&mut self, address: u16) {
        for address in [address, address.wrapping_sub(1)] {
            if let Some(entries) = &mut self.pages[usize::from(address >> 8)] {
                entries[usize::from(address & 0xFF)].exec = Exec::Undecoded;
            }
        }
    }

    /// Everything is stale.
    pub(crate) fn clear(&mut self) {
        self.pages.fill_with(|| None);
    }
}

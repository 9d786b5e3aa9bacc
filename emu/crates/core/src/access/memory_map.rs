//! The memory map follows OMR (UM 8-2, 8-3, 3-9).

use crate::memory::{PROGRAM_WORDS, Region};
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::fetch::Prefetched;

impl Core {
    /// Let the memory map follow OMR as it was before the present instruction; the next one has been fetched by then.
    pub(crate) fn change_map(&mut self, map: u8) {
        if self.memory.map != map {
            let addresses = [self.flow.pc, self.flow.pc.wrapping_add(1)];
            self.fetch.prefetched = Some(Prefetched {
                pc: self.flow.pc,
                words: addresses.map(|address| self.memory.program_word(address)),
                external: addresses.map(|address| self.memory.region(Space::P, address) == Region::External),
            });
            self.attention.set(Attention::PREFETCHED);
        }
        self.apply_map(map);
    }

    /// Set the memory map; if OMR has changed again meanwhile, the next change is due.
    pub(crate) fn apply_map(&mut self, map: u8) {
        if map == self.omr {
            self.attention.clear(Attention::MAP);
        }
        if self.memory.map != map {
            self.memory.map = map;
            self.fetch.code_writes.extend(0..PROGRAM_WORDS);
            self.attention.set(Attention::CODE);
        }
    }
}

//! Changes of the memory map by OMR (UM 8-2, 8-3, 3-9).

use crate::memory::{PROGRAM_WORDS, Region};
use crate::space::Space;
use crate::state::Core;
use crate::state::fetch::Prefetched;
use crate::state::pending_events::PendingEvents;

impl Core {
    /// Switches to the memory map of OMR before the current instruction. The next instruction has been fetched by then.
    pub(crate) fn change_map(&mut self, map: u8) {
        if self.memory.map != map {
            let addresses = [self.flow.pc, self.flow.pc.wrapping_add(1)];
            self.fetch.prefetched = Some(Prefetched {
                pc: self.flow.pc,
                words: addresses.map(|address| self.memory.program_word(address)),
                external: addresses.map(|address| self.memory.region(Space::P, address) == Region::External),
            });
            self.pending.set(PendingEvents::PREFETCHED);
        }
        self.apply_map(map);
    }

    /// Sets the memory map. If OMR has changed again since, the next change stays pending.
    pub(crate) fn apply_map(&mut self, map: u8) {
        if map == self.omr {
            self.pending.clear(PendingEvents::MAP);
        }
        if self.memory.map != map {
            self.memory.map = map;
            self.fetch.code_writes.extend(0..PROGRAM_WORDS);
            self.pending.set(PendingEvents::CODE);
        }
    }
}

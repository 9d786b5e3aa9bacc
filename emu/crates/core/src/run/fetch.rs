//! Instructions that are fetched before they execute.

use crate::decode::instruction::DecodedInstruction;
use crate::interpreter::executable;
use crate::memory::Region;
use crate::space::Space;
use crate::state::Core;
use crate::state::fetch::Prefetched;
use crate::state::pending_events::PendingEvents;

impl Core {
    /// Fetches an instruction that is not in plain memory, once for each execution.
    #[cold]
    pub(super) fn fetch_beforehand(&mut self, pc: u16) {
        self.fetch_unless_refused(pc, self.memory.refuses_unloaded);
    }

    /// Fetches the second word of a vector. The chip always takes two words (UM 8-9). An interrupt of one word
    /// therefore executes the next word too, and a run continues if that is uninitialised.
    #[cold]
    pub(super) fn fetch_second_vector_word(&mut self, address: u16) {
        if self.memory.is_refused(address) {
            self.fetch.unloaded_vectors |= 1 << (address / 2 % u64::BITS as u16);
        }
        self.fetch_unless_refused(address, false);
    }

    fn fetch_unless_refused(&mut self, pc: u16, refuse: bool) {
        self.fetch.unloaded = None;
        if self.pending.has(PendingEvents::PREFETCHED) && self.fetch.prefetched.is_some_and(|fetched| fetched.pc == pc)
        {
            return;
        }
        let next = pc.wrapping_add(1);
        let external = [pc, next].map(|address| self.memory.region(Space::P, address) == Region::External);
        let mut words = [self.fetch(pc, refuse), 0];
        if DecodedInstruction::new(words[0], 0, external).words == 2 {
            words[1] = self.fetch(next, refuse);
        }
        if self.fetch.unloaded.is_none() && self.fault.is_none() {
            self.fetch.prefetched = Some(Prefetched { pc, words, external });
            self.pending.set(PendingEvents::PREFETCHED);
        }
    }

    /// Returns a program word from the memory or device at its address.
    fn fetch(&mut self, address: u16, refuse: bool) -> u32 {
        if refuse && self.memory.is_refused(address) {
            self.fetch.unloaded.get_or_insert(address);
        }
        if self.memory.region(Space::P, address) == Region::External {
            self.read_data_lines(Space::P, address)
        } else {
            self.memory.program_word(address)
        }
    }

    /// Returns the entry of an address whose words were fetched in advance, and the words.
    pub(super) fn prefetched_at(&self, address: u16) -> Option<(DecodedInstruction, [u32; 2])> {
        if !self.pending.has(PendingEvents::PREFETCHED) {
            return None;
        }
        let fetched = self.fetch.prefetched.filter(|fetched| fetched.pc == address)?;
        Some((executable(fetched.words, fetched.external), fetched.words))
    }

    /// Discards words fetched in advance, which are valid for one instruction only.
    pub(super) fn forget_prefetched(&mut self) {
        if self.pending.has(PendingEvents::PREFETCHED) {
            self.pending.clear(PendingEvents::PREFETCHED);
            self.fetch.prefetched = None;
        }
    }
}

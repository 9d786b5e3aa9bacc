//! Instructions that are fetched before they execute.

use crate::decode::instruction::DecodedInstruction;
use crate::interpreter::executable;
use crate::memory::Region;
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::fetch::Prefetched;

impl Core {
    /// Fetch an instruction that does not lie in plain memory, once for each time that it executes.
    #[cold]
    pub(super) fn fetch_beforehand(&mut self, pc: u16) {
        self.fetch_unless_refused(pc, self.memory.refuses_unloaded);
    }

    /// Fetch the second word of a vector. The chip always takes two words (UM 8-9), so an interrupt of one word executes
    /// whatever lies there, and a run goes on where that was never loaded.
    #[cold]
    pub(super) fn fetch_second_vector_word(&mut self, address: u16) {
        if self.memory.is_refused(address) {
            self.fetch.unloaded_vectors |= 1 << (address / 2 % u64::BITS as u16);
        }
        self.fetch_unless_refused(address, false);
    }

    fn fetch_unless_refused(&mut self, pc: u16, refuse: bool) {
        self.fetch.unloaded = None;
        if self.attention.has(Attention::PREFETCHED) && self.fetch.prefetched.is_some_and(|fetched| fetched.pc == pc) {
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
            self.attention.set(Attention::PREFETCHED);
        }
    }

    /// A program word from wherever it lies.
    fn fetch(&mut self, address: u16, refuse: bool) -> u32 {
        if refuse && self.memory.is_refused(address) {
            self.fetch.unloaded.get_or_insert(address);
        }
        if self.memory.region(Space::P, address) == Region::External {
            self.answer(Space::P, address)
        } else {
            self.memory.program_word(address)
        }
    }

    /// The entry of an address whose words were fetched beforehand, and the words.
    pub(super) fn prefetched_at(&self, address: u16) -> Option<(DecodedInstruction, [u32; 2])> {
        if !self.attention.has(Attention::PREFETCHED) {
            return None;
        }
        let fetched = self.fetch.prefetched.filter(|fetched| fetched.pc == address)?;
        Some((executable(fetched.words, fetched.external), fetched.words))
    }

    /// What was fetched beforehand serves one instruction only.
    pub(super) fn forget_prefetched(&mut self) {
        if self.attention.has(Attention::PREFETCHED) {
            self.attention.clear(Attention::PREFETCHED);
            self.fetch.prefetched = None;
        }
    }
}

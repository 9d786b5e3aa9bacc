//! Memory as a debugger sees it: without side effects.

use crate::bits::WORD_MASK;
use crate::chip::Dsp56001;
use crate::memory::Region;
use crate::space::Space;

impl Dsp56001 {
    /// Returns a word of memory in the DSP's current map, without side effects.
    pub fn peek(&self, space: Space, address: u16) -> u32 {
        self.core.peek(space, address)
    }

    /// Sets a word of memory without side effects.
    pub fn poke(&mut self, space: Space, address: u16, word: u32) {
        self.core.poke(space, address, word & WORD_MASK);
        self.apply_deferred_changes();
    }

    /// Returns a word of the board's RAM on port A, also where internal memory shadows it.
    pub fn external_word(&self, space: Space, address: u16) -> u32 {
        self.core.memory.external_word(space, address)
    }

    /// Stores the low 24 bits of `word` in the RAM of port A, at the physical address.
    pub fn set_external_word(&mut self, space: Space, address: u16, word: u32) {
        self.core.poke_external(space, address, word & WORD_MASK);
        self.apply_deferred_changes();
    }

    /// Returns true if the current map has memory, a register or a device at an address that stores a word.
    pub fn takes(&self, space: Space, address: u16) -> bool {
        let memory = &self.core.memory;
        match memory.region(space, address) {
            Region::External => memory.is_mapped(space, address) || memory.device_at(space, address).is_some(),
            Region::Rom => false,
            Region::Ram | Region::Peripheral => true,
        }
    }

    /// Returns the position in the board's RAM of the word at an address in the current map; mirrors have the same
    /// position. Returns `None` for internal memory and unmapped addresses.
    pub fn ram_position(&self, space: Space, address: u16) -> Option<u32> {
        let external = self.core.memory.region(space, address) == Region::External;
        if external { self.core.memory.external.position(space, address) } else { None }
    }
}

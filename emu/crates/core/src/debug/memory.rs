//! Memory as a debugger sees it: without side effects.

use crate::bits::WORD_MASK;
use crate::chip::Dsp56001;
use crate::memory::Region;
use crate::space::Space;

impl Dsp56001 {
    /// A word of memory as the DSP's present map shows it, without side effects.
    pub fn peek(&self, space: Space, address: u16) -> u32 {
        self.core.peek(space, address)
    }

    /// Set a word of memory without side effects.
    pub fn poke(&mut self, space: Space, address: u16, word: u32) {
        self.core.poke(space, address, word & WORD_MASK);
        self.catch_up();
    }

    /// A word of the board's RAM on port A, also where on-chip memory shadows it.
    pub fn external_word(&self, space: Space, address: u16) -> u32 {
        self.core.memory.external_word(space, address)
    }

    pub fn set_external_word(&mut self, space: Space, address: u16, word: u32) {
        self.core.poke_external(space, address, word & WORD_MASK);
        self.catch_up();
    }

    /// Whether a word stored at an address through the present map goes anywhere: to memory, a register or a device.
    pub fn takes(&self, space: Space, address: u16) -> bool {
        let memory = &self.core.memory;
        match memory.region(space, address) {
            Region::External => memory.answers(space, address) || memory.device_at(space, address).is_some(),
            Region::Rom => false,
            Region::Ram | Region::Peripheral => true,
        }
    }

    /// The place in the board's RAM of the word that an address shows through the present map: addresses with the same
    /// one share a word. `None` on the chip and where no RAM answers.
    pub fn ram_place(&self, space: Space, address: u16) -> Option<u32> {
        let external = self.core.memory.region(space, address) == Region::External;
        if external { self.core.memory.external.place(space, address) } else { None }
    }
}

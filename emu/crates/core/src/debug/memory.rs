//! Memory as a debugger sees it: without side effects.

use crate::bits::WORD_MASK;
use crate::chip::Dsp56001;
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
        self.core.memory.set_external_word(space, address, word & WORD_MASK);
        if space == Space::P {
            self.cache.invalidate(address);
        }
    }
}

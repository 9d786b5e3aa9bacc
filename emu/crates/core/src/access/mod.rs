//! The DSP's accesses to memory, by region: internal RAM and ROM, peripherals, port A.

mod events;
mod io_page;
mod memory_map;
mod port_a;
mod waits;

pub use waits::FURTHER_SPACE_CLOCKS;
pub(crate) use waits::FetchCost;

use crate::bits::{bits24, sext24};
use crate::decode::instruction::DecodedInstruction;
use crate::memory::{DATA_WORDS, Memory, Region};
use crate::space::Space;
use crate::state::Core;
use crate::state::fetch::Prefetched;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::watchpoints::Access;

impl Core {
    #[inline(always)]
    pub(crate) fn load_x(&mut self, address: u16) -> i32 {
        if address < DATA_WORDS {
            self.memory.x_ram[usize::from(address)]
        } else {
            sext24(self.read_other_region(Space::X, address))
        }
    }

    #[inline(always)]
    pub(crate) fn load_y(&mut self, address: u16) -> i32 {
        if address < DATA_WORDS {
            self.memory.y_ram[usize::from(address)]
        } else {
            sext24(self.read_other_region(Space::Y, address))
        }
    }

    #[inline(always)]
    pub(crate) fn store_x(&mut self, address: u16, word: i32) {
        if address < DATA_WORDS {
            self.memory.x_ram[usize::from(address)] = word;
        } else {
            self.write_other_region(Space::X, address, bits24(word));
        }
    }

    #[inline(always)]
    pub(crate) fn store_y(&mut self, address: u16, word: i32) {
        if address < DATA_WORDS {
            self.memory.y_ram[usize::from(address)] = word;
        } else {
            self.write_other_region(Space::Y, address, bits24(word));
        }
    }

    /// Reads a word of any space as a data operand.
    #[inline]
    pub(crate) fn read(&mut self, space: Space, address: u16) -> u32 {
        match space {
            Space::X => bits24(self.load_x(address)),
            Space::Y => bits24(self.load_y(address)),
            Space::P => self.read_other_region(space, address),
        }
    }

    /// Writes a word of any space as a data operand.
    #[inline]
    pub(crate) fn write(&mut self, space: Space, address: u16, word: u32) {
        match space {
            Space::X => self.store_x(address, sext24(word)),
            Space::Y => self.store_y(address, sext24(word)),
            Space::P => self.write_other_region(space, address, word),
        }
    }

    #[inline(never)]
    fn read_other_region(&mut self, space: Space, address: u16) -> u32 {
        let word = match self.memory.region(space, address) {
            Region::External => self.read_external(space, address),
            Region::Rom => Memory::rom_word(space, address),
            Region::Peripheral => self.read_peripheral(address),
            Region::Ram if space == Space::P => self.memory.program_word(address),
            Region::Ram => self.peek_ram(space, address),
        };
        if self.pending.has(PendingEvents::OBSERVE) {
            self.note_access(space, address, word, false);
        }
        word
    }

    fn peek_ram(&self, space: Space, address: u16) -> u32 {
        let i = usize::from(address & (DATA_WORDS - 1));
        bits24(if space == Space::X { self.memory.x_ram[i] } else { self.memory.y_ram[i] })
    }

    #[inline(never)]
    fn write_other_region(&mut self, space: Space, address: u16, word: u32) {
        if self.pending.has(PendingEvents::OBSERVE) {
            self.note_access(space, address, word, true);
        }
        match self.memory.region(space, address) {
            Region::External => self.write_external(space, address, word),
            // An enabled data ROM ignores writes.
            Region::Rom => {}
            Region::Peripheral => self.write_peripheral(address, word),
            Region::Ram => {
                if space == Space::P {
                    let fetched = self.pending.has(PendingEvents::REPEAT);
                    self.store_program_ram(address, word, fetched);
                }
            }
        }
    }

    fn store_program_ram(&mut self, address: u16, word: u32, fetched: bool) {
        if fetched {
            self.hold_repeated(address, self.memory.program_word(address));
        }
        self.memory.set_program_ram(address, word);
        self.note_code_write(address);
    }

    /// Preserves a repeated instruction whose word has changed from `before`: it stays in the instruction register (UM
    ///
    #[cold]
    fn hold_repeated(&mut self, address: u16, before: u32) {
        let addresses = self.repeated_addresses();
        let at = addresses[0];
        if !addresses.contains(&address) || self.pending.has(PendingEvents::PREFETCHED) {
            return;
        }
        let words = addresses.map(|each| if each == address { before } else { self.memory.program_word(each) });
        let external = addresses.map(|each| self.memory.region(Space::P, each) == Region::External);
        // The word after an instruction of one word is not a part of it.
        let length = usize::from(DecodedInstruction::new(words[0], words[1], external).words);
        if !addresses[..length].contains(&address) {
            return;
        }
        self.fetch.prefetched = Some(Prefetched { pc: at, words, external });
        self.pending.set(PendingEvents::PREFETCHED);
    }

    /// Returns the addresses of the instruction under REP, and of the word after it.
    fn repeated_addresses(&self) -> [u16; 2] {
        let at = match self.interrupts.phase {
            Phase::Vector { address, position, .. } => address + u16::from(position),
            _ => self.flow.pc,
        };
        [at, at.wrapping_add(1)]
    }

    /// Records that the instruction under REP was fetched, before the decode cache has it, so that a store to its word
    /// preserves it.
    pub(crate) fn note_repeated(&self) {
        if self.is_repeating() {
            for address in self.repeated_addresses() {
                self.memory.external.note_decoded(address);
            }
        }
    }

    /// Records an access outside of the internal data RAM.
    #[cold]
    pub(crate) fn note_access(&mut self, space: Space, address: u16, value: u32, write: bool) {
        if !self.observer.records() {
            return;
        }
        let external = self.memory.region(space, address) == Region::External;
        let waits = if external { self.wait_states(space, address) } else { 0 };
        self.observer.slow_accesses.push(Access { space, address, value, write, external, waits });
    }

    /// Invalidates the decoded instructions that contain the word at `address`.
    #[inline]
    pub(crate) fn note_code_write(&mut self, address: u16) {
        self.fetch.code_writes.push(address);
        self.pending.set(PendingEvents::CODE);
    }

    /// Returns a word without side effects, as a debugger reads it.
    pub(crate) fn peek(&self, space: Space, address: u16) -> u32 {
        match self.memory.region(space, address) {
            Region::External => self.memory.external_word(space, address),
            Region::Rom => Memory::rom_word(space, address),
            Region::Peripheral => self.peripherals.peek(address),
            Region::Ram if space == Space::P => self.memory.program_word(address),
            Region::Ram => self.peek_ram(space, address),
        }
    }

    /// Sets a word without side effects; a peripheral register is set and triggers nothing. Words of an enabled data
    /// ROM and unmapped words do not change.
    pub(crate) fn poke(&mut self, space: Space, address: u16, word: u32) {
        match (self.memory.region(space, address), space) {
            (Region::External, _) => self.poke_external(space, address, word),
            (Region::Rom, _) => {}
            (Region::Peripheral, _) => {
                self.poke_peripheral(address, word);
            }
            (Region::Ram, Space::X) => self.memory.x_ram[usize::from(address & (DATA_WORDS - 1))] = sext24(word),
            (Region::Ram, Space::Y) => self.memory.y_ram[usize::from(address & (DATA_WORDS - 1))] = sext24(word),
            (Region::Ram, Space::P) => self.store_program_ram(address, word, self.is_repeating()),
        }
    }

    /// Sets a word of the board's RAM, also where internal memory shadows it.
    pub(crate) fn poke_external(&mut self, space: Space, address: u16, word: u32) {
        self.store_external(space, address, word, self.is_repeating());
    }

    /// Returns true if the instruction under REP is in the instruction register.
    fn is_repeating(&self) -> bool {
        self.pending.has(PendingEvents::REPEAT) && self.hw_loop.repeat_fetched
    }
}

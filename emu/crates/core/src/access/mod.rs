//! The DSP's own accesses to memory: which region answers, wait states, external spaces used, devices.

mod io_page;

use crate::bits::omr;
use crate::decode::entry::Entry;
use crate::error::{CoreError, DeviceError};
use crate::memory::{DATA_WORDS, IO_PAGE, Memory, Region, UnmappedAccess};
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;

/// What an external access costs that has to share an instruction cycle with another one: an instruction cycle of its own
/// (UM 9-2, 9-3). X and Y of a parallel move share one, and a fetch of the instruction's own words shares one with its
/// data; the two operands of MOVEP do not, nor does the refetch of a change of flow (Tables; see
/// docs/settled.md). A read-modify-write is one access.
pub const FURTHER_SPACE_CLOCKS: u64 = 2;

impl Core {
    /// Wait states of an external access, chosen by address (UM 9-12, 9-13); with WT and BS selected the board may make
    /// them more (UM 9-14).
    #[inline]
    pub(crate) fn wait_states(&self, space: Space, address: u16) -> u64 {
        let bcr = self.port_a.waits;
        let set = u64::from(match space {
            Space::X => bcr >> 12,
            Space::Y if address >= IO_PAGE => bcr & 15,
            Space::Y => bcr >> 8 & 15,
            Space::P => bcr >> 4 & 15,
        });
        if self.omr & omr::EA == 0 { set } else { set.max(self.memory.stretch(space, address)) }
    }

    /// Wait states of fetching what an instruction is charged for of its own words: the last of them.
    #[inline]
    pub(crate) fn fetch_waits(&self, e: &Entry, address: u16) -> u64 {
        (e.words - e.fetches..e.words)
            .map(|word| self.wait_states(Space::P, address.wrapping_add(u16::from(word))))
            .sum()
    }

    /// Wait states of the two fetches where a change of flow continues. Both count with the memory that holds the first.
    #[inline]
    pub(crate) fn refetch_waits(&self, address: u16) -> u64 {
        if self.memory.region(Space::P, address) != Region::External {
            return 0;
        }
        self.wait_states(Space::P, address) + self.wait_states(Space::P, address.wrapping_add(1))
    }

    #[inline(always)]
    pub(crate) fn read_x(&mut self, address: u16) -> u32 {
        if address < DATA_WORDS { self.memory.x_ram[usize::from(address)] } else { self.read_far(Space::X, address) }
    }

    #[inline(always)]
    pub(crate) fn read_y(&mut self, address: u16) -> u32 {
        if address < DATA_WORDS { self.memory.y_ram[usize::from(address)] } else { self.read_far(Space::Y, address) }
    }

    #[inline(always)]
    pub(crate) fn write_x(&mut self, address: u16, word: u32) {
        if address < DATA_WORDS {
            self.memory.x_ram[usize::from(address)] = word;
        } else {
            self.write_far(Space::X, address, word);
        }
    }

    #[inline(always)]
    pub(crate) fn write_y(&mut self, address: u16, word: u32) {
        if address < DATA_WORDS {
            self.memory.y_ram[usize::from(address)] = word;
        } else {
            self.write_far(Space::Y, address, word);
        }
    }

    /// Read a word of any space, as a data operand.
    #[inline]
    pub(crate) fn read(&mut self, space: Space, address: u16) -> u32 {
        match space {
            Space::X => self.read_x(address),
            Space::Y => self.read_y(address),
            Space::P => self.read_far(space, address),
        }
    }

    /// Write a word of any space, as a data operand.
    #[inline]
    pub(crate) fn write(&mut self, space: Space, address: u16, word: u32) {
        match space {
            Space::X => self.write_x(address, word),
            Space::Y => self.write_y(address, word),
            Space::P => self.write_far(space, address, word),
        }
    }

    #[inline(never)]
    fn read_far(&mut self, space: Space, address: u16) -> u32 {
        let word = match self.memory.region(space, address) {
            Region::External => self.read_external(space, address),
            Region::Rom => Memory::rom_word(space, address),
            Region::Peripheral => self.read_peripheral(address),
            Region::Ram if space == Space::P => self.memory.program_word(address),
            Region::Ram => self.peek_ram(space, address),
        };
        if self.attention.has(Attention::OBSERVE) {
            self.note_access(space, address, word, false);
        }
        word
    }

    fn peek_ram(&self, space: Space, address: u16) -> u32 {
        let i = usize::from(address & (DATA_WORDS - 1));
        if space == Space::X { self.memory.x_ram[i] } else { self.memory.y_ram[i] }
    }

    #[inline(never)]
    fn write_far(&mut self, space: Space, address: u16, word: u32) {
        if self.attention.has(Attention::OBSERVE) {
            self.note_access(space, address, word, true);
        }
        match self.memory.region(space, address) {
            Region::External => self.write_external(space, address, word),
            // Enabled data ROM takes no writes.
            Region::Rom => {}
            Region::Peripheral => self.write_peripheral(address, word),
            Region::Ram => {
                if space == Space::P {
                    self.memory.set_program_ram(address, word);
                    self.note_code_write(address);
                }
            }
        }
    }

    /// A predecoded instruction at `address` or ending there is stale.
    #[inline]
    pub(crate) fn note_code_write(&mut self, address: u16) {
        self.fetch.code_writes.push(address);
        self.attention.set(Attention::CODE);
    }

    fn read_external(&mut self, space: Space, address: u16) -> u32 {
        self.use_for_data(space);
        self.pass(self.wait_states(space, address));
        self.answer(space, address)
    }

    /// What is on the data lines in a read through port A.
    pub(crate) fn answer(&mut self, space: Space, address: u16) -> u32 {
        if !self.memory.devices.is_empty()
            && let Some(i) = self.memory.device_at(space, address)
        {
            let now = self.now();
            let region = &mut self.memory.devices[i];
            let offset = address - region.first;
            return match region.device.read(offset, now) {
                Ok(word) => word & crate::bits::WORD_MASK,
                Err(error) => {
                    self.device_failed(error, space, address);
                    self.memory.floating
                }
            };
        }
        if !self.memory.answers(space, address) {
            self.nothing_answers(space, address, false);
        }
        self.memory.external_word(space, address)
    }

    fn write_external(&mut self, space: Space, address: u16, word: u32) {
        self.use_for_data(space);
        self.pass(self.wait_states(space, address));
        if !self.memory.devices.is_empty()
            && let Some(i) = self.memory.device_at(space, address)
        {
            let now = self.now();
            let region = &mut self.memory.devices[i];
            let offset = address - region.first;
            if let Err(error) = region.device.write(offset, word, now) {
                self.device_failed(error, space, address);
            }
            return;
        }
        if !self.memory.answers(space, address) {
            self.nothing_answers(space, address, true);
        }
        self.memory.set_external_word(space, address, word);
        if space == Space::P {
            self.note_code_write(address);
        }
    }

    #[cold]
    fn device_failed(&mut self, error: DeviceError, space: Space, address: u16) {
        self.fail(CoreError::Device { error, space, address });
    }

    #[cold]
    fn nothing_answers(&mut self, space: Space, address: u16, write: bool) {
        let (pc, clocks) = (self.flow.pc, self.time.clocks);
        self.memory.record_unmapped(UnmappedAccess { space, address, write, pc, clocks });
        if self.strict {
            self.fail(CoreError::Unmapped { space, address, write, pc });
        }
    }

    /// Charge what the tables leave to assumption 4 (UM A-223): the wait states of the instruction's own fetches, made
    /// before it executes.
    #[inline]
    pub(crate) fn charge_fetches(&mut self, e: &Entry, address: u16) {
        if e.fetches != 0 {
            self.pass(self.fetch_waits(e, address));
            self.use_port_a(Space::P);
        }
    }

    /// A change of flow, taken or not, fetches two words where it continues (UM A-231).
    #[inline]
    pub(crate) fn charge_refetch(&mut self) {
        if self.memory.region(Space::P, self.flow.next_pc) == Region::External {
            self.pass(self.refetch_waits(self.flow.next_pc));
        }
    }

    /// Note a data access outside the chip. Program data never meet another access: the instructions that move them take
    /// a cycle for each, as MOVEP does for its two operands.
    #[inline]
    fn use_for_data(&mut self, space: Space) {
        if space != Space::P {
            self.use_port_a(space);
        }
    }

    /// The operands of MOVEP are accessed in instruction cycles of their own: only a fetch can meet one (Table A-9).
    #[inline]
    pub(crate) fn part_operands(&mut self) {
        if self.port_a.spaces & Space::Y.mask() != 0 {
            self.port_a.spaces &= !Space::X.mask();
        }
    }

    /// Note that the present instruction uses a space outside the chip in an instruction cycle that others may want.
    #[inline]
    fn use_port_a(&mut self, space: Space) {
        self.port_a.spaces |= space.mask();
        self.attention.set(Attention::PORT_A);
    }

    /// Two clocks for every external space beyond the first that the instruction uses in one cycle.
    #[inline]
    pub(crate) fn charge_conflicts(&mut self) {
        if self.attention.has(Attention::PORT_A) {
            self.pass(FURTHER_SPACE_CLOCKS * u64::from(self.port_a.spaces.count_ones() - 1));
            self.port_a.spaces = 0;
            self.attention.clear(Attention::PORT_A);
        }
    }

    /// Look at a word without side effects, as a debugger does.
    pub(crate) fn peek(&self, space: Space, address: u16) -> u32 {
        match self.memory.region(space, address) {
            Region::External => self.memory.external_word(space, address),
            Region::Rom => Memory::rom_word(space, address),
            Region::Peripheral => self.peripherals.peek(address),
            Region::Ram if space == Space::P => self.memory.program_word(address),
            Region::Ram => self.peek_ram(space, address),
        }
    }

    /// Set a word without side effects; a peripheral register is set and triggers nothing. Words of an enabled data
    /// ROM and words that nothing holds stay.
    pub(crate) fn poke(&mut self, space: Space, address: u16, word: u32) {
        match (self.memory.region(space, address), space) {
            (Region::External, _) => {
                self.memory.set_external_word(space, address, word);
                if space == Space::P {
                    self.note_code_write(address);
                }
            }
            (Region::Rom, _) => {}
            (Region::Peripheral, _) => {
                self.poke_peripheral(address, word);
            }
            (Region::Ram, Space::X) => self.memory.x_ram[usize::from(address & (DATA_WORDS - 1))] = word,
            (Region::Ram, Space::Y) => self.memory.y_ram[usize::from(address & (DATA_WORDS - 1))] = word,
            (Region::Ram, Space::P) => {
                self.memory.set_program_ram(address, word);
                self.note_code_write(address);
            }
        }
    }
}

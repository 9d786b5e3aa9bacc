//! The DSP56001 as its users hold it: construction, registers, memory.

use crate::bits::omr;
use crate::error::CoreError;
use crate::interpreter::code_cache::CodeCache;
use crate::interpreter::registers::register_named;
use crate::memory::device::Device;
use crate::memory::{DeviceRegion, SlowRegion, UnmappedAccess};
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::timeline::{Clock, Time};

/// One DSP56001 with the memory on its port A.
pub struct Dsp56001 {
    pub(crate) core: Core,
    pub(crate) cache: CodeCache,
    /// Of a run's limit of instructions.
    pub(crate) left: u64,
    /// Of a run's limit of work.
    pub(crate) work: u64,
}

impl Dsp56001 {
    /// A chip just out of reset, in the operating mode of its MB:MA pins (0 to 3). All memory and registers are 0.
    pub fn new(clock: Clock, mode: u8) -> Self {
        let mut chip = Self { core: Core::new(clock), cache: CodeCache::new(), left: 0, work: 0 };
        chip.reset(mode);
        chip
    }

    /// Pulse RESET with the mode pins as given.
    pub fn reset(&mut self, mode: u8) {
        self.set_mode_pins(mode);
        self.core.reset(self.mode_pins());
        self.catch_up();
    }

    /// The operating mode that OMR shows.
    pub fn mode(&self) -> u8 {
        self.core.omr & omr::MODE
    }

    /// A register by its lower-case name, as an unsigned number of the register's width. SSH does not pop.
    pub fn register(&self, name: &str) -> Result<u64, CoreError> {
        let reg = register_named(name).ok_or_else(|| CoreError::NoSuchRegister { name: name.to_owned() })?;
        Ok(self.core.debug_read(reg))
    }

    /// Set a register by name; bits that it does not have are dropped. SSH does not push.
    pub fn set_register(&mut self, name: &str, value: u64) -> Result<(), CoreError> {
        let reg = register_named(name).ok_or_else(|| CoreError::NoSuchRegister { name: name.to_owned() })?;
        self.core.debug_write(reg, value)?;
        self.catch_up();
        Ok(())
    }

    /// Stack location 0-15: (SSH, SSL).
    pub fn stack(&self, location: u8) -> (u16, u16) {
        let i = usize::from(location & 15);
        (self.core.stack.ssh[i], self.core.stack.ssl[i])
    }

    pub fn set_stack(&mut self, location: u8, high: u16, low: u16) {
        let i = usize::from(location & 15);
        (self.core.stack.ssh[i], self.core.stack.ssl[i]) = (high, low);
    }

    /// A word of memory as the DSP's present map shows it, without side effects.
    pub fn peek(&self, space: Space, address: u16) -> u32 {
        self.core.peek(space, address)
    }

    /// Set a word of memory without side effects.
    pub fn poke(&mut self, space: Space, address: u16, word: u32) {
        self.core.poke(space, address, word & crate::bits::WORD_MASK);
        self.catch_up();
    }

    /// A word of the board's RAM on port A, also where on-chip memory shadows it.
    pub fn external_word(&self, space: Space, address: u16) -> u32 {
        self.core.memory.external_word(space, address)
    }

    pub fn set_external_word(&mut self, space: Space, address: u16, word: u32) {
        self.core.memory.set_external_word(space, address, word & crate::bits::WORD_MASK);
        if space == Space::P {
            self.cache.invalidate(address);
        }
    }

    /// External RAM of a space answers below `words` only.
    pub fn map_ram(&mut self, space: Space, words: u32) {
        self.core.memory.set_limit(space, words);
        self.cache.clear();
    }

    /// Words of external RAM that answer.
    pub fn ram_words(&self, space: Space) -> u32 {
        self.core.memory.limit(space)
    }

    /// Connect a device to port A.
    ///
    /// # Errors
    /// If the range is empty or overlaps a device that is there.
    pub fn map_device(
        &mut self,
        space: Space,
        first: u16,
        last: u16,
        device: Box<dyn Device>,
    ) -> Result<(), CoreError> {
        let overlaps = self.core.memory.devices.iter().any(|d| d.space == space && first <= d.last && d.first <= last);
        if first > last || overlaps {
            return Err(CoreError::Configuration {
                message: format!("a device cannot take {space}:${first:04X}-${last:04X}: empty or taken already"),
            });
        }
        self.core.memory.devices.push(DeviceRegion { space, first, last, device });
        if space == Space::P {
            self.cache.clear();
        }
        Ok(())
    }

    /// Let the board's wait-state logic assert WT for the external addresses of a range. With WT and BS selected (OMR.EA
    /// set) an access takes so many wait states, 2 and those of BCR at least (UM 9-14, Table 9-3). The newest range that
    /// holds an address counts; 0 asks for none.
    pub fn map_waits(&mut self, space: Space, first: u16, last: u16, waits: u16) {
        self.core.memory.slow.push(SlowRegion { space, first, last, waits });
    }

    /// The program word that the next instruction needs and that was never stored to, where a run has ended for that.
    pub fn unloaded(&self) -> Option<u16> {
        self.core.fetch.unloaded
    }

    /// Whether runs end before an instruction in program memory that was never stored to.
    pub(crate) fn refuse_unloaded(&mut self, refuse: bool) {
        self.core.fetch.unloaded = None;
        if self.core.memory.refuses_unloaded != refuse {
            self.core.memory.refuses_unloaded = refuse;
            self.cache.clear();
        }
    }

    /// Let go of the devices at port A and at the serial interfaces.
    pub fn disconnect(&mut self) {
        self.core.memory.devices.clear();
        self.ssi_attach(None);
        self.sci_attach(None);
        self.cache.clear();
    }

    /// What unconnected data lines read as.
    pub fn set_floating(&mut self, word: u32) {
        self.core.memory.floating = word & crate::bits::WORD_MASK;
    }

    /// The newest accesses that nothing answered, and how many there were.
    pub fn unmapped(&self) -> (&[UnmappedAccess], u64) {
        (&self.core.memory.unmapped, self.core.memory.unmapped_count)
    }

    /// In strict mode an unanswered access ends the run with an error.
    pub fn set_strict(&mut self, strict: bool) {
        self.core.strict = strict;
    }

    /// Oscillator clocks since reset.
    pub fn clocks(&self) -> u64 {
        self.core.time.clocks
    }

    /// Oscillator clocks since power-up.
    pub fn total_clocks(&self) -> u64 {
        self.core.total_clocks()
    }

    /// Instructions since reset.
    pub fn instructions(&self) -> u64 {
        self.core.time.instructions
    }

    /// How many instructions the limit of the last run still allowed.
    pub fn instructions_left(&self) -> u64 {
        self.left
    }

    /// The time of the present clock.
    pub fn now(&self) -> Time {
        self.core.now()
    }

    /// The host reads a register of the host interface, offset 0-7.
    pub fn host_read(&mut self, offset: u8) -> u8 {
        let value = self.core.peripherals.host.host_read(offset);
        self.core.refresh_interrupts();
        value
    }

    /// The host side without side effects.
    pub fn host_peek(&self, offset: u8) -> u8 {
        self.core.peripherals.host.host_peek(offset)
    }

    /// The host writes a register of the host interface, offset 0-7.
    pub fn host_write(&mut self, offset: u8, byte: u8) {
        self.core.peripherals.host.host_write(offset, byte);
        self.core.refresh_interrupts();
    }

    /// HACK is asserted while the host reads: the vector byte if HREQ is asserted (UM 10-26), in a DMA mode the next byte
    /// (UM 10-55). `None` where nothing drives the bus.
    pub fn host_acknowledge_read(&mut self) -> Option<u8> {
        let value = self.core.peripherals.host.acknowledge_read();
        self.core.refresh_interrupts();
        value
    }

    /// HACK is asserted while the host drives its bus: in a DMA mode the next byte (UM 10-51).
    pub fn host_acknowledge_write(&mut self, byte: u8) {
        self.core.peripherals.host.acknowledge_write(byte);
        self.core.refresh_interrupts();
    }

    /// Address arithmetic steps that the manual leaves undefined, counted since power-up.
    pub fn undefined_addressing(&self) -> u64 {
        self.core.agu.undefined_steps
    }

    /// What an instruction has put off until it is over: stale predecoded instructions, new wait states.
    #[inline]
    pub(crate) fn catch_up(&mut self) {
        if self.core.attention.has(Attention::CATCH_UP) {
            self.core.attention.clear(Attention::CATCH_UP);
            self.core.port_a.waits = self.core.peripherals.bcr;
            self.cache.forget(&mut self.core.fetch.code_writes);
        }
    }
}

//! The board's connections to port A.

use crate::bits::WORD_MASK;
use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::memory::device::Device;
use crate::memory::{DeviceRegion, RamMapping, UnmappedAccess, WaitRegion};
use crate::space::Space;

impl Dsp56001 {
    /// Limits the external RAM of a space to addresses below `words`.
    pub fn map_ram(&mut self, space: Space, words: u32) {
        self.core.memory.external.set_limit(space, words);
        self.cache.clear();
    }

    /// Returns the number of mapped words of external RAM.
    pub fn ram_words(&self, space: Space) -> u32 {
        self.core.memory.external.limit(space)
    }

    /// Replaces the mappings of the board's RAM, which retains its words.
    ///
    /// # Errors
    /// A mapping is empty or exceeds the RAM, or there are more mappings than a snapshot can store.
    pub fn wire_ram(&mut self, mappings: Vec<RamMapping>) -> Result<(), CoreError> {
        if mappings.len() > usize::from(u8::MAX) || !mappings.iter().copied().all(RamMapping::is_sound) {
            return Err(CoreError::Configuration {
                message: "mappings must be at most 255, each within the RAM".to_owned(),
            });
        }
        self.core.memory.external.set_mappings(mappings);
        self.cache.clear();
        Ok(())
    }

    /// Connects a device to port A.
    ///
    /// # Errors
    /// The range is empty or overlaps another device.
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
                message: format!(
                    "cannot map a device at {space}:${first:04X}-${last:04X}: the range is empty or in use"
                ),
            });
        }
        self.core.memory.devices.push(DeviceRegion { space, first, last, device });
        if space == Space::P {
            self.cache.clear();
        }
        Ok(())
    }

    /// Makes the board's wait-state logic assert WT for the external addresses of a range. With WT and BS selected
    /// (OMR.EA set) an access takes `waits` wait states, at least 2 and those of BCR (UM 9-14, Table 9-3). The most
    /// recently added range of an address takes precedence; 0 does not assert WT.
    pub fn map_waits(&mut self, space: Space, first: u16, last: u16, waits: u16) {
        self.core.memory.slow.push(WaitRegion { space, first, last, waits });
    }

    /// Disconnects the devices at port A and at the serial interfaces.
    pub fn disconnect(&mut self) {
        self.core.memory.devices.clear();
        self.ssi_attach(None);
        self.sci_attach(None);
        self.cache.clear();
    }

    /// Sets the value of undriven data lines.
    pub fn set_open_bus(&mut self, word: u32) {
        self.core.memory.open_bus = word & WORD_MASK;
    }

    /// Returns the latest unmapped accesses, and the number of all.
    pub fn unmapped(&self) -> (&[UnmappedAccess], u64) {
        (&self.core.memory.unmapped, self.core.memory.unmapped_count)
    }

    /// Sets strict mode, in which an unmapped access ends the run with an error.
    pub fn set_strict(&mut self, strict: bool) {
        self.core.strict = strict;
    }
}

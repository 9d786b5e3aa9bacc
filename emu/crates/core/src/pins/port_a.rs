//! What the board has connected to port A.

use crate::bits::WORD_MASK;
use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::memory::device::Device;
use crate::memory::{DeviceRegion, SlowRegion, UnmappedAccess, View};
use crate::space::Space;

impl Dsp56001 {
    /// External RAM of a space answers below `words` only.
    pub fn map_ram(&mut self, space: Space, words: u32) {
        self.core.memory.external.set_limit(space, words);
        self.cache.clear();
    }

    /// Words of external RAM that answer.
    pub fn ram_words(&self, space: Space) -> u32 {
        self.core.memory.external.limit(space)
    }

    /// Wire the board's RAM: these views and no others lead to it. It keeps its words.
    ///
    /// # Errors
    /// If a view is empty or leads to more RAM than there can be, or there are more of them than a snapshot can hold.
    pub fn wire_ram(&mut self, views: Vec<View>) -> Result<(), CoreError> {
        if views.len() > usize::from(u8::MAX) || !views.iter().copied().all(View::is_sound) {
            return Err(CoreError::Configuration {
                message: "views must be at most 255, each within the RAM".to_owned(),
            });
        }
        self.core.memory.external.wire(views);
        self.cache.clear();
        Ok(())
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

    /// Let the board's wait-state logic assert WT for the external addresses of a range. With WT and BS selected (OMR.EA
    /// set) an access takes so many wait states, 2 and those of BCR at least (UM 9-14, Table 9-3). The newest range that
    /// holds an address counts; 0 asks for none.
    pub fn map_waits(&mut self, space: Space, first: u16, last: u16, waits: u16) {
        self.core.memory.slow.push(SlowRegion { space, first, last, waits });
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
        self.core.memory.floating = word & WORD_MASK;
    }

    /// The newest accesses that nothing answered, and how many there were.
    pub fn unmapped(&self) -> (&[UnmappedAccess], u64) {
        (&self.core.memory.unmapped, self.core.memory.unmapped_count)
    }

    /// In strict mode an unanswered access ends the run with an error.
    pub fn set_strict(&mut self, strict: bool) {
        self.core.strict = strict;
    }
}

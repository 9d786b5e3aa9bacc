//! Accesses through port A: the board's RAM and its devices.

use crate::bits::WORD_MASK;
use crate::error::{CoreError, DeviceError};
use crate::memory::device::Device;
use crate::memory::{IO_PAGE, Region, UnmappedAccess};
use crate::space::Space;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use crate::timeline::Time;

impl Core {
    pub(super) fn read_external(&mut self, space: Space, address: u16) -> u32 {
        self.pay_access(space, address);
        self.read_data_lines(space, address)
    }

    pub(super) fn write_external(&mut self, space: Space, address: u16, word: u32) {
        self.pay_access(space, address);
        if self.access_device(space, address, (), |device, offset, now| device.write(offset, word, now)).is_some() {
            return;
        }
        if !self.memory.is_mapped(space, address) {
            self.record_open_bus(space, address, true);
        }
        let fetched = self.pending.has(PendingEvents::REPEAT);
        self.store_external(space, address, word, fetched);
    }

    /// Stores to the board's RAM. Invalidates the instructions decoded from that word at each P address that is mapped
    /// to it; one that is being repeated and was `fetched` continues unchanged.
    #[inline]
    pub(crate) fn store_external(&mut self, space: Space, address: u16, word: u32, fetched: bool) {
        if let Some(before) = self.memory.external.store(space, address, word) {
            self.note_shared_code(space, address, before, fetched);
        }
    }

    #[inline(never)]
    fn note_shared_code(&mut self, space: Space, address: u16, before: u32, fetched: bool) {
        for i in 0..self.memory.external.mappings_of(space, address).len() {
            let (at, page) = self.memory.external.mappings_of(space, address)[i];
            let shown = u16::from(page) << 8 | address & 0xFF;
            if at == Space::P && self.memory.region(at, shown) == Region::External {
                if fetched {
                    self.hold_repeated(shown, before);
                }
                self.note_code_write(shown);
            }
        }
    }

    /// Returns the word on the data lines in a read through port A.
    pub(crate) fn read_data_lines(&mut self, space: Space, address: u16) -> u32 {
        let open_bus = self.memory.open_bus;
        if let Some(word) = self.access_device(space, address, open_bus, |device, offset, now| device.read(offset, now))
        {
            return word & WORD_MASK;
        }
        if let Some(word) = self.memory.external.word(space, address) {
            return word;
        }
        self.record_open_bus(space, address, false);
        open_bus
    }

    /// Charges an external data access: its wait states, and the cycles that it cannot share with other accesses.
    fn pay_access(&mut self, space: Space, address: u16) {
        self.note_data_access(space);
        let waits = self.wait_states(space, address);
        self.port_a.waited[area(space, address)] += waits;
        self.pass(waits);
    }

    /// Returns the result of the device at an address, or `None` without a device. If the device fails, ends the run
    /// and returns `failed`.
    fn access_device<T>(
        &mut self,
        space: Space,
        address: u16,
        failed: T,
        ask: impl FnOnce(&mut dyn Device, u16, Time) -> Result<T, DeviceError>,
    ) -> Option<T> {
        if self.memory.devices.is_empty() {
            return None;
        }
        let i = self.memory.device_at(space, address)?;
        let now = self.now();
        let region = &mut self.memory.devices[i];
        match ask(region.device.as_mut(), address - region.first, now) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.fail(CoreError::Device { error, space, address });
                Some(failed)
            }
        }
    }

    #[cold]
    fn record_open_bus(&mut self, space: Space, address: u16, write: bool) {
        let (pc, clocks) = (self.flow.pc, self.time.clocks);
        self.memory.record_unmapped(UnmappedAccess { space, address, write, pc, clocks });
        if self.strict {
            self.fail(CoreError::Unmapped { space, address, write, pc });
        }
    }
}

/// Returns the index of an access's wait states in `Spent::waits`: X, Y, P or the I/O page of Y.
#[inline]
fn area(space: Space, address: u16) -> usize {
    if space == Space::Y && address >= IO_PAGE { 3 } else { space as usize }
}

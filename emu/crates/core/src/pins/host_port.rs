//! The host interface's bus (UM 10-14 to 10-56).

use crate::chip::Dsp56001;

impl Dsp56001 {
    /// Reads a register of the host interface as the host does, offset 0-7.
    pub fn host_read(&mut self, offset: u8) -> u8 {
        let value = self.core.peripherals.host.host_read(offset);
        self.core.refresh_interrupts();
        value
    }

    /// Reads a register of the host side without side effects.
    pub fn host_peek(&self, offset: u8) -> u8 {
        self.core.peripherals.host.host_peek(offset)
    }

    /// Writes a register of the host interface as the host does, offset 0-7.
    pub fn host_write(&mut self, offset: u8, byte: u8) {
        self.core.peripherals.host.host_write(offset, byte);
        self.core.refresh_interrupts();
    }

    /// Asserts HACK while the host reads. Returns the vector byte if HREQ is asserted (UM 10-26), in a DMA mode the
    /// next byte (UM 10-55), and `None` if the bus is not driven.
    pub fn host_acknowledge_read(&mut self) -> Option<u8> {
        let value = self.core.peripherals.host.acknowledge_read();
        self.core.refresh_interrupts();
        value
    }

    /// Asserts HACK while the host drives its bus: in a DMA mode the next byte (UM 10-51).
    pub fn host_acknowledge_write(&mut self, byte: u8) {
        self.core.peripherals.host.acknowledge_write(byte);
        self.core.refresh_interrupts();
    }
}

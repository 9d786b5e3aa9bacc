//! The DSP's accesses to the registers of the peripherals. Each access first advances the peripherals to its clock.

use crate::error::CoreError;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::io::{srxh, srxl, srxm};
use dsp56k_isa::{ReadRegister, WriteRegister};

impl Core {
    pub(crate) fn refuse(&mut self, done: Result<(), &'static str>) {
        if let Err(what) = done {
            let pc = self.flow.pc;
            self.fail(CoreError::Unsupported { what, pc });
        }
    }

    /// Reads a peripheral register as the DSP does.
    pub(crate) fn read_peripheral(&mut self, address: u16) -> u32 {
        use ReadRegister as R;
        self.meet_events();
        let peripherals = &mut self.peripherals;
        let value = match R::at(address) {
            Some(R::HRX) => {
                let word = peripherals.host.hrx;
                peripherals.host.dsp_read();
                word
            }
            Some(R::SSISR) => u32::from(peripherals.ssi.read_status()),
            Some(R::SSR) => u32::from(peripherals.sci.read_status()),
            Some(R::RX) => peripherals.ssi.read_rx(),
            Some(R::SRXL) => peripherals.sci.read_srx(srxl::SRX_SHIFT),
            Some(R::SRXM) => peripherals.sci.read_srx(srxm::SRX_SHIFT),
            Some(R::SRXH) => peripherals.sci.read_srx(srxh::SRX_SHIFT),
            _ => return peripherals.peek(address),
        };
        self.refresh_interrupts();
        value
    }

    /// Writes a peripheral register as the DSP does.
    pub(crate) fn write_peripheral(&mut self, address: u16, word: u32) {
        self.meet_events();
        let now = self.time.clocks;
        let done = self.peripherals.write(address, word, now);
        if WriteRegister::at(address) == Some(WriteRegister::BCR) {
            self.pending.set(PendingEvents::WAITS);
        }
        self.refuse(done);
        self.reschedule();
    }

    /// Sets a peripheral register as a debugger does. An interface whose mode the model does not support is stopped.
    pub(crate) fn poke_peripheral(&mut self, address: u16, word: u32) {
        self.meet_events();
        let now = self.time.clocks;
        let _ = self.peripherals.poke(address, word, now);
        self.port_a.waits = self.peripherals.bcr;
        self.reschedule();
    }

    /// Restarts the peripherals when the oscillator runs again after STOP.
    pub(crate) fn restart_peripherals(&mut self) {
        let now = self.time.clocks;
        let done = self.peripherals.restart(now);
        self.refuse(done);
        self.reschedule();
    }
}

//! The DSP's accesses to the registers of the peripherals. Each access first advances the peripherals to its clock.

use crate::error::CoreError;
use crate::peripherals::address;
use crate::state::Core;
use crate::state::attention::Attention;

impl Core {
    pub(crate) fn refuse(&mut self, done: Result<(), &'static str>) {
        if let Err(what) = done {
            let pc = self.flow.pc;
            self.fail(CoreError::Unsupported { what, pc });
        }
    }

    /// Reads a peripheral register as the DSP does.
    pub(crate) fn read_peripheral(&mut self, register: u16) -> u32 {
        use address as a;
        self.meet_events();
        let peripherals = &mut self.peripherals;
        let value = match register {
            a::HRX => {
                let word = peripherals.host.hrx;
                peripherals.host.dsp_read();
                word
            }
            a::SSISR => u32::from(peripherals.ssi.read_status()),
            a::SSR => u32::from(peripherals.sci.read_status()),
            a::RX => peripherals.ssi.read_rx(),
            a::SRX_LOW..=a::SRX_HIGH => peripherals.sci.read_srx(register - a::SRX_LOW),
            _ => return peripherals.peek(register),
        };
        self.refresh_interrupts();
        value
    }

    /// Writes a peripheral register as the DSP does.
    pub(crate) fn write_peripheral(&mut self, register: u16, word: u32) {
        self.meet_events();
        let now = self.time.clocks;
        let done = self.peripherals.write(register, word, now);
        if register == address::BCR {
            self.attention.set(Attention::WAITS);
        }
        self.refuse(done);
        self.reschedule();
    }

    /// Sets a peripheral register as a debugger does. An interface whose mode the model does not support is stopped.
    pub(crate) fn poke_peripheral(&mut self, register: u16, word: u32) {
        self.meet_events();
        let now = self.time.clocks;
        let _ = self.peripherals.poke(register, word, now);
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

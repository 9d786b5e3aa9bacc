//! The DSP's own accesses to the peripherals' registers, and what the peripherals do by themselves meanwhile.

use crate::error::CoreError;
use crate::peripherals::address;
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;

impl Core {
    /// When a peripheral or a line next changes by itself.
    fn next_event(&self) -> u64 {
        self.peripherals.next_event().min(self.next_edge()).min(self.bus_event())
    }

    /// Let the peripherals reach the present clock.
    #[inline]
    pub(crate) fn meet_events(&mut self) {
        if self.time.event_at <= self.time.clocks {
            self.run_events();
        }
    }

    #[inline(never)]
    fn run_events(&mut self) {
        loop {
            let next = self.peripherals.next_event();
            if next > self.time.clocks {
                break;
            }
            self.peripherals.advance(next);
        }
        self.time.event_at = self.next_event();
        self.take_line_errors();
        self.refresh_interrupts();
    }

    /// A device at a serial interface has failed.
    fn take_line_errors(&mut self) {
        for (address, error) in [
            (address::RX, self.peripherals.ssi.line.error.take()),
            (address::SRX_LOW, self.peripherals.sci.line.error.take()),
        ] {
            if let Some(error) = error {
                self.fail(CoreError::Device { error, space: Space::X, address });
            }
        }
    }

    /// Something may now happen earlier than the run loop knows.
    pub(crate) fn reschedule(&mut self) {
        let next = self.next_event();
        if next < self.time.event_at {
            self.attention.set(Attention::SCHEDULE);
        }
        self.time.event_at = next;
        self.refresh_interrupts();
    }

    pub(crate) fn refuse(&mut self, done: Result<(), &'static str>) {
        if let Err(what) = done {
            let pc = self.flow.pc;
            self.fail(CoreError::Unsupported { what, pc });
        }
    }

    /// The DSP reads a peripheral register.
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

    /// The DSP writes a peripheral register.
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

    /// A debugger sets a peripheral register. An interface whose mode is refused stands still.
    pub(crate) fn poke_peripheral(&mut self, register: u16, word: u32) {
        self.meet_events();
        let now = self.time.clocks;
        let _ = self.peripherals.poke(register, word, now);
        self.port_a.waits = self.peripherals.bcr;
        self.reschedule();
    }

    /// The oscillator runs again after STOP.
    pub(crate) fn restart_peripherals(&mut self) {
        let now = self.time.clocks;
        let done = self.peripherals.restart(now);
        self.refuse(done);
        self.reschedule();
    }
}

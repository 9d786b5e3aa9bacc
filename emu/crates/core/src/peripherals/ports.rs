//! Ports B and C as general-purpose I/O (UM 10-1 to 10-7, 11-1 to 11-8).
//!
//! Port B has 15 pins, and bit 0 of PBC is for all of them. Port C has 9, and PCC has a bit for each.
//!
//! A control bit gives a pin to its peripheral; a direction bit of 1 makes it an output. Reading the data register
//! returns the latch at outputs and the pin at inputs, also while the peripheral owns the pin (UM 10-2, 10-3).

use dsp56k_isa::io::{pbc, pbd, pcd};
use std::collections::VecDeque;

/// A write reaches the pins one instruction cycle later (UM 10-7, 11-7), in clocks.
const OUTPUT_DELAY: u64 = 2;
/// Maximum number of recorded changes of the outputs.
const MAX_CHANGES: usize = 65_536;

/// The outputs from a clock onwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PortChange {
    /// Oscillator clock since reset.
    pub clock: u64,
    /// The pins that are driven as general-purpose outputs.
    pub outputs: u16,
    /// Their levels.
    pub levels: u16,
}

/// One port.
#[derive(Clone, Debug, Default)]
pub(crate) struct Port {
    /// The pins that exist.
    width: u16,
    /// All pins follow bit 0 of the control register.
    whole: bool,
    pub control: u16,
    pub direction: u16,
    pub latch: u16,
    /// Pins that the board drives, and their levels; the others read as 0.
    driven: u16,
    levels: u16,
    changes: VecDeque<PortChange>,
    newest: PortChange,
}

impl Port {
    pub(crate) fn b() -> Self {
        Self { width: pbd::MASK, whole: true, ..Self::default() }
    }

    pub(crate) fn c() -> Self {
        Self { width: pcd::MASK, ..Self::default() }
    }

    /// Resets the port by hardware reset or the RESET instruction: all pins are inputs (UM 8-31, 10-2).
    pub(crate) fn reset(&mut self, clock: u64) {
        (self.control, self.direction, self.latch) = (0, 0, 0);
        self.note(clock);
    }

    /// Returns the pins that belong to the peripheral.
    pub(crate) fn taken(&self) -> u16 {
        match (self.whole, self.control & u16::from(pbc::BC)) {
            (false, _) => self.control,
            (true, 0) => 0,
            (true, _) => self.width,
        }
    }

    /// Drives the pins of `mask` from the board.
    pub(crate) fn drive(&mut self, mask: u16, levels: u16) {
        self.driven |= mask & self.width;
        self.levels = (self.levels & !mask) | (levels & mask & self.width);
    }

    /// Releases the board's drivers of the pins of `mask`.
    pub(crate) fn release(&mut self, mask: u16) {
        self.driven &= !mask;
        self.levels &= !mask;
    }

    /// Returns the levels of all pins; `peripheral` has those of pins that a peripheral drives.
    pub(crate) fn pins(&self, peripheral: u16) -> u16 {
        let outputs = self.direction & !self.taken();
        (self.latch & outputs) | (peripheral & self.taken() & !self.driven) | (self.levels & !outputs)
    }

    /// Returns the data register as the DSP reads it (UM 10-2).
    pub(crate) fn read(&self, peripheral: u16) -> u16 {
        (self.latch & self.direction) | (self.pins(peripheral) & !self.direction)
    }

    /// Updates the outputs after a write to a register of the port.
    pub(crate) fn note(&mut self, clock: u64) {
        let outputs = self.direction & !self.taken();
        let change = PortChange { clock: clock + OUTPUT_DELAY, outputs, levels: self.latch & outputs };
        if (change.outputs, change.levels) != (self.newest.outputs, self.newest.levels) {
            self.newest = change;
            self.changes.push_back(change);
            if self.changes.len() > MAX_CHANGES {
                self.changes.pop_front();
            }
        }
    }

    /// Returns the changes of the outputs since the last call.
    pub(crate) fn take_changes(&mut self) -> Vec<PortChange> {
        self.changes.drain(..).collect()
    }

    /// Returns the registers that a snapshot stores; pins and the list of changes belong to the board.
    pub(crate) fn registers(&mut self) -> [&mut u16; 3] {
        [&mut self.control, &mut self.direction, &mut self.latch]
    }

    /// Takes over the board's drivers and changes of another port's pins.
    pub(crate) fn keep_board(&mut self, other: Self) {
        self.driven = other.driven;
        self.levels = other.levels;
        self.changes = other.changes;
        self.newest = other.newest;
    }
}

#[cfg(test)]
mod tests {
    use super::{Port, PortChange};

    #[test]
    fn outputs_read_the_latch_and_inputs_the_pin() {
        let mut port = Port::b();
        port.direction = 0x00FF;
        port.latch = 0x5A5A;
        port.drive(0x7FFF, 0x1234);
        assert_eq!(port.read(0), 0x125A);
        assert_eq!(port.pins(0), 0x125A);
        port.release(0x7FFF);
        assert_eq!(port.read(0), 0x005A);
    }

    #[test]
    fn port_b_goes_to_its_peripheral_as_a_whole_and_port_c_pin_by_pin() {
        let (mut b, mut c) = (Port::b(), Port::c());
        (b.control, c.control) = (1, 0x0F8);
        assert_eq!((b.taken(), c.taken()), (0x7FFF, 0x0F8));
        c.direction = 0x1FF;
        c.latch = 0x1FF;
        assert_eq!(c.pins(0), 0x107);
        // UM 10-2: an output bit reads its latch even so.
        assert_eq!(c.read(0), 0x1FF);
    }

    #[test]
    fn pins_follow_one_instruction_cycle_later() {
        let mut port = Port::c();
        port.direction = 7;
        port.latch = 5;
        port.note(100);
        port.note(104);
        assert_eq!(port.take_changes(), [PortChange { clock: 102, outputs: 7, levels: 5 }]);
        assert_eq!(port.take_changes(), []);
    }
}

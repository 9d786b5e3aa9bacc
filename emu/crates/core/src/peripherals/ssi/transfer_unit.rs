//! A transmitter or receiver of the SSI, with its position in slots and frames (UM 11-66 to 11-72).

use crate::peripherals::bit_clock::{BIT, BitClock};

/// Bit clocks between two words on demand (UM 11-126).
const DEMAND_GAP: u64 = 2;

/// The source of the clock for words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ClockSource {
    /// No clock.
    #[default]
    Off,
    /// Continuous slots and frames.
    Frames,
    /// A word in TX (UM 11-126).
    Demand,
    /// The external gated clock.
    Gated,
    /// The receiver follows the transmitter.
    Follow,
}

/// Transmitter or receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TransferUnit {
    pub source: ClockSource,
    pub bit: BitClock,
    pub origin: u64,
    /// The start of the current or next slot, in sixteenths of a bit since `origin`.
    pub position: u64,
    pub slot: u8,
    /// The next event is the end of a word, not the start of a slot.
    pub inside: bool,
    /// The clock of the next event.
    pub at: u64,
}

impl Default for TransferUnit {
    fn default() -> Self {
        let bit = BitClock::every(1);
        Self { source: ClockSource::Off, bit, origin: 0, position: 0, slot: 0, inside: false, at: u64::MAX }
    }
}

impl TransferUnit {
    pub(super) fn started(source: ClockSource, bit: Option<BitClock>, now: u64) -> Self {
        let Some(bit) = bit else { return Self::default() };
        let mut unit = Self { source, bit, origin: now, ..Self::default() };
        if source == ClockSource::Frames {
            // The frame sync of one bit precedes the data (UM 11-105).
            unit.position = BIT;
            unit.at = bit.after(now, BIT);
        }
        unit
    }

    /// Enters a slot: the next event is the negative edge of its last bit.
    pub(super) fn enter(&mut self, bits: u64) {
        self.inside = true;
        self.at = self.bit.after(self.origin, self.position + bits * BIT - BIT / 2);
    }

    /// Leaves a slot of `bits` bits and continues with the next one.
    pub(super) fn leave(&mut self, bits: u64, frame: Frame) {
        self.inside = false;
        self.position += bits * BIT;
        match self.source {
            ClockSource::Frames => {
                self.slot += 1;
                if self.slot >= frame.slots {
                    self.slot = 0;
                    self.position += frame.gap * BIT;
                }
                self.at = self.bit.after(self.origin, self.position);
            }
            ClockSource::Demand => {
                self.position += DEMAND_GAP * BIT;
                self.at = u64::MAX;
            }
            _ => self.at = u64::MAX,
        }
    }

    /// Begins a word at the next bit clock.
    pub(super) fn begin_soon(&mut self, now: u64) {
        self.position = self.position.max(self.bit.first_bit(self.origin, now + 1) * BIT);
        self.at = self.bit.after(self.origin, self.position);
    }
}

/// The slots of a frame.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// In normal mode the word and, if it is not empty, the rest.
    pub slots: u8,
    /// Bits of the rest.
    pub rest: u64,
    /// Bits after the last slot.
    pub gap: u64,
}

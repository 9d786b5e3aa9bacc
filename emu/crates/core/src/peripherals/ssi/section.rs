//! A transmitter or receiver of the SSI on its way through slots and frames (UM 11-66 to 11-72).

use crate::peripherals::rate::{BIT, BitClock};

/// Bit clocks between two words on demand (UM 11-126).
const DEMAND_GAP: u64 = 2;

/// What makes a section move a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Pace {
    /// No clock.
    #[default]
    Off,
    /// Slots and frames without end.
    Frames,
    /// A word in TX (UM 11-126).
    Demand,
    /// The external gated clock.
    Gated,
    /// The receiver goes with the transmitter.
    Follow,
}

/// Transmitter or receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub pace: Pace,
    pub bit: BitClock,
    pub origin: u64,
    /// Where the present or next slot begins, in sixteenths of a bit since `origin`.
    pub position: u64,
    pub slot: u8,
    /// The next event is the end of a word, not the beginning of a slot.
    pub inside: bool,
    /// Its clock.
    pub at: u64,
}

impl Default for Section {
    fn default() -> Self {
        let bit = BitClock::every(1);
        Self { pace: Pace::Off, bit, origin: 0, position: 0, slot: 0, inside: false, at: u64::MAX }
    }
}

impl Section {
    pub(super) fn started(pace: Pace, bit: Option<BitClock>, now: u64) -> Self {
        let Some(bit) = bit else { return Self::default() };
        let mut section = Self { pace, bit, origin: now, ..Self::default() };
        if pace == Pace::Frames {
            // The frame sync of one bit precedes the data (UM 11-105).
            section.position = BIT;
            section.at = bit.after(now, BIT);
        }
        section
    }

    /// From the beginning of a slot to the negative edge of its last bit.
    pub(super) fn enter(&mut self, bits: u64) {
        self.inside = true;
        self.at = self.bit.after(self.origin, self.position + bits * BIT - BIT / 2);
    }

    /// Go on to the slot after one of so many bits.
    pub(super) fn leave(&mut self, bits: u64, frame: Frame) {
        self.inside = false;
        self.position += bits * BIT;
        match self.pace {
            Pace::Frames => {
                self.slot += 1;
                if self.slot >= frame.slots {
                    self.slot = 0;
                    self.position += frame.gap * BIT;
                }
                self.at = self.bit.after(self.origin, self.position);
            }
            Pace::Demand => {
                self.position += DEMAND_GAP * BIT;
                self.at = u64::MAX;
            }
            _ => self.at = u64::MAX,
        }
    }

    /// Begin a word at the next bit clock.
    pub(super) fn begin_soon(&mut self, now: u64) {
        self.position = self.position.max(self.bit.first_bit(self.origin, now + 1) * BIT);
        self.at = self.bit.after(self.origin, self.position);
    }
}

/// The slots of a frame.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// In normal mode the word and, if there is any, the rest.
    pub slots: u8,
    /// Bits of the rest.
    pub rest: u64,
    /// Bits after the last slot.
    pub gap: u64,
}

//! The connections of the SSI's pins: a device, or queues of words; and an external clock.

use crate::error::DeviceError;
use crate::peripherals::bit_clock::BitClock;
use std::collections::VecDeque;

/// Maximum number of recorded transmitted words.
const MAX_WORDS: usize = 1 << 20;

/// A transmitted time slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SsiWord {
    /// Oscillator clock since reset, at the negative edge of the last bit.
    pub clock: u64,
    /// Slot of the frame, from 0.
    pub slot: u8,
    /// 24 bits, the first bit of the line highest; `None` if STD is three-stated.
    pub word: Option<u32>,
    /// Output flags SC1:SC0.
    pub flags: u8,
}

/// A device at the SSI. A word is 24 bits, the first bit of the line highest.
pub trait SsiPeer: Send + Sync {
    /// Receives a transmitted slot.
    ///
    /// # Errors
    /// An error ends the run.
    fn sent(&mut self, word: SsiWord) -> Result<(), DeviceError>;

    /// Returns the word on SRD in a slot whose last bit is sampled at `clock`; `None` leaves the line low.
    ///
    /// # Errors
    /// An error ends the run.
    fn wanted(&mut self, clock: u64, slot: u8) -> Result<Option<u32>, DeviceError>;
}

/// The external connections of the interface.
#[derive(Default)]
pub(crate) struct SsiLine {
    /// The external bit clock, if SCK or SC0 are inputs.
    pub clock: Option<BitClock>,
    /// Bits between two external frame syncs; 0: the length of the programmed frame.
    pub frame_bits: u64,
    /// Words that an external gated clock will transmit, in addition to those that it receives.
    pub gated_words: u64,
    pub incoming: VecDeque<u32>,
    pub sent: VecDeque<SsiWord>,
    pub peer: Option<Box<dyn SsiPeer>>,
    pub error: Option<DeviceError>,
}

impl SsiLine {
    pub(super) fn send(&mut self, word: SsiWord) {
        if let Some(peer) = &mut self.peer
            && let Err(error) = peer.sent(word)
        {
            self.error.get_or_insert(error);
        }
        if self.sent.len() == MAX_WORDS {
            self.sent.pop_front();
        }
        match self.sent.try_reserve(1) {
            Ok(()) => self.sent.push_back(word),
            Err(error) => {
                self.error.get_or_insert(error.into());
            }
        }
    }

    /// Returns the next word on SRD; queued words come before those of a device.
    pub(super) fn word(&mut self, clock: u64, slot: u8) -> u32 {
        if let Some(word) = self.incoming.pop_front() {
            return word;
        }
        let wanted = self.peer.as_mut().map_or(Ok(None), |peer| peer.wanted(clock, slot));
        wanted.map_or_else(
            |error| {
                self.error.get_or_insert(error);
                0
            },
            Option::unwrap_or_default,
        )
    }
}

//! The connections of the SCI's pins: a device, or queues of characters; and an external clock.

use crate::error::DeviceError;
use crate::peripherals::bit_clock::BitClock;
use std::collections::VecDeque;

/// Maximum number of recorded transmitted characters.
const MAX_CHARACTERS: usize = 1 << 20;

/// A character on RXD, with its bits as a least-significant-bit-first sender orders them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SciFrame {
    pub data: u8,
    /// The ninth bit of multidrop.
    pub address: bool,
    /// The parity bit is incorrect.
    pub bad_parity: bool,
    /// The stop bit is missing; with data 0 that is a break.
    pub bad_stop: bool,
    /// The oscillator clock since reset from which it is sent; `None`: as soon as the receiver listens.
    pub not_before: Option<u64>,
}

/// The kind of a transmission on TXD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SciSentKind {
    Data,
    Preamble,
    Break,
}

/// A transmitted character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SciSent {
    /// Oscillator clock since reset, at the end of the last bit.
    pub clock: u64,
    pub kind: SciSentKind,
    /// Its bits as a least-significant-bit-first receiver orders them.
    pub data: u8,
    /// The ninth bit of multidrop.
    pub address: bool,
}

/// A device at the SCI.
pub trait SciPeer: Send + Sync {
    /// Receives a transmitted character; the returned characters are queued on RXD.
    ///
    /// # Errors
    /// An error ends the run.
    fn sent(&mut self, sent: SciSent) -> Result<Vec<SciFrame>, DeviceError>;
}

/// The external connections of the interface.
#[derive(Default)]
pub(crate) struct SciLine {
    /// The external clock, as bits.
    pub clock: Option<BitClock>,
    pub incoming: VecDeque<SciFrame>,
    pub sent: VecDeque<SciSent>,
    pub peer: Option<Box<dyn SciPeer>>,
    pub error: Option<DeviceError>,
}

impl SciLine {
    pub(super) fn send(&mut self, sent: SciSent) {
        if let Some(peer) = &mut self.peer {
            match peer.sent(sent) {
                Ok(answer) => self.incoming.extend(answer),
                Err(error) => {
                    self.error.get_or_insert(error);
                }
            }
        }
        if self.sent.len() == MAX_CHARACTERS {
            self.sent.pop_front();
        }
        match self.sent.try_reserve(1) {
            Ok(()) => self.sent.push_back(sent),
            Err(error) => {
                self.error.get_or_insert(error.into());
            }
        }
    }
}

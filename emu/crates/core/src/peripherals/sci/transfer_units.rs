//! The state of the transmitter and the receiver of the SCI.

use super::line::SciFrame;

/// The contents of the shift register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Sending {
    #[default]
    Nothing,
    Data,
    Preamble,
    Break,
}

/// The shift register and its pending transmissions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Transmitter {
    pub sending: Sending,
    /// The slave's clock runs, but TE is 0.
    pub silent: bool,
    /// The first bit, the transfer that sets TDRE (if in the future), and the end.
    pub start: u64,
    pub load_at: u64,
    pub end_at: u64,
    /// In synchronous mode, the clock until which the next byte follows without a gap.
    pub last_call: u64,
    /// The next byte was written by then.
    pub in_time: bool,
    pub byte: u8,
    pub address: bool,
    pub preamble_due: bool,
    pub break_due: bool,
}

impl Default for Transmitter {
    fn default() -> Self {
        Self {
            sending: Sending::Nothing,
            silent: false,
            start: 0,
            load_at: u64::MAX,
            end_at: u64::MAX,
            last_call: 0,
            in_time: false,
            byte: 0,
            address: false,
            preamble_due: false,
            break_due: false,
        }
    }
}

impl Transmitter {
    pub(crate) fn next_event(&self) -> u64 {
        self.load_at.min(self.end_at)
    }
}

/// The shift register and the idle-line detection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Receiver {
    /// The character that begins at `start_at`, or is on the line until `done_at`.
    pub frame: SciFrame,
    pub start_at: u64,
    pub done_at: u64,
    /// The clock at which the line is free for the next character.
    pub free_at: u64,
    /// The clock at which the line will have been high for a character's time.
    pub idle_at: u64,
    /// RE was set as the character began.
    pub listening: bool,
    /// A start bit was seen since the last idle interrupt (UM 11-17).
    pub armed: bool,
    pub idle_pending: bool,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            frame: SciFrame::default(),
            start_at: u64::MAX,
            done_at: u64::MAX,
            free_at: 0,
            idle_at: u64::MAX,
            listening: false,
            armed: false,
            idle_pending: false,
        }
    }
}

impl Receiver {
    pub(crate) fn next_event(&self) -> u64 {
        self.start_at.min(self.done_at).min(self.idle_at)
    }
}

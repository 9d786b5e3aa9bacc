//! The status register, with flags that are worked out when somebody looks (UM 6-9 to 6-11, A-10 to A-12).

use crate::bits::sr;

/// Flags that are stale.
pub(crate) mod pending {
    pub(crate) const EU: u8 = 1;
    pub(crate) const NZV: u8 = 2;
    pub(crate) const ALL: u8 = EU | NZV;
}

/// SR, and the results that its stale flags follow from.
pub(crate) struct Status {
    /// SR as last brought up to date; E and U, or N, Z and V, are stale while `pending` says so.
    pub sr: u16,
    pub eu_result: i64,
    pub nzv_result: i64,
    pub pending: u8,
}

impl Status {
    pub(crate) fn new() -> Self {
        Self { sr: sr::RESET, eu_result: 0, nzv_result: 0, pending: 0 }
    }
}

/// Locations of the stack.
pub const STACK_LOCATIONS: usize = 16;

/// What generated code has written down and not made registers of: SR's flags, and what REP found. It lies beside the data
/// RAM, so that code reaches all by one pointer, and nothing of it where a host takes a word for another: the low twelve bits
/// of their addresses differ.
#[derive(Clone, Copy, Default)]
pub struct Unsettled {
    /// The results from which E and U, and N, Z and V, follow as in `Status`. They lie apart: code writes one after the
    /// other, and a host waits where both are read at once before that.
    pub eu: i64,
    /// L is set if this is not 0.
    pub beyond: i64,
    pub nzv: i64,
    /// LC as REP found it, where 0 is the 65,536 passes that it counts.
    pub set_aside: i64,
    /// C.
    pub carry: u8,
    /// What tells the low half of each location of the stack: one of `low`.
    pub lows: [u8; STACK_LOCATIONS],
    pub pushed: [Pushed; STACK_LOCATIONS],
}

/// Flags as they were pushed.
#[derive(Clone, Copy, Default)]
pub struct Pushed {
    pub eu: i64,
    pub nzv: i64,
    pub beyond: i64,
    pub carry: u8,
}

/// What the low half of a location of the stack is, of those that code has pushed.
pub mod low {
    /// SSL tells it.
    pub const PLAIN: u8 = 0;
    /// SR, which follows from what was pushed; LF was 0, or 1.
    pub const STATUS: u8 = 1;
    pub const STATUS_LOOPING: u8 = 2;
}

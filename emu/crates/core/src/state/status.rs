//! The status register with lazy flags, which are computed when they are read (UM 6-9 to 6-11, A-10 to A-12).

use crate::bits::sr;

/// Flags that are stale.
pub(crate) mod pending {
    pub(crate) const EU: u8 = 1;
    pub(crate) const NZV: u8 = 2;
    pub(crate) const ALL: u8 = EU | NZV;
}

/// SR, and the results that its stale flags follow from.
pub(crate) struct Status {
    /// SR when it was last updated; E and U, or N, Z and V, are stale if `pending` has their bit.
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

/// Flags of SR in the form in which compiled code stores them, and LC as REP has saved it.
///
/// It is next to the data RAM in the core, so that compiled code needs only one pointer. Its offset modulo 4,096
/// differs from that of the RAM, because a host processor can treat a load as dependent on an earlier store if the low
/// twelve bits of both addresses are equal.
#[derive(Clone, Copy, Default)]
pub struct LazyState {
    /// Result that E and U follow from, as in `Status`. It is not next to `nzv`: a host processor stalls when one load
    /// reads what two recent stores have written.
    pub eu: i64,
    /// L is set if this is not 0.
    pub limit: i64,
    /// Result that N, Z and V follow from.
    pub nzv: i64,
    /// Number of iterations that LC contained before REP.
    pub saved_loop_counter: i64,
    /// C.
    pub carry: u8,
    /// The location of each SSL value: one of `ssl_source`.
    pub ssl_sources: [u8; STACK_LOCATIONS],
    /// Flags of the SSL locations to which compiled code has pushed SR.
    pub pushed: [PushedStatus; STACK_LOCATIONS],
}

/// Flags of a pushed SR.
#[derive(Clone, Copy, Default)]
pub struct PushedStatus {
    pub eu: i64,
    pub nzv: i64,
    pub limit: i64,
    pub carry: u8,
}

/// The location of an SSL value.
pub mod ssl_source {
    /// In SSL.
    pub const STORED: u8 = 0;
    /// It is SR, and follows from a `PushedStatus`; LF was 0.
    pub const STATUS: u8 = 1;
    /// It is SR, and follows from a `PushedStatus`; LF was 1.
    pub const STATUS_IN_LOOP: u8 = 2;
}

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

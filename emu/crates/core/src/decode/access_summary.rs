//! A one-byte summary of the addresses that an instruction's data accesses use, for a quick watchpoint check.

/// The kind in the two lowest bits, then the numbers of two address registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessSummary(u8);

/// The kind of an instruction's data accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccessKind {
    Nothing,
    /// One or two accesses at the current Rn.
    By([usize; 2]),
    /// Only an access at (Rn+Nn).
    Indexed(usize),
    /// Any other access, whose address must be computed, or an instruction that may be restricted.
    Otherwise,
}

impl AccessSummary {
    pub(crate) const NOTHING: Self = Self(0);

    pub(crate) fn new(how: AccessKind) -> Self {
        Self(match how {
            AccessKind::Nothing => 0,
            AccessKind::By([one, other]) => 1 | (one as u8 & 7) << 2 | (other as u8 & 7) << 5,
            AccessKind::Indexed(one) => 2 | (one as u8 & 7) << 2,
            AccessKind::Otherwise => 3,
        })
    }

    #[inline(always)]
    pub(crate) fn how(self) -> AccessKind {
        let (one, other) = (usize::from(self.0 >> 2 & 7), usize::from(self.0 >> 5));
        match self.0 & 3 {
            0 => AccessKind::Nothing,
            1 => AccessKind::By([one, other]),
            2 => AccessKind::Indexed(one),
            _ => AccessKind::Otherwise,
        }
    }
}

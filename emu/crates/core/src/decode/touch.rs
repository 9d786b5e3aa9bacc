//! A one-byte summary of the addresses that an instruction's data accesses use, for a quick watchpoint check.

/// The kind in the two lowest bits, then the numbers of two address registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Touch(u8);

/// The kind of an instruction's data accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    Nothing,
    /// One or two accesses at the current Rn.
    By([usize; 2]),
    /// Only an access at (Rn+Nn).
    Indexed(usize),
    /// Any other access; its address must be computed.
    Otherwise,
}

impl Touch {
    pub(crate) const NOTHING: Self = Self(0);

    pub(crate) fn new(how: How) -> Self {
        Self(match how {
            How::Nothing => 0,
            How::By([one, other]) => 1 | (one as u8 & 7) << 2 | (other as u8 & 7) << 5,
            How::Indexed(one) => 2 | (one as u8 & 7) << 2,
            How::Otherwise => 3,
        })
    }

    #[inline(always)]
    pub(crate) fn how(self) -> How {
        let (one, other) = (usize::from(self.0 >> 2 & 7), usize::from(self.0 >> 5));
        match self.0 & 3 {
            0 => How::Nothing,
            1 => How::By([one, other]),
            2 => How::Indexed(one),
            _ => How::Otherwise,
        }
    }
}

//! Which pointers an instruction accesses data by, in a form that is looked at quickly.

/// The kind in the lowest two bits, then the numbers of two pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Touch(u8);

/// How an instruction accesses data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    Nothing,
    /// By Rn as it stands, of one or two pointers.
    By([usize; 2]),
    /// By (Rn+Nn) alone.
    Indexed(usize),
    /// Otherwise: the accesses have to be worked out.
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

//! The registers of the address generation unit.

/// What (Rn)+ needs to know of a modifier: the mask of the low bits that the buffer spans, and the modifier; linear is
/// a buffer of all 64K words. A mask of 0 sends reverse carry and undefined modifiers the slow way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrap {
    mask: u16,
    last: u16,
}

impl Wrap {
    pub(crate) const LINEAR: Self = Self { mask: 0xFFFF, last: 0xFFFF };
    /// Nothing is corrected, whatever the step.
    pub(crate) const NEVER: Self = Self { mask: 0, last: 1 };

    pub(crate) fn of(m: u16) -> Self {
        match m {
            0 | 0x8000..=0xFFFE => Self { mask: 0, last: 0 },
            _ => Self { mask: u16::MAX >> m.leading_zeros(), last: m },
        }
    }

    /// Linear or modulo.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self.mask != 0
    }

    /// The block of addresses that holds the buffer around Rn.
    pub(crate) fn buffer(self, rn: u16) -> (u16, u16) {
        (rn & !self.mask, rn | self.mask)
    }

    /// Rn + 1: one correction at or above the buffer's last word.
    #[inline(always)]
    pub(crate) fn next(self, rn: u16) -> u16 {
        self.step(rn, 1)
    }

    /// The same with another step where nothing is corrected.
    #[inline(always)]
    pub(crate) fn step(self, rn: u16, step: u16) -> u16 {
        if rn & self.mask >= self.last { rn.wrapping_sub(self.last) } else { rn.wrapping_add(step) }
    }
}

/// An address register written by a move: the AGU still sees the old value (UM A-237).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Late {
    /// 0-7 R, 8-15 N, 16-23 M.
    pub index: u8,
    pub value: u16,
}

/// The AGU's registers.
pub(crate) struct Agu {
    /// Address registers as the AGU sees them.
    pub r: [u16; 8],
    pub n: [u16; 8],
    pub m: [u16; 8],
    /// What M means for (Rn)+.
    pub wrap: [Wrap; 8],
    /// The address register written by the present instruction, and by the one before.
    pub late: Option<Late>,
    pub late_before: Option<Late>,
    /// Address arithmetic that the manual leaves undefined, counted.
    pub undefined_steps: u64,
}

impl Agu {
    pub(crate) fn new() -> Self {
        Self {
            r: [0; 8],
            n: [0; 8],
            m: [0xFFFF; 8],
            wrap: [Wrap::LINEAR; 8],
            late: None,
            late_before: None,
            undefined_steps: 0,
        }
    }

    /// Set what the AGU sees of a register: 0-7 R, 8-15 N, 16-23 M.
    pub(crate) fn set(&mut self, index: u8, value: u16) {
        let i = usize::from(index & 7);
        match index >> 3 {
            0 => self.r[i] = value,
            1 => self.n[i] = value,
            _ => {
                self.m[i] = value;
                self.wrap[i] = Wrap::of(value);
            }
        }
    }

    /// All M registers have changed.
    pub(crate) fn set_modifiers(&mut self, m: [u16; 8]) {
        self.m = m;
        self.wrap = m.map(Wrap::of);
    }
}

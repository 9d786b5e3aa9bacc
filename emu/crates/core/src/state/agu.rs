//! The registers of the address generation unit.

/// The constants of a modifier for (Rn)+: the mask of the low bits of the buffer's addresses, and the modifier. Linear
/// addressing is a buffer of all 64K words. A mask of 0 selects the slow path for reverse carry and undefined
/// modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrap {
    mask: u16,
    last: u16,
}

impl Wrap {
    pub(crate) const LINEAR: Self = Self { mask: 0xFFFF, last: 0xFFFF };
    /// Never wraps, whatever the step.
    pub(crate) const NEVER: Self = Self { mask: 0, last: 1 };

    pub(crate) fn of(m: u16) -> Self {
        match m {
            0 | 0x8000..=0xFFFE => Self { mask: 0, last: 0 },
            _ => Self { mask: u16::MAX >> m.leading_zeros(), last: m },
        }
    }

    /// Returns true for linear and modulo addressing.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self.mask != 0
    }

    /// Returns the block of addresses with the buffer around Rn.
    pub(crate) fn buffer(self, rn: u16) -> (u16, u16) {
        (rn & !self.mask, rn | self.mask)
    }

    /// Returns Rn + 1, which wraps at or above the buffer's last word.
    #[inline(always)]
    pub(crate) fn next(self, rn: u16) -> u16 {
        self.step(rn, 1)
    }

    /// Returns Rn plus another step, for addresses that do not wrap.
    #[inline(always)]
    pub(crate) fn step(self, rn: u16, step: u16) -> u16 {
        if rn & self.mask >= self.last { rn.wrapping_sub(self.last) } else { rn.wrapping_add(step) }
    }
}

/// A delayed write of an address register: the AGU still sees the old value (UM A-237).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DelayedWrite {
    /// 0-7 R, 8-15 N, 16-23 M.
    pub index: u8,
    pub value: u16,
}

/// The AGU's registers.
pub(crate) struct Agu {
    /// Address registers from the AGU's view.
    pub r: [u16; 8],
    pub n: [u16; 8],
    pub m: [u16; 8],
    /// The constants of each M for (Rn)+.
    pub wrap: [Wrap; 8],
    /// The delayed write of the current instruction, and of the previous one.
    pub delayed_write: Option<DelayedWrite>,
    pub previous_delayed_write: Option<DelayedWrite>,
    /// Number of address calculations that the manual leaves undefined.
    pub undefined_steps: u64,
}

impl Agu {
    pub(crate) fn new() -> Self {
        Self {
            r: [0; 8],
            n: [0; 8],
            m: [0xFFFF; 8],
            wrap: [Wrap::LINEAR; 8],
            delayed_write: None,
            previous_delayed_write: None,
            undefined_steps: 0,
        }
    }

    /// Sets the AGU's value of a register: 0-7 R, 8-15 N, 16-23 M.
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

    /// Sets all M registers.
    pub(crate) fn set_modifiers(&mut self, m: [u16; 8]) {
        self.m = m;
        self.wrap = m.map(Wrap::of);
    }
}

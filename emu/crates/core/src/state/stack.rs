//! The system stack and its pointer (UM 6-15 to 6-17).

use crate::bits::sp;

/// SP and the sixteen locations; location 0 is never written by a push.
pub(crate) struct Stack {
    pub sp: u8,
    pub ssh: [u16; 16],
    pub ssl: [u16; 16],
    /// It has over- or underflowed since a run began.
    pub failed: bool,
}

impl Stack {
    pub(crate) fn new() -> Self {
        Self { sp: 0, ssh: [0; 16], ssl: [0; 16], failed: false }
    }

    /// Returns the location that SP points to.
    #[inline]
    pub(crate) fn top(&self) -> usize {
        usize::from(self.sp & sp::P)
    }

    /// Increments SP; returns true if that is a stack error. Past 15 the pointer wraps to 0 with SE set; UF is frozen
    /// while SE is set (UM 6-16, 6-17).
    pub(crate) fn raise(&mut self) -> bool {
        if self.sp & sp::SE != 0 {
            self.sp = (self.sp & !sp::P) | (self.sp.wrapping_add(1) & sp::P);
            return false;
        }
        self.sp = (self.sp & sp::P) + 1;
        self.sp & sp::SE != 0
    }

    /// Decrements SP; returns true if that is a stack error. Below 0 it becomes $3F (UM 6-17).
    pub(crate) fn lower(&mut self) -> bool {
        if self.sp & sp::SE != 0 {
            self.sp = (self.sp & !sp::P) | (self.sp.wrapping_sub(1) & sp::P);
            return false;
        }
        if self.sp & sp::P == 0 {
            self.sp = sp::UNDERFLOW;
            return true;
        }
        self.sp = (self.sp & sp::P) - 1;
        false
    }

    /// Sets SP; returns true if that is a stack error: the 0-to-1 transition of SE, whatever causes it (UM 6-17).
    pub(crate) fn set_pointer(&mut self, value: u8) -> bool {
        let raised = value & sp::SE != 0 && self.sp & sp::SE == 0;
        self.sp = value & sp::MASK;
        raised
    }
}

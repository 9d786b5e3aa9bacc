//! The verdict that is decoded with an instruction: when the full check for restricted sequences can be left out.

use dsp56k_isa::restrictions::LOOP_TAIL;

/// The circumstances in which an instruction can complete or begin a restricted sequence; a bit each. The lowest bits
/// are distances before the last address of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RestrictionVerdict(pub(super) u8);

const _: () = assert!(LOOP_TAIL < 3);

impl RestrictionVerdict {
    pub(crate) const NONE: Self = Self(0);
    /// In any circumstances.
    pub(super) const ALWAYS: u8 = 1 << 3;
    /// In a loop, if its target is the last address of the loop.
    pub(super) const TO_LOOP_END: u8 = 1 << 4;
    /// Under REP.
    pub(super) const REPEATED: u8 = 1 << 5;
    /// Directly after an instruction that begins a restricted sequence.
    pub(super) const COMPLETES: u8 = 1 << 6;
    /// Begins a restricted sequence. REP is not marked.
    pub(super) const BEGINS: u8 = 1 << 7;

    pub(crate) fn is_always(self) -> bool {
        self.0 & Self::ALWAYS != 0
    }

    pub(crate) fn is_to_loop_end(self) -> bool {
        self.0 & Self::TO_LOOP_END != 0
    }

    pub(crate) fn completes(self) -> bool {
        self.0 & Self::COMPLETES != 0
    }

    pub(crate) fn begins(self) -> bool {
        self.0 & Self::BEGINS != 0
    }

    /// Returns true if the instruction is restricted at a distance before the last address of a loop.
    pub(crate) fn is_near_loop_end(self, distance: u16) -> bool {
        distance <= LOOP_TAIL && self.0 >> distance & 1 != 0
    }
}

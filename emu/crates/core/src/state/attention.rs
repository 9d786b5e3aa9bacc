//! What a run has to look up for between two instructions.

use std::ops::BitOr;

/// Reasons why the run loop may not take the fast path; none while all is plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attention(u32);

impl Attention {
    pub(crate) const NONE: Self = Self(0);
    /// An address register was written by a move and is not yet a pointer.
    pub(crate) const LATE: Self = Self::often(0, 31);
    /// A REP is counting.
    pub(crate) const REPEAT: Self = Self(1 << 1);
    /// An interrupt may be taken, is on its way or in its vector.
    pub(crate) const INTERRUPT: Self = Self(1 << 2);
    /// SR.T is set.
    pub(crate) const TRACE: Self = Self(1 << 3);
    /// OMR was written: the memory map follows after the next instruction.
    pub(crate) const MAP: Self = Self(1 << 4);
    /// BR is asserted, or will be before long.
    pub(crate) const BUS: Self = Self(1 << 5);
    /// WAIT or STOP.
    pub(crate) const SLEEP: Self = Self(1 << 6);
    /// RESET is held.
    pub(crate) const HELD: Self = Self(1 << 7);
    /// Program memory was written: predecoded entries may be stale.
    pub(crate) const CODE: Self = Self::often(8, 30);
    /// A mistake ends the run.
    pub(crate) const FAULT: Self = Self(1 << 9);
    /// The instruction just executed was an illegal one.
    pub(crate) const ILLEGAL: Self = Self(1 << 10);
    /// BCR was written: the wait states follow when the instruction is over.
    pub(crate) const WAITS: Self = Self(1 << 11);
    /// The instruction has used port A.
    pub(crate) const PORT_A: Self = Self::often(12, 29);
    /// The next instruction was fetched before the memory map changed.
    pub(crate) const PREFETCHED: Self = Self(1 << 13);
    /// A watchpoint or another observer of what instructions do is set.
    pub(crate) const OBSERVE: Self = Self(1 << 14);
    /// A peripheral will do something earlier than the run loop took for its limit.
    pub(crate) const SCHEDULE: Self = Self(1 << 15);
    /// An output line that somebody listens to has changed.
    pub(crate) const LINE: Self = Self(1 << 16);
    /// The next instruction is not fetched from plain memory.
    pub(crate) const FETCH: Self = Self(1 << 17);
    /// A breakpoint or a hook lies on the next instruction.
    pub(crate) const PLACE: Self = Self(1 << 18);
    /// What `Dsp56001::catch_up` settles between two instructions.
    pub(crate) const CATCH_UP: Self = Self(Self::CODE.0 | Self::WAITS.0 | Self::SCHEDULE.0);
    /// What no other part of the state tells; snapshots hold it.
    pub(crate) const LASTING: Self = Self(Self::REPEAT.0 | Self::MAP.0 | Self::HELD.0);

    /// A reason that arises often has a second bit far from its own, so that the compiler writes all four bytes at once. It
    /// would write one, and a host that reads four of which one has just been written waits for some thirty of its cycles.
    const fn often(bit: u32, far: u32) -> Self {
        Self(1 << bit | 1 << far)
    }

    /// Nothing needs attention.
    #[inline(always)]
    pub(crate) fn is_clear(self) -> bool {
        self.0 == 0
    }

    /// One of these reasons applies.
    #[inline(always)]
    pub(crate) fn has(self, reasons: Self) -> bool {
        self.0 & reasons.0 != 0
    }

    /// A reason applies that is none of these.
    #[inline(always)]
    pub(crate) fn has_other_than(self, reasons: Self) -> bool {
        self.0 & !reasons.0 != 0
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, reasons: Self) {
        self.0 |= reasons.0;
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self, reasons: Self) {
        self.0 &= !reasons.0;
    }

    /// Set or clear.
    #[inline(always)]
    pub(crate) fn put(&mut self, reasons: Self, apply: bool) {
        if apply {
            self.set(reasons);
        } else {
            self.clear(reasons);
        }
    }

    /// Clear all but these.
    pub(crate) fn keep(&mut self, reasons: Self) {
        self.0 &= reasons.0;
    }

    /// The lasting reasons, as a snapshot holds them.
    pub(crate) fn lasting(self) -> u32 {
        self.0 & Self::LASTING.0
    }

    /// The lasting reasons of a snapshot.
    pub(crate) fn from_lasting(bits: u32) -> Self {
        Self(bits & Self::LASTING.0)
    }
}

impl BitOr for Attention {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

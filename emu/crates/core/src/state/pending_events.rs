//! Pending events, which the run loop checks between two instructions.

use std::ops::BitOr;

/// Reasons why the run loop must take the slow path; none in the common case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingEvents(u32);

impl PendingEvents {
    pub(crate) const NONE: Self = Self(0);
    /// An address register has a delayed write.
    pub(crate) const DELAYED_WRITE: Self = Self::often(0, 31);
    /// A REP is counting.
    pub(crate) const REPEAT: Self = Self(1 << 1);
    /// An interrupt may be admitted, or is recognised, or its vector executes.
    pub(crate) const INTERRUPT: Self = Self(1 << 2);
    /// SR.T is set.
    pub(crate) const TRACE: Self = Self(1 << 3);
    /// OMR was written: the memory map follows after the next instruction.
    pub(crate) const MAP: Self = Self(1 << 4);
    /// BR is asserted, or will be within `ALERT_CLOCKS`.
    pub(crate) const BUS: Self = Self(1 << 5);
    /// WAIT or STOP.
    pub(crate) const SLEEP: Self = Self(1 << 6);
    /// RESET is held.
    pub(crate) const HELD: Self = Self(1 << 7);
    /// Program memory was written: decoded instructions may be stale.
    pub(crate) const CODE: Self = Self::often(8, 30);
    /// An error ends the run.
    pub(crate) const FAULT: Self = Self(1 << 9);
    /// The last instruction was an illegal one.
    pub(crate) const ILLEGAL: Self = Self(1 << 10);
    /// BCR was written: the wait states change at the end of the instruction.
    pub(crate) const WAITS: Self = Self(1 << 11);
    /// The instruction has used port A.
    pub(crate) const PORT_A: Self = Self::often(12, 29);
    /// The next instruction was fetched before the memory map changed.
    pub(crate) const PREFETCHED: Self = Self(1 << 13);
    /// A watchpoint or another observer of instructions is in use.
    pub(crate) const OBSERVE: Self = Self(1 << 14);
    /// A peripheral has an event before the run loop's limit.
    pub(crate) const SCHEDULE: Self = Self(1 << 15);
    /// An output line with a listener has changed.
    pub(crate) const LINE: Self = Self(1 << 16);
    /// The next instruction is not fetched from plain memory.
    pub(crate) const FETCH: Self = Self(1 << 17);
    /// The next instruction has a breakpoint or a hook.
    pub(crate) const BREAKPOINT: Self = Self(1 << 18);
    /// The events that `Dsp56001::apply_deferred_changes` handles between two instructions.
    pub(crate) const DEFERRED: Self = Self(Self::CODE.0 | Self::WAITS.0 | Self::SCHEDULE.0);
    /// The events that follow from no other part of the state; snapshots store them.
    pub(crate) const LASTING: Self = Self(Self::REPEAT.0 | Self::MAP.0 | Self::HELD.0);

    /// Returns a frequent event. It has a second bit far from the first, so that the compiler writes all four bytes at
    /// once. A write of one byte would stall a host processor that then reads four for some thirty of its cycles.
    const fn often(bit: u32, far: u32) -> Self {
        Self(1 << bit | 1 << far)
    }

    /// Returns true if no event is pending.
    #[inline(always)]
    pub(crate) fn is_clear(self) -> bool {
        self.0 == 0
    }

    /// Returns true if one of these events is pending.
    #[inline(always)]
    pub(crate) fn has(self, reasons: Self) -> bool {
        self.0 & reasons.0 != 0
    }

    /// Returns true if an event other than these is pending.
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

    /// Sets or clears these events.
    #[inline(always)]
    pub(crate) fn put(&mut self, reasons: Self, apply: bool) {
        if apply {
            self.set(reasons);
        } else {
            self.clear(reasons);
        }
    }

    /// Clears all events except these.
    pub(crate) fn keep(&mut self, reasons: Self) {
        self.0 &= reasons.0;
    }

    /// Returns the lasting events, as a snapshot stores them.
    pub(crate) fn lasting(self) -> u32 {
        self.0 & Self::LASTING.0
    }

    /// Returns the lasting events of a snapshot.
    pub(crate) fn from_lasting(bits: u32) -> Self {
        Self(bits & Self::LASTING.0)
    }
}

impl BitOr for PendingEvents {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

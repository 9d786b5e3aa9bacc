//! The state of port A: its bus grant, and the accesses of the current instruction (UM 9-14 to 9-18).

use crate::memory::soft_tlb::SoftTlb;
use crate::state::profile::AREAS;
use dsp56k_isa::io::bcr;

/// More clocks than any instruction takes: the time before BR at which instructions are checked one by one.
pub(crate) const ALERT_CLOCKS: u64 = 160;
/// An access without wait states, in clocks.
pub(crate) const ACCESS_CLOCKS: u64 = 2;

/// External accesses of an instruction, each with its first clock and the one after it, since the instruction began.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccessPlan {
    pub accesses: Vec<(u64, u64)>,
    /// Wait states of all of them.
    pub waits: u64,
}

impl AccessPlan {
    /// Adds an access of `cycles` bus cycles after the previous ones, not before a clock.
    pub(crate) fn access(&mut self, not_before: u64, cycles: u64, waits: u64) {
        let from = self.accesses.last().map_or(0, |(_, end)| *end).max(not_before);
        self.accesses.push((from, from + cycles * (ACCESS_CLOCKS + waits)));
        self.waits += cycles * waits;
    }
}

/// The time that a stall adds to the cost of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StallTime {
    /// The clock at which the instruction began.
    pub began: u64,
    /// Clocks without the bus.
    pub stall: u64,
    /// Clocks of the instruction that passed in an earlier run.
    pub done: u64,
}

/// The state of the bus.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bus {
    /// BR is asserted.
    pub requested: bool,
    /// BG is asserted.
    pub granted: bool,
    /// The clock since power-up at which BG will be asserted.
    pub grant_at: Option<u64>,
    /// Clocks of the current instruction that had passed when it stalled.
    pub done: u64,
    /// In this run: the clock at which the current instruction was first checked, and `done` then.
    pub waiting: Option<(u64, u64)>,
    /// The plan of the last checked instruction, and the clock since power-up at which it began.
    pub plan: AccessPlan,
    pub began: u64,
}

/// The cost of accesses through port A.
pub(crate) struct PortA {
    /// The BCR that port A currently uses.
    pub waits: u16,
    /// External spaces used by the current instruction in cycles that accesses may share.
    pub spaces: u8,
    /// The soft TLB of compiled code.
    pub soft_tlb: SoftTlb,
    /// Wait states of data accesses since a profile last read them.
    pub waited: [u64; AREAS],
}

impl PortA {
    pub(crate) fn new() -> Self {
        Self { waits: bcr::RESET, spaces: 0, soft_tlb: SoftTlb::default(), waited: [0; AREAS] }
    }
}

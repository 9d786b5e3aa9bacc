//! Who uses port A, and what the instruction at hand will do there (UM 9-14 to 9-18).

use crate::memory::soft_tlb::SoftTlb;
use crate::state::profile::AREAS;

/// More clocks than any instruction takes: so long before BR instructions are looked at one by one.
pub(crate) const ALERT_CLOCKS: u64 = 160;
/// An access without wait states, in clocks.
pub(crate) const ACCESS_CLOCKS: u64 = 2;

/// External accesses of an instruction, each with its first clock and the one after it, since the instruction began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub accesses: Vec<(u64, u64)>,
    /// Wait states of all of them.
    pub waits: u64,
}

impl Plan {
    /// An access of so many bus cycles follows those before it, not before a clock.
    pub(crate) fn access(&mut self, not_before: u64, cycles: u64, waits: u64) {
        let from = self.accesses.last().map_or(0, |(_, end)| *end).max(not_before);
        self.accesses.push((from, from + cycles * (ACCESS_CLOCKS + waits)));
        self.waits += cycles * waits;
    }
}

/// What a stall adds to the account of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delay {
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
    /// When BG will be, in clocks since power-up.
    pub grant_at: Option<u64>,
    /// Clocks of the instruction at hand that had passed when it stalled.
    pub done: u64,
    /// In this run: the clock at which the instruction at hand was first looked at, and `done` then.
    pub waiting: Option<(u64, u64)>,
    /// Of the instruction that was looked at last, with the clock since power-up at which it began.
    pub plan: Plan,
    pub began: u64,
}

/// What accesses through port A cost.
pub(crate) struct PortA {
    /// BCR as port A obeys it.
    pub waits: u16,
    /// External spaces used by the present instruction in cycles that accesses may share.
    pub spaces: u8,
    /// What generated code has found outside the data RAM.
    pub soft_tlb: SoftTlb,
    /// Clocks that data accesses have waited since a profile last took them.
    pub waited: [u64; AREAS],
}

impl PortA {
    pub(crate) fn new() -> Self {
        Self { waits: 0xFFFF, spaces: 0, soft_tlb: SoftTlb::default(), waited: [0; AREAS] }
    }
}

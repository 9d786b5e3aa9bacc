//! What a profile counts.

/// The data accesses that wait separately: X, Y, P, and the I/O page of Y (UM 9-12).
pub(crate) const AREAS: usize = 4;

/// What the instruction at an address took, in clocks except for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How often it was executed.
    pub times: u64,
    /// The constant of the manual's formula (Table A-6, UM A-228).
    pub base: u64,
    /// Addressing mode, or a long immediate (Table A-13, UM A-231).
    pub addressing: u64,
    /// Wait states of its own words.
    pub fetch: u64,
    /// Wait states of the two words where a change of flow continues.
    pub refetch: u64,
    /// Wait states of data in X, Y, P and the I/O page of Y.
    pub waits: [u64; AREAS],
    /// External spaces beyond the first in one instruction cycle.
    pub conflict: u64,
    /// Waiting for the bus.
    pub stall: u64,
    /// Asleep after it, or in reset.
    pub idle: u64,
    /// Empty cycles before a vector, and those that trace mode appends (UM 8-16).
    pub interrupt: u64,
}

/// A call by its site and the call that this was made in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The number of the call that it was made in; its own where a profile began.
    pub parent: u32,
    /// The calling or interrupted instruction.
    pub site: u16,
    /// The number of the function.
    pub function: u16,
    pub interrupt: bool,
    pub times: u64,
    /// Clocks in the function itself, and with what it called.
    pub own: u64,
    pub total: u64,
    /// Of those that have returned, the one with the fewest clocks and the one with the most.
    pub least: u64,
    pub most: u64,
}

/// A call began at a clock since power-up, or the last one that did has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub clock: u64,
    pub call: Option<u32>,
}

//! The counts of a profile.

/// The data accesses that wait separately: X, Y, P, and the I/O page of Y (UM 9-12).
pub(crate) const AREAS: usize = 4;

/// The cost of the instruction at an address, in clocks except for the first field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Number of executions.
    pub times: u64,
    /// The constant of the manual's formula (Table A-6, UM A-228).
    pub base: u64,
    /// Addressing mode, or a long immediate (Table A-13, UM A-231).
    pub addressing: u64,
    /// Wait states of the instruction's words.
    pub fetch: u64,
    /// Wait states of the two words where a change of flow continues.
    pub refetch: u64,
    /// Wait states of data in X, Y, P and the I/O page of Y.
    pub waits: [u64; AREAS],
    /// External spaces beyond the first in one instruction cycle.
    pub conflict: u64,
    /// Waiting for the bus.
    pub stall: u64,
    /// WAIT or STOP after it, or reset.
    pub idle: u64,
    /// Empty cycles before a vector, and those that trace mode appends (UM 8-16).
    pub interrupt: u64,
}

impl Spent {
    /// Returns the sum of its clocks.
    pub fn clocks(&self) -> u64 {
        let Self { times: _, base, addressing, fetch, refetch, waits, conflict, stall, idle, interrupt } = self;
        base + addressing + fetch + refetch + waits.iter().sum::<u64>() + conflict + stall + idle + interrupt
    }

    /// Subtracts the clocks of an instruction that passed before the profile began.
    pub(crate) fn take_off(&mut self, mut clocks: u64) {
        let Self { base, addressing, fetch, refetch, waits, conflict, .. } = self;
        for part in [fetch, base].into_iter().chain(waits).chain([addressing, refetch, conflict]) {
            let taken = clocks.min(*part);
            *part -= taken;
            clocks -= taken;
        }
    }
}

/// A call, identified by its site and the call that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The number of the call that contains it; the first call of a profile contains itself.
    pub parent: u32,
    /// The calling or interrupted instruction.
    pub site: u16,
    /// The number of the function.
    pub function: u16,
    pub interrupt: bool,
    pub times: u64,
    /// Self clocks of the function, and inclusive clocks.
    pub own: u64,
    pub total: u64,
    /// Minimum and maximum inclusive clocks of the calls that have returned.
    pub least: u64,
    pub most: u64,
}

/// The start of a call at a clock since power-up, or the end of the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub clock: u64,
    pub call: Option<u32>,
}

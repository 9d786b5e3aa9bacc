//! How far a run may go, and why it ended.

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// PC reached the `until` address or a breakpoint.
    Breakpoint,
    /// The clock or instruction budget is used up.
    Budget,
    /// WAIT, a bus that is away, or an instruction that jumps to itself, with nothing inside that could end it.
    Wait,
    /// STOP with nothing that could end it.
    Stop,
    /// PC is at a jump to itself that no interrupt can end; that jump is not executed.
    Halt,
    /// A watched access was made.
    Watchpoint,
    /// A hook was met, and nothing else ends the run.
    Hook,
    /// An illegal instruction whose vector holds no long interrupt (UM 8-13: it would repeat for ever).
    Illegal,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Stop before the instruction at this address, unless it is the first.
    pub until: Option<u16>,
    /// Stop when `clocks` has reached this value.
    pub clocks: u64,
    /// Come back with `Budget` at this value, to look at the world outside.
    pub pause: u64,
    /// Stop after so many instructions.
    pub instructions: u64,
}

impl Limits {
    pub const NONE: Self = Self { until: None, clocks: u64::MAX, pause: u64::MAX, instructions: u64::MAX };
}

//! Limits of a run, and the reasons why it ends.

/// The reason why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// PC reached the `until` address or a breakpoint.
    Breakpoint,
    /// The clock or instruction budget is used up.
    Budget,
    /// WAIT, a bus granted to another master, or an instruction that jumps to itself; no event inside the chip can end
    /// it.
    Wait,
    /// STOP that no event inside the chip can end.
    Stop,
    /// PC is at a jump to itself that no interrupt can end; that jump is not executed.
    Halt,
    /// A watched access was made.
    Watchpoint,
    /// An expression has become true, or an interrupt with a breakpoint begins.
    Condition,
    /// A hook was hit, and nothing else ends the run.
    Hook,
    /// An illegal instruction whose vector has no long interrupt (UM 8-13: it would repeat forever).
    Illegal,
    /// The stack over- or underflowed in the last instruction, if that ends a run.
    StackError,
    /// The next instruction is in uninitialised program memory, if that ends a run.
    Unloaded,
}

impl StopReason {
    /// Returns the name that users read.
    pub fn name(self) -> &'static str {
        match self {
            Self::Breakpoint => "BREAKPOINT",
            Self::Budget => "BUDGET",
            Self::Wait => "WAIT",
            Self::Stop => "STOP",
            Self::Halt => "HALT",
            Self::Illegal => "ILLEGAL",
            Self::StackError => "STACK_ERROR",
            Self::Unloaded => "UNLOADED",
            Self::Watchpoint => "WATCHPOINT",
            Self::Condition => "CONDITION",
            Self::Hook => "HOOK",
        }
    }
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Stop before the instruction at this address, unless it is the first.
    pub until: Option<u16>,
    /// Stop when `clocks` has reached this value.
    pub clocks: u64,
    /// Stop after this number of instructions.
    pub instructions: u64,
    /// Return `Budget` after this amount of work, so that the caller can handle external events. An instruction counts
    /// 1, and each iteration of the run loop `TURN_WORK` more, so that a slice takes a similar time for every program.
    pub work: u64,
    /// Stop after an instruction that over- or underflows the stack.
    pub stack_errors: bool,
    /// Stop before an instruction in uninitialised program memory.
    pub unloaded: bool,
}

/// Work of an iteration of the run loop, in instructions of the fast path: it may decode a page of code again.
pub(crate) const TURN_WORK: u64 = 32;

impl Limits {
    pub const NONE: Self = Self {
        until: None,
        clocks: u64::MAX,
        instructions: u64::MAX,
        work: u64::MAX,
        stack_errors: false,
        unloaded: false,
    };
}

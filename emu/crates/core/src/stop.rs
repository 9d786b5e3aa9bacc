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
    /// An expression has become true, or an interrupt that a point is set on begins.
    Condition,
    /// A hook was met, and nothing else ends the run.
    Hook,
    /// An illegal instruction whose vector holds no long interrupt (UM 8-13: it would repeat forever).
    Illegal,
    /// The stack over- or underflowed in the instruction just executed, where that ends a run.
    StackError,
    /// The next instruction lies in program memory that was never stored to, where that ends a run.
    Unloaded,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Stop before the instruction at this address, unless it is the first.
    pub until: Option<u16>,
    /// Stop when `clocks` has reached this value.
    pub clocks: u64,
    /// Stop after so many instructions.
    pub instructions: u64,
    /// Come back with `Budget` after so much work, to look at the world outside: an instruction is 1, and each turn of
    /// the run loop `TURN_WORK` more, so that it takes about the same time whatever the program does.
    pub work: u64,
    /// Stop after an instruction that over- or underflows the stack.
    pub stack_errors: bool,
    /// Stop before an instruction in program memory that was never stored to.
    pub unloaded: bool,
}

/// What a turn of the run loop counts, in instructions on the fast path: one may decode a page of code again.
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

//! What generated code has written down and not made registers of. It lies beside the data RAM, so that code reaches all by one
//! pointer, and nothing of it where a host takes a word for another: the low twelve bits of their addresses differ.

/// Locations of the stack.
pub const STACK_LOCATIONS: usize = 16;

/// While code runs, SR's flags and what REP found.
#[derive(Clone, Copy, Default)]
pub struct Unsettled {
    /// The results from which E and U, and N, Z and V, follow as in `Status`.
    pub eu: i64,
    pub nzv: i64,
    /// L is set if this is not 0.
    pub beyond: i64,
    /// LC as REP found it, where 0 is the 65,536 passes that it counts.
    pub set_aside: i64,
    /// The instruction of the last REP has been fetched, or has yet to be where the context says so.
    pub fetched: i64,
    /// C.
    pub carry: u8,
    /// What tells the low half of each location of the stack: one of `low`.
    pub lows: [u8; STACK_LOCATIONS],
    pub pushed: [Pushed; STACK_LOCATIONS],
}

/// Flags as they were pushed.
#[derive(Clone, Copy, Default)]
pub struct Pushed {
    pub eu: i64,
    pub nzv: i64,
    pub beyond: i64,
    pub carry: u8,
}

/// What the low half of a location of the stack is, of those that code has pushed.
pub mod low {
    /// SSL tells it.
    pub const PLAIN: u8 = 0;
    /// SR, which follows from what was pushed; LF was 0, or 1.
    pub const STATUS: u8 = 1;
    pub const STATUS_LOOPING: u8 = 2;
}

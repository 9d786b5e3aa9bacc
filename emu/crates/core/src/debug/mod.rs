//! What a debugger uses: breakpoints, watchpoints, hooks, records of steps, refusal of restricted sequences.

pub mod hooks;
pub mod observe;
mod restrictions;

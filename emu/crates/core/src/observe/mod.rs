//! What is observed of a run: breakpoints, watched accesses, hooks, records of steps, restricted sequences.

mod hooks;
mod records;
mod restrictions;

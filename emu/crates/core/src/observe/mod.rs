//! What is observed of a run: breakpoints, watched accesses, guarded memory, hooks, records of steps, paths, restricted
//! sequences.

mod guard;
mod hooks;
mod path;
mod profile;
mod records;
mod restrictions;

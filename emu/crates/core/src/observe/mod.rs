//! What is observed of a run: breakpoints, points with conditions and counts, watched accesses, guarded memory, hooks,
//! records of steps, paths, restricted sequences.

mod expression;
mod guard;
mod hooks;
mod path;
mod points;
mod profile;
mod records;
mod restrictions;

//! Observation of a run: breakpoints, watchpoints, the memory guard, hooks, records of steps, the execution hash,
//! restricted sequences.

mod expression;
mod guard;
mod hooks;
mod path;
mod points;
mod profile;
mod records;
mod restrictions;

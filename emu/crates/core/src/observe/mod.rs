//! Observation of a run: breakpoints, watchpoints, the memory guard, hooks, records of steps, the execution hash,
//! restricted sequences.

mod breakpoints;
mod execution_hash;
mod expression;
mod guard;
mod hooks;
mod profile;
mod records;
mod restrictions;

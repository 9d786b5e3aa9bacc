//! What a debugger uses: breakpoints, watchpoints, hooks, records of steps, refusal of restricted sequences.

mod hooks;
mod observe;
mod registers;
mod restrictions;

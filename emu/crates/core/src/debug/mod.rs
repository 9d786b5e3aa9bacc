//! A debugger's access to a stopped chip.

mod explain;
mod memory;
mod registers;

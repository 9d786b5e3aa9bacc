//! What a debugger does with a chip that stands still.

mod explain;
mod memory;
mod registers;

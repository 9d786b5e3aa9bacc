//! What the parts of the chip tell it and its board: requests of interrupts, and the lines that it drives.

mod outputs;
mod requests;

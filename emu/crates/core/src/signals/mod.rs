//! Signals of the chip's parts: interrupt requests, and the lines that it drives.

mod interrupt_requests;
mod outputs;

//! The DSP56001 as a WebAssembly module, for the page in `tools/browser`. It is the interpreter of `dsp56k-core`.
//!
//! The module has one chip. Its exports take and return only numbers, so that a page needs no generated glue code.
//! `exports` has them, `machine` runs the chip, and `history` has the checkpoints for reverse execution.

mod exports;
mod history;
mod machine;

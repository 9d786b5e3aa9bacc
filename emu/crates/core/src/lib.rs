//! The DSP56001: state, memory, interpreter and peripherals.
#![forbid(unsafe_code)]

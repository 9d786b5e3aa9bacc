//! The DSP56001 instruction set as data.
#![forbid(unsafe_code)]

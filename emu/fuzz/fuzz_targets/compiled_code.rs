//! Any program from any state does the same in compiled code as in the interpreter.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

#[path = "../../crates/jit/tests/comparison/mod.rs"]
mod comparison;

fuzz_target!(|input: &[u8]| -> Corpus {
    if comparison::compare_engines(input) { Corpus::Keep } else { Corpus::Reject }
});

//! Lets `dsp56k-py` know that this crate is part of the build: Cargo sets `DEP_DSP56K_JIT_AVAILABLE` for its build
//! script.

fn main() {
    println!("cargo::metadata=AVAILABLE=1");
    println!("cargo::rerun-if-changed=build.rs");
}

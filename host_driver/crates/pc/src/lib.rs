//! The extension module `dsp56k.host._pc`: the callbacks that Unicorn calls millions of times a second, without Python.
//!
//! The clocks of each instruction are computed in Python (`dsp56k.host.clocks`). This crate calls it once for each pair
//! of consecutive blocks, and adds the results from then on.

mod alignment;
mod block_edges;
mod block_state;
mod bus_clock;
mod cache;
mod callback;
mod counter;
mod cycles;
mod early_out_multiply;
mod i8254;
mod pages;
mod register_timing;
mod shared;
mod spread_map;
mod string_moves;
mod traffic;

use pyo3::prelude::*;

#[pymodule]
mod _pc {
    #[pymodule_export]
    use super::bus_clock::BusClock;
    #[pymodule_export]
    use super::counter::EdgeCounter;
    #[pymodule_export]
    use super::cycles::BusCycles;
    #[pymodule_export]
    use super::i8254::Timer;
    #[pymodule_export]
    use super::pages::{CodePages, CodeStores};
    #[pymodule_export]
    use super::traffic::{CountedPorts, Traffic};
}

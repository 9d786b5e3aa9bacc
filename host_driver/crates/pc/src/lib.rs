//! The extension module `dsp56k.host._pc`: what Unicorn calls millions of times a second, without Python in between.
//!
//! The rules of what takes how long are Python's (`dsp56k.host.clocks`); this crate asks them once for each pair of
//! blocks that follow each other, and adds up from then on.

mod alignment;
mod bus_clock;
mod cache;
mod callback;
mod counter;
mod cycles;
mod edges;
mod i8254;
mod multiply;
mod pages;
mod recent;
mod register;
mod shared;

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
    use super::pages::CodePages;
}

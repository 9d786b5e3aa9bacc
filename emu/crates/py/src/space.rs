//! Spaces from Python's arguments.

use dsp56k_core::Space;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns the space of a number: 0 X, 1 Y, 2 P.
pub(crate) fn space(number: u8) -> PyResult<Space> {
    Space::ALL.get(usize::from(number)).copied().ok_or_else(|| PyValueError::new_err("no such space"))
}

/// Returns the space of a letter.
pub(crate) fn space_named(name: &str) -> PyResult<Space> {
    let named = Space::ALL.into_iter().find(|space| space.name() == name);
    named.ok_or_else(|| PyValueError::new_err("no such space"))
}

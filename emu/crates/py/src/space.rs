//! Spaces as Python gives them.

use dsp56k_core::Space;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// 0 X, 1 Y, 2 P.
pub(crate) fn space(number: u8) -> PyResult<Space> {
    Space::ALL.get(usize::from(number)).copied().ok_or_else(|| PyValueError::new_err("no such space"))
}

/// By its letter.
pub(crate) fn space_named(name: &str) -> PyResult<Space> {
    let named = Space::ALL.into_iter().find(|space| space.name() == name);
    named.ok_or_else(|| PyValueError::new_err("no such space"))
}

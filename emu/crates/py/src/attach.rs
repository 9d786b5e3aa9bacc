//! Python in a callback of the core, which runs with or without Python's lock.
#![allow(unsafe_code, reason = "calls of Python's C interface")]

use pyo3::ffi;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of calls of `attached` in this process.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Returns a number that is greater after any callback of the core has run Python.
pub(crate) fn callbacks() -> u64 {
    CALLS.load(Ordering::Relaxed)
}

/// The state of a thread before it had Python's lock.
struct Attached(ffi::PyGILState_STATE);

impl Drop for Attached {
    fn drop(&mut self) {
        // SAFETY: the state that was got below, on the same thread.
        unsafe { ffi::PyGILState_Release(self.0) };
    }
}

/// Runs work that needs Python.
///
/// `Python::attach` relies on its own record of the thread. That is wrong if a listener runs a PC: ctypes releases
/// the lock without `PyO3`'s knowledge, and the PC's bus runs this chip.
pub(crate) fn attached<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    CALLS.fetch_add(1, Ordering::Relaxed);
    // SAFETY: it may be called from any thread in any state of it; Python has started the run, so there is an
    // interpreter.
    let _attached = Attached(unsafe { ffi::PyGILState_Ensure() });
    Python::attach(work)
}

//! Forks while other threads run chips: the child inherits no lock that one of those threads holds.

use crate::compiler;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;

thread_local! {
    /// The locks of this process's chips while the thread forks.
    static LOCKED: RefCell<Option<(dsp56k_core::engine::LockedCache, compiler::Locked)>> = const { RefCell::new(None) };
}

/// Waits until no other thread holds a lock that all chips share. Threads hold them for microseconds, and need nothing
/// of Python for it.
#[pyfunction]
fn lock_shared_state() {
    dsp56k_core::compute_tables();
    let compiler = compiler::lock();
    LOCKED.with_borrow_mut(|locked| *locked = Some((dsp56k_core::engine::lock(), compiler)));
}

#[pyfunction]
fn unlock_shared_state() {
    LOCKED.take();
}

/// Has Python lock the shared state for each fork, if the system forks.
pub(crate) fn register(py: Python<'_>) -> PyResult<()> {
    let os = py.import("os")?;
    if !os.hasattr("register_at_fork")? {
        return Ok(());
    }
    let unlock = wrap_pyfunction!(unlock_shared_state, py)?;
    let handlers = PyDict::new(py);
    handlers.set_item("before", wrap_pyfunction!(lock_shared_state, py)?)?;
    handlers.set_item("after_in_parent", &unlock)?;
    handlers.set_item("after_in_child", unlock)?;
    os.call_method("register_at_fork", (), Some(&handlers))?;
    Ok(())
}

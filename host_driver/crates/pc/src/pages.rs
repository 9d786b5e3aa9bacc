//! Pages of the machine's memory in Unicorn's TLB.

use std::sync::{Mutex, PoisonError};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::callback::{self, AtFill, AtStore, Ram};

/// The pages of a program's code.
pub struct Pages {
    /// First addresses of pages that have code.
    executed: Vec<u64>,
}

impl AtFill for Pages {
    fn has_code(&self, page: u64) -> bool {
        self.executed.binary_search(&page).is_ok()
    }
}

/// Limits the executable pages in Unicorn's TLB to those whose first addresses are `executed`, and those from which
/// code is fetched.
///
/// The memory itself has the permissions to write or execute, which are not checked here. But a store to an executable
/// page searches for translated code each time, and without paging all pages are executable.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct CodePages {
    pages: Box<Pages>,
}

#[pymethods]
impl CodePages {
    #[new]
    fn new(mut executed: Vec<u64>) -> Self {
        executed.sort_unstable();
        Self { pages: Box::new(Pages { executed }) }
    }

    /// Returns the addresses of a callback for `UC_HOOK_TLB_FILL` and of its data for `uc_hook_add`. They are valid as
    /// long as this object exists.
    fn callback(&self) -> (usize, usize) {
        callback::of_fills(&*self.pages)
    }
}

/// Stores to the pages of a program's code, which are read-only.
pub struct Stores {
    ram: Ram,
    /// First addresses of code, and those after it.
    code: Vec<(u64, u64)>,
    /// `None` once the garbage collector has taken it.
    on_write: Mutex<Option<Py<PyAny>>>,
}

impl AtStore for Stores {
    fn store(&self, address: u64, bytes: &[u8]) -> bool {
        let end = address + bytes.len() as u64;
        if !self.code.iter().any(|&(start, stop)| address < stop && start < end) {
            self.ram.store(address, bytes);
            return true;
        }
        callback::attached(|py| {
            let known = self.on_write.lock().unwrap_or_else(PoisonError::into_inner);
            let on_write = known.as_ref().map(|on_write| on_write.clone_ref(py));
            drop(known);
            // It has no caller to raise to; an exception that it raises ends here.
            let _ = on_write.map(|on_write| on_write.call1(py, (address,)));
        });
        false
    }
}

/// Performs the stores to pages of code. For one to the code itself it calls `on_write(address)`, which must not raise,
/// and the machine stops. `ram` has first address, size and the host's address of each area of RAM, valid as long as
/// the hook is set.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct CodeStores {
    stores: Box<Stores>,
}

#[pymethods]
impl CodeStores {
    #[new]
    fn new(ram: Vec<(u64, u64, usize)>, code: Vec<(u64, u64)>, on_write: Py<PyAny>) -> Self {
        Self { stores: Box::new(Stores { ram: Ram::new(ram), code, on_write: Mutex::new(Some(on_write)) }) }
    }

    /// Returns the addresses of a callback for `UC_HOOK_MEM_WRITE_PROT` and of its data for `uc_hook_add`. They are
    /// valid as long as this object exists.
    fn callback(&self) -> (usize, usize) {
        callback::of_stores(&*self.stores)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(on_write) = self.stores.on_write.try_lock()
            && let Some(on_write) = on_write.as_ref()
        {
            visit.call(on_write)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let on_write = self.stores.on_write.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(on_write);
    }
}

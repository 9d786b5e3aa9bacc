//! Pages of the machine's memory in Unicorn's TLB.

use pyo3::prelude::*;

use crate::callback::{self, AtFill};

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

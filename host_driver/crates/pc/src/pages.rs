//! Pages of the machine's memory as Unicorn's TLB has them.

use pyo3::prelude::*;

use crate::callback::{self, AtFill};

/// Where a program's code is.
pub struct Pages {
    /// First addresses of pages that have code.
    executed: Vec<u64>,
}

impl AtFill for Pages {
    fn has_code(&self, page: u64) -> bool {
        self.executed.binary_search(&page).is_ok()
    }
}

/// Tells Unicorn's TLB which pages may be executed: those whose first addresses are `executed`, and what is fetched from.
///
/// Which memory may be written or executed is checked at the memory itself, not here. But a store to a page that may be
/// executed goes looking for translated code each time, and without paging all pages may.
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

    /// Addresses for `uc_hook_add`: of a callback for `UC_HOOK_TLB_FILL`, and of the data that it wants. Valid as long as
    /// this object is.
    fn callback(&self) -> (usize, usize) {
        callback::of_fills(&*self.pages)
    }
}

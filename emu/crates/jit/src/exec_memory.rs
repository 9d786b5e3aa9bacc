//! Executable memory for machine code, obtained from the operating system.
//!
//! Invariant: a page is never writable and executable at the same time (W^X). Code is copied to writable pages, which
//! are then made executable and not written again. Each function has its own pages, which are unmapped when it is
//! dropped.
//!
//! `unix` and `windows` have the calls of the operating system.
#![allow(unsafe_code, reason = "writes to memory that the operating system has mapped")]

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub(crate) use os::can_map;
use std::ptr::NonNull;
#[cfg(unix)]
use unix as os;
#[cfg(windows)]
use windows as os;

/// Pages that contain the machine code of one function.
pub(crate) struct ExecutableMemory {
    base: NonNull<u8>,
    size_bytes: usize,
}

// SAFETY: the value owns its pages, and nothing writes to them after their creation.
unsafe impl Send for ExecutableMemory {}
// SAFETY: shared references only read or execute the pages.
unsafe impl Sync for ExecutableMemory {}

impl ExecutableMemory {
    /// Copies machine code to new executable pages. Returns `None` if the operating system refuses to map them or to
    /// make them executable.
    pub(crate) fn with_code(code: &[u8]) -> Option<Self> {
        let size_bytes = code.len().max(1);
        let memory = Self { base: os::map_writable(size_bytes)?, size_bytes };
        // SAFETY: the mapping is writable, not shared, and at least `size_bytes` long.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), memory.base.as_ptr(), code.len()) };
        // SAFETY: the range is exactly the mapping that was created above.
        unsafe { os::make_executable(memory.base, size_bytes) }.then_some(memory)
    }

    /// Returns the length of the code in bytes.
    pub(crate) fn size_bytes(&self) -> usize {
        self.size_bytes
    }

    /// Returns the address of the first instruction.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.base.as_ptr()
    }
}

impl Drop for ExecutableMemory {
    fn drop(&mut self) {
        // SAFETY: the range was mapped with this length, and every caller of the code holds a reference to this
        // value.
        unsafe { os::unmap(self.base, self.size_bytes) };
    }
}

/// Returns true if the operating system allows memory to be executed that was written before.
pub(crate) fn is_supported() -> bool {
    ExecutableMemory::with_code(&[0]).is_some()
}

//! Executable memory for machine code, obtained from the operating system.
//!
//! Invariant: a page is never writable and executable at the same time (W^X). Code is copied to writable pages, which
//! are then made executable and not written again. Each function has its own pages, which are unmapped when it is
//! dropped.
#![allow(unsafe_code, reason = "calls of the operating system to map memory")]

use std::ptr::NonNull;

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
        // SAFETY: the call requests no address, so it replaces no existing mapping.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return None;
        }
        let memory = Self { base: NonNull::new(base.cast())?, size_bytes };
        // SAFETY: the mapping is writable, not shared, and at least `size_bytes` long.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), memory.base.as_ptr(), code.len()) };
        // SAFETY: the range is exactly the mapping that was created above.
        let protected = unsafe { libc::mprotect(base, size_bytes, libc::PROT_READ | libc::PROT_EXEC) };
        (protected == 0).then_some(memory)
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
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.size_bytes) };
    }
}

/// Returns true if `bytes` of address space can be mapped. The pages are not touched, so the test costs no memory.
pub(crate) fn can_map(bytes: usize) -> bool {
    // SAFETY: the call requests no address, so it replaces no existing mapping, and the memory is not accessed.
    let base = unsafe {
        libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
    };
    // SAFETY: the range was mapped above with this length, and nothing refers to it.
    base != libc::MAP_FAILED && unsafe { libc::munmap(base, bytes) } == 0
}

/// Returns true if the operating system allows memory to be executed that was written before.
pub(crate) fn is_supported() -> bool {
    ExecutableMemory::with_code(&[0]).is_some()
}

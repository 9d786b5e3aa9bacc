//! Memory that holds code: written first, then executed and no longer written.
#![allow(unsafe_code, reason = "the operating system's calls for memory")]

use std::ptr::NonNull;

/// Pages of their own for one piece of code.
pub(crate) struct ExecutableMemory {
    base: NonNull<u8>,
    size_bytes: usize,
}

// SAFETY: nothing writes to the pages once they are made, and they belong to this value alone.
unsafe impl Send for ExecutableMemory {}
// SAFETY: as above: they are only read and executed.
unsafe impl Sync for ExecutableMemory {}

impl ExecutableMemory {
    /// Pages with this code in them, if the operating system gives some and lets them be executed.
    pub(crate) fn with_code(code: &[u8]) -> Option<Self> {
        let size_bytes = code.len().max(1);
        // SAFETY: no address is asked for, so that no memory in use is replaced.
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
        // SAFETY: the pages are `length` bytes at least, writable, and nobody else has them.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), memory.base.as_ptr(), code.len()) };
        // SAFETY: they are whole pages that were mapped above. Never are they writable and executable at once.
        let protected = unsafe { libc::mprotect(base, size_bytes, libc::PROT_READ | libc::PROT_EXEC) };
        (protected == 0).then_some(memory)
    }

    /// Bytes of the code.
    pub(crate) fn size_bytes(&self) -> usize {
        self.size_bytes
    }

    /// Where the code begins.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.base.as_ptr()
    }
}

impl Drop for ExecutableMemory {
    fn drop(&mut self) {
        // SAFETY: they were mapped with this length, and whoever could execute them holds this value.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.size_bytes) };
    }
}

/// Whether the operating system gives so many bytes, for which it does nothing before they are touched.
pub(crate) fn can_map(bytes: usize) -> bool {
    // SAFETY: no address is asked for, so that no memory in use is replaced; nothing is read or written.
    let base = unsafe {
        libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
    };
    // SAFETY: it was mapped with this length, and nobody has it.
    base != libc::MAP_FAILED && unsafe { libc::munmap(base, bytes) } == 0
}

/// Whether the operating system lets memory be executed that was written before.
pub(crate) fn is_supported() -> bool {
    ExecutableMemory::with_code(&[0]).is_some()
}

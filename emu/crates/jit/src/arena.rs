//! Memory that holds code: written first, then executed and no longer written.
#![allow(unsafe_code, reason = "the operating system's calls for memory")]

use std::ptr::NonNull;

/// Pages of their own for one piece of code.
pub(crate) struct Pages {
    first: NonNull<u8>,
    length: usize,
}

// SAFETY: nothing writes to the pages once they are made, and they belong to this value alone.
unsafe impl Send for Pages {}
// SAFETY: as above: they are only read and executed.
unsafe impl Sync for Pages {}

impl Pages {
    /// Pages with this code in them, if the operating system gives some and lets them be executed.
    pub(crate) fn of(code: &[u8]) -> Option<Self> {
        let length = code.len().max(1);
        // SAFETY: no address is asked for, so that no memory in use is replaced.
        let first = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if first == libc::MAP_FAILED {
            return None;
        }
        let pages = Self { first: NonNull::new(first.cast())?, length };
        // SAFETY: the pages are `length` bytes at least, writable, and nobody else has them.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), pages.first.as_ptr(), code.len()) };
        // SAFETY: they are whole pages that were mapped above. Never are they writable and executable at once.
        let protected = unsafe { libc::mprotect(first, length, libc::PROT_READ | libc::PROT_EXEC) };
        (protected == 0).then_some(pages)
    }

    /// Bytes of the code.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Where the code begins.
    pub(crate) fn start(&self) -> *const u8 {
        self.first.as_ptr()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: they were mapped with this length, and whoever could execute them holds this value.
        unsafe { libc::munmap(self.first.as_ptr().cast(), self.length) };
    }
}

/// Whether the operating system gives so many bytes, for which it does nothing before they are touched.
pub(crate) fn has_room(bytes: usize) -> bool {
    // SAFETY: no address is asked for, so that no memory in use is replaced; nothing is read or written.
    let first = unsafe {
        libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
    };
    // SAFETY: it was mapped with this length, and nobody has it.
    first != libc::MAP_FAILED && unsafe { libc::munmap(first, bytes) } == 0
}

/// Whether the operating system lets memory be executed that was written before.
pub(crate) fn allowed() -> bool {
    Pages::of(&[0]).is_some()
}

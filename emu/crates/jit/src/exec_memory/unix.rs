//! Pages by `mmap` and `mprotect`, and instruction-cache maintenance.
//!
//! On x86-64, instruction caches are coherent. On 64-bit ARM, Linux cleans the data cache and invalidates the
//! instruction cache when it makes a page executable for the first time, which each of these pages is.
//! `make_executable` invalidates the instruction cache for the address range as well, since another mapping may have
//! had it before, and discards what other cores have prefetched (`membarrier`): a chip may continue on another thread.
#![allow(unsafe_code, reason = "calls of the operating system to map memory")]

use std::ptr::{NonNull, null_mut};

/// Maps `size_bytes` of private memory with an access protection. Returns `None` if the operating system refuses.
fn map(size_bytes: usize, protection: i32) -> Option<NonNull<u8>> {
    // SAFETY: the call requests no address, so it replaces no existing mapping.
    let base =
        unsafe { libc::mmap(null_mut(), size_bytes, protection, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0) };
    if base == libc::MAP_FAILED { None } else { NonNull::new(base.cast()) }
}

/// Maps pages that can be read and written. Returns `None` if the operating system refuses.
pub(super) fn map_writable(size_bytes: usize) -> Option<NonNull<u8>> {
    map(size_bytes, libc::PROT_READ | libc::PROT_WRITE)
}

/// Makes pages executable, and no longer writable. Returns false if the operating system refuses.
///
/// # Safety
///
/// The range must be a mapping of `map_writable`, in which nothing refers to a byte.
pub(super) unsafe fn make_executable(base: NonNull<u8>, size_bytes: usize) -> bool {
    // SAFETY: the caller guarantees that the range is a mapping.
    let result = unsafe { libc::mprotect(base.as_ptr().cast(), size_bytes, libc::PROT_READ | libc::PROT_EXEC) };
    #[cfg(not(target_arch = "x86_64"))]
    {
        use wasmtime_internal_jit_icache_coherence::{clear_cache, pipeline_flush_mt};
        // SAFETY: the range is mapped and readable.
        if unsafe { clear_cache(base.as_ptr().cast(), size_bytes) }.is_err() || pipeline_flush_mt().is_err() {
            return false;
        }
    }
    result == 0
}

/// Unmaps pages.
///
/// # Safety
///
/// The range must be a mapping of this module, and nothing may refer to it or execute it.
pub(super) unsafe fn unmap(base: NonNull<u8>, size_bytes: usize) {
    // SAFETY: the caller guarantees it.
    unsafe { libc::munmap(base.as_ptr().cast(), size_bytes) };
}

/// Returns true if `bytes` of address space can be mapped. The pages are not touched, so the test costs no memory.
pub(crate) fn can_map(bytes: usize) -> bool {
    let Some(base) = map(bytes, libc::PROT_NONE) else { return false };
    // SAFETY: the range was mapped above with this length, and nothing refers to it.
    unsafe { libc::munmap(base.as_ptr().cast(), bytes) == 0 }
}

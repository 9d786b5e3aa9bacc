//! Pages by `VirtualAlloc` and `VirtualProtect`.
//!
//! The instruction caches of x86-64, the only architecture of Windows that has a code generator, are coherent. Pages
//! have no unwind information: no panic unwinds through compiled code, and debuggers show no calls above it.
#![allow(unsafe_code, reason = "calls of the operating system to map memory")]

use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

/// `MEM_COMMIT`: the pages get memory.
const MEM_COMMIT: u32 = 0x1000;
/// `MEM_RESERVE`: the pages get addresses.
const MEM_RESERVE: u32 = 0x2000;
/// `MEM_RELEASE`: the pages lose both.
const MEM_RELEASE: u32 = 0x8000;
/// `PAGE_NOACCESS`.
const PAGE_NOACCESS: u32 = 0x01;
/// `PAGE_READWRITE`.
const PAGE_READWRITE: u32 = 0x04;
/// `PAGE_EXECUTE_READ`.
const PAGE_EXECUTE_READ: u32 = 0x20;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn VirtualAlloc(base: *mut c_void, size: usize, kind: u32, protection: u32) -> *mut c_void;
    fn VirtualProtect(base: *mut c_void, size: usize, protection: u32, previous: *mut u32) -> i32;
    fn VirtualFree(base: *mut c_void, size: usize, kind: u32) -> i32;
}

/// Maps pages that can be read and written. Returns `None` if the operating system refuses.
pub(super) fn map_writable(size_bytes: usize) -> Option<NonNull<u8>> {
    // SAFETY: the call requests no address, so it replaces no existing allocation.
    NonNull::new(unsafe { VirtualAlloc(null_mut(), size_bytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE) }.cast())
}

/// Makes pages executable, and no longer writable. Returns false if the operating system refuses.
///
/// # Safety
///
/// The range must be an allocation of `map_writable`, in which nothing refers to a byte.
pub(super) unsafe fn make_executable(base: NonNull<u8>, size_bytes: usize) -> bool {
    let mut previous = 0;
    // SAFETY: the caller guarantees that the range is an allocation, and `previous` can be written.
    unsafe { VirtualProtect(base.as_ptr().cast(), size_bytes, PAGE_EXECUTE_READ, &raw mut previous) != 0 }
}

/// Frees pages.
///
/// # Safety
///
/// The range must be an allocation of `map_writable`, and nothing may refer to it or execute it.
pub(super) unsafe fn unmap(base: NonNull<u8>, _size_bytes: usize) {
    // SAFETY: the caller guarantees it. `MEM_RELEASE` requires a size of 0 and frees the whole allocation.
    unsafe { VirtualFree(base.as_ptr().cast(), 0, MEM_RELEASE) };
}

/// Returns true if `bytes` of address space and memory are free.
pub(crate) fn can_map(bytes: usize) -> bool {
    // SAFETY: the call requests no address, and the pages are not accessed.
    let base = unsafe { VirtualAlloc(null_mut(), bytes, MEM_COMMIT | MEM_RESERVE, PAGE_NOACCESS) };
    // SAFETY: the allocation was made above, and nothing refers to it.
    !base.is_null() && unsafe { VirtualFree(base, 0, MEM_RELEASE) } != 0
}

//! Reserved memory, so that a lack of memory is a `MemoryError` of Python and not the end of its process.
//!
//! Rust ends the process if an allocation fails whose caller cannot report it, for example inside an instruction. Such
//! an allocation is small: it takes memory from the reserve, which suffices for one call of a chip. The next call
//! raises `MemoryError` unless the reserve can be filled again. Allocations that can be larger than a block use
//! `try_reserve`.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Bytes of a block: the largest allocation without `try_reserve` is a table of 330 KB.
const BLOCK_BYTES: usize = 512 << 10;
/// Number of blocks: several threads may run chips at once. The blocks are never written, so that they only take
/// addresses.
const BLOCKS: usize = 12;
/// Number of blocks that a call requires: all RAM of a chip takes 840 KB. After memory was full the free memory is
/// fragmented, so that not all blocks may be available again.
const MIN_BLOCKS: usize = 2;
const BLOCK: Layout = Layout::new::<[u64; BLOCK_BYTES / size_of::<u64>()]>();
/// Bytes of Python objects above which their memory is checked in advance.
const MANY_BYTES: usize = 1 << 20;

static RESERVE: [AtomicPtr<u8>; BLOCKS] = [const { AtomicPtr::new(null_mut()) }; BLOCKS];
/// A block is missing.
static IS_LOW: AtomicBool = AtomicBool::new(true);

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

/// The system's allocator, with the reserve for when that has no more memory.
struct Reserving;

// SAFETY: all memory is that of the system's allocator, with the requested layouts.
unsafe impl GlobalAlloc for Reserving {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about the layout is passed on.
        allocate(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory is the system's.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        allocate(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the memory is the system's; if it cannot grow it does not change.
        allocate(size, || unsafe { System.realloc(memory, layout, size) })
    }
}

/// Allocates from the system, after returning blocks of the reserve to it if necessary.
#[inline]
fn allocate(bytes: usize, system: impl Fn() -> *mut u8) -> *mut u8 {
    let memory = system();
    if memory.is_null() { from_reserve(bytes, system) } else { memory }
}

/// Returns blocks to the system until it can allocate `bytes`; returns null if it never can.
#[cold]
fn from_reserve(bytes: usize, system: impl Fn() -> *mut u8) -> *mut u8 {
    if bytes > BLOCK_BYTES {
        return null_mut();
    }
    IS_LOW.store(true, Ordering::Relaxed);
    for block in &RESERVE {
        let block = block.swap(null_mut(), Ordering::AcqRel);
        if !block.is_null() {
            // SAFETY: `fill` allocated it with this layout, and nobody else has taken it.
            unsafe { System.dealloc(block, BLOCK) };
            let memory = system();
            if !memory.is_null() {
                return memory;
            }
        }
    }
    null_mut()
}

/// Fills the reserve as far as the system has memory. Returns true if it has the blocks that a call needs.
#[cold]
fn fill() -> bool {
    IS_LOW.store(false, Ordering::Relaxed);
    let missing = RESERVE.iter().position(|place| !has_block(place));
    if missing.is_some() {
        IS_LOW.store(true, Ordering::Relaxed);
    }
    missing.is_none_or(|blocks| blocks >= MIN_BLOCKS)
}

/// Returns true if a slot has a block, possibly a new one.
fn has_block(place: &AtomicPtr<u8>) -> bool {
    if !place.load(Ordering::Acquire).is_null() {
        return true;
    }
    // SAFETY: the layout has a size.
    let block = unsafe { System.alloc(BLOCK) };
    if block.is_null() {
        return false;
    }
    if place.compare_exchange(null_mut(), block, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // SAFETY: it was allocated above; another thread has filled the slot.
        unsafe { System.dealloc(block, BLOCK) };
    }
    true
}

/// Returns true if the reserve suffices for a call; it is filled if it is not full.
#[inline]
pub(crate) fn suffices() -> bool {
    !IS_LOW.load(Ordering::Relaxed) || fill()
}

/// Requires a reserve, which is filled if it is not full.
///
/// # Errors
/// `MemoryError`, for which nothing is allocated.
#[inline]
pub(crate) fn require() -> PyResult<()> {
    if !suffices() {
        return Err(Python::attach(|py| {
            // SAFETY: Python's lock is held.
            unsafe { pyo3::ffi::PyErr_NoMemory() };
            PyErr::fetch(py)
        }));
    }
    Ok(())
}

/// Requires memory for `count` objects of `bytes_each` bytes each, which Python and its binding allocate one by one.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn require_room(count: usize, bytes_each: usize) -> PyResult<()> {
    let bytes = count.saturating_mul(bytes_each);
    if bytes > MANY_BYTES {
        // More than a block, so that the reserve does not change.
        reserve(&mut Vec::<u8>::new(), bytes + BLOCK_BYTES)?;
    }
    Ok(())
}

/// Reserves memory in a vector.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn reserve<T>(vector: &mut Vec<T>, count: usize) -> PyResult<()> {
    vector
        .try_reserve_exact(count)
        .map_err(|_| PyMemoryError::new_err(format!("cannot allocate {} bytes", count.saturating_mul(size_of::<T>()))))
}

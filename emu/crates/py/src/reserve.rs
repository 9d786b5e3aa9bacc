//! Memory in reserve, so that a lack of memory is a `MemoryError` of Python and not the end of its process.
//!
//! Rust ends the process where an allocation fails that its caller cannot answer for, as one amid an instruction. Such an
//! allocation is small: it takes from the reserve, which lasts for what one call of a chip can need. The next call raises
//! `MemoryError` unless the reserve can be filled again. What can be larger than a block is asked for with `try_reserve`.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Bytes of a block: the largest allocation that is not asked for with `try_reserve` is a table of 330 KB.
const BLOCK_BYTES: usize = 512 << 10;
/// Blocks: some threads may run chips at once. Nothing touches them, so they take addresses only.
const BLOCKS: usize = 12;
/// Blocks without which nothing is begun: all RAM of a chip takes 840 KB. Where memory was full, what is free is in pieces,
/// so that not all blocks may come back.
const MIN_BLOCKS: usize = 2;
const BLOCK: Layout = Layout::new::<[u64; BLOCK_BYTES / size_of::<u64>()]>();
/// Bytes of objects for Python beyond which it is tried first whether there is room for them.
const MANY_BYTES: usize = 1 << 20;

static RESERVE: [AtomicPtr<u8>; BLOCKS] = [const { AtomicPtr::new(null_mut()) }; BLOCKS];
/// A block is missing.
static IS_LOW: AtomicBool = AtomicBool::new(true);

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

/// The system's allocator, and the reserve where that has nothing more.
struct Reserving;

// SAFETY: all memory is that of the system's allocator, with the layouts that it was asked for.
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
        // SAFETY: the memory is the system's; where it cannot grow it stays as it is.
        allocate(size, || unsafe { System.realloc(memory, layout, size) })
    }
}

/// What the system allocates, or allocates once it has blocks of the reserve again.
#[inline]
fn allocate(bytes: usize, system: impl Fn() -> *mut u8) -> *mut u8 {
    let memory = system();
    if memory.is_null() { from_reserve(bytes, system) } else { memory }
}

/// Gives blocks back to the system until it can allocate so many bytes; null if it never can.
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

/// Fills the reserve as far as the system has memory; whether it has the blocks that a call needs.
#[cold]
fn fill() -> bool {
    IS_LOW.store(false, Ordering::Relaxed);
    let missing = RESERVE.iter().position(|place| !has_block(place));
    if missing.is_some() {
        IS_LOW.store(true, Ordering::Relaxed);
    }
    missing.is_none_or(|blocks| blocks >= MIN_BLOCKS)
}

/// Whether there is a block in a place, if need be a new one.
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
        // SAFETY: it was allocated above; another thread has filled the place.
        unsafe { System.dealloc(block, BLOCK) };
    }
    true
}

/// Requires a reserve, which is filled if it is not full.
///
/// # Errors
/// `MemoryError`, for which nothing is allocated.
#[inline]
pub(crate) fn require() -> PyResult<()> {
    if IS_LOW.load(Ordering::Relaxed) && !fill() {
        return Err(Python::attach(|py| {
            // SAFETY: Python's lock is held.
            unsafe { pyo3::ffi::PyErr_NoMemory() };
            PyErr::fetch(py)
        }));
    }
    Ok(())
}

/// Requires room for so many objects of so many bytes each, which Python and its binding allocate one by one.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn require_room(count: usize, bytes_each: usize) -> PyResult<()> {
    let bytes = count.saturating_mul(bytes_each);
    if bytes > MANY_BYTES {
        // More than a block, so that the reserve is left alone.
        reserve(&mut Vec::<u8>::new(), bytes + BLOCK_BYTES)?;
    }
    Ok(())
}

/// Makes room in a vector.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn reserve<T>(vector: &mut Vec<T>, count: usize) -> PyResult<()> {
    vector
        .try_reserve_exact(count)
        .map_err(|_| PyMemoryError::new_err(format!("cannot allocate {} bytes", count.saturating_mul(size_of::<T>()))))
}

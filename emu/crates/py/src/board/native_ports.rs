//! The C interface of a board's ports, by which the bus of another extension module accesses them without Python.
#![allow(unsafe_code, reason = "functions that another module calls by their addresses")]

use std::any::Any;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of an access for which only Python suffices.
const NOT_SERVED: c_int = -1;
/// The bit of a result with which the caller must call `report`.
const MUST_REPORT: c_int = 0x100;

/// An access that needed no Python.
pub(crate) struct Served {
    /// The byte that was read.
    pub(crate) value: u8,
    /// Outputs have changed whose listeners are Python's.
    pub(crate) must_report: bool,
}

/// Ports at a time in picoseconds since power-up. Both functions return `None` if the caller must repeat the access
/// with Python; they may have brought the board forward.
pub(crate) trait Ports: Send + Sync {
    fn read(&self, offset: u64, now: u64) -> Option<Served>;
    fn write(&self, offset: u64, value: u8, now: u64) -> Option<Served>;
    /// Stores the payload of a panic, which the next access with Python resumes.
    fn set_panic(&self, panic: Box<dyn Any + Send>);
}

/// The addresses of some ports, of their function for reads, and of that for writes.
pub(crate) type Addresses = (usize, usize, usize);

/// Returns the result of an access for the caller, into which no panic can unwind.
fn encode<T: Ports>(ports: &T, access: impl FnOnce(&T) -> Option<Served>) -> c_int {
    let served = catch_unwind(AssertUnwindSafe(|| access(ports))).unwrap_or_else(|panic| {
        ports.set_panic(panic);
        None
    });
    served.map_or(NOT_SERVED, |Served { value, must_report }| {
        c_int::from(value) | if must_report { MUST_REPORT } else { 0 }
    })
}

/// Returns the ports at an address.
///
/// # Safety
/// `data` is the address of a `T` from `addresses_of`, which its owner still has.
unsafe fn ports_at<'a, T: Ports>(data: *const c_void) -> &'a T {
    // SAFETY: the caller's.
    unsafe { &*data.cast::<T>() }
}

extern "C" fn read<T: Ports>(data: *const c_void, offset: u64, now: u64) -> c_int {
    // SAFETY: `data` is the first of the addresses that have this function.
    encode(unsafe { ports_at::<T>(data) }, |ports| ports.read(offset, now))
}

extern "C" fn write<T: Ports>(data: *const c_void, offset: u64, value: u8, now: u64) -> c_int {
    // SAFETY: as above.
    encode(unsafe { ports_at::<T>(data) }, |ports| ports.write(offset, value, now))
}

/// Returns the addresses for the other module, which are valid as long as `ports` exists.
pub(crate) fn addresses_of<T: Ports>(ports: &T) -> Addresses {
    let (read, write) = (read::<T> as *const (), write::<T> as *const ());
    (std::ptr::from_ref(ports) as usize, read as usize, write as usize)
}

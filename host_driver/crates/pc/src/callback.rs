//! The C side: the one file that is `unsafe`.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::alignment::Alignment;
use crate::cache::Cache;
use crate::counter::Shared;
use crate::cycles::{Access, Cycles, Place};
use crate::edges::Block;
use crate::multiply::Multiplications;
use crate::pages::Pages;
use crate::register::ByRegister;

/// Unicorn's handle of a machine, `uc_engine *`.
type Engine = *mut c_void;

/// Do what needs Python within a callback.
///
/// `Python::attach` would not do: it believes what it remembers, and a machine may run within a board's callback, where
/// ctypes has let go of the interpreter again without `PyO3`'s knowing.
pub fn attached<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    // SAFETY: PyGILState_Ensure may be called from any thread and any state of it; callbacks come from a run that Python
    // has started, so there is an interpreter.
    let state = unsafe { ffi::PyGILState_Ensure() };
    // SAFETY: the thread is attached until the state is released.
    let python = unsafe { Python::assume_attached() };
    let result = work(python);
    // SAFETY: the state that was got above, on the same thread.
    unsafe { ffi::PyGILState_Release(state) };
    result
}

/// Unicorn's `uc_cb_hookcode_t` for `UC_HOOK_BLOCK`: called before each basic block.
extern "C" fn block(_engine: Engine, address: u64, size: u32, data: *mut c_void) {
    // SAFETY: `data` is the address that `of_blocks` gave out: that of a `Shared` in a box, which its owner keeps as long
    // as the hook is set. `Shared` is only ever read through shared references.
    let shared = unsafe { &*data.cast::<Shared>() };
    shared.announce(Block { address, size });
}

/// `uc_cb_hookcode_t` for `UC_HOOK_CODE` where multiplications are: called before each instruction there.
extern "C" fn multiply(engine: Engine, address: u64, _size: u32, data: *mut c_void) {
    // SAFETY: as above, of `Multiplications` that `of_multiplications` was asked about.
    let all = unsafe { &*data.cast::<Multiplications>() };
    all.correct(address, &Machine { engine, unicorn: &all.unicorn });
}

/// The same at an instruction whose clocks depend on a register.
extern "C" fn by_register(engine: Engine, _address: u64, _size: u32, data: *mut c_void) {
    // SAFETY: as above, of a `ByRegister` that `of_register` was asked about.
    let by_register = unsafe { &*data.cast::<ByRegister>() };
    by_register.correct(&Machine { engine, unicorn: &by_register.unicorn });
}

/// The callback and its data, as `uc_hook_add` wants them.
pub fn of_blocks(shared: &Shared) -> (usize, usize) {
    (block as *const () as usize, ptr::from_ref(shared) as usize)
}

/// `uc_cb_hookmem_t`: called before each access to memory in a range.
extern "C" fn access(engine: Engine, _kind: c_int, address: u64, size: c_int, _value: i64, data: *mut c_void) {
    // SAFETY: as above, of an `Alignment` that `of_accesses` was asked about.
    let alignment = unsafe { &*data.cast::<Alignment>() };
    alignment.access(&Machine { engine, unicorn: &alignment.unicorn }, address, size.unsigned_abs());
}

/// The same for accesses to memory.
pub fn of_accesses(of: &Alignment) -> (usize, usize) {
    (access as *const () as usize, ptr::from_ref(of) as usize)
}

/// The same for an instruction whose clocks depend on a register.
pub fn of_register(of: &ByRegister) -> (usize, usize) {
    (by_register as *const () as usize, ptr::from_ref(of) as usize)
}

/// The same for multiplications.
pub fn of_multiplications(of: &Multiplications) -> (usize, usize) {
    (multiply as *const () as usize, ptr::from_ref(of) as usize)
}

/// `uc_mem_type` of a store and of a fetch of code.
const UC_MEM_WRITE: c_int = 17;
const UC_MEM_FETCH: c_int = 18;

/// `uc_prot`.
const UC_PROT_READ: u32 = 1;
const UC_PROT_WRITE: u32 = 2;
const UC_PROT_EXEC: u32 = 4;

/// `uc_tlb_entry`.
#[repr(C)]
struct TlbEntry {
    address: u64,
    permissions: u32,
}

/// `uc_cb_tlbevent_t`: a page is looked for; virtual addresses are physical ones.
extern "C" fn fill(_engine: Engine, address: u64, kind: c_int, entry: *mut TlbEntry, data: *mut c_void) -> bool {
    // SAFETY: as above, of the `Pages` that `of_pages` was asked about.
    let pages = unsafe { &*data.cast::<Pages>() };
    let executed = if kind == UC_MEM_FETCH || pages.has_code(address) { UC_PROT_EXEC } else { 0 };
    // SAFETY: Unicorn's entry, which waits to be filled.
    unsafe { entry.write(TlbEntry { address, permissions: UC_PROT_READ | UC_PROT_WRITE | executed }) };
    true
}

/// The callback of the TLB and its data.
pub fn of_pages(of: &Pages) -> (usize, usize) {
    (fill as *const () as usize, ptr::from_ref(of) as usize)
}

/// `uc_cb_hookcode_t` for `UC_HOOK_BLOCK`, of a cache.
extern "C" fn cached_block(_engine: Engine, address: u64, size: u32, data: *mut c_void) {
    // SAFETY: as above, of a `Cache` that `of_cache` was asked about.
    let cache = unsafe { &*data.cast::<Cache>() };
    cache.execute(Block { address, size });
}

/// `uc_cb_hookmem_t` of a cache.
extern "C" fn cached_access(engine: Engine, kind: c_int, address: u64, size: c_int, _value: i64, data: *mut c_void) {
    // SAFETY: as above.
    let cache = unsafe { &*data.cast::<Cache>() };
    let machine = Machine { engine, unicorn: cache.unicorn() };
    cache.access(&machine, address, size.unsigned_abs(), kind == UC_MEM_WRITE);
}

/// The same for a cache: of blocks, of accesses to memory, and the data of both.
pub fn of_cache(of: &Cache) -> (usize, usize, usize) {
    (cached_block as *const () as usize, cached_access as *const () as usize, ptr::from_ref(of) as usize)
}

/// Addresses of four callbacks and of the data that they want.
pub type Addresses = (usize, usize, usize, usize, usize);

/// An access of the CPU to a board; the value of a read.
fn cycle(engine: Engine, access: Access, data: *mut c_void) -> u64 {
    // SAFETY: as above, of the `Cycles` that `of_cycles` was asked about.
    let cycles = unsafe { &*data.cast::<Cycles>() };
    cycles.access(&Machine { engine, unicorn: &cycles.unicorn }, access)
}

/// `uc_cb_insn_in_t`.
extern "C" fn port_in(engine: Engine, port: u32, size: c_int, data: *mut c_void) -> u32 {
    let access = Access { place: Place::Port, address: port.into(), size: size.unsigned_abs(), write: None };
    cycle(engine, access, data) as u32
}

/// `uc_cb_insn_out_t`.
extern "C" fn port_out(engine: Engine, port: u32, size: c_int, value: u32, data: *mut c_void) {
    let write = Some(value.into());
    cycle(engine, Access { place: Place::Port, address: port.into(), size: size.unsigned_abs(), write }, data);
}

/// `uc_cb_mmio_read_t`; offsets count from the beginning of the boards' memory.
extern "C" fn board_read(engine: Engine, offset: u64, size: c_uint, data: *mut c_void) -> u64 {
    cycle(engine, Access { place: Place::Memory, address: offset, size, write: None }, data)
}

/// `uc_cb_mmio_write_t`.
extern "C" fn board_write(engine: Engine, offset: u64, size: c_uint, value: u64, data: *mut c_void) {
    cycle(engine, Access { place: Place::Memory, address: offset, size, write: Some(value) }, data);
}

/// The same for accesses to boards: IN, OUT, read, write, and the data of all four.
pub fn of_cycles(of: &Cycles) -> Addresses {
    let (input, output) = (port_in as *const (), port_out as *const ());
    let (read, write) = (board_read as *const (), board_write as *const ());
    (input as usize, output as usize, read as usize, write as usize, ptr::from_ref(of) as usize)
}

/// Functions of Unicorn's C interface.
pub struct Unicorn {
    /// Unicorn's numbers of IP or EIP, and of CS where there are segments.
    ip: c_int,
    cs: c_int,
    reg_read: extern "C" fn(Engine, c_int, *mut c_void) -> c_int,
    mem_read: extern "C" fn(Engine, u64, *mut c_void, u64) -> c_int,
}

impl Unicorn {
    /// From the numbers of IP or EIP and of CS (0 in flat memory), and the addresses of `uc_reg_read` and `uc_mem_read`;
    /// `None` if one of these is zero.
    pub fn at((ip, cs, reg_read, mem_read): (c_int, c_int, usize, usize)) -> Option<Self> {
        if reg_read == 0 || mem_read == 0 {
            return None;
        }
        // SAFETY: the one caller takes both addresses from the Unicorn library that runs the machine, by these names;
        // the signatures are those of unicorn.h.
        unsafe {
            Some(Self {
                ip,
                cs,
                reg_read: std::mem::transmute::<usize, extern "C" fn(Engine, c_int, *mut c_void) -> c_int>(reg_read),
                mem_read: std::mem::transmute::<usize, extern "C" fn(Engine, u64, *mut c_void, u64) -> c_int>(mem_read),
            })
        }
    }
}

/// The machine's RAM as the host has it: first addresses, sizes, and the addresses of the host.
pub struct Ram(Vec<(u64, u64, usize)>);

impl Ram {
    pub fn new(areas: Vec<(u64, u64, usize)>) -> Self {
        Self(areas)
    }

    /// Up to four bytes, little-endian; `None` unless all of them lie in one area.
    pub fn read(&self, address: u32, bytes: u32) -> Option<u32> {
        let (first, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        let holds = |&&(start, size, _): &&(u64, u64, usize)| first >= start && end <= start + size;
        let &(start, _, host) = self.0.iter().find(holds).filter(|_| bytes <= 4)?;
        let place = host + usize::try_from(first - start).ok()?;
        let mut value = [0_u8; 4];
        // SAFETY: the one caller maps its own memory as the machine's RAM and gives the same addresses here; it keeps the
        // memory as long as the hook is set. The bytes lie within it, and the machine, in this thread, waits.
        unsafe { ptr::copy_nonoverlapping(place as *const u8, value.as_mut_ptr(), bytes as usize) };
        Some(u32::from_le_bytes(value))
    }
}

/// A machine in mid-run.
pub struct Machine<'a> {
    engine: Engine,
    unicorn: &'a Unicorn,
}

impl Machine<'_> {
    /// Linear address of the instruction that is being executed.
    pub fn instruction(&self) -> u64 {
        u64::from(self.segment(self.unicorn.cs).wrapping_add(self.register(self.unicorn.ip)))
    }

    /// Linear address of the segment that a register of real mode points to; that of no register is 0.
    pub fn segment(&self, number: c_int) -> u32 {
        (self.register(number) & 0xFFFF) << 4
    }

    /// A register of up to 32 bits, by Unicorn's number; 0 is none, which holds zero.
    pub fn register(&self, number: c_int) -> u32 {
        let mut value = 0_u64;
        if number == 0 {
            return 0;
        }
        (self.unicorn.reg_read)(self.engine, number, (&raw mut value).cast());
        value as u32
    }

    /// Up to four bytes of memory, little-endian; zero where there is none: the instruction itself will fail.
    pub fn memory(&self, address: u32, bytes: u32) -> u32 {
        let mut value = [0_u8; 4];
        (self.unicorn.mem_read)(self.engine, u64::from(address), (&raw mut value).cast(), u64::from(bytes.min(4)));
        u32::from_le_bytes(value)
    }
}

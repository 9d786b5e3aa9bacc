//! The C interface: the only file with `unsafe` code.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::block_edges::Block;

/// Unicorn's handle of a machine, `uc_engine *`.
pub type Engine = *mut c_void;

/// Runs work that needs Python within a callback.
///
/// `Python::attach` would not suffice: it relies on its own record, and a machine may run within a board's callback,
/// where ctypes has released the interpreter again without `PyO3`'s knowledge.
pub fn attached<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    // SAFETY: PyGILState_Ensure may be called from any thread and any state of it; callbacks come from a run that
    // Python has started, so there is an interpreter.
    let state = unsafe { ffi::PyGILState_Ensure() };
    // SAFETY: the thread is attached until the state is released.
    let python = unsafe { Python::assume_attached() };
    let result = work(python);
    // SAFETY: the state that was got above, on the same thread.
    unsafe { ffi::PyGILState_Release(state) };
    result
}

/// The result of an access to native ports for which only Python suffices.
const NOT_SERVED: c_int = -1;
/// The bit of a result with which `report` of the board must be called.
const MUST_REPORT: c_int = 0x100;

/// An access to native ports: the byte that was read, and whether `report` of the board must be called.
pub struct Served {
    pub value: u8,
    pub must_report: bool,
}

/// Ports of a board of another extension module, which need no Python. The board must exist as long as they.
pub struct NativePorts {
    ports: usize,
    read: extern "C" fn(*const c_void, u64, u64) -> c_int,
    write: extern "C" fn(*const c_void, u64, u8, u64) -> c_int,
}

impl NativePorts {
    /// Returns the ports of the addresses that `native_ports` of a `HostBus` has returned; `None` if one is zero.
    pub fn at((ports, read, write): (usize, usize, usize)) -> Option<Self> {
        if ports == 0 || read == 0 || write == 0 {
            return None;
        }
        // SAFETY: the only caller has checked the class of the object, whose functions have these signatures, and
        // keeps the object.
        unsafe {
            Some(Self {
                ports,
                read: std::mem::transmute::<usize, extern "C" fn(*const c_void, u64, u64) -> c_int>(read),
                write: std::mem::transmute::<usize, extern "C" fn(*const c_void, u64, u8, u64) -> c_int>(write),
            })
        }
    }

    /// Performs an access at a time in picoseconds; returns `None` if Python must repeat it.
    pub fn access(&self, offset: u64, write: Option<u8>, now: u64) -> Option<Served> {
        let ports = self.ports as *const c_void;
        let result = match write {
            Some(value) => (self.write)(ports, offset, value, now),
            None => (self.read)(ports, offset, now),
        };
        (result != NOT_SERVED).then_some(Served { value: result as u8, must_report: result & MUST_REPORT != 0 })
    }
}

/// A user of a machine during a run.
pub trait OnMachine {
    fn unicorn(&self) -> &Unicorn;
}

/// A receiver of each basic block, before it executes.
pub trait AtBlock {
    fn block(&self, block: Block, engine: Engine);
}

/// A receiver of each instruction in a range, before it executes.
pub trait AtInstruction: OnMachine {
    fn instruction(&self, address: u64, machine: &Machine<'_>);
}

/// A receiver of each access to memory in a range, before it.
pub trait AtAccess: OnMachine {
    fn access(&self, machine: &Machine<'_>, address: u64, size: u32, write: bool);
}

/// A receiver of stores to memory that Unicorn may not write.
pub trait AtStore {
    /// Performs a store; returns false if the machine must stop instead.
    fn store(&self, address: u64, bytes: &[u8]) -> bool;
}

/// The pages of a machine.
pub trait AtFill {
    /// Returns true if the page that begins at an address has code.
    fn has_code(&self, page: u64) -> bool;
}

/// A handler of accesses to boards.
pub trait AtBoard: OnMachine {
    /// Performs an access; returns the value of a read.
    fn access(&self, machine: &Machine<'_>, access: Access) -> u64;
}

/// The target of an access to a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AccessTarget {
    Port,
    Memory,
}

/// One access to a board from Unicorn: at a port, or at an address that counts from the beginning of the boards'
/// memory; `write` has the value.
#[derive(Clone, Copy)]
pub struct Access {
    pub target: AccessTarget,
    pub address: u64,
    pub size: u32,
    pub write: Option<u64>,
}

impl Access {
    /// Returns true for a word at an even port, which is one bus cycle if the board there has 16 data lines.
    pub fn is_word_at_port(&self) -> bool {
        self.target == AccessTarget::Port && self.size == 2 && self.address.is_multiple_of(2)
    }
}

/// Returns the object at a callback's pointer.
///
/// # Safety
/// `data` is the address of a `T` from `data_of`: one in a box, which its owner does not drop as long as the hook is
/// set, and which is only ever read through shared references.
unsafe fn object_at<'a, T>(data: *mut c_void) -> &'a T {
    // SAFETY: the caller's.
    unsafe { &*data.cast::<T>() }
}

fn data_of<T>(of: &T) -> usize {
    ptr::from_ref(of) as usize
}

fn on<T: OnMachine>(of: &T, engine: Engine) -> Machine<'_> {
    of.unicorn().machine(engine)
}

/// Implements Unicorn's `uc_cb_hookcode_t` for `UC_HOOK_BLOCK`: it is called before each basic block.
extern "C" fn block<T: AtBlock>(engine: Engine, address: u64, size: u32, data: *mut c_void) {
    // SAFETY: `data` is what `of_blocks` has returned with this function.
    let of: &T = unsafe { object_at(data) };
    of.block(Block { address, size }, engine);
}

/// Returns the callback and its data, as `uc_hook_add` requires them.
pub fn of_blocks<T: AtBlock>(of: &T) -> (usize, usize) {
    (block::<T> as *const () as usize, data_of(of))
}

/// Implements `uc_cb_hookcode_t` for `UC_HOOK_CODE`: it is called before each instruction in a range.
extern "C" fn instruction<T: AtInstruction>(engine: Engine, address: u64, _size: u32, data: *mut c_void) {
    // SAFETY: as above, of `of_instructions`.
    let of: &T = unsafe { object_at(data) };
    of.instruction(address, &on(of, engine));
}

/// Returns the callback for instructions and its data.
pub fn of_instructions<T: AtInstruction>(of: &T) -> (usize, usize) {
    (instruction::<T> as *const () as usize, data_of(of))
}

/// `uc_mem_type` of a store and of a fetch of code.
const UC_MEM_WRITE: c_int = 17;
const UC_MEM_FETCH: c_int = 18;

/// Implements `uc_cb_hookmem_t`: it is called before each access to memory in a range.
extern "C" fn access<T: AtAccess>(
    engine: Engine,
    kind: c_int,
    address: u64,
    size: c_int,
    _value: i64,
    data: *mut c_void,
) {
    // SAFETY: as above, of `of_accesses`.
    let of: &T = unsafe { object_at(data) };
    of.access(&on(of, engine), address, size.unsigned_abs(), kind == UC_MEM_WRITE);
}

/// Returns the callback for accesses to memory and its data.
pub fn of_accesses<T: AtAccess>(of: &T) -> (usize, usize) {
    (access::<T> as *const () as usize, data_of(of))
}

/// Returns the callbacks for blocks and accesses to memory, and the data of both.
pub fn of_blocks_and_accesses<T: AtBlock + AtAccess>(of: &T) -> (usize, usize, usize) {
    (of_blocks(of).0, of_accesses(of).0, data_of(of))
}

/// Implements `uc_cb_eventmem_t` for `UC_HOOK_MEM_WRITE_PROT`: it is called instead of a store to a read-only page.
extern "C" fn store<T: AtStore>(
    _engine: Engine,
    _kind: c_int,
    address: u64,
    size: c_int,
    value: i64,
    data: *mut c_void,
) -> bool {
    // SAFETY: as above, of `of_stores`.
    let of: &T = unsafe { object_at(data) };
    let bytes = value.to_le_bytes();
    of.store(address, bytes.get(..size.unsigned_abs() as usize).unwrap_or(&bytes))
}

/// Returns the callback for stores to read-only pages and its data.
pub fn of_stores<T: AtStore>(of: &T) -> (usize, usize) {
    (store::<T> as *const () as usize, data_of(of))
}

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

/// Implements `uc_cb_tlbevent_t`: it is called to fill the entry of a page; virtual addresses are physical ones.
extern "C" fn fill<T: AtFill>(
    _engine: Engine,
    address: u64,
    kind: c_int,
    entry: *mut TlbEntry,
    data: *mut c_void,
) -> bool {
    // SAFETY: as above, of `of_fills`.
    let of: &T = unsafe { object_at(data) };
    let executed = if kind == UC_MEM_FETCH || of.has_code(address) { UC_PROT_EXEC } else { 0 };
    // SAFETY: the entry is Unicorn's, which waits for it to be filled.
    unsafe { entry.write(TlbEntry { address, permissions: UC_PROT_READ | UC_PROT_WRITE | executed }) };
    true
}

/// Returns the callback of the TLB and its data.
pub fn of_fills<T: AtFill>(of: &T) -> (usize, usize) {
    (fill::<T> as *const () as usize, data_of(of))
}

/// Addresses of four callbacks and of their data.
pub type Addresses = (usize, usize, usize, usize, usize);

/// Performs an access of the CPU to a board; returns the value of a read.
fn board<T: AtBoard>(engine: Engine, access: Access, data: *mut c_void) -> u64 {
    // SAFETY: as above, of `of_boards`.
    let of: &T = unsafe { object_at(data) };
    of.access(&on(of, engine), access)
}

/// Implements `uc_cb_insn_in_t`.
extern "C" fn port_in<T: AtBoard>(engine: Engine, port: u32, size: c_int, data: *mut c_void) -> u32 {
    let access = Access { target: AccessTarget::Port, address: port.into(), size: size.unsigned_abs(), write: None };
    board::<T>(engine, access, data) as u32
}

/// Implements `uc_cb_insn_out_t`.
extern "C" fn port_out<T: AtBoard>(engine: Engine, port: u32, size: c_int, value: u32, data: *mut c_void) {
    let write = Some(value.into());
    board::<T>(
        engine,
        Access { target: AccessTarget::Port, address: port.into(), size: size.unsigned_abs(), write },
        data,
    );
}

/// Implements `uc_cb_mmio_read_t`; offsets count from the beginning of the boards' memory.
extern "C" fn board_read<T: AtBoard>(engine: Engine, offset: u64, size: c_uint, data: *mut c_void) -> u64 {
    board::<T>(engine, Access { target: AccessTarget::Memory, address: offset, size, write: None }, data)
}

/// Implements `uc_cb_mmio_write_t`.
extern "C" fn board_write<T: AtBoard>(engine: Engine, offset: u64, size: c_uint, value: u64, data: *mut c_void) {
    board::<T>(engine, Access { target: AccessTarget::Memory, address: offset, size, write: Some(value) }, data);
}

/// Returns the callbacks for accesses to boards: IN, OUT, read, write, and the data of all four.
pub fn of_boards<T: AtBoard>(of: &T) -> Addresses {
    let (input, output) = (port_in::<T> as *const (), port_out::<T> as *const ());
    let (read, write) = (board_read::<T> as *const (), board_write::<T> as *const ());
    (input as usize, output as usize, read as usize, write as usize, data_of(of))
}

/// Functions of Unicorn's C interface.
pub struct Unicorn {
    /// Unicorn's numbers of IP or EIP, and of CS if there are segments.
    ip: c_int,
    cs: c_int,
    reg_read: extern "C" fn(Engine, c_int, *mut c_void) -> c_int,
    mem_read: extern "C" fn(Engine, u64, *mut c_void, u64) -> c_int,
}

impl Unicorn {
    /// Returns the machine of an engine during a run.
    pub fn machine(&self, engine: Engine) -> Machine<'_> {
        Machine { engine, unicorn: self }
    }

    /// Returns the functions from the numbers of IP or EIP and of CS (0 in flat memory), and the addresses of
    /// `uc_reg_read` and `uc_mem_read`; `None` if one of these is zero.
    pub fn at((ip, cs, reg_read, mem_read): (c_int, c_int, usize, usize)) -> Option<Self> {
        if reg_read == 0 || mem_read == 0 {
            return None;
        }
        // SAFETY: the only caller takes both addresses from the Unicorn library that runs the machine, by these names;
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

/// The machine's RAM in the host: first addresses, sizes, and addresses in the host.
pub struct Ram(Vec<(u64, u64, usize)>);

impl Ram {
    pub fn new(areas: Vec<(u64, u64, usize)>) -> Self {
        Self(areas)
    }

    /// Reads up to four bytes, little-endian; `None` unless all of them are in one area.
    pub fn read(&self, address: u32, bytes: u32) -> Option<u32> {
        let (first, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        let holds = |&&(start, size, _): &&(u64, u64, usize)| first >= start && end <= start + size;
        let &(start, _, host) = self.0.iter().find(holds).filter(|_| bytes <= 4)?;
        let source = host + usize::try_from(first - start).ok()?;
        let mut value = [0_u8; 4];
        // SAFETY: the only caller maps its own memory as the machine's RAM and passes the same addresses here; it keeps
        // the memory as long as the hook is set. The bytes are inside of it, and the machine, in this thread, waits.
        unsafe { ptr::copy_nonoverlapping(source as *const u8, value.as_mut_ptr(), bytes as usize) };
        Some(u32::from_le_bytes(value))
    }

    /// Returns the number of bytes from an address to the end of its area; 0 outside of RAM.
    pub fn bytes_from(&self, address: u64) -> u64 {
        self.area(address).map_or(0, |&(start, size, _)| start + size - address)
    }

    /// Appends bytes from an address to `bytes`; at most `bytes_from` of them.
    pub fn append_to(&self, bytes: &mut Vec<u8>, address: u64, count: usize) {
        let Some(place) = self.place(address, count) else { return };
        // SAFETY: as in `read`; the bytes are inside of the area.
        bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(place as *const u8, count) });
    }

    /// Stores bytes from an address on; at most `bytes_from` of them, where the machine has no code.
    pub fn store(&self, address: u64, bytes: &[u8]) {
        let Some(place) = self.place(address, bytes.len()) else { return };
        // SAFETY: as in `read`; the bytes are inside of the area.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), place as *mut u8, bytes.len()) };
    }

    fn area(&self, address: u64) -> Option<&(u64, u64, usize)> {
        self.0.iter().find(|&&(start, size, _)| (start..start + size).contains(&address))
    }

    /// Returns the address in the host of `count` bytes, if they are in one area.
    fn place(&self, address: u64, count: usize) -> Option<usize> {
        let &(start, size, host) = self.area(address)?;
        let offset = address - start;
        (count as u64 <= size - offset).then_some(host + usize::try_from(offset).ok()?)
    }
}

/// Unicorn's function that writes a register, `uc_reg_write`.
pub struct RegisterWriter(extern "C" fn(Engine, c_int, *const c_void) -> c_int);

impl RegisterWriter {
    /// Returns the function at an address; `None` for zero.
    pub fn at(address: usize) -> Option<Self> {
        if address == 0 {
            return None;
        }
        // SAFETY: as of the functions of `Unicorn::at`.
        Some(Self(unsafe {
            std::mem::transmute::<usize, extern "C" fn(Engine, c_int, *const c_void) -> c_int>(address)
        }))
    }

    /// Writes a register of up to 32 bits of a machine, by Unicorn's number.
    pub fn write(&self, machine: &Machine<'_>, number: c_int, value: u32) {
        let value = u64::from(value);
        (self.0)(machine.engine, number, (&raw const value).cast());
    }
}

/// A machine during a run.
pub struct Machine<'a> {
    engine: Engine,
    unicorn: &'a Unicorn,
}

impl Machine<'_> {
    /// Returns the linear address of the current instruction.
    pub fn instruction(&self) -> u64 {
        u64::from(self.segment(self.unicorn.cs).wrapping_add(self.register(self.unicorn.ip)))
    }

    /// Returns the linear address of the segment in a register of real mode; it is 0 for no register.
    pub fn segment(&self, number: c_int) -> u32 {
        (self.register(number) & 0xFFFF) << 4
    }

    /// Returns a register of up to 32 bits, by Unicorn's number; 0 selects none and returns zero.
    pub fn register(&self, number: c_int) -> u32 {
        let mut value = 0_u64;
        if number == 0 {
            return 0;
        }
        (self.unicorn.reg_read)(self.engine, number, (&raw mut value).cast());
        value as u32
    }

    /// Returns up to four bytes of memory, little-endian; zero for unmapped memory, where the instruction itself will
    /// fail.
    pub fn memory(&self, address: u32, bytes: u32) -> u32 {
        let mut value = [0_u8; 4];
        (self.unicorn.mem_read)(self.engine, u64::from(address), (&raw mut value).cast(), u64::from(bytes.min(4)));
        u32::from_le_bytes(value)
    }
}

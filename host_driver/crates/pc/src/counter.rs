//! The clocks of a machine, advanced by Unicorn's block callback.

use std::collections::HashMap;
use std::ffi::c_int;
use std::num::NonZeroU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::alignment::Alignment;
use crate::block_edges::Taken;
use crate::cache::{self, Cache};
use crate::callback::{self, Ram, Unicorn};
use crate::early_out_multiply::{Multiplications, Multiplier, Multiply, Operand};
use crate::register_timing::{ByRegister, Charge};
use crate::shared::{Calls, Shared};

type TakenTuple = (usize, u64, u32, usize, i64, u64);

/// A register and zero and `None`; or base, index, and scale, displacement, segment and mask of a memory operand.
type OperandTuple = (c_int, c_int, Option<(u32, u32, c_int, u32)>);

/// The arguments of `Unicorn::at`.
type UnicornTuple = (c_int, c_int, usize, usize);

/// A multiplication: its address, operand and width, whether it is signed, and its corrections.
type MultiplyTuple = (u64, OperandTuple, u32, bool, Vec<i64>);

/// The clocks, the node and the caches of a machine.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct CounterState {
    clocks: i64,
    limit: i64,
    node: usize,
    caches: Vec<cache::State>,
}

/// Counts clocks along the edges of a graph of blocks.
///
/// `follow(node, address, size)` returns `(clocks, node, keep)` for a block that has not followed `node` before; `keep`
/// is true if the result is always the same. `on_limit()` is called when `clocks` has passed `limit`. An exception of
/// either, or of a signal's handler, is passed to `on_failure(error)`, which must not raise.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct EdgeCounter {
    shared: Arc<Shared>,
    /// In boxes, because their addresses are passed to Unicorn.
    #[expect(clippy::vec_box)]
    multiplications: Mutex<Vec<Box<Multiplications>>>,
    #[expect(clippy::vec_box)]
    alignments: Mutex<Vec<Box<Alignment>>>,
    #[expect(clippy::vec_box)]
    caches: Mutex<Vec<Box<Cache>>>,
    #[expect(clippy::vec_box)]
    by_registers: Mutex<Vec<Box<ByRegister>>>,
}

/// Returns the multiplication, or `None` for a width that no multiplication has.
fn multiply((address, (first, index, memory), bits, signed, corrections): MultiplyTuple) -> Option<Multiply> {
    let multiplier = match memory {
        None => Multiplier::Register(first),
        Some((scale, displacement, segment, mask)) => {
            Multiplier::Memory(Operand { base: first, index, scale, displacement, segment, mask })
        }
    };
    matches!(bits, 8 | 16 | 32).then(|| Multiply::new(address, multiplier, bits, signed, corrections))
}

#[pymethods]
impl EdgeCounter {
    #[new]
    fn new(follow: Py<PyAny>, on_limit: Py<PyAny>, on_failure: Py<PyAny>) -> Self {
        Self {
            shared: Arc::new(Shared::new(Calls { follow, on_limit, on_failure })),
            multiplications: Mutex::new(Vec::new()),
            alignments: Mutex::new(Vec::new()),
            caches: Mutex::new(Vec::new()),
            by_registers: Mutex::new(Vec::new()),
        }
    }

    /// Returns the addresses of a block callback and of its data for `uc_hook_add`. They are valid as long as this
    /// object exists.
    fn callback(&self) -> (usize, usize) {
        callback::of_blocks(&*self.shared)
    }

    /// Returns the callback and its data for the instructions from the first to the last of `every`: multiplications of
    /// (address, operand, bits, signed, corrections). Each adds `corrections[ceil(log2 |multiplier|)]` clocks.
    ///
    /// An operand has Unicorn's numbers of registers: of the multiplier, and 0 and `None`; or of base and index of a
    /// memory operand, 0 for none, and its scale, displacement, segment (0 in flat memory) and the mask of its offset.
    /// `unicorn` is Unicorn's numbers of IP and CS (0 in flat memory), and the addresses of `uc_reg_read` and
    /// `uc_mem_read`. `ram` has first address, size and the host's address of each area of RAM, valid as long as the
    /// hook is set. Raises `ValueError` for an empty list, for more than 64 KB of code, and for a width that is not 8,
    /// 16 or 32.
    fn multiplications(
        &self,
        every: Vec<MultiplyTuple>,
        unicorn: UnicornTuple,
        ram: Vec<(u64, u64, usize)>,
    ) -> PyResult<(usize, usize)> {
        let refused = || PyValueError::new_err("no such multiplications");
        let all = every.into_iter().map(multiply).collect::<Option<Vec<_>>>().ok_or_else(refused)?;
        let unicorn = Unicorn::at(unicorn).ok_or_else(refused)?;
        let all = Multiplications::new(Arc::clone(&self.shared), unicorn, Ram::new(ram), all).ok_or_else(refused)?;
        let all = Box::new(all);
        let addresses = callback::of_instructions(&*all);
        self.multiplications.lock().unwrap_or_else(PoisonError::into_inner).push(all);
        Ok(addresses)
    }

    /// Returns a callback and its data for the shift by CL at `address`. It adds `each` clocks for each bit, and `none`
    /// if the count is 0. `register` is Unicorn's number of CL.
    fn shift(
        &self,
        address: u64,
        register: c_int,
        each: i64,
        none: i64,
        unicorn: UnicornTuple,
    ) -> PyResult<(usize, usize)> {
        self.by_register(address, register, Charge::Shift { each, none }, unicorn)
    }

    /// Returns a callback and its data for the BSF (`upwards`) or BSR at `address`. It adds `each` clocks for each
    /// clear bit that is passed in the lowest `bits` of its operand, `register`.
    ///
    /// # Errors
    ///
    /// `ValueError` if `bits` is not 1 to 32.
    fn search(
        &self,
        address: u64,
        register: c_int,
        each: i64,
        bits: u32,
        upwards: bool,
        unicorn: UnicornTuple,
    ) -> PyResult<(usize, usize)> {
        if !(1..=u32::BITS).contains(&bits) {
            return Err(PyValueError::new_err("bits must be 1 to 32"));
        }
        self.by_register(address, register, Charge::Search { each, bits, upwards }, unicorn)
    }

    /// Returns the callback and its data for the `SETcc` at `address`. It adds `clocks` unless its `condition` (the low
    /// four bits of its opcode) is true; `register` is Unicorn's number of EFLAGS.
    fn unless(
        &self,
        address: u64,
        register: c_int,
        condition: u8,
        clocks: i64,
        unicorn: UnicornTuple,
    ) -> PyResult<(usize, usize)> {
        self.by_register(address, register, Charge::Unless { condition, clocks }, unicorn)
    }

    /// Returns the callback and its data for accesses to memory, which adds `cycle` clocks for each multiple of `width`
    /// that one crosses. For writes it subtracts the clocks in `overlaps` for the instruction's address.
    ///
    /// # Errors
    ///
    /// `ValueError` if `width` is 0.
    fn alignment(
        &self,
        cycle: i64,
        width: u64,
        overlaps: Vec<(u64, i64)>,
        unicorn: UnicornTuple,
    ) -> PyResult<(usize, usize)> {
        let (Some(unicorn), Some(width)) = (Unicorn::at(unicorn), NonZeroU64::new(width)) else {
            return Err(PyValueError::new_err("no functions, or no width"));
        };
        let overlaps = overlaps.into_iter().collect();
        let alignment = Box::new(Alignment { shared: Arc::clone(&self.shared), unicorn, cycle, width, overlaps });
        let addresses = callback::of_accesses(&*alignment);
        self.alignments.lock().unwrap_or_else(PoisonError::into_inner).push(alignment);
        Ok(addresses)
    }

    /// Returns the callbacks and data of a cache of the i486 in which a miss costs `miss` clocks: the callback for
    /// blocks, that for accesses to memory, and the data of both.
    fn cache(&self, miss: i64, unicorn: (c_int, c_int, usize, usize)) -> PyResult<(usize, usize, usize)> {
        let Some(unicorn) = Unicorn::at(unicorn) else { return Err(PyValueError::new_err("no functions")) };
        let cache = Box::new(Cache::new(Arc::clone(&self.shared), unicorn, miss));
        let addresses = callback::of_blocks_and_accesses(&*cache);
        self.caches.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        Ok(addresses)
    }

    /// Returns the misses of the cache: of code, and of data that was read.
    fn misses(&self) -> (u64, u64) {
        let caches = self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        caches.last().map_or((0, 0), |cache| cache.misses())
    }

    /// Resets clocks and counts to their state after power-up, and empties the cache. The known edges stay.
    fn restart(&self) {
        self.shared.restart();
        for all in self.multiplications.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            all.restart();
        }
        for cache in self.caches.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            cache.restart();
        }
    }

    /// Returns the state of clocks, node and caches, for `restore`.
    fn state(&self) -> CounterState {
        let caches = self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let caches = caches.iter().map(|cache| cache.copy()).collect();
        CounterState { clocks: self.clocks(), limit: self.limit(), node: self.node(), caches }
    }

    /// Sets clocks, node and caches to an earlier state. The known edges and their counts stay.
    fn restore(&self, state: &CounterState) {
        self.set_clocks(state.clocks);
        self.set_limit(state.limit);
        self.set_node(state.node);
        let caches = self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        for (cache, state) in caches.iter().zip(&state.caches) {
            cache.restore(state);
        }
    }

    /// Charges clocks to the instruction at `address` of the current block.
    fn wait(&self, address: u64, clocks: i64) {
        self.shared.wait(address, clocks);
    }

    /// Returns every edge that was taken: source, the block's address and size, target, total clocks, times.
    fn taken(&self) -> Vec<TakenTuple> {
        let tuple =
            |Taken { source, block, target, clocks, times }| (source, block.address, block.size, target, clocks, times);
        self.shared.taken().into_iter().map(tuple).collect()
    }

    /// Returns the clocks charged within blocks, by the address of the instruction.
    fn waits(&self) -> HashMap<u64, i64> {
        let mut waits = self.shared.waits();
        for all in self.multiplications.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            for (address, clocks) in all.waits() {
                *waits.entry(address).or_default() += clocks;
            }
        }
        waits
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.shared.traverse(&visit)
    }

    fn __clear__(&self) {
        self.shared.clear();
    }

    #[getter]
    fn clocks(&self) -> i64 {
        self.shared.state.clocks.load(Relaxed)
    }

    #[setter]
    fn set_clocks(&self, clocks: i64) {
        self.shared.state.clocks.store(clocks, Relaxed);
    }

    #[getter]
    fn limit(&self) -> i64 {
        self.shared.state.limit.load(Relaxed)
    }

    #[setter]
    fn set_limit(&self, limit: i64) {
        self.shared.state.limit.store(limit, Relaxed);
    }

    #[getter]
    fn node(&self) -> usize {
        self.shared.state.node.load(Relaxed)
    }

    #[setter]
    fn set_node(&self, node: usize) {
        self.shared.state.node.store(node, Relaxed);
    }
}

impl EdgeCounter {
    /// Returns the state that other callbacks share with this counter's.
    pub fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    fn by_register(
        &self,
        address: u64,
        register: c_int,
        charge: Charge,
        unicorn: UnicornTuple,
    ) -> PyResult<(usize, usize)> {
        let Some(unicorn) = Unicorn::at(unicorn) else { return Err(PyValueError::new_err("no functions")) };
        let shared = Arc::clone(&self.shared);
        let by_register = Box::new(ByRegister { shared, unicorn, address, register, charge });
        let addresses = callback::of_instructions(&*by_register);
        self.by_registers.lock().unwrap_or_else(PoisonError::into_inner).push(by_register);
        Ok(addresses)
    }
}

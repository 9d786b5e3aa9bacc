//! The state that the callbacks of a machine share: its clocks and node, its edges, and the functions of Python.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::block_edges::{Block, Edges, Taken};
use crate::block_state::{MachineState, RecentEdges};
use crate::callback::{self, AtBlock, Engine};

/// Blocks between two checks of Python's signals: less than a millisecond.
const BLOCKS_PER_SIGNAL_CHECK: u32 = 1 << 14;
/// The address of no instruction.
const NOWHERE: u64 = u64::MAX;

/// An executor of the items of a repeated instruction, which Unicorn then need not execute.
pub trait AtItem: Send + Sync {
    /// Executes items of the instruction that is the announced block, but not the last one. The clocks and the node
    /// become those at the announcement of the next item.
    fn execute_items(&self, block: Block, engine: Engine);
}

/// The state that the callbacks of a machine share.
pub struct Shared {
    pub state: MachineState,
    recent: RecentEdges,
    edges: Mutex<Edges>,
    /// Number of blocks, for the checks of signals.
    blocks: AtomicU32,
    /// The address of the repeated instruction whose items `items` executes.
    repeated: AtomicU64,
    items: OnceLock<Weak<dyn AtItem>>,
    /// `None` once the garbage collector has taken them.
    calls: Mutex<Option<Calls>>,
}

/// Functions of Python.
pub struct Calls {
    pub follow: Py<PyAny>,
    pub on_limit: Py<PyAny>,
    pub on_failure: Py<PyAny>,
}

impl AtBlock for Shared {
    fn block(&self, block: Block, engine: Engine) {
        let node = self.state.node.load(Relaxed);
        let known = self.follow(node, block);
        if known
            && block.address == self.repeated.load(Relaxed)
            && let Some(items) = self.items.get().and_then(Weak::upgrade)
        {
            items.execute_items(block, engine);
        }
        let blocks = self.blocks.load(Relaxed);
        self.blocks.store(blocks.wrapping_add(1), Relaxed);
        if !known || self.state.is_over_limit() || blocks.is_multiple_of(BLOCKS_PER_SIGNAL_CHECK) {
            callback::attached(|py| {
                let Some(calls) = self.calls(py) else { return };
                if let Err(failure) = self.call_python(py, &calls, block, node, known) {
                    // It has no caller to raise to; an exception that it raises ends here.
                    let _ = calls.on_failure.call1(py, (failure,));
                }
            });
        }
    }
}

impl Shared {
    pub fn new(calls: Calls) -> Self {
        Self {
            state: MachineState::new(),
            recent: RecentEdges::new(),
            edges: Mutex::default(),
            blocks: AtomicU32::new(0),
            repeated: AtomicU64::new(NOWHERE),
            items: OnceLock::new(),
            calls: Mutex::new(Some(calls)),
        }
    }

    /// Resets clocks and counts to their state after power-up. The known edges stay.
    pub fn restart(&self) {
        self.state.restart();
        self.recent.restart();
        self.edges().restart();
    }

    /// Returns every edge that was taken.
    pub fn taken(&self) -> Vec<Taken> {
        let mut edges = self.edges();
        self.recent.flush(&mut edges);
        edges.taken().collect()
    }

    /// Returns the clocks charged within blocks, by the address of the instruction.
    pub fn waits(&self) -> HashMap<u64, i64> {
        self.edges().waits().iter().map(|(&address, &clocks)| (address, clocks)).collect()
    }

    /// Visits Python's objects for the garbage collector.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A running machine holds the lock, and is in use.
        if let Ok(calls) = self.calls.try_lock()
            && let Some(Calls { follow, on_limit, on_failure }) = calls.as_ref()
        {
            visit.call(follow)?;
            visit.call(on_limit)?;
            visit.call(on_failure)?;
        }
        Ok(())
    }

    /// Drops Python's objects.
    pub fn clear(&self) {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(calls);
    }

    fn edges(&self) -> MutexGuard<'_, Edges> {
        // Nothing here panics with the lock held.
        self.edges.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn calls(&self, py: Python<'_>) -> Option<Calls> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.as_ref().map(|calls| Calls {
            follow: calls.follow.clone_ref(py),
            on_limit: calls.on_limit.clone_ref(py),
            on_failure: calls.on_failure.clone_ref(py),
        })
    }

    /// Returns the node of the current block, and the clocks up to and including it.
    pub fn current(&self) -> (usize, i64) {
        (self.state.node.load(Relaxed), self.state.clocks.load(Relaxed))
    }

    /// Adds clocks that are charged elsewhere.
    pub fn add_clocks(&self, clocks: i64) {
        self.state.add_clocks(clocks);
    }

    /// Charges clocks to the instruction at `address` of the current block.
    pub fn wait(&self, address: u64, clocks: i64) {
        self.state.add_clocks(clocks);
        self.record_wait(address, clocks);
    }

    /// Records clocks as those of the instruction at `address`, which have been added.
    pub fn record_wait(&self, address: u64, clocks: i64) {
        self.edges().wait(address, clocks);
    }

    /// Sets the executor of items.
    pub fn set_items(&self, items: Weak<dyn AtItem>) {
        // A second one would be of the same machine.
        let _ = self.items.set(items);
    }

    /// Sets the repeated instruction whose items the executor receives; `None` for none.
    pub fn set_repeated(&self, address: Option<u64>) {
        self.repeated.store(address.unwrap_or(NOWHERE), Relaxed);
    }

    /// Follows a known edge; returns false for an unknown one.
    #[inline]
    fn follow(&self, node: usize, block: Block) -> bool {
        let Some((clocks, target)) = self.take(node, block) else { return false };
        self.state.go(clocks, target);
        true
    }

    /// Counts a known edge, and returns its clocks and its target, to which the machine must go.
    #[inline]
    pub fn take(&self, node: usize, block: Block) -> Option<(i64, usize)> {
        self.recent.take(node, block).or_else(|| self.recall(node, block))
    }

    /// Returns a known edge that is not among the recent ones.
    #[cold]
    fn recall(&self, node: usize, block: Block) -> Option<(i64, usize)> {
        let mut edges = self.edges();
        let edge = edges.find(node, block)?;
        self.recent.keep(node, &edge, &mut edges);
        Some((edge.clocks, edge.target))
    }

    /// Calls Python for an unknown edge, a passed limit, or signals.
    fn call_python(&self, py: Python<'_>, calls: &Calls, block: Block, node: usize, known: bool) -> PyResult<()> {
        if !known {
            let answer = calls.follow.call1(py, (node, block.address, block.size))?;
            let (clocks, target, keep) = answer.extract(py)?;
            self.edges().record(node, block, clocks, target, keep);
            self.state.go(clocks, target);
        }
        if self.state.is_over_limit() {
            calls.on_limit.call0(py)?;
        }
        py.check_signals()
    }
}

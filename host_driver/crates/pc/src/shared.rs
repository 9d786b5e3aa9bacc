//! What the callbacks of a machine share: where it is, what follows what, and what Python is asked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::callback::{self, AtBlock};
use crate::edges::{Block, Edges, Taken};
use crate::recent::{Place, Recent};

/// Blocks between two looks at Python's signals: less than a millisecond.
const BLOCKS_PER_LOOK: u32 = 1 << 14;

/// What the callbacks of a machine share.
pub struct Shared {
    pub place: Place,
    recent: Recent,
    edges: Mutex<Edges>,
    /// Blocks so far, for the looks at signals.
    blocks: AtomicU32,
    /// `None` once the garbage collector has taken them.
    calls: Mutex<Option<Calls>>,
}

/// What Python is asked and told.
pub struct Calls {
    pub follow: Py<PyAny>,
    pub on_limit: Py<PyAny>,
    pub on_failure: Py<PyAny>,
}

impl AtBlock for Shared {
    fn block(&self, block: Block) {
        let node = self.place.node.load(Relaxed);
        let known = self.follow(node, block);
        let blocks = self.blocks.load(Relaxed);
        self.blocks.store(blocks.wrapping_add(1), Relaxed);
        if !known || self.place.over() || blocks.is_multiple_of(BLOCKS_PER_LOOK) {
            callback::attached(|py| {
                let Some(calls) = self.calls(py) else { return };
                if let Err(failure) = self.ask(py, &calls, block, node, known) {
                    // It has no caller to raise to; a failure of its own would end here.
                    let _ = calls.on_failure.call1(py, (failure,));
                }
            });
        }
    }
}

impl Shared {
    pub fn new(calls: Calls) -> Self {
        Self {
            place: Place::new(),
            recent: Recent::new(),
            edges: Mutex::default(),
            blocks: AtomicU32::new(0),
            calls: Mutex::new(Some(calls)),
        }
    }

    /// As after power-up: nothing was counted. What follows what is still known.
    pub fn restart(&self) {
        self.place.restart();
        self.recent.restart();
        self.edges().restart();
    }

    /// Every edge that was taken.
    pub fn taken(&self) -> Vec<Taken> {
        let mut edges = self.edges();
        self.recent.settle(&mut edges);
        edges.taken().collect()
    }

    /// Clocks charged within blocks, by the address of the instruction.
    pub fn waits(&self) -> HashMap<u64, i64> {
        self.edges().waits().clone()
    }

    /// Show the garbage collector what Python's this holds.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A machine that runs holds the lock, and is no garbage.
        if let Ok(calls) = self.calls.try_lock()
            && let Some(Calls { follow, on_limit, on_failure }) = calls.as_ref()
        {
            visit.call(follow)?;
            visit.call(on_limit)?;
            visit.call(on_failure)?;
        }
        Ok(())
    }

    /// Let go of what Python's this holds.
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

    /// The announced block's node, and the clocks up to and including it.
    pub fn present(&self) -> (usize, i64) {
        (self.place.node.load(Relaxed), self.place.clocks.load(Relaxed))
    }

    /// Let clocks pass that are charged elsewhere.
    pub fn spend(&self, clocks: i64) {
        self.place.spend(clocks);
    }

    /// Charge clocks to the instruction at `address` of the present block.
    pub fn wait(&self, address: u64, clocks: i64) {
        self.place.spend(clocks);
        self.edges().wait(address, clocks);
    }

    /// Follow a known edge; false if what follows has to be asked for.
    #[inline]
    fn follow(&self, node: usize, block: Block) -> bool {
        let Some((clocks, target)) = self.recent.take(node, block).or_else(|| self.recall(node, block)) else {
            return false;
        };
        self.place.go(clocks, target);
        true
    }

    /// An edge that is not among the recent ones.
    #[cold]
    fn recall(&self, node: usize, block: Block) -> Option<(i64, usize)> {
        let mut edges = self.edges();
        let edge = edges.find(node, block)?;
        self.recent.keep(node, &edge, &mut edges);
        Some((edge.clocks, edge.target))
    }

    /// What needs Python: an unknown edge, a passed limit, signals.
    fn ask(&self, py: Python<'_>, calls: &Calls, block: Block, node: usize, known: bool) -> PyResult<()> {
        if !known {
            let answer = calls.follow.call1(py, (node, block.address, block.size))?;
            let (clocks, target, keep) = answer.extract(py)?;
            self.edges().answered(node, block, clocks, target, keep);
            self.place.go(clocks, target);
        }
        if self.place.over() {
            calls.on_limit.call0(py)?;
        }
        py.check_signals()
    }
}

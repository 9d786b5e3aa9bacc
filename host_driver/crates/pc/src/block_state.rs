//! The state that every block needs, without a lock: a machine's clocks and node, and its most recent edges.
//!
//! A machine runs in one thread; others may read its state meanwhile. So all of it is atomic, but with relaxed order,
//! and counts are loaded and stored separately: a locked addition takes longer than all the rest.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::block_edges::{Block, Edge, Edges};
use crate::spread_map::SPREAD;

/// A machine's clocks and the node that it is in.
pub struct MachineState {
    pub node: AtomicUsize,
    pub clocks: AtomicI64,
    /// Clocks at which the watch-dog is called.
    pub limit: AtomicI64,
}

impl MachineState {
    pub fn new() -> Self {
        Self { node: AtomicUsize::new(0), clocks: AtomicI64::new(0), limit: AtomicI64::new(i64::MAX) }
    }

    /// Resets the state to that after power-up.
    pub fn restart(&self) {
        self.node.store(0, Relaxed);
        self.clocks.store(0, Relaxed);
        self.limit.store(i64::MAX, Relaxed);
    }

    /// Adds clocks.
    pub fn add_clocks(&self, clocks: i64) {
        self.clocks.store(self.clocks.load(Relaxed) + clocks, Relaxed);
    }

    /// Follows an edge.
    pub fn go(&self, clocks: i64, target: usize) {
        self.add_clocks(clocks);
        self.node.store(target, Relaxed);
    }

    pub fn is_over_limit(&self) -> bool {
        self.clocks.load(Relaxed) > self.limit.load(Relaxed)
    }
}

const SLOT_BITS: u32 = 10;
/// Number of slots, each for one of the edges with its hash.
const SLOTS: usize = 1 << SLOT_BITS;
/// The source of the edge of an empty slot.
const NO_NODE: usize = usize::MAX;

/// An edge, and its count since it was put in the slot.
struct Slot {
    source: AtomicUsize,
    address: AtomicU64,
    size: AtomicU32,
    clocks: AtomicI64,
    target: AtomicUsize,
    taken: AtomicU64,
}

impl Slot {
    fn empty() -> Self {
        Self {
            source: AtomicUsize::new(NO_NODE),
            address: AtomicU64::new(0),
            size: AtomicU32::new(0),
            clocks: AtomicI64::new(0),
            target: AtomicUsize::new(0),
            taken: AtomicU64::new(0),
        }
    }

    fn block(&self) -> Block {
        Block { address: self.address.load(Relaxed), size: self.size.load(Relaxed) }
    }

    /// Adds the count to the known edges.
    fn flush(&self, edges: &mut Edges) {
        let taken = self.taken.load(Relaxed);
        if taken != 0 {
            edges.count(self.source.load(Relaxed), self.block(), taken);
            self.taken.store(0, Relaxed);
        }
    }
}

/// The most recently taken edges.
pub struct RecentEdges {
    slots: Box<[Slot]>,
}

impl RecentEdges {
    pub fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::empty()).collect() }
    }

    fn slot(&self, node: usize, block: Block) -> &Slot {
        let mixed = (block.address ^ (node as u64) << 32).wrapping_mul(SPREAD);
        &self.slots[(mixed >> (u64::BITS - SLOT_BITS)) as usize]
    }

    /// Takes an edge that has a slot; returns its clocks and its target.
    #[inline]
    pub fn take(&self, node: usize, block: Block) -> Option<(i64, usize)> {
        let slot = self.slot(node, block);
        if slot.source.load(Relaxed) != node || slot.block() != block {
            return None;
        }
        slot.taken.store(slot.taken.load(Relaxed) + 1, Relaxed);
        Some((slot.clocks.load(Relaxed), slot.target.load(Relaxed)))
    }

    /// Puts an edge that is about to be taken into its slot, and replaces another one.
    pub fn keep(&self, node: usize, edge: &Edge, edges: &mut Edges) {
        let slot = self.slot(node, edge.block);
        slot.flush(edges);
        slot.source.store(node, Relaxed);
        slot.address.store(edge.block.address, Relaxed);
        slot.size.store(edge.block.size, Relaxed);
        slot.clocks.store(edge.clocks, Relaxed);
        slot.target.store(edge.target, Relaxed);
        slot.taken.store(1, Relaxed);
    }

    /// Clears the counts.
    pub fn restart(&self) {
        for slot in &self.slots {
            slot.taken.store(0, Relaxed);
        }
    }

    /// Adds all counts to the known edges.
    pub fn flush(&self, edges: &mut Edges) {
        for slot in &self.slots {
            slot.flush(edges);
        }
    }
}

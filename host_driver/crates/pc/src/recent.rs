//! What every block needs, without a lock: where a machine is, and the edges that it took last.
//!
//! A machine runs in one thread; others may look at it meanwhile. So all of it is atomic, but in no order that would cost
//! anything, and counts are read and written apart: a locked addition takes longer than all the rest.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::edges::{Block, Edge, Edges};

/// A machine's clocks and the node that it is in.
pub struct Place {
    pub node: AtomicUsize,
    pub clocks: AtomicI64,
    /// Clocks beyond which the watch-dog is told.
    pub limit: AtomicI64,
}

impl Place {
    pub fn new() -> Self {
        Self { node: AtomicUsize::new(0), clocks: AtomicI64::new(0), limit: AtomicI64::new(i64::MAX) }
    }

    /// As after power-up.
    pub fn restart(&self) {
        self.node.store(0, Relaxed);
        self.clocks.store(0, Relaxed);
        self.limit.store(i64::MAX, Relaxed);
    }

    /// Let clocks pass.
    pub fn spend(&self, clocks: i64) {
        self.clocks.store(self.clocks.load(Relaxed) + clocks, Relaxed);
    }

    /// Follow an edge.
    pub fn go(&self, clocks: i64, target: usize) {
        self.spend(clocks);
        self.node.store(target, Relaxed);
    }

    pub fn over(&self) -> bool {
        self.clocks.load(Relaxed) > self.limit.load(Relaxed)
    }
}

const SLOT_BITS: u32 = 10;
/// Slots, each for one of the edges that fall on it.
const SLOTS: usize = 1 << SLOT_BITS;
/// 2^64 divided by the golden ratio: a factor that spreads what differs in few bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// The source of the edge of an empty slot.
const NO_NODE: usize = usize::MAX;

/// An edge, and how many times it was taken since it was put here.
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

    /// Hand over what was counted.
    fn settle(&self, edges: &mut Edges) {
        let taken = self.taken.load(Relaxed);
        if taken != 0 {
            edges.count(self.source.load(Relaxed), self.block(), taken);
            self.taken.store(0, Relaxed);
        }
    }
}

/// The edges that were taken last.
pub struct Recent {
    slots: Box<[Slot]>,
}

impl Recent {
    pub fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::empty()).collect() }
    }

    fn slot(&self, node: usize, block: Block) -> &Slot {
        let mixed = (block.address ^ (node as u64) << 32).wrapping_mul(SPREAD);
        &self.slots[(mixed >> (u64::BITS - SLOT_BITS)) as usize]
    }

    /// Take an edge that is here: its clocks and its target.
    #[inline]
    pub fn take(&self, node: usize, block: Block) -> Option<(i64, usize)> {
        let slot = self.slot(node, block);
        if slot.source.load(Relaxed) != node || slot.block() != block {
            return None;
        }
        slot.taken.store(slot.taken.load(Relaxed) + 1, Relaxed);
        Some((slot.clocks.load(Relaxed), slot.target.load(Relaxed)))
    }

    /// Put an edge here which is about to be taken, in the place of another one.
    pub fn keep(&self, node: usize, edge: &Edge, edges: &mut Edges) {
        let slot = self.slot(node, edge.block);
        slot.settle(edges);
        slot.source.store(node, Relaxed);
        slot.address.store(edge.block.address, Relaxed);
        slot.size.store(edge.block.size, Relaxed);
        slot.clocks.store(edge.clocks, Relaxed);
        slot.target.store(edge.target, Relaxed);
        slot.taken.store(1, Relaxed);
    }

    /// Forget what was counted.
    pub fn restart(&self) {
        for slot in &self.slots {
            slot.taken.store(0, Relaxed);
        }
    }

    /// Hand over all that was counted.
    pub fn settle(&self, edges: &mut Edges) {
        for slot in &self.slots {
            slot.settle(edges);
        }
    }
}

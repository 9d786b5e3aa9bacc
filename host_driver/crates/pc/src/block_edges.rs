//! The graph of executed blocks: the edges between blocks, with their clocks and counts.

use crate::spread_map::SpreadMap;

/// A block of code from Unicorn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block {
    pub address: u64,
    pub size: u32,
}

/// The effects of a block when it follows a node.
#[derive(Clone, Copy)]
pub struct Edge {
    pub block: Block,
    pub clocks: i64,
    pub target: usize,
    taken: u64,
}

/// The total clocks from a node through a block.
#[derive(Clone, Copy)]
pub struct Taken {
    pub source: usize,
    pub block: Block,
    pub target: usize,
    pub clocks: i64,
    pub times: u64,
}

/// The known edges, and their clocks.
#[derive(Default)]
pub struct Edges {
    /// Edges of each node; the most recently used edge is first.
    nodes: Vec<Vec<Edge>>,
    /// Edges whose clocks vary: by source, block and target, their total clocks and times taken.
    unlike: SpreadMap<(usize, Block, usize), (i64, u64)>,
    /// Clocks of waits within blocks, by the address of the instruction.
    waits: SpreadMap<u64, i64>,
}

impl Edges {
    /// Returns an edge, if it is known.
    pub fn find(&mut self, node: usize, block: Block) -> Option<Edge> {
        let edges = self.nodes.get_mut(node)?;
        let index = edges.iter().position(|edge| edge.block == block)?;
        edges.swap(0, index);
        edges.first().copied()
    }

    /// Adds `times` to the count of a known edge.
    pub fn count(&mut self, node: usize, block: Block, times: u64) {
        let edges = self.nodes.get_mut(node);
        if let Some(edge) = edges.and_then(|edges| edges.iter_mut().find(|edge| edge.block == block)) {
            edge.taken += times;
        }
    }

    /// Records that an unknown edge was taken; `keep` makes it a known one.
    pub fn record(&mut self, node: usize, block: Block, clocks: i64, target: usize, keep: bool) {
        if keep {
            if self.nodes.len() <= node {
                self.nodes.resize_with(node + 1, Vec::new);
            }
            self.nodes[node].push(Edge { block, clocks, target, taken: 1 });
        } else {
            let (all, times) = self.unlike.entry((node, block, target)).or_default();
            *all += clocks;
            *times += 1;
        }
    }

    /// Clears clocks and counts; the edges stay known.
    pub fn restart(&mut self) {
        for edge in self.nodes.iter_mut().flatten() {
            edge.taken = 0;
        }
        self.unlike.clear();
        self.waits.clear();
    }

    /// Charges clocks to the instruction at `address`.
    pub fn wait(&mut self, address: u64, clocks: i64) {
        *self.waits.entry(address).or_default() += clocks;
    }

    /// Yields every edge that was taken.
    pub fn taken(&self) -> impl Iterator<Item = Taken> {
        let alike = self.nodes.iter().enumerate().flat_map(|(source, edges)| {
            edges.iter().filter(|edge| edge.taken != 0).map(move |&Edge { block, clocks, target, taken }| Taken {
                source,
                block,
                target,
                clocks: clocks * taken as i64,
                times: taken,
            })
        });
        let unlike = self.unlike.iter();
        alike.chain(unlike.map(|(&(source, block, target), &(clocks, times))| Taken {
            source,
            block,
            target,
            clocks,
            times,
        }))
    }

    /// Returns the clocks charged by `wait`, by address.
    pub fn waits(&self) -> &SpreadMap<u64, i64> {
        &self.waits
    }
}

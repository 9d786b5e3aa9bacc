//! The graph of blocks that was walked so far: which block follows which, for how many clocks, and how many times.

use std::collections::HashMap;

/// A block of code as Unicorn announces it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block {
    pub address: u64,
    pub size: u32,
}

/// What happens each time that `block` follows a node.
#[derive(Clone, Copy)]
pub struct Edge {
    pub block: Block,
    pub clocks: i64,
    pub target: usize,
    taken: u64,
}

/// All that was spent on the way from a node through a block.
#[derive(Clone, Copy)]
pub struct Taken {
    pub source: usize,
    pub block: Block,
    pub target: usize,
    pub clocks: i64,
    pub times: u64,
}

/// The edges that are known, and what was spent on them.
#[derive(Default)]
pub struct Edges {
    /// By node; the edge asked for last comes first.
    nodes: Vec<Vec<Edge>>,
    /// Edges whose clocks differ from time to time: by source, block and target, their clocks in all and times taken.
    unlike: HashMap<(usize, Block, usize), (i64, u64)>,
    /// Clocks of waits within blocks, by the address of the instruction.
    waits: HashMap<u64, i64>,
}

impl Edges {
    /// A known edge, if it is one.
    pub fn find(&mut self, node: usize, block: Block) -> Option<Edge> {
        let edges = self.nodes.get_mut(node)?;
        let place = edges.iter().position(|edge| edge.block == block)?;
        edges.swap(0, place);
        edges.first().copied()
    }

    /// Count how many more times a known edge was taken.
    pub fn count(&mut self, node: usize, block: Block, times: u64) {
        let edges = self.nodes.get_mut(node);
        if let Some(edge) = edges.and_then(|edges| edges.iter_mut().find(|edge| edge.block == block)) {
            edge.taken += times;
        }
    }

    /// Note that an edge was taken that was not known; `keep` remembers it.
    pub fn answered(&mut self, node: usize, block: Block, clocks: i64, target: usize, keep: bool) {
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

    /// Forget what was spent; the edges stay known.
    pub fn restart(&mut self) {
        for edge in self.nodes.iter_mut().flatten() {
            edge.taken = 0;
        }
        self.unlike.clear();
        self.waits.clear();
    }

    /// Charge clocks to the instruction at `address`.
    pub fn wait(&mut self, address: u64, clocks: i64) {
        *self.waits.entry(address).or_default() += clocks;
    }

    /// Every edge that was taken.
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

    /// Clocks charged by `wait`, by address.
    pub fn waits(&self) -> &HashMap<u64, i64> {
        &self.waits
    }
}

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
struct Edge {
    block: Block,
    clocks: i64,
    target: usize,
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

/// A machine's clocks and the node that it is in.
pub struct Edges {
    /// By node; the edge taken last comes first.
    nodes: Vec<Vec<Edge>>,
    /// Edges whose clocks differ from time to time: by source, block and target, their clocks in all and times taken.
    unlike: HashMap<(usize, Block, usize), (i64, u64)>,
    /// Clocks of waits within blocks, by the address of the instruction.
    waits: HashMap<u64, i64>,
    pub node: usize,
    pub clocks: i64,
    /// Clocks beyond which the watch-dog is told.
    pub limit: i64,
}

impl Edges {
    pub fn new() -> Self {
        let (unlike, waits) = (HashMap::new(), HashMap::new());
        Self { nodes: Vec::new(), unlike, waits, node: 0, clocks: 0, limit: i64::MAX }
    }

    /// Follow a known edge; false if what follows has to be asked for.
    #[inline]
    pub fn follow(&mut self, block: Block) -> bool {
        let Some(edges) = self.nodes.get_mut(self.node) else { return false };
        let Some(place) = edges.iter().position(|edge| edge.block == block) else { return false };
        edges[place].taken += 1;
        let edge = edges[place];
        edges.swap(0, place);
        self.go(edge.clocks, edge.target);
        true
    }

    /// Follow an edge with the answer to a question about it; `keep` remembers the answer.
    pub fn answered(&mut self, block: Block, clocks: i64, target: usize, keep: bool) {
        if keep {
            if self.nodes.len() <= self.node {
                self.nodes.resize_with(self.node + 1, Vec::new);
            }
            self.nodes[self.node].push(Edge { block, clocks, target, taken: 1 });
        } else {
            let (all, times) = self.unlike.entry((self.node, block, target)).or_default();
            *all += clocks;
            *times += 1;
        }
        self.go(clocks, target);
    }

    /// Charge clocks to the instruction at `address` of the present block.
    pub fn wait(&mut self, address: u64, clocks: i64) {
        self.clocks += clocks;
        *self.waits.entry(address).or_default() += clocks;
    }

    /// Every edge that was taken.
    pub fn taken(&self) -> impl Iterator<Item = Taken> {
        let alike = self.nodes.iter().enumerate().flat_map(|(source, edges)| {
            edges.iter().map(move |&Edge { block, clocks, target, taken }| Taken {
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

    fn go(&mut self, clocks: i64, target: usize) {
        self.clocks += clocks;
        self.node = target;
    }
}

//! The graph of blocks that was walked so far: which block follows which, for how many clocks.

/// A block of code as Unicorn announces it.
#[derive(Clone, Copy, PartialEq, Eq)]
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
}

/// A machine's clocks and the node that it is in.
pub struct Edges {
    /// By node; the edge taken last comes first.
    nodes: Vec<Vec<Edge>>,
    pub node: usize,
    pub clocks: i64,
    /// Clocks beyond which the watch-dog is told.
    pub limit: i64,
}

impl Edges {
    pub fn new() -> Self {
        Self { nodes: Vec::new(), node: 0, clocks: 0, limit: i64::MAX }
    }

    /// Follow a known edge; false if what follows has to be asked for.
    #[inline]
    pub fn follow(&mut self, block: Block) -> bool {
        let Some(edges) = self.nodes.get_mut(self.node) else { return false };
        let Some(place) = edges.iter().position(|edge| edge.block == block) else { return false };
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
            self.nodes[self.node].push(Edge { block, clocks, target });
        }
        self.go(clocks, target);
    }

    fn go(&mut self, clocks: i64, target: usize) {
        self.clocks += clocks;
        self.node = target;
    }
}

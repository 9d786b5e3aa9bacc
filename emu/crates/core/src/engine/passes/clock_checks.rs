//! Selects the blocks that check the clock budget.
//!
//! Compiled code checks the budget at the start of a block, for this block and those that can follow before the next
//! check. Checks are needed at entry points and at loop headers. An external access whose clock cycles depend on its
//! address checks the budget itself, so that the clocks after it are still covered. A depth-first search finds the loop
//! headers (targets of back edges), and the longest path from each block to the next check.

use crate::engine::region::{Block, Edge, EdgeTarget, Region};

/// Maximum clock cycles that one check covers, unless a single block takes more. A larger value leaves more
/// instructions to the interpreter before each event.
pub(in crate::engine) const MAX_LOOKAHEAD_CLOCKS: u64 = 128;

/// Sets `checked` and `lookahead_clocks` of all blocks, and `lookahead_clocks` of their exits.
pub(super) fn run(region: &mut Region) {
    let Region { blocks, entry_points, exits, .. } = region;
    let state = vec![State::New; blocks.len()];
    let mut search = Search { blocks, state };
    for entry_point in entry_points {
        search.blocks[entry_point.block].checked = true;
    }
    for number in 0..search.blocks.len() {
        search.visit(number);
    }
    for block in blocks {
        for exit in block.steps.iter().map(|(_, exit)| *exit).chain([block.last]) {
            exits[exit].lookahead_clocks = block.lookahead_clocks;
        }
    }
}

/// State of a block in the depth-first search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the current path.
    Open,
    Done,
}

struct Search<'a> {
    blocks: &'a mut [Block],
    state: Vec<State>,
}

impl Search<'_> {
    /// Visits all blocks that can be reached from `first`. A block is finished after its successors.
    fn visit(&mut self, first: usize) {
        let mut path = vec![first];
        while let Some(&number) = path.last() {
            match self.state[number] {
                State::New => {
                    self.state[number] = State::Open;
                    for (_, to) in successors(&self.blocks[number]) {
                        // An edge to an open block is a back edge.
                        self.blocks[to].checked |= self.state[to] == State::Open;
                        if self.state[to] == State::New {
                            path.push(to);
                        }
                    }
                }
                State::Open => {
                    path.pop();
                    self.finish(number);
                }
                State::Done => {
                    path.pop();
                }
            }
        }
    }

    fn finish(&mut self, number: usize) {
        let unchecked = successors(&self.blocks[number]).into_iter().filter(|(_, to)| !self.blocks[*to].checked);
        let clocks = unchecked.map(|(clocks, to)| clocks + self.blocks[to].required_clocks());
        let lookahead_clocks = clocks.max().unwrap_or(0);
        let block = &mut self.blocks[number];
        block.lookahead_clocks = lookahead_clocks;
        block.checked |= block.required_clocks() > MAX_LOOKAHEAD_CLOCKS;
        self.state[number] = State::Done;
    }
}

/// Returns the successors of a block with the clock cycles of the edges to them.
fn successors(block: &Block) -> Vec<(u64, usize)> {
    let block_target = |edge: &Edge| match edge.target {
        EdgeTarget::Block(to) => Some((edge.clocks, to)),
        EdgeTarget::Exit(_) => None,
    };
    block.flow.edges().filter_map(block_target).collect()
}

//! Where code looks whether clocks are left: before blocks at which loops begin or code is entered, for all that can come
//! before the next of them.

use crate::engine::region::{Block, Edge, Gate, Leave, Step, To};

/// Clocks that are asked for at once, if a block alone does not take more.
pub(crate) const MOST_AHEAD: u64 = 128;

/// Find the blocks before which clocks are looked at, and how many have to be left.
pub(crate) fn look_ahead(blocks: &mut [Block], gates: &[Gate], leaves: &mut [Leave]) {
    let state = vec![State::New; blocks.len()];
    let mut search = Search { blocks, state };
    for gate in gates {
        search.blocks[gate.block].checked = true;
    }
    for number in 0..search.blocks.len() {
        search.visit(number);
    }
    for block in blocks {
        for leave in block.steps.iter().map(|(_, leave)| *leave).chain([block.last]) {
            leaves[leave].ahead = block.ahead;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Search<'a> {
    blocks: &'a mut [Block],
    state: Vec<State>,
}

impl Search<'_> {
    /// All blocks that can be reached from here, the last of them first; each is begun and ended once.
    fn visit(&mut self, first: usize) {
        let mut path = vec![first];
        while let Some(&number) = path.last() {
            match self.state[number] {
                State::New => {
                    self.state[number] = State::Open;
                    let uneven = is_uneven(&self.blocks[number]);
                    for (_, to) in successors(&self.blocks[number]) {
                        // A loop leads back to a block that is not done.
                        self.blocks[to].checked |= uneven || self.state[to] == State::Open;
                        if self.state[to] == State::New {
                            path.push(to);
                        }
                    }
                }
                State::Open => {
                    path.pop();
                    self.end(number);
                }
                State::Done => {
                    path.pop();
                }
            }
        }
    }

    /// What follows a block is known.
    fn end(&mut self, number: usize) {
        let ways = successors(&self.blocks[number]).into_iter().filter(|(_, to)| !self.blocks[*to].checked);
        let ahead = ways.map(|(clocks, to)| clocks + self.blocks[to].needs()).max().unwrap_or(0);
        let block = &mut self.blocks[number];
        block.ahead = ahead;
        block.checked |= block.needs() > MOST_AHEAD;
        self.state[number] = State::Done;
    }
}

/// Whether a block can take more clocks than it tells.
fn is_uneven(block: &Block) -> bool {
    block.steps.iter().any(|(step, _)| match step {
        Step::Aside(_) => true,
        Step::Data { reach, .. } => reach.is_far(),
        _ => false,
    })
}

/// The blocks to which one leads, and the clocks of the ways.
fn successors(block: &Block) -> Vec<(u64, usize)> {
    let blocks = |edge: &Edge| if let To::Block(to) = edge.to { Some((edge.clocks, to)) } else { None };
    block.flow.edges().filter_map(blocks).collect()
}

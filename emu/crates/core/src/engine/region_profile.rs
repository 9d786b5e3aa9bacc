//! Profiles of compiled code.
//!
//! A *profiled region* has a counter for each block, for each edge with clock cycles, and for the clock cycles of each
//! external access. It contains no fallback, so the other clock cycles of its blocks are known at compile time. A call
//! or a return in it is recorded at once. After each exit the dispatcher adds the counters to the profile, except for
//! the instructions of the last block that were not executed.
//!
//! Invariant: the counts are those that the interpreter would have produced.

use crate::engine::static_state::{ActiveFrame, StaticState};
use crate::state::profile::Profile;

/// An instruction of a block, with the parts of its clock cycles that a profile counts separately.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstructionCost {
    pub pc: u16,
    pub base: u64,
    pub addressing: u64,
    /// Wait states of its words.
    pub fetch: u64,
}

/// Contribution of one execution of a block to a profile.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockProfile {
    /// Address of the function, if it was called in the region.
    pub callee: Option<u16>,
    pub instructions: Vec<InstructionCost>,
}

/// An edge with clock cycles.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeProfile {
    pub callee: Option<u16>,
    /// Address of the instruction that changes the flow of control.
    pub pc: u16,
    pub refetch: u64,
}

/// An instruction with an external access.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccessProfile {
    pub callee: Option<u16>,
    pub pc: u16,
    /// Number of the exit before it.
    pub exit: usize,
}

/// Numbers of the counters of an instruction with an external access, from its first one on.
pub mod access_counter {
    /// Wait states of X, of Y, and of the I/O page of Y.
    pub const X: usize = 0;
    pub const Y: usize = 1;
    pub const IO: usize = 2;
    /// Clock cycles that accesses wait for each other at port A.
    pub const CONFLICT: usize = 3;
    pub const COUNT: usize = 4;
}

/// Position at which control has left a region.
#[derive(Clone, Copy)]
pub(super) struct ExitPosition {
    /// Number of the exit's block.
    pub block: usize,
    /// Instructions of the block that were counted and not executed.
    pub unexecuted: u64,
    /// Number of the block that was executed to its end last, or a negative number.
    pub last_block: i64,
}

/// A call or a return, with SP after it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FunctionChange {
    Call { site: u16, callee: u16, return_address: u16, sp: u8 },
    Return { to: u16, sp: u8 },
}

impl FunctionChange {
    /// Records the call or return at a clock since power-up.
    pub(super) fn record(self, profile: &mut Profile, clock: u64) {
        profile.count_to(clock);
        match self {
            Self::Call { site, callee, return_address, sp } => profile.enter(site, callee, false, return_address, sp),
            Self::Return { to, sp } => profile.return_to(to, sp),
        }
    }
}

/// The counters of a region: those of its blocks, then those of its edges, then those of its external accesses. The
/// tables are empty if it is not profiled.
#[derive(Debug, Default)]
pub(crate) struct RegionProfile {
    pub(super) blocks: Vec<BlockProfile>,
    pub(super) edges: Vec<EdgeProfile>,
    /// In ascending order of exits.
    pub(super) accesses: Vec<AccessProfile>,
    pub(super) changes: Vec<FunctionChange>,
}

impl RegionProfile {
    /// Returns the number of counters.
    pub(super) fn counters(&self) -> usize {
        self.blocks.len() + self.edges.len() + access_counter::COUNT * self.accesses.len()
    }

    /// Returns the first counter of the external access after an exit, if the region is profiled.
    pub(super) fn first_access_counter(&self, exit: usize) -> Option<usize> {
        let at = self.accesses.binary_search_by_key(&exit, |access| access.exit).ok()?;
        Some(self.blocks.len() + self.edges.len() + access_counter::COUNT * at)
    }

    /// Returns the number of the function in which an entry at a static state begins, apart from calls in the region.
    /// Returns `None` if the region cannot be entered: calls in it would exceed a limit of the profile, the profile has
    /// other functions open, or the program has removed a return address from the stack, so that any jump may leave a
    /// function.
    pub(super) fn enterable_function(&self, profile: &mut Profile, state: &StaticState, sp: u8) -> Option<u16> {
        // A block of 64 instructions is in one page or two.
        if profile.has_dropped_frame(sp) || !profile.has_room(self.changes.len(), 2 * self.blocks.len()) {
            return None;
        }
        let (mut depth, mut sp) = (0, state.sp);
        for frame in state.frames.iter().rev() {
            match frame {
                ActiveFrame::Loop { .. } => sp = sp.wrapping_sub(2),
                ActiveFrame::Call { callee, return_address } => {
                    if !profile.is_open(depth, *callee, *return_address, sp) {
                        return None;
                    }
                    (depth, sp) = (depth + 1, sp.wrapping_sub(1));
                }
            }
        }
        profile.open_function(depth)
    }

    /// Adds the counters of an entry to a profile, and clears them. The entry has ended in `position`. `function` is
    /// that of `enterable_function`.
    pub(super) fn add_to(&self, profile: &mut Profile, counters: &mut [u64], position: ExitPosition, function: u16) {
        let ExitPosition { block, unexecuted, last_block } = position;
        let executed = self.blocks[block].instructions.len() - unexecuted as usize;
        let (blocks, others) = counters[..self.counters()].split_at_mut(self.blocks.len());
        let (edges, accesses) = others.split_at_mut(self.edges.len());
        for (number, (BlockProfile { callee, instructions }, counter)) in self.blocks.iter().zip(blocks).enumerate() {
            let times = std::mem::take(counter);
            let complete = if number == block { executed } else { instructions.len() };
            if times == 0 || (times == 1 && complete == 0) {
                continue;
            }
            let function = callee.map_or(function, |callee| profile.number_of(callee));
            for (position, instruction) in instructions.iter().enumerate() {
                let times = times - u64::from(position >= complete);
                if times != 0 {
                    let spent = profile.spent_in(function, instruction.pc);
                    spent.times += times;
                    spent.base += times * instruction.base;
                    spent.addressing += times * instruction.addressing;
                    spent.fetch += times * instruction.fetch;
                }
            }
        }
        for (EdgeProfile { callee, pc, refetch }, counter) in self.edges.iter().zip(edges) {
            let times = std::mem::take(counter);
            if times != 0 {
                let function = callee.map_or(function, |callee| profile.number_of(callee));
                profile.spent_in(function, *pc).refetch += times * refetch;
            }
        }
        let accesses = accesses.chunks_exact_mut(access_counter::COUNT);
        for (AccessProfile { callee, pc, .. }, counters) in self.accesses.iter().zip(accesses) {
            if counters.iter().any(|counter| *counter != 0) {
                let function = callee.map_or(function, |callee| profile.number_of(callee));
                let spent = profile.spent_in(function, *pc);
                let [x, y, _, io] = &mut spent.waits;
                for (sum, counter) in [x, y, io, &mut spent.conflict].into_iter().zip(counters) {
                    *sum += std::mem::take(counter);
                }
            }
        }
        let last = match executed {
            0 => usize::try_from(last_block).ok().and_then(|number| self.blocks[number].instructions.last()),
            _ => self.blocks[block].instructions.get(executed - 1),
        };
        if let Some(last) = last {
            profile.set_last(last.pc);
        }
    }
}

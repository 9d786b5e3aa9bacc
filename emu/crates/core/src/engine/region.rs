//! A region: a control-flow graph of basic blocks that the compiler turns into one function.
//!
//! - A region is specialised on its [`RegionKey`]: the static state where it begins, and the settings that none of its
//!   instructions change. [`StaticState`] is the state that is known at compile time at one point of the program.
//! - Compiled code is entered at an [`EntryPoint`]. The core's `Descriptor` must equal that of the entry point then.
//! - Control leaves a region at an [`Exit`]. The exit names the static state, so compiled code does not store it.
//! - A [`Fallback`] is an instruction that the interpreter executes on behalf of compiled code.
//!
//! Clocks and instructions of a block are charged when the block begins. An exit in the middle of a block refunds the
//! part that was not executed ([`Exit::refund`]).

use crate::decode::instruction::{DecodedInstruction, OperandLocation};
use crate::engine::annotations::{BatchedLoop, HoistedGuards};
pub use crate::engine::region_profile::access_counter;
use crate::engine::region_profile::{BlockProfile, RegionProfile};
use crate::engine::static_state::Descriptor;
pub use crate::engine::static_state::{ActiveFrame, RegionKey, RepState, Settings, StaticState};
use crate::memory::DATA_WORDS;
use crate::space::Space;
use crate::state::hardware_loop;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::{Condition, ControlOp, Memory, Mode};

/// An instruction of a region, or a part of one. Fields `delayed_write` are the address register that the previous
/// instruction has written.
#[derive(Clone, Debug)]
pub enum Step {
    /// An instruction that does not change the flow of control.
    Data { instruction: DecodedInstruction, delayed_write: Option<u8>, path: AccessPath },
    /// An instruction without an effect on data: it completes the delayed write only.
    CommitDelayedWrite { delayed_write: Option<u8> },
    /// An instruction that the interpreter executes, by the number of the fallback.
    Fallback(usize),
    /// DO: pushes LA and LC, then the address of the loop and SR; loads LC and sets LF.
    BeginLoop { instruction: DecodedInstruction, delayed_write: Option<u8>, sp: u8, la: u16, start: u16 },
    /// Pushes a return address and SR.
    Call { sp: u8, return_address: u16 },
    /// REP: saves LC and loads it with the number of repetitions. `tracks_fetch` is true if the static state after it
    /// is `RepState::NotFetched`, so that the core must know.
    BeginRep { instruction: DecodedInstruction, delayed_write: Option<u8>, tracks_fetch: bool },
    /// Restores LC after a REP.
    EndRep,
    /// Pops LC from the location below SP.
    EndLoop { sp: u8 },
}

/// Terminator of a block.
#[derive(Clone, Debug)]
pub enum Flow {
    Jump(Edge),
    /// Branches on a condition of the flags.
    Condition {
        condition: Condition,
        taken: Edge,
        not_taken: Edge,
    },
    /// Branches on a bit of an operand. The access path is not a fallback, because no fallback changes the flow.
    Bit {
        instruction: DecodedInstruction,
        delayed_write: Option<u8>,
        path: AccessPath,
        taken_if: bool,
        taken: Edge,
        not_taken: Edge,
    },
    /// Branches on LC: 1 ends the loop or REP, and other values are decremented.
    Count {
        again: Edge,
        done: Edge,
    },
}

impl Flow {
    /// Returns all outgoing edges.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (first, second) = match self {
            Self::Jump(edge) => (edge, None),
            Self::Condition { taken, not_taken, .. } | Self::Bit { taken, not_taken, .. } => (taken, Some(not_taken)),
            Self::Count { again, done } => (again, Some(done)),
        };
        std::iter::once(first).chain(second)
    }
}

impl Flow {
    /// Returns all outgoing edges.
    pub(crate) fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (first, second) = match self {
            Self::Jump(edge) => (edge, None),
            Self::Condition { taken, not_taken, .. } | Self::Bit { taken, not_taken, .. } => (taken, Some(not_taken)),
            Self::Count { again, done } => (again, Some(done)),
        };
        std::iter::once(first).chain(second)
    }
}

/// An edge of the control-flow graph.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Clock cycles of the edge: wait states of the two words that are fetched at its target.
    pub clocks: u64,
    /// Counter of a profiled region that is incremented, if the edge has clock cycles.
    pub counter: Option<usize>,
    /// Number of the call or return of a profiled region that is recorded.
    pub function_change: Option<usize>,
    /// Steps that are executed on the edge only.
    pub steps: Vec<Step>,
    pub target: EdgeTarget,
}

impl Edge {
    /// Returns an edge without cost.
    pub(crate) fn free(target: EdgeTarget) -> Self {
        Self { clocks: 0, counter: None, function_change: None, steps: Vec::new(), target }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum EdgeTarget {
    /// Number of a block.
    Block(usize),
    /// Number of an exit.
    Exit(usize),
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Each step with the number of the exit before its instruction.
    pub steps: Vec<(Step, usize)>,
    /// Modifier registers in all of the block.
    pub m: [u16; 8],
    pub flow: Flow,
    /// Number of the exit before the instruction that ends the block.
    pub last: usize,
    /// Cost of all instructions of the block. It is charged when the block begins.
    pub cost: Cost,
    /// The block begins with a check of the clock budget.
    pub checked: bool,
    /// Maximum number of clock cycles between the end of this block and the next check of the clock budget.
    pub lookahead_clocks: u64,
    /// The loop over this block, if it can run in batches.
    pub batch: Option<BatchedLoop>,
    /// Guards that cover several accesses.
    pub guards: HoistedGuards,
    /// The block's share of a profile, if the region is profiled.
    pub(crate) profile: BlockProfile,
}

impl Block {
    /// Returns the clock cycles that must remain when the block begins.
    pub fn required_clocks(&self) -> u64 {
        self.cost.clocks + self.lookahead_clocks
    }
}

/// Clock cycles and number of instructions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cost {
    pub clocks: u64,
    pub instructions: u64,
}

impl Cost {
    pub(crate) fn add(&mut self, other: Self) {
        self.clocks += other.clocks;
        self.instructions += other.instructions;
    }
}

/// A point at which control leaves a region.
#[derive(Clone, Debug)]
pub struct Exit {
    pub state: StaticState,
    /// Part of the block's cost that was charged and is not executed.
    pub refund: Cost,
    /// `Block::lookahead_clocks` of its block.
    pub lookahead_clocks: u64,
    /// Number of its block.
    pub(crate) block: usize,
    /// The instruction at the exit, or one of the block that begins there, may access external memory.
    pub may_access_external: bool,
    /// The region ends here because of its size only: another one may begin here.
    pub is_size_limited: bool,
    /// Values that follow from `state`. They are computed at compile time because exits are frequent.
    pub(crate) pending: PendingEvents,
    pub(crate) loop_end: u32,
}

impl Exit {
    pub(crate) fn new(
        block: usize,
        state: StaticState,
        refund: Cost,
        may_access_external: bool,
        is_size_limited: bool,
    ) -> Self {
        let (pending, loop_end) = (state.pending(), hardware_loop::exit(state.loop_flag, state.la));
        Self { state, refund, lookahead_clocks: 0, block, may_access_external, is_size_limited, pending, loop_end }
    }
}

/// Handling of an instruction that has often accessed external memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExternalAccess {
    /// Through the soft TLB.
    Inline,
    /// Through the soft TLB or, because the TLB has missed often, through the interpreter.
    Fallback,
}

/// Memory that compiled code accesses for an instruction.
#[derive(Clone, Copy, Debug)]
pub enum AccessPath {
    /// On-chip memory. Control exits before the instruction if an address is external.
    OnChip,
    /// On-chip memory, or external memory through the soft TLB. Control exits before the instruction if the TLB misses.
    Inline,
    /// On-chip memory, or external memory through the soft TLB. The interpreter executes the instruction if the TLB
    /// misses. The number is that of the fallback.
    Fallback(usize),
}

impl AccessPath {
    /// Returns true if an access may be external. The clock cycles of such an access are not known at compile time.
    pub fn may_be_external(self) -> bool {
        !matches!(self, Self::OnChip)
    }
}

/// An instruction that the interpreter executes: always, or if the TLB misses.
#[derive(Clone, Debug)]
pub struct Fallback {
    pub instruction: DecodedInstruction,
    /// Number of the exit before it.
    pub exit: usize,
    /// Static state after it; for a repeated instruction, before the repetition is counted.
    pub after: StaticState,
    /// Compiled code continues if the core's descriptor equals this one.
    pub(crate) descriptor: Descriptor,
    /// Its share of the block's cost.
    pub cost: Cost,
}

/// A block at which compiled code may be entered.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    pub state: StaticState,
    pub block: usize,
    pub(crate) descriptor: Descriptor,
    /// The state includes stack locations or a REP, which the descriptor does not cover.
    pub(crate) has_stack_guard: bool,
}

impl EntryPoint {
    pub(crate) fn new(key: &RegionKey, state: StaticState, block: usize) -> Self {
        let descriptor = Descriptor::new(&key.settings, &state);
        let has_stack_guard = key.state.loop_flag || !state.frames.is_empty() || state.rep != RepState::Inactive;
        Self { state, block, descriptor, has_stack_guard }
    }
}

/// A control-flow graph. The first block and the first entry point are at the state of the key.
pub struct Region {
    pub key: RegionKey,
    pub blocks: Vec<Block>,
    pub entry_points: Vec<EntryPoint>,
    pub exits: Vec<Exit>,
    pub fallbacks: Vec<Fallback>,
    /// Program words that the region consists of, by address. The region is invalid if one of them changes.
    pub code_words: Vec<(u16, u32)>,
    /// Words of the instructions at which the region ends because they cannot be part of one.
    pub stop_words: Vec<(u16, u32)>,
    /// Addresses of the region's instructions, in ascending order.
    pub instruction_pcs: Vec<u16>,
    /// Instructions for which the region handles external accesses, in ascending order of addresses.
    pub external_accesses: Vec<(u16, ExternalAccess)>,
    /// Blocks of maximum length: the address where the block begins, and where straight-line code continues after it.
    pub possible_targets: Vec<(u16, u16)>,
    /// Counters of a profiled region, with the cost of each block and each edge.
    pub(crate) profile: RegionProfile,
}

impl Region {
    /// Returns the first counter of the external access after exit `exit`, if the region is profiled.
    #[must_use]
    pub fn first_access_counter(&self, exit: usize) -> Option<usize> {
        self.profile.first_access_counter(exit)
    }

    /// Returns the number of instructions in all blocks.
    pub(crate) fn instructions(&self) -> u64 {
        self.blocks.iter().map(|block| block.cost.instructions).sum()
    }

    /// Returns the entry points that have the same loops and calls around them as the beginning of the region. A region
    /// that begins at one of them has about the same size.
    pub(crate) fn loop_entries(&self) -> Vec<StaticState> {
        let states = self.entry_points.iter().map(|entry_point| &entry_point.state);
        states.filter(|state| state.has_same_nesting(&self.key.state)).cloned().collect()
    }
}

/// An access of an instruction to X or Y memory.
#[derive(Clone, Copy)]
pub struct DataAccess {
    /// Number of its effective address.
    pub address: usize,
    pub space: Space,
    pub write: bool,
    /// The word is read and then written: each takes the wait states.
    pub modify: bool,
}

/// Returns the accesses of an instruction to X or Y memory, and the read of MOVEM from P memory.
pub fn data_accesses(instruction: &DecodedInstruction) -> impl Iterator<Item = DataAccess> {
    let transfers = if instruction.is_control() { &[][..] } else { instruction.transfers() };
    let moves = transfers.iter().map(|transfer| {
        let space = if transfer.memory == Memory::X { Space::X } else { Space::Y };
        DataAccess { address: transfer.address, space, write: transfer.write, modify: false }
    });
    let space = instruction.ea[0].space;
    let has_operand = instruction.is_control()
        && instruction.from == OperandLocation::Memory
        && (space != Space::P || instruction.control == ControlOp::Movem);
    let modify = matches!(instruction.control, ControlOp::Bset | ControlOp::Bclr | ControlOp::Bchg);
    moves.chain(has_operand.then_some(DataAccess { address: 0, space, write: modify, modify }))
}

/// Returns the numbers of the effective addresses at which an instruction accesses X or Y memory.
pub fn accesses(instruction: &DecodedInstruction) -> impl Iterator<Item = usize> {
    data_accesses(instruction).map(|access| access.address)
}

/// Returns true if an instruction accesses memory outside of the internal data RAM at any time: by an absolute address,
/// or in P.
pub(crate) fn has_external_address(instruction: &DecodedInstruction) -> bool {
    data_accesses(instruction).any(|access| {
        let ea = instruction.ea[access.address];
        access.space == Space::P || ea.mode == Mode::Absolute && ea.address >= DATA_WORDS
    })
}

/// Returns the addressing modes of an instruction's effective addresses.
pub fn modes(instruction: &DecodedInstruction) -> [Mode; 2] {
    [instruction.ea[0].mode, instruction.ea[1].mode]
}
